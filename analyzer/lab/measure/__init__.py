"""What `ginsight measure` measures: each module gathers raw figures and puts them into words.

A module has a function that measures and answers plain data, and a function `evidence` that makes
of these data the finding, the tables and the charts; so a page can be redrawn from a file without
measuring again.
"""
