"""Where pictures come from: real files, real folders, a real stream on this machine."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import cv2
import numpy as np
import pytest
from cv2_enumerate_cameras.camera_info import CameraInfo

from companion.pictures.arrays import Picture
from companion.pictures.input_limits import INPUT_LIMITS
from companion.pictures.loading import PicturePreview
from companion.pictures.sources.camera import decode_capture
from companion.pictures.sources.cameras import find_camera, find_holder, list_enumerated_cameras, list_linux_cameras
from companion.pictures.sources.frame import (
    CaptureFormat,
    Frame,
    FrameSource,
    NewestFrame,
    SourceBack,
    SourceEnded,
    SourceError,
    SourceEvent,
    SourceLost,
)
from companion.pictures.sources.multipart import MultipartSplitter
from companion.pictures.sources.opening import open_source, parse_source
from tests.bench.live import measure_reconnection
from tests.bench.picture_server import PictureServer
from tests.cases import each

SOON = 20.0
"""Seconds that a busy machine may take; nothing waits so long."""


def shade(level: int) -> Picture:
    """A small picture of one grey, told by its level."""
    return np.full((72, 128, 3), level, np.uint8)


def level(frame: Frame | None) -> int:
    assert frame is not None
    return round(float(frame.pixels.mean()) / 10) * 10


def film(path: Path, levels: list[int]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (128, 72))
    for grey in levels:
        writer.write(shade(grey))
    writer.release()
    return path


def frames(source: FrameSource) -> Iterator[Frame]:
    while (frame := source.read()) is not None:
        yield frame


def test_a_film_gives_its_frames_in_order_with_its_own_time(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "game.avi", [40, 80, 120])), paced=False)
    received = list(frames(source))
    assert [level(frame) for frame in received] == [40, 80, 120]
    assert [frame.number for frame in received] == [0, 1, 2]
    assert [round(frame.at, 3) for frame in received] == [0.0, 0.1, 0.2]
    source.close()


def test_a_folder_shows_each_of_its_pictures_for_a_while(tmp_path: Path) -> None:
    for name, grey in (("b.png", 90), ("a.png", 30)):
        cv2.imwrite(str(tmp_path / name), shade(grey))
    (tmp_path / "notes.txt").write_text("no picture")
    received = list(frames(open_source(str(tmp_path), paced=False)))
    assert [level(frame) for frame in received] == [30] * 16 + [90] * 16
    assert received[-1].at == pytest.approx(31 / 8)


def test_a_damaged_picture_is_told_and_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"\xff\xd8\xff and no more")
    cv2.imwrite(str(tmp_path / "b.png"), shade(90))
    source = open_source(str(tmp_path), paced=False)
    with pytest.raises(SourceError, match="damaged"):
        source.read()
    assert level(source.read()) == 90


def test_a_folder_that_vanishes_comes_back_with_its_next_picture(tmp_path: Path) -> None:
    folder, away = tmp_path / "pictures", tmp_path / "away"
    folder.mkdir()
    for name, grey in (("a.png", 30), ("b.png", 90)):
        cv2.imwrite(str(folder / name), shade(grey))
    source = open_source(str(folder), paced=False)
    first = [source.read() for _ in range(16)]
    assert level(first[-1]) == 30
    folder.rename(away)
    with pytest.raises(SourceError, match="no such file"):
        source.read()
    away.rename(folder)
    assert level(source.read()) == 90


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("missing.mp4", None, "no such file"),
        ("noise.mp4", b"no film at all", "damaged video"),
        ("letter.txt", b"Dear Ann", "damaged video"),
    ],
)
def test_what_is_no_film_says_so_and_what_to_do(tmp_path: Path, name: str, content: bytes | None, why: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(SourceError, match=why) as refused:
        open_source(str(path))
    assert refused.value.next_step is not None


def test_an_empty_folder_holds_no_pictures(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="contains no pictures"):
        open_source(str(tmp_path))


@each("text", ["63", "no such camera"])
def test_a_camera_that_is_not_there_says_what_to_do(text: str) -> None:
    with pytest.raises(SourceError, match=r"(no camera|not|cannot) .*\. ") as refused:
        open_source(text)
    assert refused.value.next_step is not None


def test_a_text_that_names_nothing_says_what_may_be_named() -> None:
    with pytest.raises(SourceError, match="not a camera"):
        parse_source("some/where.xyz")


def listed_cameras(folder: Path) -> tuple[Path, Path]:
    """Two cameras of a Raspberry Pi as Linux lists them, the first with a second device for metadata."""
    names, by_id, devices = folder / "names", folder / "by-id", folder / "dev"
    devices_of_the_chip = ((10, 0, "bcm2835-codec-decode"), (13, 0, "bcm2835-isp-output0"), (20, 0, "pispbe-input"))
    cameras = ((0, 0, "HD Webcam: HD Webcam"), (1, 1, "HD Webcam: HD Webcam"), (4, 0, "Table Cam"))
    for number, index, name in (*cameras, *devices_of_the_chip):
        (names / f"video{number}").mkdir(parents=True)
        (names / f"video{number}" / "name").write_text(f"{name}\n")
        (names / f"video{number}" / "index").write_text(f"{index}\n")
    devices.mkdir()
    by_id.mkdir()
    (devices / "video4").touch()
    (by_id / "usb-Maker_Table_Cam_0815-video-index0").symlink_to(devices / "video4")
    return names, by_id


def test_cameras_go_by_number_by_name_and_by_the_name_that_lasts(tmp_path: Path) -> None:
    known = list_linux_cameras(*listed_cameras(tmp_path))
    assert [camera.number for camera in known] == [0, 4]
    found = [find_camera(text, known) for text in ("0", "table cam", "usb-Maker_Table_Cam_0815", "1")]
    assert [camera and camera.number for camera in found] == [0, 4, 4, None]


def camera_info(index: int, name: str, path: str | None, backend: int) -> CameraInfo:
    return CameraInfo(index, name, path, None, None, backend)


def test_cameras_of_windows_are_listed_once_each_by_the_numbers_people_know() -> None:
    usb = r"\\?\usb#vid_046d&pid_0825&mi_00#7&2c1&0&0000"
    known = list_enumerated_cameras(
        [
            camera_info(0, "HD Webcam", usb + r"#{e5323777-f976-4f5b-9b55-b94699c46e44}\global", cv2.CAP_MSMF),
            camera_info(0, "HD Webcam", usb + r"#{65e8773d-8f56-11d0-a3b9-00a0c9223196}\global", cv2.CAP_DSHOW),
            camera_info(1, "Phone as camera", None, cv2.CAP_DSHOW),
        ]
    )
    assert [(camera.number, camera.name) for camera in known] == [(0, "HD Webcam"), (701, "Phone as camera")]
    assert find_camera("phone", known) is known[1]
    assert find_camera(known[0].lasting, known) is known[0]


def test_two_alike_cameras_of_a_mac_are_both_listed() -> None:
    known = list_enumerated_cameras(
        [camera_info(number, "Webcam", f"0x142{number}", cv2.CAP_AVFOUNDATION) for number in (0, 1)]
    )
    assert [(camera.number, camera.lasting) for camera in known] == [(0, "0x1420"), (1, "0x1421")]


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="needs /proc")
def test_the_program_that_holds_a_device_is_named(tmp_path: Path) -> None:
    device = tmp_path / "video7"
    device.touch()
    assert find_holder(device) == ""
    holding = "import sys; file = open(sys.argv[1]); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", holding, str(device)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        assert "python" in find_holder(device)
        other.communicate()


def packed(path: Path) -> Picture:
    """A film's first frame as it is kept, in one row of bytes, as a camera hands over what it compressed itself."""
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    capture.set(cv2.CAP_PROP_FORMAT, -1)
    _, row = capture.read()
    return np.asarray(row, np.uint8)


