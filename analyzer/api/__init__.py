"""The public JSON: its types, the API's routes as data, exact answers, the engine's line protocol.

It imports what it puts into documents, from the game up to the review. Flask, terminals and
the store do not belong here: every door speaks these documents.
"""
