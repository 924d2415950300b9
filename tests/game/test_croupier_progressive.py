"""The croupier of Progressive Qualification, led through rounds by what the tray shows and which button is pressed."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tray_hands import GREEN, RED, TrayHands, dice

from game.actions import AcceptPush, OfferPush, RefusePush, Throw
from game.croupier_progressive import ProgressiveCroupier
from game.history import History
from game.progressive import ProgressiveGame, ProgressiveOptions, ProgressivePhase
from game.records import Amended, Undone
from game.sighting import LaneState
from game.table import Table
from game.view import Lamp, Pill, Screen

NAMES = ("Tom", "Irene", "Barbara", "John", "Anna", "Erik")


def seat_players(players: int = 3, lanes: int = 3, **options: Any) -> TrayHands:
    game = ProgressiveGame.new(NAMES[:players], ProgressiveOptions(**options))
    at = TrayHands(ProgressiveCroupier.open(History(game), Table.arrange(players, lanes), ["ivory"] * players))
    for lane in range(lanes):
        at.show(lane, LaneState.EMPTY)
    return at


def game_of(at: TrayHands) -> ProgressiveGame:
    assert isinstance(at.croupier.game, ProgressiveGame)
    return at.croupier.game


def test_a_round_from_the_first_throws_to_the_score() -> None:
    at = seat_players()
    assert (at.screen, at.headline, at.sentence) == (Screen.THROWS, "Tom throws", "Five dice, in the open: One Reno.")
    assert [(str(fact.label), fact.value) for fact in at.view.facts] == [("Round", 1), ("Worth", 2)]
    at.throw(1, "11664")
    at.throw(0, "66321")
    assert at.headline == "Barbara throws"
    at.throw(2, "65421")
    assert (at.screen, at.headline) == (Screen.CHALLENGERS, "Barbara throws")
    assert at.sentence == "One Reno. Keep what you like, throw the rest."
    at.throw_rest(2, "54", "54422")
    assert (at.headline, at.sentence) == ("Tom throws", "More than 16 leads. Freeze 6-6, throw three.")
    at.throw_rest(2, "22", "22666")
    assert game_of(at).point == 18
    assert at.headline == "Tom throws"
    at.throw_rest(0, "66", "66123")
    at.throw_rest(0, "66", "66124")
    assert at.headline == "Irene throws"
    at.throw_rest(1, "11", "11234")
    at.throw_rest(1, "11", "11235")
    assert (at.screen, at.headline, at.sentence) == (Screen.SETTLEMENT, "Barbara scores 2", "Alone with the Point of 18.")
    assert game_of(at).totals == (0, 0, 2)
    pill = at.lit.pill
    assert pill is not None and (pill.kind, pill.amount) == (Pill.COLLECTS, 2)
    at.take_up(0, 1, 2)
    at.wait(2)
    assert (at.screen, at.headline, at.sentence) == (Screen.THROWS, "Irene throws", "Five dice, in the open: One Vegas.")
    assert at.actions[-1] == Throw(1, (1, 1, 2, 3, 5), (1, 1))


def test_the_dice_of_the_last_round_are_not_a_new_throw() -> None:
    at = tied()
    at.press(GREEN, GREEN)
    assert at.headline == "A push"
    at.press(GREEN)
    done = len(at.actions)
    at.wait(3)
    at.show(0, LaneState.SETTLED, dice("22651"))
    assert len(at.actions) == done
    assert (at.headline, at.sentence) == ("Irene throws", "Take up the dice that lie there.")


def tied(players: int = 2) -> TrayHands:
    at = seat_players(players, players)
    for lane in range(players):
        at.throw(lane, "22651")
    return at


def test_tied_players_agree_on_a_push_with_the_buttons() -> None:
    at = tied()
    assert (at.screen, at.headline, at.labels) == (Screen.CHALLENGERS, "Tom decides", ("Push", "Throw"))
    assert (at.view.footer.green.lamp, at.view.footer.red.lamp) == (Lamp.LIT, Lamp.LIT)
    at.press(GREEN)
    assert (at.headline, at.sentence) == ("Irene decides", "A push is offered: nobody scores.")
    at.press(GREEN)
    assert at.actions[-2:] == [OfferPush(0), AcceptPush(1)]
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "A push")
    assert [lane.pill.kind for lane in at.view.lanes if lane.pill is not None] == [Pill.TIE, Pill.TIE]


def test_whoever_refuses_the_push_throws_first() -> None:
    at = tied(3)
    at.press(GREEN)
    assert at.headline == "Irene decides"
    at.press(RED)
    assert at.actions[-1] == RefusePush(1)
    assert (at.screen, at.headline) == (Screen.CHALLENGERS, "Irene throws")
    at.throw_rest(0, "22", "22666")
    assert game_of(at).thrown == (1, 1, 1)
    at.throw_rest(1, "22", "22666")
    assert game_of(at).point == 18
    # Tom's dice lie in the open already, thrown out of turn: now they count.
    assert game_of(at).points_of(0) == 18


def test_red_goes_on_without_an_offer_and_then_opens_the_correction() -> None:
    at = tied()
    at.press(RED)
    assert (at.screen, at.headline) == (Screen.CHALLENGERS, "Tom throws")
    assert game_of(at).phase is ProgressivePhase.TIED
    at.press(RED)
    assert at.screen is Screen.CORRECTION


def test_a_tied_player_may_throw_while_another_is_asked() -> None:
    at = tied()
    at.throw_rest(1, "22", "22666")
    assert (game_of(at).point, game_of(at).holders) == (18, (1,))
    assert at.headline == "Tom throws"


def test_shared_lanes_are_cleared_between_first_throws() -> None:
    at = seat_players(3, 1)
    at.throw(0, "66321")
    at.wait(1)
    assert (at.headline, at.sentence) == ("Irene throws", "Take up the dice that lie there.")
    at.throw(0, "55432")
    at.throw(0, "22651")
    assert at.headline == "Tom throws"
    at.take_up(0)
    at.throw_rest(0, "66", "66554")
    assert game_of(at).points_of(0) == 16


def test_a_misread_die_is_corrected_and_a_step_taken_back() -> None:
    at = tied()
    at.press(RED, RED)
    assert at.headline == "Correct Irene’s first die"
    at.press(RED, RED, GREEN)
    assert at.view.correction is not None and str(at.view.correction.effect).startswith("with a 5: Point")
    at.press(GREEN)
    assert isinstance(at.records[-1], Amended)
    assert game_of(at).points_of(1) == 11
    at.press(RED)
    while at.headline != "Take back the last step?":
        at.press(RED)
    assert at.view.correction is not None and str(at.view.correction.why) == "Irene threw."
    at.press(GREEN)
    assert isinstance(at.records[-1], Undone)
    assert game_of(at).hands[1] is None


def test_the_winner_has_most_points_after_the_last_round() -> None:
    at = seat_players(2, 2, round=12)
    at.throw(1, "65566")
    at.throw(0, "65511")
    for _ in range(2):
        at.throw_rest(0, "655", "65511")
    assert at.headline == "Irene scores 11"
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.WINNER, "Irene wins")
    winner = at.view.winner
    assert winner is not None
    assert (winner.total, [line.banks for line in winner.lines]) == (11, [(0, 0), (0, 11)])


def test_a_shared_win_names_all_and_nobody_qualified_says_so() -> None:
    at = seat_players(2, 2, round=12)
    for lane in (0, 1):
        at.throw(lane, "11111")
    for lane in (0, 0, 1, 1):
        at.throw(lane, "11112")
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "Nobody qualifies")
    at.press(GREEN)
    assert at.headline == "Tom & Irene share the win"


def test_after_a_power_cut_lying_dice_are_no_new_throw() -> None:
    at = seat_players(2, 2)
    at.throw(0, "22651")
    at.throw(1, "66321")
    croupier = ProgressiveCroupier.open(at.croupier.history, at.croupier.table, ["ivory"] * 2)  # type: ignore[arg-type]
    after = TrayHands(croupier, now=50.0)
    after.show(1, LaneState.SETTLED, dice("66321"))
    assert after.actions == []
    after.throw_rest(1, "66", "66555")
    assert after.actions == [Throw(1, (6, 6, 5, 5, 5), (6, 6))]


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 6), st.integers(1, 6), st.integers(0, 2**32), st.integers(9, 12))
def test_no_order_of_presses_and_sightings_hangs_the_table(players: int, lanes: int, seed: int, number: int) -> None:
    source = random.Random(seed)
    at = seat_players(players, lanes, round=number)
    states = [LaneState.SETTLED] * 6 + list(LaneState)
    for _ in range(150):
        if source.random() < 0.3:
            at.press(source.choice([GREEN, RED]), held=source.random() < 0.05)
        else:
            state = source.choice(states)
            values = "".join(str(source.randint(1, 6)) for _ in range(source.choice([5, 5, 5, source.randint(0, 7)])))
            seen = dice(values, shift=source.random() / 10) if state in (LaneState.SETTLED, LaneState.COVERED) else ()
            at.show(source.randrange(lanes), state, seen)
        view = at.view
        assert sum(lane.lit for lane in view.lanes) <= 1
        assert len(str(view.headline)) <= 28, str(view.headline)
        if at.croupier.note is None:
            assert len(str(view.footer.sentence)) <= 60, str(view.footer.sentence)
        if at.croupier.left:
            return
    replayed = History(at.croupier.history.start, at.croupier.history.actions)
    assert replayed.game == at.croupier.game
