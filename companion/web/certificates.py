"""Certificates: of the authority for home networks only, and of the camera page, as cameras open only over TLS."""

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
    plain = serialization.NoEncryption()
    key = made.key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)
    write_private_file(file, key + made.certificate.public_bytes(serialization.Encoding.PEM))
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
    name = x509.Name(
        [x509.NameAttribute(NameOID.COMMON_NAME, f"Decktet companion {x509.random_serial_number():x}"[:27])]
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS - 1))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(allowed, None), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    return Authority(key, certificate)


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
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


def server_key_usage() -> x509.KeyUsage:
    """Return the use of a server's key: to sign handshakes."""
    return _key_usage(signs_certificates=False)


PAGE_FILE_NAME = "page.pem"
"""The file's name in the data folder: the key, the certificate, and that of its authority."""
PAGE_VALID_DAYS = 90
"""Days for which a certificate is valid; browsers accept at most 397."""
PAGE_RENEWAL_DAYS = 30
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
    file, now = folder / PAGE_FILE_NAME, now or datetime.now(UTC)
    authority = ensure_authority(folder, address, now)
    kept = _load_page(file)
    if kept is None or not _is_valid(kept, authority, address, now):
        _create_page(file, authority, address, now)
    else:
        keep_private(file)
    return Certificate(file, authority)


def _load_page(file: Path) -> x509.Certificate | None:
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
    return known and is_current(kept, now, PAGE_RENEWAL_DAYS)


def _create_page(file: Path, authority: Authority, address: str, now: datetime) -> None:
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
        .not_valid_after(now + timedelta(days=PAGE_VALID_DAYS - 1))
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
