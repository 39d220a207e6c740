"""The workshop of the screenshot reader: synthetic screens, training, and what it reads.

    python -m tests.workshop.vision train --art FOLDER --out FILE.npz
    python -m tests.workshop.vision evaluate FOLDER

Torch and Pillow are imported here only. `--art` is a folder with `fonts/` (files with a Latin
alphabet) and `decks/` (one folder a deck, one picture a card: `Th.webp`).
"""
