"""What benches count, and what they write into the figures."""

import re
import typing
from collections import Counter
from pathlib import Path

import cv2
import pytest
import typer

from companion.pieces import Card
from companion.table.sightings import CardSighting, Face, Sightings
from docs.tools.figure_data import FigureBook, Verdict
from docs.tools.site_pages import ROOT
from models.training.clutter import clutter_picture
from tests.bench.commands import bench, run_bench
from tests.bench.figures import Measured, UnknownFigure, update
from tests.bench.live import STAGED_IDS, game_figures
from tests.bench.taught_dice import LATER, TAUGHT, ReadDie, count_dice, taught
from tests.bench.vision import FalseDetections, Lot, count_false_detections
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


CORNERS = ((0.0, 0.0), (60.0, 0.0), (60.0, 84.0), (0.0, 84.0))


def test_a_picture_with_a_sure_card_is_a_ghost_and_one_with_a_doubtful_is_not() -> None:
    ghosts = FalseDetections()
    doubtful = CardSighting(CORNERS, Face.UP, ((Card.parse("4MS"), 0.5),))
    sure = CardSighting(CORNERS, Face.UP, ((Card.parse("2MK"), 1.0),), sure=True)
    back = CardSighting(CORNERS, Face.DOWN, (), sure=True)
    for cards in ((), (doubtful,), (sure, doubtful), (back,)):
        ghosts.count(Sightings(640, 480, cards))
    assert (ghosts.pictures, ghosts.reported, ghosts.sure, ghosts.backs) == (4, 4, 1, 1)


@pytest.mark.parametrize(
    ("pictures", "at_most"), [(1, 0.95), pytest.param(4, 0.53, marks=pytest.mark.prove("readings"))]
)
def test_tables_full_of_other_things_hold_no_sure_card(tmp_path: Path, pictures: int, at_most: float) -> None:
    for seed in range(pictures):
        cv2.imwrite(str(tmp_path / f"{seed}.jpg"), clutter_picture(seed))
    counted = count_false_detections(tmp_path, [])
    assert (counted["pictures"], counted["sure"], counted["backs"]) == (pictures, 0, 0)
    assert counted["sure_at_most"] == pytest.approx(at_most, abs=0.01)


def die(where: str, throw: int, read: int, probability: float = 0.6) -> ReadDie:
    candidates = ((read, probability),)
    return ReadDie(where, throw, "d10", 7, "d10", candidates, False, (120, 180, 160), "d10", candidates)


LESSON = [die(TAUGHT, throw, 7) for throw in range(12)]


def test_a_set_is_certain_after_a_dozen_throws_and_was_not_before() -> None:
    before, after, recognised = count_dice([[*LESSON, die(LATER, 0, 7, 0.7)]])
    assert (before.certain, after.certain, recognised) == (0, 1, 1)


def test_a_certain_die_that_is_wrong_is_counted_and_takes_the_trust_back() -> None:
    _, after, _ = count_dice([[*LESSON, die(LATER, 0, 3, 0.7), die(LATER, 1, 7, 0.7)]])
    assert (after.dice, after.wrong, after.certain) == (2, 1, 0)


def test_a_die_that_was_not_read_teaches_nothing() -> None:
    missed = ReadDie(TAUGHT, 0, "d10", 7, "d10", (), False, None)
    assert taught([missed]).sets[0].readings == ()
