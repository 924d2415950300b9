"""What a screen shows, as plain data: everything a screen needs and nothing it has to work out.

The `Croupier` makes a `View`; the screens of `ui` draw it; tests read it. Nothing here knows pixels. What lies under a cup
never enters a `View` before it is revealed.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from game.message import Message


class Screen(enum.Enum):
    """The screens of the visual guide, by the question they answer."""

    ATTRACT = "attract"
    SETUP = "set-up"
    SPELLING = "spelling"
    THROWS = "first-throws"
    UNCLEAR = "unclear-die"
    BOSS = "boss"
    CALL = "call"
    CHALLENGERS = "challengers"
    REVEAL = "reveal"
    SETTLEMENT = "settlement"
    ELIMINATION = "elimination"
    MATCH = "match"
    WINNER = "winner"
    CORRECTION = "correction"
    QUALIFICATION = "qualification"


class Lamp(enum.Enum):
    """A button: lit = the game waits for it; quiet = possible, nobody waits; dark = does nothing now (guide, section 7)."""

    LIT = "lit"
    QUIET = "quiet"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class ButtonView:
    lamp: Lamp = Lamp.DARK
    label: Message | None = None


@dataclass(frozen=True, slots=True)
class Footer:
    green: ButtonView = ButtonView()
    red: ButtonView = ButtonView()
    sentence: Message | None = None


class DieState(enum.Enum):
    """How one place of a hand is drawn. Pips are only ever drawn for `FACE`: a die on the screen is a claim."""

    FACE = "face"
    ROLLING = "rolling"
    WELL = "well"
    UNCLEAR = "unclear"


@dataclass(frozen=True, slots=True)
class DieView:
    """`value` is 1..6 for `FACE`, else `None`. `kept` dice stand on the brass rail; `going` dice are to be thrown under the
    cup (drawn small, with an arrow to it); `cursor` marks the die being corrected."""

    state: DieState
    value: int | None = None
    kept: bool = False
    going: bool = False
    house: bool = False
    cursor: bool = False


class Pill(enum.Enum):
    """The result pill of a lane (guide, section 6)."""

    PAYS = "pays"
    OWED = "owed"
    COLLECTS = "collects"
    TIE = "tie"


@dataclass(frozen=True, slots=True)
class PillView:
    kind: Pill
    amount: int


@dataclass(frozen=True, slots=True)
class LaneView:
    """One player's lane. `dice` are in drawing order (combination first); `cup` is the number of hidden dice, 0 for no cup.

    `hand` and `hand_detail` name what lies there ("Full house" / "aces over fives"); `status` says what the player does or
    shall do ("dice rolling", "throws next"); `notes` are short second lines at the right of the lit lane ("3 × 5 at stake",
    "the bank covers it"). `bank` is `None` in games without banks. `horses` are those of a match, won ones first.
    """

    seat: int
    name: str
    tint: str = "ivory"
    lit: bool = False
    boss: bool = False
    out: bool = False
    dice: tuple[DieView, ...] = ()
    cup: int = 0
    hand: Message | None = None
    hand_detail: Message | None = None
    status: Message | None = None
    notes: tuple[Message, ...] = ()
    bank: int | None = None
    pill: PillView | None = None
    horses: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True)
class Fact:
    """One of at most three figures at the right of the header; an empty `value` leaves the label alone."""

    label: Message
    value: str | int | Message = ""


@dataclass(frozen=True, slots=True)
class UnclearView:
    """Why a die cannot be read and where it lies: `at` is its place in the lane, x and y in 0..1 from the top left.

    `crop` is the key under which the caller can find the camera's picture of it; `None` when there is none.
    """

    lane: int
    reason: Message
    at: tuple[float, float] | None = None
    others: tuple[tuple[float, float], ...] = ()
    crop: str | None = None


@dataclass(frozen=True, slots=True)
class CorrectionView:
    """The die in question, the value proposed (`None` while the die is being chosen) and the next guesses after it.

    `hand` is the die's hand in the order of the tray, the die marked by its `cursor`; `hand_name` is its name as read and
    `effect` says what the new value changes ("with a 5: still a pair of aces").
    """

    name: str
    hand: tuple[DieView, ...]
    proposed: int | None = None
    guesses: tuple[int, ...] = ()
    read_as: int | None = None
    occasion: Message | None = None
    effect: Message | None = None
    why: Message | None = None
    crop: str | None = None
    tint: str = "ivory"
    hand_name: Message | None = None


@dataclass(frozen=True, slots=True)
class SetupLine:
    """One line of the set-up: done lines show `value`; the line in question shows `choices` with the cursor on `chosen`.

    `chips` is drawn as a stack beside the choices (twelve are one full stack); `players` are (name, tint).
    """

    label: Message
    detail: Message | None = None
    value: Message | None = None
    choices: tuple[Message, ...] = ()
    chosen: int = 0
    explanation: Message | None = None
    done: bool = False
    lit: bool = False
    players: tuple[tuple[str, str], ...] = ()
    chips: int = 0


@dataclass(frozen=True, slots=True)
class SpellingView:
    """A name being spelt: the letters so far of at most `most`, the rows with the cursor on `row`, and the place in that row,
    `None` while the row itself is chosen. Rows in small letters are no letters: done, delete, cancel."""

    text: str
    rows: tuple[str, ...]
    row: int
    place: int | None
    most: int


@dataclass(frozen=True, slots=True)
class WinnerRow:
    """A line of the attract screen's list of last winners; `score` is a figure ("240", "2–1")."""

    name: str
    game: Message
    score: str | int
    detail: Message | None = None


