"""The croupier of Qualification Dice, led through rounds by what the tray shows and which button is pressed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tray_hands import GREEN, RED, TrayHands, dice

from game.actions import Announce, Ante, Challenge, Concede, Cover, Direction, Reveal, Stay, Throw
from game.croupier_qualification import QualificationCroupier
from game.history import History
from game.qualification import QualificationGame, QualificationOptions, QualificationPhase
from game.qualification_options import AntesWhen
from game.qualification_questions import Amount, Announcing, Step
from game.records import Accepted, Amended, Undone
from game.requirements import NUMBERED, Requirement
from game.sighting import LaneState
from game.table import Table
from game.view import DieState, Lamp, Screen

NAMES = ("Tom", "Irene", "Barbara", "John", "Anna", "Erik")


def seat_players(players: int = 3, lanes: int = 3, banks: int | list[int] = 1000, **options: Any) -> TrayHands:
    game = QualificationGame.new(NAMES[:players], banks, QualificationOptions(**options))
    croupier = QualificationCroupier.open(History(game), Table.arrange(players, lanes), ["ivory"] * players)
    at = TrayHands(croupier)
    for lane in range(lanes):
        at.show(lane, LaneState.EMPTY)
    return at


def game_of(at: TrayHands) -> QualificationGame:
    assert isinstance(at.croupier.game, QualificationGame)
    return at.croupier.game


def stake(at: TrayHands, *antes: int) -> None:
    """Covers the first offer; takes each ante's first offer or, for 0, the last."""
    at.press(GREEN)
    for ante in antes:
        question = at.croupier.question if isinstance(at.croupier, QualificationCroupier) else None
        assert isinstance(question, Amount)
        at.press(*[RED] * question.offers.index(ante), GREEN)


def announce(at: TrayHands, requirement: Requirement, lower: bool = False, stand: bool = False) -> None:
    at.press(*[RED] * (requirement.number - 1), GREEN)
    at.press(*[RED] * lower, GREEN)
    at.press(*[RED] * stand, GREEN)


def test_a_round_without_stand_from_the_cover_to_the_payments() -> None:
    at = seat_players()
    assert (at.screen, at.headline) == (Screen.SETUP, "Tom covers")
    assert at.labels == ("Take 50", "Another")
    at.press(GREEN)
    assert at.headline == "Irene antes"
    at.press(GREEN)
    at.press(RED)
    assert at.labels[0] == "Take 20"
    at.press(GREEN)
    assert game_of(at).antes == (None, 50, 20)
    assert (at.screen, at.headline) == (Screen.THROWS, "All throw, hidden")
    at.cover(0, 1)
    assert at.screen is Screen.THROWS
    at.cover(2)
    assert (at.screen, at.headline) == (Screen.QUALIFICATION, "Tom, choose")
    announce(at, Requirement.ONE_RENO)
    assert (at.screen, at.headline) == (Screen.REVEAL, "Tom shows")
    assert [lane.cup for lane in at.view.lanes] == [5, 5, 5]
    at.lift(0, "55631")
    assert game_of(at).point == 10
    assert at.headline == "Irene shows"
    at.lift(2, "65421")
    at.lift(1, "66432")
    assert (at.screen, at.headline) == (Screen.CHALLENGERS, "Barbara throws")
    assert at.sentence == "One Reno. Keep what you like, throw the rest."
    at.throw_rest(2, "65", "65663")
    assert game_of(at).points_of(2) == 14
    assert at.headline == "Irene throws"
    assert at.sentence == "More than 10 wins. Freeze 6-6, throw three."
    at.throw_rest(1, "66", "66123")
    at.throw_rest(1, "66", "66124")
    assert (at.headline, at.labels[0]) == ("Tom decides", "Stay")
    at.press(GREEN)
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "Losers pay")
    assert at.sentence == "Then the Boss pays Barbara."
    assert game_of(at).banks == (1030, 950, 1020)
    pills = {lane.name: lane.pill.amount for lane in at.view.lanes if lane.pill is not None}
    assert pills == {"Irene": 50, "Barbara": 20}
    at.take_up(0, 1, 2)
    at.wait(2)
    assert (at.headline, at.labels[0]) == ("Irene covers", "Take 50")
    assert at.actions == [
        Cover(50),
        Ante(1, 50),
        Ante(2, 20),
        Announce("one_reno", Direction.HIGHER),
        Reveal(0, (5, 5, 6, 3, 1)),
        Reveal(2, (6, 5, 4, 2, 1)),
        Reveal(1, (6, 6, 4, 3, 2)),
        Throw(2, (6, 5, 6, 6, 3), (5, 6)),
        Throw(1, (6, 6, 1, 2, 3), (6, 6)),
        Throw(1, (6, 6, 1, 2, 4), (6, 6)),
        Stay(),
    ]


