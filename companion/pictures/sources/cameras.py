"""List the cameras of this computer: their numbers, names and, on Linux, who uses them."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.decoding import is_number
from companion.locale import Message
from companion.pictures.sources.frame import SourceError
from companion.platform_info import on_android

NAMES = Path("/sys/class/video4linux")
BY_ID, BY_PATH = Path("/dev/v4l/by-id"), Path("/dev/v4l/by-path")
CHIP_DEVICES = ("bcm2835-codec", "bcm2835-isp", "rpivid", "rpi-hevc-dec", "pispbe")
"""Linux' names of video devices in a Raspberry Pi's chip: codecs and image processors."""
CHIP_CAMERAS = ("rp1-cfe", "unicam")
"""Inputs of a Raspberry Pi's own camera, of which only libcamera makes pictures."""
LIBCAMERA = Message(
    "this Raspberry Pi's own camera needs libcamera: run `sudo apt-get install libcamera-tools libcamera-v4l2`, "
    "then start the companion with `libcamerify companion`"
)


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


def list_linux_cameras(names: Path = NAMES, by_id: Path = BY_ID, by_path: Path = BY_PATH) -> list[KnownCamera]:
    """Return the cameras of Linux, the lowest number first, without devices for metadata and codecs.

    Args:
        names: The system's folder of devices.
        by_id: The folder of permanent names.
        by_path: The folder of names by USB port, which tell cameras of one name apart.
    """
    ids, ports = _links(by_id), _links(by_path)
    left_out = CHIP_DEVICES if has_libcamera() else CHIP_DEVICES + CHIP_CAMERAS
    found = {number: name for number, name in _devices(names) if not name.startswith(left_out)}
    alike = Counter(found.values())
    return [
        KnownCamera(number, name, (ports if alike[name] > 1 else ids).get(f"video{number}", ""))
        for number, name in sorted(found.items())
    ]


def needs_libcamera(names: Path = NAMES) -> bool:
    """Return whether this is a Raspberry Pi whose own camera no program can open without libcamera."""
    return not has_libcamera() and any(name.startswith(CHIP_CAMERAS) for _, name in _devices(names))


def has_libcamera() -> bool:
    """Return whether this program was started by ``libcamerify``."""
    return "v4l2-compat" in os.environ.get("LD_PRELOAD", "")


def _devices(names: Path) -> Iterator[tuple[int, str]]:
    """Yield the number and the name of each video device, without those for metadata."""
    for entry in names.glob("video*"):
        number = entry.name.removeprefix("video")
        if is_number(number) and _text(entry / "index") in ("", "0"):
            yield int(number), _text(entry / "name")


def _links(folder: Path) -> dict[str, str]:
    """Return the names of a folder's links by what they lead to."""
    return {link.resolve().name: link.name for link in sorted(folder.glob("*"))} if folder.is_dir() else {}


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
