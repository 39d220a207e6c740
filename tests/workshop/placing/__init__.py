"""Trains the net that says where the cards of a told position are.

`corpus` aligns texts with what they mean, `recomposing` makes new texts of them with other cards
in other forms, `training` learns from both. Needs torch; its build for CPUs will do.
"""
