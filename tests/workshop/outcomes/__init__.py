"""Training of the net that says how told hands ended."""
