"""``python -m docs.tools.record_format``: writes the tables of declared moves and facts in docs/record-format.md."""

import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from importlib import import_module
from typing import Any

from docs.tools.site_pages import ROOT

PAGE = ROOT / "docs" / "record-format.md"
_PLACE = re.compile(r"(<!-- (moves|facts): (?!end)([\w-]+) -->\n)[\s\S]*?(?=<!-- \2: end -->)")
_RULE = re.compile(r"\b[BCDEFHI]\d+\b")
_EVERY_FACT = ("was", "now")
"""The fields of every fact."""


def write_page() -> str:
    """Return the page with a row for each move and each fact."""
    return _PLACE.sub(lambda place: place[1] + "".join(_table(place[2], place[3])), PAGE.read_text("utf8"))


def _table(what: str, game: str) -> Iterator[str]:
    module = import_module(f"companion.games.{game.replace('-', '_')}.{what}")
    kinds: dict[str, type[Any]] = getattr(module, what.upper())
    yield f"| `type`{'' if what == 'moves' else ' of a fact'} | fields | meaning |\n|---|---|---|\n"
    for name, kind in kinds.items():
        own = [one for one in fields(kind) if what == "moves" or one.name not in _EVERY_FACT]
        words = ", ".join(f"`{one.name}`{'' if one.default is MISSING else '?'}" for one in own)
        meaning = (kind.__doc__ or "").splitlines()[0].rstrip(".")
        yield f"| `{name}` | {words} | {_linked(meaning, game)} |\n"


def _linked(meaning: str, game: str) -> str:
    words = meaning.replace("``", "`").replace("None", "`null`")
    return _RULE.sub(lambda rule: f"[{rule[0]}](rules/{game}.md#{rule[0].lower()})", words)


if __name__ == "__main__":
    PAGE.write_text(write_page(), "utf8")
    print(PAGE)
