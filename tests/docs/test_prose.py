"""User pages read well: short sentences, links that say where they lead, pictures with alternative texts."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from docs.tools.site_pages import ROOT
from tests.docs.prose import (
    LONGEST,
    MEAN,
    count_words,
    list_user_pages,
    long_cells,
    long_sentences,
    mean_words,
    page_text,
    pictures_without_alt_text,
    plain,
    retired_in,
    sentences,
    split_sentences,
    vague_links,
)
from tests.test_versions import uv

PAGES = list_user_pages()
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]
EVERY_PAGE = pytest.mark.parametrize("page", PAGES, ids=NAMES)


def test_a_sentence_ends_at_its_full_stop_and_nowhere_else() -> None:
    text = plain("Use 2.5 mm, e.g. for `a. B`. See [the page](x.md)! Is it (v. 2) so? Yes.")
    assert [count_words(sentence) for sentence in split_sentences(text)] == [6, 3, 5, 1]
    assert split_sentences("Voyez p. ex. la page. « Oui » est un mot.") == [
        "Voyez p. ex. la page.",
        "« Oui » est un mot.",
    ]
    assert sentences("A b.\n\n| c d. | e |\n\n- f\n\n```\nx y\n```\n", "prose", "item", "cell") == [
        "A b.",
        "c d.",
        "e",
        "f",
    ]
    assert long_sentences("word " * LONGEST + ".") == []
    assert len(long_sentences("word " * (LONGEST + 1) + ".")) == 1


@EVERY_PAGE
def test_a_page_has_short_sentences(page: Path) -> None:
    text = page.read_text("utf8")
    assert long_sentences(text) == []
    assert long_cells(text) == []
    assert mean_words(text) <= MEAN


@EVERY_PAGE
def test_links_say_where_they_lead_and_pictures_what_they_show(page: Path) -> None:
    text = page.read_text("utf8")
    assert vague_links(text) == []
    assert pictures_without_alt_text(text) == []


@EVERY_PAGE
def test_every_column_of_a_table_has_a_heading(page: Path) -> None:
    headings = re.findall(r"^(\|.+\|)\n\|[-:| ]+\|$", page.read_text("utf8"), re.MULTILINE)
    assert [heading for heading in headings if not all(cell.strip() for cell in heading[1:-1].split("|"))] == []


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "glossary.md"], ids=lambda page: page.stem)
def test_a_page_has_no_retired_word(page: Path) -> None:
    if page.parent.name != "fr":
        assert retired_in(page_text(page)) == []


@EVERY_PAGE
def test_a_page_is_about_the_product_and_not_about_its_development(page: Path) -> None:
    """What is untested stands in the device table and in ``docs/cannot.md``; contributors read about tests."""
    if page.parent.name in ("experiments", "models", "tests") or page.name == "CONTRIBUTING.md":
        return
    notes = r"a test (?:holds|plays|makes|reads)|(?:was|were) (?:never )?tried|not tried|held by a test|measured on"
    assert re.findall(notes, page_text(page), re.IGNORECASE) == []


def test_the_readme_fits_on_a_screen_or_two_and_each_device_has_its_way_in() -> None:
    text = (ROOT / "README.md").read_text("utf8")
    assert len(text.splitlines()) < 90
    rows = re.findall(r"^\| (.+?) \| (works|untested|no) \| (.+?) \|$", text, re.MULTILINE)
    devices = " ".join(device for device, _, _ in rows)
    for device in ("iPhone", "iPad", "Android", "Windows", "macOS", "Linux", "Raspberry Pi", "TV"):
        assert device in devices, device
    for device, state, way in rows:
        assert state == "no" or re.search(r"\]\(docs/\w+\.md\)", way), device


def test_ten_questions_of_a_stranger_are_answered_on_the_first_page() -> None:
    text = (ROOT / "docs" / "index.md").read_text("utf8").partition("## Ten questions")[2].partition("\n## ")[0]
    answers = dict(re.findall(r"^\| (.+\?) \| (.+) \|$", text, re.MULTILINE))
    answers |= dict(re.findall(r"^\| (It misread a card. What now\?) \| (.+) \|$", text, re.MULTILINE))
    assert len(answers) == 10
    assert all("](" in answer for answer in answers.values())


_COUNT = "import json, sys, textstat; print(json.dumps([textstat.lexicon_count(one) for one in json.load(sys.stdin)]))"


@pytest.mark.prove("documentation")
def test_words_are_counted_as_textstat_counts_them(tmp_path: Path) -> None:
    """In an environment of its own, since textstat needs much that nothing else here needs."""
    uv("venv", "--quiet", str(tmp_path / "venv"))
    python = tmp_path / "venv" / "bin" / "python"
    uv("pip", "install", "--quiet", "--python", str(python), "textstat")
    every = [sentence for page in PAGES for sentence in sentences(page.read_text("utf8"), "prose", "item", "cell")]
    plainly = [sentence.replace("\x00", "word") for sentence in every]
    done = subprocess.run([python, "-c", _COUNT], input=json.dumps(plainly), capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [count_words(sentence) for sentence in every]
