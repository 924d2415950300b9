"""The house rules of a game one by one, for tables that play by more than one of them."""

from __future__ import annotations

from collections.abc import Iterable

from game import progressive_options as progressive
from game import qualification_options as qualification
from game.boss_options import BossOptions, explain
from game.duel_options import DuelOptions, DuelRanking, explain_duel
from game.house_rules import AS_WRITTEN, Offer
from game.menu_lines import Line, Menu, Question, Spot
from game.message import Message, say


def rule_questions(game: Menu, rules: Iterable[Offer]) -> tuple[Question, ...]:
    """One question for every rule that the offers change: as written, or otherwise."""
    named: dict[str, list[Offer]] = {}
    for offer in rules:
        if offer.options and len({name for name, _ in offer.options} - {"calls", "no_call"}) <= 1 and offer.short is None:
            name = offer.options[0][0]
            if offer.value.text not in ("last time", "this house"):
                named.setdefault(name, []).append(offer)
    return tuple(
        Question(Spot(Line.RULE, place), label_of(name), (Offer(AS_WRITTEN, _usual(game, name)), *offers), shown=3)
        for place, (name, offers) in enumerate(named.items())
    )


def label_of(name: str) -> Message:
    """What a house rule is called on its line."""
    match name:
        case "target":
            return say("End")
        case "short_stack":
            return say("Short bank")
        case "two_pair_tie":
            return say("Two pair")
        case "boss_may_keep_extra":
            return say("Boss keeps")
        case "kitty_at_end":
            return say("Last kitty")
        case "second_throws" | "turn_order":
            return say("Order")
        case "calls" | "keep_before_call":
            return say("The call") if name == "calls" else say("Keeping")
        case "challenger_two_pair":
            return say("Challenger")
        case "first_full_house" | "first_two_pair":
            return say("First throw")
        case "tie" | "final_tie":
            return say("Ties")
        case "freeze":
            return say("Dice")
        case "unqualified_throw":
            return say("Unqualified")
        case "antes_when":
            return say("Antes")
        case "rounding":
            return say("Halves")
        case "boss_rethrow":
            return say("Boss again")
        case "stand_payout_base":
            return say("Stands")
        case "bluff_pays":
            return say("Bluffs")
        case "carry_over":
            return say("Pushes")
        case "first_seat":
            return say("Who begins")
    return say("House rule")


def _usual(game: Menu, name: str) -> Message:
    """The sentence that explains the rule as it is written."""
    match game:
        case Menu.BANKING:
            return explain(name, getattr(BossOptions(), name))
        case Menu.QUALIFICATION:
            return qualification.explain(name, getattr(qualification.QualificationOptions(), name))
        case Menu.PROGRESSIVE:
            return progressive.explain(name, getattr(progressive.ProgressiveOptions(), name))
    ranking = DuelRanking.NORWEGIAN if game is Menu.NORWEGIAN else DuelRanking.BULL
    return explain_duel(name, getattr(DuelOptions(ranking=ranking), name))
