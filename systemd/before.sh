#!/bin/sh
# What the installer asks, checks and says before anything is done; sourced by install.sh. Nothing here needs root or changes a thing,
# apart from `git pull` in the checkout of whoever updates.

first_megabytes=1500
update_megabytes=150

usages() { sed -n '3,5s/^#   /  .\/tray /p' "$source/systemd/install.sh"; }
usage() {
    printf 'Boss Tray: %s\n' "$*" >&2
    usages >&2
    exit 2
}

read_arguments() {
    command=${1:-}
    [ $# -eq 0 ] || shift
    yes=no dry=no purge=no mode='' user='' given='' confirmed=no here=no
    while [ $# -gt 0 ]; do
        case "$command $1" in
        *' --help' | *' -h')
            usages
            exit 0
            ;;
        *' --yes') yes=yes ;;
        *' --dry-run') dry=yes ;;
        *' --confirmed') confirmed=yes ;;
        'update --here') here=yes ;;
        'install --console') mode=console ;;
        'install --desktop')
            [ $# -gt 1 ] || usage "--desktop needs the name of the user who is logged in there."
            mode=desktop user=$2
            shift
            ;;
        'uninstall --purge') purge=yes ;;
        *' -'*) usage "$command has no option $1." ;;
        'update '*) given=$1 ;;
        *) usage "$command takes no $1." ;;
        esac
        shift
    done
}

# --- what may not be ---

release() { sed -n "s/^$1=//p" /etc/os-release | tr -d '"'; }

check_machine() {
    case "$(dpkg --print-architecture 2>/dev/null || echo none)" in
    arm64 | amd64) ;;
    none) fail "This system has no apt; Boss Tray installs on Raspberry Pi OS, 64 bit." ;;
    *) fail "This is a 32 bit system; write Raspberry Pi OS (64-bit) onto the card with Raspberry Pi Imager." ;;
    esac
    number=$(release VERSION_ID)
    case "$number" in
    12 | 13) ;;
    '' | *[!0-9]*) fail "$(release PRETTY_NAME) is not known here; Boss Tray needs Raspberry Pi OS Bookworm (12) or Trixie (13)." ;;
    *)
        if [ "$number" -lt 12 ]; then
            fail "$(release PRETTY_NAME) is too old; Boss Tray needs Raspberry Pi OS Bookworm (12) or Trixie (13)."
        fi
        say "Note: $(release PRETTY_NAME) is newer than what Boss Tray was tried on."
        ;;
    esac
    command -v systemctl >/dev/null || fail "systemd is missing here; Boss Tray needs it to start by itself."
}

check_disk() {
    place=/opt
    [ -d "$place" ] || place=/
    free=$(df -Pm "$place" | awk 'NR == 2 { print $4 }')
    needed=$update_megabytes
    [ -z "$missing" ] || needed=$first_megabytes
    [ "$free" -ge "$needed" ] || fail "The disk is too full: $free MB are free and $needed MB are needed; make room or take a larger card."
}

on_a_pi() { [ -r /proc/device-tree/model ] && tr -d '\0' </proc/device-tree/model | grep -q '^Raspberry Pi'; }

# wanted KIND: the packages of packages.txt, of the kind "pi" or of none.
wanted() { sed 's/#.*//' "$source/systemd/packages.txt" | awk -v kind="$1" 'NF && $2 == kind { print $1 }'; }

# Sets $missing: the packages that are not here yet. What only Raspberry Pi OS has is wanted elsewhere when apt offers it.
find_missing() {
    names=$(wanted '')
    if on_a_pi; then
        names="$names $(wanted pi)"
    else
        # shellcheck disable=SC2046 # names of packages, one a word
        names="$names $(apt-cache policy $(wanted pi) 2>/dev/null | awk '/^[^ ]/ { name = $1 } /Candidate:/ && $2 != "(none)" { sub(":", "", name); print name }')"
    fi
    # shellcheck disable=SC2086 # names of packages, one a word
    present=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $names 2>/dev/null | sed -n 's/^installed //p' | tr '\n' ' ')
    missing=''
    for name in $names; do
        case " $present " in *" $name "*) ;; *) missing="$missing$name " ;; esac
    done
}

# --- what will be done, in words ---

