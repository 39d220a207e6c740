#!/usr/bin/env bash
# genanki 0.13.1 with Anki 26.9.3: a note whose answer was reworded is a second note, not an update.
#
# Guess: as where Anki imports a text file, the first field tells notes apart, so a new export with a
# better answer replaces the old one.
# Seen: without a guid of one's own genanki makes one from all fields. After the second import there are
# two notes with the same front, and the old one keeps being asked.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check genanki==0.13.1 anki==26.9.3
"$folder/bin/python" - "$folder" <<'PYTHON'
import sys

import genanki
from anki.collection import Collection, ImportAnkiPackageOptions, ImportAnkiPackageRequest

folder = sys.argv[1]
sides = {"name": "one", "qfmt": "{{Front}}", "afmt": "{{Back}}"}
model = genanki.Model(1, "model", fields=[{"name": "Front"}, {"name": "Back"}], templates=[sides])
collection = Collection(f"{folder}/collection.anki2")
for number, back in enumerate(("answer", "answer, reworded")):
    deck = genanki.Deck(2, "deck")
    deck.add_note(genanki.Note(model, ["front", back]))
    path = f"{folder}/{number}.apkg"
    genanki.Package(deck).write_to_file(path, timestamp=1_700_000_000 + number)
    request = ImportAnkiPackageRequest(package_path=path, options=ImportAnkiPackageOptions())
    collection.import_anki_package(request)
fields = [collection.get_note(note).fields for note in collection.find_notes("")]
print(fields)
assert sorted(fields) == [["front", "answer"], ["front", "answer, reworded"]]
PYTHON
