#!/bin/sh
# Everything that root does for Boss Tray on a Raspberry Pi, in one file. Called by ./tray install, update and uninstall:
#   install   [--yes] [--dry-run] [--console | --desktop USER]
#   update    [--yes] [--dry-run] [FOLDER | ARCHIVE.tar.gz]
#   uninstall [--yes] [--dry-run] [--purge]
# Everything lies in the places named below; each version in a folder of its own, and `current` points to the one that runs.
set -eu
umask 022
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive
source=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)

home=/opt/bosstray
versions=$home/versions
record=$home/install.record
games=/var/lib/bosstray
configuration=/etc/bosstray
units=/etc/systemd/system
desktop_unit=/etc/systemd/user/bosstray-desktop.service
autostart=/etc/xdg/autostart/bosstray.desktop
rules=/etc/udev/rules.d/60-bosstray.rules
program=/usr/local/bin/bosstray
log=/var/log/bosstray-install.log
account=bosstray
groups="video render gpio input audio"
settle_seconds=8

say() { printf '%s\n' "$*"; }
step() { say "* $*"; }
fail() {
    printf 'Boss Tray: %s\n' "$*" >&2
    exit 1
}
# run COMMAND...: does it, or only says it with --dry-run. logged COMMAND...: the same, with what it prints in the log.
run() {
    if [ "$dry" = yes ]; then say "    $*"; else "$@"; fi
}
logged() {
    if [ "$dry" = yes ]; then say "    $*"; else "$@" >>"$log" 2>&1 9>&-; fi
}

# shellcheck source=before.sh
. "$source/systemd/before.sh"

# --- install ---

recorded() { [ ! -f "$record" ] || sed -n "s/^$1=//p" "$record"; }

install_packages() {
    if [ -z "$missing" ]; then
        step "All packages are there."
        return
    fi
    step "Asking the package servers ..."
    # What a pulled plug has left half done would stop apt.
    logged dpkg --configure -a || true
    logged apt-get update -q -o APT::Update::Error-Mode=any -o DPkg::Lock::Timeout=120 ||
        fail "The package servers cannot be reached, so packages are missing; connect the network and do this again. Details: $log."
    find_missing
    step "Installing packages, some minutes: $missing"
    # shellcheck disable=SC2086 # names of packages, one a word
    logged apt-get install -q -y --no-install-recommends -o DPkg::Lock::Timeout=120 $missing ||
        fail "apt could not install the packages; the reason stands at the end of $log."
}

install_account() {
    for group in $groups; do
        getent group "$group" >/dev/null || run groupadd --system "$group"
    done
    if [ "$mode" = desktop ]; then
        run usermod --append --groups "$(echo "$groups" | tr ' ' ,)" "$user"
        return
    fi
    if ! id "$account" >/dev/null 2>&1; then
        step "Making the user $account ..."
        run useradd --system --user-group --home-dir "$games" --no-create-home --shell /usr/sbin/nologin "$account"
    fi
    run usermod --append --groups "$(echo "$groups" | tr ' ' ,)" "$account"
    run install -d -m 0750 -o "$account" -g "$account" "$games"
}

