#!/bin/sh
# Runs the buttons and lamps on gpiozero, lgpio and the lines of a real kernel's GPIO chip, in the kernel that build.sh makes.
#   sudo tests/platform/gpio/run.sh
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
project=$(CDPATH='' cd -- "$here/../../.." && pwd)
kernel=$("$here/build.sh")
cache=$(dirname -- "$kernel")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/init.sh" <<END
#!/bin/sh
exec "$here/guest.sh" "$project" "$cache/gpio-venv" "$work"
END
chmod +x "$work/init.sh"
timeout 240 "$kernel" mem=384M rootfstype=hostfs rw "init=$work/init.sh" con=null con0=null,fd:1 ssl=null quiet </dev/null >"$work/console" 2>&1 || true
cat "$work/console"
grep -q '^PASSED$' "$work/result"
