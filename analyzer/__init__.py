"""Ginsight: for gin rummy, what an engine and a review page are for chess."""

__version__ = "0.1.0"
