"""Log in at a camera as it asks: HTTP Digest (RFC 7616) or Basic (RFC 7617)."""

import re
from collections.abc import Generator, Sequence

import httpx

_DIGESTS = ("sha-256", "md5")
"""Algorithms of digests, the strongest first."""
_NEEDS_A_PASSWORD = 401


class Login:
    """A name and password for the requests to one camera.

    The password is sent only once the camera asks for it, by the strongest way that it offers: a wrong attempt by
    another way may lock the account.
    """

    def __init__(self, user: str, password: str) -> None:
        self._digest = httpx.DigestAuth(user, password)
        self._basic = httpx.BasicAuth(user, password)
        self._wants_basic = False

    def requests(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        """Yield a request, and again with the login if the answer asks for one; each answer is sent in."""
        if self._wants_basic:
            yield next(self._basic.auth_flow(request))
            return
        digest = self._digest.auth_flow(request)
        response = yield next(digest)
        if response.status_code != _NEEDS_A_PASSWORD:
            return
        # Some apps ask without saying how; they expect Basic.
        challenges = response.headers.get_list("WWW-Authenticate") or ["Basic"]
        strongest = _strongest_digest(challenges)
        if strongest is not None:
            response.headers["WWW-Authenticate"] = strongest
            try:
                request = digest.send(response)
            except (ValueError, LookupError, NotImplementedError, httpx.ProtocolError):
                return  # A malformed challenge: the answer stays a refusal.
            yield request
        elif any(challenge.lower().startswith("basic") for challenge in challenges):
            self._wants_basic = True
            yield next(self._basic.auth_flow(request))


def _strongest_digest(challenges: Sequence[str]) -> str | None:
    """Return the strongest challenge that asks for a digest of a known algorithm."""
    offered: dict[str, str] = {}
    for challenge in challenges:
        if challenge.lower().startswith("digest "):
            named = re.search(r'\balgorithm="?([\w-]+)', challenge, re.IGNORECASE)
            offered.setdefault((named[1] if named else "md5").lower().removesuffix("-sess"), challenge)
    return next((offered[algorithm] for algorithm in _DIGESTS if algorithm in offered), None)
