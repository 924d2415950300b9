"""Standing, bluffing, conceding and challenging in Qualification Dice (rules D4, D10, D11): a game of hidden hands.

Objective: points won in this round, in antes; each opponent's hand is independent, so the answer holds for any number of
opponents. The Boss' bank is taken to be large enough and payouts are not rounded.

The game between the Boss' 252 hands (24 stands and the best announcement without one) and an opponent's 252 hands (concede or
challenge) is zero-sum. It was solved by CFR+ with linear averaging (Tammelin 2014) under the usual house rules, and its
rounded answer is stored in `stand.json`, made by `bosstray odds solve --table stand`. Distance from optimal: `distance`
measures how much both sides together could still gain against the stored strategies; `bosstray odds policies` prints it.
Under other house rules the stored strategies are good, not optimal.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np

from game.actions import Dice
from game.playbook import DamagedTable
from game.policies.qualification import (
    Announced,
    against_points,
    all_announcements,
    announcement_gain,
)
from game.policies.rethrow import HANDS, NO_POINT, Floats, hand_index, points, throws
from game.qualification_options import BluffPays, QualificationOptions
from game.qualification_table import THROWS

FORMAT = 1
FILE = "stand.json"
ROUNDS = 3000


@dataclass(frozen=True, slots=True)
class StandGame:
    """The payoffs, in antes. `quiet` is the Boss' gain from his best announcement without a stand, by hand; `challenge` the
    opponent's gain from a challenge, by stand, the Boss' hand and the opponent's hand."""

    quiet: Floats
    challenge: Floats


@dataclass(frozen=True, slots=True)
class StandPlay:
    """Strategies: `boss` (hands x 25) are the chances of no stand and of each stand, in the order of `all_announcements`;
    `challenge` (24 x hands) the chance that an opponent with this hand challenges this stand."""

    boss: Floats
    challenge: Floats


def stand_game(options: QualificationOptions) -> StandGame:
    """Reckons all payoffs; takes some seconds."""
    quiet = np.full(len(HANDS), -np.inf)
    for announced in all_announcements(options, stand=False):
        for place, hand in enumerate(HANDS):
            gain = announcement_gain(announced, hand)
            if gain is not None:
                quiet[place] = max(quiet[place], gain)
    stands = all_announcements(options, stand=True)
    challenge = np.empty((len(stands), len(HANDS), len(HANDS)))
    for row, announced in enumerate(stands):
        for place in range(len(HANDS)):
            challenge[row, place] = _challenges(announced, place)
    return StandGame(quiet, challenge)


@dataclass(frozen=True, slots=True)
class Distance:
    """What the Boss gains on average, in antes, and what each side could at best have instead against the other."""

    value: float
    boss_best: float
    opponent_best: float

    @property
    def left(self) -> float:
        """What both together could still gain; the distance of either strategy from optimal is at most this."""
        return self.boss_best - self.opponent_best


def distance(game: StandGame, play: StandPlay) -> Distance:
    """Measures strategies against the best answers to them."""
    first = throws().first
    gains = np.vstack([game.quiet, _stand_gains(game, play.challenge)]).T
    reach = first[:, None] * play.boss
    challenge, concede = _answers(game, reach)
    kept = first @ (play.boss[:, 0] * game.quiet)
    return Distance(
        value=float((reach * gains).sum()),
        boss_best=float(first @ gains.max(axis=1)),
        opponent_best=float(kept - (np.maximum(challenge, concede) @ first).sum()),
    )


def _stand_gains(game: StandGame, challenge: Floats) -> Floats:
    """The Boss' gain from each stand with each hand against these challenges."""
    first = throws().first
    lost = np.matmul(game.challenge, (challenge * first)[:, :, None])[:, :, 0]
    gains: Floats = ((1 - challenge) @ first)[:, None] - lost
    return gains


def _answers(game: StandGame, reach: Floats) -> tuple[Floats, Floats]:
    """What challenging and conceding bring an opponent (stand x hand), weighted by how often each stand is said."""
    said = reach[:, 1:].T
    challenge = np.matmul(said[:, None, :], game.challenge)[:, 0]
    return challenge, np.broadcast_to(-said.sum(axis=1)[:, None], challenge.shape)


def solve_stands(game: StandGame, rounds: int = ROUNDS, progress: Callable[[int], None] | None = None) -> StandPlay:
    """CFR+: both sides follow their positive regrets, later rounds count more; takes about half a minute."""
    first = throws().first
    boss_regret = np.zeros((len(HANDS), len(game.challenge) + 1))
    answer_regret = np.zeros((2, len(game.challenge), len(HANDS)))
    boss_sum, answer_sum = np.zeros_like(boss_regret), np.zeros_like(answer_regret[0])
    for done in range(1, rounds + 1):
        boss = _matched(boss_regret, axis=1)
        values = np.stack(_answers(game, first[:, None] * boss))
        average = (_matched(answer_regret, axis=0) * values).sum(axis=0)
        answer_regret = np.maximum(answer_regret + values - average, 0)
        challenge = _matched(answer_regret, axis=0)[0]
        gains = np.vstack([game.quiet, _stand_gains(game, challenge)]).T
        boss_regret = np.maximum(boss_regret + gains - (boss * gains).sum(axis=1, keepdims=True), 0)
        boss_sum += done * _matched(boss_regret, axis=1)
        answer_sum += done * challenge
        if progress is not None:
            progress(done)
    weight = rounds * (rounds + 1) / 2
    return StandPlay(boss_sum / weight, answer_sum / weight)


