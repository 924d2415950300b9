#!/bin/sh
# Makes, once, a small Debian as Raspberry Pi OS Lite has it, on which the installer is tried; prints its folder.
#   sudo tests/platform/install/base.sh trixie|bookworm [amd64|arm64]
# amd64: 1 minute, 300 MB. arm64 on another processor: 5 minutes, and it needs qemu-user-static and binfmt-support.
# Needs root, a network and mmdebstrap. What was interrupted is made again.
set -eu
release=${1:?which release: trixie or bookworm}
architecture=${2:-$(dpkg --print-architecture)}
cache=${BOSSTRAY_PLATFORM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bosstray}
base=$cache/install-$release-$architecture
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

if [ -f "$base/.complete" ]; then
    echo "$base"
    exit 0
fi
command -v mmdebstrap >/dev/null || { echo "mmdebstrap is missing: apt install mmdebstrap arch-test" >&2; exit 1; }
[ "$(id -u)" = 0 ] || { echo "Only root can make a chroot; use sudo." >&2; exit 1; }
if [ "$architecture" != "$(dpkg --print-architecture)" ]; then
    [ -e /proc/sys/fs/binfmt_misc/status ] || mount -t binfmt_misc binfmt_misc /proc/sys/fs/binfmt_misc
    update-binfmts --enable qemu-aarch64
    grep -q '^flags:.*F' /proc/sys/fs/binfmt_misc/qemu-aarch64 || {
        echo "This machine cannot run programs for $architecture: apt install qemu-user-static binfmt-support" >&2
        exit 1
    }
fi

mkdir -p "$cache"
rm -rf "$base"
echo "$release for $architecture ..." >&2
mmdebstrap --quiet --mode=root --variant=minbase --dpkgopt=force-unsafe-io --architectures="$architecture" \
    --include=ca-certificates,systemd,systemd-sysv,udev,dbus,sudo,python3 \
    "$release" "$base" "$mirror" >"$base.log" 2>&1 || { tail -3 "$base.log" >&2; exit 1; }
if [ -n "${PIP_CERT:-}" ]; then
    cp "$PIP_CERT" "$base/etc/ssl/certs/ca-certificates.crt"
fi
touch "$base/.complete"
echo "$base"
