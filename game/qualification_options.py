"""The house rules of Qualification Dice (the [config] readings of system D), each with a sentence that explains it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, fields

from game.errors import InvalidOptions
from game.freezing import FREEZING_SENTENCES, Freeze, FreezeRules, UnfrozenThrow, UnqualifiedThrow
from game.message import Message, say
from game.seating import whole

LEAST_PLAYERS, MOST_PLAYERS = 2, 6
ROTATIONS_LIMIT = 100


class Rounding(enum.Enum):
    """What becomes of half a point when 3:2 is paid on an odd ante (reading D-l)."""

    FLOOR = "floor"
    CEIL = "ceil"
    EXACT = "exact"
    EVEN_ANTES = "even_antes"


class StandPayoutBase(enum.Enum):
    """What the double payout after a stand is reckoned on (reading D-j)."""

    ANTE = "ante"
    TRIPLED = "tripled"


class BluffPays(enum.Enum):
    """What a caught bluff pays (reading D-k)."""

    DOUBLE_PAYOUT = "double_payout"
    DOUBLE_ANTE = "double_ante"


class BossRethrow(enum.Enum):
    """Whether a throw of the Boss that comes out worse counts (reading D-h)."""

    STANDS = "stands"
    KEEP_BETTER = "keep_better"


class Tie(enum.Enum):
    """Who has a tie with the Point (reading D-m)."""

    BOSS = "boss"
    PUSH = "push"


class AntesWhen(enum.Enum):
    """When the players ante (reading D-g). As the dice lie under cups, only the croupier tells the first two apart."""

    BEFORE_THROW = "before_throw"
    AFTER_THROW = "after_throw"
    AFTER_ANNOUNCEMENT = "after_announcement"


class BossBank(enum.Enum):
    """What happens when the Boss cannot pay: prevented, owed, or shared among the winners (reading D-n)."""

    PROTECTED = "protected"
    NEGATIVE = "negative"
    PRO_RATA = "pro_rata"


class Answers(enum.Enum):
    """Whether players answer a stand one after the other or all at once (reading D-r)."""

    IN_TURN = "in_turn"
    TOGETHER = "together"


@dataclass(frozen=True, slots=True)
class QualificationOptions:
    """House rules, fixed for the whole game.

    `boss` is the seat of the first Boss, `rotations` how often everybody is Boss before the game ends (reading D-q).
    Raises `InvalidOptions`.
    """

    boss: int = 0
    rotations: int = 2
    rounding: Rounding = Rounding.FLOOR
    stand_payout_base: StandPayoutBase = StandPayoutBase.ANTE
    bluff_pays: BluffPays = BluffPays.DOUBLE_PAYOUT
    boss_rethrow: BossRethrow = BossRethrow.STANDS
    tie: Tie = Tie.BOSS
    freeze: Freeze = Freeze.RECHOOSE
    unqualified_throw: UnqualifiedThrow = UnqualifiedThrow.ANY
    unfrozen_throw: UnfrozenThrow = UnfrozenThrow.ALL
    antes_when: AntesWhen = AntesWhen.BEFORE_THROW
    boss_bank: BossBank = BossBank.PROTECTED
    answers: Answers = Answers.IN_TURN

    def __post_init__(self) -> None:
        whole("boss", self.boss, 0)
        if whole("rotations", self.rotations, 1) > ROTATIONS_LIMIT:
            raise InvalidOptions(f"The rotations are at most {ROTATIONS_LIMIT}.")
        for field in fields(self):
            if isinstance(field.default, enum.Enum) and not isinstance(getattr(self, field.name), type(field.default)):
                raise InvalidOptions(f"The option {field.name} is one of its named choices.")

    @property
    def freezing(self) -> FreezeRules:
        """The readings about dice that stay when a player throws again."""
        return FreezeRules(self.freeze, self.unqualified_throw, self.unfrozen_throw)


def explain(name: str, value: object) -> Message:
    """One sentence for the set-up screen on the option `name` of `QualificationOptions` with this value."""
    if name == "rotations" and isinstance(value, int):
        return say("Everybody is Boss {times} times.", times=value) if value != 1 else say("Everybody is Boss once.")
    for option, choice, sentence in _SENTENCES:
        if option == name and choice is value:
            return sentence
    raise InvalidOptions(f"There is no option {name} with the value {value!r}.")


_SENTENCES: tuple[tuple[str, enum.Enum, Message], ...] = (
    ("rounding", Rounding.FLOOR, say("Half points are dropped.")),
    ("rounding", Rounding.CEIL, say("Half points are paid as whole ones.")),
    ("rounding", Rounding.EXACT, say("Half points are paid.")),
    ("rounding", Rounding.EVEN_ANTES, say("Antes are even numbers.")),
    ("stand_payout_base", StandPayoutBase.ANTE, say("A stand that is beaten pays double on the ante.")),
    ("stand_payout_base", StandPayoutBase.TRIPLED, say("A stand that is beaten pays double on three antes.")),
    ("bluff_pays", BluffPays.DOUBLE_PAYOUT, say("A caught bluff pays double the payout.")),
    ("bluff_pays", BluffPays.DOUBLE_ANTE, say("A caught bluff pays two antes.")),
    ("boss_rethrow", BossRethrow.STANDS, say("The Boss’ throw counts, better or worse.")),
    ("boss_rethrow", BossRethrow.KEEP_BETTER, say("The better of the Boss’ two points counts.")),
    ("tie", Tie.BOSS, say("A tie with the Point loses.")),
    ("tie", Tie.PUSH, say("A tie with the Point pays nothing.")),
    *FREEZING_SENTENCES,
    ("antes_when", AntesWhen.BEFORE_THROW, say("Antes come before the throw.")),
    ("antes_when", AntesWhen.AFTER_THROW, say("Antes come after the look under the cup.")),
    ("antes_when", AntesWhen.AFTER_ANNOUNCEMENT, say("Antes come after the announcement.")),
    ("boss_bank", BossBank.PROTECTED, say("The Boss announces nothing the bank cannot pay.")),
    ("boss_bank", BossBank.NEGATIVE, say("A Boss who cannot pay goes below zero.")),
    ("boss_bank", BossBank.PRO_RATA, say("A Boss who cannot pay shares out the bank.")),
    ("answers", Answers.IN_TURN, say("A stand is answered in turn, from the left of the Boss.")),
    ("answers", Answers.TOGETHER, say("A stand is answered by all at once.")),
)
