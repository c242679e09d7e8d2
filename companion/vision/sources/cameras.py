"""The cameras of this machine: their numbers, names and who holds them (Linux; elsewhere a number is all there is)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

NAMES = Path("/sys/class/video4linux")
BY_ID = Path("/dev/v4l/by-id")


@dataclass(frozen=True, slots=True)
class KnownCamera:
    """A camera by its number, with the names it goes by: the maker's, and the one that stays when it is replugged."""

    number: int
    name: str
    lasting: str = ""

    @property
    def device(self) -> Path:
        return Path(f"/dev/video{self.number}")


def cameras(names: Path = NAMES, by_id: Path = BY_ID) -> list[KnownCamera]:
    """The cameras that Linux lists, the lowest number first; none elsewhere. A device that gives no pictures of its
    own (a camera's second one, for metadata) is left out."""
    lasting = {link.resolve().name: link.name for link in sorted(by_id.glob("*"))} if by_id.is_dir() else {}
    found = []
    for entry in names.glob("video*"):
        number = entry.name.removeprefix("video")
        if number.isdigit() and _text(entry / "index") in ("", "0"):
            found.append(KnownCamera(int(number), _text(entry / "name"), lasting.get(entry.name, "")))
    return sorted(found, key=lambda camera: camera.number)


def named(text: str, known: list[KnownCamera]) -> KnownCamera | None:
    """The camera of this number, or the first whose name contains the text, in whatever letters."""
    if text.isdigit():
        return next((camera for camera in known if camera.number == int(text)), None)
    wanted = text.casefold()
    return next((c for c in known if wanted in c.name.casefold() or wanted in c.lasting.casefold()), None)


def holder(device: Path, processes: Path = Path("/proc")) -> str:
    """The name of another program that has the device open; empty where none can be seen."""
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
