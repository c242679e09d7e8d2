"""The checks of ``companion doctor`` for what is connected: cameras, and the roller's ports."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator

from companion.cli.findings import Finding
from companion.cli.languages import translate
from companion.cli.port_services import STOP_COMMANDS, chips_without_port, running_services
from companion.errors import CompanionError
from companion.folders import Folders
from companion.installation import package_command
from companion.locale import Message, Wording
from firmware_bridge.emulator.board import SOURCE


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
            values: Wording = {"camera": camera.name, "program": who}
            busy = Message("{camera} is in use by another program ({program})", values)
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
