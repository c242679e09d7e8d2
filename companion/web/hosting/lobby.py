"""Who takes which seat in the next game, before it exists, and the form for it."""

import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from html import escape

from companion.club.people import default_names
from companion.errors import CompanionError
from companion.games.new_game import most_players, seating_words
from companion.games.registry import games
from companion.journal import KeptGame
from companion.locale import Message
from companion.names import MAX_NAME_CHARACTERS, clean_name, name_key
from companion.web.devices import Device, Devices
from companion.web.hosting.notes import Notes
from companion.web.hosting.visitors import Visitors
from companion.web.pages.context import ANSWER, Context
from companion.web.pages.html import action_button, address, link_button

NOTE = "lobby"
"""The note of who took a seat."""


class TakenSeat(CompanionError):
    """A seat or a name that somebody else has in the next game."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of the next game."""

    name: str
    device: str
    """The id of the device on which this player plays."""


class Lobby:
    """The players of the next game, by seat, kept over a restart; thread-safe.

    Args:
        notes: Where they are kept.
        devices: The admitted devices; nobody sits on another.
    """

    def __init__(self, notes: Notes, devices: Devices) -> None:
        self._lock, self._notes, self._devices = threading.Lock(), notes, devices
        self._places: dict[int, Player] = {}
        kept = notes.recall(NOTE)
        if isinstance(kept, Mapping):
            with suppress(TypeError, ValueError):  # somebody changed the file: they take their seats again
                places = {int(seat): Player(str(name), str(device)) for seat, (name, device) in kept.items()}
                self._places = {seat: one for seat, one in places.items() if devices.get(one.device) is not None}

    @property
    def places(self) -> Mapping[int, Player]:
        """The players, by seat."""
        return dict(self._places)

    @property
    def names(self) -> list[str]:
        """The player names, by seat; "" for a free seat before a taken one."""
        places = self.places
        return [places[seat].name if seat in places else "" for seat in range(max(places, default=-1) + 1)]

    def sit(self, seat: int, written: str, device: str) -> None:
        """Take a seat; a player of the same device and name leaves the seat that they had.

        Args:
            seat: The seat.
            written: The name as it was typed; empty moves the only player of the device.
            device: The id of the device.

        Raises:
            UnusableName: The name cannot be used.
            TakenSeat: Somebody else has this seat or name.
        """
        with self._lock:
            own = [one.name for one in self._places.values() if one.device == device]
            name = clean_name(own[0] if len(own) == 1 and not written.strip() else written)
            same = device, name_key(name)
            others = {at: one for at, one in self._places.items() if (one.device, name_key(one.name)) != same}
            if seat in others and others[seat].device != device:
                raise TakenSeat(others[seat].name, Message("has this seat"), Message("choose another seat"))
            if name_key(name) in (name_key(one.name) for one in others.values()):
                raise TakenSeat(name, Message("two players have this name"), Message("add a letter to one of them"))
            self._change({**others, seat: Player(name, device)})

    def leave(self, seat: int) -> None:
        """Free a seat."""
        with self._lock:
            self._change({at: one for at, one in self._places.items() if at != seat})

    def forget(self, device: str) -> None:
        """Free the seats of a device."""
        with self._lock:
            self._change({seat: one for seat, one in self._places.items() if one.device != device})

    def take_seats(self, game: KeptGame) -> None:
        """Give each device the seats of its players in a new game, and empty the lobby."""
        seats = {name_key(name): seat for seat, name in enumerate(game.players)}
        with self._lock:
            for one in self._places.values():
                if name_key(one.name) in seats and self._devices.get(one.device) is not None:
                    self._devices.give_seat(one.device, game.id, seats[name_key(one.name)])
            self._change({})

    def _change(self, places: dict[int, Player]) -> None:
        self._places = places
        with suppress(CompanionError):  # it holds until the server ends
            self._notes.remember(NOTE, {str(seat): [one.name, one.device] for seat, one in places.items()})


MOST_PEOPLE = 8
"""People of former evenings that are offered, the latest players first; others are typed."""


