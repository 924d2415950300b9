#!/bin/sh
# Boss Tray under a real systemd: start, kill, hang, watchdog, bad configuration, stop, an update that fails; the game goes on.
#   sudo tests/platform/systemd/run.sh [--fresh]
# The first time 5 minutes, 1.5 GB, kept in ~/.cache/bosstray; then 3 minutes. Needs root, a network once, mmdebstrap and
# systemd-nspawn (Debian: apt install mmdebstrap arch-test systemd-container).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
command -v systemd-nspawn >/dev/null || { echo "systemd-nspawn is missing: apt install systemd-container" >&2; exit 1; }
base=$("$here/../install/base.sh" trixie)
work=$(dirname -- "$base")/systemd-trixie
[ "${1:-}" != --fresh ] || rm -rf "$work"
mkdir -p "$work/upper" "$work/work" "$work/root" "$base.archives/partial"
# Mounts and processes of the run end with it.
exec unshare --mount --pid --fork --kill-child --propagation private sh -eu -c '
    base=$1 work=$2 project=$3
    mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/upper,workdir=$work/work" "$work/root"
    mount -t proc proc /proc
    exec python3 "$project/tests/platform/systemd/check_units.py" "$work/root" "$work" "$project" "$base.archives"
' sh "$base" "$work" "$project"