def test_players_answer_a_stand_with_the_buttons_and_only_challengers_show() -> None:
    at = seat_players(4, 4)
    stake(at, 50, 0, 50)
    at.cover(0, 1, 3)
    assert at.screen is Screen.QUALIFICATION
    announce(at, Requirement.TWO_RENO, lower=True, stand=True)
    assert (at.screen, at.headline, at.labels) == (Screen.CALL, "Irene answers", ("Challenge", "Concede"))
    assert at.sentence == "Tom stands: Two Reno, lower."
    assert [str(note) for note in at.lit.notes] == ["risks 150", "wins 300"]
    at.press(RED)
    assert at.headline == "John answers"
    at.press(GREEN)
    assert at.actions[-2:] == [Concede(1), Challenge(3)]
    assert {lane.name: str(lane.status) for lane in at.view.lanes if lane.status} == {
        "Irene": "conceded",
        "Barbara": "sits out",
    }
    at.lift(1, "11111")
    assert game_of(at).hands == (None, None, None, None)
    at.lift(0, "65421")
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "Tom has bluffed")
    assert game_of(at).banks == (750, 950, 1000, 1300)


def test_when_all_concede_no_hand_is_shown_and_old_cups_are_no_new_throw() -> None:
    at = seat_players()
    stake(at, 50, 50)
    at.cover(0, 1, 2)
    announce(at, Requirement.ONE_RENO, stand=True)
    at.press(RED, RED)
    assert (at.headline, at.sentence) == ("All concede", "The hand of Tom stays hidden.")
    assert [lane.cup for lane in at.view.lanes] == [5, 0, 0]
    at.press(GREEN)
    at.press(GREEN, GREEN, GREEN)
    assert game_of(at).phase is QualificationPhase.ANNOUNCE
    assert at.headline == "All throw, hidden"
    at.wait(1)
    assert at.headline == "All throw, hidden"
    at.cover(0, 1)
    assert at.headline == "All throw, hidden"
    at.cover(2)
    assert at.headline == "Irene, choose"


def test_green_says_ready_when_the_camera_does_not_see_the_cups() -> None:
    at = seat_players(3, 1)
    stake(at, 50, 50)
    at.cover(0)
    assert (at.headline, at.sentence) == ("All throw, hidden", "Press when all cups stand.")
    assert at.view.footer.green.lamp is Lamp.LIT
    at.press(GREEN)
    assert at.screen is Screen.QUALIFICATION


def test_a_die_beside_the_cup_is_no_hidden_hand() -> None:
    at = seat_players(2, 2)
    stake(at, 50)
    at.cover(1)
    at.show(0, LaneState.COVERED, dice("4"))
    assert at.headline == "All throw, hidden"
    at.cover(0)
    assert at.screen is Screen.QUALIFICATION


