"""A phone's browser as the camera: over a certificate of our own, a source as any other, lost and back as any other."""

import http.client
import json
import os
import re
import ssl
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import cv2
import numpy as np
import pytest

import companion.demo
from companion.pictures.sources.frame import NewestFrame, SourceBack, SourceError, SourceEvent, SourceLost
from companion.pictures.sources.opening import open_source
from companion.web.phone_camera import PhoneCamera
from tests.bench.figures import Measured
from tests.cases import each
from tests.figures import record
from tests.web.browser import chromium

SIZE = (1280, 720)
BUSY = 4
"""Load average above which the machine counts as busy."""
TELLS_WHEN_OPENED = """
    const devices = navigator.mediaDevices, opens = devices.getUserMedia;
    devices.getUserMedia = (...wanted) => { window.opened = true; return opens.apply(devices, wanted); };
"""
CLIP = Path(companion.demo.__file__).parent / "clips" / "develop.mp4"


@pytest.fixture
def camera(tmp_path: Path) -> Iterator[PhoneCamera]:
    camera = PhoneCamera("127.0.0.1", tmp_path)
    yield camera
    camera.close()


UNKNOWN = ssl.create_default_context()
"""Trusts any certificate."""
UNKNOWN.check_hostname, UNKNOWN.verify_mode = False, ssl.CERT_NONE


class Phone:
    """What a phone's page asks, without a browser."""

    def __init__(self, invitation: str) -> None:
        address, _, code = invitation.partition("/#")
        self._address, self._cookie = address, ""
        self.inside = self.post("/enter", "application/json", json.dumps({"code": code}).encode()) == 200

    def post(self, path: str, kind: str, body: bytes, origin: str | None = None) -> int:
        line = http.client.HTTPSConnection(self._address.removeprefix("https://"), timeout=20, context=UNKNOWN)
        headers = {"origin": origin or self._address, "content-type": kind, "cookie": self._cookie}
        line.request("POST", path, body, headers)
        answer = line.getresponse()
        answer.read()
        if found := re.match(r"companion-camera=[^;]+", answer.getheader("set-cookie", "")):
            self._cookie = found[0]
        line.close()
        return answer.status

    def sends(self, picture: bytes) -> int:
        return self.post("/picture", "image/jpeg", picture)


def picture(shade: int) -> bytes:
    return bytes(cv2.imencode(".jpg", np.full((SIZE[1], SIZE[0], 3), shade, np.uint8))[1])


def test_what_a_phone_sends_is_what_the_source_gives(camera: PhoneCamera) -> None:
    phone = Phone(camera.invitation())
    assert phone.inside
    for _ in range(5):  # a picture is old after a second: on a busy machine before the source is opened
        assert phone.sends(picture(90)) == 204
        with suppress(SourceError):
            source = open_source(camera.source)
            break
    else:
        pytest.fail("no picture was new enough")
    frame = source.read()
    source.close()
    assert frame is not None and frame.size == SIZE and abs(int(frame.pixels.mean()) - 90) < 2


def test_a_phone_that_sends_no_more_is_a_lost_source_until_it_sends_again(camera: PhoneCamera) -> None:
    phone, events = Phone(camera.invitation()), list[SourceEvent]()
    phone.sends(picture(90))
    with NewestFrame(open_source(camera.source), events.append) as newest:
        first = newest.next(timeout=20)
        assert first is not None
        end = time.monotonic() + 20
        while not events and time.monotonic() < end:
            time.sleep(0.02)
        assert isinstance(events[0], SourceLost)
        while newest.next(first.number, timeout=0.2) is None and time.monotonic() < end:
            phone.sends(picture(140))
        assert isinstance(events[1], SourceBack)


