"""Labels of the answers about dice, and of a camera's picture."""

from __future__ import annotations

from companion.locale import Message

_LABELS = {"yes": Message("Yes"), "no": Message("No"), "again": Message("Throw again")}


def label_dice_answer(choice: str) -> Message:
    """Return the label of an answer: a number, or its meaning."""
    return _LABELS.get(choice) or Message("{said}", {"said": choice})


def describe_size(size: tuple[int, int]) -> Message:
    """Describe the size of a source's pictures: width and height in pixels."""
    return Message("Pictures of {width} × {height}", {"width": size[0], "height": size[1]})
