"""What ``roll`` prints of any game's dice."""

from __future__ import annotations

from typing import Literal, TypedDict


class DiceQuestion(TypedDict):
    """What the camera cannot read."""

    id: str
    kind: str
    text: str
    region: tuple[float, float, float, float] | None
    """The region of the picture: left, top, right, bottom, in pixels."""
    choices: list[str]


class RollInDoubt(TypedDict):
    """The camera sees dice but cannot read them with certainty; the exit status is then 1."""

    source: Literal["camera"]
    dice: None
    question: DiceQuestion
