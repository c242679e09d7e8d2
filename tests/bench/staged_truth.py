"""Labels of a staged film, as ``models.training.stage`` writes them."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.games.magnate.encoding import move_from_json
from companion.games.magnate.moves import Move
from companion.table.sightings import Point

MAX_DIE_DISTANCE = 25.0
"""Maximum distance of a sighting from a labelled die, in pixels."""


@dataclass(frozen=True, slots=True)
class TrueMove:
    """A move: when its gesture began, when everything was still, whether the table shows it."""

    move: Move
    begins: float
    rests: float
    is_visible: bool


@dataclass(frozen=True, slots=True)
class Disturbance:
    """An event that changes nothing in the game."""

    kind: str
    begins: float
    rests: float


@dataclass(frozen=True)
class StagedTruth:
    """Labels of a film; times in its seconds."""

    document: dict[str, Any]

    @classmethod
    def read(cls, video: Path) -> StagedTruth:
        """Read the labels of a film."""
        return cls(json.loads(video.with_suffix(".json").read_text(encoding="utf-8")))

    @cached_property
    def before(self) -> tuple[Move, ...]:
        """The moves before the film starts."""

        return tuple(move_from_json(move) for move in self.document["before"])

    @cached_property
    def moves(self) -> tuple[TrueMove, ...]:
        """Every move, in order."""

        return tuple(
            TrueMove(move_from_json(event["move"]), event["begins"], event["rests"], event["seen"])
            for event in self.document["events"]
            if event["what"] == "move"
        )

    @cached_property
    def disturbances(self) -> tuple[Disturbance, ...]:
        """Every disturbance, in order."""
        return tuple(
            Disturbance(event["what"], event["begins"], event["rests"])
            for event in self.document["events"]
            if event["what"] != "move"
        )

    def card_at(self, point: Point, at: float) -> tuple[str, str] | None:
        """Return the topmost card face up at a point and time, and its role; None without one."""
        return next(
            (
                (card["card"], card["role"])
                for card in reversed(self._scene(at)["cards"])
                if card["card"] is not None and _inside(card["corners"], point)
            ),
            None,
        )

    def die_at(self, point: Point, at: float) -> int | None:
        """Return what the die at a point and time shows; None without one."""
        near = [(math.dist(die["center"], point), die["value"]) for die in self._scene(at)["dice"]]
        distance, value = min(near, default=(math.inf, 0))
        return value if distance <= MAX_DIE_DISTANCE else None

    def _scene(self, at: float) -> dict[str, Any]:
        """Return the positions after the last event before that time."""
        scene = self.document
        for event in self.document["events"]:
            if event["rests"] <= at:
                scene = event
        return scene


def _inside(corners: Sequence[Sequence[float]], point: Point) -> bool:

    return cv2.pointPolygonTest(np.array(corners, np.float32), (float(point[0]), float(point[1])), False) >= 0
