"""What a site shows and knows: who stands behind its pages, its devices, its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from starlette.responses import Response

from companion.web.hosting.live_pages import LivePages
from companion.web.hosting.pictures import Pictures
from companion.web.hosting.server_host import ServerHost
from companion.web.hosting.visitors import Visitor, Visitors
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.request_guard import BodyRule, RequestLimits

FORM = BodyRule(64 * 1024, ("application/x-www-form-urlencoded", "application/json"))
"""The bodies of forms."""
LIMITS = RequestLimits(body=FORM.limit)
"""Limits for requests of pages."""


@dataclass(frozen=True, slots=True)
class Upload:
    """What a page sends as a file."""

    take: Callable[[ServerHost, PageRequest, bytes], PageResponse]
    """Takes the file in and returns the page that follows."""
    limit: int
    """Maximum number of bytes."""
    seconds: float = 60.0
    """Seconds in which all of it must come."""


@dataclass(frozen=True, slots=True)
class SiteParts:
    """What a site shows and knows, beside its pages."""

    make_host: Callable[[Visitor, str], ServerHost]
    """Returns what stands behind the pages of a visitor, for one action."""
    visitors: Visitors
    live: LivePages
    pictures: Pictures = field(default_factory=Pictures)
    uploads: Mapping[str, Upload] = field(default_factory=dict)
    """Where files are sent to, by name."""
    public_page: Callable[[str, str], Response | None] = lambda path, language: None
    """Returns a response for everybody, such as how to trust this computer, by path and language."""
    own_of_device: tuple[str, ...] = ()
    """The paths whose pages differ by device."""
    limits: RequestLimits = LIMITS
    """The limits for requests."""

    def is_for_one_device(self, address: str) -> bool:
        """Return whether the page at an address differs by device."""
        return address.partition("?")[0] in self.own_of_device

    def body_rule(self, path: str) -> BodyRule:
        """Return what a path takes as the body of a request."""
        upload = self.uploads.get(path.removeprefix("/upload/")) if path.startswith("/upload/") else None
        return FORM if upload is None else BodyRule(upload.limit, ("application/octet-stream",))
