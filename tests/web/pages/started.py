"""Begins a game by the form of the lobby, as it is proposed."""

from __future__ import annotations

from urllib.parse import urlencode

from companion.web.pages.host import PageHost, Viewer
from tests.web.pages.table_host import Device


def start_game(host: PageHost, name: str, preset: str) -> Device:
    """Begin a game of this preset."""
    device = Device(host, Viewer(None, is_host=True))
    device.open(f"new?{urlencode({'game': name, 'preset': preset})}")
    assert device.page.status == 200
    device.send(device.outline.forms[0])
    assert device.page.status != 422, device.page.main
    return device
