"""Gin on a small deck, solved exactly, and what the engine's way to play loses there to one who
knows it.

`game` has the deck and the tree of what both players see, `_walks` the loops over it, `solve` the
equilibrium and the best answer to any way to play, `pipeline` the engine's: its policies, its
reading of turns and its playouts, with every world weighed in place of a sample.
"""