def test_only_who_was_let_in_sends_pictures_and_nothing_but_pictures(camera: PhoneCamera) -> None:
    invitation = camera.invitation()
    stranger = Phone(invitation[:-8] + "WRONGONE")
    assert not stranger.inside and stranger.sends(picture(1)) == 401
    phone = Phone(invitation)
    assert not Phone(invitation).inside, "a code lets one in"
    assert phone.sends(b"no picture") == 400 and phone.post("/picture", "text/plain", b"") == 415
    assert phone.post("/picture", "image/jpeg", picture(1), origin="https://elsewhere.example") == 403
    assert phone.sends(b"\xff\xd8\xff" + bytes(5 << 20)) == 413
    with pytest.raises(SourceError):
        open_source(camera.source)
    camera.access.revoke()
    assert phone.sends(picture(1)) == 401


@pytest.mark.prove("browsers")
def test_who_opens_the_cameras_page_without_a_code_is_asked_for_one_and_not_for_a_camera(camera: PhoneCamera) -> None:
    with chromium("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream") as browser:
        page = browser.new_context(ignore_https_errors=True, viewport={"width": 390, "height": 844}).new_page()
        page.add_init_script(TELLS_WHEN_OPENED)
        page.goto(camera.address)
        page.get_by_text("To get a code").wait_for()
        assert page.locator("#gone").is_hidden() and not page.evaluate("window.opened")
        page.fill("#code", camera.invitation().rpartition("#")[2])
        page.click("#enter button")
        page.get_by_text("This phone is the table’s camera.").wait_for()
        assert page.locator("#enter").is_hidden() and page.evaluate("window.opened")
        page.reload()
        page.get_by_text("This phone is the table’s camera.").wait_for()
        camera.access.revoke()
        page.get_by_text("To connect again, enter a new code.").wait_for()


@pytest.mark.prove("browsers")
def test_a_phone_lets_one_of_its_cameras_be_chosen_and_a_paused_one_is_opened_again(camera: PhoneCamera) -> None:
    two = "--use-fake-device-for-media-stream=device-count=2"
    with chromium(two, "--use-fake-ui-for-media-stream") as browser:
        page = browser.new_context(ignore_https_errors=True, viewport={"width": 390, "height": 844}).new_page()
        page.goto(camera.invitation())
        page.get_by_text("This phone is the table’s camera.").wait_for()
        first, second = page.locator("#lens option").all_inner_texts()
        assert first != second
        page.get_by_label("Camera").select_option(label=second)
        filmed = "document.getElementById('seen').srcObject?.getVideoTracks()[0].label"
        while page.evaluate(filmed) != second:
            page.wait_for_timeout(50)
        page.get_by_text("This phone is the table’s camera.").wait_for()
        paused = "document.getElementById('seen').srcObject.getVideoTracks()[0]"
        page.evaluate(
            f"Object.defineProperty({paused}, 'muted', {{value: true}}); {paused}.dispatchEvent(new Event('mute'))"
        )
        page.get_by_text("The phone paused its camera.").wait_for()
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.get_by_text("This phone is the table’s camera.").wait_for()


def fake_camera(file: Path) -> Path:
    """The bundled clip as what Chromium plays for a camera: JPEGs one after the other, at 1280 × 720."""
    clip = cv2.VideoCapture(str(CLIP))
    with file.open("wb") as out:
        for _ in range(60):
            there, frame = clip.read()
            if not there:
                break
            out.write(cv2.imencode(".jpg", cv2.resize(frame, SIZE))[1].tobytes())
    return file


