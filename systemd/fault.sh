#!/bin/sh
# Writes why Boss Tray does not play. Called by bosstray-fault.service, whose output is the console.
set -eu
printf '\n\n   Boss Tray cannot play.\n\n'
journalctl --quiet --boot --no-pager --output=cat --lines=6 _SYSTEMD_UNIT=bosstray.service | sed 's/^bosstray: //; s/^/   /'
printf '\n   Then start it again:  sudo systemctl start bosstray\n   All checks:           sudo bosstray doctor\n\n'
