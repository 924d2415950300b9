#!/bin/sh
# Makes, once, a Debian trixie with the real libcamera and the real picamera2, in which the camera tests run without a Pi.
# About 3 minutes, 1.6 GB, kept outside the project:  sudo tests/platform/picamera/build.sh
# Needs root, a network and Debian.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
cache=${BOSSTRAY_PLATFORM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bosstray}
root=$cache/picamera-trixie
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}

if [ -f "$root/.complete" ]; then
    echo "$root"
    exit 0
fi
[ "$(id -u)" = 0 ] || { echo "Only root can make a chroot; use sudo." >&2; exit 1; }
command -v debootstrap >/dev/null || apt-get install -q -y --no-install-recommends debootstrap >&2 || {
    echo "debootstrap is missing and cannot be installed; on Debian: sudo apt update && sudo apt install debootstrap." >&2
    exit 1
}

inside() { env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$root" "$@"; }

mkdir -p "$cache"
rm -rf "$root"
echo "debootstrap trixie ..." >&2
debootstrap --variant=minbase trixie "$root" "$mirror" >"$cache/picamera-build.log" 2>&1
cp /etc/resolv.conf "$root/etc/resolv.conf"
echo "libcamera and its tools ..." >&2
inside apt-get update -q >>"$cache/picamera-build.log" 2>&1
inside apt-get install -q -y --no-install-recommends python3-libcamera libcamera-tools libcamera-ipa python3-numpy python3-venv \
    python3-prctl gcc libc6-dev python3-dev ca-certificates >>"$cache/picamera-build.log" 2>&1
echo "picamera2 and what the program needs ..." >&2
mkdir -p "$root/opt/wheels"
if [ -n "${PIP_FIND_LINKS:-}" ] && [ -d "$PIP_FIND_LINKS" ]; then
    cp -r "$PIP_FIND_LINKS/." "$root/opt/wheels/"
fi
if [ -n "${PIP_CERT:-}" ]; then
    cp "$PIP_CERT" "$root/etc/ssl/certs/ca-certificates.crt"
fi
inside python3 -m venv --system-site-packages /opt/venv
inside /opt/venv/bin/pip install -q --no-input picamera2 'opencv-python-headless>=4.10,<5' click rich platformdirs pygame \
    'gpiozero>=2,<3' hypothesis pytest pytest-timeout pytest-benchmark >>"$cache/picamera-build.log" 2>&1
rm -rf "$root/opt/wheels"

# libcamera 0.4.0's virtual pipeline never fills the status of a frame, and picamera2 drops such frames: not so on a Pi.
driver=$(inside /opt/venv/bin/python -c 'import importlib.util as u; print(u.find_spec("picamera2").submodule_search_locations[0])')
line='if next(iter(req.request.buffers.values())).metadata.status == libcamera.FrameMetadata.Status.Success:'
grep -qF "$line" "$root$driver/picamera2.py" || {
    echo "This picamera2 is a newer one, in which that line is another; look at process_requests in $root$driver/picamera2.py." >&2
    exit 1
}
sed -i 's/if next(iter(req\.request\.buffers\.values()))\.metadata\.status == .*:$/if True:/' "$root$driver/picamera2.py"

mkdir -p "$root/opt/shim" "$root/opt/frames" "$root/opt/bosstray"
cp "$here/dmaheap_shim.c" "$here/pykms.py" "$root/opt/shim/"
inside gcc -shared -fPIC -O2 -o /opt/shim/dmaheap_shim.so /opt/shim/dmaheap_shim.c -ldl
touch "$root/.complete"
echo "$root"
