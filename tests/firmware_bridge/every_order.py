"""Roller, line and tablet as one machine whose every step can be tried: what can be lost, repeated, late or cut."""

from __future__ import annotations

import copy
import ctypes
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.pieces import DieKind, Wish
from companion.rolls.roller_dice import RollerDice
from companion.rolls.source import Fate, Rolled
from firmware_bridge.codec import Roll, decode, encode
from firmware_bridge.conversation import Conversation, DeviceRoll
from firmware_bridge.conversation import Rolled as RollCame
from tests.hardware.test_firmware_logic import CHANCE, SAY, SHOW, BoardLent

TICK = 1000
"""Milliseconds of the roller's clock: its longest time between two repetitions of a roll."""

DEVICE = 0x5F3A91C2
_ZERO = CHANCE(lambda: 0)  # every roll shows the same dice: only their names tell them apart
_STATIC = {
    "boot": 4,
    "sequence": 4,
    "request": 4,
    "fate": 4,
    "repeat_after": 4,
    "waiting": 1,
    "not_now": 1,
    "old_companion": 1,
}
_TIMES = ("repeat_at", "wait_until", "not_now_until", "old_until")


class Firmware:
    """``roller.c``, whose variables can be taken out and put back."""

    def __init__(self, library: ctypes.CDLL, file: Path) -> None:
        self._library, self._messages = library, list[bytes]()
        self._board = BoardLent(SAY(self._say), SHOW(lambda _top, _bottom: None), _ZERO)
        listed = subprocess.run(["nm", str(file)], capture_output=True, text=True, check=True).stdout.splitlines()
        places = {line.split()[2].split(".")[0]: int(line.split()[0], 16) for line in listed if len(line.split()) == 3}
        base = ctypes.cast(library.roller_start, ctypes.c_void_p).value
        assert base is not None
        base -= places["roller_start"]
        self._at = {name: base + places[name] for name in (*_STATIC, *_TIMES, "d10", "d6")}
        library.roller_start(ctypes.byref(self._board), DEVICE, 1)
        self._messages.clear()

    def start(self, boot: int) -> list[bytes]:
        self._library.roller_start(ctypes.byref(self._board), DEVICE, boot)
        return self._taken()

    def hear(self, line: bytes) -> list[bytes]:
        self._library.roller_hear(ctypes.create_string_buffer(line), 0)
        return self._taken()

    def press(self) -> list[bytes]:
        self._library.roller_press(0)
        return self._taken()

    def tick(self) -> list[bytes]:
        """Time passes; afterwards it is zero again."""
        self._library.roller_tick(TICK)
        for name in _TIMES:
            at = ctypes.c_int32.from_address(self._at[name])
            at.value = max(at.value - TICK, -1)
        return self._taken()

    def taken_out(self) -> tuple[int, ...]:
        fields = [int.from_bytes(ctypes.string_at(self._at[name], size), "little") for name, size in _STATIC.items()]
        times = [ctypes.c_int32.from_address(self._at[name]).value for name in _TIMES]
        return (*fields, *times, *ctypes.string_at(self._at["d10"], 2), *ctypes.string_at(self._at["d6"], 2))

    def put_back(self, values: tuple[int, ...]) -> None:
        for (name, size), value in zip(_STATIC.items(), values, strict=False):
            ctypes.memmove(self._at[name], value.to_bytes(size, "little"), size)
        for name, value in zip(_TIMES, values[len(_STATIC) :], strict=False):
            ctypes.c_int32.from_address(self._at[name]).value = value
        ctypes.memmove(self._at["d10"], bytes(values[-4:-2]), 2)
        ctypes.memmove(self._at["d6"], bytes(values[-2:]), 2)

    def _say(self, line: Any, length: int) -> None:
        self._messages.append(ctypes.string_at(line, length).rstrip(b"\r\n"))

    def _taken(self) -> list[bytes]:
        messages, self._messages[:] = list(self._messages), []
        return messages


MOST = 2
"""Lines that are under way at once in one direction; another is lost."""


class Died(Exception):
    """The tablet's program was killed."""


