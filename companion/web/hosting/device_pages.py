"""The page of phones: the code that lets them in, who plays which seat, and who is the host."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING

from companion.decoding import is_number
from companion.errors import CompanionError
from companion.games.new_game import most_players
from companion.locale import Message
from companion.web.devices import Device, Devices
from companion.web.hosting.lobby import Lobby, LobbyForm
from companion.web.hosting.notes import draw_svg_code
from companion.web.hosting.visitors import Grant, Visitors
from companion.web.pages.context import Context
from companion.web.pages.host import PageRequest, PageResponse, Status
from companion.web.pages.html import action_button, link_button
from companion.web.pages.parts import answer, render_lobby
from companion.web.pages.snapshot import Snapshot

if TYPE_CHECKING:
    from companion.web.hosting.server_host import ServerHost

PATH = "/game"


class NotForGuests(CompanionError):
    """What only the host may do."""


@dataclass(frozen=True, slots=True)
class DevicePages:
    """The page of devices.

    Args:
        visitors: The devices.
        lobby: The players of the next game.
        invite: Returns the address of this page with the standing code.
        changed: Called after every change.
        people: Returns the names of people of former evenings, the latest players first.
    """

    visitors: Visitors
    lobby: Lobby
    invite: Callable[[], str]
    changed: Callable[[], None]
    people: Callable[[], Sequence[str]]

    def page(self, host: ServerHost, request: PageRequest) -> PageResponse:
        """Return the page of devices.

        Args:
            host: What stands behind the pages.
            request: The request.
        """
        begun = _own_page(host) if request.value("begun") and request.method == "GET" else ""
        if begun:
            return PageResponse(Status.SEE_OTHER, "", "", location=begun)
        show, act = partial(self._show, host), _Acts(self, host, request).do
        return answer(Context.of(request, host), Message("Phones"), show, act)

    def _show(self, host: ServerHost, ctx: Context) -> str:
        is_host = host.visitor.device.is_host
        inside = self._invitation(ctx) if is_host else ""
        snapshot = host.snapshot()
        if snapshot is not None:
            inside += self._seats(ctx, host, snapshot) + self._requests(ctx, host, snapshot)
        inside += self._next_game(ctx, host, over=snapshot is None or snapshot.over)
        inside += self._devices(ctx, host) if is_host else ""
        return render_lobby(ctx, Message("Phones"), inside)

    def _next_game(self, ctx: Context, host: ServerHost, *, over: bool) -> str:
        """Return who takes a seat in the next game; while a game goes on, this is folded."""
        inside = LobbyForm(ctx, self.lobby, self.visitors, host.visitor.device, self.people()).render()
        heading = ctx.say(Message("Next game"))
        if over:
            return f"<section><h2>{heading}</h2>{inside}</section>"
        return f"<details><summary>{heading}</summary>{inside}</details>"

    def _seats(self, ctx: Context, host: ServerHost, snapshot: Snapshot) -> str:
        """Return each seat with who plays it, and what this device can do about it."""
        game, own, devices = snapshot.course.game.id, host.visitor.device, self.visitors.devices
        rows = []
        plays = any(devices.holder(game, seat) == own for seat in range(len(snapshot.names)))
        for seat, name in enumerate(snapshot.names):
            holder = devices.holder(game, seat)
            buttons = []
            text = Message("Play as {name}", {"name": name})
            if holder is not None and holder.id == own.id:
                buttons.append(link_button(f"seat/{seat}", ctx.say(text), kind="main"))
            else:
                kind = "" if holder is not None or plays else "main"
                buttons.append(_button(ctx, text, do="sit", seat=str(seat), kind=kind))
            if own.is_host and holder is not None:
                buttons.append(_button(ctx, Message("Free this seat"), do="free", seat=str(seat)))
            rows.append(f"<li><b>{escape(name)}</b> {self._holder(ctx, holder, own)}{''.join(buttons)}</li>")
        here = link_button("table", ctx.say(Message("Table for everybody"))) if own.is_host or own.is_table else ""
        return f'<section><h2>{ctx.say(Message("Seats"))}</h2><ul class="seats-of">{"".join(rows)}</ul>{here}</section>'

    def _holder(self, ctx: Context, holder: Device | None, own: Device) -> str:
        if holder is None:
            return f"<small>{ctx.say(Message('free'))}</small>"
        if holder.id == own.id:
            return f"<small>{ctx.say(Message('this device'))}</small>"
        away = "" if self.visitors.is_here(holder.id) else f" · {ctx.say(Message('not connected'))}"
        return f"<small>{escape(holder.name)}{away}</small>"

    def _requests(self, ctx: Context, host: ServerHost, snapshot: Snapshot) -> str:
        """Return who asks for a seat that somebody else plays; one tap of anybody else grants it."""
        asked = []
        for seat, device in self.visitors.devices.requests(snapshot.course.game.id):
            text = Message("{device} asks to play as {name}.", {"device": device.name, "name": snapshot.names[seat]})
            if device.id == host.visitor.device.id:
                waiting = Message("Waiting until the host or another player allows it.")
                asked.append(f'<p class="question">{ctx.say(text)} {ctx.say(waiting)}</p>')
            else:
                yes = _button(ctx, Message("Yes"), do="grant", seat=str(seat), device=device.id, kind="main")
                no = _button(ctx, Message("No"), do="refuse", seat=str(seat))
                asked.append(f'<div class="question"><p>{ctx.say(text)}</p>{yes}{no}</div>')
        return "".join(asked)

    def _invitation(self, ctx: Context) -> str:
        """Return the standing code, to be scanned by every other device."""
        place, _, code = (address := self.invite()).partition("#")
        about = Message("Everybody scans this code, or types the address and the letters.")
        return (
            f'<section class="invitation"><p>{ctx.say(about)}</p>{draw_svg_code(address)}'
            f'<p><a class="address">{escape(place)}</a> <b class="code">{escape(code)}</b></p>'
            f"{_button(ctx, Message('New code'), do='renew')}</section>"
        )

    def _devices(self, ctx: Context, host: ServerHost) -> str:
        rows = []
        for one in self.visitors.devices.all():
            here = Message("connected") if self.visitors.is_here(one.id) else Message("not connected")
            marks = [ctx.say(here), *([ctx.say(Message("host"))] if one.is_host else [])]
            marks += [ctx.say(Message("table for everybody"))] if one.is_table else []
            buttons = ""
            if one.id != host.visitor.device.id:
                buttons = _button(ctx, Message("Make it the host"), do="host", device=one.id)
                if one.is_table:
                    buttons += _button(ctx, Message("No longer the table"), do="table", device=one.id, table="no")
                else:
                    buttons += _button(ctx, Message("Make it the table"), do="table", device=one.id, table="yes")
                buttons += _button(ctx, Message("Disconnect"), do="revoke", device=one.id)
            rows.append(f"<li><b>{escape(one.name)}</b> <small>{' · '.join(marks)}</small>{buttons}</li>")
        return f'<section><h2>{ctx.say(Message("Devices"))}</h2><ul class="devices">{"".join(rows)}</ul></section>'


def _own_page(host: ServerHost) -> str:
    """Return the page on which a device plays the open game; empty if it has no seat."""
    snapshot, device = host.snapshot(), host.visitor.device
    seats = device.plays(snapshot.course.game.id) if snapshot is not None else ()
    return f"/seat/{seats[0]}" if len(seats) == 1 else "/table" if seats and host.visitor.device.is_host else ""


def _button(ctx: Context, text: Message, *, kind: str = "", **fields: str) -> str:
    return action_button("game", fields, ctx.say(text), kind=kind)


_OF_HOST = ("free", "renew", "host", "revoke")
"""What only the host does."""


@dataclass(frozen=True, slots=True)
class _Acts:
    """What the page of devices sends."""

    pages: DevicePages
    host: ServerHost
    request: PageRequest

    def do(self, _ctx: Context) -> str:
        """Do it and return the address to go to."""
        do, device = self.request.value("do"), self.request.value("device")
        if do in _OF_HOST:
            self._check_host()
        location = PATH
        match do:
            case "sit":
                location = self._sit()
            case "grant":
                self._grant()
            case "refuse":
                self._devices.drop_request(*self._seat())
            case "free":
                self._devices.free_seat(*self._seat())
            case "join":
                self._join()
            case "leave":
                self._leave()
            case "renew":
                self.pages.visitors.codes.cancel(Grant())
            case "host":
                self._devices.make_host(device)
            case "table":
                location = self._make_table()
            case "revoke" if device != self.host.visitor.device.id:
                self.pages.visitors.revoke(device)
                self.pages.lobby.forget(device)
            case _:
                raise NotForGuests(
                    Message("this page"), Message("cannot do that"), Message("choose one of its buttons")
                )
        self.pages.changed()
        return location.removeprefix("/")

    @property
    def _devices(self) -> Devices:
        return self.pages.visitors.devices

    def _seat(self) -> tuple[str, int]:
        """Return the id of the open game and the seat that is meant."""
        snapshot, seat = self.host.snapshot(), self.request.value("seat")
        if snapshot is None or not (is_number(seat) and int(seat) < len(snapshot.names)):
            raise NotForGuests(Message("this seat"), Message("is none of the open game"), Message("open a game first"))
        return snapshot.course.game.id, int(seat)

    def _sit(self) -> str:
        game, seat = self._seat()
        own, holder = self.host.visitor.device, self._devices.holder(game, seat)
        if holder is None or own.is_host:
            self._devices.give_seat(own.id, game, seat)
            return f"/seat/{seat}"
        self._devices.ask_for_seat(own.id, game, seat)
        return PATH

    def _grant(self) -> None:
        """Give a seat to the device that asks for it; by any device but that one."""
        game, seat = self._seat()
        asks = next((device for one, device in self._devices.requests(game) if one == seat), None)
        if asks is not None and asks.id == self.request.value("device") and asks.id != self.host.visitor.device.id:
            self._devices.give_seat(asks.id, game, seat)

    def _join(self) -> None:
        seat = self.request.value("seat")
        if not (is_number(seat) and int(seat) < most_players()):
            raise NotForGuests(Message("this seat"), Message("is none of the next game"), Message("choose another"))
        self.pages.lobby.sit(int(seat), self.request.value("name"), self.host.visitor.device.id)

    def _leave(self) -> None:
        """Free a seat of the next game; one of another device only by the host."""
        seat = self.request.value("seat")
        place = self.pages.lobby.places.get(int(seat)) if is_number(seat) else None
        if place is not None:
            if place.device != self.host.visitor.device.id:
                self._check_host()
            self.pages.lobby.leave(int(seat))

    def _make_table(self) -> str:
        """Make a device the table, or no longer; before a game is open, each may choose that for itself."""
        device, own = self.request.value("device"), self.host.visitor.device.id
        if device != own or self.host.snapshot() is not None:
            self._check_host()
        self._devices.set_table(device, self.request.value("table") == "yes")
        return PATH if device != own else "/table"

    def _check_host(self) -> None:
        if not self.host.visitor.device.is_host:
            raise NotForGuests(Message("this page"), Message("is for the host’s device"), Message("ask the host"))
