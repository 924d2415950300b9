"""The screens on which something is chosen in Qualification Dice: the cover, the antes, the announcement (guide, screen 12)."""

from __future__ import annotations

from dataclasses import replace

from game.actions import Direction
from game.message import Message, say
from game.names import number_word
from game.qualification import QualificationGame, QualificationPhase
from game.qualification_options import AntesWhen
from game.qualification_questions import Amount, Announcing, Step
from game.qualification_tray import QualificationTray, bank_shown, facts, starting_bank
from game.requirements import NUMBERED, Requirement
from game.tray import framed
from game.view import (
    ButtonView,
    Footer,
    Lamp,
    QualificationView,
    RequirementView,
    Screen,
    SetupLine,
    View,
)

OFFERS_SHOWN = 4
LINES_SHOWN = 5
STACK = 12


def stakes_view(tray: QualificationTray, question: Amount) -> View:
    """The cover and the antes, one line each; the line in question is lit."""
    game = tray.game
    covering = game.phase is QualificationPhase.COVER
    seat = game.boss if covering else game.to_ante[0]
    lines = [_line(tray, say("Cover"), game.cover, question if covering else None)]
    lines += [
        _line(tray, say("{name}", name=game.players[one]), game.antes[one], question if not covering and one == seat else None)
        for one in game.opponents
    ]
    at = next(place for place, line in enumerate(lines) if line.lit)
    first = max(0, min(at - LINES_SHOWN // 2, len(lines) - LINES_SHOWN))
    if covering:
        headline = say("{name} covers", name=game.players[seat])
        sentence = say("The other player may ante up to this.")
        if len(game.opponents) > 1:
            rivals = number_word(len(game.opponents), capital=True)
            sentence = say("{number} players may ante up to this.", number=rivals)
    else:
        headline = say("{name} antes", name=game.players[seat])
        sentence = say("0 sits this round out.")
    footer = Footer(
        ButtonView(Lamp.LIT, say("Take {choice}", choice=say("{amount}", amount=question.amount))),
        ButtonView(Lamp.LIT, say("Another")) if len(question.offers) > 1 else ButtonView(),
        sentence,
    )
    view = framed(tray, Screen.SETUP, headline, facts(tray, seat), (), footer, starting_bank(game))
    return replace(view, setup=tuple(lines[first : first + LINES_SHOWN]))


def _line(tray: QualificationTray, label: Message, amount: int | None, question: Amount | None) -> SetupLine:
    if question is None:
        value = None if amount is None else say("{amount}", amount=amount)
        return SetupLine(label, value=value, done=amount is not None)
    start = max(0, min(question.chosen - 1, len(question.offers) - OFFERS_SHOWN))
    offers = question.offers[start : start + OFFERS_SHOWN]
    return SetupLine(
        label,
        detail=say("points"),
        value=say("{amount}", amount=question.amount),
        choices=tuple(say("{amount}", amount=offer) for offer in offers),
        chosen=question.chosen - start,
        lit=True,
        chips=round(STACK * question.amount / starting_bank(tray.game)),
    )


def announce_view(tray: QualificationTray, question: Announcing) -> View:
    """The Boss' three choices. What the hand meets is never marked: everybody sees the screen."""
    game = tray.game
    boss, requirement = game.boss, question.requirement
    steps = (
        say("Requirement") if question.step is Step.REQUIREMENT else say("{requirement}", requirement=requirement.title),
        say("Higher or lower") if question.step is Step.REQUIREMENT else _direction(question.direction),
        say("Stand or not") if question.step is not Step.STAND else say("Stand") if question.stand else say("No stand"),
    )
    sentence: Message
    match question.step:
        case Step.REQUIREMENT:
            sentence = say("Odds are for any five dice. Your hand stays secret.")
        case Step.DIRECTION if question.direction is Direction.HIGHER:
            sentence = say("A higher point than yours wins.")
        case Step.DIRECTION:
            sentence = say("A lower point than yours wins.")
        case _:
            sentence = say("You do not throw again.") if question.stand else say("You may throw once more.")
    footer = Footer(ButtonView(Lamp.LIT, say("Take it")), ButtonView(Lamp.LIT, say("Another")), sentence)
    headline = say("{name}, choose", name=game.players[boss])
    view = framed(tray, Screen.QUALIFICATION, headline, facts(tray, boss), (), footer, starting_bank(game))
    shown = QualificationView(
        steps=steps,
        rows=tuple(_row(one) for one in NUMBERED),
        step=int(question.step),
        chosen=NUMBERED.index(requirement),
        examples=requirement.examples,
        lines=_cost(game, question),
    )
    return replace(view, qualification=shown)


def _row(requirement: Requirement) -> RequirementView:
    return RequirementView(
        name=say("{requirement}", requirement=requirement.title),
        dice=requirement.dice,
        odds=round(100 * requirement.chance),
        pays=_ratio(requirement),
    )


def _ratio(requirement: Requirement) -> str:
    return f"{requirement.payout.numerator}:{requirement.payout.denominator}"


def _cost(game: QualificationGame, question: Announcing) -> tuple[Message, ...]:
    """What the announcement can cost, and whether the bank can stand it."""
    requirement = question.requirement
    bank = bank_shown(game.banks[game.boss])
    plain, stood = (bank_shown(game.risk(requirement, stand)) for stand in (False, True))
    pays = _ratio(requirement)
    if game.options.antes_when is AntesWhen.AFTER_ANNOUNCEMENT:
        first = say("Pays {pays} on antes to come: at most {most} of your {bank}.", pays=pays, most=plain, bank=bank)
    else:
        antes = sum(ante or 0 for ante in game.antes)
        first = say(
            "Pays {pays} on antes of {antes}: at most {most} of your {bank}.", pays=pays, antes=antes, most=plain, bank=bank
        )
    if requirement in question.stands:
        return first, say("With Stand at most {most}; challengers risk three antes.", most=stood)
    return first, say("With Stand {most}: more than the bank, not allowed.", most=stood)


def _direction(direction: Direction) -> Message:
    return say("Higher") if direction is Direction.HIGHER else say("Lower")