class Tablet:
    """The program at the table: conversation, dice and what to do with a roll that came."""

    def __init__(self, journal: list[str], first_request: int = 1) -> None:
        self.journal, self.wishes = journal, False
        self.conversation = Conversation(first_request)
        self.dice: RollerDice[DeviceRoll] = RollerDice(self, journal.__contains__)
        self.fate = ""

    # what the dice need of a line
    def want(self) -> None:
        self.conversation.want(0.0)

    def ask(self) -> None:
        self.conversation.ask(0.0)

    def withdraw(self) -> None:
        self.conversation.withdraw()

    def acknowledge(self, roll: DeviceRoll, *, counted: bool = True) -> None:
        self.conversation.acknowledge(roll, 0.0, counted=counted)

    def void(self, roll: DeviceRoll) -> None:
        self.conversation.void(roll, 0.0)

    def wish(self) -> None:
        self.wishes = True
        self.dice.ask(Wish((DieKind.D10, DieKind.D10)), self._deliver)

    def due(self) -> None:
        """The next moment at which it has something to say comes; it is zero again afterwards."""
        now = self.conversation.due
        if now < float("inf"):
            self.conversation.tick(max(now, 0.0))
            self.rebase(max(now, 0.0))

    def rebase(self, now: float) -> None:
        for name in ("_who_at", "_ask_at", "_wait_at"):
            setattr(self.conversation, name, max(round(getattr(self.conversation, name) - now, 6), 0.0))

    def attend(self, fate: str) -> bool:
        """Takes what came; ``fate`` is what becomes of a roll that a game waits for. Whether there was one."""
        self.fate, met = fate, False
        while self.conversation.events:
            event = self.conversation.events.pop(0)
            if isinstance(event, RollCame):
                self._met = False
                self.dice.take(event.roll)
                met = met or self._met
        return met

    def _deliver(self, rolled: Rolled) -> None:
        self._met = True
        if self.fate == "not kept":
            return
        if self.fate == "died before":
            raise Died
        if rolled.id in self.journal:
            rolled.settle(Fate.KNOWN)
        elif rolled.left_over and self.fate == "not ours":
            rolled.settle(Fate.UNWANTED)
            self.wish()
        else:
            self.journal.append(rolled.id)
            if self.fate == "died after":
                raise Died
            self.wishes = False
            rolled.settle(Fate.COUNTED)

    def copied(self) -> Tablet:
        twin = Tablet(list(self.journal))
        twin.wishes = self.wishes
        twin.conversation = copy.copy(self.conversation)
        twin.conversation.outbox, twin.conversation.events = list(self.conversation.outbox), []
        twin.dice._latest, twin.dice._id = self.dice._latest, self.dice._id
        if self.dice._awaited is not None:
            twin.dice._awaited = (self.dice._awaited[0], twin._deliver)
        return twin

    def key(self) -> tuple[object, ...]:
        messages = {name: value for name, value in vars(self.conversation).items() if name not in ("outbox", "events")}
        return (
            *messages.values(),
            *self.journal,
            self.wishes,
            self.dice._latest,
            self.dice._id,
            self.dice._awaited is None,
        )


FATES = ("kept", "not kept", "died before", "died after", "not ours")


@dataclass(slots=True)
class World:
    """Everything there is between two steps."""

    firmware: tuple[int, ...]
    tablet: Tablet
    down: tuple[bytes, ...] = ()
    """Lines on their way to the roller."""
    up: tuple[bytes, ...] = ()
    made: frozenset[tuple[int, int]] = frozenset()
    """Rolls that the roller made, by boot and sequence."""
    faults: int = 0
    wishes: int = 0
    presses: int = 0
    boot: int = 1

    def key(self) -> tuple[object, ...]:
        return (self.firmware, self.tablet.key(), self.down, self.up, self.faults, self.wishes, self.presses, self.boot)


