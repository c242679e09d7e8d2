"""A camera of this computer, with its exposure and focus locked if its driver permits it.

A camera that keeps adjusting turns every hand over the table into a change of light, and hunts for focus.
"""

import os
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace

import cv2
import numpy as np

from companion.decoding import is_number
from companion.locale import Message, listed
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import InputLimits
from companion.pictures.loading import (
    PicturePreview,
    TooManyPixels,
    UnreadablePicture,
    decode_camera_jpeg,
    decode_preview,
)
from companion.pictures.sources.cameras import (
    LIBCAMERA,
    KnownCamera,
    find_camera,
    find_holder,
    list_cameras,
    needs_libcamera,
)
from companion.pictures.sources.capture import CaptureSource
from companion.pictures.sources.frame import CaptureFormat, Frame, SourceError
from companion.platform_info import on_android

SETTLING_FRAMES = 30
"""Frames in which a camera adjusts exposure and focus first."""
CHECK_AFTER_FRAMES = 8
"""Frames after which the brightness is compared with that before the lock."""
AVERAGED_FRAMES = 600
"""Frames over which brightness is averaged: longer than a hand stays, shorter than dusk."""
MAX_BRIGHTNESS_CHANGE = 0.12
"""Share by which the lock, or the light of the room, may change the brightness; beyond, the lock is undone."""

_MANUAL, _AUTOMATIC = 1, 3
"""Video4Linux's values for manual exposure and aperture priority."""
_CONTROLS = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS)


class ExposureLock:
    """Locks an open camera's exposure and focus once they are settled, and undoes what makes the picture worse.

    When the light of the room changes, the camera adjusts again, and is locked as bright as before.
    """

    def __init__(self) -> None:
        self._found: dict[int, float] = {}
        self._frames = 0
        self._settled = self._average = 0.0
        self._is_locked = self._has_failed = False

    def update(self, capture: cv2.VideoCapture, pixels: Picture) -> None:
        """Take in each frame's grey pixels at half the size."""
        if not self._found:
            self._found = {control: capture.get(control) for control in _CONTROLS}
            # A program that ended without giving the controls back may have left them at yesterday's light.
            self._adjust(capture)
        self._frames += 1
        brightness = float(np.mean(pixels[::4, ::4]))
        self._average += (brightness - self._average) / min(self._frames, AVERAGED_FRAMES)
        if self._frames == SETTLING_FRAMES:
            self._settled = self._average = brightness
            self._lock(capture)
        elif self._frames == SETTLING_FRAMES + CHECK_AFTER_FRAMES and self._is_locked and self._differs(brightness):
            self._adjust(capture)
            capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            self._has_failed = True
        elif (
            self._frames > AVERAGED_FRAMES and not self._has_failed and self._is_locked is self._differs(self._average)
        ):
            if self._is_locked:
                self._adjust(capture)
            else:
                self._lock(capture)

    def release(self, capture: cv2.VideoCapture) -> None:
        """Leave the controls as they were found."""
        for control, value in self._found.items():
            capture.set(control, value)

    def _lock(self, capture: cv2.VideoCapture) -> None:
        exposure = capture.get(cv2.CAP_PROP_EXPOSURE)
        self._is_locked = capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL) and capture.set(
            cv2.CAP_PROP_EXPOSURE, exposure
        )
        self._has_failed = not self._is_locked
        capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def _adjust(self, capture: cv2.VideoCapture) -> None:
        capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
        capture.set(cv2.CAP_PROP_AUTOFOCUS, self._found[cv2.CAP_PROP_AUTOFOCUS])
        self._is_locked = False

    def _differs(self, brightness: float) -> bool:
        return abs(brightness - self._settled) > MAX_BRIGHTNESS_CHANGE * max(self._settled, 1.0)


_FRAME_TIMEOUT = "2"
"""Seconds that OpenCV waits for a frame of a connected camera; 10 without it."""

_MAX_DAMAGED = 5
"""Damaged pictures in a row after which a camera counts as lost."""


