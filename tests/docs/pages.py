"""The pages of the documentation and the commands in them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from docs.tools.site_pages import LINK, PICTURE, ROOT, list_pages, strip_code_blocks

ALL = [*list_pages(), ROOT / "tests" / "README.md"]
NOT_RUN = "not run: "
"""How a comment before a block begins whose commands cannot be run by tests; the reason follows."""
RUN_BY = "run by make prove "
"""How a comment before a block begins whose commands another part of the second tier runs; its name follows."""
STATUS_1 = "status 1: "
"""How a comment before a block begins whose commands end with status 1; the reason follows."""
MARKS = ("# in the repository", "# until Ctrl-C", "# with the club's server", "# as the server's administrator")
"""First lines of a block that tell where or how long its commands run."""
_BLOCK = re.compile(r"(?:^<!-- ([^\n]+) -->\n)?^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """Commands of a page that are run one after the other."""

    page: Path
    mark: str
    lines: tuple[str, ...]

    @property
    def status(self) -> int:
        """What the lines end with: 0, unless the mark says otherwise."""
        return 1 if self.mark.startswith(STATUS_1) else 0

    @property
    def tried(self) -> bool:
        return not self.mark.startswith((NOT_RUN, RUN_BY))


def blocks(page: Path, text: str = "") -> Iterator[Block]:
    """The blocks of commands of a page, or of another text of it, in order."""
    for comment, found in _BLOCK.findall(text or page.read_text("utf8")):
        lines = found.splitlines()
        mark = comment or (lines.pop(0) if lines[0].startswith("# ") else "")
        yield Block(page, mark, tuple(line.removeprefix("$ ") for line in lines))


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#{1,6} (.+)$", strip_code_blocks(page.read_text("utf8")), re.MULTILINE)
    plain = [re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower() for heading in headings]
    return {re.sub(r"[^\w\- ]", "", heading).strip().replace(" ", "-") for heading in plain}


def links(page: Path, text: str = "") -> Iterator[tuple[str, str]]:
    """Where the links and pictures of a page, or of another text of it, lead within the repository: path and anchor."""
    text = strip_code_blocks(text or page.read_text("utf8"))
    for _, target, anchor in LINK.findall(text):
        if ":" not in target:
            yield target, anchor.removeprefix("#")
    for _, target in PICTURE.findall(text):
        if ":" not in target:
            yield target, ""
