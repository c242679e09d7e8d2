"""Texts about a camera."""

from companion.locale import Message


def describe_size(size: tuple[int, int]) -> Message:
    """Describe the size of a source's pictures: width and height in pixels."""
    return Message("Resolution {width} × {height}", {"width": size[0], "height": size[1]})
