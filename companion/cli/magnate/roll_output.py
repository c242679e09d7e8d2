"""A roll of Magnate, whom it taxes and what it pays, as ``companion roll`` tells it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.languages import say
from companion.games.magnate.rolling import earning, taxed_suits
from companion.locale import Message, Wording, listed
from companion.pieces import DieKind, shown

if TYPE_CHECKING:
    from companion.pieces import Suit, Wish
    from companion.play import AnyPlay
    from companion.rolls import Rolled


@dataclass(frozen=True, slots=True)
class Dice:
    """Which dice are rolled outside any game."""

    preset: Annotated[str, typer.Option(help="Whose tax dice: standard, mega, …")] = "standard"


def rolled_with(dice: Dice) -> Wish:
    """The roll of a turn. Raises ``UnknownPreset``."""
    from companion.games.magnate.presets import preset
    from companion.games.magnate.wish import wish

    return wish(preset(dice.preset))


def roll_document(rolled: Rolled) -> dict[str, Any]:
    """One roll of Magnate's dice: the suits that it taxes, and what every rank earns."""
    dice, tax_dice = shown(rolled.cast, DieKind.D10), shown(rolled.cast, DieKind.D6)
    return {
        "source": rolled.source.value,
        "id": rolled.id,
        "dice": list(dice),
        "tax_dice": list(tax_dice),
        "taxed": [suit.value for suit in taxed_suits(tax_dice)],
        "rank": max(dice),
        "ranks": {
            str(rank): [{"card": card.code, "pays": [suit.value for suit in card.suits]} for card in earning(rank)]
            for rank in range(1, 11)
        },
    }


def roll_in_game_document(rolled: Rolled, play: AnyPlay) -> dict[str, Any]:
    """The same, and what it did in the game that took it."""
    result, names = play.state.roll, play.game.names
    return roll_document(rolled) | {
        "game": play.game.id,
        "seq": play.seq,
        "players": [
            {
                "player": name,
                "lost": {taxed.suit.value: taxed.lost for taxed in result.taxed if taxed.player == seat},
                "income": result.income[seat].to_json(),
                "tokens": play.state.tokens[seat].to_json(),
            }
            for seat, name in enumerate(names)
        ],
        "waiting_for": [{"player": names[one.owner], "text": say(one.text)} for one in play.state.waiting_for],
    }


def show(document: dict[str, Any]) -> None:
    """The same for people."""
    from companion.cli.terminal import Table, Text, terminal
    from companion.pieces import Card, Suit

    console = terminal()
    first, second = document["dice"]
    tax_dice = (say(Message("tax {die}", {"die": die})) for die in document["tax_dice"])
    console.print(Text.assemble((f"{first}  {second}", "bold"), *(f"   {die}" for die in tax_dice)))
    console.print(say(_taxation([Suit(letter) for letter in document["taxed"]])))
    now = document["rank"]
    table = Table(box=None, pad_edge=False, show_header=False)
    for rank, cards in document["ranks"].items():
        names = ", ".join(f"{say(Card.parse(each['card']).wording())} ({''.join(each['pays'])})" for each in cards)
        mark, style = (">", "bold") if int(rank) == now else ("", "dim")
        table.add_row(mark, say(_RANKS[rank]) if rank in _RANKS else rank, names, style=style)
    console.print(table)
    if 2 <= now <= 9:
        console.print(say(_EARNING))
    for player in document.get("players", ()):
        console.print(say(_change(player)))
    for waiting in document.get("waiting_for", ()):
        console.print(say(Message("{name}: {text}", {"name": waiting["player"], "text": waiting["text"]})))


def _taxation(taxed: list[Suit]) -> Message:
    if not taxed:
        return Message("No tax.")
    return Message("Taxed: {suits}. Whoever has two or more keeps one.", {"suits": listed(taxed)})


def _change(player: dict[str, Any]) -> Message:
    """What one player gets and gives back."""
    lost = "".join(f"{suit}{count}" for suit, count in player["lost"].items())
    gained = "".join(f"{suit}{count}" for suit, count in player["income"].items() if count)
    values: Wording = {"name": player["player"], "gained": gained or Message("nothing"), "lost": lost}
    if lost:
        return Message("{name} gets {gained}, gives back {lost}", values)
    return Message("{name} gets {gained}", values)


_RANKS = {"1": Message("Aces"), "10": Message("Crowns")}
_EARNING = Message("A completed property pays one token of each of its suits; a deed one, its owner chooses which.")
