"""`bosstray play`: the kiosk."""

from __future__ import annotations

import contextlib
import tempfile
from pathlib import Path

import click

from calibration.errors import CalibrationError
from calibration.file import load, require_mode
from game.boss import BossGame
from game.errors import RulesError
from game.history import History
from game.journal import Journal, JournalError
from game.session import Session
from game.setup import Offers, Party
from hardware.frame import CameraError
from hardware.recording import RecordedCamera, Recording, load_recording
from ui.cli import Failure
from ui.display import Display, DisplayError, MemoryDisplay, WindowDisplay
from ui.eyes import Eyes
from ui.kiosk import Clocks, Kiosk, KioskError
from ui.ledger import Ledger
from ui.state_folder import state_folder
from ui.words import UnknownLanguage, languages
from vision.geometry import Geometry
from vision.lanes import LaneTracker
from vision.reader import Reader

RECORDING = "recording:"
LINGER_SECONDS = 10.0
SMALLEST = (320, 200)
LARGEST = (7680, 4320)


def _size(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    """A picture size such as `1280x720`."""
    if value is None:
        return None
    parts = value.lower().split("x")
    if len(parts) != 2 or not all(part.isdecimal() and len(part) < 6 for part in parts):
        raise click.BadParameter(f"{value} is no size; write it as 1280x720.", ctx, param)
    width, height = int(parts[0]), int(parts[1])
    if width < SMALLEST[0] or height < SMALLEST[1] or width > LARGEST[0] or height > LARGEST[1]:
        raise click.BadParameter(f"{value} is outside 320x200 to 7680x4320.", ctx, param)
    return width, height


@click.command("play")
@click.option("--table", metavar="TABLE", help="recording:FOLDER, a recorded table; without it the bundled one is played.")
@click.option("--headless", is_flag=True, help="Draw into memory, as fast as the pictures are read.")
@click.option("--screenshots", type=click.Path(path_type=Path), metavar="DIR", help="Write a PNG for every screen shown.")
@click.option("--state-dir", type=click.Path(path_type=Path), metavar="DIR", help="The game that survives a power cut.")
@click.option("--size", callback=_size, metavar="WxH", help="Size of the picture, e.g. 800x480; 1280x720 by default.")
@click.option("--fullscreen", is_flag=True, help="Use the whole screen.")
@click.option(
    "--language", default="en", show_default=True, metavar="CODE", help="en or nb; red on the first screen changes it."
)
@click.option(
    "--pace", type=click.FloatRange(0.1, 20), default=1.0, show_default=True, help="Speed of a recording in a window."
)
def command(
    table: str | None,
    headless: bool,
    screenshots: Path | None,
    state_dir: Path | None,
    size: tuple[int, int] | None,
    fullscreen: bool,
    language: str,
    pace: float,
) -> None:
    """Plays at a table: reads the dice, knows the rules, keeps the banks, shows it all.

    In a window, green is the left arrow, G or Space, red the right arrow, R or Backspace; Escape leaves.
    """
    if language not in languages():
        raise click.BadParameter(f"{language} is not one of {', '.join(languages())}.", param_hint="--language")
    folder = _recording_folder(table)
    try:
        recording = load_recording(folder)
        geometry = _geometry(recording)
        with contextlib.ExitStack() as stack:
            if screenshots is not None:
                _make(screenshots)
            journal = stack.enter_context(_journal(stack, state_dir))
            kiosk_display = stack.enter_context(contextlib.closing(_display(headless, size, fullscreen)))
            _play(recording, geometry, journal, kiosk_display, None if headless else pace, language, screenshots, stack)
    except (
        CameraError,
        CalibrationError,
        DisplayError,
        JournalError,
        KioskError,
        RulesError,
        UnknownLanguage,
    ) as error:
        raise Failure(str(error)) from error


def _play(
    recording: Recording,
    geometry: Geometry,
    journal: Journal,
    display: Display,
    pace: float | None,
    language: str,
    screenshots: Path | None,
    stack: contextlib.ExitStack,
) -> None:
    party = Party(recording.players, recording.tints)
    offers = Offers.usual(party, recording.wager, recording.max_wager, recording.bank)
    session = Session(offers, recording.lanes, recording.seat_lanes, language)
    ledger = Ledger(journal)
    start = -1.0
    history = journal.resume()
    if history is not None and isinstance(history.game, BossGame):
        rows = journal.rows()
        start = rows[-1].at if rows else -1.0
        boss_history = History(history.start, history.actions)
        assert isinstance(boss_history.start, BossGame)
        ledger.write(session.resume(boss_history, start), start)  # type: ignore[arg-type]
        game = history.game
        click.echo(f"The game goes on in round {game.round}.", err=True)
    if journal.notice is not None:
        click.echo(f"bosstray: {journal.notice}", err=True)
    eyes = stack.enter_context(
        Eyes(
            RecordedCamera(recording, start),
            lambda: LaneTracker(geometry, Reader.load()),
            lossless=True,
            pace=pace,
        )
    )
    kiosk = Kiosk(
        session,
        ledger,
        eyes,
        display,
        geometry,
        recorded=recording.presses,
        clocks=Clocks(),
        tell=click.echo,
        screenshots=screenshots,
    )
    kiosk.run()
    if pace is not None:
        kiosk.linger(LINGER_SECONDS)


def _recording_folder(table: str | None) -> Path:
    if table is None:
        return bundled_recording()
    if not table.startswith(RECORDING) or len(table) == len(RECORDING):
        raise click.BadParameter(f"{table} is no table; write recording:FOLDER.", param_hint="--table")
    return Path(table.removeprefix(RECORDING))


def bundled_recording() -> Path:
    """The recorded table that comes with the program: inside the installed package, or with the tests of a checkout."""
    packages = Path(__file__).resolve().parent.parent
    inside = packages / "recordings" / "three-players"
    return inside if inside.is_dir() else packages.parent / "tests" / "recordings" / "three-players"


def _geometry(recording: Recording) -> Geometry:
    calibration = load(recording.calibration)
    first = RecordedCamera(recording).read(1.0)
    if first is not None:
        height, width = first.image.shape[:2]
        require_mode(calibration, width, height)
    return calibration.geometry


def _journal(stack: contextlib.ExitStack, state_dir: Path | None) -> Journal:
    if state_dir is None:
        state_dir = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bosstray-")))
    return Journal.open(state_folder(state_dir), 0.0)


def _display(headless: bool, size: tuple[int, int] | None, fullscreen: bool) -> Display:
    return MemoryDisplay(size or (1280, 720)) if headless else WindowDisplay(size, fullscreen)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DisplayError(f"The folder {folder} cannot be made: {error.strerror}.") from error
