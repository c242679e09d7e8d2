"""Benches write their values into the figures, and nothing else."""

from __future__ import annotations

import re
import typing
from collections import Counter
from pathlib import Path

import pytest
import typer

from docs.tools.figure_data import FigureBook, Verdict
from docs.tools.site_pages import ROOT
from tests.bench.commands import bench, run_bench
from tests.bench.live import STAGED_IDS, game_figures
from tests.bench.picture_lots import Lot
from tests.bench.record import Measured, UnknownFigure, update
from tests.bench.vision_records import (
    LARGE_WITH_DICE,
    WITH_DICE,
    clutter_values,
    photo_values,
    rendered_values,
    sample_values,
)

BOOK = FigureBook.load()
IDS = {one.id for one in BOOK.figures}


def test_a_recorded_value_changes_the_verdict_but_neither_target_nor_words() -> None:
    before = {one.id: one for one in BOOK.figures}
    after = {
        one.id: one for one in update(BOOK, {"rules-fold": Measured(12.5, 211)}, "a slow one", "2027-01-02").figures
    }
    old, new = before.pop("rules-fold"), after.pop("rules-fold")
    assert before == after
    assert (new.value, new.count, new.date, new.machine) == (12.5, 211, "2027-01-02", "a slow one")
    assert (new.target, new.what, new.command) == (old.target, old.what, old.command)
    assert (old.verdict, new.verdict) == (Verdict.REACHED, Verdict.MISSED)


def test_an_unknown_figure_is_refused_by_name() -> None:
    with pytest.raises(UnknownFigure, match="rules-unfold"):
        update(BOOK, {"rules-fold": Measured(1), "rules-unfold": Measured(1)}, "one", "2027-01-02")
    with pytest.raises(UnknownFigure, match=r"figures\.json"):
        update(BOOK, {}, "one", "2027-01-02")


def test_a_value_for_an_unknown_figure_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_bench(["record", "rules-unfold", "3"]) != 0
    assert "rules-unfold" in capsys.readouterr().err
    assert FigureBook.load() == BOOK


def test_a_short_run_does_not_replace_a_long_one() -> None:
    assert update(BOOK, {"samples-backs": Measured.share(0, 0)}, "one", "2027-01-02") == BOOK
    assert update(BOOK, {"kills-lost": Measured(0, 1)}, "one", "2027-01-02") == BOOK


def test_every_bench_can_record_its_values() -> None:
    commands = typing.cast("typing.Any", typer.main.get_command(bench)).commands
    options = {name: {option for each in one.params for option in each.opts} for name, one in commands.items()}
    without = [name for name, known in options.items() if "--record" not in known]
    assert without == ["record"]


def test_every_value_of_the_vision_bench_has_its_figure() -> None:
    sizes = {WITH_DICE: {"median": 1, "most": 2, "pictures": 3}}
    document = {**Lot().document(), "milliseconds": {"by_size": sizes}, "memory_mb": 1}
    enlarged = {**document, "milliseconds": {"by_size": {LARGE_WITH_DICE: sizes[WITH_DICE]}}}
    found = {"pictures": 500, "sure": 0, "sure_dice": 2}
    ids = {*sample_values(document), *sample_values(enlarged), *photo_values([])}
    ids |= {name for kind in ("clutter", "decks", "hands") for name in clutter_values(found, kind)}
    for players, aside in ((2, False), (3, False), (2, True)):
        ids |= rendered_values(document, players=players, turned=aside).keys()
    assert len(ids) > 40 and ids - IDS == set()


def test_every_value_of_the_live_bench_has_its_figure() -> None:
    game = {
        **{"moves": Counter(right=17), "rolls": Counter(right=14), "disturbances": Counter(mistake=2)},
        **{"payments_asked": 1, "proposed_while_disturbed": 0, "mistakes_noticed": 2},
        **{"disagreements_about_nothing": 0, "seconds": [(0.3, 0.1)]},
        **{"frames": 10, "processor_s": 1.0, "stage_s": 60},
    }
    for ids in STAGED_IDS.values():
        values = {name for figure in game_figures([game], ids=ids) for name in figure.records}
        assert values and values - IDS == set()
    film = {**game, "disturbances": Counter(arm=7)}
    assert {name for figure in game_figures([film], ids="film") for name in figure.records} - IDS == set()


def test_every_figure_that_a_bench_names_exists() -> None:
    area = r"app|start|runtimes|roller|rules|kills|still|evening|unplugged|club|watchers|code|samples|photos|turned"
    area += "|three|web"
    sources = [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    pattern = re.compile(rf'"((?:{area})(?:-[a-z0-9]+)+)": Measured')
    named = {name for path in sources for name in pattern.findall(path.read_text("utf8"))}
    assert len(named) > 20 and named - IDS == set()
