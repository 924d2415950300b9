"""Tables of measures, on the terminal and as Markdown."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from vision.measures.answers import Answer, Mode
from vision.measures.verdicts import Tally, Verdict, most, verdict
from vision.result import Status


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its title, the heads of its columns, its rows, and what must be known to read it."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


COUNTED = ("", "hands", "right", "misread", "95 % sure below", "withheld", "failed")


def show(sheet: Sheet, console: Console) -> None:
    """Prints a table."""
    table = Table(title=sheet.title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for number, head in enumerate(sheet.heads):
        table.add_column(head, justify="left" if number == 0 else "right")
    for row in sheet.rows:
        table.add_row(*row)
    console.print(table)
    if sheet.note:
        console.print(sheet.note, style="dim")
    console.print()


def markdown(sheets: Iterable[Sheet]) -> str:
    """The tables as a Markdown text."""
    parts = []
    for sheet in sheets:
        lines = [f"**{sheet.title}**", "", *_lines(sheet)]
        if sheet.note:
            lines += ["", sheet.note]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _lines(sheet: Sheet) -> list[str]:
    rule = ["---" if number == 0 else "--:" for number in range(len(sheet.heads))]
    return ["| " + " | ".join(row) + " |" for row in (sheet.heads, rule, *sheet.rows)]


def tallies(answers: Iterable[Answer], mode: Mode = Mode.USUAL) -> dict[str, Tally]:
    """The verdicts by group, in the order in which the groups first appear."""
    found: dict[str, Tally] = defaultdict(Tally)
    for answer in answers:
        judged = verdict(answer.truth, answer.readings[mode])
        for group in answer.case.groups:
            found[group].add(judged)
    return dict(found)


def counted(name: str, one: Tally) -> tuple[str, ...]:
    """The row of a tally whose hands can be read."""
    wrong, total = one.count(Verdict.MISREAD), one.total
    return (
        name,
        str(total),
        percent(one.share(Verdict.RIGHT)),
        str(wrong),
        percent(most(wrong, total)) if total else "",
        str(one.count(Verdict.ABSTAINED)),
        str(one.count(Verdict.FAILED)),
    )


def percent(share: float) -> str:
    """A share 0..1 in per cent; small ones exactly enough to be compared with the promises."""
    if share != share:
        return ""
    return f"{100 * share:.2f} %" if 0 < share < 0.02 else f"{100 * share:.1f} %"


def mean_over_sources(found: dict[str, Tally]) -> tuple[str, ...]:
    """The row of the mean over sources: every source counts alike, however many pictures it has."""
    sources = [one for group, one in found.items() if group.startswith("source ")]
    if not sources:
        return ("mean over sources", "0", *[""] * 5)
    rights, wrongs, withheld = (
        sum(one.share(kind) for one in sources) / len(sources) for kind in (Verdict.RIGHT, Verdict.MISREAD, Verdict.ABSTAINED)
    )
    return (f"mean over {len(sources)} sources", "", percent(rights), percent(wrongs), "", percent(withheld), "")


UNREADABLE_HEADS = ("", "hands", "right reason", "read all the same", "95 % sure below", "other reason", "failed")


def unreadable(name: str, one: Tally) -> tuple[str, ...]:
    """The row of hands that must be withheld."""
    wrong = one.count(Verdict.MISREAD)
    return (
        name,
        str(one.total),
        percent(one.share(Verdict.RIGHT)),
        str(wrong),
        percent(most(wrong, one.total)) if one.total else "",
        percent(one.share(Verdict.OTHER_REASON)),
        str(one.count(Verdict.FAILED)),
    )


def mutations(parts: Sequence[tuple[str, Sequence[Answer]]]) -> Sheet:
    """The same pictures with the second opinion, the third or the confidence switched off: what each is worth."""
    rows = []
    for name, answers in parts:
        for mode in Mode:
            done = Counter(_outcome(answer, mode) for answer in answers)
            share = percent(done["misread"] / len(answers)) if answers else ""
            counts = (str(done[outcome]) for outcome in ("right", "misread"))
            rows.append((f"{name}: {mode.value}", str(len(answers)), *counts, share, str(done["withheld"])))
    heads = ("", "hands", "read right", "misread", "share", "withheld")
    note = "Misread counts values that are not the top faces, and values where none can be told."
    return Sheet("What the opinions and the confidence are worth", heads, tuple(rows), note)


def _outcome(answer: Answer, mode: Mode) -> str:
    reading = answer.readings[mode]
    judged = verdict(answer.truth, reading)
    if judged in (Verdict.MISREAD, Verdict.RASH):
        return "misread"
    if reading is None:
        return "failed"
    return "right" if judged is Verdict.RIGHT and reading.status is not Status.UNSURE else "withheld"
