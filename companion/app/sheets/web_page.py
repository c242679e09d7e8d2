"""The sheet of the web pages for a TV and for phones, with or without a game: started, watched and ended here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.app.storage.people import remembered_people
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.errors import CompanionError
from companion.locale import Message
from companion.web.network_interfaces import Interface, list_interfaces

if TYPE_CHECKING:
    from companion.web.devices import Device
    from companion.web.hosting.table_site import TableSite

LOBBY = "lobby"
"""The key of the pad for the page on which everybody joins."""
CAMERA = "camera"
"""The key of the pad for a phone as the camera."""
REFRESH_INTERVAL = 1.0
"""Seconds between two updates of the devices."""


class WebPageSheet(Sheet):
    """First the choice of a network; then a code for the next device, and the devices.

    A tap on a device disconnects it.
    """

    read_only = True
    screen = ObjectProperty()
    """The screen over which it is shown; the first one has no game."""
    served = BooleanProperty(False)
    invitation = StringProperty("")
    """The address with the code of the page chosen last."""
    code = StringProperty("")
    at_once = BooleanProperty(False)
    about = StringProperty("")
    """What to know about the address that is shown."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        in_game = self.screen.shows_game
        self.title = words._("Web page for TV and phones") if in_game else words._("Phones")
        self.chosen: int | str | None = None
        """What the code that is shown opens: a seat, the scoreboard (None), :data:`LOBBY` or :data:`CAMERA`."""
        self._first = None if in_game else LOBBY
        self.pads: dict[object, Pad] = {}
        """By key: an interface's address, what a code opens, or the id of a device."""
        self._shown: tuple[object, ...] = ()
        self.at_once = App.get_running_app().settings.page_counts_at_once
        self._update = Clock.schedule_interval(self.show_devices, REFRESH_INTERVAL)
        if self._site is None:
            self._offer_interfaces()
        else:
            self.invite(self._first)

    @property
    def _site(self) -> TableSite | None:
        served: TableSite | None = App.get_running_app().web_pages.site
        return served

    def on_parent(self, _sheet: Any, parent: Any) -> None:
        """Update the devices while the sheet is shown."""
        self._update.cancel()
        if parent is not None:
            self._update()

    # beginning and ending

    def begin(self, interface: Interface, *_: object) -> None:
        """Serve the page at this interface only."""
        app = App.get_running_app()
        try:
            people = [one.name for one in remembered_people()]
            app.web_pages.begin(app.play, app.folders.data, interface.address, people)
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        self.invite(self._first)

    def end(self) -> None:
        """Stop serving, and close a phone that is the camera."""
        app = App.get_running_app()
        camera = app.web_pages.camera
        if camera is not None and app.settings.camera == camera.source and self.screen.shows_game:
            self.screen.camera.stop()
        app.web_pages.end()
        self.served, self.invitation, self.code, self.about = False, "", "", ""
        self._offer_interfaces()

    def switch_policy(self) -> None:
        """Switch whether moves of phones count at once or are asked at the table."""
        self.at_once = not self.at_once
        App.get_running_app().set("page_counts_at_once", self.at_once)

    # who comes in, and who is in

    def invite(self, chosen: int | str | None, *_: object) -> None:
        """Show the code for a seat's page, for the scoreboard (None) or for everybody who joins."""
        site = self._site
        assert site is not None, "a site is served"
        self.chosen, self.served, self.notice, self.about, self._shown = chosen, True, "", "", ()
        self.invitation = site.invitation(chosen) if not isinstance(chosen, str) else site.lobby_invitation()
        self.code = self.invitation.rpartition("#")[2]
        self.show_devices()

    def film(self, *_: object) -> None:
        """Use a phone's browser as the camera, and show its address."""
        app = App.get_running_app()
        try:
            camera = app.web_pages.film(app.folders.data)
        except CompanionError as error:
            self.notice = words.say_error(error)
            return
        if app.settings.camera != camera.source or not self.screen.camera.on:
            self.screen.camera.start(camera.source)
        self.chosen = CAMERA
        self.invitation = camera.invitation()
        self.code = self.invitation.rpartition("#")[2]
        self.about = words._(
            "The browser warns because the tablet uses its own certificate. Continue only if the "
            "certificate’s SHA-256 is {digits}"
        ).format(digits=_in_two_lines(camera.authority.fingerprint))
        self.show_devices()

    def take_back(self) -> None:
        """Disconnect every device of the chosen page, and show a new code."""
        site, camera = self._site, App.get_running_app().web_pages.camera
        if self.chosen == CAMERA and camera is not None:
            camera.access.revoke()
            self.film()
        elif site is not None:
            site.revoke(self.chosen if isinstance(self.chosen, int) else None)
            self.invite(self.chosen)

    def disconnect(self, device: str, *_: object) -> None:
        """Disconnect one device."""
        site = self._site
        if site is not None:
            site.disconnect(device)
            self.show_devices()

    def show_devices(self, *_: object) -> None:
        """Show the devices; replace a code that was used or has expired."""
        site, camera = self._site, App.get_running_app().web_pages.camera
        if site is None:
            return
        if self.chosen == CAMERA:
            if camera is not None and not camera.access.codes.is_valid(self.code):
                self.film()
                return
        elif not site.visitors.codes.is_valid(self.code):
            self.invite(self.chosen)
            return
        devices = tuple((device.id, seats) for device, seats in site.list_devices())
        shown = (self.chosen, devices, tuple(site.lobby.places.items()))
        if shown != self._shown:
            self._shown = shown
            self._list()

    # within

    def _offer_interfaces(self) -> None:
        self._clear()
        for one in list_interfaces():
            if one.is_loopback:
                text = words._("This tablet only ({address})").format(address=one.address)
            else:
                text = words._("Everyone on this network: {address} ({name})").format(
                    address=one.address, name=one.name
                )
            self._add(one.address, text, partial(self.begin, one))

    def _list(self) -> None:
        site = self._site
        assert site is not None, "a site is served"
        self._clear()
        if self.chosen == LOBBY:
            self.about = self._about_joining(site)
        for key in (LOBBY, None, *range(len(site.names))):
            pad = self._add(key, self._page_name(key), partial(self.invite, key))
            pad.chosen = key == self.chosen
        if self.screen.shows_game and self.screen.camera is not None:
            pad = self._add(CAMERA, words._("Use a phone as camera"), self.film, icon="photo")
            pad.chosen = self.chosen == CAMERA
        for device, seats in site.list_devices():
            text = words._("Disconnect {who} ({device})").format(who=self._roles(device, seats), device=device.name)
            self._add(device.id, text, partial(self.disconnect, device.id), icon="close").units = 17

    def _about_joining(self, site: TableSite) -> str:
        """Return how to join, and who has."""
        lines = [words.say(Message("Everybody scans this code, or types the address and the letters."))]
        if joined := ", ".join(filter(None, site.lobby.names)):
            lines.append(words.say(Message("In the next game: {names}", {"names": joined})))
        elif site.game is None:
            lines.append(words.say(Message("Then begin a game here.")))
        return "\n".join(lines)

    def _roles(self, device: Device, seats: tuple[int, ...]) -> str:
        site = self._site
        assert site is not None, "a site is served"
        joined = [one.name for one in site.lobby.places.values() if one.device == device.id]
        return ", ".join([self._page_name(seat) for seat in seats] or joined or [self._page_name(None)])

    def _page_name(self, key: int | str | None) -> str:
        site = self._site
        if isinstance(key, int) and site is not None:
            return site.names[key]
        return words.say(Message("Phones") if key == LOBBY else Message("Scoreboard"))

    def _clear(self) -> None:
        self.pads = {}
        self.ids.pads.clear_widgets()

    def _add(self, key: object, text: str, on_release: Any, icon: str = "") -> Pad:
        pad = Pad(text=text, units=22, icon=icon, icon_left=bool(icon))
        pad.size_hint_y, pad.height = None, theme.target
        pad.bind(on_release=on_release)
        self.pads[key] = pad
        self.ids.pads.add_widget(pad)
        return pad


def _in_two_lines(digits: str) -> str:
    """Return a fingerprint in two lines, to be compared with a browser's."""
    pairs = digits.split(":")
    half = len(pairs) // 2
    return f"\n{':'.join(pairs[:half])}\n{':'.join(pairs[half:])}"


load_kv(__file__)
