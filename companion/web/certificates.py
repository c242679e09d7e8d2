"""Certificates: of the authority for home networks only, and of the camera page, as cameras open only over TLS."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.files import keep_private, write_private_file

FILE_NAME = "web-authority.pem"
"""The file's name in the data folder: the key and the certificate. An authority for one address has it in its name."""
VALID_DAYS = 3653
"""Days for which the authority is valid: ten years."""
RENEWAL_DAYS = 120
"""Days before its end when an authority is replaced, more than a server certificate lasts."""
NETWORKS = tuple(
    map(
        ip_network,
        ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
         "fc00::/7", "fe80::/10"),
    )
)  # fmt: skip
"""The networks for whose addresses it can vouch: private ones, which no address of the internet belongs to."""
DOMAINS = ("localhost", "local", "lan", "home.arpa")
"""The domains for whose names it can vouch; none of them exists on the internet."""


@dataclass(frozen=True, slots=True)
class Authority:
    """A certificate authority: its key and its certificate."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the certificate, as browsers show it: pairs of hexadecimal digits."""
        return ":".join(f"{byte:02X}" for byte in self.certificate.fingerprint(hashes.SHA256()))

    @property
    def der(self) -> bytes:
        """The certificate as phones install it."""
        return self.certificate.public_bytes(serialization.Encoding.DER)


def ensure_authority(folder: Path, address: str, now: datetime | None = None) -> Authority:
    """Return the authority in a folder that can vouch for an address, made on first use.

    There is one for all private networks. An address of the internet gets one that can vouch for it alone. Only this
    account may read their keys. Raises ``UnwritableFile``.

    Args:
        folder: The data folder.
        address: The IP address of a server.
        now: The present time; None for the clock's.
    """
    now, own = now or datetime.now(UTC), ip_address(address)
    allowed: list[x509.GeneralName] = [x509.IPAddress(ip_network(own))]
    if private := is_private(address):
        allowed = [*map(x509.IPAddress, NETWORKS), *map(x509.DNSName, DOMAINS)]
    file = folder / (FILE_NAME if private else f"web-authority-{str(own).replace(':', '-')}.pem")
    kept = _load(file)
    if kept is not None and is_current(kept.certificate, now, RENEWAL_DAYS):
        keep_private(file)
        return kept
    made = _create(allowed, now)
    write_private_file(file, _written(made.key, made.certificate))
    return made


def is_private(address: str) -> bool:
    """Return whether an IP address belongs to a private network."""
    own = ip_address(address)
    return any(own in network for network in NETWORKS if network.version == own.version)


def is_current(certificate: x509.Certificate, now: datetime, renewal_days: int) -> bool:
    """Return whether a certificate is valid now, and stays so for more than some days."""
    return certificate.not_valid_before_utc <= now < certificate.not_valid_after_utc - timedelta(days=renewal_days)


def _load(file: Path) -> Authority | None:
    try:
        content = file.read_bytes()
        key = serialization.load_pem_private_key(content, None)
        certificate = x509.load_pem_x509_certificate(content)
    except (OSError, ValueError, TypeError):
        return None
    return Authority(key, certificate) if isinstance(key, ec.EllipticCurvePrivateKey) else None


def _create(allowed: list[x509.GeneralName], now: datetime) -> Authority:
    key = ec.generate_private_key(ec.SECP256R1())
    name = f"Decktet companion {x509.random_serial_number():x}"[:27]
    extensions = (
        (x509.BasicConstraints(ca=True, path_length=0), True),
        (x509.NameConstraints(allowed, None), True),
        (_key_usage(signs_certificates=True), True),
    )
    return Authority(key, _sign(name, key, now, VALID_DAYS, extensions))


def _sign(
    name: str,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    days: int,
    extensions: Iterable[tuple[x509.ExtensionType, bool]],
    issuer: Authority | None = None,
) -> x509.Certificate:
    """Return a certificate of a key, signed by its issuer or by itself; each extension with whether it is critical."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    builder = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject if issuer is None else issuer.certificate.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days - 1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )
    for extension, critical in extensions:
        builder = builder.add_extension(extension, critical)
    return builder.sign(key if issuer is None else issuer.key, hashes.SHA256())


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    """Return the use of an authority's key, or of a server's: to sign handshakes."""
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _written(key: ec.EllipticCurvePrivateKey, *chain: x509.Certificate) -> bytes:
    pem, plain = serialization.Encoding.PEM, serialization.NoEncryption()
    written = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    return b"".join((written, *(one.public_bytes(pem) for one in chain)))


PAGE_FILE_NAME = "page.pem"
"""The file's name in the data folder: the key, the certificate, and that of its authority."""
PAGE_VALID_DAYS = 90
"""Days for which a certificate is valid; browsers accept at most 397."""
PAGE_RENEWAL_DAYS = 30
"""Days before its end when a certificate is renewed."""


def ensure_certificate(address: str, folder: Path, now: datetime | None = None) -> tuple[Path, Authority]:
    """Return the file with the certificate for an address, made anew if it is not valid, and its authority.

    Only this account may read its key. Raises ``UnwritableFile``.

    Args:
        address: The IP address of the server.
        folder: The data folder.
        now: The present time; None for the clock's.
    """
    file, now = folder / PAGE_FILE_NAME, now or datetime.now(UTC)
    authority = ensure_authority(folder, address, now)
    if not _is_valid(file, authority, address, now):
        _create_page(file, authority, address, now)
    else:
        keep_private(file)
    return file, authority


def _is_valid(file: Path, authority: Authority, address: str, now: datetime) -> bool:
    try:
        kept = x509.load_pem_x509_certificate(file.read_bytes())
        kept.verify_directly_issued_by(authority.certificate)
        names = kept.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # none, another authority's, or one without the extension: made anew
        return False
    known = ip_address(address) in names.get_values_for_type(x509.IPAddress)
    return known and is_current(kept, now, PAGE_RENEWAL_DAYS)


def _create_page(file: Path, authority: Authority, address: str, now: datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    extensions = (
        (x509.SubjectAlternativeName([x509.IPAddress(ip_address(address))]), False),
        (x509.BasicConstraints(ca=False, path_length=None), True),
        (_key_usage(signs_certificates=False), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), False),
    )
    # Not the address: as a name it would be checked against the domains that the authority can vouch for.
    made = _sign("Decktet companion page", key, now, PAGE_VALID_DAYS, extensions, authority)
    write_private_file(file, _written(key, made, authority.certificate))