def without_tables(jpeg: Picture) -> Picture:
    """The same picture without the Huffman tables that all of a camera's pictures have in common."""
    data = jpeg.tobytes()
    while (at := data.find(b"\xff\xc4")) >= 0:
        data = data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4]) :]
    return np.frombuffer(data, np.uint8)[None]


def test_what_a_camera_compressed_is_decoded_whole_only_once_all_of_it_is_wanted(tmp_path: Path) -> None:
    row = packed(film(tmp_path / "game.avi", [80]))
    assert row.ndim == 2 and row.tobytes().startswith(b"\xff\xd8")
    picture = decode_capture(row, "camera", INPUT_LIMITS)
    assert isinstance(picture, PicturePreview)
    frame = Frame(picture, 0.0, 0)
    assert frame.half.shape == (frame.size[1] // 2, frame.size[0] // 2)
    assert level(frame) == 80


def test_a_camera_that_leaves_out_the_usual_tables_is_read_all_the_same() -> None:
    picture = decode_capture(without_tables(cv2.imencode(".jpg", shade(80))[1]), "camera", INPUT_LIMITS)
    assert picture is not None and level(Frame(picture, 0.0, 0)) == 80


def test_what_is_no_picture_is_none(tmp_path: Path) -> None:
    assert decode_capture(np.zeros((1, 500), np.uint8), "camera", INPUT_LIMITS) is None


@each("lengths", [True, False])
def test_a_phones_stream_is_read_whether_or_not_it_tells_lengths(lengths: bool) -> None:
    with PictureServer(shade(80), rate=60, lengths=lengths) as phone:
        source = open_source(phone.url, CaptureFormat(rate=60))
        assert [level(source.read()) for _ in range(3)] == [80, 80, 80]
        source.close()
        assert source.read() is None


def test_a_phone_that_is_off_cannot_be_reached() -> None:
    phone = PictureServer(shade(80))
    phone.unplug()
    with pytest.raises(SourceError, match="cannot connect"):
        open_source(phone.url)


def test_pictures_are_taken_out_of_a_stream_however_it_is_cut() -> None:
    pictures = [b"\xff\xd8 one \r\n\xff\xd9", b"\xff\xd8 two \xff\xd9", b"\xff\xd8 three \xff\xd9"]
    stream = b"preamble\r\n" + b"".join(
        b"--pic\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + picture + b"\r\n"
        for picture, length in zip(pictures, (b"", b"Content-Length: 9\r\n", b""), strict=True)
    )
    for size in (1, 7, 1000):
        parts = MultipartSplitter("--pic")
        cut = [stream[at : at + size] for at in range(0, len(stream), size)]
        assert [p for piece in [*cut, b"--pic--"] for p in parts.feed(piece)] == pictures


class Events:
    """What a newest frame's keeper said, waited for."""

    def __init__(self) -> None:
        self._events: SimpleQueue[SourceEvent] = SimpleQueue()
        self.hear = self._events.put

    def next(self) -> SourceEvent:
        return self._events.get(timeout=SOON)


def test_a_stream_that_is_lost_is_told_and_comes_back_by_itself() -> None:
    events = Events()
    with PictureServer(shade(80)) as phone, NewestFrame(open_source(phone.url), events.hear) as newest:
        assert newest.next(timeout=SOON) is not None
        phone.unplug()
        lost = events.next()
        assert isinstance(lost, SourceLost) and lost.reason.next_step is not None
        phone.plug_in()
        assert events.next() == SourceBack()


def test_a_film_taken_away_while_it_plays_goes_on_where_it_was(tmp_path: Path) -> None:
    path = film(tmp_path / "game.avi", [40, 80, 120])
    away = tmp_path / "away"
    path.rename(away)
    events = Events()
    with NewestFrame(parse_source(str(path), paced=False), events.hear) as newest:
        assert isinstance(events.next(), SourceLost)
        shutil.copy(away, path.with_suffix(".part"))
        path.with_suffix(".part").rename(path)
        assert events.next() == SourceBack()
        assert events.next() == SourceEnded()
        assert newest.over and level(newest.next()) == 120


def test_only_the_newest_frame_is_kept(tmp_path: Path) -> None:
    with NewestFrame(open_source(str(film(tmp_path / "game.avi", [40, 80, 120, 160])), paced=False)) as newest:
        last = newest.next(after=2, timeout=SOON)
        assert level(last) == 160
        assert newest.next(after=3) is None


def test_closing_interrupts_a_source_that_waits() -> None:
    with PictureServer(shade(80), rate=0.01) as phone:
        newest = NewestFrame(parse_source(phone.url))
        assert newest.next(timeout=SOON) is not None
        newest.close()
        assert newest.over


def test_no_thread_is_left_behind() -> None:
    with PictureServer(shade(80)) as phone:
        before = threading.active_count()
        for _ in range(3):
            NewestFrame(parse_source(phone.url)).close()
        assert not [t for t in threading.enumerate() if t.name == "newest frame"], before


def test_the_benchs_rounds_count_every_loss_and_return() -> None:
    figure = measure_reconnection(rounds=2)
    assert (figure.measured["told lost"], figure.measured["back"]) == (2, 2)
