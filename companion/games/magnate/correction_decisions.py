"""Corrections by touch: tokens, columns, districts, Crowns, piles, the current player."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from companion.games import declared_decisions
from companion.games.decisions import Answers, Decision
from companion.games.declared import Move
from companion.games.fields import Amount, Cards, Field, Pick, pick_seat
from companion.games.magnate.correcting import Correct
from companion.games.magnate.facts import FACTS, ColumnFact, CrownsFact, PileFact, TokensFact, TurnFact
from companion.games.magnate.paying import price
from companion.games.magnate.setup import property_cards
from companion.games.magnate.state import PHASE_NAMES, Column, Deed, Phase, State
from companion.games.view import TURN
from companion.locale import Message
from companion.pieces import DECK, Suit, Tokens

MOST = 999
"""The highest number of tokens that is accepted."""
_HOW_MANY = Message("How many are there?")


def corrections(state: State, names: Sequence[str]) -> Iterator[Decision[Move[State]]]:
    """Yield one decision for each kind of correction."""
    players = tuple(seat for seat in range(state.players) if seat != state.automa)
    yield _tokens(state, names, players)
    yield correct_column(state, names)
    district, stopped = ({name: FACTS[name]} for name in ("district", "stopped"))
    yield from declared_decisions.corrections(district, Correct, state, names)
    if any(state.crowns):
        yield _crown(state, names)
    yield _pile(state)
    yield _turn(state, names, players)
    yield from declared_decisions.corrections(stopped, Correct, state, names)


def _tokens(state: State, names: Sequence[str], players: Sequence[int]) -> Decision[Move[State]]:
    def ask(answers: Answers) -> Iterator[Field]:
        yield pick_seat("player", Message("Whose tokens?"), players, names)
        yield Pick("suit", Message("Which suit?"), tuple(Suit), Suit.wording)
        yield Amount("number", _HOW_MANY, 0, MOST, state.tokens[answers["player"]][answers["suit"]])

    def make(answers: Answers) -> Move[State]:
        was = state.tokens[answers["player"]]
        now = Tokens.from_counts({**dict(was.items()), answers["suit"]: answers["number"]})
        return Correct((TokensFact(answers["player"], was, now),))

    taps = {f"token-{seat}-{suit}": {"player": str(seat), "suit": str(suit)} for seat in players for suit in Suit}
    return Decision("tokens", Message("A player’s tokens"), make, ask, taps=taps)


def correct_column(state: State, names: Sequence[str]) -> Decision[Move[State]]:
    """Return the decision on one change of a player's side of a district."""
    sides = {
        f"{place}-{seat}": (place, seat, column)
        for place, district in enumerate(state.districts)
        for seat, column in enumerate(district.columns)
        if column is not None
    }

    def name(side: str) -> Message:
        place, seat, _ = sides[side]
        return Message("{name}, district {number}", {"name": names[seat], "number": place + 1})

    def ask(answers: Answers) -> Iterator[Field]:
        yield Pick("side", Message("Which column?"), tuple(sides), name)
        column = sides[answers["side"]][2]
        found = _changes(column)
        text, proposed = Message("What is different there?"), None if found else "more"
        yield Pick("change", text, (*found, "more"), lambda one: _says(column, one), proposed)
        if answers["change"] == "more":
            lying = {card.kind for _, _, there in sides.values() for card in there.cards}
            lying = lying if state.options.decks == 1 else set()
            yield Cards("card", Message("Which card?"), tuple(c for c in DECK if c.is_property and c not in lying))
        if answers["change"] == "tokens" and column.deed is not None:
            for suit in column.deed.card.suits:
                most = price(column.deed.card, state.options) - 1
                yield Amount(
                    f"tokens-{suit}", Message("How many {suit}?", {"suit": suit}), 0, most, column.deed.tokens[suit]
                )

    def make(answers: Answers) -> Move[State]:
        place, seat, was = sides[answers["side"]]
        now = _changes(was).get(answers["change"], was)
        if "card" in answers:
            now = replace(was, properties=(*was.properties, answers["card"][0]))
        elif answers["change"] == "tokens" and was.deed is not None:
            there = Tokens.from_counts({suit: answers[f"tokens-{suit}"] for suit in was.deed.card.suits})
            now = replace(was, deed=replace(was.deed, tokens=there))
        return Correct((ColumnFact(place, seat, was, now),))

    taps = {f"side-{side}": {"side": side} for side in sides}
    return Decision("column", Message("The cards of a column"), make, ask, taps=taps)


