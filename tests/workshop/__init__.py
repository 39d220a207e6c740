"""The workshop: how the engine is measured and tuned, for who builds Ginsight.

``python -m tests.workshop measure NAME`` measures again what the page of evidence says,
``python -m tests.workshop tune`` fits the quick policy and the habits of people,
``python -m tests.workshop puzzles`` mines packs and gives days a puzzle. Beside
them ``python -m tests.workshop.NAME``:

- ``differences`` compares two players decision by decision;
- ``reviews`` checks what a review says, over many hands;
- ``tables`` says what tables of more features would add to the quick policy;
- ``moves`` times moves at the table, ``states`` and ``picture`` photograph the pages.

It imports whatever it measures; nothing in `analyzer` imports it, and the wheel leaves it out.
"""
