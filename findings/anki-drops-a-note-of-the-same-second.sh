#!/usr/bin/env bash
# genanki 0.13.1 with Anki 26.9.3: of two exports of one note within the same second the second is not
# imported, though its fields differ.
#
# Guess: a note with the same guid and other fields is an update, whenever it was written; genanki's
# timestamps have fractions of a second.
# Seen: what is written is whole seconds, and Anki takes only what is newer. The second file is logged
# as a duplicate, the old fields stay, and nothing says so. With a second between them it is an update.
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


def exported(back, when):
    deck = genanki.Deck(2, "deck")
    deck.add_note(genanki.Note(model, ["front", back], guid="the-same"))
    path = f"{folder}/{back}.apkg"
    genanki.Package(deck).write_to_file(path, timestamp=when)
    return path


collection = Collection(f"{folder}/collection.anki2")


def imported(path):
    options = ImportAnkiPackageOptions()
    request = ImportAnkiPackageRequest(package_path=path, options=options)
    log = collection.import_anki_package(request).log
    (note,) = collection.find_notes("")
    return len(log.updated), len(log.duplicate), collection.get_note(note).fields[1]


imported(exported("old", 1_700_000_000.1))
same = imported(exported("same-second", 1_700_000_000.9))
later = imported(exported("second-later", 1_700_000_001.0))
print("same second:", same, "a second later:", later)
assert same == (0, 1, "old")
assert later == (1, 0, "second-later")
PYTHON
