"""``companion dice``: dice that say by Bluetooth what they show: which there are, and which is which."""

from __future__ import annotations

import time
from queue import Empty, Queue
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.languages import say
from companion.cli.output import print_aside, print_json, print_line
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.bluetooth import ConnectedDice, FoundDie
    from companion.folders import Folders
    from companion.pieces import DieKind
    from companion.rolls.reporting import KeptDie, Make, Report

dice = typer.Typer(help="Dice that say by Bluetooth what they show.", no_args_is_help=True)

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class WhichDie(CompanionError):
    """A die that is not there, or not known well enough."""


@dice.command()
def look(
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to look.")] = 8.0, as_json: Json = False
) -> int:
    """Looks for Pixels and GoDice that are awake. Exit 1 where there is none."""
    from companion.bluetooth import BleakRadio, scan_for_dice

    found = scan_for_dice(BleakRadio(), seconds)
    if as_json:
        print_json([stamped("found-dice", _document(die)) for die in found], indent=1)
        return 0 if found else 1
    for die in found:
        print_line(say(_told(die)))
    if not found:
        print_line(
            say(Message("No die is heard. Shake it awake, and close its maker's app: it speaks to one at a time."))
        )
    return 0 if found else 1


def _document(die: FoundDie) -> dict[str, object]:
    kind = None if die.kind is None else die.kind.value
    return {"address": die.address, "make": die.make.value, "kind": kind, "name": die.name}


def _told(die: FoundDie) -> Message:
    values: Wording = {"name": die.name, "make": str(die.make), "address": die.address, "kind": str(die.kind)}
    if die.kind is None:
        return Message("{name}: {make}, in the shell of a d6 or d10; companion dice keep {address} --kind …", values)
    return Message("{name}: {make}, {kind}; companion dice keep {address}", values)


@dice.command()
def keep(
    context: typer.Context,
    address: Annotated[str, typer.Argument(help="As companion dice look tells it.")],
    kind: Annotated[str | None, typer.Option(help="d6 or d10; a Pixel tells it itself.")] = None,
    name: Annotated[str | None, typer.Option(help="What you call it, so that you know which it is.")] = None,
    make: Annotated[str | None, typer.Option(help="pixels or godice, for a die that is not heard now.")] = None,
) -> int:
    """Makes a die one of the table's. Kept again, it has another kind or name."""
    from companion.rolls.reporting import KeptDie

    told = None if kind and make else _heard(address)
    of_make = _make(make) if make else (told.make if told else None)
    of_kind = _kind(kind) if kind else (told.kind if told else None)
    if of_make is None or of_kind is None:
        raise WhichDie(
            address,
            Message("does not tell what it is"),
            Message("say it: --kind d6 or --kind d10, and --make pixels or --make godice"),
        )
    die = KeptDie(address, of_make, of_kind, name or (told.name if told else address))
    others = [one for one in kept_here(context.obj) if one.address != address]
    _write(context.obj, [*others, die])
    print_line(say(Message("{name} is a {kind} of this table now.", {"name": die.name, "kind": str(die.kind)})))
    return 0


def _heard(address: str) -> FoundDie | None:
    from companion.bluetooth import BleakRadio, scan_for_dice

    return next((die for die in scan_for_dice(BleakRadio(), 8.0) if die.address == address), None)


def _kind(said: str) -> DieKind:
    from companion.pieces import DieKind

    try:
        return DieKind(said)
    except ValueError:
        raise WhichDie(repr(said), Message("is no kind of die that a game here uses"), Message("d6 or d10")) from None


def _make(said: str) -> Make:
    from companion.rolls.reporting import Make

    try:
        return Make(said)
    except ValueError:
        raise WhichDie(repr(said), Message("is no make known here"), Message("pixels or godice")) from None


@dice.command("list")
def list_(context: typer.Context, as_json: Json = False) -> int:
    """The table's dice. Exit 1 where there is none."""
    from companion.rolls.reporting import format_dice

    kept = kept_here(context.obj)
    if as_json:
        print_json(stamped("dice", format_dice(kept)), indent=1)
    for die in () if as_json else kept:
        values: Wording = {"name": die.name, "kind": str(die.kind), "make": str(die.make), "address": die.address}
        print_line(say(Message("{name}: {kind}, {make}, {address}", values)))
    if not kept and not as_json:
        print_line(say(Message("No die is kept here; companion dice look finds those that are awake.")))
    return 0 if kept else 1


@dice.command()
def forget(context: typer.Context, name: Annotated[str, typer.Argument(help="Its name or address.")]) -> int:
    """The die is the table's no more."""
    kept = kept_here(context.obj)
    left = [die for die in kept if name not in (die.name, die.address)]
    if len(left) == len(kept):
        raise WhichDie(name, Message("is no die of this table"), Message("companion dice list tells them"))
    _write(context.obj, left)
    print_line(say(Message("{name} is forgotten.", {"name": name})))
    return 0


@dice.command()
def watch(
    context: typer.Context,
    seconds: Annotated[float | None, typer.Option(help="Stop by itself after so long.")] = None,
    as_json: Json = False,
) -> int:
    """Tells what each die says, until Ctrl-C: roll one to see which it is. No game hears it."""
    kept = kept_here(context.obj)
    if not kept:
        raise WhichDie(Message("dice"), Message("none is kept here"), Message("look for them: companion dice look"))
    said: Queue[tuple[KeptDie, Report]] = Queue()
    end = None if seconds is None else time.monotonic() + seconds
    with listening(kept, said):
        while end is None or time.monotonic() < end:
            try:
                die, report = said.get(timeout=None if end is None else max(0.0, end - time.monotonic()))
            except (Empty, KeyboardInterrupt):
                break
            if as_json:
                event = {"name": die.name, "said": report.motion.value, "value": report.value}
                print_json(stamped("dice-event", event))
            else:
                print_line(f"{die.name}: {report}", flush=True)
    return 0


def kept_here(folders: Folders) -> tuple[KeptDie, ...]:
    """The table's dice."""
    from companion.app.document import Document
    from companion.rolls.reporting import parse_dice

    return parse_dice(Document(folders.dice).read())


def _write(folders: Folders, dice: list[KeptDie]) -> None:
    from companion.app.document import Document
    from companion.rolls.reporting import format_dice

    Document(folders.dice).keep(format_dice(dice))


def listening(kept: tuple[KeptDie, ...], said: Queue[tuple[KeptDie, Report]] | None = None) -> ConnectedDice:
    """The dice, listened to from now on; what they say goes to ``said``, what players should know to standard error."""
    from companion.bluetooth import BleakRadio, ConnectedDice

    def heard(die: KeptDie, report: Report) -> None:
        if said is not None:
            said.put((die, report))

    return ConnectedDice(BleakRadio(), kept, lambda told: print_aside(say(told)), heard=heard)
