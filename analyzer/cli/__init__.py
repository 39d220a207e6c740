"""The command `ginsight`: every question in the terminal, and as JSON for other programs.

``ginsight COMMAND … [--rules PRESET] [--json]``. Input comes from an argument, a file or
``-`` for standard input. With ``--json`` one document goes to standard output and nothing
else. Exit codes: 0 done, 2 bad input, 1 our fault.

It imports every room, and each command what it needs when it runs: the web application and the
search take longer to load than most answers take. What a program would ask as well does not
belong here.
"""

from analyzer.cli.app import main

__all__ = ["main"]
