#!/usr/bin/env bash
# The deep checks, which take longer than one wants to wait for: the wheel in an empty
# environment, long fuzzing, coverage of the intervals. Run `bash tests/run.sh` first.
#
#   bash tests/nightly.sh [arguments for pytest]
set -u
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. tests/setup.sh
trap report EXIT

prepare
"$py" -m pip install -qq --disable-pip-version-check -c tests/constraints.txt rlcard ||
  say "without RLCard: none of its games is tested"
warm
prepare_browser

say "pytest -m nightly"
wait # for the kernel
counting=no # from here pytest counts
exec "$py" -m pytest -q "${workers[@]}" -m nightly --hypothesis-profile=nightly "$@"
