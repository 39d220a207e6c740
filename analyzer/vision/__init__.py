"""The reader of screenshots: from pixels to cards, each with its place and certainty.

`picture` opens what somebody brings, within bounds; `finder` finds the printed indices on it,
`reader` says which card each names, `screen` what lies where: a hand, an upcard, the rest.
Its nets are convolutions in numpy; their weights lie beside it, with a card (`weights.md`).
Nothing is loaded before the first picture.

It imports cards, and knows no hands of gin. What a view makes of a screen does not belong here.
"""
