"""Everything that can be configured: the schema, the documentation and the defaults in one."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.boss_options import BossOptions, KittyAtEnd, SecondThrows, ShortStack, recommended_bank
from game.hands import TwoPairTie
from game.setup import NAMES, TINTS
from hardware.mode import WantedMode
from hardware.panel import PanelPins
from ui.setting_kinds import Choice, Flag, Kind, Number, Text, Texts, Whole
from ui.theme import TINTS as KNOWN_TINTS
from ui.words import languages

PIN = r"(GPIO|BCM)\d{1,2}|BOARD\d{1,2}|J8:\d{1,2}"
PIN_WORDS = 'a pin as "GPIO17" or "BOARD11"'
SOURCE_WORDS = '"camera", "camera:1", "picamera" or a device such as "/dev/video0"'


def setting(default: Any, kind: Kind) -> Any:
    """A field of a section: its default, and what it takes."""
    return field(default=default, metadata={"kind": kind})


@dataclass(frozen=True, slots=True)
class ScreenSettings:
    """The screen."""

    size: str = setting(
        "auto", Text("The size of the picture.", r"auto|[1-9]\d{2,3}x[1-9]\d{2,3}", '"auto" or a size as "1280x720"')
    )
    fullscreen: bool = setting(False, Flag("The whole screen, without a window's frame."))
    motion: bool = setting(True, Flag("Chips slide and the light fades; without it all changes at once."))

    @property
    def pixels(self) -> tuple[int, int] | None:
        """The size as two numbers, `None` for "auto"."""
        if self.size == "auto":
            return None
        width, height = self.size.split("x")
        return int(width), int(height)


@dataclass(frozen=True, slots=True)
class SoundSettings:
    """Sounds; they never carry news that the screen does not show."""

    on: bool = setting(True, Flag("Whether there is any sound."))
    volume: float = setting(0.6, Number("How loud at most, from silent to full; M, + and - at the table make it softer.", 0, 1))
    voice: bool = setting(True, Flag('Whether "Come up!" and "Pick them up" are spoken.'))
    quiet_hours: str = setting(
        "",
        Text(
            'Hours of the day without any sound, such as "23-8"; "" has none.',
            r"|([01]?\d|2[0-3])-([01]?\d|2[0-4])",
            'two hours as "23-8"',
        ),
    )


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """The camera above the tray. After a change of source, width or height calibrate again."""

    source: str = setting(
        "camera",
        Text(
            'Which camera: "camera" is the first that is found.',
            r"camera(:\d{1,2})?|picamera(:\d{1,2})?|/dev/\S+",
            SOURCE_WORDS,
        ),
    )
    width: int = setting(1280, Whole("The width of its pictures in pixels.", 320, 4608))
    height: int = setting(720, Whole("The height of its pictures in pixels.", 240, 2592))
    fps: float = setting(15.0, Number("Pictures a second.", 2, 60))
    mains: int = setting(50, Choice("The mains in Hz: 50 in Europe, 60 in America; so that lamps do not flicker.", (50, 60)))

    def wanted(self, focus: float | None = None) -> WantedMode:
        """What is asked of the camera; `focus` in dioptres is the calibration's."""
        return WantedMode(self.width, self.height, self.fps, self.mains, focus)


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The two arcade buttons, each a contact between its pin and ground. Keyboard and touch work as well."""

    use: str = setting(
        "auto", Choice("Whether there are buttons: auto means on every Raspberry Pi.", ("auto", "always", "never"))
    )
    green: str = setting("GPIO17", Text("The green button, Come up! (BOARD11).", PIN, PIN_WORDS))
    red: str = setting("GPIO27", Text("The red button, Pick them up (BOARD13).", PIN, PIN_WORDS))


@dataclass(frozen=True, slots=True)
class LampSettings:
    """The lamps in the buttons, each driven by a transistor from its pin."""

    green: str = setting("GPIO12", Text('The lamp of the green button (BOARD32); "" when there is none.', f"|{PIN}", PIN_WORDS))
    red: str = setting("GPIO13", Text('The lamp of the red button (BOARD33); "" when there is none.', f"|{PIN}", PIN_WORDS))
    glow: float = setting(0.3, Number("How bright a lamp glows while its press would count, but is not awaited.", 0, 1))
    active_high: bool = setting(
        True, Flag("Whether a high level lights a lamp; false for a driver that lights at a low level.")
    )


@dataclass(frozen=True, slots=True)
class FolderSettings:
    """Where things are kept."""

    state: str = setting("", Text('The folder of the games; "" is the usual place.', r"|/.*", "the full path of a folder"))
    calibration: str = setting(
        "", Text('The calibration; "" is the usual place.', r"|/.*\.toml", "the full path of a .toml file")
    )

    @property
    def state_path(self) -> Path | None:
        return Path(self.state) if self.state else None

    @property
    def calibration_path(self) -> Path | None:
        return Path(self.calibration) if self.calibration else None


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What the set-up proposes first, and the house rules. Everything can be changed at the table."""

    lanes: int = setting(2, Whole("Into how many lanes the tray is divided when it is calibrated.", 1, 6))
    names: tuple[str, ...] = setting(NAMES[:3], Texts("Who plays.", r"\S.{0,10}\S|\S", "a name of 1 to 12 letters", 2, 6))
    tints: tuple[str, ...] = setting(
        TINTS[:3],
        Texts(
            "The colours of their dice, one for each.",
            rf"{'|'.join(KNOWN_TINTS)}|#[0-9a-fA-F]{{6}}",
            f"{', '.join(KNOWN_TINTS)} or as #rrggbb",
            2,
            6,
        ),
    )
    bank: int = setting(0, Whole("Everybody's chips at the start; 0 takes what the rules recommend.", 0, 100_000))
    wager: int = setting(5, Whole("What each round is played for, in chips.", 1, 10_000))
    max_wager: int = setting(5, Whole("The agreed highest wager.", 1, 10_000))
    target: int = setting(0, Whole("The first bank of so many chips wins; 0: the last player with chips wins.", 0, 1_000_000))
    short_stack: str = setting(
        ShortStack.PAY_ALL_WIN_FULL.value,
        Choice("What a player with less than the wager stands for.", tuple(rule.value for rule in ShortStack)),
    )
    kitty_at_end: str = setting(
        KittyAtEnd.WINNER.value,
        Choice("Who gets a kitty that nobody can win any more.", tuple(rule.value for rule in KittyAtEnd)),
    )
    two_pair_tie: str = setting(
        TwoPairTie.LEX.value,
        Choice(
            "Two pair with the same higher pair: lex compares the lower one, high is a tie.",
            tuple(rule.value for rule in TwoPairTie),
        ),
    )
    boss_may_keep_extra: bool = setting(False, Flag("Whether the Boss may keep more dice than the combination."))
    second_throws: str = setting(
        SecondThrows.IN_TURN.value,
        Choice("Whether the challengers throw one after the other or all at once.", tuple(rule.value for rule in SecondThrows)),
    )

    house_dice: str = setting(
        "machine",
        Choice(
            "Who throws the open dice of a seat that the house plays; what it hides, the machine throws.", ("machine", "people")
        ),
    )
    coach: bool = setting(False, Flag("Whether the screen says after a round what would have been best."))

    @property
    def starting_bank(self) -> int:
        """Everybody's chips at the start: `bank`, or the least that rule A1 recommends."""
        return self.bank or recommended_bank(len(self.names), self.max_wager)[0]

    @property
    def options(self) -> BossOptions:
        """The house rules of banking Boss Dice."""
        return BossOptions(
            max_wager=self.max_wager,
            target=self.target or None,
            short_stack=ShortStack(self.short_stack),
            kitty_at_end=KittyAtEnd(self.kitty_at_end),
            two_pair_tie=TwoPairTie(self.two_pair_tie),
            boss_may_keep_extra=self.boss_may_keep_extra,
            second_throws=SecondThrows(self.second_throws),
        )


@dataclass(frozen=True, slots=True)
class Settings:
    """The configuration of Boss Tray."""

    language: str = setting("en", Choice("The language at the start; red on the first screen changes it.", languages))
    screen: ScreenSettings = field(default_factory=ScreenSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    camera: CameraSettings = field(default_factory=CameraSettings)
    buttons: ButtonSettings = field(default_factory=ButtonSettings)
    lamps: LampSettings = field(default_factory=LampSettings)
    folders: FolderSettings = field(default_factory=FolderSettings)
    table: TableSettings = field(default_factory=TableSettings)

    @property
    def pins(self) -> PanelPins:
        """The pins of buttons and lamps."""
        return PanelPins(
            self.buttons.green,
            self.buttons.red,
            self.lamps.green or None,
            self.lamps.red or None,
            self.lamps.glow,
            self.lamps.active_high,
        )