@dataclass(frozen=True, slots=True)
class RegularRow:
    """A line of the attract screen's list of regulars; `best` is the best hand that was shown, empty when there is none."""

    name: str
    games: int
    wins: int
    calls: int
    best: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FacesView:
    """How often the faces 1 to 6 came on the dice of a colour (`None`: on all dice), what is to be said of it, and how many
    more dice it takes to notice a face that comes a fifth too often. `face` is the one that is unusual, 0 for none."""

    counts: tuple[int, ...]
    sentence: Message
    tint: str | None = None
    needed: int = 0
    face: int = 0


@dataclass(frozen=True, slots=True)
class BankLine:
    """One player's bank after every round (index 0 is the start); `out_at` is the round in which the player went out."""

    seat: int
    name: str
    tint: str
    banks: tuple[int, ...]
    winner: bool = False
    out_at: int | None = None


@dataclass(frozen=True, slots=True)
class WinnerView:
    """Who has won with what `total`, in `unit` (`None`: chips); `lines` are everybody's banks, or what `chart` says."""

    name: str
    total: int
    starting_bank: int
    rounds: int
    lines: tuple[BankLine, ...]
    kitties: tuple[tuple[int, Message], ...] = ()
    sentence: Message | None = None
    unit: Message | None = None
    chart: Message | None = None


@dataclass(frozen=True, slots=True)
class OutView:
    """Who went out and with what sum; `kitty` is what waits in the bowl now."""

    seat: int
    name: str
    had: int
    owed: int
    kitty: int
    sentence: Message | None = None


@dataclass(frozen=True, slots=True)
class RequirementView:
    """A line of the Boss' choice in Qualification Dice: `dice` of five are used, `odds` in whole per cent, `pays` as "3:2"."""

    name: Message
    dice: int
    odds: int
    pays: str


@dataclass(frozen=True, slots=True)
class QualificationView:
    """The Boss' three choices (guide, screen 12): `steps` with the cursor on `step`, `rows` with the cursor on `chosen`.

    `examples` are pictures of the requirement, joined by "or"; `lines` say what it can cost.
    """

    steps: tuple[Message, ...]
    rows: tuple[RequirementView, ...]
    step: int = 0
    chosen: int = 0
    examples: tuple[tuple[int, ...], ...] = ()
    lines: tuple[Message, ...] = ()


class Fault(enum.Enum):
    """Faults that have their own picture."""

    CAMERA_STARTING = "camera-starting"
    CAMERA_SILENT = "camera-silent"
    CAMERA_MOVED = "camera-moved"
    TRAY_MOVED = "tray-moved"
    TOO_DARK = "too-dark"
    DISK_FULL = "disk-full"


@dataclass(frozen=True, slots=True)
class Banner:
    """A striped banner. `stops_play` dims the round behind it; otherwise it is one lane high and goes by itself.

    `press` is a last line followed by the picture of the green button ("Then press"); `kept` says that nothing is lost.
    """

    fault: Fault
    headline: Message
    lines: tuple[Message, ...] = ()
    kept: Message | None = None
    stops_play: bool = False
    press: Message | None = None


@dataclass(frozen=True, slots=True)
class View:
    """Everything one picture of the kiosk shows. Twelve chips of a stack stand for the `starting_bank`.

    `coach` is what would have been best in the round that has ended, a sentence for each decision, the dearest mistake first.
    """

    screen: Screen
    headline: Message
    facts: tuple[Fact, ...] = ()
    lanes: tuple[LaneView, ...] = ()
    footer: Footer = field(default_factory=Footer)
    banner: Banner | None = None
    starting_bank: int = 0
    kitty: int = 0
    unclear: UnclearView | None = None
    correction: CorrectionView | None = None
    out: OutView | None = None
    winner: WinnerView | None = None
    setup: tuple[SetupLine, ...] = ()
    spelling: SpellingView | None = None
    last_winners: tuple[WinnerRow, ...] = ()
    regulars: tuple[RegularRow, ...] = ()
    faces: FacesView | None = None
    attract_step: int = 0
    attract_page: int = 0
    qualification: QualificationView | None = None
    coach: tuple[Message, ...] = ()
