#!/usr/bin/env bash
# PettingZoo 1.27.0: gin rummy is gone, in a minor release.
#
# Guess: an environment with a version in its name (gin_rummy_v4) is replaced by a _v5 or deprecated
# for a while; a minor release keeps it importable.
# Seen: 1.26.1 is the last that has it; in 1.27.0 neither the module nor one of another version is
# there, and the card games of RLCard have gone with it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder"
"$folder/bin/pip" install -q --disable-pip-version-check pettingzoo==1.27.0
"$folder/bin/python" - <<'PYTHON'
import importlib
import pkgutil

import pettingzoo.classic

names = sorted(module.name for module in pkgutil.iter_modules(pettingzoo.classic.__path__))
print(*names)
assert not [name for name in names if "gin" in name], names
for version in range(1, 7):
    try:
        importlib.import_module(f"pettingzoo.classic.gin_rummy_v{version}")
    except ImportError:
        continue
    raise SystemExit(f"gin_rummy_v{version} is there")
print("no gin_rummy_v1 to v6")
PYTHON
