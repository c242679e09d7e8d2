"""The certificate of the camera page, because a browser opens a camera only over TLS."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.files import keep_private, write_private_file
from companion.web.authority import Authority, ensure_authority, is_current, server_key_usage

FILE_NAME = "page.pem"
"""The file's name in the data folder: the key, the certificate, and that of its authority."""
VALID_DAYS = 90
"""Days for which a certificate is valid; browsers accept at most 397."""
RENEWAL_DAYS = 30
"""Days before its end when a certificate is renewed."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate's file, and the authority that phones must trust."""

    file: Path
    authority: Authority

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the authority's certificate, by which people recognise it."""
        return self.authority.fingerprint


def ensure_certificate(address: str, folder: Path, now: datetime | None = None) -> Certificate:
    """Return the certificate in a folder if it is valid for the address, otherwise a new one.

    Only this account may read its key. Raises ``UnwritableFile``.

    Args:
        address: The IP address of the server.
        folder: The data folder.
        now: The present time; None for the clock's.
    """
    file, now = folder / FILE_NAME, now or datetime.now(UTC)
    authority = ensure_authority(folder, address, now)
    kept = _load(file)
    if kept is None or not _is_valid(kept, authority, address, now):
        _create(file, authority, address, now)
    else:
        keep_private(file)
    return Certificate(file, authority)


def _load(file: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except (OSError, ValueError):
        return None


def _is_valid(kept: x509.Certificate, authority: Authority, address: str, now: datetime) -> bool:
    try:
        kept.verify_directly_issued_by(authority.certificate)
        names = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # another authority's, or one without the extension: made anew
        return False
    known = ip_address(address) in names.get_values_for_type(x509.IPAddress)
    return known and is_current(kept, now, RENEWAL_DAYS)


def _create(file: Path, authority: Authority, address: str, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    reached = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))])
    issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key())
    made = (
        x509.CertificateBuilder()
        # Not the address: as a name it would be checked against the domains that the authority can vouch for.
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Decktet companion page")]))
        .issuer_name(authority.certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS - 1))
        .add_extension(reached, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(server_key_usage(), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(issuer, critical=False)
        .sign(authority.key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    content = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    write_private_file(file, content + made.public_bytes(pem) + authority.certificate.public_bytes(pem))
