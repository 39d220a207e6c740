"""This revision beside another, by turns; `python -m tests.speed --help`."""
