"""A context for the pages of what is kept of a visitor."""

MINE = {
    "title": "Your data", "description": "What is kept.", "kept": "2 reviews, 1 draft",
    "anything": True, "link": None, "code": None, "minutes": 10, "foreign": True,
    "message": None, "problem": "This code does not work.",
}  # fmt: skip
JOIN = {
    "title": "Use this browser too", "description": "Joins.", "code": "AB12CDE34F",
    "theirs": "2 reviews", "here": "1 draft", "same": False,
}  # fmt: skip
