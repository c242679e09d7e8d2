"""What is hidden on the tablet is not drawn any more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo

from companion.app.window import shapes
from tests.cases import each

KV_FILES = sorted(Path(shapes.__file__).parent.rglob("*.kv"))


def _drawn(layer: Any) -> bool:
    layer.ask_update()
    layer.draw()
    return any(layer.pixels)


@pytest.mark.usefixtures("window")
@each("shape", [shapes.RoundedFill, shapes.RoundedPicture, shapes.Disc])
def test_a_shape_without_area_is_not_drawn_and_comes_back_with_one(shape: Any) -> None:
    layer = Fbo(size=(120, 80))
    with layer:
        ClearColor(0, 0, 0, 0)
        ClearBuffers()
        Color(1, 1, 1, 1)
        drawn = shape(pos=(10, 10), size=(90, 60))
    for hidden in ((0, 0), (0, 60), (90, 0), (-6, -6)):
        drawn.size = 90, 60
        assert _drawn(layer)
        drawn.size = hidden
        assert not _drawn(layer), hidden


def test_no_kv_file_names_a_shape_that_keeps_its_old_mesh() -> None:
    keeping = re.compile(r"^\s*(?:Smooth)?(?:RoundedRectangle|Ellipse):", re.MULTILINE)
    assert [file.name for file in KV_FILES if keeping.search(file.read_text("utf8"))] == []
