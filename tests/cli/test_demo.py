"""The demonstration shows the main job and tells the truth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import run
from companion.demo import bundled


def test_the_demo_reads_the_bundled_photo_unasked_and_plays_the_bundled_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["--data", str(tmp_path), "demo", "--no-roller", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    truth = json.loads(bundled.photo().with_suffix(".json").read_text(encoding="utf-8"))["score"]
    assert document["photo"]["sure"]
    assert document["photo"]["districts"] == truth["districts"]
    assert document["photo"]["winner"] == truth["winner"]
    assert document["game"]["rolls"] == "record"
    assert document["game"]["decided_by"] in ("districts", "total", "tokens", "draw")
    assert not list(tmp_path.iterdir()), "a demonstration keeps nothing"
