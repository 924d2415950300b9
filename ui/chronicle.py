"""The rounds in plain lines, for a terminal or a log: the hands as they were read, the banks, the winner."""

from __future__ import annotations

from collections.abc import Iterator

from game.boss import BossGame
from game.boss_round import BossRound
from game.settlement import Outcome


def hand(dice: tuple[int, ...] | None) -> str:
    """`66421`, the dice from high to low; `-` when there is no hand."""
    return "".join(str(die) for die in sorted(dice, reverse=True)) if dice else "-"


def round_line(game: BossGame, last: BossRound) -> str:
    """One finished round, e.g. `round 3: Tom 65331, Irene 66542; Irene is Boss, called up: ...`."""
    names = game.players
    first = ", ".join(f"{names[seat]} {hand(dice)}" for seat, dice in enumerate(last.first) if dice is not None)
    match last.outcome:
        case Outcome.PUSH:
            story = f"push between {' and '.join(names[seat] for seat in last.tied)}"
        case Outcome.VOID:
            story = "void, nobody has a pair"
        case Outcome.CALLED_OFF:
            story = f"{names[last.boss or 0]} is Boss, keeps {hand(last.kept)}, calls off"
        case _:
            story = _settled(names, last)
    banks = ", ".join(f"{name} {bank}" for name, bank in zip(names, last.banks_after, strict=True))
    return f"round {last.number}: {first}; {story}; banks {banks}, kitty {last.kitty_after}"


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


class Chronicle:
    """Gives each finished round once; a round that a correction changed is given again."""

    def __init__(self) -> None:
        self._last: BossRound | None = None
        self._won: int | None = None

    def news(self, game: BossGame | None) -> Iterator[str]:
        """The lines that are new since the last call."""
        if game is None:
            self._last = self._won = None
            return
        if game.last_round is not None and game.last_round != self._last:
            yield round_line(game, game.last_round)
        self._last = game.last_round
        if game.winner is not None and self._won is None:
            yield f"{game.players[game.winner]} wins with {game.banks[game.winner]} chips after {game.round} rounds"
        self._won = game.winner
