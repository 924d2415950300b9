"""Whether the compiled libraries of this machine come from apt and fit together; one sentence and exit code 1 when not.

Run by the installer with the Python of the new version, as the user that plays. pip's numpy over apt's breaks the camera:
simplejpeg, which picamera2 imports, is built for apt's.
"""

import importlib
import importlib.util
import sys
from pathlib import Path

FROM_APT = Path("/usr/lib")
"""pip writes to /usr/local/lib, to the user's folder, or into the environment."""
NEEDED = {"numpy": "numpy", "cv2": "opencv", "pygame": "pygame", "gpiozero": "gpiozero", "click": "click", "rich": "rich"}
ON_A_PI = {"lgpio": "lgpio", "simplejpeg": "simplejpeg", "libcamera": "libcamera", "picamera2": "picamera2"}


def fault(name: str, package: str) -> str | None:
    """What is wrong with one library, in one sentence."""
    spec = importlib.util.find_spec(name)
    if spec is None:
        return f"{name} is missing; run: sudo apt install --reinstall python3-{package}."
    place = Path(spec.origin).parent if spec.origin else Path(next(iter(spec.submodule_search_locations or ["?"])))
    if not place.is_relative_to(FROM_APT):
        return (
            f"{name} in {place} did not come from apt and hides the one that fits the camera; remove it, for example with: "
            f"sudo python3 -m pip uninstall --break-system-packages {'opencv-python-headless' if name == 'cv2' else name}."
        )
    try:
        importlib.import_module(name)
    except Exception as error:  # noqa: BLE001 - a compiled module that does not fit raises anything
        said = str(error).splitlines()[0] if str(error) else type(error).__name__
        return (
            f"{name} cannot be loaded: {said.rstrip('.')}; run: sudo apt install --reinstall python3-{package} python3-numpy."
        )
    return None


def main() -> int:
    """Looks at everything that is needed, and at what belongs to a Raspberry Pi where it is installed."""
    wanted = NEEDED | {
        name: package for name, package in ON_A_PI.items() if name in sys.argv[1:] or importlib.util.find_spec(name)
    }
    for name, package in wanted.items():
        said = fault(name, package)
        if said is not None:
            print(said, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
