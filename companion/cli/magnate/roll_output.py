"""A roll of Magnate with its taxes and income, as ``companion roll`` prints it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.cli.languages import translate
from companion.cli.options import fold_case
from companion.games.magnate.presets import preset
from companion.games.magnate.rolling import cards_of_rank, taxed_suits
from companion.games.magnate.wish import wish
from companion.locale import Message, Wording, listed
from companion.pieces import Card, DieKind, Suit, Wish, shown

if TYPE_CHECKING:
    from companion.play import AnyPlay
    from companion.rolls import Rolled


@dataclass(frozen=True, slots=True)
class RollOptions:
    """Magnate's options of ``companion roll``."""

    preset: Annotated[
        str, typer.Option(callback=fold_case, help="Use the tax dice of this preset: standard, mega, …")
    ] = "standard"


def turn_wish(options: RollOptions) -> Wish:
    """Return the dice of a turn's roll; raise ``UnknownPreset`` for an unknown preset."""
    return wish(preset(options.preset))


def roll_document(rolled: Rolled) -> dict[str, Any]:
    """Return a roll as JSON, with the suits that it taxes and the income of every rank."""
    dice, tax_dice = shown(rolled.cast, DieKind.D10), shown(rolled.cast, DieKind.D6)
    return {
        "source": rolled.source.value,
        "id": rolled.id,
        "dice": list(dice),
        "tax_dice": list(tax_dice),
        "taxed": [suit.value for suit in taxed_suits(tax_dice)],
        "rank": max(dice),
        "ranks": {
            str(rank): [
                {"card": card.code, "pays": [suit.value for suit in card.suits]} for card in cards_of_rank(rank)
            ]
            for rank in range(1, 11)
        },
    }


def roll_in_game_document(rolled: Rolled, play: AnyPlay) -> dict[str, Any]:
    """Return a roll as JSON, with what it changed in its game."""
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
        "waiting_for": [{"player": names[one.owner], "text": translate(one.text)} for one in play.state.waiting_for],
    }


def print_roll(document: dict[str, Any]) -> None:
    """Print a roll's document for people."""
    from companion.cli.terminal import Table, Text, terminal

    console = terminal()
    first, second = document["dice"]
    tax_dice = (translate(Message("tax {die}", {"die": die})) for die in document["tax_dice"])
    console.print(Text.assemble((f"{first}  {second}", "bold"), *(f"   {die}" for die in tax_dice)))
    console.print(translate(_taxation([Suit(letter) for letter in document["taxed"]])))
    now = document["rank"]
    table = Table(box=None, pad_edge=False, show_header=False)
    for rank, cards in document["ranks"].items():
        names = ", ".join(
            f"{translate(Card.parse(each['card']).wording())} ({''.join(each['pays'])})" for each in cards
        )
        mark, style = (">", "bold") if int(rank) == now else ("", "dim")
        table.add_row(mark, translate(_RANKS[rank]) if rank in _RANKS else rank, names, style=style)
    console.print(table)
    if 2 <= now <= 9:
        console.print(translate(_EARNING))
    for player in document.get("players", ()):
        console.print(translate(_change(player)))
    for waiting in document.get("waiting_for", ()):
        console.print(translate(Message("{name}: {text}", {"name": waiting["player"], "text": waiting["text"]})))


def _taxation(taxed: list[Suit]) -> Message:
    if not taxed:
        return Message("No tax.")
    return Message("Taxed: {suits}. Players with two or more keep one.", {"suits": listed(taxed)})


def _change(player: dict[str, Any]) -> Message:
    """Return one player's income and losses."""
    lost = "".join(f"{suit}{count}" for suit, count in player["lost"].items())
    gained = "".join(f"{suit}{count}" for suit, count in player["income"].items() if count)
    values: Wording = {"name": player["player"], "gained": gained or Message("nothing"), "lost": lost}
    if lost:
        return Message("{name} gains {gained}, loses {lost}", values)
    return Message("{name} gains {gained}", values)


_RANKS = {"1": Message("Aces"), "10": Message("Crowns")}
_EARNING = Message(
    "A finished property pays one token of each suit. A deed pays one, of a suit that its owner chooses."
)
