"""The house rules that the set-up offers for every game, the rules as written first, each with a sentence that explains it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game import progressive_options as progressive
from game import qualification_options as qualification
from game.actions import Json
from game.boss_options import BossOptions, KittyAtEnd, SecondThrows, ShortStack, explain
from game.duel_options import ChallengerTwoPair, DuelRanking, NoCall, explain_duel
from game.freezing import Freeze, UnqualifiedThrow
from game.hands import FirstFullHouse, FirstTwoPair, TwoPairTie
from game.message import Message, say
from game.option_reading import options_to_json

Options = tuple[tuple[str, Json], ...]


@dataclass(frozen=True, slots=True)
class Offer:
    """One answer that the set-up proposes: what it is called, what it means, and the protocol's options it stands for.

    `short` is its name among the choices where the whole one is too long; `amount` what an offer of chips is worth.
    """

    value: Message
    explanation: Message | None = None
    options: Options = ()
    short: Message | None = None
    amount: int = 0


AS_WRITTEN = say("as written")


def changed(options: BossOptions) -> Options:
    """The options that differ from the rules as written, without the wager, which is agreed by itself."""
    usual = options_to_json(BossOptions())
    return tuple(
        (name, value) for name, value in options_to_json(options).items() if value != usual[name] and name != "max_wager"
    )


def banking_rules(bank: int, usual: BossOptions | None) -> tuple[Offer, ...]:
    """House rules of banking Boss Dice; `usual` are those of this house, offered first."""
    target = 2 * bank
    offers = (
        Offer(AS_WRITTEN, explain("short_stack", ShortStack.PAY_ALL_WIN_FULL)),
        Offer(say("short game"), explain("target", target), (("target", target),)),
        _offer(say("table stakes"), explain, "short_stack", ShortStack.TABLE_STAKES),
        _offer(say("smallest bank"), explain, "short_stack", ShortStack.CAP_WAGER),
        _offer(say("high pair ties"), explain, "two_pair_tie", TwoPairTie.HIGH),
        _offer(say("free keep"), explain, "boss_may_keep_extra", True),
        _offer(say("kitty stays"), explain, "kitty_at_end", KittyAtEnd.STAYS),
        _offer(say("all at once"), explain, "second_throws", SecondThrows.TOGETHER),
    )
    if usual is None or not changed(usual):
        return offers
    name, _ = changed(usual)[0]
    return (Offer(say("this house"), explain(name, getattr(usual, name)), changed(usual)), *offers)


def match_rules(ranking: DuelRanking) -> tuple[Offer, ...]:
    """House rules of a match by the San Francisco or the Norwegian rules."""
    first = (
        _offer(say("full as three"), explain_duel, "first_full_house", FirstFullHouse.TRIPS)
        if ranking is DuelRanking.BULL
        else _offer(say("high pair first"), explain_duel, "first_two_pair", FirstTwoPair.HIGH_PAIR)
    )
    free: Options = (("calls", False), ("no_call", NoCall.FREE.value))
    return (
        Offer(AS_WRITTEN, explain_duel("ranking", ranking)),
        _offer(say("no calls"), explain_duel, "calls", False),
        Offer(say("no Boss"), explain_duel("no_call", NoCall.FREE), free),
        _offer(say("keep first"), explain_duel, "keep_before_call", True),
        _offer(say("one pair"), explain_duel, "challenger_two_pair", ChallengerTwoPair.ONE_PAIR),
        _offer(say("high pair ties"), explain_duel, "two_pair_tie", TwoPairTie.HIGH),
        first,
    )


def qualification_rules() -> tuple[Offer, ...]:
    """House rules of Qualification Dice."""
    usual = qualification.QualificationOptions()
    told = qualification.explain
    return (
        Offer(AS_WRITTEN, told("tie", usual.tie)),
        _offer(say("ties pay none"), told, "tie", qualification.Tie.PUSH),
        _offer(say("locked dice"), told, "freeze", Freeze.LOCKED),
        _offer(say("throw all"), told, "unqualified_throw", UnqualifiedThrow.ALL),
        _offer(say("look, then ante"), told, "antes_when", qualification.AntesWhen.AFTER_THROW),
        _offer(say("antes last"), told, "antes_when", qualification.AntesWhen.AFTER_ANNOUNCEMENT),
        _offer(say("even antes"), told, "rounding", qualification.Rounding.EVEN_ANTES),
        _offer(say("better counts"), told, "boss_rethrow", qualification.BossRethrow.KEEP_BETTER),
        _offer(say("dear stands"), told, "stand_payout_base", qualification.StandPayoutBase.TRIPLED),
        _offer(say("cheap bluffs"), told, "bluff_pays", qualification.BluffPays.DOUBLE_ANTE),
    )


def progressive_rules() -> tuple[Offer, ...]:
    """House rules of Progressive Qualification."""
    usual = progressive.ProgressiveOptions()
    told = progressive.explain
    return (
        Offer(AS_WRITTEN, told("carry_over", usual.carry_over)),
        _offer(say("carry over"), told, "carry_over", True),
        _offer(say("locked dice"), told, "freeze", Freeze.LOCKED),
        _offer(say("throw all"), told, "unqualified_throw", UnqualifiedThrow.ALL),
        _offer(say("seat order"), told, "turn_order", progressive.TurnOrder.SEAT_ORDER),
        _offer(say("same start"), told, "first_seat", progressive.FirstSeat.FIXED),
        _offer(say("play it off"), told, "final_tie", progressive.FinalTie.REPEAT),
    )


def merged(offers: Sequence[Offer]) -> Options:
    """All options of the offers taken; a later one counts for the same name."""
    options: dict[str, Json] = {}
    for offer in offers:
        options.update(offer.options)
    return tuple(options.items())


def _offer(value: Message, told: Callable[[str, object], Message], name: str, choice: enum.Enum | bool) -> Offer:
    """One house rule under its name; the sentence is that of its options."""
    return Offer(value, told(name, choice), ((name, choice.value if isinstance(choice, enum.Enum) else choice),))
