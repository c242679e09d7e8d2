"""Dice that a camera watches, as a state machine: every function gives the next state and the news. Pure.

             a throw
Unawaited ─────────────► Unclaimed
    │  a game waits          │  it is claimed
    ▼                        ▼
Awaiting ──────────────► is judged ──► a roll: Unawaited again
    ▲                        ├───────► one die of two: HalfThrown
    │ only pushed aside      ├───────► a doubt: Asking, and judged again once it is answered
    └────────────────────────┴───────► dice to come by what these show: WaitingForMore
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from companion.pieces import Wish
from companion.questions import Question
from companion.rolls.dice_assignment import assign_dice
from companion.rolls.dice_comparison import Dice, bounding_box, clear, is_likely, of_kind
from companion.rolls.dice_state import DiceState
from companion.rolls.likely_rolls import parse_cast
from companion.rolls.roll_detection import (
    AGAIN,
    ROLL,
    DiceAtRest,
    MoreDiceNeeded,
    Nudged,
    OneDieInView,
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
    HalfThrown,
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
from companion.table.sightings import DieSighting

Transition = tuple[Watch, tuple[DiceEvent, ...]]

# What games and players do


def await_roll(watch: Watch, wish: Wish) -> Watch:
    """A game waits for a roll, which begins with two dice. Only dice thrown from now on count."""
    if len(wish.first) != 2:
        raise ValueError(f"a camera counts throws of two dice, not of {len(wish.first)}")
    ground = replace(watch.ground, kind=wish.first[0])
    match watch.stage:
        case Unawaited(refused) | Unclaimed(_, refused):
            return Watch(ground, Awaiting(Awaited(wish, refused)))
        case waiting:
            return Watch(ground, replace(waiting, awaited=replace(waiting.awaited, wish=wish)))


def withdraw(watch: Watch) -> Transition:
    """Nobody waits any more. A throw that was asked about is one that nobody waits for."""
    if isinstance(watch.stage, Unclaimed):
        return replace(watch, stage=Unclaimed(watch.stage.before)), ()
    told = watch.ground.told and watch.question is None
    return Watch(replace(watch.ground, told=told), Unawaited()), _dropped(watch)


def enter_by_hand(watch: Watch) -> Transition:
    """The roll was tapped in: the throw that is asked about, or half of which was seen, was it."""
    seen = isinstance(watch.stage, HalfThrown | Asking | WaitingForMore)
    return Watch(watch.ground.forgotten() if seen else watch.ground, Unawaited()), _dropped(watch)


def refused(watch: Watch) -> Transition:
    """Players will not have this throw: it is no news any more, and one die of it may be thrown again."""
    waits = watch.awaited
    stage = Awaiting(Awaited(waits.wish, refused=True)) if waits is not None else Unawaited(refused=True)
    return Watch(watch.ground.forgotten(), stage), _dropped(watch)


def claim(watch: Watch, wish: Wish) -> Transition:
    """A game waits after all for the throw that came too early."""
    now = await_roll(watch, wish)
    return _judged(now, watch.stage.before) if isinstance(watch.stage, Unclaimed) else (now, ())


def is_answer(watch: Watch, choice: str) -> bool:
    """Whether that answers what is asked: one of the choices, or any roll where the roll is asked about."""
    if watch.question is None or watch.awaited is None:
        return False
    typed = watch.question.kind == ROLL and parse_cast(choice, watch.awaited.wish) is not None
    return typed or watch.question.offers(choice)


def answer(watch: Watch, key: str, choice: str) -> Transition:
    """A player's answer to what is asked; nothing where that is not asked any more."""
    stage = watch.stage
    if not isinstance(stage, Asking) or stage.question.key != key or not is_answer(watch, choice):
        return watch, ()
    if choice == AGAIN.answer:
        return refused(watch)[0], ()
    awaited = replace(stage.awaited, answers={**stage.awaited.answers, key: choice})
    answered = Awaiting(awaited) if stage.counted is None else WaitingForMore(awaited, stage.counted)
    return _judged(replace(watch, stage=answered), watch.ground.baseline or ())


# What is seen


def observe(watch: Watch, heard: CameraEvent) -> Transition:
    """Whatever an eye tells of the table."""
    match heard:
        case Settled(sightings, at, _):
            return settled(watch, sightings.dice, at)
        case Still(at):
            return still(watch, at)
        case Ended():  # what lay still in the last picture rests: nothing comes after it
            return still(watch, math.inf)
        case Changed():
            watch = changed(watch)
        case AreaMoved(_, followed, resized):
            watch = moved_area(watch, followed, resized)
        case Lost():
            watch = on_unwatched(watch)
    return watch, ()


def settled(watch: Watch, dice: Sequence[DieSighting], at: float) -> Transition:
    """All is still and these dice lie there. News come once they have rested long enough."""
    ground = watch.ground.looked(dice, at)
    if watch.question is not None:
        ground = replace(ground, told=False)  # a better reading may answer it
    return still(replace(watch, ground=ground), at)


