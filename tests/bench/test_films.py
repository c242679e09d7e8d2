"""Films of games that others made: followed like staged games, told apart from them by who made them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import pytest

import companion.demo
from companion.pictures.sources import open_source
from tests.bench.commands import run_bench
from tests.bench.films import find_films, group_by_maker
from tests.bench.live import film_figures

CLIPS = Path(companion.demo.__path__[0]) / "clips"

FRAMES = 4


def film(folder: Path, name: str, maker: str | None = None) -> None:
    """The first pictures of a bundled clip, in which nothing happens, as if somebody else had made them."""
    folder.mkdir(exist_ok=True)
    source = open_source(str(CLIPS / "develop.mp4"), paced=False)
    pictures = [frame.pixels for _ in range(FRAMES) if (frame := source.read()) is not None]
    source.close()
    height, width = pictures[0].shape[:2]
    written = cv2.VideoWriter(str(folder / f"{name}.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 10, (width, height))
    for picture in pictures:
        written.write(picture)
    written.release()
    truth = json.loads((CLIPS / "develop.json").read_text(encoding="utf-8")) | {"frames": FRAMES, "events": []}
    if maker is not None:
        truth["maker"] = maker
    (folder / f"{name}.json").write_text(json.dumps(truth), encoding="utf-8")


def test_films_are_told_apart_by_who_made_them(tmp_path: Path) -> None:
    film(tmp_path / "studio", "one", maker="Cleo")
    film(tmp_path / "studio", "two")
    makers = group_by_maker(find_films(tmp_path / "studio"))
    assert {maker: [one.video.name for one in films] for maker, films in makers.items()} == {
        "Cleo": ["one.mp4"],
        "studio": ["two.mp4"],
    }


def test_the_figures_of_a_film_name_its_maker_and_are_kept(tmp_path: Path) -> None:
    film(tmp_path / "films", "one", maker="Cleo")
    figures = {figure.name: figure for figure in film_figures([tmp_path / "films"], tmp_path / "kept")}
    assert figures["moves of films made elsewhere (Cleo)"].measured["games"] == 1
    assert figures["following films made elsewhere (Cleo)"].measured["frames"] == FRAMES
    kept = json.loads((tmp_path / "kept" / "Cleo-one.figures.json").read_text(encoding="utf-8"))
    assert kept["film"] == "one.mp4" and kept["frames"] == FRAMES


def test_a_folder_without_films_is_refused_with_what_belongs_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(CLIPS / "develop.mp4", tmp_path / "untold.mp4")
    assert run_bench(["live", "--films", str(tmp_path)]) == 2
    assert "holds no film with its truth" in capsys.readouterr().err