@pytest.mark.parametrize(
    ("when", "headlines"),
    [
        (AntesWhen.BEFORE_THROW, ["Irene antes", "All throw, hidden", "Tom, choose"]),
        (AntesWhen.AFTER_THROW, ["All throw, hidden", "Irene antes", "Tom, choose"]),
        (AntesWhen.AFTER_ANNOUNCEMENT, ["All throw, hidden", "Tom, choose", "Irene antes"]),
    ],
)
def test_d_g_antes_come_before_or_after_the_look_under_the_cup(when: AntesWhen, headlines: list[str]) -> None:
    at = seat_players(2, 2, antes_when=when)
    at.press(GREEN)
    seen = []
    for _ in range(3):
        seen.append(at.headline)
        if at.headline == "All throw, hidden":
            at.cover(0, 1)
        elif at.headline == "Tom, choose":
            announce(at, Requirement.ONE_RENO)
        else:
            at.press(GREEN)
    assert seen == headlines
    assert at.headline == "Tom shows"


def test_the_announcement_is_chosen_in_three_steps_and_never_marks_the_hand() -> None:
    at = seat_players(2, 2, banks=[200, 1000])
    stake(at, 50)
    at.cover(0, 1)
    shown = at.view.qualification
    assert shown is not None
    assert [str(step) for step in shown.steps] == ["Requirement", "Higher or lower", "Stand or not"]
    assert len(shown.rows) == 12
    assert (str(shown.rows[6].name), shown.rows[6].dice, shown.rows[6].odds, shown.rows[6].pays) == (
        "Ship, Captain, Crew",
        3,
        32,
        "3:1",
    )
    assert [row.odds for row in shown.rows] == [91, 84, 64, 56, 49, 32, 32, 29, 25, 22, 18, 18]
    assert [str(line) for line in shown.lines] == [
        "Pays 1:1 on antes of 50: at most 50 of your 200.",
        "With Stand at most 100; challengers risk three antes.",
    ]
    at.press(*[RED] * 6)
    shown = at.view.qualification
    assert shown is not None
    assert (shown.chosen, shown.examples) == (6, ((6, 5, 4), (1, 2, 3)))
    assert str(shown.lines[1]) == "With Stand 300: more than the bank, not allowed."
    at.press(GREEN)
    shown = at.view.qualification
    assert shown is not None
    assert (shown.step, [str(step) for step in shown.steps[:2]]) == (1, ["Ship, Captain, Crew", "Higher"])
    at.press(RED, GREEN)
    assert at.actions[-1] == Announce("ship_captain_crew", Direction.LOWER, False)


def test_d_n_the_cursor_passes_over_what_the_bank_cannot_pay() -> None:
    at = seat_players(2, 2, banks=[100, 1000])
    at.press(*[RED] * 20)
    assert isinstance(at.croupier, QualificationCroupier)
    at.croupier.question = Amount((40,), 0)
    at.press(GREEN, GREEN)
    at.cover(0, 1)
    question = at.croupier.question
    assert isinstance(question, Announcing)
    assert question.offers == NUMBERED[:6]
    for _ in range(6):
        shown = at.view.qualification
        assert shown is not None and shown.chosen < 6
        at.press(RED)
    assert question == at.croupier.question


def test_a_choice_that_was_taken_too_early_can_be_made_again() -> None:
    question: Announcing | Announce = Announcing(NUMBERED, NUMBERED)
    for button in (RED, GREEN, RED, RED):
        assert isinstance(question, Announcing)
        question = question.press(button)
    assert isinstance(question, Announcing)
    assert (question.step, question.chosen, question.direction) == (Step.REQUIREMENT, 1, Direction.HIGHER)
    for button in (GREEN, GREEN, RED, RED):
        assert isinstance(question, Announcing)
        question = question.press(button)
    assert isinstance(question, Announcing) and question.step is Step.REQUIREMENT


@settings(deadline=None)
@given(st.integers(0, 5000), st.sampled_from([1, 2]), st.integers(0, 5000))
def test_offered_amounts_are_legal_and_include_all_and_nothing(most: int, step: int, first: int) -> None:
    most -= most % step
    question = Amount.upto(most, step, first)
    assert question.offers[0] == most and question.offers[-1] == 0
    assert all(offer % step == 0 for offer in question.offers)
    assert list(question.offers) == sorted(set(question.offers), reverse=True)
    if first <= most and first % step == 0:
        assert question.amount == first
    seen = set()
    for _ in question.offers:
        seen.add(question.amount)
        following = question.press(RED)
        assert isinstance(following, Amount)
        question = following
    assert seen == set(question.offers)


