"""The page of the handbook on all settings, written from the schema, so that it is never older than the program."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from ui.config import FILE, SYSTEM, VARIABLE, written
from ui.setting_kinds import Kind
from ui.settings import Settings

HEAD = f"""\
# Configure

<!-- Written by `bosstray config describe`; change ui/settings.py instead. -->

Nothing has to be configured: every setting has a default. Who wants to change one writes it into a file, `{FILE}`:

```sh
bosstray config show > config.toml
bosstray config check config.toml
bosstray config path
```

The first writes all settings with their meaning, ready to be changed; what is not named in a file has its default. The second
says every mistake with its line and what was probably meant. The third says which file is in use: the one that `--config`
names, else `${VARIABLE}`, else `bosstray/{FILE}` in your configuration folder (`~/.config`), else
`{SYSTEM}`, which is the one of an installed table. After a change start the table again:
`sudo systemctl restart bosstray`.
"""


def settings_page() -> str:
    """The whole page as Markdown."""
    settings = Settings()
    lines = [HEAD]
    plain = [entry for entry in dataclasses.fields(settings) if not dataclasses.is_dataclass(getattr(settings, entry.name))]
    lines += ["## At the top of the file", "", *_table(plain)]
    for entry in dataclasses.fields(settings):
        section = getattr(settings, entry.name)
        if dataclasses.is_dataclass(section):
            about = " ".join((type(section).__doc__ or "").split())
            lines += ["", f"## {entry.name}", "", f"`[{entry.name}]` {about}", "", *_table(dataclasses.fields(section))]
    return "\n".join(lines) + "\n"


def _table(entries: Any) -> Iterator[str]:
    yield "| setting | default | what it is | takes |"
    yield "|---|---|---|---|"
    for entry in entries:
        kind: Kind = entry.metadata["kind"]
        doc = " ".join(kind.doc.split())
        yield f"| `{entry.name}` | `{written(entry.default)}` | {_cell(doc)} | {_cell(kind.allowed)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
