#!/bin/busybox sh
# The first process of the emulated machine: loads what the root and the console need, and hands over to the Debian behind 9p.
/bin/busybox mkdir -p /proc /sys /dev /new
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
while read -r module; do
    /bin/busybox insmod "/modules/$module" 2>/dev/null
done </modules/order
/bin/busybox mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=loose root /new || /bin/busybox echo "CONSOLE no root"
exec /bin/busybox switch_root /new /srv/bosstray/tests/platform/kmsdrm/guest.sh