def started(hands: tuple[str, ...] = ("55631", "66432"), lanes: int = 2, stand: bool = False, **options: Any) -> TrayHands:
    """Two players; both have lifted their cups."""
    at = seat_players(2, lanes, **options)
    stake(at, 50)
    at.cover(0, 1)
    announce(at, Requirement.ONE_RENO, stand=stand)
    if stand:
        at.press(GREEN)
    for lane, hand in enumerate(hands):
        at.lift(lane, hand)
    return at


def test_frozen_dice_are_checked_and_a_wrong_throw_is_refused_once_in_a_sentence() -> None:
    at = started()
    at.throw_rest(1, "64", "64552")
    assert game_of(at).thrown == (0, 0)
    assert at.sentence == "Irene is qualified, freezes 6-6 and throws all others."
    at.wait(1)
    assert len(at.actions) == 5
    at.throw_rest(1, "66", "66555")
    assert at.actions[-1] == Throw(1, (6, 6, 5, 5, 5), (6, 6))
    assert at.sentence == "Stay, or throw once. Freeze 5-5, throw three."


def test_dice_seen_at_rest_too_early_are_not_taken_for_frozen() -> None:
    at = started()
    at.throw_rest(1, "662", "66255")
    assert at.actions[-1] == Throw(1, (6, 6, 2, 5, 5))


def test_a_hand_over_the_dice_is_no_throw_but_dice_elsewhere_are() -> None:
    at = started()
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.SETTLED, dice("66432"))
    assert game_of(at).thrown == (0, 0)
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.SETTLED, dice("66431", shift=0.05))
    assert game_of(at).thrown == (0, 1)


def test_the_boss_may_throw_by_throwing() -> None:
    at = started(("55631", "22651"))
    assert at.headline == "Tom decides"
    at.throw_rest(0, "55", "55661")
    assert game_of(at).point == 13
    assert (at.headline, at.sentence) == ("Irene throws", "More than 13 wins. Freeze 2-2, throw three.")
    at.throw_rest(1, "22", "22666")
    assert at.headline == "The Boss pays"


def test_kept_dice_stand_on_the_rail_while_the_others_roll() -> None:
    at = started()
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.SETTLED, dice("66"))
    assert at.headline == "Irene throws three"
    at.show(1, LaneState.MOVING)
    assert [(die.state, die.value, die.kept) for die in at.lit.dice] == [
        (DieState.FACE, 6, True),
        (DieState.FACE, 6, True),
        (DieState.ROLLING, None, False),
        (DieState.ROLLING, None, False),
        (DieState.ROLLING, None, False),
    ]


def test_one_lane_for_all_tells_the_hands_apart_by_their_places() -> None:
    at = seat_players(2, 1)
    stake(at, 50)
    at.cover(0)
    at.press(GREEN)
    announce(at, Requirement.ONE_RENO)
    at.show(0, LaneState.COVERED, dice("55631"))
    assert game_of(at).point == 10
    assert at.headline == "Irene shows"
    at.wait(1)
    assert game_of(at).hands[1] is None
    at.show(0, LaneState.OBSTRUCTED)
    at.show(0, LaneState.SETTLED, dice("55631") + dice("66432", start=5))
    assert at.actions[-1] == Reveal(1, (6, 6, 4, 3, 2))
    at.show(0, LaneState.OBSTRUCTED)
    at.show(0, LaneState.SETTLED, dice("55631") + dice("66", start=5))
    at.show(0, LaneState.SETTLED, dice("55631") + dice("66155", start=5))
    throw = at.actions[-1]
    assert isinstance(throw, Throw) and sorted(throw.dice) == [1, 5, 5, 6, 6]