def changed(watch: Watch) -> Watch:
    """Something moves; until all is settled again nothing rests."""
    return replace(watch, ground=watch.ground.moves())


def moved_area(watch: Watch, followed: bool = True, resized: bool = False) -> Watch:
    """The camera was moved: where dice lay says nothing now; nor, if they are not ``followed``, which is which."""
    return replace(watch, ground=watch.ground.displaced(followed, resized))


def on_unwatched(watch: Watch) -> Watch:
    """Nobody looked for a while: a throw that lies there then is to be confirmed."""
    return replace(watch, ground=replace(watch.ground.moves(), unwatched=True))


def still(watch: Watch, at: float) -> Transition:
    """Nothing has moved until now."""
    if not watch.ground.rests(at):
        return watch, ()
    return _judged(replace(watch, ground=replace(watch.ground, told=True)), watch.ground.baseline or ())


# What is made of it


def _judged(watch: Watch, before: Dice) -> Transition:
    """What the dice say that lie there now, where they lay so before."""
    if isinstance(watch.stage, Unawaited | Unclaimed):
        return _of_nobody(watch.ground, watch.stage, before)
    return _of_a_game(watch, watch.stage, before)


def _of_nobody(ground: DiceState, stage: Unawaited | Unclaimed, before: Dice) -> Transition:
    lying, lay = of_kind(ground.lying, ground.kind), of_kind(before, ground.kind)
    went = assign_dice(lying, lay)
    thrown = clear(went.elsewhere)
    if len(thrown) == 1 and len(lying) < max(2, ground.most[ground.kind]):
        return Watch(ground, stage), ()  # half a throw: the other die leans somewhere, or rolled out of view
    noted = ground.noted()
    told = any(die.sure for die in thrown) or (len(lying) == 2 and any(map(is_likely, thrown)))
    if not told or went.pushed_aside or went.one_nudged:
        return Watch(noted, stage), ()
    if len(thrown) == 1 and isinstance(stage, Unclaimed):
        before = stage.before  # the other die of that throw was thrown again
    both = (thrown if len(thrown) > 1 else lying)[:2]
    return Watch(noted, Unclaimed(before, stage.refused)), (
        UnawaitedThrow(tuple(die.value for die in both), bounding_box(both)),
    )


def _of_a_game(watch: Watch, stage: AwaitedStage, before: Dice) -> Transition:
    ground, awaited = watch.ground, stage.awaited
    counted = stage.counted if isinstance(stage, Asking | WaitingForMore) else None
    thrown_anew = len(of_kind(assign_dice(ground.lying, before).elsewhere, ground.kind)) > 1
    at_rest = DiceAtRest(
        ground.lying, before, awaited.wish, ground.habits, awaited.answers, awaited.refused, ground.lifted
    )
    outcome = at_rest.outcome() if counted is None or thrown_anew else at_rest.more(counted)
    if isinstance(outcome, Question) and watch.question is not None and watch.question.key == outcome.key:
        return watch, ()  # the same is asked still
    if thrown_anew and not isinstance(outcome, Nudged):
        counted = None
    now, news = _becomes(outcome, ground, stage, counted)
    return now, (*_dropped(watch), *news)


def _becomes(outcome: ThrowOutcome, ground: DiceState, stage: AwaitedStage, counted: PartialRoll | None) -> Transition:
    """``counted``: the dice that count already."""
    awaited, nothing_answered = stage.awaited, replace(stage.awaited, answers={})
    match outcome:
        case RollReading(cast, dice, again):
            counts = CountedRoll(cast, bounding_box(dice), again or ground.unwatched)
            return Watch(ground.counted(dice, cast), Unawaited()), (counts,)
        case Question():
            return Watch(ground, Asking(awaited, outcome, counted)), (QuestionRaised(outcome),)
        case OneDieInView(text):
            said = isinstance(stage, HalfThrown) and not assign_dice(ground.lying, stage.dice).elsewhere
            return Watch(ground, HalfThrown(awaited, ground.lying)), () if said else (Hint(text),)
        case MoreDiceNeeded(text, now_counted):
            noted = ground.noted()
            now_counted = replace(now_counted, away=noted.covered)
            return Watch(noted, WaitingForMore(nothing_answered, now_counted)), (Hint(text),)
        case Nudged():
            if counted is None:
                return Watch(ground.noted(), Awaiting(nothing_answered)), ()
            # A die that was away and comes back is asked about at once or never.
            return Watch(ground.noted(), WaitingForMore(nothing_answered, replace(counted, away=()))), ()


def _dropped(watch: Watch) -> tuple[DiceEvent, ...]:
    return (QuestionDropped(watch.question),) if watch.question is not None else ()
