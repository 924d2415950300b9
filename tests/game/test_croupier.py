"""The croupier of banking Boss Dice, led through whole games by what the tray shows and which button is pressed."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from game.actions import CallOff, CallUp, Reveal, Throw
from game.boss import BossGame, BossOptions, BossPhase
from game.croupier_boss import BossCroupier
from game.history import History
from game.message import Message
from game.records import Accepted, Amended, Record, Undone
from game.sighting import Button, LaneState, SeenDie, Sighting
from game.table import Table
from game.view import DieState, Lamp, Screen

PLACES = ((0.2, 0.2), (0.5, 0.3), (0.8, 0.2), (0.3, 0.7), (0.7, 0.7), (0.5, 0.9), (0.1, 0.9))


def dice(values: str, shift: float = 0.0) -> tuple[SeenDie, ...]:
    """Dice in the open; `?` is one that cannot be read."""
    return tuple(
        SeenDie(None if value == "?" else int(value), (x + shift, y), guesses=(5, 3) if value == "?" else ())
        for value, (x, y) in zip(values, PLACES, strict=False)
    )


@dataclass
class Players:
    """Hands, dice and cups at a table: they show sightings to a croupier and keep what it wrote down."""

    croupier: BossCroupier
    now: float = 0.0
    records: list[Record] = field(default_factory=list)

    def show(self, lane: int, state: LaneState, values: str = "", shift: float = 0.0) -> None:
        self.now += 0.4
        self.records += self.croupier.see([Sighting(lane, state, dice(values, shift))], self.now)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.records += self.croupier.see([watch.sighting for watch in self.croupier.watches], self.now)

    def take_up(self, lane: int) -> None:
        self.show(lane, LaneState.OBSTRUCTED)
        self.show(lane, LaneState.EMPTY)

    def throw(self, lane: int, values: str) -> None:
        self.take_up(lane)
        self.show(lane, LaneState.MOVING)
        self.show(lane, LaneState.SETTLED, values)

    def throw_rest(self, lane: int, kept: str, values: str) -> None:
        """Takes some dice up, those of `kept` stay; then throws them."""
        self.show(lane, LaneState.OBSTRUCTED)
        self.show(lane, LaneState.SETTLED, kept)
        self.show(lane, LaneState.MOVING)
        self.show(lane, LaneState.SETTLED, values)

    def cover(self, lane: int, kept: str) -> None:
        self.show(lane, LaneState.OBSTRUCTED)
        self.show(lane, LaneState.COVERED, kept)

    def lift(self, lane: int, values: str) -> None:
        self.show(lane, LaneState.OBSTRUCTED)
        self.show(lane, LaneState.SETTLED, values)

    def press(self, button: Button, held: bool = False) -> None:
        self.now += 0.5
        self.records += self.croupier.press(button, self.now, held)

    @property
    def game(self) -> BossGame:
        return self.croupier.game

    @property
    def screen(self) -> Screen:
        return self.croupier.view().screen

    @property
    def headline(self) -> str:
        return str(self.croupier.view().headline)

    @property
    def sentence(self) -> str:
        return str(self.croupier.view().footer.sentence)


def seat_players(names: str = "Tom Irene Barbara", bank: int = 10, lanes: int = 2, **options: object) -> Players:
    players = names.split()
    game = BossGame.new(players, banks=bank, options=BossOptions(**options))  # type: ignore[arg-type]
    table = Table.arrange(len(players), lanes)
    croupier = BossCroupier.open(History(game), table, ["ivory"] * len(players), 5)
    table_side = Players(croupier)
    table_side.records += croupier.begin(0.0)
    return table_side


def test_shared_and_own_lanes_play_a_whole_game() -> None:
    at = seat_players()
    # a push
    at.throw(0, "66124")
    at.throw(1, "66351")
    assert (at.screen, at.headline) == (Screen.THROWS, "Barbara throws")
    at.throw(0, "33215")
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "A push")
    at.take_up(0)
    at.take_up(1)
    at.wait(2)
    # called off
    assert (at.game.round, at.game.phase) == (2, BossPhase.FIRST_THROWS)
    at.throw(0, "55521")
    at.throw(1, "44362")
    at.throw(0, "22613")
    assert (at.screen, at.headline) == (Screen.BOSS, "Tom is Boss")
    at.take_up(0)
    at.cover(0, "555")
    assert (at.screen, at.headline) == (Screen.CALL, "Tom decides")
    assert [button.lamp for button in (at.croupier.view().footer.green, at.croupier.view().footer.red)] == [Lamp.LIT] * 2
    at.press(Button.RED)
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "Tom calls off")
    at.take_up(0)
    at.take_up(1)
    at.wait(2)
    # called up; Tom and Barbara pay
    at.throw(0, "33165")
    at.throw(1, "66542")
    at.throw(0, "44132")
    at.cover(1, "66")
    at.press(Button.GREEN)
    assert (at.screen, at.headline) == (Screen.CHALLENGERS, "Barbara throws")
    at.throw_rest(0, "44", "44421")
    assert at.headline == "Tom throws"
    at.take_up(0)
    at.throw_rest(0, "33", "33652")
    assert (at.screen, at.headline) == (Screen.REVEAL, "Irene shows")
    at.lift(1, "66623")
    assert (at.screen, at.headline) == (Screen.SETTLEMENT, "Losers pay")
    assert at.game.banks == (5, 20, 5)
    at.take_up(0)
    at.take_up(1)
    at.wait(2)
    # the Boss cannot pay; Tom's lane holds the Boss' cup, so he throws in the other
    at.throw(0, "55123")
    at.throw(1, "22456")
    at.throw(0, "66134")
    at.cover(0, "66")
    at.press(Button.GREEN)
    assert at.croupier.awaited() == {1: 0}
    at.take_up(1)
    at.throw_rest(1, "55", "55531")
    at.take_up(1)
    at.throw_rest(1, "22", "22262")
    at.lift(0, "66134")
    assert at.game.kitty == 5 and at.game.eliminated == (2,)
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.ELIMINATION, "Barbara is out")
    assert at.croupier.view().footer.green.lamp is Lamp.LIT
    at.press(Button.GREEN)
    # the end
    at.throw(0, "33124")
    at.throw(1, "44156")
    at.cover(1, "44")
    at.press(Button.GREEN)
    at.throw_rest(0, "33", "33612")
    at.lift(1, "44425")
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.WINNER, "Irene wins")
    assert at.game.banks == (0, 30, 0)
    winner = at.croupier.view().winner
    assert winner is not None and (winner.total, winner.rounds) == (30, 5)
    assert [line.banks[-1] for line in winner.lines] == [0, 30, 0]
    kept = [record.action.kept for record in at.records if isinstance(record, Accepted) and isinstance(record.action, Throw)]
    assert [values for values in kept if values] == [(4, 4), (3, 3), (5, 5), (2, 2), (3, 3)]


def test_one_lane_for_all_reads_the_challengers_beside_the_cup() -> None:
    at = seat_players("Tom Irene", lanes=1)
    at.throw(0, "66124")
    at.throw(0, "55123")
    at.take_up(0)
    at.cover(0, "66")
    at.press(Button.GREEN)
    at.show(0, LaneState.MOVING)
    at.show(0, LaneState.COVERED, "6655321")
    assert at.game.phase is BossPhase.REVEAL
    assert sorted(at.game.second[1] or ()) == [1, 2, 3, 5, 5]


def test_a_hand_that_passes_over_the_dice_is_no_second_throw() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover(0, "66")
    at.press(Button.GREEN)
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.SETTLED, "55123")
    assert at.game.phase is BossPhase.SECOND_THROWS
    at.show(1, LaneState.OBSTRUCTED)
    at.show(1, LaneState.SETTLED, "55124", shift=0.1)
    assert at.game.phase is BossPhase.REVEAL


def test_the_dice_of_the_last_round_are_not_a_new_throw() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "66135")
    at.take_up(1)
    at.wait(2)
    assert at.game.round == 2
    at.wait(5)
    assert at.game.first == (None, None)
    assert at.sentence == "Take up the dice that lie there."


def test_a_throw_that_counted_is_not_changed_by_a_nudge() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.show(0, LaneState.MOVING)
    at.show(0, LaneState.SETTLED, "66125", shift=0.1)
    assert at.game.first[0] == (6, 6, 1, 2, 4)


def test_the_boss_must_leave_what_is_kept_beside_the_cup() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover(0, "61")
    assert at.screen is Screen.BOSS
    assert at.sentence == "The kept dice must lie beside the cup."
    at.cover(0, "661")
    assert at.sentence == "More dice lie beside the cup than are kept."
    at.cover(0, "66")
    assert at.screen is Screen.CALL


def test_green_opens_the_choice_when_the_camera_does_not_see_the_cup() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.press(Button.GREEN)
    assert at.screen is Screen.CALL
    at.press(Button.RED)
    assert Accepted(CallOff()) in at.records


def test_what_lies_still_from_the_first_throw_is_no_reveal() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.press(Button.GREEN)
    at.press(Button.GREEN)
    at.throw_rest(1, "55", "55123")
    at.wait(3)
    assert (at.game.phase, at.screen) == (BossPhase.REVEAL, Screen.REVEAL)
    at.cover(0, "66")
    at.lift(0, "66124")
    assert at.game.round == 2


def test_a_boss_without_the_kept_dice_is_told_and_can_be_corrected() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover(0, "66")
    at.press(Button.GREEN)
    at.throw_rest(1, "55", "55123")
    at.lift(0, "61234")
    assert at.game.phase is BossPhase.REVEAL
    assert at.sentence == "The kept dice are not among these."


def test_five_of_a_kind_is_decided_and_shown_at_once() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66666")
    at.throw(1, "55123")
    at.wait(0.1)
    assert at.screen is Screen.CALL
    at.press(Button.GREEN)
    at.throw_rest(1, "55", "55123")
    assert at.screen is Screen.SETTLEMENT
    assert at.game.banks == (15, 5)


def test_five_kept_dice_that_were_taken_away_are_asked_back_without_a_cup() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66666")
    at.throw(1, "55123")
    at.press(Button.GREEN)
    at.take_up(0)
    at.throw_rest(1, "55", "55123")
    assert (at.screen, at.sentence) == (Screen.REVEAL, "Put all five dice back, in the open.")
    at.lift(0, "66666")
    assert (at.screen, at.game.banks) == (Screen.SETTLEMENT, (15, 5))
    *_, before, _ = at.croupier.history.steps()
    assert str(at.croupier.told(at.croupier.history.actions[-1], before)) == "Tom showed all five dice."


def test_keeping_all_five_is_one_press() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover(0, "66")
    at.press(Button.GREEN)
    assert str(at.croupier.view().footer.green.label) == "Keep all"
    at.press(Button.GREEN)
    assert at.records[-1] == Accepted(Throw(1, (5, 5, 1, 2, 3), (5, 5, 1, 2, 3)))


def test_an_unclear_die_is_named_and_can_be_chosen_by_hand() -> None:
    at = seat_players("Tom Irene")
    at.take_up(0)
    at.show(0, LaneState.UNSURE, "66?24")
    view = at.croupier.view()
    assert view.screen is Screen.UNCLEAR
    lit = next(lane for lane in view.lanes if lane.lit)
    assert [die.state for die in lit.dice].count(DieState.UNCLEAR) == 1
    assert str(lit.status) == "four dice read"
    at.press(Button.RED)
    view = at.croupier.view()
    assert view.correction is not None and view.correction.proposed == 5
    assert str(view.footer.green.label) == "It is a 5"
    at.press(Button.RED)
    assert str(at.croupier.view().footer.green.label) == "It is a 3"
    at.press(Button.GREEN)
    assert at.game.first[0] == (6, 6, 3, 2, 4)
    at.wait(1)
    assert at.game.first[0] == (6, 6, 3, 2, 4)


def test_a_die_that_the_camera_did_not_see_can_be_added() -> None:
    at = seat_players("Tom Irene")
    at.take_up(0)
    at.show(0, LaneState.SETTLED, "6612")
    at.wait(2)
    assert (at.screen, at.headline) == (Screen.UNCLEAR, "Tom needs five dice")
    at.press(Button.RED)
    at.press(Button.GREEN)
    assert at.game.first[0] == (6, 6, 1, 2, 6)


def test_a_misread_die_is_corrected_after_it_counted_across_the_end_of_the_round() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "66135")
    assert at.headline == "A push"
    at.press(Button.RED)
    assert at.headline == "Correct Irene’s first die"
    at.press(Button.GREEN)  # the first die
    proposals = []
    for _ in range(5):
        proposals.append(str(at.croupier.view().footer.green.label))
        if proposals[-1] == "It is a 3":
            break
        at.press(Button.RED)
    assert "It is a 6" not in proposals
    at.press(Button.GREEN)
    assert isinstance(at.records[-1], Amended)
    assert at.game.boss == 0 and at.screen is Screen.BOSS


def test_the_wrong_button_can_be_taken_back() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover(0, "66")
    at.press(Button.RED)
    assert at.headline == "Tom calls off"
    at.press(Button.RED)
    for _ in range(20):
        if at.headline == "Take back the last step?":
            break
        at.press(Button.RED)
    at.press(Button.GREEN)
    assert isinstance(at.records[-1], Undone)
    at.wait(0.1)
    assert at.screen is Screen.CALL
    at.press(Button.GREEN)
    assert at.records[-1] == Accepted(CallUp())


def test_a_correction_left_alone_goes_away() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.press(Button.RED)
    assert at.screen is Screen.CORRECTION
    at.wait(31)
    assert at.screen is Screen.THROWS


def test_in_a_choice_only_a_held_red_opens_the_correction() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover(0, "66")
    at.press(Button.RED, held=True)
    assert at.screen is Screen.CORRECTION
    assert at.game.phase is BossPhase.CALL


def test_nothing_under_the_cup_is_in_a_view_before_the_reveal() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    at.cover(0, "66")
    lane = at.croupier.view().lanes[0]
    assert lane.cup == 3
    assert [die.value for die in lane.dice] == [6, 6]


def test_every_resumed_game_goes_on_in_the_same_round() -> None:
    at = seat_players("Tom Irene")
    at.throw(0, "66124")
    at.throw(1, "55123")
    again = Players(BossCroupier.open(at.croupier.history, at.croupier.table, at.croupier.tints, 5))
    again.records += again.croupier.begin(0.0)
    assert (again.screen, again.headline) == (Screen.BOSS, "Tom is Boss")
    again.cover(0, "66")
    assert again.screen is Screen.CALL


@pytest.mark.parametrize("lanes", [1, 2, 3, 6])
def test_messages_of_every_screen_are_whole_sentences(lanes: int) -> None:
    at = seat_players("Tom Irene Barbara", lanes=lanes)
    for seat, hand in enumerate(("66124", "55123", "44123")):
        at.throw(at.croupier.table.lane(seat), hand)
        view = at.croupier.view()
        for message in (view.headline, view.footer.sentence):
            assert isinstance(message, Message)
            assert "{" not in str(message)
    assert at.game.boss == 0
    assert [record for record in at.records if isinstance(record, Accepted) and isinstance(record.action, Reveal)] == []


def test_after_a_power_cut_a_throw_made_meanwhile_counts_and_an_old_one_does_not() -> None:
    at = seat_players("Tom Irene Barbara")
    at.throw(0, "66124")
    at.throw(1, "55123")
    again = Players(BossCroupier.open(at.croupier.history, at.croupier.table, at.croupier.tints, 5))
    again.show(1, LaneState.SETTLED, "55123")
    again.show(0, LaneState.SETTLED, "66124")
    assert again.game.first[2] is None
    later = Players(BossCroupier.open(at.croupier.history, at.croupier.table, at.croupier.tints, 5))
    later.show(0, LaneState.SETTLED, "44123")
    assert later.game.first[2] == (4, 4, 1, 2, 3)
