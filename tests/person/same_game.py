"""A referee's table and the companion's rules side by side: each act as a move, and where the two differ."""

from dataclasses import fields, replace
from typing import Any

from companion.games.magistratvm.opening import Setup as RomeBeginning
from companion.games.magistratvm.options import NEW_GAMES
from companion.games.magistratvm.options import PRESETS as ROME
from companion.games.magistratvm.state import State as RomeState
from companion.games.magnate import Setup, preset
from companion.games.magnate import moves as m
from companion.games.magnate.scoring import score as score_magnate
from companion.games.magnate.state import State as MagnateState
from companion.games.protocol import Game
from companion.games.registry import game as game_rules
from companion.games.sorcerous_futures.options import PRESETS as FUTURES
from companion.games.sorcerous_futures.setup import Setup as FuturesBeginning
from companion.games.sorcerous_futures.state import State as FuturesState
from companion.pieces import Card, Suit, Tokens
from companion.pieces.piecepack import Suit as PackSuit
from companion.pieces.piecepack import Tile
from tests.games.magistratvm.reference_moves import move as rome_move
from tests.games.magistratvm.reference_moves import summary as rome_summary
from tests.games.magistratvm.reference_moves import unlike
from tests.games.sorcerous_futures.reference_moves import move as futures_move
from tests.games.sorcerous_futures.reference_moves import summary as futures_summary
from tests.person.referee import FuturesTable, MagnateTable, RomeTable, acts
from tests.person.referee.acts import Act, Purse
from tests.person.referee.futures import Auction
from tests.person.referee.magnate import District, Side

AnyTable = MagnateTable | FuturesTable | RomeTable


def rules_of(table: AnyTable) -> Game[Any, Any, Any, Any]:
    """Return the companion's rules of a table's game."""
    return game_rules(table.game)


def begin(table: AnyTable) -> Any:
    """Return the companion's state of a table before its first move."""
    options, setup = beginning(table)
    return rules_of(table).start(options, setup)


def beginning(table: AnyTable) -> tuple[Any, Any]:
    """Return the companion's options and setup of a table, those of a form's defaults."""
    if isinstance(table, MagnateTable):
        crowns = tuple(tuple(map(Card.parse, own)) for own in table.setup.crowns)
        districts = tuple(map(Card.parse, table.setup.districts))
        return preset("standard" if table.seats == 2 else "three-players"), Setup(districts, crowns, table.setup.first)
    usual = "three-players" if table.seats == 3 else "four-players"
    if isinstance(table, FuturesTable):
        return FUTURES[usual], FuturesBeginning(tuple(tuple(map(Card.parse, own)) for own in table.setup.aces))
    circuit, suits = tuple(map(Tile.parse, table.setup.circuit)), tuple(map(PackSuit, table.setup.suits))
    return replace(ROME[usual], **NEW_GAMES), RomeBeginning(circuit, suits)


def move_of(table: AnyTable, act: Act, state: Any) -> Any:
    """Return an act at a state as the companion's move."""
    if isinstance(table, MagnateTable):
        return _magnate(act)
    if isinstance(table, FuturesTable):
        return futures_move(_futures(act))
    return rome_move(_rome(act, state.phase.value))


def _tokens(purse: Purse) -> Tokens:
    return Tokens.from_counts({Suit(suit): number for suit, number in purse.items()})


def _magnate(act: Act) -> m.Move:  # noqa: PLR0911 - one line a kind of move
    match act:
        case acts.Roll(seat, dice, tax):
            return m.Roll(seat, dice, () if tax is None else (tax,))
        case acts.TakeDeedIncome(seat, card, suit):
            return m.TakeDeedIncome(seat, Card.parse(card), Suit(suit))
        case acts.Develop(seat, card, district, _, pays):
            return m.Develop(seat, Card.parse(card), district, _tokens(pays))
        case acts.BuyDeed(seat, card, district, _, pays):
            return m.BuyDeed(seat, Card.parse(card), district, _tokens(pays))
        case acts.AddToDeed(seat, card, _, _, pays):
            return m.AddToDeed(seat, Card.parse(card), _tokens(pays))
        case acts.Sell(seat, card):
            return m.Sell(seat, Card.parse(card))
        case acts.Trade(seat, give, get):
            return m.Trade(seat, Suit(give), Suit(get))
        case acts.Draw(seat):
            return m.Draw(seat)
        case acts.EndTurn(seat):
            return m.EndTurn(seat)
    raise ValueError(act)


def _futures(act: Act) -> tuple[object, ...]:  # noqa: PLR0911 - one line a kind of move
    match act:
        case acts.DealFive(_, cards):
            return ("five", *cards)
        case acts.TurnUp(_, card):
            return ("turn up", card)
        case acts.Offer(seat, card, True, _):
            return ("auction", seat, card, "closed")
        case acts.Offer(seat, card, False, bid):
            return ("auction", seat, card, "open", bid)
        case acts.Bid(seat, gold):
            return ("bid", seat, gold)
        case acts.Pass(seat):
            return ("pass", seat)
        case acts.ClosedBids(_, bids):
            return ("bids", *bids)
        case acts.Show(seat, valuations, crown):
            return ("show", seat, dict(valuations), crown)
    raise ValueError(act)


