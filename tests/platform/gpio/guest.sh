#!/bin/sh
# The first process of the guest: makes a GPIO chip of 54 lines as a Raspberry Pi 4 has, and runs the checks on it.
project=$1 environment=$2 work=$3
export PATH=/usr/bin:/bin:/usr/sbin:/sbin PYTHONDONTWRITEBYTECODE=1 HOME=/root
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mount -t configfs cfg /sys/kernel/config
bank=/sys/kernel/config/gpio-sim/table/bank0
mkdir -p "$bank"
echo 54 >"$bank/num_lines"
echo pinctrl-bcm2711 >"$bank/label"
echo 1 >/sys/kernel/config/gpio-sim/table/live
mount -t tmpfs tmpfs /run
# gpiozero tells a Raspberry Pi 4 by this line.
printf 'processor\t: 0\nRevision\t: d03114\n' >/run/cpuinfo
mount --bind /run/cpuinfo /proc/cpuinfo
mkdir /run/started
cd /run/started
PYTHONPATH=$project timeout 150 "$environment/bin/python" "$project/tests/platform/gpio/check_panel.py" "$work/result"
sync
busybox poweroff -f
