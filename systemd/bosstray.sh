#!/bin/sh
# Boss Tray of this machine. With sudo it acts as the table: as its user, with its games and its calibration.
program=/opt/bosstray/current/venv/bin/bosstray
if [ "$(id -u)" != 0 ]; then
    exec "$program" "$@"
fi
if grep -qs '^mode=desktop$' /opt/bosstray/install.record; then
    echo "bosstray: here Boss Tray runs on the desktop of its user; leave out sudo." >&2
    exit 2
fi
exec setpriv --reuid=bosstray --regid=bosstray --init-groups --reset-env \
    env HOME=/var/lib/bosstray STATE_DIRECTORY=/var/lib/bosstray CONFIGURATION_DIRECTORY=/etc/bosstray PYTHONNOUSERSITE=1 \
    "$program" "$@"
