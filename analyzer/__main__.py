"""`python -m analyzer` is the command `ginsight`."""

from analyzer.cli import main

if __name__ == "__main__":
    main(prog_name="ginsight")
