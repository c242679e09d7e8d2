"""What answers about dice, and the camera, say to people."""

from __future__ import annotations

from companion.locale import Message

_LABELS = {"yes": Message("Yes"), "no": Message("No"), "again": Message("Throw again")}


def label_dice_answer(choice: str) -> Message:
    """A number, or what is meant."""
    return _LABELS.get(choice) or Message("{said}", {"said": choice})


def describe_size(size: tuple[int, int]) -> Message:
    """How large a source's pictures are: width and height, pixels."""
    return Message("Pictures of {width} × {height}", {"width": size[0], "height": size[1]})
