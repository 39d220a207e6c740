"""The game itself: cards, rules, actions, melds, scoring, and a hand in play.

It imports the kernel and nothing above it. Texts people write, beliefs and searches do not
belong here: this room knows what is legal and what it is worth, not what is wise.
"""
