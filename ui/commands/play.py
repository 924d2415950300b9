"""`bosstray play`: the kiosk."""

from __future__ import annotations

import contextlib
import secrets
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from calibration.errors import CalibrationError
from calibration.file import Calibration, load, require_mode
from calibration.moved import MovedWatch
from game.coach import advise
from game.errors import RulesError
from game.house import decisions
from game.journal import Journal, JournalError
from game.session import Session
from game.setup import Offers, Party
from hardware.frame import CameraError
from hardware.recording import RecordedCamera, Recording, load_recording
from ui.chronicle import where
from ui.cli import ConfigurationFailure, Failure
from ui.config_option import config_option, configured
from ui.display import Display, DisplayError, MemoryDisplay, WindowDisplay
from ui.eyes import Eyes
from ui.folders import calibration_file
from ui.guided import GuidedError
from ui.kiosk import Clocks, Kiosk, KioskError
from ui.ledger import Ledger
from ui.motion.reel import Reel
from ui.recollection import Recollection, recall
from ui.service import Service, until_terminated
from ui.settings import Settings, SoundSettings
from ui.sound.hearing import Hearing
from ui.sound.speaker import Mixer, Speaker, quiet_now
from ui.state_folder import state_folder
from ui.thinking import Thoughts
from ui.words import UnknownLanguage, languages
from vision.lanes import LaneTracker
from vision.reader import Reader