def test_an_unclear_die_is_named_and_can_be_chosen_by_hand() -> None:
    at = started(("55631",))
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.UNSURE, dice("664?2"))
    assert (at.screen, at.headline) == (Screen.UNCLEAR, "Nudge the unclear die")
    assert at.labels[1] == "Choose it by hand"
    at.press(RED)
    assert at.screen is Screen.CORRECTION
    assert at.view.correction is not None and str(at.view.correction.effect) == "with a 5: Point 11"
    at.press(RED, GREEN)
    assert at.actions[-1] == Reveal(1, (6, 6, 4, 3, 2))


def test_a_revealed_hand_with_four_dice_is_missing_one() -> None:
    at = started(("55631",))
    at.lift(1, "6643")
    assert at.screen is Screen.REVEAL
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.UNCLEAR, "Irene needs five dice")


def test_a_misread_die_is_corrected_even_after_the_round_was_settled() -> None:
    at = started(("55631", "22651"))
    at.press(GREEN)
    assert game_of(at).banks == (950, 1050)
    at.press(RED)
    assert at.headline == "Correct Irene’s first die"
    at.press(RED, RED, GREEN)
    while at.labels[0] != "It is a 1":
        at.press(RED)
    at.press(GREEN)
    assert at.records[-1] == Amended(4, Reveal(1, (2, 2, 1, 5, 1)), "misread")
    assert (at.screen, at.headline) == (Screen.CHALLENGERS, "Irene throws")
    assert game_of(at).banks == (1000, 1000)


def test_a_corrected_throw_still_says_what_was_frozen() -> None:
    at = started()
    at.throw_rest(1, "66", "66321")
    at.press(RED, RED, RED, GREEN)
    while at.labels[0] != "It is a 5":
        at.press(RED)
    at.press(GREEN)
    assert at.records[-1] == Amended(5, Throw(1, (6, 6, 5, 2, 1), (6, 6)), "misread")


def test_the_last_step_can_be_taken_back() -> None:
    at = started(("55631", "22651"))
    at.press(GREEN)
    at.press(RED)
    while at.headline != "Take back the last step?":
        at.press(RED)
    assert at.view.correction is not None and str(at.view.correction.why) == "Tom stayed."
    at.press(GREEN)
    assert isinstance(at.records[-1], Undone)
    assert (at.headline, game_of(at).banks) == ("Tom decides", (1000, 1000))


def test_in_a_choice_only_a_held_red_opens_the_correction() -> None:
    at = started(("55631", "22651"))
    at.press(GREEN, GREEN)
    at.press(GREEN)
    assert at.headline == "Tom antes"
    at.press(RED, held=True)
    assert at.screen is Screen.CORRECTION


def test_nothing_under_a_cup_is_in_a_view_before_the_reveal() -> None:
    at = seat_players(2, 2)
    stake(at, 50)
    at.cover(0, 1)
    announce(at, Requirement.ONE_RENO)
    assert all(lane.cup == 5 and not lane.dice and lane.hand is None for lane in at.view.lanes)


def test_who_is_out_is_shown_and_then_the_winner_with_all_banks() -> None:
    at = started(("22666", "66432"), banks=[1000, 50], stand=True)
    at.throw_rest(1, "66", "66123")
    at.throw_rest(1, "66", "66124")
    assert at.screen is Screen.SETTLEMENT
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.WINNER, "Tom wins")
    winner = at.view.winner
    assert winner is not None
    assert (winner.total, winner.rounds, winner.lines[1].banks, winner.lines[1].out_at) == (1050, 1, (50, 0), 1)
    assert at.croupier.at_the_end


def test_the_others_play_on_when_somebody_is_out() -> None:
    at = seat_players(3, 3, banks=[1000, 50, 1000])
    stake(at, 50, 0)
    at.cover(0, 1)
    announce(at, Requirement.ONE_RENO)
    at.lift(0, "22666")
    at.lift(1, "66432")
    at.throw_rest(1, "66", "66123")
    at.throw_rest(1, "66", "66124")
    at.press(GREEN)
    at.wait(2)
    assert (at.screen, at.headline, at.sentence) == (Screen.ELIMINATION, "Irene is out", "Two play on.")
    out = at.view.out
    assert out is not None and (out.had, out.owed) == (50, 50)
    at.press(GREEN)
    assert at.headline == "Barbara covers"


