"""A video file and a folder of pictures as sources that end."""

import threading
import time
from pathlib import Path

from companion.input_files import list_folder, not_a_file
from companion.locale import Message
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import INPUT_LIMITS, PICTURE_SUFFIXES, InputLimits
from companion.pictures.loading import UnreadablePicture, load_picture
from companion.pictures.sandbox.film_reader import FilmReader
from companion.pictures.sandbox.protocol import DecodingRefused, LimitExceeded
from companion.pictures.sources.capture import CaptureSource
from companion.pictures.sources.frame import DamagedPictures, Frame, SourceError, picture_too_large

VIDEO_SUFFIXES = {".mp4", ".avi", ".mkv", ".mov", ".webm", ".m4v", ".mpg", ".mpeg", ".mjpeg", ".mjpg", ".ogv"}
_USUAL_RATE = 25.0
WHOLE_AFTER = 250
"""Frames from one that stands alone to the next at most, as encoders usually have it (x264's ``keyint``)."""
_AGAIN = Message("copy the video again; it may be damaged")


class Damage:
    """Which frames of a film are damaged: those that FFmpeg complains about, and those that are made from them.

    Args:
        whole_after: Frames from one that stands alone to the next at most.
    """

    def __init__(self, whole_after: int) -> None:
        self._whole_after = whole_after
        self._until, self._reported = -1, False

    def is_in(self, film: FilmReader, frame: Frame) -> bool:
        """Return whether the film's latest frame is damaged."""
        if film.damaged:
            self._until = frame.number + (1 if film.all_whole else self._whole_after)
        damaged = frame.number < self._until
        self._reported &= damaged
        return damaged

    def report(self, name: str, next_step: Message) -> None:
        """Raise :class:`DamagedPictures` at the first of several damaged frames."""
        if not self._reported:
            self._reported = True
            raise DamagedPictures(name, next_step)


class Pace:
    """Waits until a frame of a film is due in real time."""

    def __init__(self, paced: bool, stopped: threading.Event) -> None:
        self._paced = paced
        self._stopped = stopped
        self._begun: float | None = None

    def wait(self, at: float) -> None:
        """Wait until ``at`` seconds after the first frame, or until the source is closed."""
        now = time.monotonic()
        if self._begun is None:
            self._begun = now - at
        if self._paced:
            self._stopped.wait(max(0.0, self._begun + at - now))


class VideoFile(CaptureSource[FilmReader]):
    """A film, in real time or frame by frame. If its file vanished it continues once that is back.

    Args:
        path: The file.
        paced: Whether it plays in real time.
        limits: The input limits.
    """

    def __init__(self, path: Path, paced: bool = True, limits: InputLimits = INPUT_LIMITS) -> None:
        super().__init__(str(path), limits)
        self._path = path
        self._pace = Pace(paced, self._closed)
        self._rate = _USUAL_RATE
        self._damage = Damage(WHOLE_AFTER)

    def _start(self) -> FilmReader:
        if not self._path.is_file():
            raise not_a_file(self._path, SourceError) if self._path.exists() else _missing(self._path)
        try:
            film = FilmReader(str(self._path), self._limits.film_seconds, self._limits)
            film.skip(self._number)
        except LimitExceeded as error:
            raise SourceError(str(self._path), error.reason, _AGAIN) from error
        except DecodingRefused as error:
            self._check_time(error)
            raise self._no_video() from error
        self._rate = film.rate or _USUAL_RATE
        return film

    def _size(self, capture: FilmReader) -> tuple[int, int]:
        return capture.width, capture.height

    def _next(self, capture: FilmReader) -> Frame | None:
        while not self._closed.is_set():
            frame = self._decode(capture)
            if frame is None or not self._damage.is_in(capture, frame):
                return frame
            self._damage.report(str(self._path), _AGAIN)
        return None

    def _decode(self, capture: FilmReader) -> Frame | None:
        try:
            pixels = capture.next()
        except LimitExceeded as error:
            raise SourceError(str(self._path), error.reason, _AGAIN) from error
        except DecodingRefused as error:
            if error.kind == "large":
                raise picture_too_large(str(self._path), *error.size, self._limits) from error
            if not self._path.is_file():
                raise _missing(self._path) from error
            self._check_time(error)
            if self._number == 0:
                raise self._no_video() from error
            if error.kind == "broken":
                raise SourceError(str(self._path), Message("cannot decode a frame"), _AGAIN) from error
            return None
        at = self._number / self._rate
        self._pace.wait(at)
        return self._numbered(pixels, at)

    def _no_video(self) -> SourceError:
        return SourceError(
            str(self._path),
            Message("unsupported or damaged video"),
            Message("use an MP4, AVI, MKV, MOV or WebM file"),
        )

    def _check_time(self, refused: DecodingRefused) -> None:
        """Raise if FFmpeg gave up because of the time: it does not say so."""
        seconds = self._limits.film_seconds
        if refused.took >= seconds:
            reason = Message("no picture within {seconds} seconds", {"seconds": f"{seconds:g}"})
            raise SourceError(str(self._path), reason, _AGAIN) from refused


