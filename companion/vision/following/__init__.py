"""Tracking a table over time: what moves, what came to rest, what lies there; each card keeps its identity."""

from companion.vision.following.area import PlayArea
from companion.vision.following.follower import Follower

__all__ = ["Follower", "PlayArea"]
