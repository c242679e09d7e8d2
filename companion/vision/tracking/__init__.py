"""Track a table over time: what moves, what came to rest, what lies there. Each card keeps its identity."""

from companion.vision.tracking.follower import Follower
from companion.vision.tracking.play_area import PlayArea

__all__ = ["Follower", "PlayArea"]
