"""Log in at a camera as it asks: HTTP Digest (RFC 7616, MD5 and SHA-256) or Basic (RFC 7617)."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

_PARAMETER = re.compile(r'([A-Za-z0-9_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*))')
_SCHEME = re.compile(r"(?:^|,)\s*(Digest|Basic)\b(?!\s*=)", re.IGNORECASE)
_HASHES = {"sha-256": hashlib.sha256, "md5": hashlib.md5}
"""By algorithm, the strongest first."""
_LONGEST = 8_192
"""Characters of a challenge that are read."""


@dataclass
class Login:
    """A name and password, and what the camera last asked for. ``repr`` contains neither.

    The password is sent only once a camera asks for it, by the strongest way that it offers: a wrong attempt by
    another way may lock the account.
    """

    user: str = field(repr=False)
    password: str = field(repr=False)
    _challenge: dict[str, str] | None = field(default=None, repr=False)
    _count: int = field(default=0, repr=False)

    def challenged(self, challenges: Sequence[str], again: bool) -> bool:
        """Take in the ``WWW-Authenticate`` lines of an answer 401.

        Args:
            challenges: The lines; without any, as some apps answer, Basic is tried.
            again: Whether a login was tried already for this request.

        Returns:
            Whether to request again: there is a way to log in that has not failed.
        """
        before, self._challenge, self._count = self._challenge, _best(challenges or ["Basic"]), 0
        if self._challenge is None:
            return False
        stale = self._challenge.get("stale", "").lower() == "true"
        return not again or stale or before is None or before["way"] != self._challenge["way"]

    def header(self, method: str, target: str) -> dict[str, str]:
        """Return the ``Authorization`` line for a request; none before the camera asked for one."""
        if self._challenge is None:
            return {}
        if self._challenge["way"] == "basic":
            login = f"{self.user}:{self.password}".encode()
            return {"Authorization": "Basic " + base64.b64encode(login).decode()}
        self._count += 1
        return {"Authorization": _digest(self, self._challenge, self._count, method, target)}


def _best(challenges: Sequence[str]) -> dict[str, str] | None:
    """Return the parameters of the strongest way to log in that is offered and known."""
    offered = [one for line in challenges for one in _parse_challenges(line[:_LONGEST])]
    for way in (*_HASHES, "basic"):
        for one in offered:
            if one["way"] == way:
                return one
    return None


def _parse_challenges(line: str) -> list[dict[str, str]]:
    starts = list(_SCHEME.finditer(line))
    found = []
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(line)
        values = {
            one[1].lower(): re.sub(r"\\(.)", r"\1", one[2]) if one[2] is not None else one[3]
            for one in _PARAMETER.finditer(line, start.end(), end)
        }
        way = "basic"
        if start[1].lower() == "digest":
            way = values.get("algorithm", "MD5").lower().removesuffix("-sess")
            offers = [qop.strip().lower() for qop in values.get("qop", "").split(",")]
            if way not in _HASHES or "nonce" not in values or not {"", "auth"} & set(offers):
                continue
        found.append({**values, "way": way})
    return found


def _digest(login: Login, challenge: dict[str, str], count: int, method: str, target: str) -> str:
    def digest(*parts: str) -> str:
        return _HASHES[challenge["way"]](":".join(parts).encode()).hexdigest()

    realm, nonce, own, number = challenge.get("realm", ""), challenge["nonce"], secrets.token_hex(8), f"{count:08x}"
    identity = digest(login.user, realm, login.password)
    if challenge.get("algorithm", "").lower().endswith("-sess"):
        identity = digest(identity, nonce, own)
    request = digest(method, target)
    hashed = challenge.get("userhash", "").lower() == "true"
    fields = {
        "username": _quoted(digest(login.user, realm) if hashed else login.user),
        "realm": _quoted(realm),
        "nonce": _quoted(nonce),
        "uri": _quoted(target),
    }
    if challenge.get("qop"):
        fields |= {"qop": "auth", "nc": number, "cnonce": _quoted(own)}
        fields["response"] = _quoted(digest(identity, nonce, number, own, "auth", request))
    else:  # RFC 2069, as old cameras have it
        fields["response"] = _quoted(digest(identity, nonce, request))
    if "algorithm" in challenge:
        fields["algorithm"] = challenge["algorithm"]
    if "opaque" in challenge:
        fields["opaque"] = _quoted(challenge["opaque"])
    if hashed:
        fields["userhash"] = "true"
    return "Digest " + ", ".join(f"{name}={value}" for name, value in fields.items())


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
