"""The cards of the networks are complete, and the pages of experiments linked."""

from __future__ import annotations

import re
from pathlib import Path

from docs.tools.site_pages import ROOT
from tests.cases import each
from tests.docs.pages import links

INDEX = ROOT / "models" / "README.md"
CARDS = sorted(path.with_suffix(".md") for path in (ROOT / "models").glob("*.onnx"))
EXPERIMENTS = sorted(page for page in (ROOT / "docs" / "experiments").glob("*.md") if page.name != "README.md")


@each("card", CARDS, ids=lambda card: card.stem)
def test_a_network_has_a_card_of_one_page_with_everything(card: Path) -> None:
    text = card.read_text("utf8")
    rows = set(re.findall(r"^\| ([\w ]+) \|", text, re.MULTILINE))
    assert {"input", "output", "network", "data", "trained by"} <= rows
    assert re.search(r"^\| licen", text, re.MULTILINE)
    assert "## Figures" in text and "## Limits" in text
    assert len(text.splitlines()) <= 70


def test_every_network_and_every_experiment_is_in_its_index() -> None:
    for index, pages in ((INDEX, CARDS), (ROOT / "docs" / "experiments" / "README.md", EXPERIMENTS)):
        linked = {(index.parent / target).resolve() for target, _ in links(index)}
        assert [page for page in pages if page not in linked] == []
