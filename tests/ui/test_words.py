"""Words in two languages: complete, with the same places, compiled, and formatted as people read them."""

from __future__ import annotations

import ast
import gettext
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from game.message import say
from ui.words import DOMAIN, LOCALE, MINUS, SHORT, SPACE, UnknownLanguage, Words, languages, number

ROOT = Path(__file__).parents[2]
PACKAGES = ("game", "ui", "calibration", "hardware", "vision")


def said() -> Iterator[tuple[str, str]]:
    """Every text that the program can say, and where."""
    for package in PACKAGES:
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                    literal = node.args[0] if node.args else None
                    where = f"{file.relative_to(ROOT)}:{node.lineno}"
                    assert isinstance(literal, ast.Constant) and isinstance(literal.value, str), f"{where} has no literal text"
                    yield literal.value, where


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def catalogue(language: str) -> Catalog:
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def test_english_and_norwegian_are_there() -> None:
    assert {"en", "nb"} <= set(languages())
    assert [Words(language).name for language in ("en", "nb")] == ["English", "Norsk"]


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_everything_that_is_said_is_translated(language: str) -> None:
    known = {
        message.id[0] if isinstance(message.id, tuple) else message.id for message in catalogue(language) if message.string
    }
    missing = {text: where for text, where in said() if text not in known}
    assert not missing, f"not in {language}: {missing}"


@pytest.mark.parametrize("language", languages())
def test_every_translation_has_the_places_of_its_text(language: str) -> None:
    for message in catalogue(language):
        if not message.id:
            continue
        texts = message.id if isinstance(message.id, tuple) else (message.id,)
        for translated in message.string if isinstance(message.string, tuple) else (message.string,):
            if message.context == SHORT:
                assert places(translated) <= places(texts[0]), message.id
            else:
                assert places(translated) == places(texts[-1]), message.id


@pytest.mark.parametrize("language", languages())
def test_the_compiled_catalogue_is_that_of_the_source(language: str) -> None:
    compiled = gettext.translation(DOMAIN, LOCALE, [language])
    for message in catalogue(language):
        if not message.id:
            continue
        if isinstance(message.id, tuple):
            for count, form in ((1, message.string[0]), (2, message.string[1])):
                assert compiled.ngettext(*message.id, count) == form
        elif message.context is None:
            assert compiled.gettext(message.id) == message.string
        else:
            assert compiled.pgettext(message.context, message.id) == message.string


def test_messages_inside_messages_are_translated() -> None:
    message = say("Keep both {faces}. Throw {number} under the cup.", faces=say("sixes"), number=say("three"))
    assert Words("en").text(message) == "Keep both sixes. Throw three under the cup."
    assert Words("nb").text(message) == "Behold begge seksere. Kast tre under begeret."


def test_names_are_never_translated() -> None:
    assert Words("nb").text(say("{name} throws", name="Kitty")) == "Kitty kaster"
    assert Words("nb").text("Kitty") == "Kitty"


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [
        ("en", 1, "1 round"),
        ("en", 50, "50 rounds"),
        ("nb", 1, "1 runde"),
        ("nb", 50, "50 runder"),
    ],
)
def test_a_count_chooses_the_plural(language: str, count: int, text: str) -> None:
    assert Words(language).text(say("{count} rounds", count=count)) == text


def test_what_no_catalogue_knows_stays_english() -> None:
    assert Words("nb").text(say("Never said before {count}", count=2)) == "Never said before 2"


def test_short_forms_are_offered_where_the_language_has_them() -> None:
    press = say("{name}, look under the cup and press.", name="Barbara")
    assert Words("en").forms(press) == ("Barbara, look under the cup and press.", "Look, then press.")
    assert Words("nb").forms(say("{name} throws", name="Tom")) == ("Tom kaster",)


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (240, "240"), (1060, f"1{SPACE}060"), (1234567, f"1{SPACE}234{SPACE}567"), (-5, f"{MINUS}5")]
)
def test_numbers_have_spaces_and_a_true_minus(value: int, text: str) -> None:
    assert number(value) == text
    assert Words("nb").text(say("{amount}", amount=value)) == text


def test_an_unknown_language_says_which_are_known() -> None:
    with pytest.raises(UnknownLanguage, match="known are en, nb"):
        Words("xx")
