"""A staged game's truth, as ``models.train.stage`` writes it beside the video."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.games.magnate.moves import Move
    from companion.table.sightings import Point


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
        scene = self.document
        for event in self.document["events"]:
            if event["rests"] <= at:
                scene = event
        return next(
            (
                (card["card"], card["role"])
                for card in reversed(scene["cards"])
                if card["card"] is not None and _inside(card["corners"], point)
            ),
            None,
        )


def _inside(corners: Sequence[Sequence[float]], point: Point) -> bool:
    import cv2
    import numpy as np

    return cv2.pointPolygonTest(np.array(corners, np.float32), (float(point[0]), float(point[1])), False) >= 0
