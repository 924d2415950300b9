#!/usr/bin/env bash
# Pulls the plug of a virtual machine while it plays, again and again: every step that was kept must be there afterwards.
#   tests/platform/power/run.sh [CUTS] [SEED]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
for tool in linux.uml mkfs.ext4; do
    if ! command -v "$tool" >/dev/null && ! command -v "/usr/sbin/$tool" >/dev/null; then
        echo "$tool is missing: sudo apt install user-mode-linux e2fsprogs" >&2
        exit 77
    fi
done
exec "$root/.venv/bin/python" "$here/cut.py" "${1:-50}" "${2:-1}"
