"""Puzzles: mined from play, certified by the engine, rated, scheduled and marked."""
