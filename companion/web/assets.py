"""The files and texts that every page's scripts need, compressed once and cached; and the language of a request."""

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from companion.locale import Message
from companion.locale.languages import LANGUAGES, translations

_DOOR = {
    "code": Message("Code"),
    "enter": Message("Connect"),
    "wrong": Message("This code is wrong, was used already, or has expired."),
    "often": Message("Too many wrong codes came from here. Try again in a minute."),
    "unreached": Message("The table cannot be reached. Try again."),
}
"""The texts of the form for a code."""
SITE: Mapping[str, Message] = {
    **_DOOR,
    "title": Message("Decktet companion"),
    "ask": Message(
        "Ask at the table for a code. The host’s device shows it, and so does the computer or tablet that serves this "
        "page."
    ),
    "away": Message("Reconnecting… This is the last known state."),
    "kept": Message("Reconnecting… Your tap is stored and will be sent."),
    "unsent": Message("Your last tap may not have arrived. Check the table, then tap again."),
}
"""The texts of ``transport.js``, by the name that it uses."""
CAMERA: Mapping[str, Message] = {
    **_DOOR,
    "title": Message("Use a phone as camera"),
    "ask": Message("To get a code, open the camera’s page on the host’s device, or the menu of the tablet."),
    "gone": Message("This page was disconnected. To connect again, enter a new code."),
    "allow": Message("The browser asks to use the camera. Allow it."),
    "filming": Message("This phone is the table’s camera. Keep this page open."),
    "cut": Message("The table cannot be reached. Trying again…"),
    "forbidden": Message("The browser blocked the camera. Allow it for this page in the browser’s settings."),
    "paused": Message("The phone paused its camera. Return to this page, and close other apps that use the camera."),
    "lens": Message("Camera"),
    "no_camera": Message("The camera cannot be opened. Close other apps that use it."),
    "none": Message("This device has no camera. Open this page on a phone."),
    "inside": Message("This browser gives pages no camera. Open this page in Safari, Chrome or Firefox itself."),
    "dark": Message("It is too dark. Turn on a light."),
    "far": Message("The cards are small. Move the phone closer."),
    "nothing": Message("No card is recognised yet. Keep the whole table inside the frame."),
    "tilted": Message("Hold the phone flat above the table."),
    "warm": Message("Fewer pictures are sent, to spare the battery."),
}
"""The texts of ``camera.js``, by the name that it uses."""


async def send_labels(labels: Mapping[str, Message], request: Request) -> JSONResponse:
    """Return every text in the language of a request."""
    catalogue = translations(find_language(request))
    return JSONResponse({name: text.text(catalogue) for name, text in labels.items()})


def find_language(request: Request) -> str:
    """Return the language of a request, English if it is not available."""
    asked = request.headers.get("x-language") or request.headers.get("accept-language", "")[:2].lower()
    return asked if asked in LANGUAGES else "en"


KINDS: Mapping[str, str] = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
    "mp4": "video/mp4",
    "webmanifest": "application/manifest+json",
}
"""The types of the files that are served, by the ends of their names."""
ART = "public, max-age=86400"
"""Pictures are asked for again after a day: every patch of a page that shows one would ask otherwise."""
MIN_COMPRESSED = 400
"""Bytes from which a response is compressed."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    kind: str
    content: bytes
    compressed: bytes
    tag: str
    """Changes with the content."""
    caching: str
    """How long a browser may keep it unasked."""

    def response(self, headers: Headers) -> Response:
        """Return the response to a request; 304 if the browser has the file already."""
        common = {"etag": self.tag, "cache-control": self.caching, "vary": "accept-encoding"}
        if headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=common)
        if accepts_gzip(headers):
            return Response(self.compressed, headers={**common, "content-encoding": "gzip"}, media_type=self.kind)
        return Response(self.content, headers=common, media_type=self.kind)


def accepts_gzip(headers: Headers) -> bool:
    """Return whether a browser takes compressed responses."""
    return "gzip" in headers.get("accept-encoding", "")


def pack(content: bytes, headers: Headers) -> tuple[bytes, dict[str, str]]:
    """Return a response's content, compressed if that helps, and the headers that say so."""
    if len(content) < MIN_COMPRESSED or not accepts_gzip(headers):
        return content, {}
    return gzip.compress(content, 5), {"content-encoding": "gzip", "vary": "accept-encoding"}


@cache
def assets() -> Mapping[str, Asset]:
    """Return the files of the folder ``static``, by their paths."""
    folder = Path(__file__).parent / "static"
    served = [file for file in folder.rglob("*") if file.suffix[1:] in KINDS]
    return {f"/{file.relative_to(folder).as_posix()}": _load(file) for file in served}


def _load(file: Path) -> Asset:
    content, caching = file.read_bytes(), ART if file.parent.name == "art" else "no-cache"
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return Asset(KINDS[file.suffix[1:]], content, gzip.compress(content, 9, mtime=0), tag, caching)