def _matched(regret: Floats, axis: int) -> Floats:
    total = regret.sum(axis=axis, keepdims=True)
    matched: Floats = np.where(total > 0, regret / np.where(total > 0, total, 1), 1 / regret.shape[axis])
    return matched


def written(play: StandPlay) -> str:
    """The stored form: chances in thousandths for the Boss, in hundredths for the answers."""
    boss = np.rint(play.boss * 1000).astype(int)
    lines = [
        json.dumps({str(action): int(row[action]) for action in np.flatnonzero(row)}, separators=(",", ":")) for row in boss
    ]
    answers = [json.dumps(row, separators=(",", ":")) for row in np.rint(play.challenge * 100).astype(int).tolist()]
    return f'{{"format":{FORMAT},\n"boss":[\n' + ",\n".join(lines) + '],\n"challenge":[\n' + ",\n".join(answers) + "]}\n"


def read(text: str) -> StandPlay:
    """The strategies out of the text that `written` made; raises `DamagedTable`."""
    try:
        data = json.loads(text)
        boss = np.zeros((len(HANDS), len(data["challenge"]) + 1))
        for row, entry in zip(boss, data["boss"], strict=True):
            for action, part in entry.items():
                row[int(action)] = part
        challenge = np.array(data["challenge"], float) / 100
        if data["format"] != FORMAT or challenge.shape != (len(all_announcements(QualificationOptions(), True)), len(HANDS)):
            raise DamagedTable("The table of stands is of another version; make it anew with `bosstray odds solve`.")
        return StandPlay(boss / boss.sum(axis=1, keepdims=True), challenge)
    except (KeyError, TypeError, AttributeError, IndexError, ValueError) as error:
        if isinstance(error, DamagedTable):
            raise
        raise DamagedTable("The table of stands is damaged; please reinstall the program.") from error


@cache
def stored() -> StandPlay:
    """The stored strategies, read once; raises `DamagedTable`."""
    return read(resources.files("game.policies").joinpath(FILE).read_text("ascii"))


def stand_chances(boss_hand: Dice, options: QualificationOptions) -> dict[Announced | None, float]:
    """The chance of each stand for a Boss with this sorted hand; `None` is an announcement without a stand."""
    row = stored().boss[hand_index()[boss_hand]]
    asked: tuple[Announced | None, ...] = (None, *all_announcements(options, stand=True))
    return {announced: float(chance) for announced, chance in zip(asked, row, strict=True) if chance}


def stand_gain(announced: Announced, boss_hand: Dice) -> float:
    """What a Boss with this sorted hand gains from each opponent with this stand, in antes, when they answer as stored."""
    first, place = throws().first, hand_index()[boss_hand]
    answers = stored().challenge[all_announcements(announced.options, stand=True).index(announced)]
    return float(first @ (1 - answers - answers * _challenges(announced, place)))


def challenge_gain(announced: Announced, hand: Dice) -> float:
    """What a challenge of this stand gains an opponent with this sorted hand, in antes, when the Boss stands as stored.

    A stand that is never made as stored is taken for an honest one.
    """
    found = points(announced.requirement, announced.direction)
    action = 1 + all_announcements(announced.options, stand=True).index(announced)
    weights = throws().first * stored().boss[:, action]
    if not weights.any():
        weights = throws().first * (found != NO_POINT)
    place = hand_index()[hand]
    gains = [weight * _challenges(announced, boss)[place] for boss, weight in enumerate(weights) if weight]
    return float(sum(gains) / weights.sum())


def _challenges(announced: Announced, boss: int) -> Floats:
    """What a challenge gains with every hand against a Boss with the hand at this place."""
    point = int(points(announced.requirement, announced.direction)[boss])
    if point == NO_POINT:
        return np.full(len(HANDS), _bluff(announced))
    table = against_points(announced)
    gains: Floats = table.worth[THROWS][table.points.index(point)]
    return gains


def _bluff(announced: Announced) -> float:
    return 2.0 if announced.options.bluff_pays is BluffPays.DOUBLE_ANTE else announced.stakes.win


def challenge_chance(announced: Announced, hand: Dice) -> float:
    """The chance with which an opponent with this sorted hand challenges this stand."""
    row = all_announcements(announced.options, stand=True).index(announced)
    return float(stored().challenge[row, hand_index()[hand]])
