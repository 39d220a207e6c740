#!/usr/bin/env bash
# Every check, from the cheapest to the dearest, on a bare Debian or a Mac:
#
#   bash tests/run.sh [arguments for pytest]
#   bash tests/run.sh quick     the loop after each change: ruff, mypy, tests of the domain, doctests
#
# Makes .venv when it is absent or out of date, and finds or installs a browser. With CI
# set, a missing browser is a failure; otherwise the browser tests are skipped.
# The last line says how many checks passed and failed.
set -u
exec </dev/null
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
. tests/setup.sh
trap report EXIT

# After each change: cards, rules, texts, search, review, and the examples in docstrings and README;
# no page, no process, no clock, nothing slow.
quick() {
  quick_tests
  check "ruff check" "$py" -m ruff check .
  [ "$failed" = 0 ] || exit 1
  say "mypy, and pytest beside it"
  "$py" -m mypy &
  local types=$!
  counting=no # from here pytest counts
  "$py" -m pytest -q -n $((cores < 4 ? cores : 4)) --dist worksteal "${tests[@]}" "$@" ||
    failed=1 # no more processes than cores, for nothing waits here
  wait "$types" || failed=1
  exit "$failed"
}

prepare
if [ "${1:-}" = quick ]; then
  shift
  quick "$@"
fi
warm "$@"
check "ruff check" "$py" -m ruff check .
check "ruff format" "$py" -m ruff format --check .
check "import-linter" "$py" -c 'from importlinter.cli import lint_imports_command as lint; lint()'
check "mypy" "$py" -m mypy
[ "$failed" = 0 ] || exit 1
prepare_browser

say "pytest"
wait # for the kernel, and the files of tests
counting=no # from here pytest counts
exec "$py" -m pytest -q "${workers[@]}" "$@"