class Camera(CaptureSource[cv2.VideoCapture]):
    """The camera of a number or a part of its name. It is found again by its permanent name, because numbers change.

    Args:
        text: The number or the part of its name.
        wanted_format: The wished size and rate.
    """

    def __init__(self, text: str, wanted_format: CaptureFormat) -> None:
        super().__init__(text)
        self._text = text
        self._asked = wanted_format
        self._permanent_name = ""
        self._lock: ExposureLock | None = None
        self._due = 0.0
        if sys.platform == "darwin" and threading.current_thread() is threading.main_thread():
            # macOS asks for permission on the main thread only; the pictures are read on another.
            with suppress(SourceError):
                cv2.VideoCapture(self._find().number, cv2.CAP_ANY).release()

    def _start(self) -> cv2.VideoCapture:
        os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", _FRAME_TIMEOUT)
        camera = self._find()
        capture = cv2.VideoCapture(camera.number, cv2.CAP_V4L2 if sys.platform == "linux" else cv2.CAP_ANY)
        if not capture.isOpened():
            raise self._no_pictures(camera)
        negotiate_format(capture, self._asked)
        self._permanent_name = camera.lasting
        self._lock = ExposureLock()
        return capture

    def _size(self, capture: cv2.VideoCapture) -> tuple[int, int]:
        return round(capture.get(cv2.CAP_PROP_FRAME_WIDTH)), round(capture.get(cv2.CAP_PROP_FRAME_HEIGHT))

    def _find(self) -> KnownCamera:
        known = self._list()
        camera = (find_camera(self._permanent_name, known) if self._permanent_name else None) or find_camera(
            self._text, known
        )
        if camera is None and is_number(self._text) and sys.platform != "linux" and not on_android():
            # The list may lack what opens all the same.
            return KnownCamera(int(self._text), "")
        if camera is None:
            raise SourceError(self._thing, *_describe_absence(known))
        if sys.platform == "linux" and not os.access(camera.device, os.R_OK | os.W_OK):
            raise SourceError(
                str(camera.device),
                Message("permission denied"),
                Message("add yourself to the group video with `sudo usermod -aG video $USER`, then log in again"),
            )
        return camera

    def _list(self) -> list[KnownCamera]:
        try:
            return list_cameras()
        except SourceError:
            if is_number(self._text) and not on_android():
                return []
            raise

    @property
    def _thing(self) -> str:
        return f"/dev/video{self._text}" if is_number(self._text) and sys.platform == "linux" else self._text

    def _no_pictures(self, camera: KnownCamera) -> SourceError:
        who = find_holder(camera.device)
        if who:
            return SourceError(
                self._thing,
                Message("in use by another program ({program})", {"program": who}),
                Message("close that program"),
            )
        if sys.platform == "darwin":
            return SourceError(
                self._thing,
                Message("no pictures; macOS may not allow this program to use the camera"),
                Message("allow it in System Settings, Privacy & Security, Camera, or close other programs that use it"),
            )
        return SourceError(
            self._thing,
            Message("no pictures; another program may be using it"),
            Message("close other programs that use it, or reconnect it"),
        )

    def _next(self, capture: cv2.VideoCapture) -> Frame | None:
        for _ in range(_MAX_DAMAGED):
            now, picture = self._picture(capture)
            if picture is not None:
                frame = replace(self._numbered(picture, now), is_live=True)
                if self._lock is not None:
                    self._lock.update(capture, frame.half)
                return frame
        raise self._no_pictures(self._find())

    def _let_go(self) -> None:
        if self._lock is not None and self._capture is not None:
            self._lock.release(self._capture)
        super()._let_go()

    def _picture(self, capture: cv2.VideoCapture) -> tuple[float, Picture | PicturePreview | None]:
        """Return the time of the next picture, seconds, and the picture; None for a damaged one."""
        while True:
            if not capture.grab():
                raise self._no_pictures(self._find())
            now = time.monotonic()
            # A camera that is faster than it was asked to be is emptied, but not decoded.
            if now >= self._due or self._closed.is_set():
                break
        self._due = max(self._due + 1 / self._asked.rate, now - 1 / self._asked.rate)
        is_retrieved, captured = capture.retrieve()
        if not is_retrieved or captured is None:
            raise self._no_pictures(self._find())
        return now, decode_capture(np.asarray(captured, np.uint8), self._thing, self._limits)


def negotiate_format(capture: cv2.VideoCapture, wanted_format: CaptureFormat) -> None:
    """Request compressed frames of a size and rate from a camera, without buffering. It may deliver others."""
    # Uncompressed, 1280 × 720 does not fit through USB 2 at more than 10 frames a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, wanted_format.width)
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, wanted_format.height)
    capture.set(cv2.CAP_PROP_FPS, wanted_format.rate)
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    if capture.get(cv2.CAP_PROP_FOURCC) == cv2.VideoWriter.fourcc(*"MJPG"):
        # Most frames are only followed, at half their size, and never decoded whole.
        capture.set(cv2.CAP_PROP_CONVERT_RGB, 0)


def decode_capture(captured: Picture, thing: str, limits: InputLimits) -> Picture | PicturePreview | None:
    """Decode what a capture returned for a frame.

    Args:
        captured: BGR pixels (height × width × 3), or a JPEG's bytes in one row.
        thing: The camera's name in errors.
        limits: The input limits.

    Returns:
        The picture; None if it cannot be read.

    Raises:
        TooManyPixels: It is too large.
    """
    if captured.ndim == 3:
        return captured
    data = captured.tobytes()
    try:
        return decode_preview(data, thing, limits.frame_pixels)
    except TooManyPixels:
        raise
    except UnreadablePicture:
        # Some cameras leave out what every JPEG of theirs has in common; OpenCV knows that.
        with suppress(UnreadablePicture):
            return decode_camera_jpeg(data, thing, limits.frame_pixels)
        return None


def _describe_absence(known: list[KnownCamera]) -> tuple[Message, Message]:
    if not known:
        step = LIBCAMERA if needs_libcamera() else Message("connect one, or use a phone's stream or a video file")
        return Message("no camera connected"), step
    there = listed([Message("{number} ({name})", {"number": c.number, "name": c.name}) for c in known])
    return Message("not connected; available: {cameras}", {"cameras": there}), Message(
        "connect it, or choose another camera"
    )
