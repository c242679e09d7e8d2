"""The README fits on a screen, shows the app, and claims nothing that no page keeps."""

from __future__ import annotations

import re

from PIL import Image, ImageSequence

from docs.tools.animation import SECONDS
from docs.tools.site_pages import ROOT

README = (ROOT / "README.md").read_text("utf8")
DEVICES = {
    "Linux": "Debian",
    "Windows": "Windows 10 and 11",
    "macOS": "macOS",
    "Raspberry": "Raspberry Pi OS",
    "Android": "Android",
    "iPhone": "iPad",
    "TV": "TV",
    "any browser": "any browser",
}
"""Each device that the table must have, and the word for it on its page."""


def test_the_readme_is_read_in_a_minute() -> None:
    assert len(README.splitlines()) < 90
    beginnings = [README.index(f"\n## {title}\n") for title in ("Play a game", "Score a photo", "Print the deck")]
    assert beginnings == sorted(beginnings) and README.index("make demo") < README.index("\n## ")
    assert "*The tablet lies flat between two players." in README


def test_every_claim_of_the_device_table_has_a_page_that_names_the_device() -> None:
    rows = re.findall(r"^\| ([^|]+) \| (works|untested|no) \| (.+) \|$", README, re.M)
    assert {name for name in DEVICES if any(device.startswith(name) for device, *_ in rows)} == set(DEVICES)
    for device, state, way in rows:
        pages = [ROOT / page for page in re.findall(r"\]\(([^)#]+\.md)[^)]*\)", way)]
        assert pages, device
        word = next(word for name, word in DEVICES.items() if device.startswith(name))
        texts = [page.read_text("utf8") for page in pages]
        assert any(word in text for text in texts), f"{device}: {word} is on no page that the table names"
        if state == "untested":
            assert "device table" in (ROOT / "docs" / "cannot.md").read_text("utf8")


def test_the_film_shows_the_apps_own_screens_for_twenty_seconds() -> None:
    film = ROOT / "docs" / "pictures" / "turns.webp"
    assert f"]({film.relative_to(ROOT)})" in README and film.stat().st_size < 1_500_000
    with Image.open(film) as frames:
        lengths = []
        for frame in ImageSequence.Iterator(frames):
            frame.load()
            lengths.append(frame.info["duration"])
    assert abs(sum(lengths) / 1000 - SECONDS) < 0.5 and len(lengths) > 10
