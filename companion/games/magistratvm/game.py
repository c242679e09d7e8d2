"""Magistratvm as a :class:`~companion.games.protocol.Game`."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from companion.games.corrections import Corrections
from companion.games.declared import describe, spots_of
from companion.games.field_types import labels_of
from companion.games.magistratvm import encoding
from companion.games.magistratvm.decisions import decisions
from companion.games.magistratvm.encoding import NOTATION, rival_from_text
from companion.games.magistratvm.facts import FACTS
from companion.games.magistratvm.lesson import LESSON
from companion.games.magistratvm.moves import Correct, Move, apply, current_seat, legal_moves, waiting_for
from companion.games.magistratvm.opening import Setup, cast, roll_from_dice, start, wish
from companion.games.magistratvm.options import NEW_GAMES, PRESETS, Options, options_from_json
from companion.games.magistratvm.scoring import final_count, score
from companion.games.magistratvm.state import Place, Purse, State
from companion.games.magistratvm.statistics import statistics
from companion.games.magistratvm.table_help import cheat_sheet, put_away, score_pad, steps
from companion.games.magistratvm.turn_moves import PHASE_NAMES, Rival
from companion.games.magistratvm.view import view
from companion.games.protocol import Game
from companion.games.texts import Line, gold_amount
from companion.locale import Message, Wording
from companion.pieces.piecepack import TILES, Suit


def explain(before: State, _move: Move, after: State, names: Sequence[str]) -> tuple[Line, ...]:
    """Return the gold that the move transferred, from whom to whom, each with its rule."""
    return tuple(_explained(before, after, names))


def _explained(_before: State, after: State, names: Sequence[str]) -> Iterator[Line]:
    for one in after.moved:
        values: Wording = {
            "gold": gold_amount(one.gold),
            "giver": _purse(one.giver, names),
            "taker": _purse(one.taker, names),
        }
        yield Line(one.rule, Message("{gold}: {giver} → {taker}", values))


def _purse(purse: Purse, names: Sequence[str]) -> Message:
    if purse.place is Place.BANK:
        return Message("the bank")
    if purse.place is Place.PREFECT:
        return Message("the Prefect's space")
    if purse.tile is not None:
        return purse.tile.wording()
    return Message("{name}", {"name": names[purse.player or 0]})


MAGISTRATVM: Game[Options, Setup, State, Move] = Game(
    name="magistratvm",
    title=Message("Magistratvm"),
    presets=tuple(PRESETS),
    options_from_json=options_from_json,
    options_to_json=asdict,
    setup_from_json=encoding.setup_from_json,
    setup_to_json=encoding.setup_to_json,
    start=start,
    apply=apply,
    move_from_json=encoding.move_from_json,
    move_to_json=encoding.move_to_json,
    state_to_json=encoding.state_to_json,
    score_to_json=encoding.score_to_json,
    describe=describe,
    waiting_for=waiting_for,
    table=view,
    scores=lambda state: [seat.total for seat in score(state).seats],
    over=lambda state: state.over,
    seats=lambda options: options.players,
    turn=lambda state: state.turn,
    cast=cast,
    at_turn=current_seat,
    phase=lambda state: state.phase.value,
    phase_names=PHASE_NAMES,
    wish=wish,
    roll=roll_from_dice,
    statistics=statistics,
    cheat_sheet=cheat_sheet,
    score_pad=score_pad,
    final_count=final_count,
    piecepack=True,
    record_schema=encoding.record_schema,
    setup_steps=steps,
    put_away=put_away,
    decisions=decisions,
    spots=spots_of,
    legal_moves=legal_moves,
    corrections=Corrections(
        FACTS,
        Correct,
        {Rival: rival_from_text},
    ),
    new_games=NEW_GAMES,
    explain=explain,
    notation=NOTATION,
    lesson=LESSON,
    labels={
        "four-players": Message("four players"),
        "three-players": Message("three players"),
        **labels_of(Options),
        "circuit": Message("The six tiles, clockwise from the upper left"),
        "suits": Message("Everybody's suit, by seat"),
        **{suit.value: suit.wording() for suit in Suit},
        **{str(tile): tile.wording() for tile in TILES},
    },
)
