"""What ``companion doctor`` finds of a club's server, the web pages, cameras and the roller's ports."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.cli.output import translate
from companion.cli.port_services import STOP_COMMANDS, chips_without_port, running_services
from companion.errors import CompanionError
from companion.folders import Folders
from companion.installation import package_command
from companion.journal import JournalError
from companion.locale import Message, Wording
from companion.web.network_interfaces import (
    TABLE_PORT,
    VIRTUAL,
    MissingPackages,
    check_installed,
    is_free,
    list_interfaces,
)
from firmware_bridge.emulator.board import SOURCE

if TYPE_CHECKING:
    from companion.journal.store.server import Serving


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. ``needed`` tells what play cannot do without from what is optional.

    What is a name or a command and no sentence is a ``str``.
    """

    name: Message | str
    works: bool
    found: Message | str
    mend: Message | str = ""
    needed: bool = True

    @property
    def mark(self) -> Message:
        """Whether it works, in a word."""
        return Message("ok") if self.works else Message("missing") if self.needed else Message("absent")

    def to_json(self) -> dict[str, object]:
        """Return the finding as JSON, its name in English, the other texts in the language of this run."""
        texts = {"found": translate(self.found), "mend": translate(self.mend)}
        return {"name": str(self.name), "works": self.works, **texts, "needed": self.needed}


SERVER = Message("club server")
VERIFIED_URL = "COMPANION_DATABASE_URL='…?sslmode=verify-full&sslrootcert=CA.crt'"
"""The setting with which a tablet connects to that server alone."""


def check_server(folders: Folders) -> Iterator[Finding]:
    """Check the connection to a club's server; whether its games can be read is another check."""
    from companion.journal.store.server import serving

    if not folders.on_server:
        mend = "COMPANION_DATABASE_URL=postgresql://USER@SERVER/DATABASE"
        yield Finding(SERVER, False, Message("none; games are saved in a local file"), mend, False)
        return
    try:
        facts = serving(folders.journal_url)
    except JournalError:
        return
    if facts is not None:
        yield server_finding(facts)


def server_finding(facts: Serving) -> Finding:
    """Return the gravest finding about a connection to a server."""
    values: Wording = {"version": facts.version, "role": facts.role}
    if facts.owns:
        owned = Message("PostgreSQL {version}; {role} owns the tables and can delete them", values)
        return Finding(SERVER, False, owned, "companion club tables ROLE", False)
    if facts.within:
        return Finding(SERVER, True, Message("PostgreSQL {version} on this computer, as {role}", values))
    if not facts.tls:
        plain = Message("PostgreSQL {version}, as {role}, without TLS: others on the network can read the data", values)
        return Finding(SERVER, False, plain, VERIFIED_URL, False)
    if not facts.checked:
        unverified = Message("PostgreSQL {version}, as {role}, over TLS, server not verified", values)
        return Finding(SERVER, False, unverified, VERIFIED_URL, False)
    return Finding(SERVER, True, Message("PostgreSQL {version}, as {role}, over TLS, server verified", values))


def check_web(_: Folders) -> Iterator[Finding]:
    """Check whether web pages can be served, and where."""
    name = Message("web pages for spectators and phones")
    try:
        check_installed()
    except MissingPackages as error:
        yield Finding(name, False, error.reason, error.next_step or "", False)
        return
    there = [one for one in list_interfaces() if not one.is_loopback]
    at = ", ".join(f"{one.address} ({one.name})" for one in there)
    yield Finding(name, True, Message("available at {addresses}", {"addresses": at}) if at else Message("available"))
    if all(VIRTUAL.search(one.name) for one in there):
        none = Message("none that phones can reach") if there else Message("none")
        yield Finding(Message("network"), False, none, Message("connect this computer to the phones' Wi-Fi"), False)
    if not is_free(TABLE_PORT):
        taken = Message("{port} is in use; the page takes another one", {"port": TABLE_PORT})
        yield Finding(Message("port of the web pages"), False, taken, f"companion web --port {TABLE_PORT + 2}", False)


def check_cameras(_: Folders) -> Iterator[Finding]:
    """Check which cameras there are, and why one cannot be used."""
    from companion.pictures.sources.cameras import LIBCAMERA, find_holder, list_cameras, needs_libcamera

    try:
        there = list_cameras()
    except CompanionError as error:
        upgrade = package_command("cv2-enumerate-cameras>=1.3.4")
        yield Finding(Message("cameras"), False, translate(error), upgrade, False)
        return
    closed = [camera for camera in there if not os.access(camera.device, os.R_OK | os.W_OK)]
    if closed and sys.platform == "linux":
        names = ", ".join(str(camera.device) for camera in closed)
        found = Message("no permission to open {cameras}", {"cameras": names})
        yield Finding(Message("cameras"), False, found, "sudo usermod -aG video $USER", False)
        return
    named = ", ".join(f"{camera.number} ({camera.name})" for camera in there)
    for camera in there:
        if who := find_holder(camera.device):
            busy = Message("{camera} is in use by another program ({program})", {"camera": camera.name, "program": who})
            yield Finding(Message("cameras"), False, busy, Message("close that program"), False)
    phone = Message("connect one, or use a phone: `companion watch --source http://PHONE:8080/video`")
    mend = LIBCAMERA if needs_libcamera() else phone
    yield Finding(Message("cameras"), bool(there), named or Message("no camera connected"), mend, False)


def check_roller(_: Folders) -> Iterator[Finding]:
    """Check the serial ports, what keeps a roller from them, and the emulated roller."""
    from serial.tools import list_ports

    ports = [port.device for port in list_ports.comports()]
    closed = [port for port in ports if sys.platform == "linux" and not os.access(port, os.R_OK | os.W_OK)]
    if closed:
        found = Message("no permission to open {ports}", {"ports": ", ".join(closed)})
        yield Finding(Message("serial ports"), False, found, "sudo usermod -aG dialout $USER", False)
    services = running_services()
    for chip in chips_without_port():
        gone = Message("the USB chip {chip} has no port: another program or a missing driver keeps it", {"chip": chip})
        mend = STOP_COMMANDS["brltty"] if "brltty" in services else Message("reconnect the roller")
        yield Finding(Message("serial ports"), False, gone, mend, False)
    yield Finding(
        Message("serial ports"),
        bool(ports),
        ", ".join(ports) or Message("no dice roller connected; enter the dice by hand"),
        Message("connect the dice roller"),
        False,
    )
    for service in services:
        runs = Message("{service} is running and may block the roller's port", {"service": service})
        yield Finding(Message("serial port services"), False, runs, STOP_COMMANDS[service], False)
    if not SOURCE.is_dir():
        found = Message("available in the source repository only")
        yield Finding(Message("emulated roller"), False, found, needed=False)
        return
    tools = [tool for tool in ("avr-gcc", "simavr") if shutil.which(tool) is None]
    yield Finding(
        Message("emulated roller"),
        not tools,
        Message("available") if not tools else Message("missing tools: {tools}", {"tools": ", ".join(tools)}),
        "sudo apt-get install gcc-avr avr-libc simavr libsimavr-dev libelf-dev",
        False,
    )
