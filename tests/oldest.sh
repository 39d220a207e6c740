#!/usr/bin/env bash
# The tests of the quick loop with the oldest versions that pyproject.toml allows, in an environment
# of their own, which goes afterwards:
#
#   bash tests/oldest.sh [arguments for pytest]
set -u
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. tests/setup.sh
trap 'report; rm -rf "${folder:-}"' EXIT

folder=$(mktemp -d) || fail "no temporary folder"
py="$folder/environment/bin/python"
base=$(find_python) || exit 1
"$base" -m venv "$folder/environment" || fail "no environment"
"$py" -m tests.floors >"$folder/floors.txt" || fail "pyproject.toml has no oldest versions"
say "installing the oldest versions: $(tr '\n' ' ' <"$folder/floors.txt")"
"$py" -m pip install -qq --disable-pip-version-check -c "$folder/floors.txt" \
  -e '.[dev,postgres,metrics,vision,cluster]' || fail "pip could not install them (see above)"

say "pytest, the kernel compiled by these versions first"
export NUMBA_CACHE_DIR="$folder/cache"
"$py" -m tests.warm >/dev/null 2>&1
quick_tests
counting=no # from here pytest counts
# The tools of the tests are the newest, and may warn of what they have always used.
"$py" -m pytest -q "${workers[@]}" -W ignore::DeprecationWarning "${tests[@]}" "$@"
