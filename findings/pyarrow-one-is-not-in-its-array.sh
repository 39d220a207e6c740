#!/usr/bin/env bash
# pyarrow 26.0.1: what an array of numbers gives is equal to no number, and its 0 is true.
#
# Guess: as with a list or a numpy array, `1 in array` looks for a 1, an element can be compared with a
# number, and `[x for x in array if x]` leaves the zeros out.
# Seen: elements are `Int64Scalar`s, which equal only scalars of the same type. `1 in array` is False,
# also `scalar == 1`, without an error or a warning; a scalar of 0 is true, though one of False is false.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check pyarrow==26.0.1
"$folder/bin/python" -W error - <<'PYTHON'
import pyarrow as pa

array = pa.array([0, 1, 2])
found = {
    "1 in array": 1 in array,
    "array[1] == 1": array[1] == 1,
    "array[1] == int32 scalar": array[1] == pa.scalar(1, pa.int32()),
    "array[1] == int64 scalar": array[1] == pa.scalar(1),
    "true elements": len([element for element in array if element]),
    "bool(scalar(0)), bool(scalar(False))": (bool(pa.scalar(0)), bool(pa.scalar(False))),
}
for what, value in found.items():
    print(f"{what}: {value}")
assert list(found.values()) == [False, False, False, True, 3, (True, False)]
assert [element for element in array.to_pylist() if element] == [1, 2]
PYTHON
