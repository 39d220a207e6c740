"""The puzzles as pages show them: the question, the answer, the words."""
