"""`./tray measure [SET ...]`: how often the reader is right, misreads and withholds, and what it costs."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import Progress

from vision.measures import clips, composed, failures, photographs, sheets, speed
from vision.measures import frames as kept
from vision.measures.answers import Answer, Answers, Case, Mode, digest
from vision.measures.sheets import COUNTED, UNREADABLE_HEADS, Sheet
from vision.measures.verdicts import Tally, Verdict, verdict
from vision.network import NetworkError

ROOT = Path(__file__).resolve().parents[2]
PHOTOS = ROOT.parent / "shared" / "photos"
SETS = ("photos", "frames", "composed", "clips", "speed")
_LEAST_TAGGED = 10


@dataclass(frozen=True, slots=True)
class _Work:
    """What every part of a run uses."""

    answers: Answers
    console: Console
    sheets: list[Sheet]
    compared: list[tuple[str, list[Answer]]]

    def read(self, name: str, cases: Sequence[Case]) -> list[Answer]:
        """The answers to all cases, with progress while there is something to read."""
        with Progress(console=Console(stderr=True), transient=True) as progress:
            task = progress.add_task(f"{name} ({self.answers.missing(cases)} new)", total=len(cases))
            found = []
            for answer in self.answers.answers(cases):
                found.append(answer)
                progress.advance(task)
        return found

    def show(self, sheet: Sheet) -> None:
        """Prints a table and keeps it for the page."""
        self.sheets.append(sheet)
        sheets.show(sheet, self.console)

    def miss(self, sentence: str) -> None:
        """Says what could not be measured."""
        self.console.print(sentence, style="yellow", highlight=False)
        self.console.print()


@click.command("measure", context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--photos", type=click.Path(path_type=Path), default=PHOTOS, help="Folder with labels.json and clips.json.")
@click.option("--frames", type=click.Path(path_type=Path), default=ROOT / "measures" / "kept", help="Folder of kept frames.")
@click.option("--render", type=click.IntRange(0, 10_000), default=0, metavar="N", help="Render kept frames until there are N.")
@click.option("--hands", type=click.IntRange(0, 1_000_000), default=600, show_default=True, help="Composed hands to read.")
@click.option("--networks", type=click.Path(path_type=Path), help="Folder of other networks than the packaged ones.")
@click.option("--kept", "folder", type=click.Path(path_type=Path), default=ROOT / "measures", help="Where answers are kept.")
@click.option("--failures", "shown", type=click.Path(path_type=Path), metavar="FOLDER", help="Write a page of ten lost hands.")
@click.option("--drawings", "page", type=click.Path(path_type=Path), metavar="PAGE", help="The same page, as drawings.")
@click.option("--markdown", type=click.Path(path_type=Path), metavar="FILE", help="Write the tables as Markdown, too.")
@click.argument("which", nargs=-1, type=click.Choice(SETS), metavar="[SET]...")
def command(
    photos: Path,
    frames: Path,
    render: int,
    hands: int,
    networks: Path | None,
    folder: Path,
    shown: Path | None,
    page: Path | None,
    markdown: Path | None,
    which: tuple[str, ...],
) -> None:
    """Prints all measures of the reader: photos, frames, composed, clips, speed, or those that are named.

    Every answer is kept, so that an interrupted run goes on where it stopped, and only what has changed is read again.
    """
    console = Console(highlight=False, width=None if Console().is_terminal else 120)
    try:
        with Answers(folder, networks) as answers:
            work = _Work(answers, console, [], [])
            parts: dict[str, Callable[[], None]] = {
                "photos": lambda: _photos(work, photos, networks, shown, page),
                "frames": lambda: _frames(work, frames, render),
                "composed": lambda: _composed(work, hands),
                "clips": lambda: _clips(work, photos, networks),
                "speed": lambda: _speed(work, folder, networks),
            }
            for name in which or SETS:
                parts[name]()
            if work.compared:
                work.show(sheets.mutations(work.compared))
            if answers.stale:
                work.miss("The reader was changed while it was measured: these figures mix both. Run the command again.")
    except NetworkError as reason:
        raise click.ClickException(str(reason)) from reason
    if markdown is not None:
        markdown.write_text(sheets.markdown(work.sheets), encoding="utf-8")


def _photos(work: _Work, folder: Path, networks: Path | None, shown: Path | None, page: Path | None) -> None:
    try:
        found = photographs.photographs(folder)
    except photographs.NoPhotographs as reason:
        work.miss(f"{reason} They are not measured.")
        return
    scored, spoilt = work.read("photographs", found.scored), work.read("pictures to withhold", found.unreadable)
    groups = sheets.tallies(scored)
    first = [photographs.ALL, "five dice"]
    sources = sorted(group for group in groups if group.startswith("source "))
    rows = [sheets.counted(group.removeprefix("source "), groups[group]) for group in [*first, *sources] if group in groups]
    rows.insert(1, sheets.mean_over_sources(groups))
    trained = ", ".join(f"{name} ({count})" for name, count in sorted(found.trained.items()))
    wrong = [a.case.name for a in scored if verdict(a.truth, a.readings[Mode.USUAL]) is Verdict.MISREAD]
    note = f"Scale unknown. Not scored, since trained on: {trained}. {_names('Misread', wrong)}".rstrip()
    work.show(Sheet("Photographs, by source", COUNTED, tuple(rows), note))
    tags = [group for group, one in groups.items() if group.startswith("tag ") and one.total >= _LEAST_TAGGED]
    tagged = sorted(tags, key=lambda tag: -groups[tag].total)
    rows = [sheets.counted(tag.removeprefix("tag "), groups[tag]) for tag in tagged]
    work.show(Sheet("Photographs, by condition", COUNTED, tuple(rows)))
    work.show(_withheld_pictures(spoilt))
    work.compared.append(("photographs", scored))
    work.compared.append(("pictures to withhold", spoilt))
    if shown is not None:
        failures.write([*scored, *spoilt], folder, shown / "failures.md", shown / "pictures", drawn=False, networks=networks)
    if page is not None:
        failures.write([*scored, *spoilt], folder, page, page.parent / "pictures" / "failures", drawn=True, networks=networks)


def _withheld_pictures(answers: Sequence[Answer]) -> Sheet:
    one = sheets.tallies(answers).get(photographs.NO_DICE, Tally())
    rash = one.count(Verdict.RASH)
    row = (photographs.NO_DICE, str(one.total), str(rash), str(one.count(Verdict.SPARED)), str(one.count(Verdict.FAILED)))
    read = [a.case.name for a in answers if verdict(a.truth, a.readings[Mode.USUAL]) is Verdict.RASH]
    heads = ("", "pictures", "read as dice", "not read", "failed")
    return Sheet("Pictures on which nothing may be read", heads, (row,), _names("Read as dice", read))


def _names(what: str, files: Sequence[str]) -> str:
    return f"{what}: {', '.join(Path(file).name for file in files)}." if files else ""


def _frames(work: _Work, folder: Path, wanted: int) -> None:
    if wanted:
        # The frames have an environment of their own, and the launcher knows it.
        call = [str(ROOT / "tray"), "scenes", "kept", str(folder.resolve()), "--count", str(wanted)]
        if subprocess.run(call, check=False).returncode != 0:  # noqa: S603
            raise click.ClickException("The kept frames could not be rendered; see above.")
    if not kept.frames(folder, True):
        work.miss(f"No kept frames in {folder}. `./tray measure --render 100 frames` renders them, about 12 seconds each.")
        return
    readable, spoilt, rows = [], [], []
    for known in (True, False):
        answers = work.read(f"frames, size {'known' if known else 'unknown'}", kept.frames(folder, known))
        said = "known" if known else "unknown"
        readable.append(sheets.tallies([a for a in answers if a.case.groups[0] == kept.READABLE]))
        spoilt.append(sheets.tallies([a for a in answers if a.case.groups[0] == kept.UNREADABLE]))
        rest = sheets.tallies([a for a in answers if a.case.groups[0] in (kept.BORDERLINE, kept.EMPTY)])
        rows += [sheets.counted(f"{kind}, size {said}", one) for kind, one in _main(readable[-1], rest)]
        work.compared.append((f"frames, readable, size {said}", [a for a in answers if a.case.groups[0] == kept.READABLE]))
        work.compared.append((f"frames, unreadable, size {said}", [a for a in answers if a.case.groups[0] == kept.UNREADABLE]))
    note = f"Dice of {kept.LEAST_EDGE:.0f} pixels and more; borderline frames have a die about which people would differ."
    work.show(Sheet("Path-traced frames that were kept", COUNTED, tuple(rows), note))
    for said, groups in zip(("known", "unknown"), spoilt, strict=True):
        rows = [
            sheets.unreadable(_word(group), one)
            for group, one in sorted(groups.items())
            if "odd:" in group or ", " not in group
        ]
        work.show(Sheet(f"Path-traced frames that must be withheld, size {said}", UNREADABLE_HEADS, tuple(rows)))
    rows = [sheets.counted(_word(group), one) for group, one in sorted(readable[0].items()) if ", " in group]
    work.show(Sheet("Path-traced readable frames by condition, size known", COUNTED, tuple(rows)))


def _main(*groups: dict[str, Tally]) -> list[tuple[str, Tally]]:
    return [(name, one) for found in groups for name, one in found.items() if ", " not in name]


def _word(group: str) -> str:
    return group.split(", ", 1)[1] if ", " in group else group


def _composed(work: _Work, count: int) -> None:
    rows, spoilt, by_condition = [], [], []
    for known in (True, False):
        said = "known" if known else "unknown"
        answers = work.read(f"composed hands, size {said}", composed.hands(count, known))
        kinds = {kind: [a for a in answers if composed.kind_of(a.truth) == kind] for kind in (kept.READABLE, kept.UNREADABLE)}
        rows.append(sheets.counted(f"readable, size {said}", _all(kinds[kept.READABLE])))
        spoilt += [
            sheets.unreadable(f"{group}, size {said}", one)
            for group, one in sorted(_with_all(kinds[kept.UNREADABLE]).items())
            if "odd:" in group or group == "all"
        ]
        if known:
            by_condition = [sheets.counted(g, one) for g, one in sorted(sheets.tallies(kinds[kept.READABLE]).items())]
        for kind, some in kinds.items():
            work.compared.append((f"composed, {kind}, size {said}", some))
    note = "Borderline hands, with faint pips or a die hidden a little, are left out."
    work.show(Sheet("Composed hands", COUNTED, (*rows, *by_condition), note))
    work.show(Sheet("Composed hands that must be withheld", UNREADABLE_HEADS, tuple(spoilt)))


def _all(answers: Sequence[Answer]) -> Tally:
    return _with_all(answers).get("all", Tally())


def _with_all(answers: Sequence[Answer]) -> dict[str, Tally]:
    found = sheets.tallies(answers)
    whole = Tally()
    for answer in answers:
        whole.add(verdict(answer.truth, answer.readings[Mode.USUAL]))
    return {"all": whole, **found}


def _clips(work: _Work, folder: Path, networks: Path | None) -> None:
    found = clips.measured(folder, networks, work.answers.remembered, digest)
    if not found:
        work.miss(f"There are no labelled clips in {folder}. They are not measured.")
        return
    rows = [
        (
            rest.clip,
            " ".join(map(str, rest.expected)),
            "; ".join(" ".join(map(str, values)) for values in rest.shown) or "withheld",
            rest.verdict.value,
            str(rest.values_in_motion),
        )
        for rest in found
    ]
    right = sum(rest.verdict is Verdict.RIGHT for rest in found)
    wrong = sum(rest.verdict is Verdict.MISREAD for rest in found)
    moving = sum(rest.values_in_motion for rest in found)
    rows.append((f"all {len(found)} throws", "", f"{right} right, {wrong} misread", "", str(moving)))
    heads = ("clip", "true", "shown at rest", "", "pictures with a value while rolling")
    notes = [f"The label of {rest.clip} says: {rest.note}." for rest in found if rest.note]
    work.show(Sheet("Clips, without a calibration", heads, tuple(rows), " ".join(notes)))


def _speed(work: _Work, folder: Path, networks: Path | None) -> None:
    costs = speed.costs(networks)
    base = costs[0].cpu
    rows = [
        (
            cost.what,
            f"{cost.cpu:.1f}",
            f"{cost.least:.1f}",
            f"{cost.wall:.1f}",
            f"{cost.cpu / base:.2f}",
            f"{cost.budget:.0f}" if cost.budget else "",
        )
        for cost in costs
    ]
    heads = ("", "CPU ms", "least", "wall ms", "ratio", "budget ms")
    note = "Processor time of one thread. A wall time far above it tells of a crowded machine, on which the least counts."
    work.show(Sheet("Cost of a reading, medians", heads, tuple(rows), note))
    used = speed.memory(folder, networks)
    if used is not None:
        parts = (
            ("a picture loaded, no reader", f"{used.before:.0f}", ""),
            ("reader loaded and used", f"{used.after:.0f}", "120"),
            ("of these, the reader", f"{used.after - used.before:.0f}", ""),
        )
        work.show(Sheet("Memory of a process", ("", "resident MB", "budget MB"), parts))


if __name__ == "__main__":
    command(prog_name="./tray measure")
