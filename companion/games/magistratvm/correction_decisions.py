"""Corrections by touch: gold, tokens, Income dice, Offices, tiles, the current player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from companion.games.decisions import Answers, Decision, Words
from companion.games.fields import Amount, Field, Pick, pick_seat
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.course_correction_decisions import MOST_GOLD, province_corrections, turn_corrections
from companion.games.magistratvm.moves import Correct, Move
from companion.games.magistratvm.narration import marked
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.spots import province_spot
from companion.games.magistratvm.state import HIGHEST, TOKENS, Decided, Phase, State
from companion.games.view import TURN
from companion.locale import Message, Wording
from companion.pieces.piecepack import TILES, Tile

_HOW_MUCH = Message("How much is there?")


def corrections(state: State, names: Sequence[str]) -> Iterator[Decision[Move]]:
    """Yield one decision for each kind of correction."""
    seats = range(state.seats)

    def gold(answers: Answers) -> Iterator[Field]:
        yield pick_seat("player", Message("Whose gold?"), seats, names)
        yield Amount("gold", _HOW_MUCH, 0, MOST_GOLD, state.gold[answers["player"]])

    yield _fact(
        "gold",
        Message("A player’s gold"),
        gold,
        lambda answers: f.GoldFact(answers["player"], state.gold[answers["player"]], answers["gold"]),
        {f"gold-{seat}": {"player": str(seat)} for seat in seats},
    )

    def die(answers: Answers) -> Iterator[Field]:
        yield pick_seat("player", Message("Whose die?"), seats, names)
        shown = Message("What does it show? The null is 6")
        yield Amount("value", shown, 1, HIGHEST, state.dice[answers["player"]])

    yield _fact(
        "die",
        Message("An Income die"),
        die,
        lambda answers: f.DieFact(answers["player"], state.dice[answers["player"]], answers["value"]),
        {f"die-{seat}": {"player": str(seat)} for seat in seats},
    )
    yield from _of_provinces(state)
    yield from _settled(state, names)
    yield from province_corrections(state, names)
    yield from turn_corrections(state, names)


def _settled(state: State, names: Sequence[str]) -> Iterator[Decision[Move]]:
    """Yield the corrections on which no choice depends: tokens, Offices, tiles of the circuit, the current player."""
    if state.phase in (Phase.FALLING, Phase.DICTATOR, Phase.OVER):
        return
    yield _tokens(state, names)
    yield _magistrates(state, names)
    if len(state.known_tiles) < len(TILES):
        yield _tile(state)
    if state.phase is Phase.ACTION:
        yield _fact(
            "turn",
            Message("Whose turn it is"),
            lambda _answers: (pick_seat("player", Message("Who acts?"), range(state.seats), names),),
            lambda answers: f.TurnFact(state.to_act, answers["player"]),
            {TURN: {}},
        )


def _fact(
    name: str,
    text: Message,
    ask: Callable[[Answers], Iterable[Field]],
    fact: Callable[[Answers], f.Fact],
    taps: Mapping[str, Words] | None = None,
) -> Decision[Move]:
    """Return the decision on a fact; ``taps`` are the answers that a tap on a spot gives."""
    return Decision(name, text, lambda answers: Correct((fact(answers),)), ask, taps=taps or {})


def _at_tiles(state: State, tiles: Iterable[Tile]) -> Mapping[str, Words]:
    return {province_spot(state, tile): {"province": str(tile)} for tile in tiles}


def _of_provinces(state: State) -> Iterator[Decision[Move]]:
    """Yield the corrections of gold on a Province and of Governors."""
    own = [(seat, one) for seat, won in enumerate(state.decided) for one in won]
    gold = {one.tile: one.gold for one in state.contested} | {one.tile: one.gold for _, one in own}

    def ask(answers: Answers) -> Iterator[Field]:
        yield Pick("province", Message("Which Province?"), tuple(gold), Tile.wording)
        yield Amount("gold", _HOW_MUCH, 0, MOST_GOLD, gold[answers["province"]])

    if gold:
        yield _fact(
            "province-gold",
            Message("Gold on a Province"),
            ask,
            lambda answers: f.ProvinceGoldFact(answers["province"], gold[answers["province"]], answers["gold"]),
            _at_tiles(state, gold),
        )
    can = {
        f"{one.tile}-{'governed' if has else 'free'}": (one, has)
        for seat, one in own
        for has in (False, True)
        if not has or one.governed or _at_home(state, seat)
    }
    if can:
        says = Pick(
            "governor", Message("What is so?"), tuple(can), lambda word: _governor(can[word][0].tile, can[word][1])
        )
        yield _fact(
            "governor",
            Message("A Governor"),
            lambda _answers: (says,),
            lambda answers: _governor_fact(*can[answers["governor"]]),
        )


def _governor_fact(one: Decided, has: bool) -> f.Fact:
    return f.GovernorFact(one.tile, one.governed, has)


def _at_home(state: State, seat: int) -> int:
    """Return the number of a player's Patricians, without a displaced Magistrate."""
    return state.patricians(seat) - (state.falling is not None and state.falling.player == seat)


