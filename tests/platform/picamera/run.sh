#!/bin/sh
# Runs the camera tests against the real picamera2 on libcamera's virtual camera, in the chroot that build.sh makes, and then
# plays the recorded game through it.
#   sudo tests/platform/picamera/run.sh
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
root=$("$here/build.sh")

# Mounts and processes of the run end with it.
exec unshare --mount --pid --fork --kill-child --propagation private sh -eu -c '
    here=$1 project=$2 root=$3
    mount -t proc proc "$root/proc"
    mount --bind "$project" "$root/opt/bosstray"
    mount -o remount,bind,ro "$root/opt/bosstray"
    mount -t tmpfs tmpfs "$root/tmp"
    mkdir -p "$root/tmp/frames" "$root/tmp/film" "$root/usr/share/libcamera/pipeline/virtual"
    tests=/opt/bosstray/tests/platform/picamera
    pictures=/opt/bosstray/tests/recordings/three-players/frames

    inside() {
        env -i PATH=/usr/bin:/bin HOME=/tmp LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=/opt/shim:/opt/bosstray \
            SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy GPIOZERO_PIN_FACTORY=mock LIBCAMERA_LOG_LEVELS="*:FATAL" OMP_NUM_THREADS=1 \
            /usr/sbin/chroot "$root" /usr/bin/env "$@"
    }
    with_camera() {
        cp "$here/$1" "$root/usr/share/libcamera/pipeline/virtual/virtual.yaml"
        shift
        inside LD_PRELOAD=/opt/shim/dmaheap_shim.so "$@"
    }
    tested="/opt/venv/bin/python -m pytest -q -p no:cacheprovider -W ignore::DeprecationWarning --rootdir /opt/bosstray"

    inside /opt/venv/bin/python $tests/frames.py $pictures /tmp/frames
    with_camera virtual.yaml BOSSTRAY_VIRTUAL_FRAMES=/tmp/frames $tested $tests/test_virtual_camera.py
    inside /opt/venv/bin/python $tests/frames.py $pictures /tmp/film film
    with_camera film.yaml BOSSTRAY_VIRTUAL_FILM=/tmp/film $tested -rP $tests/test_film_of_a_game.py
' sh "$here" "$project" "$root"