def _changes(column: Column) -> Mapping[str, Column]:
    """Return the possible changes of a column: a card less, or the outermost card turned."""
    found = {
        str(card): Column(tuple(one for one in column.properties if one != card), column.deed)
        for card in column.properties
    }
    if column.deed is not None:
        found[str(column.deed.card)] = Column(column.properties)
        found["complete"] = Column((*column.properties, column.deed.card))
        found["tokens"] = column
    elif column.properties:
        found["deed"] = Column(column.properties[:-1], Deed(column.properties[-1]))
    return found


def _says(column: Column, change: str) -> Message:
    texts = {
        "complete": Message("The deed is complete"),
        "tokens": Message("Other tokens lie on the deed"),
        "deed": Message("The last card is a deed"),
        "more": Message("Another card lies there"),
    }
    card = next((card for card in column.cards if str(card) == change), None)
    return texts[change] if card is None else Message("{card} is not there", {"card": card})


def _crown(state: State, names: Sequence[str]) -> Decision[Move[State]]:
    """Return the decision on the owners of Crowns: two that were entered crosswise change hands."""
    held = {crown: seat for seat, own in enumerate(state.crowns) for crown in own}

    def ask(answers: Answers) -> Iterator[Field]:
        yield Cards("crown", Message("Which Crown?"), tuple(held))
        was = held[answers["crown"][0]]
        others = tuple(seat for seat in range(state.players) if seat != was)
        who = pick_seat("player", Message("Who has it?"), others, names)
        yield replace(who, proposed=others[0]) if len(others) == 1 else who
        to = answers["player"]
        if len(state.crowns[to]) >= len(state.crowns[was]):
            text = Message("Which one does {name} have instead?", {"name": names[was]})
            yield Cards("other", text, state.crowns[to])

    def make(answers: Answers) -> Move[State]:
        crown, to = answers["crown"], answers["player"]
        was, other = held[crown[0]], answers.get("other", ())
        left = tuple(one for one in state.crowns[was] if one not in crown)
        there = tuple(one for one in state.crowns[to] if one not in other)
        less = CrownsFact(was, state.crowns[was], (*left, *other))
        return Correct((less, CrownsFact(to, state.crowns[to], (*there, *crown))))

    taps = {
        f"crown-{seat}-{place}": {"crown": str(crown)}
        for seat, own in enumerate(state.crowns)
        for place, crown in enumerate(own)
    }
    return Decision("crown", Message("Who has a Crown"), make, ask, taps=taps)


def _pile(state: State) -> Decision[Move[State]]:
    was, cards = (state.pile, state.discards, state.reshuffles), property_cards(state.options)
    most = (cards, cards, max(state.reshuffles, state.options.reshuffles))
    what = (Message("Cards to draw"), Message("Discards"), Message("Reshuffles"))

    def ask(answers: Answers) -> Iterator[Field]:
        yield Pick("what", Message("What is different there?"), (0, 1, 2), lambda one: what[one])
        yield Amount("number", _HOW_MANY, 0, most[answers["what"]], was[answers["what"]])

    def make(answers: Answers) -> Move[State]:
        pile, discards, reshuffles = (
            answers["number"] if one == answers["what"] else number for one, number in enumerate(was)
        )
        return Correct((PileFact(was, (pile, discards, reshuffles)),))

    taps = {"pile": {"what": "0"}, "discards": {"what": "1"}}
    return Decision("pile", Message("The piles"), make, ask, taps=taps)


def _turn(state: State, names: Sequence[str], players: Sequence[int]) -> Decision[Move[State]]:
    phases, text = (Phase.ROLL, Phase.PLAY, Phase.DRAW), Message("Which phase begins now?")

    def ask(answers: Answers) -> Iterator[Field]:
        yield pick_seat("player", Message("Whose turn is it?"), players, names)
        # The turn of another player has just begun, as a rule.
        usual = Phase.ROLL if answers["player"] != state.player else None
        yield Pick("phase", text, phases, lambda one: PHASE_NAMES[one.value], usual)

    return Decision(
        "turn",
        Message("Whose turn it is"),
        lambda answers: Correct((TurnFact((state.player, state.phase), (answers["player"], answers["phase"])),)),
        ask,
        taps={TURN: {}},
    )
