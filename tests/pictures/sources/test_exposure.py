"""Cameras in the ways of their systems: exposure and focus, hints for each cause of no pictures, names and guards."""

import errno as numbers
import os
import socket
import sys
import threading
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest

import companion.pictures
from companion.pictures.input_limits import InputLimits
from companion.pictures.sources.address import parse_address
from companion.pictures.sources.camera import Camera, ExposureLock
from companion.pictures.sources.cameras import find_camera, list_linux_cameras, needs_libcamera
from companion.pictures.sources.connection_errors import unreachable
from companion.pictures.sources.frame import CaptureFormat, SourceError
from companion.pictures.sources.opening import open_source, parse_source
from companion.pictures.sources.stream_discovery import DiscoveredStream
from tests.cases import each
from tests.pictures.sources.test_quirky_cameras import FAST, OK, Says, always, camera, once

NOWHERE = Path("/none")


def listed(folder: Path, names: dict[int, str]) -> Path:
    """A folder of video devices as ``/sys/class/video4linux``."""
    for number, name in names.items():
        (folder / f"video{number}").mkdir(parents=True)
        (folder / f"video{number}" / "name").write_text(f"{name}\n")
        (folder / f"video{number}" / "index").write_text("0\n")
    return folder


def test_a_raspberry_pi_s_camera_is_one_only_with_libcamera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    devices = listed(tmp_path, {0: "unicam-image", 10: "bcm2835-codec-decode", 20: "pispbe-input"})
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    assert list_linux_cameras(devices, NOWHERE, NOWHERE) == [] and needs_libcamera(devices)
    monkeypatch.setenv("LD_PRELOAD", "/usr/libexec/aarch64-linux-gnu/libcamera/v4l2-compat.so")
    assert [camera.number for camera in list_linux_cameras(devices, NOWHERE, NOWHERE)] == [0]
    assert not needs_libcamera(devices)


def test_a_raspberry_pi_without_camera_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    devices = listed(tmp_path, {0: "rp1-cfe-csi2_ch0"})
    monkeypatch.delenv("LD_PRELOAD", raising=False)
    for asks in (needs_libcamera, list_linux_cameras):
        monkeypatch.setattr(asks, "__defaults__", (devices, NOWHERE, NOWHERE)[: len(asks.__defaults__ or ())])
    with pytest.raises(SourceError, match="no camera connected") as refused:
        open_source("0")
    assert "libcamerify" in str(refused.value.next_step) and "libcamera-v4l2" in str(refused.value.next_step)


def test_two_cameras_of_one_name_have_their_ports_beside_it(tmp_path: Path) -> None:
    devices = listed(tmp_path / "sys", {0: "HD Webcam", 2: "HD Webcam", 4: "Table Cam"})
    by_id, by_path = tmp_path / "by-id", tmp_path / "by-path"
    for folder, links in (
        (by_id, {"usb-Maker_HD_Webcam-index0": 2, "usb-Maker_Table_Cam_0815-index0": 4}),
        (by_path, {"pci-usb-0:1-index0": 0, "pci-usb-0:2-index0": 2, "pci-usb-0:3-index0": 4}),
    ):
        folder.mkdir()
        for name, number in links.items():
            (folder / name).symlink_to(f"/dev/video{number}")
    known = list_linux_cameras(devices, by_id, by_path)
    assert [camera.lasting for camera in known] == [
        "pci-usb-0:1-index0",
        "pci-usb-0:2-index0",
        "usb-Maker_Table_Cam_0815-index0",
    ]
    assert find_camera(known[1].lasting, known) is known[1]


class Refused:
    """A capture on a Mac that may not use the camera."""

    threads: list[threading.Thread] = []  # noqa: RUF012 - of all of them

    def __init__(self, *_: int) -> None:
        self.threads.append(threading.current_thread())

    def isOpened(self) -> bool:
        return False

    def release(self) -> None:
        """Nothing is open."""


def test_a_mac_is_asked_for_its_camera_on_the_main_thread_a_refusal_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(cv2, "VideoCapture", Refused)
    camera = Camera("0", CaptureFormat())
    assert Refused.threads == [threading.main_thread()]
    with pytest.raises(SourceError, match="macOS may not allow") as refused:
        camera.open()
    assert "Privacy & Security" in str(refused.value.next_step)


def test_webcams_of_windows_open_without_hardware_transforms() -> None:
    assert companion.pictures.__file__ and os.environ["OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS"] == "0"


HURRIED = InputLimits(still_seconds=0.4, answer_seconds=0.4)


