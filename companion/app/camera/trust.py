"""Trusting a camera's own certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.app import App

if TYPE_CHECKING:
    from companion.pictures.sources.frame import FrameSource
    from companion.pictures.sources.trusted_cameras import UntrustedCertificate


def untrusted_certificate(source: FrameSource | None) -> UntrustedCertificate | None:
    """Return the certificate that keeps a source from being read, if that is why."""
    return getattr(source, "untrusted", None)


def trust(source: FrameSource | None) -> None:
    """Trust the certificate that a source shows. Raises :class:`~companion.files.UnwritableFile`."""
    found = untrusted_certificate(source)
    if found is not None:
        App.get_running_app().cameras.trust(found.machine, found.fingerprint)
