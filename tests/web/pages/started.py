"""Begins a game by the form of the lobby, with a deal that the rules accept."""

from __future__ import annotations

from urllib.parse import urlencode

from companion.web.pages.host import PageHost, Viewer
from tests.web.pages.table_host import Device


def start_game(host: PageHost, name: str, preset: str) -> Device:
    """Begin a game of this preset, its Crowns or Aces dealt in turn."""
    device = Device(host, Viewer(None, is_host=True))
    device.open(f"new?{urlencode({'game': name, 'preset': preset})}")
    assert device.page.status == 200
    form = device.outline.forms[0]
    chosen = [("name", one["value"]) for one in form.inputs if one.get("name") == "name"]
    chosen += [(one["name"], one["value"]) for one in form.inputs if "checked" in one]
    dealt = list(dict.fromkeys(one["name"] for one in form.inputs if "-" in one["name"] and one["type"] == "radio"))
    seats = sum(one.get("name") == "name" for one in form.inputs)
    # Of four players of Sorcerous Futures one has the Excuse instead of Aces.
    sharing = 3 if name == "sorcerous-futures" else seats
    chosen += [(one, str(number % sharing)) for number, one in enumerate(dealt)]
    chosen += device.outline.selected(form)
    device.send(form, *chosen)
    assert device.page.status != 422, device.page.main
    return device
