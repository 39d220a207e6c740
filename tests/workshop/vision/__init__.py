"""The workshop of the screenshot reader: synthetic screens, training, and what it reads.

    python -m tests.workshop.vision evaluate FOLDER
    python -m tests.workshop.vision evaluate --art ART --many 100 --change messaged

The card of the weights (`analyzer/vision/weights.md`) says how they are made from nothing. Torch
is imported here only. ART is a folder with `fonts/` and with `decks/`: a folder a deck, a picture
a card (`Th.webp`), and in `index.json` where rank and suit are printed; `pack` makes both.
"""
