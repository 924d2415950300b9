#!/bin/sh
# Writes why Boss Tray does not play. Called by bosstray-fault.service, whose output is the console.
set -eu
start=$(systemctl show --property=InvocationID --value bosstray.service)
printf '\n\n   Boss Tray cannot play.\n\n'
journalctl --quiet --no-pager --output=cat --lines=8 "_SYSTEMD_INVOCATION_ID=$start" | sed 's/^bosstray: //; s/^/   /'
printf '\n   Then start it again:  sudo systemctl start bosstray\n   All checks:           sudo bosstray doctor\n\n'
