"""Drills and games against the engine as pages show them."""
