"""Puzzles mined, certified, rated, put in packs and given days."""
