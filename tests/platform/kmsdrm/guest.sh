#!/bin/sh
# Runs in the emulated machine: the kiosk on the console, nothing else.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev 2>/dev/null
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /tmp
mkdir -p /dev/shm
mount -t tmpfs tmpfs /dev/shm
/lib/systemd/systemd-udevd --daemon
udevadm trigger
udevadm settle --timeout=20
echo "CONSOLE screens: $(ls /dev/dri 2>/dev/null | tr '\n' ' ')"
cd /srv/bosstray
export SDL_VIDEODRIVER=kmsdrm SDL_AUDIODRIVER=dummy PYTHONDONTWRITEBYTECODE=1 PYTHONFAULTHANDLER=1
python3 tests/platform/kmsdrm/kiosk_on_console.py 2>&1
echo "CONSOLE off"
sync
echo o >/proc/sysrq-trigger
sleep 60
