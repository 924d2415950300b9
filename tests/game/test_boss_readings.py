"""Banking Boss Dice, one test a reading (A-a to A-s), each with its letter in the name."""

from __future__ import annotations

from boss_table import NOTHING, PAIR_4, PAIR_5, PAIR_6, TRIPS_5, called, done, fails, first_throws, table

from game.actions import CallUp, Dice, Reveal, Throw, Wager
from game.boss import BossPhase
from game.boss_options import KittyAtEnd, ShortStack
from game.hands import TwoPairTie
from game.settlement import Outcome


def test_a_a_a_full_house_ties_the_same_trips_on_the_first_throw() -> None:
    game = first_throws(table(40, 40), 5, (5, 5, 5, 2, 2), (5, 5, 5, 3, 4))
    assert game.last_round is not None
    assert game.last_round.outcome is Outcome.PUSH


def test_a_c_nobody_with_a_pair_voids_the_round() -> None:
    game = first_throws(table(40, 40), 5, NOTHING, (2, 3, 4, 5, 6))
    assert game.last_round is not None
    assert (game.last_round.outcome, game.last_round.boss, game.last_round.tied) == (Outcome.VOID, None, ())
    assert game.round == 2


def test_a_e_the_kitty_holds_what_losers_paid_to_a_boss_who_busts() -> None:
    game = called(table(5, 30, 30, 30), 10, [PAIR_6, PAIR_5, PAIR_4, NOTHING], {1: TRIPS_5, 2: TRIPS_5, 3: PAIR_5}, PAIR_6)
    assert (game.banks, game.kitty) == ((0, 30, 30, 20), 15)


def test_a_g_the_kitty_can_save_the_boss_and_a_new_kitty_holds_the_old_one() -> None:
    firsts: list[Dice | None] = [None, PAIR_6, PAIR_5, PAIR_4]
    winners = {2: TRIPS_5, 3: TRIPS_5}
    saved = called(table(0, 10, 50, 40, kitty=30), 20, firsts, winners, PAIR_6)
    assert (saved.banks, saved.kitty) == ((0, 0, 70, 60), 0)
    assert saved.last_round is not None
    assert saved.last_round.kitty_taken == 30
    bust = called(table(0, 10, 50, 40, kitty=30), 25, firsts, winners, PAIR_6)
    assert (bust.banks, bust.kitty) == ((0, 0, 50, 40), 40)


def test_a_h_a_short_player_pays_what_is_left_and_is_paid_in_full() -> None:
    game = table(40, 7, 40)
    firsts: list[Dice | None] = [PAIR_6, PAIR_5, PAIR_4]
    assert called(game, 10, firsts, {1: PAIR_5, 2: PAIR_6}, PAIR_6).banks == (47, 0, 40)
    assert called(game, 10, firsts, {1: TRIPS_5, 2: PAIR_6}, PAIR_6).banks == (30, 17, 40)


def test_a_h_table_stakes_limit_a_short_player_both_ways() -> None:
    game = table(7, 4, 40, short_stack=ShortStack.TABLE_STAKES)
    firsts: list[Dice | None] = [PAIR_6, PAIR_5, PAIR_4]
    assert called(game, 10, firsts, {1: PAIR_5, 2: PAIR_6}, PAIR_6).banks == (11, 0, 40)
    assert called(game, 10, firsts, {1: TRIPS_5, 2: PAIR_6}, PAIR_6).banks == (3, 8, 40)


def test_a_h_cap_wager_allows_no_wager_above_the_smallest_bank() -> None:
    game = table(0, 7, 40, max_wager=10, short_stack=ShortStack.CAP_WAGER)
    assert game.largest_wager == 7
    fails(game, Wager(8), "at most 7 chips, the smallest bank")
    assert done(game, Wager(7)).wager == 7


def test_a_i_a_wager_may_exceed_the_smallest_bank() -> None:
    assert done(table(20, 60, 60, max_wager=30), Wager(30)).phase is BossPhase.FIRST_THROWS
    assert done(table(20, 60, 60), Wager(500)).wager == 500


def test_a_j_a_kitty_left_at_the_end_goes_to_the_winner() -> None:
    game = called(table(8, 52), 10, [PAIR_6, PAIR_5], {1: TRIPS_5}, PAIR_6)
    assert (game.winner, game.banks, game.kitty) == (1, (0, 60), 0)
    assert game.last_round is not None
    assert game.last_round.banks_after == (0, 60)


