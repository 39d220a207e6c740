"""Trains the net that hears told positions, told ends and score sheets.

`positions` aligns texts with what they mean and `recomposing` makes new texts of them with other
cards in other forms; `results` reads texts of ends in which each word is marked; `items` makes
arrays of both, `training` learns from them. Needs torch; its build for CPUs will do.
"""
