"""Sources of pictures: a camera, a phone's stream, a video file, a folder of pictures; and the newest frame of one."""

from companion.pictures.sources.frame import (
    CaptureFormat,
    DamagedPictures,
    Frame,
    FrameSource,
    NewestFrame,
    SourceBack,
    SourceEnded,
    SourceError,
    SourceEvent,
    SourceLost,
)
from companion.pictures.sources.opening import open_source, parse_source

__all__ = [
    "CaptureFormat",
    "DamagedPictures",
    "Frame",
    "FrameSource",
    "NewestFrame",
    "SourceBack",
    "SourceEnded",
    "SourceError",
    "SourceEvent",
    "SourceLost",
    "open_source",
    "parse_source",
]
