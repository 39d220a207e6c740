#!/usr/bin/env bash
# onnxruntime 1.28.0, 1.29.0 and 1.32.0 on Linux: importing it writes files, from 1.29 on.
#
# Guess: telemetry is for the builds of Windows, where it was; an import of a library that computes
# nets writes nothing, and disable_telemetry_events() is how one says no.
# Seen: 1.28.0 leaves nothing. 1.29.0 and 1.32.0 leave, on the import alone, a device's number and a
# database of events under ~/.cache/Microsoft and `.ses` in the folder for temporary files (1.29.0 a
# log as well). disable_telemetry_events() comes too late for it, for it can be called after the
# import only; ORT_DISABLE_TELEMETRY=1 in the environment before it leaves nothing.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"

# Prints what an import of a version leaves in a new home and a new folder for temporary files.
leaves() {
  rm -rf "$folder/home" "$folder/tmp"
  mkdir "$folder/home" "$folder/tmp"
  env "HOME=$folder/home" "TMPDIR=$folder/tmp" XDG_CACHE_HOME= "${@:2}" "$folder/venv/bin/python" -c "$1"
  (cd "$folder" && find home tmp -type f | sed -E 's/-[0-9]+\.log$/-N.log/' | LC_ALL=C sort | xargs)
}

kept="home/.cache/Microsoft/DeveloperTools/.onnxruntime/deviceid"
kept="$kept home/.cache/Microsoft/DeveloperTools/.onnxruntime/onnxruntime.db"
for version in 1.28.0 1.29.0 1.32.0; do
  "$folder/venv/bin/pip" install -q --disable-pip-version-check "onnxruntime==$version"
  plain=$(leaves "import onnxruntime")
  late=$(leaves "import onnxruntime; onnxruntime.disable_telemetry_events()")
  early=$(leaves "import onnxruntime" ORT_DISABLE_TELEMETRY=1)
  printf '%s\n  imported: %s\n  disabled after: %s\n  disabled before: %s\n' \
    "$version" "$plain" "$late" "$early"
  case $version in
    1.28.0) expected="" ;;
    1.29.0) expected="$kept tmp/.ses tmp/mat-debug-N.log" ;;
    *) expected="$kept tmp/.ses" ;;
  esac
  [ "$plain" = "$expected" ] && [ "$late" = "$expected" ] && [ -z "$early" ]
done
