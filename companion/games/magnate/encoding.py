"""Magnate's values as JSON and as lines of text: moves and setups back without loss; states and scores for readers.

In JSON, cards are their codes (``4MS``, ``4MS#2``), suits their letters, tokens objects by suit letter.
Readers of lines raise :class:`~companion.games.errors.UnreadableDocument`.

>>> LINES.write(LINES.read("0 develop 4MS @2 M1S3"))
'0 develop 4MS @2 M1S3'
"""

from collections.abc import Mapping, Sequence
from functools import cache

from companion.errors import within
from companion.games.documents import Json, text_reader
from companion.games.encoding import Encoding
from companion.games.errors import UnreadableDocument
from companion.games.magnate.facts import FACTS, Fact
from companion.games.magnate.moves import MOVES, Move
from companion.games.magnate.options import PRESETS, Options, options_to_json
from companion.games.magnate.scoring import Layout, Score
from companion.games.magnate.setup import Setup, default_borders, start
from companion.games.magnate.state import Phase, State
from companion.games.magnate.state_notation import state_from_text, state_to_text
from companion.games.move_lines import MoveLines, Word
from companion.games.notation import Notation
from companion.games.record_schema import RecordSchema
from companion.pieces import DECK, Card, Suit, Tokens, UnreadableTokens


def _tokens(value: object, place: str) -> Tokens:
    """Read ``{"M": 2}``; a suit left out counts as none."""
    try:
        return Tokens.from_json(value)
    except UnreadableTokens as error:
        raise UnreadableDocument(within(place, error.thing), error.reason) from error


_OWN_NOTATION = {
    Card: text_reader(Card.parse),
    Suit: text_reader(Suit.parse),
    Tokens: _tokens,
}
_SEAT_AND_PHASE: Json = {"type": "array", "minItems": 2, "maxItems": 2}
_ENCODING: Encoding[Setup, Move] = Encoding(
    Setup, MOVES, Fact, FACTS, _OWN_NOTATION, {Card: str, Tokens: Tokens.to_json}
)
to_json = _ENCODING.to_json
move_to_json, move_from_json = _ENCODING.move_to_json, _ENCODING.move_from_json
setup_to_json, setup_from_json = _ENCODING.setup_to_json, _ENCODING.setup_from_json


@cache
def record_schema() -> RecordSchema:
    """Return the game's part of the record format."""
    return _ENCODING.record_schema((2, 3), PRESETS, {tuple[int, Phase]: _SEAT_AND_PHASE})


def state_to_json(state: State) -> Json:
    """Return the whole state, with ``waiting_for`` for its readers."""
    document: Json = to_json(state)
    document["pending_income"] = [{"owner": owner, "card": str(deed_card)} for owner, deed_card in state.pending_income]
    del document["as_format"]
    if state.as_format_1:
        document["as_format_1"] = True
    document["waiting_for"] = [
        {
            "owner": waiting.owner,
            "kind": waiting.kind,
            "text": str(waiting.text),
            "card": to_json(waiting.card),
            "suits": to_json(waiting.suits),
        }
        for waiting in state.waiting_for
    ]
    return document


def score_to_json(score: Score, layout: Layout, names: Sequence[str]) -> Json:
    """Return the score as ``companion score`` prints it; ``why`` is the English sentence about the result."""
    document = to_json(score)
    first = {"districts": document["districts"], "crowns": to_json(layout.crowns), "tokens": document["tokens"]}
    return {**first, **document, "why": str(score.why(names))}


_SHORTER = {"deed_income": "income", "end_turn": "end", "set_option": "set"}
"""The names of moves in lines, where they are shorter than in documents."""


def _place(word: str) -> int:
    if not word.startswith("@"):
        raise ValueError(word)
    return int(word[1:])


LINES: MoveLines[Move] = MoveLines(
    {_SHORTER.get(name, name): kind for name, kind in MOVES.items()},
    {
        Card: Word("CARD", Card.parse),
        Suit: Word("SUIT", Suit.parse),
        Tokens: Word("TOKENS", Tokens.parse),
        "@DISTRICT": Word("@DISTRICT", _place, "@{}".format),
    },
    move_to_json,
    move_from_json,
)


def beginning_to_text(options: Options, setup: Setup) -> str:
    """Return the state before the first roll as text."""
    return state_to_text(start(options, setup))


def beginning_from_text(line: str) -> tuple[Options, Setup]:
    """Read the options and the setup from the text that :func:`beginning_to_text` returns."""
    state = state_from_text(line)
    bordering = tuple(
        tuple(seat for seat, column in enumerate(one.columns) if column is not None) for one in state.districts
    )
    cards = tuple(one.card for one in state.districts)
    borders = None if bordering == default_borders(state.options, cards) else bordering
    return state.options, Setup(cards, state.crowns, state.player, state.tokens, state.pile, borders)


def _words(state: State) -> Mapping[str, Sequence[str]]:
    copies = [Card(card.rank, card.suits, copy + 1) for card in DECK for copy in range(state.options.decks)]
    return {
        "CARD": [str(card) for card in copies if card.is_property],
        "SUIT": [str(suit) for suit in Suit],
        "@DISTRICT": [f"@{place}" for place in range(len(state.districts))],
        "OPTION": list(options_to_json(state.options)),
    }


NOTATION = Notation(
    beginning_to_text, beginning_from_text, LINES.write, LINES.read, state_to_text, LINES.patterns, _words
)
