"""``python -m docs.tools.release``: writes the project's address and the state of its release into every file.

``pyproject.toml`` holds both: ``Source``, and ``released``, the day of the latest release. ``release.toml`` holds the
texts before and after the first release.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from docs.tools.site_pages import ROOT

PROJECT = ROOT / "pyproject.toml"
TEXTS = ROOT / "docs" / "tools" / "release.toml"
CHANGELOG = ROOT / "CHANGELOG.md"
UNKNOWN = "ADDRESS"
"""The address of a project that is not published anywhere yet."""
UNRELEASED = "## [Unreleased]\n"
_PLACE = re.compile(r"^((?:<!--|#) release: (?!end)(\w+).*\n)[\s\S]*?(?=^(?:<!--|#) release: end)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Publication:
    """Where the project is published, and what was released there."""

    source: str
    """Address of the repository, or ``UNKNOWN``."""
    released: str
    """Day of the latest release, ISO 8601; empty before the first."""
    version: str

    @classmethod
    def load(cls) -> Publication:
        """Return what the repository says of itself."""
        settings = tomllib.loads(PROJECT.read_text("utf8"))
        version = re.findall(r'__version__ = "(.+)"', (ROOT / "companion" / "__init__.py").read_text("utf8"))[0]
        return cls(settings["project"]["urls"]["Source"], settings["tool"]["decktet-companion"]["released"], version)

    @classmethod
    def example(cls) -> Publication:
        """Return what the repository will say after a release, at an example's address if its own is unknown."""
        now = cls.load()
        source = "https://github.com/OWNER/decktet-companion" if now.source == UNKNOWN else now.source
        return cls(source, now.released or "2099-12-31", now.version)

    @property
    def site(self) -> str:
        """The address of the documentation, which the host serves for the repository."""
        owner, _, name = self.source.removeprefix("https://github.com/").partition("/")
        return f"https://{owner}.github.io/{name}"

    @property
    def assets(self) -> str:
        """The address of the release's files."""
        return f"{self.source}/releases/download/v{self.version}"

    @property
    def files(self) -> str:
        """How the addresses of the release's bundles begin."""
        return f"{self.assets}/decktet-companion-{self.version}"

    def pages(self) -> dict[Path, str]:
        """Return the text of every file that names the address or the release."""
        written = {}
        for file, places in tomllib.loads(TEXTS.read_text("utf8")).items():
            path = ROOT / file
            texts = {name: self._text(place) for name, place in places.items()}
            written[path] = _PLACE.sub(partial(_fill, texts), path.read_text("utf8"))
        return written

    def _text(self, place: dict[str, str]) -> str:
        """Return a place's text in this state."""
        known = "" if self.source == UNKNOWN else place.get("known", "")
        text = known + place.get("after" if self.released else "before", "")
        for name in ("source", "site", "assets", "files", "version", "released"):
            text = text.replace(f"{{{name}}}", str(getattr(self, name)))
        return text


def _fill(texts: dict[str, str], place: re.Match[str]) -> str:
    return place[1] + texts[place[2]]


def mark(day: str) -> None:
    """Write the day of a release into the repository, and the pages as they are from then on.

    Args:
        day: The day, ISO 8601.
    """
    project = PROJECT.read_text("utf8")
    PROJECT.write_text(re.sub(r'^released = ".*"$', f'released = "{day}"', project, flags=re.MULTILINE), "utf8")
    now = Publication.load()
    log = CHANGELOG.read_text("utf8").replace(" No version has been released yet.", "")
    CHANGELOG.write_text(log.replace(UNRELEASED, f"{UNRELEASED}\n## [{now.version}] - {day}\n"), "utf8")
    write_pages(now)


def write_pages(publication: Publication) -> None:
    """Write every file that names the address or the release."""
    for path, text in publication.pages().items():
        path.write_text(text, "utf8")


if __name__ == "__main__":
    write_pages(Publication.load())