class PictureFolder:
    """A folder's pictures by name, each shown for some seconds as by a camera.

    Args:
        folder: The folder.
        paced: Whether it plays in real time.
        each: Seconds for each picture.
        rate: Frames a second.
        limits: The input limits.
    """

    def __init__(
        self, folder: Path, paced: bool = True, each: float = 2.0, rate: float = 8.0, limits: InputLimits = INPUT_LIMITS
    ) -> None:
        self._folder = folder
        self._limits = limits
        self._frames_each = max(1, round(each * rate))
        self._rate = rate
        self._closed = threading.Event()
        self._pace = Pace(paced, self._closed)
        self._shown: Path | None = None
        self._pixels: Picture | None = None
        self._left = 0
        self._number = 0

    def open(self) -> None:
        """Check the folder.

        Raises:
            SourceError: There is no such folder, or no picture in it.
        """
        pictures_in(self._folder, self._limits)

    def read(self) -> Frame | None:
        """Return the next frame; None after the last or after closing."""
        if self._left == 0 and not self._load_next():
            return None
        if self._closed.is_set() or self._pixels is None:
            return None
        at = self._number / self._rate
        self._pace.wait(at)
        frame = Frame(self._pixels, at, self._number)
        self._number += 1
        self._left -= 1
        return frame

    def close(self) -> None:
        """Stop waiting for the next frame."""
        self._closed.set()

    def _load_next(self) -> bool:
        """Load the next picture; return whether there is one."""
        rest = [
            file for file in _files(self._folder, self._limits) if self._shown is None or file.name > self._shown.name
        ]
        if not rest:
            return False
        try:
            self._pixels = load_picture(rest[0]).pixels
        except UnreadablePicture as error:
            if not self._folder.is_dir():
                raise _missing(self._folder) from error
            # What cannot be read is passed over, so that asking again goes on with the next.
            self._shown = rest[0]
            raise SourceError(error.thing, error.reason, error.next_step) from error
        self._shown = rest[0]
        self._left = self._frames_each
        return True


def pictures_in(folder: Path, limits: InputLimits = INPUT_LIMITS) -> list[Path]:
    """Return a folder's pictures by name; raise :class:`SourceError` if it is missing or holds none."""
    files = _files(folder, limits)
    if not files:
        raise SourceError(str(folder), Message("contains no pictures"), Message("use a folder with JPEG or PNG files"))
    return files


def _files(folder: Path, limits: InputLimits) -> list[Path]:
    try:
        there = list_folder(folder, limits.folder_files, SourceError)
        return [file for file in there if file.suffix.lower() in PICTURE_SUFFIXES]
    except OSError:
        raise _missing(folder) from None


def _missing(path: Path) -> SourceError:
    return SourceError(str(path), Message("no such file"), Message("check the name, or put the file back"))
