"""The table of Magistratvm: the circuit, the Offices, and each Family Estate."""

from collections.abc import Iterator, Sequence

from companion.games.magistratvm.moves import current_seat
from companion.games.magistratvm.narration import tally
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.scoring import Score, score
from companion.games.magistratvm.state import TOKENS, Phase, Province, State, value
from companion.games.texts import verbatim
from companion.games.view import Clock, Kind, Layout, Piece, Region, Spot, View
from companion.locale import Message, Wording

_ROWS = (0, 1, 5, 2, 4, 3)
"""The places of the circuit, which go clockwise from the upper left, as one reads them."""


def view(state: State, names: Sequence[str]) -> View:
    """Return the table."""
    offices = tuple(_office(state, office) for office in reversed(Office))
    stands = score(state)
    estates = (region for seat in range(state.seats) for region in _estate(state, seat, stands))
    piles = (
        Spot("face-down", Message("tiles face down"), number=state.face_down),
        Spot("discarded", Message("Discarded Provinces"), tuple(Piece(Kind.TILE, tile) for tile in state.discarded)),
        Spot("prefect-gold", Message("Gold on the Prefect's space"), number=state.prefect_gold, seat=state.prefect),
    )
    return View(
        tuple(names),
        (
            Region(Message("Provinces"), Layout.GRID, tuple(_province(state, place) for place in _ROWS)),
            Region(Message("Offices"), Layout.LADDER, offices),
            Region(Message("Piles"), Layout.PILE, piles),
            *estates,
        ),
        None if state.over else current_seat(state),
        None if state.over else Clock(state.face_down, Message("tiles face down"), state.final),
        tuple(_remarks(state, names, stands)),
    )


def _province(state: State, place: int) -> Spot:
    province = state.circuit[place]
    if province is None:
        return Spot(f"province-{place}", Message("place {n}", {"n": place + 1}))
    votes = state.voting is not None and state.voting.to_vote[:1] == (province.tile,)
    gold = Spot(f"province-gold-{place}", Message("gold"), number=province.gold)
    return Spot(
        f"province-{place}",
        province.tile.wording(),
        (Piece(Kind.TILE, province.tile, marked=votes),),
        value(province.tile),
        spots=(*(_tokens(province, place, seat) for seat in range(state.seats)), gold),
    )


def _tokens(province: Province, place: int, seat: int) -> Spot:
    own = province.tokens[seat]
    leads = 2 * own > sum(province.tokens)
    pieces = (Piece(Kind.TOKEN, seat=seat, count=own),) if own else ()
    return Spot(f"tokens-{place}-{seat}", Message("tokens"), pieces, own, seat=seat, leads=leads)


def _office(state: State, office: Office) -> Spot:
    """Return an Office with a spot for each of its spaces; an inactive Magistrate is turned (I32)."""
    there = [Piece(Kind.PAWN, seat=one.player, turned=not one.active) for one in state.magistrates_in(office)]
    spaces = range(max(len(there), state.options.spaces(office)))
    return Spot(
        f"office-{office.value}",
        office.wording(),
        number=office.influence or None,
        spots=tuple(
            Spot(f"office-{office.value}-{space}", office.wording(), tuple(there[space : space + 1]))
            for space in spaces
        ),
    )


def _estate(state: State, seat: int, stands: Score) -> Iterator[Region]:
    provincial = state.provincial(seat)
    counts = (
        ("gold", Message("gold"), state.gold[seat]),
        ("die", Message("Income die"), state.dice[seat]),
        ("supply", Message("tokens"), TOKENS - state.placed(seat)),
        ("patricians", Message("Patricians"), state.patricians(seat)),
        ("influence", Message("influence"), stands.seats[seat].total),
    )
    notes = {"gold": verbatim(f"+ {provincial}")} if provincial else {}
    yield Region(
        Message("Estate"),
        Layout.PURSE,
        tuple(
            Spot(f"{name}-{seat}", label, number=count, seat=seat, note=notes.get(name))
            for name, label, count in counts
        ),
        seat,
    )
    won = tuple(
        Spot(
            f"won-{one.tile}",
            one.tile.wording(),
            (Piece(Kind.TILE, one.tile), *((Piece(Kind.PAWN, seat=seat),) if one.governed else ())),
            one.gold or None,
            seat=seat,
        )
        for one in state.decided[seat]
    )
    yield Region(Message("Provinces"), Layout.SPREAD, won, seat)


def _remarks(state: State, names: Sequence[str], stands: Score) -> Iterator[Message]:
    if state.options.spaces_are_guessed and not state.over:
        yield Message("The spaces of three players' Offices are a guess: set them as your printed sheet has them.")
    if state.phase is not Phase.ROLL and not state.over:
        yield Message(
            "{name} is Prefect; {n} tiles lie face down", {"name": names[state.prefect], "n": state.face_down}
        )
    if state.final and not state.over:
        yield Message("This is the last circuit: most votes win, and ties are discarded.")
    if state.phase is Phase.ELECTION and state.voting is not None:
        tile = state.voting.to_vote[0]
        values: Wording = {"tile": tile.wording(), "value": value(tile), "votes": tally(state, names)}
        yield Message("{tile}, worth {value}, votes: {votes}", values)
    if state.over:
        yield stands.why(names)
