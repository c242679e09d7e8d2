"""The files that every page needs: scripts, style sheets and pictures, compressed once and cached by browsers."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from starlette.datastructures import Headers
from starlette.responses import Response

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
    compressed: bytes | None
    tag: str
    """Changes with the content."""
    caching: str
    """How long a browser may keep it unasked."""

    def response(self, headers: Headers) -> Response:
        """Return the response to a request; 304 if the browser has the file already."""
        common = {"etag": self.tag, "cache-control": self.caching, "vary": "accept-encoding"}
        if headers.get("if-none-match") == self.tag:
            return Response(status_code=304, headers=common)
        if self.compressed is not None and accepts_gzip(headers):
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
    found: dict[str, Asset] = {}
    _collect(files("companion.web") / "static", "/", found)
    return found


def _collect(folder: Traversable, path: str, found: dict[str, Asset]) -> None:
    for one in folder.iterdir():
        if one.is_dir():
            _collect(one, f"{path}{one.name}/", found)
        elif (kind := KINDS.get(one.name.rpartition(".")[2])) is not None:
            content = one.read_bytes()
            caching = ART if path.endswith("/art/") else "no-cache"
            packed = None if kind == "image/png" else gzip.compress(content, 9, mtime=0)
            found[path + one.name] = Asset(
                kind, content, packed, f'"{hashlib.sha256(content).hexdigest()[:20]}"', caching
            )
