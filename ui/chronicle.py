"""The rounds in plain lines, for a terminal or a log: the hands as they were read, the banks, the winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from game.boss import BossGame
from game.boss_round import BossRound
from game.duel import DuelGame
from game.duel_round import DuelOutcome, DuelRound
from game.game import Game, Points, points_to_json
from game.progressive import ProgressiveGame, ProgressiveOutcome, ProgressiveRound
from game.qualification import QualificationGame, QualificationResult, QualificationRound
from game.settlement import Outcome
from game.tournament import TournamentGame


def hand(dice: tuple[int, ...] | None) -> str:
    """`66421`, the dice from high to low; `-` when there is no hand."""
    return "".join(str(die) for die in sorted(dice, reverse=True)) if dice else "-"


def where(game: Game) -> str:
    """The round that is being played: `round 3`, in a tournament `match 2, round 3`."""
    if isinstance(game, TournamentGame):
        return f"match {len(game.results) + (not game.over)}, round {game.match.round}"
    return f"round {game.round}"  # type: ignore[attr-defined]


def round_line(game: Game) -> str | None:
    """The round that ended last in one line, e.g. `round 3: Tom 65331, Irene 66542; Irene is Boss, called up: ...`."""
    match game:
        case BossGame(last_round=BossRound() as last):
            return _banking(game, last)
        case DuelGame(last_round=DuelRound() as last):
            return f"{_match(game.players, last)}{_banks(game.players, game.banks) if game.over else ''}"
        case TournamentGame(last_round=(last, seats)):
            names = (game.players[seats[0]], game.players[seats[1]])
            ended = game.match.last_round is None or game.over
            banks = _banks(game.players, game.banks) if ended else ""
            return f"match {len(game.results) + (not ended)}, {_match(names, last)}{banks}"
        case QualificationGame(last_round=QualificationRound() as last):
            return _qualification(game, last)
        case ProgressiveGame(last_round=ProgressiveRound() as last):
            return _progressive(game, last)
    return None


def winner_line(game: Game) -> str | None:
    """Who has won, `None` while nobody has."""
    match game:
        case BossGame(winner=int(seat)):
            return f"{game.players[seat]} wins with {game.banks[seat]} chips after {game.round} rounds"
        case DuelGame(winner=int(seat)):
            return f"{game.players[seat]} wins {game.score[seat]} to {game.score[1 - seat]} after {game.round} rounds"
        case TournamentGame(winner=int(seat)):
            return f"{game.players[seat]} wins with {game.titles[seat]} of {len(game.results)} matches"
        case QualificationGame() if game.winners:
            return f"{_all(game, game.winners)} with {points_to_json(max(game.banks))} points after {game.round} rounds"
        case ProgressiveGame() if game.winners:
            return f"{_all(game, game.winners)} with {max(game.totals)} points"
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


def _all(game: Game, seats: tuple[int, ...]) -> str:
    names = " and ".join(game.players[seat] for seat in seats)
    return f"{names} {'wins' if len(seats) == 1 else 'share the win'}"


def _banks(names: tuple[str, ...], banks: Sequence[Points] | None) -> str:
    if banks is None:
        return ""
    return f"; banks {', '.join(f'{name} {points_to_json(bank)}' for name, bank in zip(names, banks, strict=True))}"


def _thrown(names: tuple[str, ...], hands: tuple[tuple[int, ...] | None, ...]) -> str:
    return ", ".join(f"{names[seat]} {hand(dice)}" for seat, dice in enumerate(hands) if dice is not None)


def _banking(game: BossGame, last: BossRound) -> str:
    names = game.players
    match last.outcome:
        case Outcome.PUSH:
            story = f"push between {' and '.join(names[seat] for seat in last.tied)}"
        case Outcome.VOID:
            story = "void, nobody has a pair"
        case Outcome.CALLED_OFF:
            story = f"{names[last.boss or 0]} is Boss, keeps {hand(last.kept)}, calls off"
        case _:
            story = _settled(names, last)
    banks = _banks(names, last.banks_after)
    return f"round {last.number}: {_thrown(names, last.first)}; {story}{banks}, kitty {last.kitty_after}"


def _settled(names: tuple[str, ...], last: BossRound) -> str:
    boss = last.boss or 0
    duels = [
        f"{names[seat]} {hand(last.hands[seat])} {result.value}s"
        for seat, result in enumerate(last.results)
        if result is not None
    ]
    story = f"{names[boss]} is Boss, keeps {hand(last.kept)}, calls up, shows {hand(last.boss_hand)}; {', '.join(duels)}"
    if last.boss_bust:
        story += f"; owes {last.owed}, cannot pay"
    if last.eliminated:
        story += f"; out: {', '.join(names[seat] for seat in last.eliminated)}"
    return story


def _match(names: tuple[str, ...], last: DuelRound) -> str:
    boss = "" if last.boss is None else f"{names[last.boss]} is Boss, keeps {hand(last.kept)}, "
    match last.outcome:
        case DuelOutcome.VOID:
            story = "void, nobody has a pair"
        case DuelOutcome.TIE_FIRST:
            story = "push"
        case DuelOutcome.CALLED_OFF:
            story = f"{boss}calls off"
        case DuelOutcome.TIE_SECOND:
            story = f"{boss}then {_thrown(names, last.hands)}; a tie"
        case _:
            story = f"{boss}then {_thrown(names, last.hands)}; {names[last.winner or 0]} wins the horse"
    score = ", ".join(f"{name} {horses}" for name, horses in zip(names, last.score, strict=True))
    return f"round {last.number}: {_thrown(names, last.first)}; {story}; horses {score}"


def _qualification(game: QualificationGame, last: QualificationRound) -> str:
    names = game.players
    antes = ", ".join(f"{names[seat]} {ante}" for seat, ante in enumerate(last.antes) if ante is not None)
    story = f"{names[last.boss]} is Boss, covers {last.cover}; antes {antes or '-'}"
    if last.requirement is not None and last.direction is not None:
        stands = ", stands" if last.stand else ""
        story += f"; {last.requirement.title}, {last.direction.value}{stands}"
        story += "; a bluff" if last.bluff else f", point {last.point}" if last.point is not None else ""
    results = [f"{names[seat]} {_ended(last.hands[seat], result)}" for seat, result in enumerate(last.results) if result]
    story += f"; {', '.join(results)}" if results else ""
    return f"round {last.number}: {story}{_banks(names, last.banks_after)}"


def _ended(dice: tuple[int, ...] | None, result: QualificationResult) -> str:
    if result is QualificationResult.OUT:
        return "sits out"
    return f"{result.value}s" if dice is None else f"{hand(dice)} {result.value}s"


def _progressive(game: ProgressiveGame, last: ProgressiveRound) -> str:
    names = game.players
    hands = [
        f"{names[seat]} {hand(dice)} {'not qualified' if last.points[seat] is None else f'point {last.points[seat]}'}"
        for seat, dice in enumerate(last.hands)
    ]
    if last.winner is not None:
        story = f"{names[last.winner]} scores {last.award}"
    else:
        story = "push" if last.outcome is ProgressiveOutcome.PUSH else "nobody qualifies"
    totals = ", ".join(f"{name} {total}" for name, total in zip(names, game.totals, strict=True))
    return f"round {last.number}: {last.requirement.title}; {', '.join(hands)}; {story}; totals {totals}"
