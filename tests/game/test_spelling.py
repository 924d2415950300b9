"""A new name with two buttons only, by touch and by keyboard; nobody sits at the table twice."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.sighting import Button
from game.spelling import CANCEL, DELETE, DONE, GROUPS, LONGEST, Spelling, is_name, unique
from game.view import Lamp

GREEN, RED = Button.GREEN, Button.RED
LETTERS = "".join(GROUPS)


def spelt(name: str, spelling: Spelling | None = None) -> Spelling | str | None:
    """Presses until the name is done."""
    state: Spelling | str | None = spelling or Spelling()
    for letter in name.upper():
        assert isinstance(state, Spelling)
        row = next(index for index, group in enumerate(state.rows) if letter in group and group in GROUPS)
        while isinstance(state, Spelling) and state.group != row:
            state = state.press(RED)
        assert isinstance(state, Spelling)
        state = state.press(GREEN)
        for _ in range(GROUPS[row].index(letter)):
            assert isinstance(state, Spelling)
            state = state.press(RED)
        assert isinstance(state, Spelling)
        state = state.press(GREEN)
    return chosen(state, DONE)


def chosen(state: Spelling | str | None, row: str) -> Spelling | str | None:
    assert isinstance(state, Spelling)
    while isinstance(state, Spelling) and state.rows[state.group] != row:
        state = state.press(RED)
    assert isinstance(state, Spelling)
    return state.press(GREEN)


@settings(deadline=None)
@given(st.text(LETTERS.replace("-", ""), min_size=1, max_size=LONGEST))
def test_every_name_can_be_spelt_with_two_buttons(name: str) -> None:
    assert spelt(name) == name[0].upper() + name[1:].lower()


@pytest.mark.parametrize("name", ["Åse", "Bjørn", "Ærlend", "Anne-Lise", "A"])
def test_norwegian_letters_and_hyphens(name: str) -> None:
    assert spelt(name) == name


def test_ten_letters_are_the_most_and_then_done_is_offered() -> None:
    state: Spelling | str | None = Spelling()
    for letter in "alexandrinaxyz":
        assert isinstance(state, Spelling)
        state = state.type(letter)
    assert isinstance(state, Spelling)
    assert (state.text, state.rows[state.group]) == ("Alexandrin", DONE)
    assert state.press(GREEN) == "Alexandrin"


def test_nobody_sits_here_twice() -> None:
    state = Spelling(("Tom", "Åse")).type("å").type("s").type("e")
    assert DONE not in state.rows and not state.usable
    assert str(state.view().footer.sentence) == "Åse sits here already."
    assert isinstance(state.touch(DONE), Spelling)
    assert state.type("n").touch(DONE) == "Åsen"
    assert not unique(("Tom", "tom")) and unique(("Tom", "Tim"))


def test_letters_are_taken_back_and_the_question_is_left() -> None:
    state = Spelling().type("b").type("o")
    back = chosen(state, DELETE)
    assert isinstance(back, Spelling) and back.text == "B"
    assert chosen(back, CANCEL) is None
    assert chosen(Spelling(), CANCEL) is None


@settings(deadline=None)
@given(st.text(max_size=3))
def test_a_keyboard_types_nothing_but_letters(typed: str) -> None:
    state = Spelling()
    for letter in typed:
        state = state.type(letter)
    assert state.text == "" or is_name(state.name) or not state.name
    assert state.text.isprintable() and len(state.text) <= LONGEST


@settings(deadline=None)
@given(st.lists(st.sampled_from([GREEN, RED]), max_size=80))
def test_whatever_is_pressed_there_is_a_way_on(buttons: list[Button]) -> None:
    state: Spelling | str | None = Spelling(("Tom",))
    for button in buttons:
        if not isinstance(state, Spelling):
            break
        view = state.view()
        assert view.footer.green.lamp is Lamp.LIT and view.footer.red.lamp is Lamp.LIT
        assert view.spelling is not None and 0 <= view.spelling.row < len(view.spelling.rows)
        state = state.press(button)
    if isinstance(state, str):
        assert is_name(state) and state != "Tom"
    elif state is not None:
        if state.letter is not None:
            for _ in range(5 - state.letter):
                step = state.press(RED)
                assert isinstance(step, Spelling)
                state = step
        assert chosen(state, CANCEL) is None
