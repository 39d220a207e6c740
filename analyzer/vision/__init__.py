"""The reader of screenshots: from pixels to cards, each with its place and certainty.

`picture` opens what somebody brings, within bounds; `finder` finds the printed indices on it,
`reader` says which card each names, `screen` what lies where: a hand, an upcard, the rest. The
room knows cards, no hands of gin. Its nets are convolutions in numpy; the weights, where they
come from and how well they read stand in `weights.npz` and `weights.md`. Nothing is loaded
before the first picture.
"""
