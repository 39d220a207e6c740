# Makes the environment that the checks run in. Sourced by run.sh and nightly.sh, which
# have changed into the repository. Leaves `$py`, the environment's Python, and counts what
# passed and failed, so that the last line of the output always says so.

# The tests start Python some dozens of times, and each would compile every module anew.
unset PYTHONDONTWRITEBYTECODE
# Schemathesis makes cases without its plugin, which takes a second to load.
export PYTEST_ADDOPTS="-p no:schemathesis ${PYTEST_ADDOPTS:-}"

passed=0
failed=0
counting=yes
warming=

report() {
  [ -z "$warming" ] || kill "$warming" 2>/dev/null
  [ "$counting" = no ] || printf '%s passed, %s failed\n' "$passed" "$failed"
}

say() { printf '== %s\n' "$*"; }

# One check: its name, then its command.
check() {
  say "$1"
  shift
  if "$@"; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

fail() {
  printf 'tests: %s\n' "$*" >&2
  failed=$((failed + 1))
  exit 1
}

# One process more than there are cores, for browsers and servers make tests wait; four at
# most. `-n 0` among the arguments runs them in one process.
cores=$(getconf _NPROCESSORS_ONLN)
workers=(-n $((cores < 4 ? cores + 1 : 4)) --dist worksteal)

# Compiles the kernel, and the files that pytest is given, beside the checks that need none of
# it; otherwise every one of the processes of pytest would, at the same time. What is wrong with
# them, the tests will say.
warm() {
  "$py" -m tests.warm collect "$@" >/dev/null 2>&1 &
  warming=$!
}

# Leaves in `$tests` what pytest is given in the quick loop.
quick_tests() {
  local name outside=(apart arena backup bots ceiling cli cluster engine_comparisons exploit find_browser
    first_look habits jobs kernel_jit light line measure mini people playout proofs protocol puzzle_mine
    races report_file review_kept reviewing store training_example trajectory training tuning vector vision warming worker_process)
  tests=(tests/unit tests/cases analyzer README.md -m "not slow and not browser and not nightly")
  for name in "${outside[@]}"; do tests+=("--ignore-glob=tests/unit/test_$name*.py"); done
}

# The first Python that is new enough; shims that only print an error are passed over.
find_python() {
  local name
  for name in "${PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
      printf '%s\n' "$name"
      return
    fi
  done
  fail "needs Python 3.11 or newer (Debian: apt-get install python3 python3-venv;" \
    "Mac: brew install python); or name one: PYTHON=/path/to/python bash tests/run.sh"
}

make_environment() {
  local base
  base=$(find_python) || { failed=1; exit 1; }
  "$base" -c 'import ensurepip, venv' >/dev/null 2>&1 ||
    fail "Python has no venv module (Debian: apt-get install python3-venv)"
  say "making .venv with $("$base" --version)"
  "$base" -m venv --clear .venv
}

# What an installation depends on: this folder (scripts hold its path) and these files.
fingerprint() {
  .venv/bin/python - <<'PYTHON'
import hashlib, pathlib, sys
parts = [str(pathlib.Path.cwd()), sys.version]
parts += [pathlib.Path(name).read_text() for name in ("pyproject.toml", "tests/constraints.txt")]
print(hashlib.sha256("\0".join(parts).encode()).hexdigest())
PYTHON
}

# The versions that were tested; where one has no wheel (another Python, another machine),
# the newest that pyproject allows.
install() {
  say "installing ginsight and its tools (minutes at the first time)"
  .venv/bin/python -m pip install -qq --disable-pip-version-check \
    -c tests/constraints.txt -e '.[dev]' && return
  say "not with the tested versions; trying the newest"
  .venv/bin/python -m pip install -qq --disable-pip-version-check -e '.[dev]' ||
    fail "pip could not install the dependencies (see above)"
}

prepare() {
  local stamp=.venv/ginsight-installed
  # A folder that was moved or copied holds scripts that point elsewhere.
  if [ -f "$stamp" ] && [ "$(sed -n 2p "$stamp")" != "$PWD" ]; then rm -f "$stamp" .venv/pyvenv.cfg; fi
  if [ ! -f .venv/pyvenv.cfg ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    make_environment
  fi
  if [ "$(sed -n 1p "$stamp" 2>/dev/null)" != "$(fingerprint)" ]; then
    install
    { fingerprint; printf '%s\n' "$PWD"; } >"$stamp"
  fi
  py="$PWD/.venv/bin/python"
}

browser_there() { "$py" tests/browser/find_browser.py; }

can_apt() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

apt_browser() {
  say "installing a browser: apt-get install chromium-headless-shell, or chromium"
  apt-get update -qq >/dev/null || return
  apt_install chromium-headless-shell || apt_install chromium
}

apt_install() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1" >/dev/null; }

own_browser() {
  say "installing a browser: playwright install chromium"
  "$py" -m playwright install chromium
}

prepare_browser() {
  browser_there && return
  can_apt && apt_browser && browser_there && return
  own_browser && browser_there && return
  [ -z "${CI:-}" ] || fail "no browser, none could be installed, and CI is set"
  say "no browser: the browser tests are skipped (install Chromium to run them)"
}
