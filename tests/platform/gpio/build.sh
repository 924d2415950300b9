#!/bin/sh
# Makes, once, a User-Mode-Linux kernel that has a simulated GPIO chip, so that gpiozero and lgpio run on real kernel lines.
# 5 to 10 minutes, 7 MB are kept outside the project:  sudo tests/platform/gpio/build.sh
# Needs root, a network and Debian 12 (linux-source-6.1 and a compiler are installed by apt).
set -eu
cache=${BOSSTRAY_PLATFORM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/bosstray}
kernel=$cache/uml-gpio
work=$cache/uml-build

if [ ! -x "$kernel" ]; then
    mkdir -p "$work"
    # What was interrupted goes on where it was.
    if [ ! -f "$work/.configured" ]; then
        echo "packages ..." >&2
        apt-get install -q -y --no-install-recommends linux-source-6.1 gcc make flex bison bc libelf-dev libssl-dev xz-utils \
            busybox >"$cache/uml-build.log" 2>&1
        echo "the kernel's source ..." >&2
        tar -xf /usr/src/linux-source-6.1.tar.xz -C "$work"
        cd "$work/linux-source-6.1"
        make ARCH=um allnoconfig >>"$cache/uml-build.log" 2>&1
        # Only what a shell, Python and a GPIO chip need: a third of the usual kernel.
        for option in 64BIT EXPERT PRINTK EARLY_PRINTK BUG KALLSYMS MULTIUSER POSIX_TIMERS HIGH_RES_TIMERS NO_HZ FUTEX EPOLL SIGNALFD \
            TIMERFD EVENTFD SHMEM AIO ADVISE_SYSCALLS MEMBARRIER FILE_LOCKING FHANDLE INOTIFY_USER SYSVIPC BINFMT_ELF BINFMT_SCRIPT \
            PROC_FS PROC_SYSCTL SYSFS TMPFS DEVTMPFS CONFIGFS_FS HOSTFS BLOCK NET UNIX TTY UNIX98_PTYS STDERR_CONSOLE NULL_CHAN \
            GPIOLIB GPIO_CDEV IRQ_SIM IRQ_DOMAIN GPIO_SIM; do
            ./scripts/config -e "$option"
        done
        ./scripts/config -d DEBUG_INFO
        make ARCH=um olddefconfig >>"$cache/uml-build.log" 2>&1
        grep -q '^CONFIG_GPIO_SIM=y' .config
        # User-Mode-Linux marks every interrupt as taken, so that lines of a chip could not ask for theirs.
        grep -q 'i < UM_LAST_SIGNAL_IRQ' arch/um/kernel/irq.c
        sed -i 's/i < UM_LAST_SIGNAL_IRQ/i < 24/' arch/um/kernel/irq.c
        touch "$work/.configured"
    fi
    cd "$work/linux-source-6.1"
    echo "the kernel (5 to 10 minutes) ..." >&2
    make ARCH=um -j"${JOBS:-$(nproc)}" linux >>"$cache/uml-build.log" 2>&1
    cp linux "$kernel.new"
    mv "$kernel.new" "$kernel"
    cd "$cache"
    rm -rf "$work"
fi
if [ ! -x "$cache/gpio-venv/bin/python" ]; then
    python3 -m venv "$cache/gpio-venv"
    "$cache/gpio-venv/bin/pip" install -q --only-binary :all: 'lgpio>=0.2.2' 'gpiozero>=2,<3' >>"$cache/uml-build.log" 2>&1
fi
echo "$kernel"
