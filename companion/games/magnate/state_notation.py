"""A state as one line of text, and back without loss."""

from companion.games.magnate.hidden import NO_KNOWLEDGE, Hidden
from companion.games.magnate.options import options_from_text, options_to_text
from companion.games.magnate.state import Column, Deed, District, Phase, RollResult, State, Taxed
from companion.games.notation import read_text
from companion.locale import Message
from companion.pieces import Card, Suit, Tokens

NONE = "-"
_FORMAT = "format-"


def state_to_text(state: State) -> str:
    """Return one line of eight or nine parts, separated by ``|``.

    These are: the options; the districts with their columns (``PMSL:4MS,9LK(L2)/-``); Crowns; tokens; seat, turn,
    phase, plays left; pile, discards, reshuffles, last turns; the roll; the deeds to be answered; and, if any is known,
    the hidden cards: discards, hands, pile (``x`` any), ``format-1`` or ``-3`` for a game of that format.

    A deed has its tokens in parentheses, followed by ``>`` and its owner's preferred suit. An empty column is ``-``, a
    missing one ``x``.
    """
    turn = (state.player, state.turn, state.phase, state.plays_left)
    pile = (state.pile, state.discards, state.reshuffles, NONE if state.last_turns is None else state.last_turns)
    parts = (
        options_to_text(state.options),
        " ".join(f"{one.card}:{'/'.join(map(column_to_text, one.columns))}" for one in state.districts),
        "/".join(",".join(map(str, crowns)) or NONE for crowns in state.crowns),
        "/".join(map(str, state.tokens)),
        " ".join(map(str, turn)),
        " ".join(map(str, pile)),
        _roll_text(state.roll),
        " ".join(f"{owner}:{card}" for owner, card in state.pending_income) or NONE,
    )
    return " | ".join((*parts, *_hidden_parts(state)))


def _hidden_parts(state: State) -> tuple[str, ...]:
    if state.hidden == NO_KNOWLEDGE and state.as_format is None:
        return ()
    known = (state.hidden.discarded, state.hidden.in_hand, state.hidden.pile)
    cards = "/".join("x" if those is None else ",".join(map(str, those)) or NONE for those in known)
    return (cards if state.as_format is None else f"{cards} {_FORMAT}{state.as_format}",)


def column_to_text(column: Column | None) -> str:
    """Write one side of a district, as :func:`column_from_text` reads it."""
    if column is None:
        return "x"
    cards = list(map(str, column.properties))
    if column.deed is not None:
        preferred = f">{column.deed.preferred}" if column.deed.preferred else ""
        cards.append(f"{column.deed.card}({column.deed.tokens}{preferred})")
    return ",".join(cards) or NONE


def _roll_text(roll: RollResult | None) -> str:
    if roll is None:
        return NONE
    return " ".join(
        (
            ",".join(map(str, roll.dice)),
            ",".join(map(str, roll.tax_dice)) or NONE,
            "".join(map(str, roll.taxed_suits)) or NONE,
            ",".join(f"{loss.player}{loss.suit}{loss.lost}" for loss in roll.taxed) or NONE,
            "/".join(map(str, roll.income)),
        )
    )


def state_from_text(line: str) -> State:
    """Read the text that :func:`state_to_text` returns."""
    return read_text(_state, line, Message("is not a state of a game of Magnate"))


def _state(line: str) -> State:
    options, districts, crowns, tokens, turn, pile, roll, pending, *rest = (part.strip() for part in line.split("|"))
    if len(rest) > 1:
        raise ValueError(rest)
    hidden, as_format = _hidden(*rest)
    player, number, phase, plays_left = turn.split()
    cards, discards, reshuffles, last_turns = pile.split()
    return State(
        options=options_from_text(options),
        districts=tuple(map(_district, districts.split())),
        crowns=tuple(map(_cards, crowns.split("/"))),
        tokens=tuple(map(Tokens.parse, tokens.split("/"))),
        player=int(player),
        turn=int(number),
        phase=Phase(phase),
        pile=int(cards),
        discards=int(discards),
        plays_left=int(plays_left),
        roll=_roll(roll),
        pending_income=tuple(
            (int(owner), Card.parse(card)) for owner, _, card in (one.partition(":") for one in _items(pending, " "))
        ),
        reshuffles=int(reshuffles),
        last_turns=None if last_turns == NONE else int(last_turns),
        hidden=hidden,
        as_format=as_format,
    )


def _hidden(text: str = "-/-/x") -> tuple[Hidden, int | None]:
    cards, _, began = text.partition(" ")
    if began not in ("", f"{_FORMAT}1", f"{_FORMAT}3"):
        raise ValueError(began)
    discarded, in_hand, pile = cards.split("/")
    known = None if pile == "x" else _cards(pile)
    return Hidden(_cards(discarded), _cards(in_hand), known), int(began.removeprefix(_FORMAT)) if began else None


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.parse, _items(text)))


def _items(text: str, between: str = ",") -> list[str]:
    return [] if text == NONE else text.split(between)


def _district(text: str) -> District:
    card, _, columns = text.partition(":")
    return District(Card.parse(card), tuple(map(column_from_text, columns.split("/"))))


def column_from_text(text: str) -> Column | None:
    """Read one side of a district: ``4MS,9LK(L2)``, ``-`` if it is empty, ``x`` if there is none."""
    if text == "x":
        return None
    cards = _items(text)
    if not cards or not cards[-1].endswith(")"):
        return Column(tuple(map(Card.parse, cards)))
    card, _, rest = cards[-1].removesuffix(")").partition("(")
    tokens, _, preferred = rest.partition(">")
    deed = Deed(Card.parse(card), Tokens.parse(tokens), Suit.parse(preferred) if preferred else None)
    return Column(tuple(map(Card.parse, cards[:-1])), deed)


def side_from_text(text: str) -> Column:
    """Read one side of a district as :func:`column_from_text` does; letters may be small."""
    column = column_from_text(text.upper())
    assert column is not None, "only a small x is no side"
    return column


def _roll(text: str) -> RollResult | None:
    if text == NONE:
        return None
    dice, tax_dice, suits, taxed, income = text.split()
    first, second = map(int, dice.split(","))
    return RollResult(
        (first, second),
        tuple(map(int, _items(tax_dice))),
        tuple(map(Suit.parse, () if suits == NONE else suits)),
        tuple(Taxed(int(loss[0]), Suit.parse(loss[1]), int(loss[2:])) for loss in _items(taxed)),
        tuple(map(Tokens.parse, income.split("/"))),
    )
