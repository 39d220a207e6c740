"""Environments to learn gin rummy in, and our bots as agents of other libraries.

`vector.VectorEnv` has a thousand hands in play in the kernel and needs nothing but numpy;
`gin_rummy.env` is an environment of PettingZoo (extra `rl`) on the rules engine. Both number
actions by `actions.TABLE` and show a player what `observations.TABLE` lists. `spiel` and `rlcard`
seat a bot in OpenSpiel and in RLCard, where these are installed.

It imports the engine and what lies below it; other libraries only where their file is asked for.
Games that people play, and matches that measure our own bots, do not belong here.
"""
