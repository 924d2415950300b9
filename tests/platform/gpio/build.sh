#!/bin/sh
# Makes, once, a User-Mode-Linux kernel that has a simulated GPIO chip, so that gpiozero and lgpio run on real kernel lines.
# 5 to 10 minutes, 7 MB are kept outside the project; what was interrupted goes on where it was:
#   sudo tests/platform/gpio/build.sh
set -eu
cache=${BOSSTRAY_PLATFORM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bosstray}
kernel=$cache/uml-gpio
work=$cache/uml-build
log=$cache/uml-build.log
packages="linux-source-6.1 gcc libc6-dev make flex bison bc xz-utils busybox python3-venv"

fail() {
    echo "$*" >&2
    exit 1
}

missing() {
    for package in $packages; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed || printf '%s ' "$package"
    done
}

made() {
    [ -x "$kernel" ] && [ -x "$cache/gpio-venv/bin/python" ] && command -v busybox >/dev/null
}

if made; then
    echo "$kernel"
    exit 0
fi
[ "$(id -u)" = 0 ] || fail "Only root can run this kernel on the files of this machine; use sudo."
command -v dpkg-query >/dev/null || fail "This needs Debian 12 with the packages $packages."
mkdir -p "$cache"
lacking=$(missing)
if [ -n "$lacking" ]; then
    echo "installing ${lacking% }..." >&2
    # shellcheck disable=SC2086 - several packages
    apt-get install -q -y --no-install-recommends $lacking >"$log" 2>&1 ||
        fail "The packages ${lacking% } cannot be installed; on Debian 12: sudo apt update && sudo apt install ${lacking% }."
fi
if [ ! -x "$kernel" ]; then
    mkdir -p "$work"
    if [ ! -f "$work/.configured" ]; then
        echo "the kernel's source ..." >&2
        tar -xf /usr/src/linux-source-6.1.tar.xz -C "$work"
        cd "$work/linux-source-6.1"
        make ARCH=um allnoconfig >>"$log" 2>&1
        # Only what a shell, Python and a GPIO chip need: a third of the usual kernel.
        for option in 64BIT EXPERT PRINTK EARLY_PRINTK BUG KALLSYMS MULTIUSER POSIX_TIMERS HIGH_RES_TIMERS NO_HZ FUTEX EPOLL SIGNALFD \
            TIMERFD EVENTFD SHMEM AIO ADVISE_SYSCALLS MEMBARRIER FILE_LOCKING FHANDLE INOTIFY_USER SYSVIPC BINFMT_ELF BINFMT_SCRIPT \
            PROC_FS PROC_SYSCTL SYSFS TMPFS DEVTMPFS CONFIGFS_FS HOSTFS BLOCK NET UNIX TTY UNIX98_PTYS STDERR_CONSOLE NULL_CHAN \
            GPIOLIB GPIO_CDEV IRQ_SIM IRQ_DOMAIN GPIO_SIM; do
            ./scripts/config -e "$option"
        done
        ./scripts/config -d DEBUG_INFO
        make ARCH=um olddefconfig >>"$log" 2>&1
        grep -q '^CONFIG_GPIO_SIM=y' .config || fail "This kernel's source has no simulated GPIO chip; see $log."
        # User-Mode-Linux marks every interrupt as taken, so that lines of a chip could not ask for theirs.
        grep -q 'i < UM_LAST_SIGNAL_IRQ' arch/um/kernel/irq.c || fail "This kernel's source is another than Debian 12's 6.1."
        sed -i 's/i < UM_LAST_SIGNAL_IRQ/i < 24/' arch/um/kernel/irq.c
        touch "$work/.configured"
    fi
    cd "$work/linux-source-6.1"
    echo "the kernel (5 to 10 minutes) ..." >&2
    make ARCH=um -j"${JOBS:-$(nproc)}" linux >>"$log" 2>&1 || fail "The kernel cannot be built; see $log."
    cp linux "$kernel.new"
    mv "$kernel.new" "$kernel"
    cd "$cache"
    rm -rf "$work"
fi
if [ ! -x "$cache/gpio-venv/bin/python" ]; then
    python3 -m venv "$cache/gpio-venv"
    "$cache/gpio-venv/bin/pip" install -q --only-binary :all: 'lgpio>=0.2.2' 'gpiozero>=2,<3' >>"$log" 2>&1 ||
        fail "gpiozero and lgpio cannot be installed; see $log."
fi
echo "$kernel"
