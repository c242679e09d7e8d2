"""Magnate as a :class:`~companion.games.protocol.Game`."""

from companion.games.declared import describe, possible
from companion.games.magnate import encoding
from companion.games.magnate.causes import explain, statistics, why
from companion.games.magnate.cheat_sheet import cheat_sheet
from companion.games.magnate.correcting import CORRECTIONS
from companion.games.magnate.decisions import decisions, preview
from companion.games.magnate.encoding import NOTATION
from companion.games.magnate.foresight.forecast import card_choices, forecast_to_json, rows
from companion.games.magnate.lesson import LESSON
from companion.games.magnate.moves import MOVES, Move, apply, legal_moves, possible_cards
from companion.games.magnate.new_games import BEGINNING, LABELS, PRESET_NAMES, check_new
from companion.games.magnate.options import PRESETS, Options, options_from_json, options_to_json, wish
from companion.games.magnate.rolling import cast, roll_from_dice
from companion.games.magnate.rolls import ROLLS
from companion.games.magnate.scoring import DECIDERS, Layout, final_count, score
from companion.games.magnate.setup import Setup, start
from companion.games.magnate.state import PHASE_NAMES, Phase, State, changed
from companion.games.magnate.table_help import put_away, score_pad, steps
from companion.games.magnate.view import view
from companion.games.protocol import Game, Waiting
from companion.locale import Message


def _start_in_format(state: State, format: int) -> State:
    """Return a state that keeps the rules of an older format."""
    return changed(state, as_format=format if format < 4 else None)


def _waiting_for(state: State) -> tuple[Waiting[Move], ...]:
    """Offer the answers to deed income (B15); everything else is for the player to propose."""
    answers = tuple(possible(MOVES["deed_income"], state))
    return tuple(
        Waiting(
            question.owner,
            question.kind,
            question.text,
            tuple(move for move in answers if (move.player, move.card) == (question.owner, question.card)),
        )
        for question in state.waiting_for
    )


MAGNATE: Game[Options, Setup, State, Move] = Game(
    name="magnate",
    title=Message("Magnate"),
    presets=tuple(PRESETS),
    labels={**LABELS, **PRESET_NAMES},
    beginning=BEGINNING,
    options_from_json=options_from_json,
    options_to_json=options_to_json,
    setup_from_json=encoding.setup_from_json,
    setup_to_json=encoding.setup_to_json,
    start=start,
    check_new=check_new,
    apply=apply,
    move_from_json=encoding.move_from_json,
    move_to_json=encoding.move_to_json,
    state_to_json=encoding.state_to_json,
    score_to_json=lambda state, names: encoding.score_to_json(score(state), Layout.of(state), names),
    describe=describe,
    waiting_for=_waiting_for,
    table=view,
    deciders=DECIDERS,
    scores=lambda state: score(state).districts_won,
    over=lambda state: state.over,
    seats=lambda options: options.players,
    turn=lambda state: state.turn,
    cast=cast,
    at_turn=lambda state: state.player,
    phase=lambda state: state.phase.value,
    phase_names=PHASE_NAMES,
    wish=lambda state: wish(state.options) if state.phase is Phase.ROLL else None,
    roll=lambda state, dice: roll_from_dice(state.player, dice),
    rolls=ROLLS,
    statistics=statistics,
    cheat_sheet=cheat_sheet,
    score_pad=score_pad,
    setup_steps=steps,
    put_away=put_away,
    final_count=final_count,
    forecast=rows,
    forecast_to_json=forecast_to_json,
    card_choices=card_choices,
    notation=NOTATION,
    lesson=LESSON,
    decisions=decisions,
    why=why,
    legal_moves=legal_moves,
    preview=preview,
    hand=possible_cards,
    corrections=CORRECTIONS,
    explain=explain,
    record_schema=encoding.record_schema,
    start_in_format=_start_in_format,
    readings={2: (4, 3)},
)
