"""Cameras that a system lists, names or guards in ways of its own; each system is emulated by what it shows."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import cv2
import pytest

import companion.pictures
from companion.pictures.sources import SourceError, open_source
from companion.pictures.sources.camera import Camera
from companion.pictures.sources.cameras import find_camera, list_linux_cameras, needs_libcamera
from companion.pictures.sources.frame import CaptureFormat

NOWHERE = Path("/none")


def listed(folder: Path, names: dict[int, str]) -> Path:
    """A folder of video devices as ``/sys/class/video4linux``."""
    for number, name in names.items():
        (folder / f"video{number}").mkdir(parents=True)
        (folder / f"video{number}" / "name").write_text(f"{name}\n")
        (folder / f"video{number}" / "index").write_text("0\n")
    return folder


def test_the_own_camera_of_a_raspberry_pi_is_one_only_where_libcamera_makes_its_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
