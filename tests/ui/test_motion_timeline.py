"""What moves between two views, as acts: which, in which order, how long, and what everybody has meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.message import say
from game.sighting import Button
from game.view import DieState, DieView, LaneView, Pill, PillView, Screen, View
from ui.motion.acts import Kind, Timeline
from ui.motion.payments import unpaid
from ui.motion.timeline import called, timeline
from ui.samples import views
from ui.samples.faults import tray_moved
from ui.samples.rounds import boss, call, challengers, elimination, first_throws, reveal_waits, settlement
from ui.samples.seats import PLAYERS, first_throw
from ui.samples.troubles import correction


def kinds(acts: Timeline) -> list[Kind]:
    return [act.kind for act in acts.acts]


def banks(view: View) -> dict[int, int | None]:
    return {lane.seat: lane.bank for lane in view.lanes}


def rolling() -> View:
    """Tom's dice roll."""
    thrown = first_throws()
    dice = (DieView(DieState.ROLLING),) * 5
    return replace(thrown, lanes=tuple(replace(lane, dice=dice) if lane.lit else lane for lane in thrown.lanes))


def landed() -> View:
    """They lie; it is Irene's turn."""
    lanes = (first_throw(lane.seat) if lane.lit else replace(lane, lit=lane.seat == 3) for lane in rolling().lanes)
    return replace(rolling(), headline=say("{name} throws", name="Irene"), lanes=tuple(lanes))


def test_nothing_moves_at_the_start_or_without_a_change() -> None:
    assert timeline(None, call()) == Timeline() or timeline(None, call()).acts == ()
    assert timeline(call(), call()).acts == ()
    assert timeline(call(), replace(call(), footer=boss().footer)).acts == ()


def test_dice_land_in_the_light_before_the_light_moves_on() -> None:
    acts = timeline(rolling(), landed())
    assert kinds(acts) == [Kind.LAND, Kind.HOLD, Kind.TURN]
    looked_at = next(lane for lane in acts.acts[1].view.lanes if lane.seat == 2)
    assert looked_at.lit and looked_at.dice == first_throw(2).dice
    assert acts.acts[-1].view == landed()
    assert acts.seconds < 1.2


def test_a_second_throw_lands_even_when_its_rolling_was_not_seen() -> None:
    before = challengers()
    waiting = tuple(replace(first_throw(3), lit=True) if lane.seat == 3 else lane for lane in before.lanes)
    thrown = tuple(
        replace(first_throw(3), dice=(DieView(DieState.FACE, 3),) * 5) if lane.seat == 3 else replace(lane, lit=lane.seat == 0)
        for lane in before.lanes
    )
    acts = timeline(replace(before, lanes=waiting), replace(before, lanes=thrown))
    assert kinds(acts) == [Kind.LAND, Kind.HOLD, Kind.TURN]
    assert acts.acts[0].seats == (3,)


def test_the_plate_comes_after_the_lanes_have_found_their_places() -> None:
    acts = timeline(landed(), boss())
    assert kinds(acts)[-2:] == [Kind.TURN, Kind.PLATE]
    assert acts.acts[-1].seats == (1,)


def test_the_cup_comes_down_before_the_call() -> None:
    assert kinds(timeline(boss(), call())) == [Kind.CUP]


@pytest.mark.parametrize(("after", "button"), [(challengers(), Button.GREEN), (settlement(), Button.RED), (boss(), None)])
def test_the_answer_to_the_call_is_known_from_what_follows(after: View, button: Button | None) -> None:
    assert called(call(), after) is button
    assert called(boss(), after) is None


def test_a_call_is_stamped_and_then_the_light_moves() -> None:
    acts = timeline(call(), challengers())
    assert kinds(acts) == [Kind.STAMP, Kind.LAND, Kind.HOLD, Kind.TURN] or kinds(acts) == [Kind.STAMP, Kind.TURN]
    assert acts.acts[0].button is Button.GREEN


def test_losers_pay_one_by_one_and_then_the_boss_pays() -> None:
    acts = timeline(reveal_waits(), settlement())
    assert kinds(acts)[:2] == [Kind.LIFT, Kind.HOLD]
    paid = [act.payment for act in acts.acts if act.payment is not None]
    assert [(one.payer, one.payee) for one in paid] == [(3, 1), (0, 1), (1, 2)]
    before = banks(reveal_waits())
    assert banks(acts.acts[0].view) == before
    for act in acts.acts:
        in_the_air = act.payment.amount if act.payment is not None else 0
        assert sum(bank or 0 for bank in banks(act.view).values()) + in_the_air == sum(bank or 0 for bank in before.values())
    assert banks(settlement()) == {1: 55, 2: 85, 3: 75, 0: 25}


