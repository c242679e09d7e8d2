"""The cards of the networks and the pages of experiments are short, complete and linked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.tools.site_pages import ROOT
from tests.docs.pages import links
from tests.docs.prose import MEAN, long_cells, long_sentences, mean_words, page_text, retired_in, vague_links

INDEX = ROOT / "models" / "README.md"
CARDS = sorted(path.with_suffix(".md") for path in (ROOT / "models").glob("*.onnx"))
EXPERIMENTS = sorted((ROOT / "docs" / "experiments").glob("2*.md"))
PAGES = [INDEX, *CARDS, *EXPERIMENTS, ROOT / "docs" / "experiments" / "README.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_short_sentences_short_cells_and_links_that_say_where_they_lead(page: Path) -> None:
    text = page.read_text("utf8")
    assert mean_words(text) <= MEAN
    assert (long_sentences(text), long_cells(text), vague_links(text)) == ([], [], [])
    assert retired_in(page_text(page)) == []


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.stem)
def test_a_network_has_a_card_of_one_page_with_everything(card: Path) -> None:
    text = card.read_text("utf8")
    rows = set(re.findall(r"^\| ([\w ]+) \|", text, re.MULTILINE))
    assert {"input", "output", "network", "data", "trained by"} <= rows
    assert re.search(r"^\| licen", text, re.MULTILINE)
    assert "## Figures" in text and "## Limits" in text
    assert len(text.splitlines()) <= 70


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.stem)
def test_a_card_names_ultralytics_exactly_if_the_index_does(card: Path) -> None:
    (row,) = re.findall(rf"^\| \[{card.stem}\]\(.*$", INDEX.read_text("utf8"), re.MULTILINE)
    trained = re.findall(r"^\| trained by \|.*$", card.read_text("utf8"), re.MULTILINE)
    assert ("ultralytics" in row) == any("ultralytics" in line for line in trained)


def test_a_card_tells_how_the_network_is_and_not_how_it_was() -> None:
    history = re.compile(r"\b(before it|\d+ before|used to|no longer|since then|was shipped)\b")
    assert {card.stem: history.findall(card.read_text("utf8")) for card in CARDS} == {card.stem: [] for card in CARDS}


def test_every_network_and_every_experiment_is_in_its_index() -> None:
    for index, pages in ((INDEX, CARDS), (ROOT / "docs" / "experiments" / "README.md", EXPERIMENTS)):
        linked = {(index.parent / target).resolve() for target, _ in links(index)}
        assert [page for page in pages if page not in linked] == []


@pytest.mark.parametrize("page", EXPERIMENTS, ids=lambda page: page.stem)
def test_an_experiment_asks_says_what_was_tried_and_decides(page: Path) -> None:
    text = page.read_text("utf8")
    assert "**Question.**" in text
    assert re.search(r"^## What was tried$", text, re.MULTILINE)
    assert re.search(r"^## Decision$|\*\*Decision\.\*\*", text, re.MULTILINE)
