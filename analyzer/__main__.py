"""`python -m analyzer` is the command `ginsight`."""

from analyzer.cli import main

main(prog_name="ginsight")
