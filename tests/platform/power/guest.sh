#!/bin/sh
# The first process of the virtual machine: mounts the disk that will lose its power, and plays on it.
export PATH=/usr/bin:/bin:/usr/sbin:/sbin
mount -t proc proc /proc
for word in $(cat /proc/cmdline); do
    case "$word" in
    table=*) table=${word#table=} ;;
    root_of=*) root=${word#root_of=} ;;
    python=*) python=${word#python=} ;;
    seed=*) seed=${word#seed=} ;;
    esac
done
modprobe ext4 2>/dev/null
if ! mount -t ext4 /dev/ubda "$table"; then
    echo "NOMOUNT"
    exec sleep 60
fi
export PYTHONPATH="$root:$root/tests/game" PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1
exec "$python" "$root/tests/platform/power/evening.py" "$table/state" "$seed"
