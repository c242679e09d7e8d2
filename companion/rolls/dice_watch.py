"""Dice that a camera watches, as a state machine: every function gives the next state and the news. Pure.

             a throw
Unawaited ─────────────► Unclaimed
    │  a game waits          │  it is claimed
    ▼                        ▼
Awaiting ──────────────► is judged ──► a roll: Unawaited again
    ▲                        ├───────► a doubt, or too few dice: Asking, and judged again once it is answered
    │ only pushed aside      │
    └────────────────────────┴───────► dice to come by what these show: WaitingForMore
"""

import math
from dataclasses import replace

from companion.pieces import Wish
from companion.questions import Question
from companion.rolls.dice_comparison import Dice, assign_dice, bounding_box, is_likely, of_kind, prefer_certain
from companion.rolls.dice_state import DiceState
from companion.rolls.likely_rolls import parse_cast
from companion.rolls.roll_detection import (
    AGAIN,
    ROLL,
    DiceAtRest,
    MoreDiceNeeded,
    Nudged,
    PartialRoll,
    RollReading,
    ThrowOutcome,
)
from companion.rolls.stages import (
    Asking,
    Awaited,
    AwaitedStage,
    Awaiting,
    CountedRoll,
    DiceEvent,
    Hint,
    QuestionDropped,
    QuestionRaised,
    Unawaited,
    UnawaitedThrow,
    Unclaimed,
    WaitingForMore,
    Watch,
)
from companion.table.camera_events import AreaMoved, CameraEvent, Changed, Ended, Lost, Settled, Still

Transition = tuple[Watch, tuple[DiceEvent, ...]]

# What games and players do


def await_roll(watch: Watch, wish: Wish) -> Watch:
    """Start to wait for a game's roll. Only dice that are thrown from now on count.

    Args:
        watch: The state.
        wish: The dice that the game needs.

    Returns:
        The new state.
    """
    state = watch.dice.expect(wish.first)
    match watch.stage:
        case Unawaited(refused) | Unclaimed(_, refused):
            return Watch(state, Awaiting(Awaited(wish, refused)))
        case waiting:
            return Watch(state, replace(waiting, awaited=replace(waiting.awaited, wish=wish)))


def withdraw(watch: Watch) -> Transition:
    """Stop waiting. A throw in question becomes one that no game waits for."""
    if isinstance(watch.stage, Unclaimed):
        return replace(watch, stage=Unclaimed(watch.stage.before)), ()
    handled = watch.dice.handled and watch.question is None
    return Watch(replace(watch.dice, handled=handled), Unawaited()), _drop_question(watch)


def enter_by_hand(watch: Watch) -> Transition:
    """Stop waiting because the roll was entered by touch: the throw in question was that roll."""
    involved = isinstance(watch.stage, Asking | WaitingForMore)
    return Watch(watch.dice.reset_baseline() if involved else watch.dice, Unawaited()), _drop_question(watch)


def refuse(watch: Watch) -> Transition:
    """Discard a throw that players do not want to count. One die of it may be thrown again."""
    waits = watch.awaited
    stage = Awaiting(Awaited(waits.wish, refused=True)) if waits is not None else Unawaited(refused=True)
    return Watch(watch.dice.reset_baseline(), stage), _drop_question(watch)


def claim(watch: Watch, wish: Wish) -> Transition:
    """Count the throw that came before the game waited for it.

    Args:
        watch: The state.
        wish: The dice that the game needs.

    Returns:
        The new state and its events.
    """
    now = await_roll(watch, wish)
    return _judge(now, watch.stage.before) if isinstance(watch.stage, Unclaimed) else (now, ())


def is_answer(watch: Watch, choice: str) -> bool:
    """Return whether ``choice`` answers the open question: one of its choices, or any roll if it asks for the roll."""
    if watch.question is None or watch.awaited is None:
        return False
    is_roll = watch.question.kind == ROLL and parse_cast(choice, watch.awaited.wish) is not None
    return is_roll or watch.question.offers(choice)


def answer(watch: Watch, key: str, choice: str) -> Transition:
    """Take a player's answer to the open question; nothing changes if it is no longer open.

    Args:
        watch: The state.
        key: The key of the question.
        choice: The answer.

    Returns:
        The new state and its events.
    """
    stage = watch.stage
    if not isinstance(stage, Asking) or stage.question.key != key or not is_answer(watch, choice):
        return watch, ()
    if choice == AGAIN.answer:
        return refuse(watch)[0], ()
    awaited = replace(stage.awaited, answers={**stage.awaited.answers, key: choice})
    answered = Awaiting(awaited) if stage.counted is None else WaitingForMore(awaited, stage.counted)
    return _judge(replace(watch, stage=answered), watch.dice.baseline or ())


# What is seen


