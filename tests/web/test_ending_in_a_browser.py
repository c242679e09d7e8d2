"""The end of a game on pages that lie open: it is counted step by step, the winner last, until somebody presses."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.registry import game as rules_of
from companion.journal import Journal
from companion.play import Play
from tests.person.pictures.moments import MOMENTS
from tests.play.kept_play import NOON, touch
from tests.web.browser import chromium
from tests.web.site import games_server

SLOWED = """const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const shown = animate.apply(this, how);
        shown.playbackRate = 0.01;
        return shown;
    }"""
"""A page's moving pictures take a hundred times as long, so that a slow machine sees them, too."""
HIDDEN = "all => all.map(one => getComputedStyle(one).opacity).map(Number).filter(opacity => opacity < 1).length"


@pytest.mark.prove("browsers")
@pytest.mark.parametrize("name", ["magnate-over", "futures-over", "magistratvm-over"])
def test_an_end_is_counted_step_by_step_until_a_press(name: str, tmp_path: Path) -> None:
    kept, entries, _ = MOMENTS[name].stored()
    *before, last = entries
    with chromium() as browser, games_server(tmp_path) as server:
        server.thread.run(lambda: server.thread.journal.create(kept, before))
        server.open(kept.id)
        page = browser.new_context(locale="en", viewport={"width": 1280, "height": 720}).new_page()
        page.add_init_script(SLOWED)
        page.goto(server.invitation())
        page.wait_for_selector("main > *")
        page.goto(f"{server.address}/tv")
        page.locator(".seat").first.wait_for()
        with Journal.open(f"sqlite:///{tmp_path / 'games.db'}") as journal:
            rules = rules_of(kept.game)
            play = Play(rules, journal, kept.id, now=lambda: NOON, new_id=lambda: "last")
            touch(play, rules.move_from_json(last.move, ""))
        parts = page.locator(".ending [data-step]")
        parts.first.wait_for()
        count, hidden = parts.count(), parts.evaluate_all(HIDDEN)
        assert hidden >= count - 1, "only the first step is shown at first"
        assert "★" not in page.locator("h1, .seats").all_inner_texts()
        page.screenshot(path=str(tmp_path / "counting.png"))
        page.mouse.click(5, 5)
        assert parts.evaluate_all(HIDDEN) == 0
        page.reload()
        parts.first.wait_for()
        assert parts.evaluate_all(HIDDEN) == 0, "who opens the page later sees the whole count"
