"""Forms for corrections by touch: gold, tokens, Income dice, Offices, tiles, the current player."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.games.board import verbatim_each
from companion.games.forms import Amount, Answers, Form, Part, Pick, in_order
from companion.games.magistratvm import facts as f
from companion.games.magistratvm.course_correction_forms import MOST_GOLD, province_corrections, turn_corrections
from companion.games.magistratvm.moves import Correct, Move
from companion.games.magistratvm.narration import marked
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.spots import province_spot
from companion.games.magistratvm.state import HIGHEST, TOKENS, Phase, State
from companion.locale import Message, Wording
from companion.pieces.piecepack import TILES, Tile


def corrections(state: State, names: Sequence[str]) -> Iterator[Form[Move]]:
    """Yield one form for each kind of correction."""
    seats = verbatim_each(names)
    yield _form(
        Message("A player’s gold"),
        in_order(
            Pick(Message("Whose gold?"), seats),
            lambda answers: Amount(Message("How much is there?"), 0, MOST_GOLD, state.gold[answers[0]]),
        ),
        lambda answers: f.GoldFact(answers[0], state.gold[answers[0]], answers[1]),
        {f"gold-{seat}": (seat,) for seat in range(state.seats)},
    )
    yield _form(
        Message("An Income die"),
        in_order(
            Pick(Message("Whose die?"), seats),
            lambda answers: Amount(Message("What does it show? The null is 6"), 1, HIGHEST, state.dice[answers[0]]),
        ),
        lambda answers: f.DieFact(answers[0], state.dice[answers[0]], answers[1]),
        {f"die-{seat}": (seat,) for seat in range(state.seats)},
    )
    yield from _province_gold_form(state)
    yield from _settled(state, names)
    yield from province_corrections(state, names)
    yield from turn_corrections(state, names)


def _settled(state: State, names: Sequence[str]) -> Iterator[Form[Move]]:
    """Yield the forms for what no choice depends on: tokens, Offices, tiles of the circuit, the current player."""
    seats = verbatim_each(names)
    if state.phase in (Phase.FALLING, Phase.DICTATOR, Phase.OVER):
        return
    yield _tokens(state, seats)
    yield _magistrates(state, names)
    if len(state.known_tiles) < len(TILES):
        yield _tile(state)
    if state.phase is Phase.ACTION:
        yield _form(
            Message("Whose turn it is"),
            in_order(Pick(Message("Who acts?"), seats)),
            lambda answers: f.TurnFact(state.to_act, answers[0]),
        )


def _form(
    text: Message,
    following: Callable[[Answers], Part | None],
    fact: Callable[[Answers], f.Fact],
    spots: Mapping[str, Answers] | None = None,
) -> Form[Move]:
    """Return the form of a fact; ``spots`` are the first answers that a tap on a spot gives."""
    form: Form[Move] = Form(None, text, following, lambda answers: Correct((fact(answers),)))
    return form.tapped(spots or {})


def _province_gold_form(state: State) -> Iterator[Form[Move]]:
    provinces = [(one.tile, one.gold) for one in state.contested]
    provinces += [(one.tile, one.gold) for own in state.decided for one in own]
    if provinces:
        yield _form(
            Message("Gold on a Province"),
            in_order(
                Pick(Message("Which Province?"), tuple(tile.wording() for tile, _ in provinces)),
                lambda answers: Amount(Message("How much is there?"), 0, MOST_GOLD, provinces[answers[0]][1]),
            ),
            lambda answers: f.ProvinceGoldFact(*provinces[answers[0]], answers[1]),
            {province_spot(state, tile): (number,) for number, (tile, _) in enumerate(provinces)},
        )
    won = [(seat, one) for seat, own in enumerate(state.decided) for one in own]
    can = [(one, has) for seat, one in won for has in (False, True) if not has or one.governed or _at_home(state, seat)]
    if can:
        offered = tuple(_governed(one.tile) if has else _ungoverned(one.tile) for one, has in can)
        yield _form(
            Message("A Governor"),
            in_order(Pick(Message("What is so?"), offered)),
            lambda answers: f.GovernorFact(can[answers[0]][0].tile, can[answers[0]][0].governed, can[answers[0]][1]),
        )


def _at_home(state: State, seat: int) -> int:
    """Return the number of a player's Patricians, without a displaced Magistrate."""
    return state.patricians(seat) - (state.falling is not None and state.falling.player == seat)