def observe(watch: Watch, event: CameraEvent) -> Transition:
    """Take one event of the camera; events follow once dice have rested long enough.

    Args:
        watch: The state.
        event: What the camera observed.

    Returns:
        The new state and its events.
    """
    dice = watch.dice
    match event:
        case Settled(sightings, at, _):
            dice = dice.settle(sightings.dice, at)
            if watch.question is not None:
                dice = replace(dice, handled=False)  # a better reading may answer it
            return _rest(replace(watch, dice=dice), at)
        case Still(at):
            return _rest(watch, at)
        case Ended():  # what lay still in the last picture rests: nothing comes after it
            return _rest(watch, math.inf)
        case Changed():
            dice = dice.start_moving()
        case AreaMoved(_, followed, resized):
            dice = dice.move_camera(followed, resized)
        case Lost():  # a throw that is found afterwards is to be confirmed
            dice = replace(dice.start_moving(), unwatched=True)
    return replace(watch, dice=dice), ()


def _rest(watch: Watch, at: float) -> Transition:
    """Judge the dice if they have rested long enough at ``at`` (seconds)."""
    if not watch.dice.is_at_rest(at):
        return watch, ()
    return _judge(replace(watch, dice=replace(watch.dice, handled=True)), watch.dice.baseline or ())


# What is made of it


def _judge(watch: Watch, before: Dice) -> Transition:
    """Judge the dice at rest against those that were there before."""
    if isinstance(watch.stage, Unawaited | Unclaimed):
        return _judge_unawaited(watch.dice, watch.stage, before)
    return _judge_awaited(watch, watch.stage, before)


def _judge_unawaited(state: DiceState, stage: Unawaited | Unclaimed, before: Dice) -> Transition:
    current, previous = of_kind(state.current, state.kind), of_kind(before, state.kind)
    movements, together = assign_dice(current, previous), state.together
    thrown = prefer_certain(movements.moved, together)
    if 0 < len(thrown) < together and len(current) < max(together, state.most_in_view[state.kind]):
        return Watch(state, stage), ()  # half a throw: another die leans somewhere, or rolled out of view
    rebased = state.set_baseline()
    read = any(die.sure for die in thrown) or (len(current) == together and any(map(is_likely, thrown)))
    if not read or movements.pushed_aside(together) or movements.was_nudged(together):
        return Watch(rebased, stage), ()
    if len(thrown) < together and isinstance(stage, Unclaimed):
        before = stage.before  # the other dice of that throw were thrown again
    shown = (thrown if len(thrown) >= together else current)[:together]
    return Watch(rebased, Unclaimed(before, stage.refused)), (
        UnawaitedThrow(tuple(die.value for die in shown), bounding_box(shown)),
    )


def _judge_awaited(watch: Watch, stage: AwaitedStage, before: Dice) -> Transition:
    state, awaited = watch.dice, stage.awaited
    counted = stage.counted if isinstance(stage, Asking | WaitingForMore) else None
    thrown_anew = _is_thrown_anew(state, before, counted, awaited.wish)
    at_rest = DiceAtRest(
        state.current, before, awaited.wish, state.habits, awaited.answers, awaited.refused, state.lifted
    )
    outcome = at_rest.outcome() if counted is None or thrown_anew else at_rest.more(counted)
    if isinstance(outcome, Question) and watch.question is not None and watch.question.key == outcome.key:
        return watch, ()  # the same is asked still
    if thrown_anew and not isinstance(outcome, Nudged):
        counted = None
    now, news = _apply_outcome(outcome, state, stage, counted)
    return now, (*_drop_question(watch), *news)


def _is_thrown_anew(state: DiceState, before: Dice, counted: PartialRoll | None, wish: Wish) -> bool:
    """Return whether the first dice were thrown again, although their roll only needs more dice."""
    moved = of_kind(assign_dice(state.current, before).moved, state.kind)
    more = wish.then(counted.cast) if counted is not None else None
    to_come = len(more.kinds) if more is not None and more.kinds[0] is state.kind else 0
    return len(moved) >= min(2, state.together) + to_come


def _apply_outcome(
    outcome: ThrowOutcome, state: DiceState, stage: AwaitedStage, counted: PartialRoll | None
) -> Transition:
    """Apply an outcome; ``counted`` are the dice that count already."""
    awaited, unanswered = stage.awaited, replace(stage.awaited, answers={})
    match outcome:
        case RollReading(cast, dice, again):
            places = tuple(die.center for die in dice)
            counts = CountedRoll(cast, bounding_box(dice), again or state.unwatched, places)
            return Watch(state.count_roll(dice, cast), Unawaited()), (counts,)
        case Question():
            return Watch(state, Asking(awaited, outcome, counted)), (QuestionRaised(outcome),)
        case MoreDiceNeeded(text, now_counted):
            rebased = state.set_baseline()
            now_counted = replace(now_counted, out_of_view=rebased.covered)
            return Watch(rebased, WaitingForMore(unanswered, now_counted)), (Hint(text),)
        case Nudged():
            if counted is None:
                return Watch(state.set_baseline(), Awaiting(unanswered)), ()
            # A die that was away and comes back is asked about at once or never.
            return Watch(state.set_baseline(), WaitingForMore(unanswered, replace(counted, out_of_view=()))), ()


def _drop_question(watch: Watch) -> tuple[DiceEvent, ...]:
    return (QuestionDropped(watch.question),) if watch.question is not None else ()