class Machine:
    """Makes every world that one step leads to."""

    def __init__(self, firmware: Firmware, faults: int, wishes: int) -> None:
        self._firmware, self._faults, self._wishes = firmware, faults, wishes

    def first(self) -> World:
        """Both have just started and know of one another."""
        self._firmware.start(1)
        tablet = Tablet([])
        tablet.conversation.opened(0.0)
        world = World(self._firmware.taken_out(), tablet)
        for step in ("tablet due", "roller hears", "tablet hears kept"):
            world = self.after(world, step) or world
        assert world.tablet.conversation.hello is not None
        return world

    def steps(self, world: World) -> Iterator[str]:
        """What can happen next."""
        tablet = world.tablet
        if tablet.conversation.open:
            yield "tablet due"
        else:
            yield from ("port opened", "port opened and roller restarted")
        yield "roller ticks"
        if not tablet.wishes and world.wishes < self._wishes:
            yield "wish"
        if tablet.wishes:
            yield "ask"
            if world.presses < self._wishes:
                yield "press"
        if world.down:
            yield "roller hears"
        if world.up:
            yield from (f"tablet hears {fate}" for fate in FATES[: None if world.faults < self._faults else 1])
        if world.faults < self._faults:
            yield from ("roller restarts", "tablet restarts")
            for way in ("down", "up"):
                if getattr(world, way):
                    yield from (f"{way} lost", f"{way} twice")
                if len(getattr(world, way)) > 1:
                    yield f"{way} turned round"

    def after(self, world: World, step: str) -> World | None:
        """The world after a step; None where it is the same as after another."""
        self._firmware.put_back(world.firmware)
        new = World(world.firmware, world.tablet.copied(), world.down, world.up, world.made, world.faults)
        new.wishes, new.presses, new.boot = world.wishes, world.presses, world.boot
        match step.split(" ", 2):
            case ["tablet", "due"]:
                new.tablet.due()
            case ["tablet", "hears", fate]:
                line, new.up = new.up[0], new.up[1:]
                if not self._hear(new, line, fate) and fate != "kept":
                    return None
            case ["tablet", "restarts"]:
                new.faults += 1
                self._restart(new)
            case ["port", "opened", *_]:
                new.tablet.conversation.opened(0.0)
            case ["wish"]:
                new.wishes += 1
                new.tablet.wish()
            case ["ask"]:
                new.tablet.dice.roll_now()
            case ["down" | "up" as way, *what]:
                new.faults += 1
                lines = getattr(new, way)
                turned = {"lost": lines[1:], "twice": (lines[0], *lines), "turned round": lines[::-1]}
                setattr(new, way, turned[" ".join(what)])
        self._say(new, self._roller(new, step))
        return new

    def _roller(self, new: World, step: str) -> list[bytes]:
        """What the roller says in a step."""
        match step:
            case "roller ticks":
                return self._firmware.tick()
            case "roller hears":
                line, new.down = new.down[0], new.down[1:]
                return self._firmware.hear(line)
            case "press":
                new.presses += 1
                return self._firmware.press()
            case "roller restarts" | "port opened and roller restarted":
                new.faults += step == "roller restarts"
                new.boot += 1
                return self._firmware.start(new.boot)
        return []

    def _hear(self, new: World, line: bytes, fate: str) -> bool:
        new.tablet.conversation.receive(decode(line), 0.0)
        new.faults += fate not in ("kept", "not ours")
        try:
            return new.tablet.attend(fate)
        except Died:
            self._restart(new)
            return True

    def _restart(self, new: World) -> None:
        """Another program comes in its place: it knows the journal, and its game waits if no roll is there."""
        waits, kept = new.tablet.wishes, len(new.tablet.journal)
        new.tablet = Tablet(new.tablet.journal)
        new.tablet.conversation.opened(0.0)
        if waits and kept < new.wishes:
            new.tablet.wish()

    def _say(self, new: World, messages: list[bytes]) -> None:
        for line in messages:
            message = decode(line)
            if isinstance(message, Roll):
                new.made |= {(message.boot, message.sequence)}
        new.tablet.attend("kept")
        new.up = (*new.up, *messages)[:MOST]
        out, new.tablet.conversation.outbox = new.tablet.conversation.outbox, []
        new.down = (*new.down, *(encode(message).rstrip(b"\r\n") for message in out))[:MOST]
        new.firmware = self._firmware.taken_out()


def check(world: World) -> None:
    """What must hold whatever happened: each roll in the journal was made, and stands there once, for one wish."""
    names = [tuple(map(int, id_.split("-")[2:4])) for id_ in world.tablet.journal]
    assert len(set(names)) == len(names), f"a roll counted twice: {world.tablet.journal}"
    assert set(names) <= world.made, f"a roll that was never made: {world.tablet.journal}, {sorted(world.made)}"
    assert len(names) <= world.wishes, f"more rolls than wishes: {world.tablet.journal}"


def fair(machine: Machine, world: World) -> World:
    """The world once nothing is lost any more and everybody has had time; a player says yes to every question."""
    for _ in range(40):
        if not world.tablet.wishes and not world.up and not world.down and world.firmware[3] != 1:
            return world
        if not world.tablet.conversation.open:
            world = machine.after(world, "port opened") or world
        for step in ("tablet due", "roller ticks"):
            if step == "roller ticks" or world.tablet.conversation.open:
                world = machine.after(world, step) or world
            while world.up or world.down:
                if world.down:
                    world = machine.after(world, "roller hears") or world
                if world.up:
                    world = machine.after(world, "tablet hears kept") or world
        if world.tablet.wishes:
            world = machine.after(world, "ask") or world
    raise AssertionError(f"it comes to no end: {world.tablet.key()}, {world.firmware}, {world.up}, {world.down}")
