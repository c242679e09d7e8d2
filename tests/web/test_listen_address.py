"""Where a page is served: an address that phones can open, unless somebody asked for another."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from companion.web import listen_address
from companion.web.listen_address import find_place
from companion.web.network_interfaces import LOOPBACK, list_interfaces
from companion.web.phone_camera import PhoneCamera
from tests.play.kept_play import kept
from tests.web.site import Tab, games_server

NETWORK = next(one.address for one in list_interfaces())


def test_without_a_choice_the_address_is_one_that_phones_can_open() -> None:
    place = find_place(None)
    assert place.bind == place.shown == listen_address.find_network_address()
    assert place.is_local is (NETWORK == LOOPBACK)


def test_every_address_of_this_computer_answers_and_the_one_for_phones_is_shown() -> None:
    place = find_place("0.0.0.0")
    assert (place.bind, place.shown) == ("0.0.0.0", listen_address.find_network_address())
    assert place.hosts == {one.address for one in list_interfaces()} | {"localhost"}


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
