"""The practice room: puzzles, drills, games against the engine, ratings.

It imports the engine, the review and the coach, and the JSON that puzzles are kept in. Pages
and stored rows do not belong here: a puzzle or a drill is made and marked without either.
"""
