"""The house rules of two-player Boss Dice (systems B and C), each with a sentence that explains it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from game.errors import InvalidOptions
from game.hands import FirstFullHouse, FirstRanking, FirstTwoPair, TwoPairTie
from game.message import Message, say
from game.seating import whole

MOST_WINS = 99


class DuelRanking(enum.Enum):
    """Whose rules: San Francisco (Bull Dice, system B) or Norwegian (system C)."""

    BULL = "bull"
    NORWEGIAN = "norwegian"

    @property
    def first(self) -> FirstRanking:
        """The ranking of the first throw."""
        return FirstRanking.B if self is DuelRanking.BULL else FirstRanking.C


class ChallengerTwoPair(enum.Enum):
    """Whether a challenger may keep both pairs of two pair (reading B-c)."""

    FREE = "free"
    ONE_PAIR = "one_pair"


class NoCall(enum.Enum):
    """What is left of the Boss in the house rule without calls (reading C-e)."""

    BOSS_KEEPS = "boss_keeps"
    FREE = "free"


@dataclass(frozen=True, slots=True)
class DuelOptions:
    """House rules, fixed for the match.

    `calls` off is the house rule without calls (C6). `first_full_house` and `first_two_pair` are `None` for the reading of the
    ranking (B-a, C-a, C-b). `keep_before_call` lets the challenger set dice aside before the Boss decides (B-e); it means
    nothing without calls. `wins` are the rounds that win the match (B1, C5), `stake` the chips of the match (C1, C-g).
    Raises `InvalidOptions`.
    """

    ranking: DuelRanking = DuelRanking.BULL
    calls: bool = True
    first_full_house: FirstFullHouse | None = None
    first_two_pair: FirstTwoPair | None = None
    challenger_two_pair: ChallengerTwoPair = ChallengerTwoPair.FREE
    two_pair_tie: TwoPairTie = TwoPairTie.LEX
    keep_before_call: bool = False
    no_call: NoCall = NoCall.BOSS_KEEPS
    wins: int = 2
    stake: int = 0

    def __post_init__(self) -> None:
        whole("stake", self.stake, 0)
        if whole("wins", self.wins, 1) > MOST_WINS:
            raise InvalidOptions(f"The wins are a number from 1 to {MOST_WINS}.")
        for name, kinds in _KINDS:
            if not isinstance(getattr(self, name), kinds):
                raise InvalidOptions(f"The option {name} is one of its named choices.")

    @property
    def full_house(self) -> FirstFullHouse:
        """What a full house counts as on the first throw."""
        return self.first_full_house or self.ranking.first.full_house

    @property
    def two_pair(self) -> FirstTwoPair:
        """What two pair counts as on the first throw."""
        return self.first_two_pair or self.ranking.first.two_pair


_KINDS: tuple[tuple[str, type | tuple[type, ...]], ...] = (
    ("ranking", DuelRanking),
    ("calls", bool),
    ("first_full_house", (FirstFullHouse, type(None))),
    ("first_two_pair", (FirstTwoPair, type(None))),
    ("challenger_two_pair", ChallengerTwoPair),
    ("two_pair_tie", TwoPairTie),
    ("keep_before_call", bool),
    ("no_call", NoCall),
)


def explain_duel(name: str, value: object) -> Message:
    """One sentence for the set-up screen on the option `name` of `DuelOptions` with this value."""
    match name, value:
        case "ranking", DuelRanking.BULL:
            return say("San Francisco: two pair counts as its higher pair on the first throw.")
        case "ranking", DuelRanking.NORWEGIAN:
            return say("Norwegian: two pair counts in full on the first throw.")
        case "calls", True:
            return say("The Boss looks under the cup and calls up or off.")
        case "calls", False:
            return say("Every hand is played out; nobody calls.")
        case (("first_full_house" | "first_two_pair"), None):
            return say("As the ranking has it.")
        case "first_full_house", FirstFullHouse.FULL:
            return say("A full house counts in full on the first throw, and all five dice are kept.")
        case "first_full_house", FirstFullHouse.TRIPS:
            return say("A full house counts as three of a kind on the first throw.")
        case "first_two_pair", FirstTwoPair.TWO_PAIR:
            return say("Two pair counts in full on the first throw, and four dice are kept.")
        case "first_two_pair", FirstTwoPair.HIGH_PAIR:
            return say("Two pair counts as its higher pair on the first throw.")
        case "challenger_two_pair", ChallengerTwoPair.FREE:
            return say("The challenger may keep both pairs.")
        case "challenger_two_pair", ChallengerTwoPair.ONE_PAIR:
            return say("The challenger keeps one pair of two.")
        case "two_pair_tie", TwoPairTie.LEX:
            return say("With equal higher pairs the lower pair decides.")
        case "two_pair_tie", TwoPairTie.HIGH:
            return say("Equal higher pairs tie.")
        case "keep_before_call", False:
            return say("The challenger chooses dice after the call.")
        case "keep_before_call", True:
            return say("The challenger sets dice aside before the Boss decides.")
        case "no_call", NoCall.BOSS_KEEPS:
            return say("Without calls the better first throw still keeps its combination.")
        case "no_call", NoCall.FREE:
            return say("Without calls nobody is Boss, and both keep what they like.")
        case "wins", int(number):
            return say("The first to win {number} rounds takes the match.", number=number)
        case "stake", 0:
            return say("No chips are at stake.")
        case "stake", int(amount):
            return say("The loser of a match pays {amount} chips.", amount=amount)
    raise InvalidOptions(f"There is no option {name} with the value {value!r}.")