def test_a_j_kitty_at_end_stays_leaves_it_undistributed() -> None:
    game = called(table(8, 52, kitty_at_end=KittyAtEnd.STAYS), 10, [PAIR_6, PAIR_5], {1: TRIPS_5}, PAIR_6)
    assert (game.winner, game.banks, game.kitty) == (1, (0, 52), 8)


def test_a_k_the_winner_has_the_sum_of_all_starting_banks() -> None:
    game = called(table(60, 10, 20), 20, [PAIR_6, PAIR_5, PAIR_4], {1: PAIR_5, 2: PAIR_5}, PAIR_6)
    assert (game.winner, game.banks) == (0, (90, 0, 0))


def test_a_m_the_target_counts_only_after_a_settlement() -> None:
    game = first_throws(table(70, 0, 60, 40, kitty=30, target=90), 10, PAIR_6, None, PAIR_5, PAIR_4)
    game = done(game, CallUp())
    assert (game.banks[0], game.over) == (100, False)
    game = done(game, Throw(2, TRIPS_5), Throw(3, TRIPS_5), Reveal(0, PAIR_6))
    assert (game.banks, game.winner) == ((80, 0, 70, 50), None)


def test_a_m_the_largest_bank_of_those_at_the_target_wins() -> None:
    game = called(table(60, 95, 90, target=100), 10, [PAIR_6, PAIR_5, PAIR_4], {1: TRIPS_5, 2: TRIPS_5}, PAIR_6)
    assert (game.banks, game.winner) == ((40, 105, 100), 1)


def test_a_m_equal_largest_banks_play_on() -> None:
    game = called(table(60, 90, 90, target=100), 10, [PAIR_6, PAIR_5, PAIR_4], {1: TRIPS_5, 2: TRIPS_5}, PAIR_6)
    assert (game.banks, game.winner, game.phase) == ((40, 100, 100), None, BossPhase.WAGER)


def test_a_m_a_push_never_ends_the_game_at_the_target() -> None:
    game = table(100, 100, 40, target=100)
    assert first_throws(game, 10, PAIR_6, (6, 6, 5, 4, 3), PAIR_4).winner is None


def test_a_o_a_s_the_wager_of_the_last_round_is_the_default_of_the_next_and_may_change() -> None:
    game = table(40, 40, max_wager=10)
    assert game.usual_wager is None
    game = first_throws(game, 8, NOTHING, NOTHING)
    assert (game.wager, game.usual_wager) == (None, 8)
    assert done(game, Wager(3)).wager == 3


def test_a_s_the_default_wager_stays_within_what_is_allowed() -> None:
    game = table(40, 40, 40, short_stack=ShortStack.CAP_WAGER)
    game = called(game, 30, [PAIR_6, PAIR_5, PAIR_4], {1: PAIR_5, 2: PAIR_6}, PAIR_6)
    assert (game.banks, game.usual_wager) == ((70, 10, 40), 10)


def test_a_p_h_a_two_pair_tie_is_an_option_of_the_final_comparison() -> None:
    firsts: list[Dice | None] = [(6, 6, 1, 2, 3), PAIR_5]
    seconds, boss_hand = {1: (6, 6, 5, 5, 1)}, (6, 6, 4, 4, 1)
    assert called(table(40, 40), 5, firsts, seconds, boss_hand).banks == (35, 45)
    assert called(table(40, 40, two_pair_tie=TwoPairTie.HIGH), 5, firsts, seconds, boss_hand).banks == (40, 40)


def test_a_q_a_boss_who_cannot_pay_may_call_up() -> None:
    game = done(first_throws(table(1, 60, 60, 60), 10, PAIR_6, PAIR_5, PAIR_4, NOTHING), CallUp())
    assert game.phase is BossPhase.SECOND_THROWS


def test_a_r_a_boss_with_five_of_a_kind_still_decides() -> None:
    game = first_throws(table(40, 40), 5, (1, 1, 1, 1, 1), PAIR_6)
    assert {expected.type for expected in game.expects()} == {"call_up", "call_off"}
    game = done(game, CallUp(), Throw(1, PAIR_6))
    fails(game, Reveal(0, (1, 1, 1, 1, 2)), "kept 1-1-1-1-1")
    assert done(game, Reveal(0, (1, 1, 1, 1, 1))).banks == (45, 35)
