"""The cards to print: every game in both languages on one page, in the words and figures of the program."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from game.boss_options import recommended_bank
from game.hands import FirstRanking, first_rank
from game.menu import game_question
from game.requirements import NUMBERED, Direction, best_point, meets
from ui.cards.sheet import card_sheets
from ui.cards.text import Card, CardError, DiceRun, Item, Paragraph, Rows, cards, dice_in, parse
from ui.cli import command
from ui.words import Words, languages

LANGUAGES = languages()


def rows(card: Card) -> list[tuple[str, ...]]:
    return [row for block in card.right if isinstance(block, Rows) for row in block.cells[1:]]


def dice(card: Card) -> list[list[DiceRun | None]]:
    return [[dice_in(cell) for cell in row] for row in rows(card)]


def said(card: Card) -> str:
    parts = [card.aim, *(block.text for block in (*card.left, *card.right) if isinstance(block, (Paragraph, Item)))]
    return "\n".join(parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_of_the_menu_has_a_card_with_its_name(language: str) -> None:
    names = [Words(language).text(offer.value) for offer in game_question().offers]
    assert [card.title for card in cards(language)] == names


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_the_command_writes_a_page_for_each_card(language: str, paper: str, tmp_path: Path) -> None:
    file = tmp_path / "cards.pdf"
    result = CliRunner().invoke(command, ["cards", "--language", language, "--paper", paper, "--out", str(file)])
    assert result.exit_code == 0, result.output
    data = file.read_bytes()
    assert len(re.findall(rb"/Type /Page\b", data)) == len(cards(language)) == 6
    box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+)", data)
    assert box is not None and round(float(box[1])) == (595 if paper == "a4" else 420)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_show_the_same_dice_and_have_the_same_parts(language: str) -> None:
    for card, english in zip(cards(language), cards("en"), strict=True):
        assert [type(block) for block in (*card.left, *card.right)] == [type(b) for b in (*english.left, *english.right)]
        assert dice(card) == dice(english)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("place", [4, 5])
def test_the_requirements_are_those_of_the_program(language: str, place: int) -> None:
    table = [row for row in rows(cards(language)[place]) if len(row) > 2]
    assert len(table) == len(NUMBERED)
    for row, requirement in zip(table, NUMBERED, strict=True):
        assert row[0] == str(requirement.number)
        assert row[1].startswith(requirement.title.partition(":")[0])
        run = dice_in(row[2])
        assert run is not None and meets(requirement, run.values) and len(run.values) == requirement.dice
        if place == 4:
            pays = requirement.payout
            assert row[3] == f"{pays.numerator}:{pays.denominator}"
            assert row[4] == f"{round(requirement.chance * 100)} %"
        else:
            assert row[3] == str(requirement.award)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_of_the_examples_are_right(language: str) -> None:
    for place in (4, 5):
        for table in cards(language)[place].right:
            if not isinstance(table, Rows) or len(table.cells[0]) != 2:
                continue
            title = table.cells[0][1].partition(",")[0]
            requirement = next(one for one in NUMBERED if one.title == title)
            for cell, words in table.cells[1:]:
                run = dice_in(cell)
                assert run is not None
                kept = tuple(value for value, is_kept in zip(run.values, run.kept, strict=True) if is_kept)
                assert meets(requirement, kept)
                point = sum(run.values) - sum(kept)
                assert str(point) in words
                best = {best_point(requirement, run.values, direction) for direction in Direction}
                assert point in best


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_boss_of_the_examples_keeps_what_the_rules_say(language: str) -> None:
    for place, ranking in ((0, FirstRanking.A), (1, FirstRanking.B), (2, FirstRanking.C)):
        tables = [block for block in cards(language)[place].right if isinstance(block, Rows)]
        for table in tables[1:2] if place == 0 else tables[1:]:
            runs = [run for row in table.cells[1:] if (run := dice_in(row[0])) is not None]
            ranks = [first_rank(run.values, ranking) for run in runs]
            best = max(ranks)
            bosses = [run for run, rank in zip(runs, ranks, strict=True) if rank == best]
            marked = [run for run in runs if any(run.kept)]
            assert marked == (bosses if len(bosses) == 1 else [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_bank_of_the_card_is_the_recommended_one(language: str) -> None:
    low, high = recommended_bank(3, 5)
    assert re.search(rf"\b{low}\b\D+\b{high}\b", said(cards(language)[0]))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_buttons_are_called_what_they_are_called_on_the_screen(language: str) -> None:
    words = Words(language)
    for card in cards(language)[:3]:
        for text in ("Come up!", "Pick them up"):
            assert f"**{words._catalogue.gettext(text)}**" in said(card)


def test_a_card_that_is_too_long_is_refused() -> None:
    long = parse("# Title\n\nfacts\n\naim\n\n" + "words and words\n" * 900 + "\n---\n\nright\n")
    with pytest.raises(CardError, match="does not fit"):
        card_sheets([long], "green", "red")


@pytest.mark.parametrize("text", ["", "# T\n\nfacts\n\naim\n", "facts\n\naim\n\n---\n\nr\n", "# T\n\n- a\n\n- b\n\n---\n\nr"])
def test_a_card_without_its_parts_is_refused(text: str) -> None:
    with pytest.raises(CardError):
        parse(text)


def test_what_goes_wrong_is_one_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["cards", "--language", "xx"])
    assert result.exit_code == 2 and "en, nb" in result.output
    result = CliRunner().invoke(command, ["cards", "--out", str(tmp_path / "no" / "file.pdf")])
    assert result.exit_code == 1 and "cannot be written" in result.output and "Traceback" not in result.output
