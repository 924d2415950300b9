#!/bin/sh
# The kiosk on the console of a machine without a desktop: SDL's KMSDRM, a real key press, a picture of the screen.
#   sudo tests/platform/kmsdrm/run.sh [--fresh] [FOLDER FOR PICTURES]
# The first time 5 minutes, 1.6 GB, kept in ~/.cache/bosstray; then two to four minutes, as the processor is emulated. Needs
# root, a network once, mmdebstrap, qemu and cpio (Debian: apt install mmdebstrap arch-test qemu-system-x86 cpio).
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
for tool in qemu-system-x86_64 cpio; do
    command -v "$tool" >/dev/null || { echo "$tool is missing: apt install qemu-system-x86 cpio" >&2; exit 1; }
done
base=$("$here/../install/base.sh" trixie amd64)
work=$(dirname -- "$base")/kmsdrm-trixie
if [ "${1:-}" = --fresh ]; then
    rm -rf "$work"
    shift
fi
pictures=${1:-$work/pictures}
mkdir -p "$work/upper" "$work/work" "$work/root" "$pictures"
# Mounts and processes of the run end with it.
exec unshare --mount --pid --fork --kill-child --propagation private sh -eu -c '
    base=$1 work=$2 project=$3 pictures=$4
    mount -t overlay overlay -o "lowerdir=$base,upperdir=$work/upper,workdir=$work/work" "$work/root"
    mount -t proc proc /proc
    if [ ! -f "$work/.complete" ]; then
        echo "What the console needs, and a kernel ..." >&2
        mount -t proc proc "$work/root/proc"
        mount --bind /etc/resolv.conf "$work/root/etc/resolv.conf" 2>/dev/null || cp /etc/resolv.conf "$work/root/etc/resolv.conf"
        packages=$(sed "/^#/d;/ pi$/d" "$project/systemd/packages.txt" | tr "\n" " ")
        inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$work/root" "$@"; }
        inside apt-get update -q >"$work/log" 2>&1
        inside apt-get install -q -y --no-install-recommends -o Dpkg::Options::=--force-unsafe-io $packages busybox-static kmod \
            >>"$work/log" 2>&1 || { tail -3 "$work/log" >&2; exit 1; }
        # Only the kernel and its modules: no boot loader and no initramfs of Debian.
        inside sh -c "cd /tmp && apt-get download -q \$(apt-cache depends linux-image-amd64 | sed -n \"s/.*Depends: \\(linux-image-.*\\)/\\1/p\" | head -1) && dpkg-deb -x linux-image-*.deb / && rm linux-image-*.deb && depmod \$(ls /lib/modules)" \
            >>"$work/log" 2>&1 || { tail -3 "$work/log" >&2; exit 1; }
        umount "$work/root/proc" "$work/root/etc/resolv.conf" 2>/dev/null || true
        touch "$work/.complete"
    fi
    rm -rf "$work/root/srv/bosstray"
    mkdir -p "$work/root/srv/bosstray/tests"
    cp -r "$project/game" "$project/vision" "$project/hardware" "$project/calibration" "$project/ui" "$work/root/srv/bosstray/"
    cp -r "$project/tests/platform" "$work/root/srv/bosstray/tests/"
    exec python3 "$project/tests/platform/kmsdrm/check_console.py" "$work/root" "$work" "$pictures"
' sh "$base" "$work" "$project" "$pictures"
