#!/usr/bin/env bash
# fsrs 6.3.2: a time in ZoneInfo("UTC") is refused as not being UTC.
#
# Guess: review_card takes any aware datetime whose offset is zero, or at least any UTC.
# Seen: datetime.timezone.utc is taken, ZoneInfo("UTC") raises "must be timezone-aware and set to
# UTC": the zone objects are compared, not the times. A time that came from a database or a framework
# that uses zoneinfo has to be converted first.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check fsrs==6.3.2
"$folder/bin/python" - <<'PYTHON'
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from fsrs import Card, Rating, Scheduler

seen = []
for zone in (timezone.utc, ZoneInfo("UTC")):
    now = datetime(2026, 11, 28, 12, tzinfo=zone)
    try:
        Scheduler().review_card(Card(), Rating.Good, now)
        seen.append("taken")
    except ValueError as error:
        seen.append(str(error))
    print(repr(zone), "→", seen[-1])
assert datetime(2026, 11, 28, tzinfo=timezone.utc) == datetime(2026, 11, 28, tzinfo=ZoneInfo("UTC"))
assert seen[0] == "taken" and "UTC" in seen[1]
PYTHON
