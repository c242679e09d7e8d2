"""Tracking a table over time: what moves, what came to rest, what lies there; each card keeps its identity."""

from companion.vision.tracking.area import PlayArea
from companion.vision.tracking.follower import Follower

__all__ = ["Follower", "PlayArea"]