_WORDS: dict[type[Act], str] = {
    acts.TakeIncome: "income",
    acts.Bid: "bid",
    acts.PlaceTokens: "place",
    acts.Enter: "enter",
    acts.Promote: "promote",
    acts.Fall: "fall",
    acts.UseTribune: "tribune",
    acts.UseAedile: "aedile",
    acts.UsePraetor: "praetor",
    acts.UseConsul: "consul",
    acts.RecallGovernor: "recall governor",
    acts.Appoint: "appoint",
    acts.Withdraw: "withdraw",
    acts.Give: "give",
    acts.Dictate: "dictate",
    acts.StartCircuit: "start",
    acts.Lend: "lend",
    acts.Count: "count",
    acts.Redistribute: "redistribute",
}


def _rome(act: Act, phase: str) -> tuple[object, ...]:
    match act:
        case acts.RollForPrefect(_, values):
            return ("roll", list(values.values()))
        case acts.Refill(_, laid):
            return ("refill", dict(laid))
        case acts.Pass(seat):
            return ("pass bid" if phase == "bidding" else "pass", seat)
    source: list[object] = [[]] if isinstance(act, acts.PlaceTokens | acts.Enter | acts.Promote | acts.Give) else []
    return (_WORDS[type(act)], *(getattr(act, one.name) for one in fields(act)), *source)


def differences(table: AnyTable, state: Any) -> dict[str, tuple[Any, Any]]:
    """Return where the companion's state is not what the referee expects, by what it is of: (is, expected)."""
    if isinstance(table, MagnateTable):
        shown = _magnate_state(state)
    elif isinstance(table, FuturesTable):
        shown = _futures_state(state)
    else:
        shown = _rome_state(state)
    expected = table.expect()
    true = {name: getattr(expected, name) for name in shown} | {"asked": _expected_asked(table)}
    return unlike(shown | {"asked": _asked(table, state)}, true)


def _futures_state(state: FuturesState) -> dict[str, Any]:
    summary, auction = futures_summary(state), None
    if state.auction is not None:
        auction = Auction(str(state.auction.card), state.auction.closed, *(summary.highest or (None, 0)))
    return {
        "phase": state.phase.value.replace("_", " "),
        "over": state.over,
        "player": summary.active,
        "aces": tuple(tuple(map(str, own)) for own in state.aces),
        "gold": summary.gold,
        "paid": summary.bank,
        "middle": summary.middle,
        "bought": summary.bought,
        "auction": auction,
    }


def _rome_state(state: RomeState) -> dict[str, Any]:
    summary = rome_summary(state)
    return {
        "phase": summary["phase"],
        "over": state.over,
        "turn": summary["turn"],
        "prefect": None if summary["phase"] == "roll" else summary["prefect"],
        "prefect_gold": summary["prefect_gold"],
        "gold": tuple(summary["gold"]),
        "dice": tuple(summary["dice"]),
        "circuit": tuple(summary["circuit"]),
        "tokens": {tile: tuple(lying) for tile, lying in summary["tokens"].items()},
        "won": tuple(map(tuple, summary["won"])),
        "governed": tuple(summary["governed"]),
        "tile_gold": summary["tile_gold"],
        "offices": {office: tuple(there) for office, there in summary["offices"].items()},
        "bid": summary["bid"],
        "to_vote": tuple(summary["still_to_vote"]),
        "lent": tuple(summary["lent"] or ()),
        "pile": summary["pile"],
    }


def _asked(table: AnyTable, state: Any) -> tuple[int, ...]:
    rules = rules_of(table)
    owners = {*(one.owner for one in rules.waiting_for(state)), *(one.owner for one in rules.sealed(state))}
    return tuple(sorted(owners))


def _expected_asked(table: AnyTable) -> tuple[int, ...]:
    """All roll for the Prefect; one of them enters the dice."""
    asked = tuple(sorted(table.expect().asked))
    return asked[:1] if table.expect().phase == "roll" else asked


def _counts(tokens: Tokens, zeros: bool = True) -> dict[str, int]:
    return {suit.value: number for suit, number in tokens.items() if number or zeros}


def _magnate_state(state: MagnateState) -> dict[str, Any]:
    result = score_magnate(state)
    roll, seats = state.roll, range(state.players)
    taxed: list[dict[str, int]] = [{} for _ in state.tokens]
    for loss in () if roll is None else roll.taxed:
        taxed[loss.player][loss.suit.value] = loss.lost
    return {
        "phase": state.phase.value,
        "over": state.over,
        "player": state.player,
        "turn": state.turn,
        "tokens": tuple(map(_counts, state.tokens)),
        "crowns": tuple(tuple(map(str, own)) for own in state.crowns),
        "pile": state.pile,
        "discards": state.discards,
        "last_turns": state.last_turns,
        "taxed": tuple(taxed),
        "income": tuple({} if roll is None else _counts(roll.income[seat], zeros=False) for seat in seats),
        "totals": tuple(result.total_ranks),
        "districts": tuple(_district(state, place) for place in range(len(state.districts))),
    }


def _district(state: MagnateState, place: int) -> District:
    scored, district = score_magnate(state).districts[place], state.districts[place]
    totals = {side.player: side.total for side in scored.sides}
    first, second = sorted(totals.values(), reverse=True)[:2]
    sides = tuple(
        None
        if column is None
        else Side(
            tuple(map(str, column.properties)),
            None if column.deed is None else str(column.deed.card),
            {} if column.deed is None else _counts(column.deed.tokens, zeros=False),
            totals[seat],
        )
        for seat, column in enumerate(district.columns)
    )
    return District(str(district.card), sides, scored.won_by, first - second)
