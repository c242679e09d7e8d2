"""The cameras whose own certificates are trusted, each by its fingerprint."""

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.files import write_data_file
from companion.locale import Message
from companion.pictures.sources.address import NoAddress, parse_address, redact_address
from companion.pictures.sources.frame import SourceError

_FINGERPRINT = re.compile(r"[0-9a-f]{64}")
_LONGEST = 1_000_000
"""Bytes of the file that are read."""

FingerprintLookup = Callable[[str], str | None]
"""Returns the fingerprint that is trusted for a machine (``host:port``), or None."""


class NoFingerprint(CompanionError):
    """Raise for a text that is no fingerprint of a certificate."""


class UntrustedCertificate(SourceError):
    """Raise if a camera shows a certificate that no authority vouches for and that was not trusted yet."""

    def __init__(self, thing: str, machine: str, certificate: bytes, changed: bool) -> None:
        self.machine = machine
        self.fingerprint = compute_fingerprint(certificate)
        self.changed = changed
        values = {"fingerprint": format_fingerprint(self.fingerprint)}
        if changed:
            reason = Message("certificate changed since you trusted it (SHA-256 fingerprint {fingerprint})", values)
            step = Message(
                "trust it only if you reinstalled or reset the camera app. To do so, use "
                "`companion watch --trust FINGERPRINT`, or Trust this camera in the app. "
                "Otherwise another device may be posing as the camera"
            )
        else:
            reason = Message("self-signed certificate (SHA-256 fingerprint {fingerprint})", values)
            step = Message(
                "if this is your camera, trust it with `companion watch --trust "
                "FINGERPRINT`, or Trust this camera in the app"
            )
        super().__init__(thing, reason, step)


class TrustedCameras:
    """Fingerprints by machine, kept in a JSON file. An unreadable file trusts nobody."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._known = _read(path)

    def of(self, machine: str) -> str | None:
        """Return the fingerprint that is trusted for a machine, ``host:port``."""
        return self._known.get(machine)

    def trust(self, machine: str, fingerprint: str) -> None:
        """Trust a machine by this fingerprint alone, from now on. Raises :class:`~companion.files.UnwritableFile`."""
        known = {**_read(self._path), machine: fingerprint}
        write_data_file(self._path, (json.dumps({"certificates": known}, indent=2) + "\n").encode())
        self._known = known

    def trust_at(self, address: str, fingerprint: str) -> None:
        """Trust the machine of an ``https`` address by a fingerprint that somebody typed.

        A file that cannot be written raises :class:`~companion.files.UnwritableFile`.

        Args:
            address: The address.
            fingerprint: The fingerprint, with or without colons.

        Raises:
            NoFingerprint: The text is none, or the address is not one of HTTPS.
        """
        wanted = parse_fingerprint(fingerprint)
        try:
            there = parse_address(address)
        except NoAddress:
            there = None
        if there is None or there.scheme != "https":
            raise NoFingerprint(
                redact_address(address),
                Message("no certificate"),
                Message("use an address that begins with https://"),
            )
        self.trust(f"{there.host}:{there.connects_to}", wanted)


def compute_fingerprint(certificate: bytes) -> str:
    """Return the SHA-256 of a certificate in DER, 64 hexadecimal digits."""
    return hashlib.sha256(certificate).hexdigest()


def format_fingerprint(fingerprint: str) -> str:
    """Return a fingerprint as certificates' viewers show it.

    >>> format_fingerprint("00ff" * 16)[:11]
    '00:FF:00:FF'
    """
    return ":".join(fingerprint[at : at + 2] for at in range(0, len(fingerprint), 2)).upper()


def parse_fingerprint(text: str) -> str:
    """Return a fingerprint that somebody typed, with or without colons. Raises :class:`NoFingerprint`."""
    digits = re.sub(r"[\s:]", "", text).lower()
    if not _FINGERPRINT.fullmatch(digits):
        raise NoFingerprint(
            text,
            Message("not a SHA-256 fingerprint (64 digits and letters from A to F)"),
            Message("copy it from the error message or from the camera app"),
        )
    return digits


def _read(path: Path) -> dict[str, str]:
    try:
        with path.open("rb") as file:
            kept = json.loads(file.read(_LONGEST))["certificates"]
        return {str(machine): print_ for machine, print_ in kept.items() if _FINGERPRINT.fullmatch(print_)}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}
