"""The croupiers of two-player Boss Dice, led through matches by what the tray shows and which button is pressed."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tray_hands import GREEN, RED, TrayHands, dice

from game.actions import CallOff, CallUp, Keep, Reveal, Throw
from game.croupier_duel import DuelCroupier, TournamentCroupier
from game.duel import DuelGame, DuelPhase
from game.duel_options import ChallengerTwoPair, DuelOptions, DuelRanking, NoCall
from game.hands import FirstFullHouse
from game.history import History
from game.records import Amended, Undone
from game.sighting import LaneState
from game.table import Table
from game.tournament import TournamentGame
from game.tournament_options import Length, TournamentOptions
from game.view import DieState, Lamp, Pill, Screen

NAMES = ("Tom", "Irene", "Barbara", "John")


def sit_down(lanes: int = 2, **options: Any) -> TrayHands:
    """A match between Tom and Irene."""
    game = DuelGame.new(NAMES[:2], options=DuelOptions(**options))
    at = TrayHands(DuelCroupier.open(History(game), Table.arrange(2, lanes), ["ivory", "red"]))
    for lane in range(lanes):
        at.show(lane, LaneState.EMPTY)
    return at


def tournament(players: int = 3, length: Length = Length.ONCE, matches: int = 3, **options: Any) -> TrayHands:
    rules = TournamentOptions(length, matches, DuelOptions(**options))
    game = TournamentGame.new(NAMES[:players], options=rules)
    at = TrayHands(TournamentCroupier.open(History(game), Table.arrange(2, 2), ["ivory"] * players))
    for lane in (0, 1):
        at.show(lane, LaneState.EMPTY)
    return at


def match_of(at: TrayHands) -> DuelGame:
    game = at.croupier.game
    return game.match if isinstance(game, TournamentGame) else game


def horse(at: TrayHands, winner: int, then: bool = True) -> None:
    """A round that the player in lane `winner` wins as the Boss; then the tray is cleared."""
    other = 1 - winner
    at.throw(winner, "66612")
    at.throw(other, "55123")
    at.cover_beside(winner, "666")
    at.press(GREEN)
    at.throw_rest(other, "55", "55124")
    at.lift(winner, "66634")
    if then:
        at.take_up(0, 1)
        at.wait(2)


def test_a_match_by_san_francisco_rules_from_the_first_throws_to_two_horses() -> None:
    at = sit_down(stake=5)
    assert (at.screen, at.headline) == (Screen.THROWS, "Tom throws")
    assert [(str(fact.label), str(fact.value)) for fact in at.view.facts] == [
        ("Best of three", ""),
        ("Horse", "1"),
        ("Stake", "5"),
    ]
    assert [lane.horses for lane in at.view.lanes] == [(False, False)] * 2
    # nobody has a pair
    at.throw(1, "65432")
    at.throw(0, "64321")
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "Nobody has a pair")
    at.take_up(0, 1)
    at.wait(2)
    # equal higher pairs
    at.throw(0, "55221")
    at.throw(1, "55643")
    assert (at.headline, at.sentence) == ("A push", "Equal best hands. Take up the dice, throw again.")
    assert [lane.pill and lane.pill.kind for lane in at.view.lanes] == [None, Pill.TIE]
    at.take_up(0, 1)
    at.wait(2)
    # called off
    at.throw(0, "55441")
    at.throw(1, "64321")
    assert (at.screen, at.headline, at.sentence) == (
        Screen.BOSS,
        "Tom is Boss",
        "Keep both fives. Throw three under the cup.",
    )
    at.cover_beside(0, "55")
    assert (at.screen, at.headline, at.labels) == (Screen.CALL, "Tom decides", ("Come up!", "Pick them up"))
    assert (at.lit.boss, at.lit.cup, str(at.lit.hand), str(at.lit.hand_detail)) == (
        True,
        3,
        "Pair of fives",
        "of two pair, one is kept",
    )
    at.press(RED)
    assert (at.headline, at.sentence) == ("Tom calls off", "Pick them up. The round does not count.")
    at.take_up(0, 1)
    at.wait(2)
    # called up, the challenger wins
    at.throw(0, "55441")
    at.throw(1, "44321")
    at.cover_beside(0, "55")
    at.press(GREEN)
    assert (at.screen, at.headline) == (Screen.CHALLENGERS, "Irene throws")
    at.throw_rest(1, "44", "44455")
    assert (at.screen, at.headline) == (Screen.REVEAL, "Tom shows")
    at.lift(0, "55123")
    assert (at.screen, at.headline, at.sentence) == (Screen.SETTLEMENT, "Irene wins the horse", "1–0 in horses.")
    assert {lane.name: lane.horses for lane in at.view.lanes} == {"Tom": (False, False), "Irene": (True, False)}
    at.take_up(0, 1)
    at.wait(2)
    assert (str(at.view.lanes[1].notes[0]), at.view.facts[1].value) == ("one more horse wins", 2)
    horse(at, 0)
    assert at.view.facts[1].value == 3
    horse(at, 1, then=False)
    assert (at.screen, at.headline, at.sentence) == (Screen.SETTLEMENT, "Irene wins the match", "Tom pays 5.")
    assert {lane.name: lane.pill.amount for lane in at.view.lanes if lane.pill is not None} == {"Tom": 5}
    assert match_of(at).banks == (45, 55)
    at.wait(2)
    assert (at.screen, at.headline, at.labels) == (Screen.WINNER, "Irene wins", ("Play again", "Finish"))
    winner = at.view.winner
    assert winner is not None
    assert (winner.total, str(winner.unit), winner.rounds, str(winner.sentence)) == (2, "horses", 6, "Tom pays 5")
    assert [line.banks for line in winner.lines] == [(0, 0, 0, 0, 0, 1, 1), (0, 0, 0, 0, 1, 1, 2)]
    assert [action for action in at.actions if isinstance(action, CallUp | CallOff)] == [
        CallOff(),
        CallUp(),
        CallUp(),
        CallUp(),
    ]


def test_norwegian_two_pair_beats_a_pair_and_four_dice_are_kept() -> None:
    at = sit_down(ranking=DuelRanking.NORWEGIAN)
    at.throw(0, "66432")
    at.throw(1, "33225")
    assert (at.headline, at.sentence) == ("Irene is Boss", "Keep your hand. Throw one under the cup.")
    at.cover_beside(1, "3322")
    assert (at.screen, at.lit.cup, str(at.lit.hand), str(at.lit.hand_detail)) == (
        Screen.CALL,
        1,
        "Two pair",
        "threes and twos",
    )
    assert at.view.lanes[0].bank is None


def test_a_full_house_is_kept_whole_and_shown_at_once() -> None:
    at = sit_down()
    at.throw(0, "44411")
    at.throw(1, "33325")
    assert (at.screen, str(at.lit.hand), at.lit.cup) == (Screen.CALL, "Full house", 0)
    at.press(GREEN)
    at.throw_rest(1, "333", "33344")
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "Tom wins the horse")


def test_first_throws_are_named_as_they_are_ranked() -> None:
    at = sit_down(ranking=DuelRanking.NORWEGIAN, first_full_house=FirstFullHouse.TRIPS)
    at.throw(0, "66442")
    at.throw(1, "33322")
    named = {lane.name: (str(lane.hand), str(lane.hand_detail)) for lane in at.view.lanes if lane.hand}
    assert named["Tom"] == ("Two pair", "sixes and fours")


def test_without_calls_the_boss_hides_first_and_nobody_presses() -> None:
    at = sit_down(calls=False)
    at.throw(0, "66421")
    at.throw(1, "55123")
    assert (at.screen, at.headline) == (Screen.BOSS, "Tom is Boss")
    at.throw_rest(1, "55", "55124")
    assert match_of(at).phase is DuelPhase.SECOND_THROWS
    at.cover_beside(0, "66")
    at.wait(0.2)
    assert at.actions[-1] == Throw(1, (5, 5, 1, 2, 4), (5, 5))
    assert at.screen is Screen.REVEAL
    at.lift(0, "66421")
    assert at.headline == "Tom wins the horse"


def test_without_calls_green_says_that_the_cup_stands_and_then_keeps_all() -> None:
    at = sit_down(calls=False)
    at.throw(0, "66421")
    at.throw(1, "55123")
    at.press(GREEN)
    assert (at.screen, at.headline) == (Screen.CHALLENGERS, "Irene throws")
    assert str(at.view.lanes[0].hand) == "Nobody calls"
    at.press(GREEN)
    assert at.actions[-1] == Throw(1, (5, 5, 1, 2, 3), (5, 5, 1, 2, 3))


def test_without_a_boss_both_hide_what_they_like_and_both_show() -> None:
    at = sit_down(calls=False, no_call=NoCall.FREE)
    at.throw(0, "66421")
    at.throw(1, "55123")
    assert (at.screen, at.headline) == (Screen.THROWS, "Both throw, hidden")
    at.cover_beside(0, "66")
    shown = at.view.lanes[0]
    assert ([die.value for die in shown.dice], shown.cup) == ([6, 6], 3)
    at.lift(0, "66555")
    assert match_of(at).second == (None, None)
    at.cover_beside(0, "66")
    at.cover_beside(1, "55")
    assert at.screen is Screen.REVEAL
    at.lift(1, "55566")
    assert (at.headline, at.sentence) == ("Tom shows", "Lift the cup.")
    at.show(0, LaneState.OBSTRUCTED)
    assert at.sentence == "Lift the cup."
    at.lift(0, "66123")
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "Irene wins the horse")
    assert at.actions[-2:] == [Reveal(1, (5, 5, 5, 6, 6)), Reveal(0, (6, 6, 1, 2, 3))]


def test_without_a_boss_five_dice_may_be_kept() -> None:
    at = sit_down(calls=False, no_call=NoCall.FREE)
    at.throw(0, "66655")
    at.throw(1, "55123")
    at.cover_beside(1, "55")
    at.press(GREEN)
    assert at.screen is Screen.REVEAL
    at.wait(0.2)
    assert at.actions[-1] == Reveal(0, (6, 6, 6, 5, 5))


def test_without_a_boss_nobody_without_a_cup_is_asked_to_lift_one() -> None:
    at = sit_down(calls=False, no_call=NoCall.FREE)
    at.throw(0, "66655")
    at.throw(1, "55123")
    at.cover_beside(1, "55")
    at.show(0, LaneState.OBSTRUCTED)
    at.press(GREEN)
    at.lift(1, "55566")
    assert at.actions[-1] == Reveal(1, (5, 5, 5, 6, 6))
    assert (at.headline, at.sentence) == ("Tom shows", "All five dice, in the open.")
    at.show(0, LaneState.SETTLED, dice("66655"))
    at.wait(0.2)
    assert at.actions[-1] == Reveal(0, (6, 6, 6, 5, 5))


def test_keep_before_the_call_is_declared_with_the_dice_in_the_lane() -> None:
    at = sit_down(keep_before_call=True)
    at.throw(0, "66421")
    at.throw(1, "55443")
    assert at.screen is Screen.BOSS
    at.cover_beside(0, "66")
    assert (at.screen, at.headline, at.labels[0]) == (Screen.CHALLENGERS, "Irene sets dice aside", "Keep all")
    at.show(1, LaneState.OBSTRUCTED)
    assert at.view.footer.green.lamp is Lamp.DARK
    at.press(GREEN)
    assert match_of(at).phase is DuelPhase.KEEP
    at.show(1, LaneState.SETTLED, dice("5544"))
    assert (at.labels[0], str(at.lit.status)) == ("Keep these", "keeps four")
    at.press(GREEN)
    assert at.actions[-1] == Keep(1, (4, 4, 5, 5))
    assert (at.screen, at.headline) == (Screen.CALL, "Tom decides")
    assert [die.kept for die in at.view.lanes[1].dice] == [True] * 4 + [False]
    at.press(GREEN)
    assert at.view.footer.green.lamp is Lamp.DARK
    at.show(1, LaneState.MOVING)
    at.show(1, LaneState.SETTLED, dice("55446"))
    assert at.actions[-1] == Throw(1, (5, 5, 4, 4, 6), (4, 4, 5, 5))
    at.lift(0, "66443")
    assert at.headline == "Tom wins the horse"


def test_what_was_set_aside_must_be_there_after_the_throw() -> None:
    at = sit_down(keep_before_call=True)
    at.throw(0, "66421")
    at.throw(1, "55443")
    at.cover_beside(0, "66")
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.SETTLED, dice("55"))
    at.press(GREEN, GREEN)
    at.throw_rest(1, "5", "54321")
    assert match_of(at).phase is DuelPhase.SECOND_THROWS
    assert at.sentence == "Irene set aside 5-5, which is not among 5-4-3-2-1."


def test_what_was_set_aside_counts_also_when_the_camera_saw_less_of_it() -> None:
    at = sit_down(keep_before_call=True)
    at.throw(0, "66421")
    at.throw(1, "55443")
    at.cover_beside(0, "66")
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.SETTLED, dice("55"))
    at.press(GREEN, GREEN)
    at.throw_rest(1, "5", "55321")
    assert at.actions[-1] == Throw(1, (5, 5, 3, 2, 1), (5, 5))


def test_all_five_set_aside_before_the_call_are_not_thrown() -> None:
    at = sit_down(keep_before_call=True)
    at.throw(0, "66421")
    at.throw(1, "55443")
    at.press(GREEN, GREEN, GREEN)
    assert at.actions[-1] == Throw(1, (5, 5, 4, 4, 3), (5, 5, 4, 4, 3))
    assert at.screen is Screen.REVEAL


def test_a_house_rule_against_keeping_two_pair_is_said() -> None:
    at = sit_down(challenger_two_pair=ChallengerTwoPair.ONE_PAIR)
    at.throw(0, "66421")
    at.throw(1, "55443")
    at.cover_beside(0, "66")
    at.press(GREEN)
    at.throw_rest(1, "5544", "55446")
    assert at.sentence == "Only one pair of two may be kept, not 5-5-4-4."
    at.throw_rest(1, "55", "55446")
    assert at.screen is Screen.REVEAL


def test_one_lane_reads_the_challenger_beside_the_cup() -> None:
    at = sit_down(1)
    at.throw(0, "66124")
    at.throw(0, "55123")
    at.take_up(0)
    at.cover_beside(0, "66")
    at.press(GREEN)
    at.show(0, LaneState.MOVING)
    at.show(0, LaneState.COVERED, dice("66") + dice("55321", start=5))
    assert match_of(at).phase is DuelPhase.REVEAL
    at.wait(0.5)
    at.show(0, LaneState.OBSTRUCTED)
    at.show(0, LaneState.SETTLED, dice("66445") + dice("55321", start=5))
    assert at.headline == "Tom wins the horse"


def test_a_misread_die_is_corrected_and_a_step_taken_back() -> None:
    at = sit_down()
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.press(RED)
    assert at.headline == "Correct Irene’s first die"
    at.press(GREEN)
    while at.labels[0] != "It is a 6":
        at.press(RED)
    assert at.view.correction is not None and str(at.view.correction.effect) == "with a 6: Nothing"
    at.press(GREEN)
    assert at.records[-1] == Amended(1, Throw(1, (6, 5, 1, 2, 3)), "misread")
    at.cover_beside(0, "66")
    at.press(RED)
    at.press(RED)
    while at.headline != "Take back the last step?":
        at.press(RED)
    assert at.view.correction is not None and str(at.view.correction.why) == "Tom called off."
    at.press(GREEN)
    assert isinstance(at.records[-1], Undone)
    at.wait(0.2)
    assert at.screen is Screen.CALL


def test_a_tie_in_the_end_scores_nobody() -> None:
    at = sit_down()
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover_beside(0, "66")
    at.press(GREEN)
    at.throw_rest(1, "5", "66554")
    at.lift(0, "66551")
    assert (at.headline, match_of(at).score) == ("A tie", (0, 0))


def test_winner_stays_on_and_the_screen_says_who_plays_whom() -> None:
    at = tournament(stake=5)
    assert [(str(fact.label), fact.value) for fact in at.view.facts] == [("Match", 1), ("Best of three", ""), ("Horse", 1)]
    assert [lane.name for lane in at.view.lanes] == ["Tom", "Irene"]
    horse(at, 1)
    horse(at, 1, then=False)
    assert (at.screen, at.headline, at.sentence) == (Screen.SETTLEMENT, "Irene wins the match", "Tom pays 5.")
    assert {lane.name: (lane.horses, lane.bank) for lane in at.view.lanes} == {
        "Irene": ((True, True), 55),
        "Tom": ((False, False), 45),
    }
    at.take_up(0, 1)
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.MATCH, "Barbara meets Irene")
    assert at.sentence == "Barbara comes to the table."
    assert (at.lit.name, str(at.view.lanes[1].hand)) == ("Barbara", "one match won")
    assert at.view.footer.green.lamp is Lamp.LIT and at.labels[0] == "Start"
    at.press(GREEN)
    assert (at.screen, at.headline) == (Screen.THROWS, "Barbara throws")
    horse(at, 0)
    horse(at, 0, then=False)
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.WINNER, "Barbara wins")
    winner = at.view.winner
    assert winner is not None
    assert (winner.total, str(winner.unit), str(winner.sentence)) == (55, "chips", "2 matches were played")
    assert [line.banks for line in winner.lines] == [(50, 45, 45), (50, 55, 50), (50, 50, 55)]


def test_losers_wait_in_the_queue_until_somebody_has_won_enough() -> None:
    at = tournament(4, Length.WINS, 2, wins=1)
    assert str(at.view.facts[1].label) == "One horse wins"
    horse(at, 0)
    assert [(lane.name, str(lane.status)) for lane in at.view.lanes[2:]] == [("John", "plays next"), ("Irene", "waits")]
    at.wait(13)
    assert at.screen is Screen.THROWS
    horse(at, 1)
    at.press(GREEN)
    horse(at, 1)
    assert (at.screen, at.headline) == (Screen.WINNER, "Barbara wins")
    winner = at.view.winner
    assert winner is not None and (winner.total, str(winner.unit)) == (2, "matches")
    assert [line.banks for line in winner.lines] == [(0, 1, 1, 1), (0, 0, 0, 0), (0, 0, 1, 2), (0, 0, 0, 0)]


def test_the_next_player_s_dice_are_a_new_throw_only_after_the_lane_was_cleared() -> None:
    at = tournament(wins=1)
    horse(at, 0, then=False)
    at.take_up(0)
    at.wait(2)
    at.press(GREEN)
    at.wait(3)
    assert match_of(at).first == (None, None)
    assert at.actions.count(Throw(2, (5, 5, 1, 2, 4))) == 0


def test_a_misread_die_may_turn_the_match_after_it_was_over() -> None:
    at = tournament(wins=1)
    at.throw(0, "66123")
    at.throw(1, "55124")
    at.cover_beside(0, "66")
    at.press(GREEN)
    at.throw_rest(1, "55", "55146")
    at.lift(0, "66345")
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.MATCH, "Tom meets Barbara")
    at.press(RED)
    assert at.headline == "Correct Tom’s first die"
    at.press(*[RED] * 5)
    assert at.headline == "Is it a die of Irene?"
    at.press(GREEN, RED, RED, GREEN)
    while at.labels[0] != "It is a 5":
        at.press(RED)
    at.press(GREEN)
    assert (at.screen, at.headline) == (Screen.MATCH, "Barbara meets Irene")
    assert at.records[-1] == Amended(3, Throw(1, (5, 5, 5, 4, 6), (5, 5)), "misread")


def test_after_a_power_cut_lying_dice_are_no_new_throw() -> None:
    at = sit_down()
    at.throw(0, "66124")
    again = TrayHands(DuelCroupier.open(at.croupier.history, at.croupier.table, at.croupier.tints), now=50.0)
    again.show(0, LaneState.SETTLED, dice("66124"))
    again.show(1, LaneState.SETTLED, dice("55123"))
    assert again.actions == []
    again.throw(1, "55123")
    assert again.headline == "Tom is Boss"


def test_nothing_under_a_cup_is_in_a_view_before_the_reveal() -> None:
    at = sit_down()
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover_beside(0, "66")
    assert ([die.value for die in at.lit.dice], at.lit.cup) == ([6, 6], 3)
    at.press(GREEN)
    assert ([die.value for die in at.view.lanes[0].dice], at.view.lanes[0].cup) == ([6, 6], 3)


@pytest.mark.parametrize("wins", [4, 9])
def test_long_matches_have_no_horseshoes(wins: int) -> None:
    at = sit_down(wins=wins)
    horse(at, 0)
    assert (str(at.view.facts[0].label), at.view.facts[0].value) == ("Horses to win", wins)
    assert at.view.lanes[0].horses == ((True, False, False, False) if wins == 4 else ())


def options(source: random.Random) -> DuelOptions:
    return DuelOptions(
        ranking=source.choice(list(DuelRanking)),
        calls=source.random() < 0.6,
        no_call=source.choice(list(NoCall)),
        keep_before_call=source.random() < 0.5,
        challenger_two_pair=source.choice(list(ChallengerTwoPair)),
        wins=source.choice([1, 2]),
        stake=source.choice([0, 5]),
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 4), st.integers(1, 3), st.integers(0, 2**32))
def test_no_order_of_presses_and_sightings_hangs_the_table(players: int, lanes: int, seed: int) -> None:
    source = random.Random(seed)
    table, history = Table.arrange(2, lanes), None
    if players == 2:
        history = History(DuelGame.new(NAMES[:2], options=options(source)))
        at = TrayHands(DuelCroupier.open(history, table, ["ivory"] * 2))
    else:
        rules = TournamentOptions(source.choice(list(Length)), 2, options(source))
        at = TrayHands(
            TournamentCroupier.open(History(TournamentGame.new(NAMES[:players], options=rules)), table, ["ivory"] * players)
        )
    states = [LaneState.SETTLED] * 5 + [LaneState.COVERED] * 2 + list(LaneState)
    for _ in range(120):
        if source.random() < 0.3:
            at.press(source.choice([GREEN, GREEN, RED]), held=source.random() < 0.05)
        elif source.random() < 0.3:
            at.take_up(source.randrange(lanes))
        else:
            state = source.choice(states)
            hand = match_of(at)
            values = "".join(str(source.randint(1, 6)) for _ in range(source.choice([5, 5, 5, source.randint(0, 7)])))
            kept = "".join(map(str, hand.kept))
            if source.random() < 0.4:
                values = kept + values[: 5 - len(kept)] if state is LaneState.SETTLED else kept
            seen = dice(values, shift=source.random() / 10) if state in (LaneState.SETTLED, LaneState.COVERED) else ()
            at.show(source.randrange(lanes), state, seen)
        view = at.view
        assert sum(lane.lit for lane in view.lanes) <= 1
        assert len(str(view.headline)) <= 28, str(view.headline)
        assert all(die.value is None or die.state is DieState.FACE for lane in view.lanes for die in lane.dice)
        if at.croupier.note is None:
            assert len(str(view.footer.sentence)) <= 64, str(view.footer.sentence)
        if match_of(at).banks is not None:
            assert sum(at.croupier.game.banks) == sum(at.croupier.game.starting_banks)
        if at.croupier.left:
            return
    replayed = History(at.croupier.history.start, at.croupier.history.actions)
    assert replayed.game == at.croupier.game