def _governed(tile: Tile) -> Message:
    return Message("{tile} has a Governor", {"tile": tile.wording()})


def _ungoverned(tile: Tile) -> Message:
    return Message("{tile} has no Governor", {"tile": tile.wording()})


def _tokens(state: State, seats: tuple[Message, ...]) -> Form[Move]:
    """Return the form for a Province, a player, and a number within the supply of twenty."""
    provinces = state.contested
    going = state.voting.leaving if state.voting is not None else ()

    def part(answers: Answers) -> Part | None:
        if not answers:
            return Pick(Message("Which Province?"), tuple(province.tile.wording() for province in provinces))
        if len(answers) == 1:
            return Pick(Message("Whose tokens?"), seats)
        if len(answers) > 2:
            return None
        elsewhere = state.placed(answers[1]) - provinces[answers[0]].tokens[answers[1]]
        elsewhere += sum(one.tokens for one in going if one.player == answers[1])
        there = provinces[answers[0]].tokens[answers[1]]
        return Amount(Message("How many are there?"), 0, TOKENS - elsewhere, there)

    def fact(answers: Answers) -> f.Fact:
        province = provinces[answers[0]]
        return f.TokensFact(province.tile, answers[1], province.tokens[answers[1]], answers[2])

    spots: dict[str, Answers] = {province_spot(state, one.tile): (number,) for number, one in enumerate(provinces)}
    return _form(Message("Tokens at a Province"), part, fact, spots)


def _magistrates(state: State, names: Sequence[str]) -> Form[Move]:
    """Return the form for one change in an Office."""

    def part(answers: Answers) -> Part | None:
        if not answers:
            return Pick(Message("Which Office?"), tuple(map(Office.wording, Office)))
        if len(answers) > 1:
            return None
        return Pick(Message("What is different there?"), tuple(text for text, _ in _changes(state, answers[0], names)))

    def fact(answers: Answers) -> f.Fact:
        office = tuple(Office)[answers[0]]
        return f.MagistratesFact(office, _held(state, office), _changes(state, answers[0], names)[answers[1]][1])

    spots: dict[str, Answers] = {f"office-{office.value}": (number,) for number, office in enumerate(Office)}
    return _form(Message("Who is in an Office"), part, fact, spots)


def _held(state: State, office: Office) -> tuple[f.Rival, ...]:
    return tuple(f.Rival(one.player, one.active) for one in state.magistrates_in(office))


def _changes(state: State, place: int, names: Sequence[str]) -> list[tuple[Message, tuple[f.Rival, ...]]]:
    """Return the possible changes in this Office: one Magistrate more, or one turned or removed."""
    office = tuple(Office)[place]
    held, found = _held(state, office), list[tuple[Message, tuple[f.Rival, ...]]]()
    for one in dict.fromkeys(held):
        at = held.index(one)
        left = (*held[:at], *held[at + 1 :])
        values: Wording = {"name": names[one.player], "office": marked(office, one.active)}
        found.append((Message("{name}'s {office} is not there", values), left))
        turned = f.Rival(one.player, not one.active)
        now: Wording = {"name": names[one.player], "office": marked(office, turned.active)}
        found.append((Message("{name} has a {office} instead", now), (*left, turned)))
    if state.has_room(office):
        for seat, name in enumerate(names):
            if state.patricians(seat):
                found.append((Message("{name} is there too", {"name": name}), (*held, f.Rival(seat, True))))
    return found or [(Message("nothing"), held)]


def _tile(state: State) -> Form[Move]:
    """Return the form for a place and its tile."""
    places = [place for place, province in enumerate(state.circuit) if province is not None]
    unseen = [tile for tile in TILES if tile not in state.known_tiles]

    def fact(answers: Answers) -> f.Fact:
        province = state.circuit[places[answers[0]]]
        assert province is not None
        return f.TileFact(places[answers[0]], province.tile, unseen[answers[1]])

    there = tuple(province.tile.wording() for province in state.contested)
    asks = in_order(
        Pick(Message("Instead of which?"), there),
        Pick(Message("Which tile lies there?"), tuple(map(Tile.wording, unseen))),
    )
    spots: dict[str, Answers] = {f"province-{place}": (number,) for number, place in enumerate(places)}
    return _form(Message("A tile of the circuit"), asks, fact, spots)
