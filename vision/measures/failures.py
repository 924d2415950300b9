"""A page of the hands that were not read right, each as a picture with the cause in words."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2

from vision.judgement import Limits
from vision.measures.answers import Answer, Mode
from vision.measures.causes import Remark, remarks
from vision.measures.drawings import picture
from vision.measures.photographs import entries
from vision.measures.verdicts import Verdict, verdict
from vision.picture import load_picture
from vision.reader import Reader

COUNT = 10
_MOST_TOLD = 4
_HEAD = """# Hands that were not read right

{count} of the {lost} hands that the reader misread or withheld, or read where nothing may be read, among {total} labelled
photographs that it was never trained on; scale unknown. {what}
`./tray measure {option}` writes this page anew.

Green: read right. Orange: a die that was withheld, with the likeliest value and the sureness. Purple: something that is no die
and could not be ruled out. Red: misread, or not seen.
"""


def chosen(answers: Sequence[Answer], count: int = COUNT) -> list[Answer]:
    """The misread hands, those read where nothing may be read, then withheld ones, one of each source in turn, so that the
    causes differ."""
    judged = [(answer, verdict(answer.truth, answer.readings[Mode.USUAL])) for answer in answers]
    wrong = [answer for kind in (Verdict.MISREAD, Verdict.RASH) for answer, one in judged if one is kind]
    # A picture without dice counts among the hands and among the pictures on which nothing may be read.
    found = list({answer.case.name: answer for answer in wrong}.values())[:count]
    by_source: dict[str, list[Answer]] = defaultdict(list)
    for answer, one in judged:
        if one is Verdict.ABSTAINED:
            by_source[source(answer)].append(answer)
    while by_source and len(found) < count:
        for name in sorted(by_source):
            if len(found) < count:
                found.append(by_source[name].pop(0))
            if not by_source[name]:
                del by_source[name]
    return found


def source(answer: Answer) -> str:
    """The source of a photograph."""
    return next((group.removeprefix("source ") for group in answer.case.groups if group.startswith("source ")), "")


def write(
    answers: Sequence[Answer], photos: Path, page: Path, pictures: Path, *, drawn: bool, networks: Path | None = None
) -> list[Path]:
    """Writes a Markdown page and its pictures, photographs or, when `drawn`, drawings of their edges. Returns the pictures."""
    labels = {entry["file"]: entry for entry in entries(photos)}
    reader, limits = Reader.load(networks), Limits()
    picked = chosen(answers)
    wrong = (Verdict.MISREAD, Verdict.RASH, Verdict.ABSTAINED)
    lost = sum(verdict(a.truth, a.readings[Mode.USUAL]) in wrong for a in answers)
    pictures.mkdir(parents=True, exist_ok=True)
    page.parent.mkdir(parents=True, exist_ok=True)
    what = (
        "The photographs are not ours to show: each is drawn by its edges." if drawn else "The pictures are for your eyes only."
    )
    option = "--drawings PAGE" if drawn else "--failures FOLDER"
    parts = [_HEAD.format(count=len(picked), lost=lost, total=len(answers), what=what, option=option)]
    written = []
    for number, answer in enumerate(picked, 1):
        entry = labels[answer.case.name]
        image = load_picture(photos / entry["file"])
        said = remarks(entry, image, reader, limits)
        path = pictures / f"{number:02d}-{_slug(entry['file'])}.png"
        cv2.imwrite(str(path), picture(image, said, drawn), [cv2.IMWRITE_PNG_COMPRESSION, 9])
        written.append(path)
        parts.append(_part(number, entry, answer, said, path.relative_to(page.parent)))
    page.write_text("\n".join(parts), encoding="utf-8")
    return written


def _part(number: int, entry: dict[str, Any], answer: Answer, said: Sequence[Remark], path: Path) -> str:
    reading = answer.readings[Mode.USUAL]
    true = " ".join(str(value) for value in sorted(entry["values"])) or "no dice"
    rash = verdict(answer.truth, reading) is Verdict.RASH
    if reading is None:
        got = "failed"
    elif rash:
        true, got = "nothing that may be read", "read as " + " ".join(str(value) for value in reading.values or ())
    elif reading.values is None:
        got = f"withheld: “{reading.reason}”"
    else:
        got = "misread as " + (" ".join(str(value) for value in reading.values) or "no dice")
    lines = [f"## {number}. {entry['source_repo']}", "", f"![What the reader saw]({path.as_posix()})", ""]
    lines += [f"`{Path(entry['file']).name}`: {true}; {got}", ""]
    if rash:
        lines += [f"- A single picture, of which the labels say: {', '.join(entry['conditions']).replace('_', ' ')}."]
        return "\n".join(lines) + "\n"
    told = [f"- {n}: {remark.words}" for n, remark in enumerate(said, 1) if remark.kind != "read"]
    lines += told[:_MOST_TOLD]
    if len(told) > _MOST_TOLD:
        lines.append(f"- and {len(told) - _MOST_TOLD} more places of the kinds that the frames show.")
    return "\n".join(lines) + "\n"


def _slug(file: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", Path(file).stem.lower()).strip("-")[:40]