choose_mode() {
    if [ -z "$mode" ] && [ -f "$record" ]; then
        mode=$(recorded mode) user=$(recorded user)
    elif [ -z "$mode" ] && [ "$(systemctl get-default 2>/dev/null)" = graphical.target ] && [ -e /etc/systemd/system/display-manager.service ]; then
        mode=desktop user=${SUDO_USER:-$(id -un)}
    fi
    mode=${mode:-console}
    if [ "$mode" = desktop ]; then
        id "$user" >/dev/null 2>&1 || fail "There is no user ${user:-(none)} for --desktop."
        [ "$(id -u "$user")" != 0 ] || fail "A desktop is not root's; name its user: ./tray install --desktop USER."
    fi
}

plan() {
    case "$command" in
    install)
        say "Boss Tray will be installed on $(release PRETTY_NAME):"
        if [ -n "$missing" ]; then say "  from apt: $missing"; else say "  from apt: nothing, all is there"; fi
        say "  the program in $home, its command bosstray in ${program%/*}"
        if [ "$mode" = desktop ]; then
            say "  it starts on the desktop of $user; $user joins the groups $groups"
        else
            say "  a user $account without password, in the groups $groups; its games in $games"
            say "  it starts with the machine on the console, instead of the login on screen 1; Alt+F2 has a login"
            if [ -e /etc/systemd/system/display-manager.service ]; then say "  the desktop is switched off"; fi
        fi
        say "  the configuration in $configuration, udev rules for pins and camera memory, the screen never goes blank"
        ;;
    update) say "Boss Tray will be updated from $source; the version that runs now is kept and comes back if the new one does not start." ;;
    uninstall)
        say "Boss Tray will be removed: the program, its units and its command. The packages of apt stay."
        if [ "$purge" = yes ]; then
            say "The games in $games and the configuration in $configuration are removed as well, for good."
        else
            say "The games stay in $games, the configuration in $configuration."
        fi
        ;;
    esac
}

confirm() {
    plan
    if [ "$yes" = yes ] || [ "$dry" = yes ]; then return; fi
    [ -t 0 ] || fail "Nobody can be asked here; say --yes."
    printf 'Go on? [y/N] '
    read -r answer
    case "$answer" in [yY]*) ;; *) fail "Nothing was changed." ;; esac
}

# --- where an update comes from, and root ---

# An archive is unpacked, a folder taken as it is; the installer of the new version does the rest, with the rights it has then.
find_source() {
    case "$given" in
    '')
        if [ "$here" = no ] && [ -d "$source/.git" ]; then
            step "Fetching the newest version with git ..."
            # The checkout belongs to a user, even when root updates.
            owner=$(stat -c %U "$source")
            set -- git -C "$source" pull --quiet --ff-only
            if [ "$(id -un)" != "$owner" ]; then set -- setpriv --reuid="$owner" --regid="$(id -g "$owner")" --init-groups --reset-env "$@"; fi
            run "$@" || fail "git could not fetch the newest version; connect the network, or name a folder or an archive."
        fi
        return
        ;;
    *.tar.gz | *.tgz | *.tar.xz | *.tar)
        [ -f "$given" ] || fail "There is no archive $given."
        unpacked=$(mktemp -d)
        tar -xf "$given" -C "$unpacked" --no-same-owner || fail "$given is no archive that can be unpacked."
        new=$(find "$unpacked" -maxdepth 3 -path '*/systemd/install.sh' | head -1)
        ;;
    *)
        [ -d "$given" ] || fail "There is no folder or archive $given."
        new=$(CDPATH='' cd -- "$given" && pwd)/systemd/install.sh
        ;;
    esac
    [ -n "$new" ] && [ -f "$new" ] || fail "$given holds no Boss Tray that can be installed."
    [ "$new" != "$source/systemd/install.sh" ] || return 0
    set -- update --here
    [ "$yes" = no ] || set -- "$@" --yes
    [ "$dry" = no ] || set -- "$@" --dry-run
    sh "$new" "$@" && code=0 || code=$?
    [ -z "${unpacked:-}" ] || rm -rf "$unpacked"
    exit "$code"
}

as_root() {
    command -v sudo >/dev/null || fail "This needs root; run it as root, for sudo is missing."
    set -- "$command" --yes --confirmed
    [ "$purge" = no ] || set -- "$@" --purge
    if [ "$command" = install ]; then
        if [ "$mode" = desktop ]; then set -- "$@" --desktop "$user"; else set -- "$@" --console; fi
    fi
    exec sudo sh "$source/systemd/install.sh" "$@"
}
