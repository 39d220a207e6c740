"""Where the engine is measured: the arena, tuning by self-play, benchmarks.

It imports whatever it measures, up to the practice room. Nothing that answers a player
belongs here: without this room the program would still do all it does.
"""
