"""A staged game's truth, as ``models.training.stage`` writes it beside the video."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.games.magnate.moves import Move
    from companion.table.sightings import Point

NEAR = 25.0
"""Pixels from where a die is seen within which it is that die."""


@dataclass(frozen=True, slots=True)
class TrueMove:
    """A move of the game: when its gesture began, when all lay still after it, whether the table shows it."""

    move: Move
    begins: float
    rests: float
    seen: bool


@dataclass(frozen=True, slots=True)
class Disturbance:
    """Something that changes nothing in the game."""

    what: str
    begins: float
    rests: float


@dataclass(frozen=True)
class StagedTruth:
    """What truly happens in a video; times in its seconds."""

    document: dict[str, Any]

    @classmethod
    def beside(cls, video: Path) -> StagedTruth:
        """Of this video."""
        return cls(json.loads(video.with_suffix(".json").read_text(encoding="utf-8")))

    @cached_property
    def before(self) -> tuple[Move, ...]:
        """What was played before the video begins."""
        from companion.games.magnate.encoding import move_from_json

        return tuple(move_from_json(move) for move in self.document["before"])

    @cached_property
    def moves(self) -> tuple[TrueMove, ...]:
        """Every move, in order."""
        from companion.games.magnate.encoding import move_from_json

        return tuple(
            TrueMove(move_from_json(event["move"]), event["begins"], event["rests"], event["seen"])
            for event in self.document["events"]
            if event["what"] == "move"
        )

    @cached_property
    def disturbances(self) -> tuple[Disturbance, ...]:
        """Everything else, in order."""
        return tuple(
            Disturbance(event["what"], event["begins"], event["rests"])
            for event in self.document["events"]
            if event["what"] != "move"
        )

    def card_at(self, point: Point, at: float) -> tuple[str, str] | None:
        """The topmost card that lay face up there at that moment, and its role; None where none did."""
        return next(
            (
                (card["card"], card["role"])
                for card in reversed(self._scene(at)["cards"])
                if card["card"] is not None and _inside(card["corners"], point)
            ),
            None,
        )

    def die_at(self, point: Point, at: float) -> int | None:
        """What the die that lay there at that moment shows; None where none did."""
        near = [(math.dist(die["center"], point), die["value"]) for die in self._scene(at)["dice"]]
        apart, value = min(near, default=(math.inf, 0))
        return value if apart <= NEAR else None

    def _scene(self, at: float) -> dict[str, Any]:
        """What lay there after the last thing that happened before."""
        scene = self.document
        for event in self.document["events"]:
            if event["rests"] <= at:
                scene = event
        return scene


def _inside(corners: Sequence[Sequence[float]], point: Point) -> bool:
    import cv2
    import numpy as np

    return cv2.pointPolygonTest(np.array(corners, np.float32), (float(point[0]), float(point[1])), False) >= 0