def test_the_end_of_the_game_is_shared_by_equal_banks() -> None:
    at = seat_players(2, 2, rotations=1)
    for _ in range(2):
        stake(at, 0)
        assert at.headline == "Nobody antes"
        at.wait(2)
    assert at.headline == "Tom & Irene share the win"


def test_after_a_power_cut_the_same_question_stands_and_lying_dice_are_no_new_throw() -> None:
    at = started(("55631", "66432"))
    croupier = QualificationCroupier.open(at.croupier.history, at.croupier.table, ["ivory"] * 2)  # type: ignore[arg-type]
    after = TrayHands(croupier, now=100.0)
    after.show(0, LaneState.SETTLED, dice("55631"))
    after.show(1, LaneState.SETTLED, dice("66432"))
    assert after.actions == []
    assert after.headline == "Irene throws"
    after.throw_rest(1, "66", "66555")
    assert after.headline == "Tom decides"


def test_other_dice_after_a_power_cut_are_a_new_throw() -> None:
    at = started(("55631", "66432"))
    croupier = QualificationCroupier.open(at.croupier.history, at.croupier.table, ["ivory"] * 2)  # type: ignore[arg-type]
    after = TrayHands(croupier, now=100.0)
    after.show(1, LaneState.SETTLED, dice("66555"))
    assert after.actions == [Throw(1, (6, 6, 5, 5, 5))]


def test_a_correction_left_alone_goes_away() -> None:
    at = started(("55631", "66432"))
    at.press(RED)
    assert at.screen is Screen.CORRECTION
    at.wait(31)
    assert at.screen is Screen.CHALLENGERS


def test_after_a_power_cut_before_the_announcement_the_cups_answer() -> None:
    at = seat_players(2, 2)
    stake(at, 50)
    at.cover(0, 1)
    croupier = QualificationCroupier.open(at.croupier.history, at.croupier.table, ["ivory"] * 2)  # type: ignore[arg-type]
    after = TrayHands(croupier, now=100.0)
    assert after.headline == "All throw, hidden"
    after.show(0, LaneState.COVERED)
    after.show(1, LaneState.COVERED)
    assert after.headline == "Tom, choose"


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 6), st.integers(1, 6), st.integers(0, 2**32), st.sampled_from(AntesWhen))
def test_no_order_of_presses_and_sightings_hangs_the_table(players: int, lanes: int, seed: int, when: AntesWhen) -> None:
    source = random.Random(seed)
    at = seat_players(players, lanes, rotations=1, antes_when=when)
    states = [LaneState.SETTLED] * 6 + list(LaneState)
    for _ in range(150):
        if source.random() < 0.4:
            at.press(source.choice([GREEN, GREEN, RED]), held=source.random() < 0.05)
        else:
            state = source.choice(states)
            values = "".join(str(source.randint(1, 6)) for _ in range(source.choice([5, 5, 5, source.randint(0, 7)])))
            seen = dice(values, shift=source.random() / 10) if state in (LaneState.SETTLED, LaneState.COVERED) else ()
            at.show(source.randrange(lanes), state, seen)
        view = at.view
        assert sum(lane.lit for lane in view.lanes) <= 1
        assert sum(line.lit for line in view.setup) <= 1
        assert len(str(view.headline)) <= 28, str(view.headline)
        if at.croupier.note is None:
            assert len(str(view.footer.sentence)) <= 60, str(view.footer.sentence)
        if at.croupier.left:
            return
    replayed = History(at.croupier.history.start, at.croupier.history.actions)
    assert replayed.game == at.croupier.game
    assert all(isinstance(record, Accepted | Amended | Undone) for record in at.records)
