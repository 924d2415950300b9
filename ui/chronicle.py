"""The rounds in plain lines, for a terminal or a log: the hands as they were read, the banks, the winner.

They are English, as a log is, unless `text` puts their words into another language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from game.actions import Direction
from game.boss import BossGame
from game.boss_round import BossRound
from game.duel import DuelGame
from game.duel_round import DuelOutcome, DuelRound
from game.game import Game, Points, points_to_json
from game.message import Message, say
from game.progressive import ProgressiveGame, ProgressiveOutcome, ProgressiveRound
from game.qualification import QualificationGame, QualificationResult, QualificationRound
from game.settlement import Outcome, Result
from game.tournament import TournamentGame

Text = Callable[[Message], str]
"""Puts a message into a language, as `Words.text`."""


def hand(dice: tuple[int, ...] | None) -> str:
    """`66421`, the dice from high to low; `-` when there is no hand."""
    return "".join(str(die) for die in sorted(dice, reverse=True)) if dice else "-"


def where(game: Game, text: Text = str) -> str:
    """The round that is being played: `round 3`, in a tournament `match 2, round 3`."""
    if isinstance(game, TournamentGame):
        return f"{_match_number(len(game.results) + (not game.over), text)}, {_number(game.match.round, text)}"
    return _number(game.round, text)  # type: ignore[attr-defined]


def round_line(game: Game, text: Text = str) -> str | None:
    """The round that ended last in one line, e.g. `round 3: Tom 65331, Irene 66542; Irene is Boss, called up: ...`."""
    match game:
        case BossGame(last_round=BossRound() as last):
            return _banking(game, last, text)
        case DuelGame(last_round=DuelRound() as last):
            banks = _banks(game.players, game.banks, text) if game.over else ""
            return f"{_match(game.players, last, text)}{banks}"
        case TournamentGame(last_round=(last, seats)):
            names = (game.players[seats[0]], game.players[seats[1]])
            ended = game.match.last_round is None or game.over
            banks = _banks(game.players, game.banks, text) if ended else ""
            return f"{_match_number(len(game.results) + (not ended), text)}, {_match(names, last, text)}{banks}"
        case QualificationGame(last_round=QualificationRound() as last):
            return _qualification(game, last, text)
        case ProgressiveGame(last_round=ProgressiveRound() as last):
            return _progressive(game, last, text)
    return None


def winner_line(game: Game, text: Text = str) -> str | None:
    """Who has won, `None` while nobody has."""
    match game:
        case BossGame(winner=int(seat)):
            name, chips = game.players[seat], str(game.banks[seat])
            return text(say("{name} wins with {chips} chips after {count} rounds", name=name, chips=chips, count=game.round))
        case DuelGame(winner=int(seat)):
            score = {"own": str(game.score[seat]), "other": str(game.score[1 - seat])}
            name = game.players[seat]
            return text(say("{name} wins {own} to {other} after {count} rounds", name=name, count=game.round, **score))
        case TournamentGame(winner=int(seat)):
            name, won = game.players[seat], str(game.titles[seat])
            return text(say("{name} wins with {won} of {count} matches", name=name, won=won, count=len(game.results)))
        case QualificationGame() if game.winners:
            points = str(points_to_json(max(game.banks)))
            return f"{_winners(game, points, game.winners, text)} {text(say('after {count} rounds', count=game.round))}"
        case ProgressiveGame() if game.winners:
            return _winners(game, str(max(game.totals)), game.winners, text)
    return None


class Chronicle:
    """Gives each finished round once; a round that a correction changed is given again."""

    def __init__(self) -> None:
        self._last: str | None = None
        self._won: str | None = None

    def resume(self, game: Game | None) -> None:
        """Goes on with a game whose finished rounds were given before a power cut."""
        for _ in self.news(game):
            pass

    def news(self, game: Game | None) -> Iterator[str]:
        """The lines that are new since the last call."""
        if game is None:
            self._last = self._won = None
            return
        line, won = round_line(game), winner_line(game)
        if line is not None and line != self._last:
            yield line
        if won is not None and self._won is None:
            yield won
        self._last, self._won = line, won


def _number(number: int, text: Text) -> str:
    return text(say("round {number}", number=number))


def _match_number(number: int, text: Text) -> str:
    return text(say("match {number}", number=number))


def _all(names: Sequence[str], text: Text) -> str:
    return f" {text(say('and'))} ".join(names)


def _winners(game: Game, points: str, seats: tuple[int, ...], text: Text) -> str:
    names = _all([game.players[seat] for seat in seats], text)
    if len(seats) == 1:
        return text(say("{name} wins with {points} points", name=names, points=points))
    return text(say("{names} share the win with {points} points", names=names, points=points))


def _banks(names: tuple[str, ...], banks: Sequence[Points] | None, text: Text) -> str:
    if banks is None:
        return ""
    each = ", ".join(f"{name} {points_to_json(bank)}" for name, bank in zip(names, banks, strict=True))
    return f"; {text(say('banks'))} {each}"


def _thrown(names: tuple[str, ...], hands: tuple[tuple[int, ...] | None, ...]) -> str:
    return ", ".join(f"{names[seat]} {hand(dice)}" for seat, dice in enumerate(hands) if dice is not None)


def _ended(result: Result | QualificationResult) -> Message:
    match result:
        case Result.WIN | QualificationResult.WIN:
            return say("wins")
        case Result.LOSE | QualificationResult.LOSE:
            return say("loses")
        case Result.TIE | QualificationResult.TIE:
            return say("ties")
        case QualificationResult.CONCEDE:
            return say("concedes")
    return say("sits out")


def _boss(name: str, kept: tuple[int, ...], text: Text) -> str:
    return text(say("{name} is Boss, keeps {kept}", name=name, kept=hand(kept)))


def _banking(game: BossGame, last: BossRound, text: Text) -> str:
    names = game.players
    match last.outcome:
        case Outcome.PUSH:
            story = text(say("push between {names}", names=_all([names[seat] for seat in last.tied], text)))
        case Outcome.VOID:
            story = text(say("void, nobody has a pair"))
        case Outcome.CALLED_OFF:
            story = f"{_boss(names[last.boss or 0], last.kept, text)}, {text(say('calls off'))}"
        case _:
            story = _settled(names, last, text)
    kitty = text(say("kitty {chips}", chips=str(last.kitty_after)))
    banks = _banks(names, last.banks_after, text)
    return f"{_number(last.number, text)}: {_thrown(names, last.first)}; {story}{banks}, {kitty}"


def _settled(names: tuple[str, ...], last: BossRound, text: Text) -> str:
    duels = [
        f"{names[seat]} {hand(last.hands[seat])} {text(_ended(result))}"
        for seat, result in enumerate(last.results)
        if result is not None
    ]
    shown = text(say("calls up, shows {hand}", hand=hand(last.boss_hand)))
    story = f"{_boss(names[last.boss or 0], last.kept, text)}, {shown}; {', '.join(duels)}"
    if last.boss_bust:
        story += f"; {text(say('owes {owed}, cannot pay', owed=str(last.owed)))}"
    if last.eliminated:
        story += f"; {text(say('out: {names}', names=', '.join(names[seat] for seat in last.eliminated)))}"
    return story


def _match(names: tuple[str, ...], last: DuelRound, text: Text) -> str:
    boss = "" if last.boss is None else f"{_boss(names[last.boss], last.kept, text)}, "
    then = text(say("then {hands}", hands=_thrown(names, last.hands)))
    match last.outcome:
        case DuelOutcome.VOID:
            story = text(say("void, nobody has a pair"))
        case DuelOutcome.TIE_FIRST:
            story = text(say("push"))
        case DuelOutcome.CALLED_OFF:
            story = f"{boss}{text(say('calls off'))}"
        case DuelOutcome.TIE_SECOND:
            story = f"{boss}{then}; {text(say('a tie'))}"
        case _:
            story = f"{boss}{then}; {text(say('{name} wins the horse', name=names[last.winner or 0]))}"
    score = ", ".join(f"{name} {horses}" for name, horses in zip(names, last.score, strict=True))
    return f"{_number(last.number, text)}: {_thrown(names, last.first)}; {story}; {text(say('horses'))} {score}"


def _qualification(game: QualificationGame, last: QualificationRound, text: Text) -> str:
    names = game.players
    antes = ", ".join(f"{names[seat]} {ante}" for seat, ante in enumerate(last.antes) if ante is not None)
    covers = text(say("{name} is Boss, covers {cover}", name=names[last.boss], cover=str(last.cover)))
    story = f"{covers}; {text(say('antes'))} {antes or '-'}"
    if last.requirement is not None and last.direction is not None:
        aim = say("higher") if last.direction is Direction.HIGHER else say("lower")
        stands = f", {text(say('stands'))}" if last.stand else ""
        story += f"; {last.requirement.title}, {text(aim)}{stands}"
        if last.bluff:
            story += f"; {text(say('a bluff'))}"
        elif last.point is not None:
            story += f", {_point(last.point, text)}"
    results = [
        f"{_named(names[seat], last.hands[seat], result)} {text(_ended(result))}"
        for seat, result in enumerate(last.results)
        if result is not None
    ]
    story += f"; {', '.join(results)}" if results else ""
    return f"{_number(last.number, text)}: {story}{_banks(names, last.banks_after, text)}"


def _named(name: str, dice: tuple[int, ...] | None, result: QualificationResult) -> str:
    return name if dice is None or result is QualificationResult.OUT else f"{name} {hand(dice)}"


def _point(point: int | None, text: Text) -> str:
    return text(say("not qualified") if point is None else say("point {point}", point=point))


def _progressive(game: ProgressiveGame, last: ProgressiveRound, text: Text) -> str:
    names = game.players
    hands = [f"{names[seat]} {hand(dice)} {_point(last.points[seat], text)}" for seat, dice in enumerate(last.hands)]
    if last.winner is not None:
        story = text(say("{name} scores {points}", name=names[last.winner], points=str(last.award)))
    else:
        story = text(say("push") if last.outcome is ProgressiveOutcome.PUSH else say("nobody qualifies"))
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, game.totals, strict=True))
    told = f"{last.requirement.title}; {', '.join(hands)}; {story}; {text(say('totals'))} {totals}"
    return f"{_number(last.number, text)}: {told}"
