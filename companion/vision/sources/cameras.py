"""List the cameras of this computer: their numbers, names and, on Linux, who uses them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.decoding import is_number
from companion.locale import Message
from companion.platform_info import on_android
from companion.vision.sources.frame import SourceError

NAMES = Path("/sys/class/video4linux")
BY_ID = Path("/dev/v4l/by-id")
CHIP_DEVICES = ("bcm2835-codec", "bcm2835-isp", "rpivid", "rpi-hevc-dec", "pispbe", "rp1-cfe", "unicam")
"""Linux' names of video devices in a Raspberry Pi's chip: codecs, image processors, and inputs for libcamera only."""


@dataclass(frozen=True, slots=True)
class KnownCamera:
    """A camera of this computer.

    Attributes:
        number: The number that opens it.
        name: The maker's name.
        lasting: The name that stays when it is plugged in again.
    """

    number: int
    name: str
    lasting: str = ""

    @property
    def device(self) -> Path:
        """Its device file on Linux."""
        return Path(f"/dev/video{self.number}")


class EnumeratedCamera(Protocol):
    """A camera as cv2-enumerate-cameras lists it: ``index`` counts within ``backend``."""

    index: int
    name: str
    path: str | None
    backend: int


def list_cameras() -> list[KnownCamera]:
    """List the cameras of the system.

    Returns:
        The cameras.

    Raises:
        SourceError: They cannot be listed.
    """
    if on_android():
        raise SourceError(
            Message("this tablet's camera"),
            Message("not supported yet"),
            Message("mount a phone above the table and enter the address shown in its camera app"),
        )
    if sys.platform in ("win32", "darwin"):
        return list_enumerated_cameras(_enumerate())
    return list_linux_cameras()


def list_enumerated_cameras(found: Iterable[EnumeratedCamera]) -> list[KnownCamera]:
    """Return the cameras of Windows or macOS, each once, those of the usual backend first.

    A camera's number is its usual one. For another backend, as of virtual cameras on Windows, OpenCV takes the sum of
    the backend's number and the number there.

    Args:
        found: The cameras by backend.
    """
    known: dict[str, KnownCamera] = {}
    usual = None
    for camera in found:
        usual = camera.backend if usual is None else usual
        number = camera.index if camera.backend == usual else camera.backend + camera.index
        # The same device by two ways differs in what Windows writes after its name.
        device = (camera.path or str(number)).partition("#{")[0]
        known.setdefault(device, KnownCamera(number, camera.name, device if camera.path else ""))
    return list(known.values())


def _enumerate() -> list[EnumeratedCamera]:
    try:
        from cv2_enumerate_cameras import enumerate_cameras, supported_backends

        return [camera for backend in supported_backends for camera in enumerate_cameras(backend)]
    except (ImportError, OSError, RuntimeError) as error:
        raise SourceError(
            "the cameras of this machine",
            Message("cannot list them ({why})", {"why": str(error)}),
            Message("use the camera's number, from 0"),
        ) from error


def list_linux_cameras(names: Path = NAMES, by_id: Path = BY_ID) -> list[KnownCamera]:
    """Return the cameras of Linux, the lowest number first, without devices for metadata and codecs.

    Args:
        names: The system's folder of devices.
        by_id: The folder of permanent names.
    """
    lasting = {link.resolve().name: link.name for link in sorted(by_id.glob("*"))} if by_id.is_dir() else {}
    found = []
    for entry in names.glob("video*"):
        number = entry.name.removeprefix("video")
        name = _text(entry / "name")
        if is_number(number) and _text(entry / "index") in ("", "0") and not name.startswith(CHIP_DEVICES):
            found.append(KnownCamera(int(number), name, lasting.get(entry.name, "")))
    return sorted(found, key=lambda camera: camera.number)


def find_camera(text: str, known: list[KnownCamera]) -> KnownCamera | None:
    """Return the camera of a number, or the first whose name contains a text in any case."""
    if is_number(text):
        return next((camera for camera in known if camera.number == int(text)), None)
    wanted = text.casefold()
    return next((c for c in known if wanted in c.name.casefold() or wanted in c.lasting.casefold()), None)


def find_holder(device: Path, processes: Path = Path("/proc")) -> str:
    """Return the name of another program that has a device open; empty if none is visible."""
    for process in processes.glob("[0-9]*"):
        if process.name == str(os.getpid()):
            continue
        try:
            if any(link.readlink() == device for link in (process / "fd").iterdir()):
                return _text(process / "comm")
        except OSError:
            # It ended meanwhile, or belongs to somebody else.
            continue
    return ""


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