RECORDING = "recording:"
LINGER_SECONDS = 10.0
SMALLEST = (320, 200)
LARGEST = (7680, 4320)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the command line asks for, whatever the table."""

    headless: bool
    screenshots: Path | None
    state_dir: Path | None
    size: tuple[int, int] | None
    fullscreen: bool
    language: str
    pace: float
    motion: bool
    sound: SoundSettings


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
@click.option(
    "--table",
    metavar="TABLE",
    help="recording:FOLDER, camera (of the configuration), camera:N, picamera or a device; else a recorded game.",
)
@click.option("--headless", is_flag=True, help="Draw into memory, as fast as the pictures are read.")
@click.option("--screenshots", type=click.Path(path_type=Path), metavar="DIR", help="Write a PNG for every screen shown.")
@click.option("--state-dir", type=click.Path(path_type=Path), metavar="DIR", help="The game that survives a power cut.")
@click.option("--size", callback=_size, metavar="WxH", help="Size of the picture, e.g. 800x480; 1280x720 by default.")
@click.option("--fullscreen", is_flag=True, help="Use the whole screen.")
@click.option("--language", metavar="CODE", help="en or nb; red on the first screen changes it.")
@click.option(
    "--pace", type=click.FloatRange(0.1, 20), default=1.0, show_default=True, help="Speed of a recording in a window."
)
@click.option("--record", type=click.Path(path_type=Path), metavar="DIR", help="Keep a live table as a recording.")
@config_option
def command(
    table: str | None,
    headless: bool,
    screenshots: Path | None,
    state_dir: Path | None,
    size: tuple[int, int] | None,
    fullscreen: bool,
    language: str | None,
    pace: float,
    record: Path | None,
    config: Path | None,
) -> None:
    """Plays at a table: reads the dice, knows the rules, keeps the banks, shows it all.

    In a window, green is the left arrow, G or Space, red the right arrow, R or Backspace; M turns the sound off
    and on, + and - change it; Escape leaves.
    """
    settings = configured(config).settings
    if language is not None and language not in languages():
        raise click.BadParameter(f"{language} is not one of {', '.join(languages())}.", param_hint="--language")
    full = fullscreen or settings.screen.fullscreen
    wishes = Wishes(
        headless,
        screenshots,
        state_dir,
        size or settings.screen.pixels,
        full,
        language or settings.language,
        pace,
        settings.screen.motion and not headless,
        settings.sound,
    )
    folder = _recording_folder(table)
    try:
        with contextlib.ExitStack() as stack:
            if screenshots is not None:
                _make(screenshots)
            if folder is not None:
                _play_recording(load_recording(folder), wishes, stack)
            else:
                source = None if table == "camera" else table
                _play_live(settings, source, record, wishes, stack)
    except (
        CameraError,
        CalibrationError,
        DisplayError,
        GuidedError,
        JournalError,
        KioskError,
        RulesError,
        UnknownLanguage,
    ) as error:
        raise Failure(str(error)) from error


def _play_recording(recording: Recording, wishes: Wishes, stack: contextlib.ExitStack) -> None:
    calibration = load(recording.calibration)
    first = RecordedCamera(recording).read(1.0)
    if first is not None:
        height, width = first.image.shape[:2]
        require_mode(calibration, width, height)
    state_dir = wishes.state_dir or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="bosstray-")))
    journal = stack.enter_context(Journal.open(state_dir, 0.0))
    display = stack.enter_context(contextlib.closing(_display(wishes)))
    party = Party(recording.players, recording.tints)
    offers = Offers.usual(party, recording.wager, recording.max_wager, recording.bank)
    chance = secrets.SystemRandom()
    session = Session(offers, recording.lanes, recording.seat_lanes, wishes.language, chance=chance)
    ledger = Ledger(journal)
    _resume(session, journal, ledger, None)
    rows = journal.rows() if session.game is not None else ()
    start = rows[-1].at if rows else -1.0
    pace = None if wishes.headless else wishes.pace
    camera = RecordedCamera(recording, start)
    moved = MovedWatch(calibration)
    eyes = stack.enter_context(Eyes(camera, _tracker(calibration), lossless=True, pace=pace, moved=moved))
    service = stack.enter_context(contextlib.closing(Service.of_environment()))
    kiosk = Kiosk(
        session,
        ledger,
        eyes,
        display,
        calibration.geometry,
        recorded=recording.presses,
        tell=click.echo,
        screenshots=wishes.screenshots,
        service=service,
        reel=Reel(wishes.motion),
        hearing=Hearing(_speaker(wishes, stack), wishes.sound.volume),
    )
    with until_terminated(kiosk.stop):
        kiosk.run()
        if pace is not None:
            kiosk.linger(LINGER_SECONDS)
    service.stopping()


def _play_live(
    settings: Settings, source: str | None, record: Path | None, wishes: Wishes, stack: contextlib.ExitStack
) -> None:
    # What has wires is loaded only for a live table.
    from hardware.gpio import PanelError
    from ui.calibrated_table import CalibratedTable
    from ui.live_table import CAMERA_DEADLINE, open_live_table

    name = source or settings.camera.source
    display = stack.enter_context(contextlib.closing(_display(wishes)))
    try:
        calibration, language = _calibrated(settings, name, display, wishes)
    except PanelError as error:
        raise Failure(str(error)) from error
    if calibration is None:
        return
    folder = wishes.state_dir or settings.folders.state_path
    clock = Clocks()
    journal = stack.enter_context(Journal.open(state_folder(folder), clock.wall()))
    table = settings.table
    party = Party(table.names, table.tints)
    offers = Offers.usual(party, table.wager, table.max_wager, table.starting_bank, table.options)
    session = Session(
        offers,
        len(calibration.lanes),
        None,
        language,
        chance=secrets.SystemRandom(),
        by_hand=table.house_dice == "people",
        coaching=table.coach,
        think=stack.enter_context(contextlib.closing(Thoughts(decisions))),
        review=stack.enter_context(contextlib.closing(Thoughts(advise))),
    )
    ledger = Ledger(journal)
    recall(session, journal)
    _resume(session, journal, ledger, clock)
    try:
        live = stack.enter_context(open_live_table(settings, calibration, source, record))
    except PanelError as error:
        raise Failure(str(error)) from error
    eyes = stack.enter_context(
        Eyes(
            live.camera,
            _tracker(calibration),
            lossless=False,
            camera_deadline=CAMERA_DEADLINE,
            patient=True,
            moved=MovedWatch(calibration),
        )
    )
    service = stack.enter_context(contextlib.closing(Service.of_environment()))
    kiosk = Kiosk(
        session,
        ledger,
        eyes,
        display,
        calibration.geometry,
        clocks=clock,
        tell=click.echo,
        screenshots=wishes.screenshots,
        live=live,
        service=service,
        reel=Reel(wishes.motion),
        hearing=Hearing(_speaker(wishes, stack), wishes.sound.volume),
        table=CalibratedTable(calibration, calibration_file(settings), settings, name, eyes),
        recollection=stack.enter_context(contextlib.closing(Recollection(journal.folder))),
    )
    with until_terminated(kiosk.stop):
        kiosk.run()
    service.stopping()


def _calibrated(settings: Settings, source: str, display: Display, wishes: Wishes) -> tuple[Calibration | None, str]:
    """The calibration of the live table and the language; without a fitting one the screen leads to it, and says why.

    `None` when somebody has left instead. Without a screen it is a failure: a service need not be started again.
    """
    from ui.guided import Guided
    from ui.live_table import CAMERA_DEADLINE, open_live_table
    from ui.table_calibration import fitting, guide_maker, known_before

    path = calibration_file(settings)
    try:
        return fitting(path, settings, source), wishes.language
    except CalibrationError as error:
        if wishes.headless:
            raise ConfigurationFailure(str(error)) from error
        why = error
    click.echo(f"bosstray: {why}", err=True)
    with (
        open_live_table(settings, None, source) as live,
        Eyes(live.camera, None, lossless=False, camera_deadline=CAMERA_DEADLINE, patient=True) as eyes,
        contextlib.closing(Service.of_environment()) as service,
    ):
        guided = Guided(
            guide_maker(settings, source, lambda: known_before(path, settings, source), why),
            eyes,
            display,
            path,
            language=wishes.language,
            live=live,
            may_leave=False,
            screenshots=wishes.screenshots,
            beat=lambda: service.passed(eyes.beats),
        )
        service.shown("calibrate")
        with until_terminated(guided.stop):
            return guided.run(), guided.language


def _tracker(calibration: Calibration) -> Callable[[], LaneTracker]:
    return lambda: LaneTracker(calibration.geometry, Reader.load())


def _resume(session: Session, journal: Journal, ledger: Ledger, clock: Clocks | None) -> None:
    """Goes on with the game that was not finished; the times of a recording are those of its pictures."""
    history = journal.resume()
    if history is not None:
        rows = journal.rows()
        last = rows[-1].at if rows else 0.0
        now, written = (last, last) if clock is None else (clock.now(), clock.wall())
        options = next((game.options for game in reversed(journal.games()) if game.ended is None), None)
        ledger.write(session.resume(history, now, options), written)
        click.echo(f"The game goes on in {where(history.game)}.", err=True)
    if journal.notice is not None:
        click.echo(f"bosstray: {journal.notice}", err=True)


def _recording_folder(table: str | None) -> Path | None:
    """The folder of a recorded table, `None` for a live one."""
    if table is None:
        return bundled_recording()
    if table.startswith(("camera", "picamera", "/dev/")):
        return None
    if not table.startswith(RECORDING) or len(table) == len(RECORDING):
        hint = "write recording:FOLDER, camera, camera:N, picamera or /dev/videoN."
        raise click.BadParameter(f"{table} is no table; {hint}", param_hint="--table")
    return Path(table.removeprefix(RECORDING))


def bundled_recording() -> Path:
    """The recorded table that comes with the program: inside the installed package, or with the tests of a checkout."""
    packages = Path(__file__).resolve().parent.parent
    inside = packages / "recordings" / "three-players"
    return inside if inside.is_dir() else packages.parent / "tests" / "recordings" / "three-players"


def _display(wishes: Wishes) -> Display:
    if wishes.headless:
        return MemoryDisplay(wishes.size or (1280, 720))
    return WindowDisplay(wishes.size, wishes.fullscreen)


def _speaker(wishes: Wishes, stack: contextlib.ExitStack) -> Speaker | None:
    """What plays the sounds, unless none are wanted; nobody hears a game that is drawn into memory."""
    sound = wishes.sound
    if wishes.headless or not sound.on or sound.volume == 0:
        return None
    speaker = Speaker(Mixer(), voice=sound.voice, quiet=lambda: quiet_now(sound.quiet_hours, time.localtime().tm_hour))
    return stack.enter_context(speaker)


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DisplayError(f"The folder {folder} cannot be made: {error.strerror}.") from error