@pytest.mark.prove("phone-camera")
@pytest.mark.timeout(1500)
def test_a_browsers_camera_gives_ten_pictures_a_second(
    camera: PhoneCamera, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """``PHONE_CUTS`` cuts, 50 where it is not set: each time the browser's network is away for a second and a half."""
    cuts = int(os.environ.get("PHONE_CUTS", "50"))
    file = fake_camera(tmp_path / "camera.mjpeg")
    with chromium("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream",
                  f"--use-file-for-fake-video-capture={file}") as browser:  # fmt: skip
        context = browser.new_context(ignore_https_errors=True, viewport={"width": 390, "height": 844})
        page = context.new_page()
        page.goto(camera.invitation())
        page.wait_for_selector("#state:not(:empty)", timeout=60_000)
        with NewestFrame(open_source(camera.source)) as newest:
            frames, last, began = 0, -1, time.monotonic()
            while time.monotonic() - began < 10:
                if (frame := newest.next(last, timeout=5)) is not None:
                    assert frame.size == SIZE
                    frames, last = frames + 1, frame.number
            rate = frames / (time.monotonic() - began)
            back = []
            for _ in range(cuts):
                context.set_offline(True)
                page.wait_for_timeout(1500)
                context.set_offline(False)
                mended, number = time.monotonic(), last
                while (frame := newest.next(number, timeout=0.05)) is None or frame.at < mended:
                    page.wait_for_timeout(10)
                    number = frame.number if frame is not None else number
                    assert time.monotonic() - mended < 30, "it never came back"
                back.append(time.monotonic() - mended)
                last = frame.number
    with capsys.disabled():
        print(f"\n{rate:.1f} pictures a second at {SIZE[0]} x {SIZE[1]}; {cuts} cuts, back within {max(back):.2f} s")
    busy = "-busy" if os.getloadavg()[0] > BUSY else ""
    record({f"phone-rate{busy}": Measured(round(rate, 1)), "phone-back": Measured(round(max(back), 2), cuts)})
    assert rate >= 10 and max(back) < 3


def test_a_code_that_is_no_text_is_a_wrong_guess(camera: PhoneCamera) -> None:
    phone = Phone(camera.invitation()[:-8] + "WRONGONE")
    guesses = [phone.post("/enter", "application/json", b'{"code": "\\ud800"}') for _ in range(5)]
    assert guesses == [403, 403, 403, 403, 429]


@pytest.mark.prove("browsers")
@each(
    ("refuses", "text"),
    [
        ("delete Object.getPrototypeOf(navigator).mediaDevices", "gives pages no camera"),
        ("fails('NotFoundError')", "has no camera"),
        ("fails('NotReadableError')", "Close other apps that use it"),
        ("fails('NotAllowedError')", "blocked the camera"),
    ],
)
def test_a_phone_that_opens_no_camera_says_why(camera: PhoneCamera, refuses: str, text: str) -> None:
    script = (
        "const fails = (name) => { navigator.mediaDevices.getUserMedia = async () =>"
        f" {{ throw new DOMException('its own words', name); }}; }}; {refuses};"
    )
    with chromium() as browser:
        page = browser.new_context(ignore_https_errors=True, locale="en").new_page()
        page.add_init_script(script)
        page.goto(camera.invitation())
        page.get_by_text(text).wait_for()
        assert "its own words" not in page.inner_text("body")


@pytest.mark.prove("browsers")
def test_a_phone_that_slept_opens_the_same_camera_again(camera: PhoneCamera) -> None:
    two = "--use-fake-device-for-media-stream=device-count=2"
    counts = (
        "const opens = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices); window.asked = [];"
        "navigator.mediaDevices.getUserMedia = (wanted) => { window.asked.push(wanted.video); return opens(wanted); };"
    )
    with chromium(two, "--use-fake-ui-for-media-stream") as browser:
        page = browser.new_context(ignore_https_errors=True, locale="en").new_page()
        page.add_init_script(counts)
        page.goto(camera.invitation())
        page.get_by_text("This phone is the table’s camera.").wait_for()
        used = page.evaluate("document.getElementById('seen').srcObject.getVideoTracks()[0].getSettings().deviceId")
        page.evaluate("document.getElementById('seen').srcObject.getVideoTracks()[0].dispatchEvent(new Event('ended'))")
        page.wait_for_function("window.asked.length === 2")
        assert page.evaluate("window.asked[1].deviceId.exact") == used
