"""Sorcerous Futures as a :class:`~companion.games.protocol.Game`."""

from dataclasses import asdict, replace

from companion.games.declared import describe
from companion.games.documents import Json
from companion.games.protocol import Beginning, Game
from companion.games.sorcerous_futures import encoding, figures
from companion.games.sorcerous_futures.bidding import sealed, unseal
from companion.games.sorcerous_futures.decisions import decisions
from companion.games.sorcerous_futures.encoding import NOTATION
from companion.games.sorcerous_futures.facts import CORRECTIONS
from companion.games.sorcerous_futures.figures import statistics
from companion.games.sorcerous_futures.hidden_cards import redact_move, seen_by
from companion.games.sorcerous_futures.lesson import LESSON
from companion.games.sorcerous_futures.moves import Move, apply, legal_moves, waiting_for
from companion.games.sorcerous_futures.options import LABELS, PRESETS, Options, options_from_json
from companion.games.sorcerous_futures.scoring import final_count
from companion.games.sorcerous_futures.setup import ACES, Setup, start, steps
from companion.games.sorcerous_futures.state import PHASE_NAMES, State
from companion.games.sorcerous_futures.table_help import cheat_sheet, put_away, score_pad
from companion.games.sorcerous_futures.view import view
from companion.locale import Message


def _forecast_to_json(state: State) -> Json:
    return {"turn": state.turn, "player": state.player, **encoding.to_json(figures.forecast(state))}


SORCEROUS_FUTURES: Game[Options, Setup, State, Move] = Game(
    name="sorcerous-futures",
    title=Message("Sorcerous Futures"),
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
    over=lambda state: state.over,
    seats=lambda options: options.players,
    turn=lambda state: state.turn,
    cast=lambda _state, _move: None,
    at_turn=lambda state: state.player,
    start_in_format=lambda state, format: replace(state, as_format_3=format < 4),
    readings={2: (3, 4)},
    phase=lambda state: state.phase.value,
    phase_names=PHASE_NAMES,
    cheat_sheet=cheat_sheet,
    score_pad=score_pad,
    final_count=final_count,
    record_schema=encoding.record_schema,
    seen_by=seen_by,
    redact_move=redact_move,
    sealed=sealed,
    unseal=unseal,
    decisions=decisions,
    legal_moves=legal_moves,
    corrections=CORRECTIONS,
    setup_steps=steps,
    labels=LABELS,
    beginning=Beginning(laid=lambda _name, _options: (ACES, ())),
    notation=NOTATION,
    lesson=LESSON,
    statistics=statistics,
    forecast=figures.rows,
    forecast_to_json=_forecast_to_json,
    put_away=put_away,
)