@each(
    ("says", "hint"),
    [
        (once(b"HTTP/1.1 404 Not Found\r\n\r\n"), "the path after the device's name"),
        (once(b"HTTP/1.1 403 Forbidden\r\n\r\n"), "check the name and the password"),
        (once(b"HTTP/1.1 503 Busy\r\n\r\n"), "close other programs"),
        (
            once(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nDroidCam is connected to another client"),
            "close other programs",
        ),
        (once(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nWelcome"), "the address of the stream itself"),
        (once(b"\x15\x03\x01\x00\x02\x02\x16"), "use https://"),
        (once(b""), "restart the stream"),
        (always(OK, b""), "restart the stream"),
    ],
)
def test_a_camera_that_answers_gets_the_hint_for_its_cause_and_never_another_network(says: Says, hint: str) -> None:
    with camera(says) as phone, pytest.raises(SourceError) as refused:
        DiscoveredStream(phone.at(), FAST, HURRIED).read()
    assert hint in str(refused.value.next_step) and "same network" not in str(refused.value)


def test_a_machine_that_is_there_without_its_app_is_no_question_of_the_network() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    for scheme in ("http", "https", "rtsp"):
        with pytest.raises(SourceError, match=r"\. Check the port, and that the camera app is running"):
            parse_source(f"{scheme}://127.0.0.1:{port}/live").read()


def test_an_unknown_name_is_said_to_be_one() -> None:
    error = unreachable(parse_address("http://phone.invalid"), socket.gaierror(socket.EAI_NONAME, "unknown"))
    assert "192.168.1.20" in str(error.next_step) and "same network" not in str(error)


@each("errno", ["ENETUNREACH", "EHOSTUNREACH"])
def test_only_a_machine_that_is_not_there_may_be_in_another_network(errno: str) -> None:
    error = unreachable(parse_address("http://192.168.1.20"), OSError(getattr(numbers, errno), "no route"))
    assert "same network" in str(error.next_step)


def test_https_at_a_port_without_it_says_how_it_is_written() -> None:
    plain, refusal = (once(b"HTTP/1.1 400 Bad Request\r\n\r\n"), pytest.raises(SourceError, match=r"\. Use http:// in"))
    with camera(plain) as phone, refusal:
        DiscoveredStream(phone.at(scheme="https"), FAST, HURRIED).read()


MANUAL, AUTOMATIC = 1.0, 3.0
DAYLIGHT, DUSK = 156.0, 40.0
HAND = 0.8
"""The share of light that a hand over the table leaves."""


class LockedCamera:
    """A camera in a room: it exposes to the same brightness if it may, as USB cameras do."""

    def __init__(self, auto: float, exposure: float, allowed: bool = True) -> None:
        self.controls = {cv2.CAP_PROP_AUTO_EXPOSURE: auto, cv2.CAP_PROP_EXPOSURE: exposure, cv2.CAP_PROP_AUTOFOCUS: 1.0}
        self.light, self.allowed = DAYLIGHT, allowed

    def set(self, control: int, value: float) -> bool:
        if self.allowed:
            self.controls[control] = value
        return self.allowed

    def get(self, control: int) -> float:
        return self.controls[control]

    def picture(self) -> np.ndarray:
        if self.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == AUTOMATIC:
            self.controls[cv2.CAP_PROP_EXPOSURE] = 110 * 156 / self.light
        return np.full((36, 64), min(255, self.light * self.controls[cv2.CAP_PROP_EXPOSURE] / 156), np.uint8)

    @property
    def is_automatic(self) -> bool:
        return self.controls[cv2.CAP_PROP_AUTO_EXPOSURE] == AUTOMATIC


def filmed(camera: LockedCamera, lock: ExposureLock, frames: int, light: float) -> list[bool]:
    """Whether the camera adjusts, after each of some frames in this light."""
    camera.light, automatic = light, []
    for _ in range(frames):
        lock.update(cast("cv2.VideoCapture", camera), camera.picture())
        automatic.append(camera.is_automatic)
    return automatic


def test_exposure_is_locked_while_hands_pass_and_adjusted_at_dusk() -> None:
    camera = LockedCamera(AUTOMATIC, 110)
    lock = ExposureLock()
    filmed(camera, lock, 900, DAYLIGHT)
    assert not any(filmed(camera, lock, 60, DAYLIGHT * HAND))
    assert not any(filmed(camera, lock, 600, DAYLIGHT))
    dusk = filmed(camera, lock, 4000, DUSK)
    assert any(dusk) and not dusk[-1]
    assert camera.picture().mean() == pytest.approx(110, rel=0.12)


@pytest.mark.parametrize("found", [MANUAL, AUTOMATIC])
def test_controls_are_left_as_they_were_found_and_are_automatic_in_between(found: float) -> None:
    camera = LockedCamera(found, 20)
    camera.picture()
    before = dict(camera.controls)
    lock = ExposureLock()
    assert all(filmed(camera, lock, 29, DAYLIGHT))
    filmed(camera, lock, 50, DAYLIGHT)
    assert not camera.is_automatic and camera.controls[cv2.CAP_PROP_AUTOFOCUS] == 0
    lock.release(cast("cv2.VideoCapture", camera))
    assert camera.controls == before


def test_a_camera_that_permits_no_lock_is_asked_once() -> None:
    camera = LockedCamera(AUTOMATIC, 110, allowed=False)
    lock = ExposureLock()
    assert all(filmed(camera, lock, 2000, DAYLIGHT))
