#!/bin/sh
# Runs the camera tests against the real picamera2 on libcamera's virtual camera, in the chroot that build.sh makes.
#   sudo tests/platform/picamera/run.sh [FOLDER OF FRAMES]
# The virtual camera shows the JPEG pictures of FOLDER (1280x720); by default the bundled recorded table, else drawn ones.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
root=$("$here/build.sh")
frames=${1:-$project/tests/recordings/three-players/frames}

# Mounts and processes of the run end with it.
exec unshare --mount --pid --fork --kill-child --propagation private sh -eu -c '
    here=$1 project=$2 root=$3 frames=$4
    mount -t proc proc "$root/proc"
    mount --bind "$project" "$root/opt/bosstray"
    mount -o remount,bind,ro "$root/opt/bosstray"
    mount -t tmpfs tmpfs "$root/tmp"
    mkdir -p "$root/tmp/frames" "$root/usr/share/libcamera/pipeline/virtual"
    cp "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
    env -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 /usr/sbin/chroot "$root" \
        /opt/venv/bin/python /opt/bosstray/tests/platform/picamera/frames.py "/opt/bosstray/${frames#"$project"/}" /tmp/frames
    exec env -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/opt/shim:/opt/bosstray \
        SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy LIBCAMERA_LOG_LEVELS="*:FATAL" OMP_NUM_THREADS=1 BOSSTRAY_VIRTUAL_FRAMES=/tmp/frames \
        /usr/sbin/chroot "$root" /usr/bin/env LD_PRELOAD=/opt/shim/dmaheap_shim.so \
        /opt/venv/bin/python -m pytest -q -p no:cacheprovider -W ignore::DeprecationWarning --rootdir /opt/bosstray \
        /opt/bosstray/tests/platform/picamera/test_virtual_camera.py
' sh "$here" "$project" "$root" "$frames"
