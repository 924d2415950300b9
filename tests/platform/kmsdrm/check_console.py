"""Boots the emulated machine, presses keys on its keyboard, and looks at its screen; run by run.sh as root."""

from __future__ import annotations

import gzip
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT, WORK, PICTURES = (Path(argument) for argument in sys.argv[1:4])
HERE = Path(__file__).resolve().parent
MODULES = ("virtio_pci", "9pnet_virtio", "9p", "virtio_gpu", "evdev", "atkbd", "i8042", "serio_raw")
BOOT_SECONDS = 1800.0
STEP_SECONDS = 240.0


def initramfs(version: str) -> Path:
    """A compressed archive with busybox and the modules that the root and the console need, in the order of their loading."""
    folder = WORK / "initramfs"
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "modules").mkdir(parents=True)
    (folder / "bin").mkdir()
    order: list[str] = []
    for module in MODULES:
        command = ["chroot", str(ROOT), "modprobe", "--show-depends", "--set-version", version, module]
        told = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        for line in told.splitlines():
            if not line.startswith("insmod "):
                continue
            path = Path(line.split()[1])
            name = path.name.removesuffix(".xz")
            if name not in order:
                order.append(name)
                packed = (ROOT / path.relative_to("/")).read_bytes()
                content = (
                    subprocess.run(["xz", "-dc"], input=packed, capture_output=True, check=True).stdout
                    if path.suffix == ".xz"
                    else packed
                )
                (folder / "modules" / name).write_bytes(content)
    (folder / "modules" / "order").write_text("\n".join(order) + "\n")
    shutil.copy(ROOT / "usr/bin/busybox", folder / "bin/busybox")
    shutil.copy(HERE / "initramfs.sh", folder / "init")
    for name in ("init", "bin/busybox"):
        (folder / name).chmod(0o755)
    names = "\n".join(str(path.relative_to(folder)) for path in sorted(folder.rglob("*")))
    archive = subprocess.run(
        ["cpio", "-o", "-H", "newc", "--quiet"], input=names.encode(), cwd=folder, capture_output=True, check=True
    )
    packed_to = WORK / "initramfs.gz"
    packed_to.write_bytes(gzip.compress(archive.stdout, 3))
    return packed_to


class Machine:
    """The emulated machine: its serial line, its keyboard and its screen."""

    def __init__(self, kernel: Path, initrd: Path) -> None:
        self._serial, self._monitor = WORK / "serial.log", WORK / "monitor"
        self._serial.write_bytes(b"")
        self._monitor.unlink(missing_ok=True)
        # With a newer processor Mesa uses instructions that the emulation gets wrong.
        command = ["qemu-system-x86_64", "-accel", "tcg", "-cpu", "Nehalem", "-m", "1024", "-smp", "1", "-no-reboot"]
        command += ["-kernel", str(kernel), "-initrd", str(initrd), "-append", "console=ttyS0 quiet panic=5 no_timer_check"]
        command += ["-display", "none", "-vga", "virtio", "-serial", f"file:{self._serial}"]
        command += ["-monitor", f"unix:{self._monitor},server,nowait"]
        command += ["-virtfs", f"local,path={ROOT},mount_tag=root,security_model=none,multidevs=remap"]
        with (WORK / "qemu.log").open("wb") as log:
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def wait(self, line: str, seconds: float, what: str) -> float:
        """Waits until the machine tells `line`; how long it took."""
        start = time.monotonic()
        while line not in (said := self._serial.read_text(errors="replace")):
            alive = self._process.poll() is None
            if not alive or time.monotonic() - start > seconds:
                sys.exit(f"{what} did not come:\n{said[-3000:]}\n{(WORK / 'qemu.log').read_text()[-500:]}")
            time.sleep(0.2)
        return time.monotonic() - start

    def told(self) -> list[str]:
        return [line for line in self._serial.read_text(errors="replace").splitlines() if line.startswith("CONSOLE")]

    def command(self, words: str) -> None:
        """One command to the monitor."""
        with socket.socket(socket.AF_UNIX) as monitor:
            monitor.settimeout(30)
            monitor.connect(str(self._monitor))
            monitor.recv(4096)
            monitor.sendall(f"{words}\n".encode())
            time.sleep(1.0)
            monitor.recv(4096)

    def picture(self, name: str) -> Path:
        """What its screen shows, as a PPM picture."""
        path = PICTURES / f"{name}.ppm"
        self.command(f"screendump {path}")
        return path

    def stop(self) -> None:
        self._process.kill()
        self._process.wait(30)


def colours(picture: Path) -> int:
    """How many colours a PPM picture has: a black screen has one."""
    data = picture.read_bytes().split(b"\n", 3)[3]
    return len({data[at : at + 3] for at in range(0, len(data) - 2, 3 * 37)})


def main() -> None:
    """Attract screen, a key, the set-up, escape."""
    version = next(path.name for path in (ROOT / "lib/modules").iterdir())
    machine = Machine(ROOT / f"boot/vmlinuz-{version}", initramfs(version))
    try:
        seconds = machine.wait("CONSOLE shows attract", BOOT_SECONDS, "The first screen")
        print(f"The attract screen is on the console {seconds:.0f} s after the start (emulated).")
        time.sleep(20)
        attract = machine.picture("console-attract")
        machine.command("sendkey spc")
        seconds = machine.wait("CONSOLE shows set-up", STEP_SECONDS, "The set-up after the key")
        print(f"A press of the space bar is answered by the set-up ({seconds:.1f} s, emulated).")
        time.sleep(20)
        setup = machine.picture("console-set-up")
        machine.command("sendkey esc")
        machine.wait("CONSOLE off", STEP_SECONDS, "The end after escape")
    finally:
        machine.stop()
    for line in machine.told():
        print(line)
    assert any(", KMSDRM, " in line for line in machine.told()), "SDL has not used KMSDRM."
    for picture in (attract, setup):
        assert colours(picture) > 50, f"{picture} is empty."
    assert attract.read_bytes() != setup.read_bytes(), "The key changed nothing on the screen."
    print(f"Pictures of the screen: {attract}, {setup}")


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C.UTF-8"
    main()
