#!/bin/sh
# Installs Boss Tray for real on a small Debian, plays the recorded game there, updates, breaks and removes it.
#   sudo tests/platform/install/run.sh trixie|bookworm [amd64|arm64] [--fresh]
# Packages that only Raspberry Pi OS has are stand-ins. What was done stays done: an interrupted run goes on; --fresh begins anew.
# amd64: some minutes. arm64 on another processor: an hour or more. The log and all files stay in ~/.cache/bosstray.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
release=${1:?which release: trixie or bookworm}
architecture=$(dpkg --print-architecture)
fresh=no
for argument in "${2:-}" "${3:-}"; do
    case "$argument" in
    --fresh) fresh=yes ;;
    ?*) architecture=$argument ;;
    esac
done
base=$("$here/base.sh" "$release" "$architecture")
work=$base.run
[ "$fresh" = no ] || rm -rf "$work"
rm -rf "$work/source"
mkdir -p "$work/upper" "$work/work" "$work/root" "$work/source" "$base.archives/partial"
# What is worked on meanwhile must not change under the run.
tar -C "$project" --exclude=./.git --exclude='./.venv*' --exclude='./.*cache' --exclude=./.hypothesis --exclude=./training \
    --exclude=__pycache__ -cf - . | tar -C "$work/source" -xf -
# Mounts and processes of the run end with it.
exec unshare --mount --pid --fork --kill-child --propagation private sh -eu -c '
    base=$1 work=$2 project=$3
    root=$work/root
    mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/upper,workdir=$work/work" "$root"
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/tmp"
    mount -t tmpfs tmpfs "$root/run"
    mkdir -p "$root/var/cache/apt/archives" "$root/srv/bosstray"
    mount --bind "$base.archives" "$root/var/cache/apt/archives"
    mount --bind "$project" "$root/srv/bosstray"
    mount -o remount,bind,ro "$root/srv/bosstray"
    cp /etc/resolv.conf "$root/etc/resolv.conf"
    shift 3
    exec python3 "$project/tests/platform/install/check_install.py" "$root" "$work" "$@"
' sh "$base" "$work" "$work/source" "$release" "$architecture"
