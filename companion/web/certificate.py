"""A self-signed certificate, because a browser opens a camera only over TLS."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from companion.files import write_data_file

FILE_NAME = "page.pem"
"""The file's name in the data folder: the key and the certificate."""
VALID_DAYS = 397
"""Days for which a certificate is valid, the maximum that browsers accept."""
RENEWAL_DAYS = 30
"""Days before its end when a certificate is renewed."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate's file, and the fingerprint by which people recognise it."""

    file: Path
    fingerprint: str
    """SHA-256, as browsers show it: pairs of hexadecimal digits."""


def ensure_certificate(address: str, folder: Path, now: datetime | None = None) -> Certificate:
    """Return the certificate in a folder if it is valid for the address, otherwise a new one.

    Only this account may read its key. Raises ``UnwritableFile``.

    Args:
        address: The IP address of the server.
        folder: The folder of the certificate.
        now: The present time; None for the clock's.

    Returns:
        The certificate.
    """
    file, now = folder / FILE_NAME, now or datetime.now(UTC)
    kept = _load(file)
    if kept is None or not _is_valid(kept, address, now):
        folder.mkdir(parents=True, exist_ok=True)
        kept = _create(file, address, now)
    return Certificate(file, ":".join(f"{byte:02X}" for byte in kept.fingerprint(hashes.SHA256())))


def _load(file: Path) -> x509.Certificate | None:
    try:
        return x509.load_pem_x509_certificate(file.read_bytes())
    except (OSError, ValueError):
        return None


def _is_valid(kept: x509.Certificate, address: str, now: datetime) -> bool:
    names = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = ip_address(address) in names.get_values_for_type(x509.IPAddress)
    return known and now + timedelta(days=RENEWAL_DAYS) < kept.not_valid_after_utc


def _create(file: Path, address: str, now: datetime) -> x509.Certificate:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Decktet companion")])
    reached = x509.SubjectAlternativeName([x509.IPAddress(ip_address(address)), x509.DNSName("localhost")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS - 1))
        .add_extension(reached, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    # The file exists with its mode before the key is in it, so that nobody else can ever read the key.
    file.touch(mode=0o600)
    write_data_file(file, key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain) + made.public_bytes(pem))
    return made
