"""First paint and bytes of a seat's page on a slow phone, game by game: ``python FILE`` in any version's root."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path.cwd()))

from tests.person.pictures.moments import MOMENTS
from tests.web.browser import chromium
from tests.web.site import games_server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MIDDLE = ("magnate-play", "futures-open", "magistratvm-action")
"""Tables in the middle of each game."""
SLOWER = 4
"""Times that the phone's processor is slower than this machine's."""
BYTES_PER_SECOND = 200_000
"""1.6 Mbit/s."""
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
COMPLETE = """document.querySelectorAll("svg use").length > 0 && [...document.querySelectorAll("svg use")]
    .every(one => !one.getClientRects().length || one.getBBox().width > 0)"""


def main() -> None:
    """Print milliseconds and bytes of a first visit by the name of the game."""
    with chromium() as browser:
        print(json.dumps({MOMENTS[name].game: visit(browser, name) for name in MIDDLE}))


def visit(browser: Browser, name: str) -> dict[str, float]:
    """Open the page of the seat that is asked, on a phone that was never there."""
    kept, entries, seat = MOMENTS[name].stored()
    with tempfile.TemporaryDirectory() as folder, games_server(Path(folder)) as server:
        server.thread.run(lambda: server.thread.journal.create(kept, entries))
        server.open(kept.id)
        phone: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "locale": "en"}
        page = browser.new_context(bypass_csp=True, **phone).new_page()
        received: list[int] = []
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        how: dict[str, Any] = {"offline": False, "latency": 0}
        how |= {"downloadThroughput": BYTES_PER_SECOND, "uploadThroughput": BYTES_PER_SECOND}
        session.send("Network.emulateNetworkConditions", how)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        session.on("Network.dataReceived", lambda event: received.append(int(event["encodedDataLength"])))
        page.goto(server.invitation(seat=seat))
        page.wait_for_selector(".playing")
        page.wait_for_function(COMPLETE, timeout=60_000)
        page.wait_for_timeout(1000)
        painted = page.evaluate(PAINTED)
        page.context.close()
    return {"ms": painted, "bytes": sum(received)}


if __name__ == "__main__":
    main()