def test_a_winner_is_owed_until_the_chip_has_landed() -> None:
    start, steps = unpaid(reveal_waits(), settlement())
    tom = [next(lane.pill for lane in view.lanes if lane.seat == 2) for view in (start, *(step.view for step in steps))]
    assert [pill.kind for pill in tom if pill is not None] == [Pill.OWED] * 4
    assert next(lane.pill for lane in settlement().lanes if lane.seat == 2) == PillView(Pill.COLLECTS, 5)


def table(count: int) -> View:
    """A settlement in which everybody pays the Boss."""
    lanes = [LaneView(0, "A", lit=True, boss=True, bank=60 + 5 * (count - 1))]
    lanes += [LaneView(seat, PLAYERS[seat][0], bank=55, pill=PillView(Pill.PAYS, 5)) for seat in range(1, count)]
    return View(Screen.SETTLEMENT, say("Losers pay"), lanes=tuple(lanes), starting_bank=60)


def test_a_settlement_never_takes_more_than_three_seconds() -> None:
    broke = replace(table(6), kitty=85, lanes=(replace(table(6).lanes[0], bank=0), *table(6).lanes[1:]))
    before = View(Screen.REVEAL, say("A shows"), lanes=tuple(replace(lane, bank=60, pill=None) for lane in table(6).lanes))
    for after, count in ((table(6), 5), (broke, 6)):
        paying = [act for act in timeline(before, after).acts if act.kind in (Kind.PAY, Kind.HOLD)]
        assert len([act for act in paying if act.payment]) == count
        assert 2.5 < sum(act.seconds for act in paying) <= 3.0 + 1e-9


def test_a_kitty_is_born_after_the_losers_have_paid() -> None:
    boss_lane = LaneView(0, "A", lit=True, boss=True, bank=0)
    loser = LaneView(1, "B", bank=55, pill=PillView(Pill.PAYS, 5))
    unpaid_winner = LaneView(2, "C", bank=80, pill=PillView(Pill.OWED, 5))
    after = View(Screen.SETTLEMENT, say("A cannot pay"), lanes=(boss_lane, loser, unpaid_winner), kitty=7, starting_bank=60)
    before = View(Screen.REVEAL, say("A shows"), lanes=(replace(boss_lane, bank=2), loser, unpaid_winner), starting_bank=60)
    start, steps = unpaid(before, after)
    assert [(step.payment.payer, step.payment.payee, step.payment.amount) for step in steps] == [(1, 0, 5), (0, None, 7)]
    assert (banks(start)[0], start.kitty) == (2, 0)
    assert (banks(steps[1].view)[0], steps[1].view.kitty) == (0, 0)


def test_nobody_pays_again_when_a_correction_is_left() -> None:
    assert Kind.PAY not in kinds(timeline(correction(), settlement()))
    assert Kind.PAY not in kinds(timeline(replace(settlement(), footer=call().footer), settlement()))


def test_chips_that_do_not_add_up_do_not_fly() -> None:
    poor = replace(settlement(), lanes=tuple(replace(lane, bank=0) for lane in settlement().lanes))
    assert unpaid(reveal_waits(), poor) == (poor, ())


def test_other_screens_fade_and_the_winner_is_built_up() -> None:
    winner = views()["10-winner"]
    assert kinds(timeline(elimination(), winner)) == [Kind.FADE, Kind.BUILD]
    assert kinds(timeline(settlement(), elimination())) == [Kind.FADE, Kind.BOWL]
    assert kinds(timeline(views()["01-attract"], views()["02-setup"])) == [Kind.FADE]
    assert kinds(timeline(replace(tray_moved(), banner=None), tray_moved())) == [Kind.BANNER]


def test_every_pair_of_screens_has_a_short_timeline_that_ends_in_the_new_view() -> None:
    samples = list(views().values())
    for before in samples:
        for view in samples:
            acts = timeline(before, view)
            assert acts.seconds < 6.0
            assert acts.at(acts.seconds + 0.001) is None
            assert all(act.seconds > 0 for act in acts.acts)


def test_one_thing_moves_at_a_time() -> None:
    acts = timeline(reveal_waits(), settlement())
    starts = acts.starts()
    assert [round(start, 6) for start, _ in starts] == [
        round(sum(act.seconds for act in acts.acts[:index]), 6) for index in range(len(acts.acts))
    ]
    for start, act in starts:
        found = acts.at(start + act.seconds / 2)
        assert found is not None and found[0] is act and found[1] == pytest.approx(0.5)
