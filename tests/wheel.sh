#!/usr/bin/env bash
# The tests against the built wheel instead of the source tree: in an empty folder, in an
# environment of its own, with nothing of the repository but tests/ and the texts.
#
#   bash tests/wheel.sh [arguments for pytest]
set -u
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. tests/setup.sh
trap 'report; rm -rf "${empty:-}"' EXIT

prepare
prepare_browser
empty=$(mktemp -d) || fail "no temporary folder"

say "building the wheel"
"$py" -m pip wheel -qq --no-deps --no-build-isolation -w "$empty/dist" . || fail "no wheel"
wheel=$(ls "$empty"/dist/*.whl)

say "installing it in $empty"
"$py" -m venv "$empty/.venv" || fail "no environment"
"$empty/.venv/bin/python" -m pip install -qq -c tests/constraints.txt "$wheel[dev]" ||
  fail "the wheel does not install"
cp -R tests pyproject.toml README.md CHANGELOG.md "$empty"

say "pytest"
cd "$empty" || exit 1
"$empty/.venv/bin/python" -m tests.warm
counting=no # from here pytest counts
"$empty/.venv/bin/python" -m pytest -q "${workers[@]}" -o testpaths="tests README.md" "$@"
