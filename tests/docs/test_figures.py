"""The figures are data: each is complete, agrees with its target, and the pages are written from them."""

from __future__ import annotations

import dataclasses
import importlib
import re
import shlex
import typing

import pytest
import typer

from docs.tools.figure_data import DATA, FigureBook, FigureEntry, InvalidFigure, Verdict
from docs.tools.figures import PAGE, format_every_figure, pages
from docs.tools.site_pages import ROOT
from tests.bench.commands import bench
from tests.cases import each
from tests.prove import PARTS

BOOK = FigureBook.load()


def test_the_figures_are_written_as_they_are_read() -> None:
    assert BOOK.to_text() == DATA.read_text("utf8")


def test_the_pages_of_figures_are_written_from_the_data() -> None:
    for path, text in pages().items():
        assert path.read_text("utf8") == text, "run: make generated"


@each(
    ("change", "reason"),
    [
        ({"verdict": Verdict.REACHED, "value": 96.8, "target": "≥ 97"}, "verdict must be 'missed'"),
        ({"verdict": Verdict.MEASURED, "value": 96.8, "target": "about 97"}, "is no number"),
        ({"verdict": Verdict.REACHED, "value": 0, "target": "0", "what": "word " * 26}, "more than 25 words"),
        ({"verdict": Verdict.REACHED, "value": 0, "target": "0", "date": "yesterday"}, "isoformat"),
    ],
)
def test_a_figure_that_contradicts_itself_is_refused(change: dict[str, typing.Any], reason: str) -> None:
    sound = FigureEntry("x", "Code", "anything", "make test", 0, date="2026-11-25")
    with pytest.raises(ValueError, match=reason):
        dataclasses.replace(sound, **change).check()


def test_two_figures_of_one_name_and_unknown_makers_are_refused() -> None:
    figure = BOOK.figures[0]
    with pytest.raises(InvalidFigure, match="used twice"):
        FigureBook(BOOK.makers, {}, (figure, figure))
    with pytest.raises(InvalidFigure, match="unknown makers"):
        FigureBook({}, {}, (figure,))


def test_an_unknown_key_is_refused() -> None:
    with pytest.raises(InvalidFigure, match="before"):
        FigureEntry.from_json({**BOOK.figures[0].to_json(), "before": "38"})


@each("command", sorted({figure.command for figure in BOOK.figures}))
def test_every_command_that_measures_a_figure_exists(command: str) -> None:
    words = [word for word in shlex.split(command) if not re.fullmatch(r"[A-Z_]+=.*", word)]
    if words[:2] == ["make", "prove"]:
        assert words[2] in PARTS
    elif words[0] == "make":
        assert f"\n{words[1]}:" in (ROOT / "Makefile").read_text("utf8")
    elif words[:3] == ["python", "-m", "tests.bench"]:
        subcommand = typing.cast("typing.Any", typer.main.get_command(bench)).commands[words[3]]
        known = {option for each in subcommand.params for option in each.opts}
        assert {word for word in words if word.startswith("--")} <= known
    elif words[:3] == ["python", "-m", "pytest"]:
        assert (ROOT / words[3]).exists()
    elif words[:2] == ["python", "-m"]:
        assert importlib.util.find_spec(words[2])
    else:
        assert words[0] in {"companion", "du"}


def test_the_page_of_figures_has_the_dozen_rows_that_players_ask_for() -> None:
    assert len(BOOK.players) == 12 and len(PAGE.read_text("utf8").split()) <= 600


def test_a_measured_cell_holds_one_number() -> None:
    for figure in BOOK.figures:
        if isinstance(figure.value, str):
            assert len(re.findall(r"\d+(?:[.,]\d+)*", figure.value)) <= 1, figure.id


def test_every_figure_of_what_is_read_names_who_made_the_pictures() -> None:
    makers = re.findall(r"^- \*\*(\w+)\*\*: ", PAGE.read_text("utf8"), re.MULTILINE)
    assert makers == list(BOOK.makers)
    with_pictures = [one for one in BOOK.figures if re.search(r"photos|[Pp]ictures|Live|reader", one.area)]
    assert len(with_pictures) > 50
    assert [one.id for one in with_pictures if one.maker is None and one.unit not in ("s", "MB")] == []


def test_numbers_are_written_in_full() -> None:
    assert re.findall(r"\de[-+]\d", format_every_figure()) == []