# Makes the wheel of the source and puts it into a folder of its own; its name is $version. What is there already stays.
install_version() {
    step "Building the program ..."
    tools=$home/tools
    recipe=$(cksum <"$source/systemd/build-requirements.txt")
    run install -d "$versions"
    if [ "$(cat "$tools/.recipe" 2>/dev/null)" != "$recipe" ] || ! "$tools/bin/python" -c '' 2>/dev/null; then
        run rm -rf "$tools"
        run /usr/bin/python3 -m venv "$tools"
        logged "$tools/bin/pip" install --quiet --no-input --require-hashes --only-binary :all: -r "$source/systemd/build-requirements.txt" ||
            fail "The build tools could not be fetched; connect the network and do this again. Details: $log."
        [ "$dry" = yes ] || printf '%s' "$recipe" >"$tools/.recipe"
    fi
    if [ "$dry" = yes ]; then
        version=VERSION
    else
        wheels=$(mktemp -d)
        SOURCE_DATE_EPOCH=1735689600 "$tools/bin/pip" wheel --quiet --no-input --no-deps --no-build-isolation --no-index --no-cache-dir \
            --wheel-dir "$wheels" "$source" >>"$log" 2>&1 || fail "The program could not be built from $source; the reason stands at the end of $log."
        wheel=$(echo "$wheels"/*.whl)
        python=$(/usr/bin/python3 -c 'import sys; print("py%d.%d" % sys.version_info[:2])')
        version=$(basename "$wheel" | cut -d- -f2)-$(sha256sum "$wheel" | cut -c1-8)-$python
    fi
    folder=$versions/$version
    if [ ! -f "$folder/.complete" ]; then
        run rm -rf "$folder"
        run /usr/bin/python3 -m venv --system-site-packages --without-pip "$folder/venv"
        logged "$tools/bin/pip" --python "$folder/venv/bin/python" install --quiet --no-input --no-deps --no-index "${wheel:-WHEEL}" ||
            fail "The program could not be installed; the reason stands at the end of $log."
        run cp -r "$source/systemd" "$folder/systemd"
        check_version
        run touch "$folder/.complete"
    else
        check_version
    fi
    [ "$dry" = yes ] || rm -rf "$wheels"
}

# What the import check says is the reason why nothing is switched over.
check_version() {
    step "Checking the libraries ..."
    pi=''
    if on_a_pi; then pi="lgpio libcamera picamera2"; fi
    as=$account
    [ "$mode" != desktop ] || as=$user
    # shellcheck disable=SC2086 # names of modules
    (cd / && run setpriv --reuid="$as" --regid="$(id -g "$as" 2>/dev/null || echo "$as")" --init-groups --reset-env \
        env PYTHONNOUSERSITE=1 PYTHONDONTWRITEBYTECODE=1 PYGAME_HIDE_SUPPORT_PROMPT=1 "$folder/venv/bin/python" -W ignore "$folder/systemd/check_libraries.py" $pi) ||
        fail "The libraries of this machine do not fit, as said above; nothing was switched over."
}

# place FOLDER: units, rules and the command of one version, and `current` points to it.
place() {
    run ln -sfn "$1" "$home/current.new"
    run mv -fT "$home/current.new" "$home/current"
    run install -m 0755 "$1/systemd/bosstray.sh" "$program"
    run install -D -m 0644 "$1/systemd/60-bosstray.rules" "$rules"
    if [ "$mode" = desktop ]; then
        run install -D -m 0644 "$1/systemd/bosstray-desktop.service" "$desktop_unit"
        run install -D -m 0644 "$1/systemd/bosstray.desktop" "$autostart"
    else
        run install -D -m 0644 "$1/systemd/bosstray.service" "$units/bosstray.service"
        run install -D -m 0644 "$1/systemd/bosstray-fault.service" "$units/bosstray-fault.service"
    fi
    run sync
    if booted; then
        run systemctl daemon-reload
        logged udevadm control --reload || true
        logged udevadm trigger --subsystem-match=gpio --subsystem-match=dma_heap || true
    fi
}

install_configuration() {
    run install -d "$configuration"
    if [ ! -f "$configuration/config.toml" ]; then
        step "Writing the configuration $configuration/config.toml ..."
        if [ "$dry" != yes ]; then
            (cd / && "$folder/venv/bin/bosstray" config show >"$configuration/config.toml.new")
            mv "$configuration/config.toml.new" "$configuration/config.toml"
        fi
    fi
}

# What was there before is written down once, so that it can be undone.
write_record() {
    getty=$(recorded getty) target=$(recorded target)
    if [ ! -f "$record" ]; then
        getty=$(systemctl is-enabled getty@tty1.service 2>/dev/null || true)
        target=$(systemctl get-default 2>/dev/null || true)
    fi
    if [ "$dry" != yes ]; then
        printf 'mode=%s\nuser=%s\ngetty=%s\ntarget=%s\n' "$mode" "$user" "$getty" "$target" >"$record.new"
        mv "$record.new" "$record"
    fi
}

switch_on() {
    if [ "$mode" = desktop ]; then
        give_console_back
        if command -v raspi-config >/dev/null; then logged raspi-config nonint do_blanking 1 || true; fi
        return
    fi
    run rm -f "$autostart" "$desktop_unit"
    logged systemctl disable getty@tty1.service
    if [ -e /etc/systemd/system/display-manager.service ]; then logged systemctl set-default multi-user.target; fi
    logged systemctl enable bosstray.service
}

give_console_back() {
    if [ -e "$units/bosstray.service" ]; then
        if booted; then logged systemctl stop bosstray.service || true; fi
        logged systemctl disable bosstray.service || true
        run rm -f "$units/bosstray.service" "$units/bosstray-fault.service"
    fi
    [ "$(recorded getty)" != enabled ] || logged systemctl enable getty@tty1.service
    [ "$(recorded target)" != graphical.target ] || logged systemctl set-default graphical.target
    if booted; then
        run systemctl daemon-reload
        if systemctl is-enabled --quiet getty@tty1.service 2>/dev/null; then run systemctl start --no-block getty@tty1.service; fi
    fi
}

booted() { [ -d /run/systemd/system ]; }
manage() {
    if [ "$mode" = desktop ]; then systemctl --user --machine="$user@" "$@"; else systemctl "$@"; fi
}
unit() { if [ "$mode" = desktop ]; then echo bosstray-desktop.service; else echo bosstray.service; fi; }
shown() { manage show --property="$1" --value "$(unit)"; }

# start: whether the unit becomes ready in its time and stays so for some seconds.
start() {
    manage reset-failed "$(unit)" 2>/dev/null || true
    manage restart "$(unit)" 2>>"$log" || return 1
    before=$(shown MainPID)
    sleep "$settle_seconds"
    [ "$(shown ActiveState)" = active ] && [ "$(shown MainPID)" = "$before" ]
}

last_words() { journalctl --quiet --boot --no-pager --output=cat --lines=1 _SYSTEMD_UNIT=bosstray.service 2>/dev/null || true; }

do_install() {
    install_packages
    install_account
    install_version
    old=$(readlink "$home/current" 2>/dev/null || true)
    place "$folder"
    install_configuration
    write_record
    switch_on
    [ "$folder" = "$old" ] || forget_versions "$old"
    say "Boss Tray $version is installed."
    if [ "$dry" = yes ]; then return; fi
    if ! booted; then
        say "It starts with the machine."
    elif [ "$mode" = desktop ]; then
        say "It starts when $user logs in the next time."
    elif start; then
        say "It is running."
    else
        say "It does not play yet: $(last_words)"
        say "All checks: sudo bosstray doctor. Then start it: sudo systemctl start bosstray."
    fi
}

# --- update ---

do_update() {
    mode=$(recorded mode) user=$(recorded user)
    old=$(readlink "$home/current")
    install_packages
    install_version
    if [ "$folder" = "$old" ]; then
        say "Boss Tray $version is what is installed already."
        return
    fi
    running=no
    if booted && [ "$(shown ActiveState)" = active ]; then running=yes; fi
    step "Switching over to $version ..."
    place "$folder"
    if [ "$dry" = yes ]; then return; fi
    if [ "$running" = no ]; then
        say "Boss Tray $version is installed; it was not running, so it was not started."
    elif start; then
        say "Boss Tray $version is running; the version before is kept."
    else
        step "$version did not become ready; going back ..."
        place "$old"
        if start; then
            fail "$version did not start, so $(basename "$old") is running again. The reason stands in: journalctl -u bosstray."
        fi
        fail "Neither $version nor $(basename "$old") starts; ask: sudo bosstray doctor."
    fi
    forget_versions "$old"
}

# Keeps the version that runs and the one before it.
forget_versions() {
    for old_folder in "$versions"/*; do
        [ -d "$old_folder" ] || continue
        case "$old_folder" in "$folder" | "${1:-none}") ;; *) run rm -rf "$old_folder" ;; esac
    done
}

# --- uninstall ---

do_uninstall() {
    if [ "$mode" = desktop ] && booted; then
        logged manage stop "$(unit)" || true
    fi
    give_console_back
    run rm -f "$desktop_unit" "$autostart" "$rules" "$program"
    run rm -rf "$home" /var/cache/bosstray
    if [ "$purge" = yes ]; then
        # The folder of the games may be a partition of its own, which only becomes empty.
        [ ! -d "$games" ] || run find "$games" -mindepth 1 -delete
        run rm -rf "$configuration" "$log"
        [ ! -d "$games" ] || logged_to_null rmdir "$games"
        if id "$account" >/dev/null 2>&1; then logged_to_null userdel "$account"; fi
        say "Boss Tray is removed, with its games and its configuration."
    else
        say "Boss Tray is removed. The games are in $games, the configuration is in $configuration; a new install goes on with them."
    fi
}
logged_to_null() { if [ "$dry" = yes ]; then say "    $*"; else "$@" >/dev/null 2>&1 || true; fi; }

# --- the order of things ---

main() {
    read_arguments "$@"
    case "$command" in
    install)
        check_machine
        choose_mode
        find_missing
        check_disk
        ;;
    update)
        check_machine
        [ -f "$record" ] || fail "Nothing is installed here; run ./tray install first."
        [ "$confirmed" = yes ] || find_source
        find_missing
        check_disk
        ;;
    uninstall)
        [ -e "$home" ] || [ -e "$units/bosstray.service" ] || fail "Nothing is installed here."
        mode=$(recorded mode) user=$(recorded user)
        [ "$mode" != desktop ] || games=$(getent passwd "$user" | cut -d: -f6)/.local/state/bosstray
        ;;
    *) usage "${command:-nothing} is no command." ;;
    esac
    [ "$confirmed" = yes ] || confirm
    if [ "$dry" != yes ]; then
        [ "$(id -u)" = 0 ] || as_root
        exec 9>/run/bosstray-install.lock
        flock -n 9 || fail "Another install, update or uninstall is running."
    fi
    "do_$command"
}

main "$@"