@dataclass(frozen=True, slots=True)
class LobbyForm:
    """What one device shows of the next game, and can do there."""

    ctx: Context
    lobby: Lobby
    visitors: Visitors
    own: Device
    people: Sequence[str]
    """The names of people of former evenings, the latest players first."""

    def render(self) -> str:
        """Return the seats with their players, the form to take one, and what this device can be besides."""
        places, ctx = self.lobby.places, self.ctx
        taken = "".join(self._taken(seat, one) for seat, one in sorted(places.items()))
        offered = min(most_players(), max(2, len(self.lobby.names) + 1))
        free = "".join(self._free(seat) for seat in range(offered) if seat not in places)
        name, text = escape(ctx.request.value("name")), ctx.say(Message("Name"))
        form = (
            '<form method="post" action="game" class="join"><input type="hidden" name="do" value="join">'
            f'<input name="name" value="{name}" placeholder="{text}" aria-label="{text}" '
            f'maxlength="{MAX_NAME_CHARACTERS}" autocomplete="off" enterkeyhint="go">'
            f'<div class="lobby-seats">{free}</div>{self._people(tuple(places.values()))}</form>'
        )
        return (
            f'{self._hint(tuple(places.values()))}<div class="lobby-seats">{taken}</div>'
            f"{form if free else ''}{self._more()}"
        )

    def _hint(self, places: Sequence[Player]) -> str:
        if not any(one.device == self.own.id for one in places):
            text = Message("Type your name and choose a seat. Its colour is yours.")
        elif self.own.is_host:
            text = Message("Choose a game once everybody has a seat. Who has no phone is added here.")
        else:
            text = Message("The host begins the game. Another player can join on this device.")
        return f'<p class="hint">{self.ctx.say(text)}</p>'

    def _taken(self, seat: int, place: Player) -> str:
        own, device = place.device == self.own.id, self.visitors.devices.get(place.device)
        where = self.ctx.say(Message("this device")) if own else escape(device.name if device is not None else "")
        leave = ""
        if own or self.own.is_host:
            text = self.ctx.say(Message("Free this seat"))
            leave = action_button("game", {"do": "leave", "seat": seat}, text, label=f"{text}: {escape(place.name)}")
        return f'<div class="lobby-seat seat{seat}"><b>{escape(place.name)}</b> <small>{where}</small>{leave}</div>'

    def _free(self, seat: int) -> str:
        text = self.ctx.say(Message("Player {number}", {"number": seat + 1}))
        free = self.ctx.say(Message("free"))
        return f'<button class="lobby-seat seat{seat}" name="seat" value="{seat}">{text} <small>{free}</small></button>'

    def _people(self, places: Sequence[Player]) -> str:
        """Return the people of former evenings who are not here yet; one of them fills in the name."""
        taken = default_names() | {name_key(one.name) for one in places}
        names = [one for one in self.people if name_key(one) not in taken][:MOST_PEOPLE]
        buttons = "".join(
            f'<button formmethod="get" name="name" value="{escape(one)}">{escape(one)}</button>' for one in names
        )
        label = self.ctx.say(Message("Played before"))
        return f'<div class="people" role="group" aria-label="{label}">{buttons}</div>' if names else ""

    def _more(self) -> str:
        """Return the games that the host may begin, and what else this device can be."""
        ctx, names, doors = self.ctx, self.lobby.names, ""
        for rules in games() if self.own.is_host else ():
            words = seating_words(rules, names)
            if words is not None:
                to = address("new", {"game": rules.name, **{f"{ANSWER}{name}": word for name, word in words.items()}})
                doors += link_button(to, ctx.say(rules.title), kind="door main")
        other = link_button("tv", ctx.say(Message("Scoreboard")))
        if ctx.host.snapshot() is None:
            table = {"do": "table", "table": "yes", "device": self.own.id}
            other += action_button("game", table, ctx.say(Message("Table for everybody")))
        return f'<nav class="doors">{doors}</nav><div class="others">{other}</div>'
