"""Where a page is served: an address that phones can open, unless somebody asked for another."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.web.listen_address import find_place
from companion.web.network_interfaces import LOOPBACK, list_interfaces
from companion.web.phone_camera import PhoneCamera
from tests.play.kept_play import kept
from tests.web.site import Tab, games_server

NETWORK = next(one.address for one in list_interfaces())


@pytest.mark.parametrize("host", [None, "0.0.0.0"])
def test_every_address_of_this_computer_answers_and_the_one_for_phones_is_shown(host: str | None) -> None:
    place = find_place(host)
    assert (place.bind, place.shown) == ("0.0.0.0", NETWORK)


@pytest.mark.parametrize("host", ["localhost", socket.gethostname()])
def test_a_name_of_this_computer_is_served_at_its_address_with_a_camera_too(host: str, tmp_path: Path) -> None:
    place = find_place(host)
    assert host.lower() in place.hosts
    camera = PhoneCamera(place.shown, tmp_path)
    camera.close()


def test_a_page_at_every_address_is_opened_by_each(tmp_path: Path) -> None:
    with games_server(tmp_path, kept("g"), host="0.0.0.0") as server:
        for address in {LOOPBACK, "localhost", NETWORK}:
            assert Tab(f"http://{address}:{server.site.port}/").entered == 401
        assert Tab(f"http://{LOOPBACK}:{server.site.port}/").ask("GET", "/", headers={"host": "x.example"})[0] == 421
        for name in (socket.gethostname(), f"{socket.gethostname()}.local"):
            asked = Tab(f"http://{LOOPBACK}:{server.site.port}/").ask(
                "GET", "/", headers={"host": f"{name}:{server.site.port}"}
            )
            assert asked[0] == 401, name
