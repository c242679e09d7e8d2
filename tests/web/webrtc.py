"""A phone's pictures as JPEGs, as the page sends them, beside the same camera's as WebRTC video taken in by aiortc.

``python -m tests.web.webrtc [SECONDS] [ROUNDS]`` in an environment that has aiortc beside the companion's tests, and
Debian's Chromium. In turn, so that both meet the same machine: pictures a second, the share of them at 1280 × 720,
how like the camera's they are, processor time of this process and what it started without the browser (which would
run on a phone), and seconds from the browser's seeing a picture to its pixels here.
A picture's number stands in it as black and white squares.
"""

from __future__ import annotations

import asyncio
import http.server
import json
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.sources import NewestFrame, open_source
from companion.web.phone_camera import PhoneCamera
from tests.web.browser import chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SIZE = (1280, 720)
SQUARE, BITS = 64, 7
CLIP = Path(__file__).parents[2] / "companion" / "demo" / "clips" / "develop.mp4"
WATCH = """() => { const paper = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  paper.canvas.width = 7 * 64; paper.canvas.height = 64; window.log = []; let last = -1;
  setInterval(() => { const seen = document.getElementById("seen"); if (!seen.videoWidth) return;
    paper.drawImage(seen, 0, 0, 448, 64, 0, 0, 448, 64); let number = 0;
    for (let bit = 0; bit < 7; bit++)
      number += (paper.getImageData(bit * 64 + 32, 32, 1, 1).data[0] > 127 ? 1 : 0) << bit;
    if (number !== last) { last = number; window.log.push([number, Date.now() / 1000]); } }, 8); }"""
OFFER = """async () => { const seen = document.getElementById("seen");
  const camera = await navigator.mediaDevices.getUserMedia({ video: { width: 1280, height: 720, frameRate: 15 } });
  seen.srcObject = camera; await seen.play();
  window.line = new RTCPeerConnection();
  for (const track of camera.getTracks()) { track.contentHint = "detail"; line.addTrack(track, camera); }
  await line.setLocalDescription(await line.createOffer());
  while (line.iceGatheringState !== "complete") await new Promise((done) => setTimeout(done, 20));
  return line.localDescription.sdp; }"""


@dataclass
class Measurement:
    """What came, as (number, seconds since 1970, width)."""

    came: list[tuple[int, float, int]] = field(default_factory=list)
    began: float = 0.0
    ended: float = 0.0
    processor: float = 0.0
    late: list[float] = field(default_factory=list)
    kept: list[tuple[int, NDArray[np.uint8]]] = field(default_factory=list)
    """A picture now and then."""

    def take(self, pixels: NDArray[np.uint8]) -> None:
        number = number_in(pixels)
        self.came.append((number, time.time(), pixels.shape[1]))
        if len(self.came) % 20 == 0:
            self.kept.append((number, pixels))


def number_in(pixels: NDArray[np.uint8]) -> int:
    scale = pixels.shape[1] / SIZE[0]
    row = int(SQUARE / 2 * scale)
    return sum((int(pixels[row, int((bit + 0.5) * SQUARE * scale)].mean()) > 127) << bit for bit in range(BITS))