def _governor(tile: Tile, has: bool) -> Message:
    values: Wording = {"tile": tile.wording()}
    return Message("{tile} has a Governor", values) if has else Message("{tile} has no Governor", values)


def _tokens(state: State, names: Sequence[str]) -> Decision[Move]:
    """Return the decision on a Province, a player, and a number within the supply of twenty."""
    there = {one.tile: one.tokens for one in state.contested}
    going = state.voting.leaving if state.voting is not None else ()

    def ask(answers: Answers) -> Iterator[Field]:
        yield Pick("province", Message("Which Province?"), tuple(there), Tile.wording)
        yield pick_seat("player", Message("Whose tokens?"), range(state.seats), names)
        seat, now = answers["player"], there[answers["province"]][answers["player"]]
        elsewhere = state.placed(seat) - now + sum(one.tokens for one in going if one.player == seat)
        yield Amount("tokens", Message("How many are there?"), 0, TOKENS - elsewhere, now)

    def fact(answers: Answers) -> f.Fact:
        tile, seat = answers["province"], answers["player"]
        return f.TokensFact(tile, seat, there[tile][seat], answers["tokens"])

    return _fact("tokens", Message("Tokens at a Province"), ask, fact, _at_tiles(state, there))


def _magistrates(state: State, names: Sequence[str]) -> Decision[Move]:
    """Return the decision on one change in an Office."""

    def ask(answers: Answers) -> Iterator[Field]:
        yield Pick("office", Message("Which Office?"), tuple(Office), Office.wording)
        found = _changes(state, answers["office"], names)
        yield Pick("change", Message("What is different there?"), tuple(found), lambda word: found[word][0])

    def fact(answers: Answers) -> f.Fact:
        office = answers["office"]
        return f.MagistratesFact(office, _held(state, office), _changes(state, office, names)[answers["change"]][1])

    taps = {f"office-{office.value}": {"office": office.value} for office in Office}
    return _fact("office", Message("Who is in an Office"), ask, fact, taps)


def _held(state: State, office: Office) -> tuple[f.Rival, ...]:
    return tuple(f.Rival(one.player, one.active) for one in state.magistrates_in(office))


def _changes(state: State, office: Office, names: Sequence[str]) -> Mapping[str, tuple[Message, tuple[f.Rival, ...]]]:
    """Return the possible changes in this Office: one Magistrate more, or one turned or removed."""
    held, found = _held(state, office), dict[str, tuple[Message, tuple[f.Rival, ...]]]()
    for number, one in enumerate(dict.fromkeys(held)):
        at = held.index(one)
        left = (*held[:at], *held[at + 1 :])
        values: Wording = {"name": names[one.player], "office": marked(office, one.active)}
        found[f"less-{number}"] = Message("{name}'s {office} is not there", values), left
        turned = f.Rival(one.player, not one.active)
        now: Wording = {"name": names[one.player], "office": marked(office, turned.active)}
        found[f"turned-{number}"] = Message("{name} has a {office} instead", now), (*left, turned)
    if state.has_room(office):
        for seat, name in enumerate(names):
            if state.patricians(seat):
                more = Message("{name} is there too", {"name": name})
                found[f"more-{seat}"] = more, (*held, f.Rival(seat, True))
    return found or {"nothing": (Message("nothing"), held)}


def _tile(state: State) -> Decision[Move]:
    """Return the decision on a place and its tile."""
    there = {one.tile: place for place, one in enumerate(state.circuit) if one is not None}
    unseen = tuple(tile for tile in TILES if tile not in state.known_tiles)
    fields = (
        Pick("province", Message("Instead of which?"), tuple(there), Tile.wording),
        Pick("tile", Message("Which tile lies there?"), unseen, Tile.wording),
    )
    return _fact(
        "tile",
        Message("A tile of the circuit"),
        lambda _answers: fields,
        lambda answers: f.TileFact(there[answers["province"]], answers["province"], answers["tile"]),
        _at_tiles(state, there),
    )
