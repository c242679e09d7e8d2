"""Dice are read in stages: what is left out early is no die that all turns would show."""

from __future__ import annotations

import pytest

from companion.demo import bundled
from companion.pictures.loading import load_picture
from companion.vision.camera_pose.table_view import FROM_ABOVE
from companion.vision.dice import prediction
from companion.vision.dice.reader import FLAT, installed_reader


def test_a_place_that_is_left_out_early_holds_no_die_that_all_turns_would_show(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    picture = load_picture(bundled.photo()).pixels
    reader = installed_reader()
    places = reader.find(picture)
    soon = reader.read_each(picture, places, lambda _point: FROM_ABOVE)
    monkeypatch.setattr(prediction, "HOPELESS", {})
    monkeypatch.setattr(prediction, "UNREADABLE", {})
    late = reader.read_each(picture, places, lambda _point: FROM_ABOVE)
    assert any(found is None for _, found in soon) or len(places) < 4
    assert all(found is not None for _, found in late)
    for (place, early), (_, whole) in zip(soon, late, strict=True):
        assert whole is not None
        assert early == whole if early is not None else whole.flat < FLAT, place
    assert [place for place, found in soon if found is not None and found.flat >= FLAT]