def camera_file(file: Path) -> Path:
    """The bundled clip, each picture numbered."""
    clip = cv2.VideoCapture(str(CLIP))
    with file.open("wb") as out:
        for number in range(1 << BITS):
            there, frame = clip.read()
            if not there:
                clip.set(cv2.CAP_PROP_POS_FRAMES, 0)
                there, frame = clip.read()
            picture = cv2.resize(frame, SIZE)
            for bit in range(BITS):
                picture[:SQUARE, bit * SQUARE : (bit + 1) * SQUARE] = 255 * (number >> bit & 1)
            out.write(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return file


def processor_here() -> float:
    """Seconds of processor of this process and all that it started and that runs, as Linux counts them.

    The browser's are left out.
    """
    parents, used = dict[int, int](), dict[int, float]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            before, _, after = stat.read_text().rpartition(")")
        except OSError:
            continue
        pid, fields = int(stat.parent.name), after.split()
        if before.partition("(")[2].startswith(("chrom", "node", "MainThread")):
            continue  # it would run on the phone
        parents[pid], used[pid] = int(fields[1]), (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def ours(pid: int) -> bool:
        while pid > 1:
            if pid == os.getpid():
                return True
            pid = parents.get(pid, 0)
        return False

    return sum(seconds for pid, seconds in used.items() if ours(pid))


def measure(page: Page, measurement: Measurement, seconds: float, attend: Callable[[], None]) -> Measurement:
    """After five seconds in which a sender finds its rate."""
    for wait, start in ((5.0, True), (seconds, False)):
        end = time.monotonic() + wait
        while time.monotonic() < end:
            attend()
        if start:
            measurement.came.clear()
            measurement.began, measurement.processor = time.time(), processor_here()
            page.evaluate("window.log.length = 0")
    measurement.ended, measurement.processor = time.time(), processor_here() - measurement.processor
    views: list[tuple[int, float]] = page.evaluate("window.log")
    for number, at, _ in measurement.came:
        before = [when for other, when in views if other == number and when <= at + 0.005]
        if before:
            measurement.late.append(at - before[-1])
    return measurement


def as_jpegs(browser: Browser, folder: Path, seconds: float) -> Measurement:
    camera, measurement = PhoneCamera("127.0.0.1", folder), Measurement()
    page = browser.new_context(ignore_https_errors=True).new_page()
    page.goto(camera.invitation())
    page.wait_for_selector("#state:not(:empty)", timeout=60_000)
    page.evaluate(WATCH)
    with NewestFrame(open_source(camera.source)) as newest:
        last = -1

        def attend() -> None:
            nonlocal last
            frame = newest.next(last, timeout=0.1)
            if frame is not None:
                last = frame.number
                measurement.take(frame.pixels)

        measure(page, measurement, seconds, attend)
    page.context.close()
    camera.close()
    return measurement


@contextmanager
def served() -> Iterator[str]:
    """A page with a video and nothing else, from this machine, whose pages may open a camera."""

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b'<video id="seen" autoplay muted playsinline></video>')

        def log_message(self, *_: Any) -> None:
            """Nobody asks."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def as_video(browser: Browser, seconds: float) -> Measurement:
    from aiortc import MediaStreamError, RTCPeerConnection, RTCSessionDescription

    measurement, loop = Measurement(), asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()

    async def take(track: Any) -> None:
        with suppress(MediaStreamError):
            while True:
                measurement.take((await track.recv()).to_ndarray(format="bgr24"))

    async def answer(offer: str) -> tuple[Any, str]:
        line = RTCPeerConnection()
        line.on("track", lambda track: asyncio.ensure_future(take(track)))
        await line.setRemoteDescription(RTCSessionDescription(offer, "offer"))
        await line.setLocalDescription(await line.createAnswer())
        return line, line.localDescription.sdp

    with served() as address:
        page = browser.new_context(permissions=["camera"]).new_page()
        page.goto(address)
        offer = page.evaluate(OFFER)
        line, answer_sdp = asyncio.run_coroutine_threadsafe(answer(offer), loop).result(30)
        page.evaluate("(sdp) => line.setRemoteDescription({ type: 'answer', sdp })", answer_sdp)
        page.evaluate(WATCH)
        measure(page, measurement, seconds, lambda: time.sleep(0.1))
        asyncio.run_coroutine_threadsafe(line.close(), loop).result(30)
        page.context.close()
    return measurement


def likeness(measurements: list[Measurement], file: Path) -> float:
    """How like what the camera gave the pictures are, in the middle: the peak signal-to-noise ratio, decibels."""
    camera, frames = cv2.VideoCapture(str(file)), []
    while (read := camera.read())[0]:
        frames.append(read[1])
    kept = [one for each in measurements for one in each.kept if one[1].shape == frames[0].shape]
    return round(statistics.median(cv2.PSNR(frames[number], pixels) for number, pixels in kept), 1) if kept else -1


def summary(measurements: list[Measurement], file: Path) -> dict[str, float]:
    came = [one for each in measurements for one in each.came]
    seconds = sum(one.ended - one.began for one in measurements)
    processor, late = (
        sum(one.processor for one in measurements),
        sorted(one for each in measurements for one in each.late),
    )
    return {
        "pictures a second": round(len(came) / seconds, 1),
        "share at 1280 wide": round(sum(wide == SIZE[0] for _, _, wide in came) / max(1, len(came)), 2),
        "likeness dB": likeness(measurements, file),
        "processor ms a picture": round(1000 * processor / max(1, len(came)), 1),
        "late ms, middle": round(1000 * statistics.median(late)) if late else -1,
        "late ms, 95th percentile": round(1000 * late[int(0.95 * len(late))]) if late else -1,
    }


def main(seconds: float = 15, rounds: int = 3) -> None:
    measurements: dict[str, list[Measurement]] = {"JPEGs": [], "WebRTC": []}
    with tempfile.TemporaryDirectory() as folder:
        file = camera_file(Path(folder) / "camera.mjpeg")
        with chromium("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                      f"--use-file-for-fake-video-capture={file}") as browser:  # fmt: skip
            for _ in range(rounds):
                measurements["JPEGs"].append(as_jpegs(browser, Path(folder), seconds))
                measurements["WebRTC"].append(as_video(browser, seconds))
                print(json.dumps({name: summary(each, file) for name, each in measurements.items()}), flush=True)
    print(json.dumps({"load": os.getloadavg()[0]}))


if __name__ == "__main__":
    main(*(kind(word) for kind, word in zip((float, int), sys.argv[1:], strict=False)))
