"""The recorder as pages show it."""
