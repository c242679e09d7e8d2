"""The network interfaces at which this computer can serve the web page."""

import re
import socket
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address

from companion.errors import CompanionError
from companion.installation import package_hint
from companion.locale import Message

LOOPBACK = "127.0.0.1"
TABLE_PORT, CAMERA_PORT = 8460, 8461
"""The usual ports of the table's page and of the camera page.

They are fixed because a browser treats another port as another site, without the stored notes and the accepted
certificate.
"""
REQUIRED_PACKAGES = ("starlette", "uvicorn", "segno", "ifaddr", "cryptography")
"""The packages of the web page."""


class MissingPackages(CompanionError):
    """Packages that the web page needs are not installed."""


VIRTUAL = re.compile(
    r"^(docker|br-|veth|virbr|lxc|lxd|podman|cni|vbox|vmnet|vmenet|tun|tap|utun|wg|tailscale|zt|ppp|ipsec|nordlynx|proton)"
    r"|VirtualBox|VMware|vEthernet|Hyper-V|TAP-|WireGuard|OpenVPN|Tailscale|ZeroTier|VPN",
    re.IGNORECASE,
)
"""Names of interfaces of containers, virtual machines and tunnels, at which no phone of the same room arrives."""


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface: its name in the system, and its address."""

    name: str
    address: str

    @property
    def is_loopback(self) -> bool:
        """Whether only this computer can reach it."""
        return self.address == LOOPBACK


def is_installed() -> bool:
    """Return whether the packages of the web page are installed."""
    return all(find_spec(name) is not None for name in REQUIRED_PACKAGES)


def check_installed() -> None:
    """Raise :class:`MissingPackages` with the command that installs them if a package is missing."""
    missing = [name for name in REQUIRED_PACKAGES if find_spec(name) is None]
    if missing:
        raise MissingPackages(
            Message("the web page"),
            Message("needs packages that are not installed: {names}", {"names": ", ".join(missing)}),
            package_hint(missing[0]),
        )


def list_interfaces() -> tuple[Interface, ...]:
    """Return the interfaces with an IPv4 address, in the order in which phones are likely to reach them.

    The usual route's comes first, those of containers, virtual machines and tunnels late, the loopback last.
    """
    import ifaddr

    found = {
        str(ip.ip): Interface(ip.nice_name, str(ip.ip))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
        if ip.is_IPv4 and not ip_address(str(ip.ip)).is_loopback
    }
    usual = _usual_address()

    def unlikelihood(one: Interface) -> tuple[object, ...]:
        address = ip_address(one.address)
        return address.is_link_local, bool(VIRTUAL.search(one.name)), one.address != usual, one.name, one.address

    return (*sorted(found.values(), key=unlikelihood), Interface("lo", LOOPBACK))


def is_free(port: int) -> bool:
    """Return whether no other program listens on a port of this computer."""
    try:
        socket.create_server(("", port), reuse_port=False).close()
    except OSError:
        return False
    return True


def _usual_address() -> str:
    """Return this computer's address on its usual route; empty without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(("192.0.2.1", 9))  # sends nothing; the system chooses the interface
            return str(line.getsockname()[0])
        except OSError:
            return ""
