"""Magistratvm as a :class:`~companion.games.protocol.Game`."""

from __future__ import annotations

from dataclasses import asdict

from companion.games.corrections import Corrections
from companion.games.declared import describe, spots_of
from companion.games.magistratvm import encoding
from companion.games.magistratvm.cheat_sheet import cheat_sheet
from companion.games.magistratvm.decisions import decisions
from companion.games.magistratvm.domains import Rival
from companion.games.magistratvm.encoding import NOTATION, rival_from_text
from companion.games.magistratvm.explanation import explain
from companion.games.magistratvm.facts import FACTS
from companion.games.magistratvm.lesson import LESSON
from companion.games.magistratvm.moves import Correct, Move, apply, current_seat, legal_moves, waiting_for
from companion.games.magistratvm.opening import cast, roll_from_dice, wish
from companion.games.magistratvm.options import NEW_GAMES, PRESETS, Options, options_from_json
from companion.games.magistratvm.phases import PHASE_NAMES
from companion.games.magistratvm.scoring import final_count, score
from companion.games.magistratvm.setup import Setup, start
from companion.games.magistratvm.state import State
from companion.games.magistratvm.statistics import statistics
from companion.games.magistratvm.table_help import put_away, score_pad, steps
from companion.games.magistratvm.view import view
from companion.games.options import labels_of
from companion.games.protocol import Game
from companion.locale import Message
from companion.pieces.piecepack import TILES, Suit

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
