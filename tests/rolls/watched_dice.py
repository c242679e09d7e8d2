"""A camera over dice whose sightings a test writes down itself."""

from typing import TypeVar

from companion.games.magnate import Options
from companion.games.magnate.options import wish
from companion.pieces import Cast, DieKind, shown
from companion.questions import Question
from companion.rolls import dice_watch
from companion.rolls.dice_state import DiceState
from companion.rolls.dice_watch import Transition
from companion.rolls.stages import CountedRoll, DiceEvent, QuestionRaised, Unclaimed, Watch
from companion.table.camera_events import AreaMoved, CameraEvent, Changed, Settled, Still
from companion.table.sightings import DieSighting, Sightings

D10, D6 = DieKind.D10, DieKind.D6
E = TypeVar("E", bound=DiceEvent)


def ten(value: int, x: float, y: float = 300.0, **fields: float) -> DieSighting:
    return DieSighting(D10, (x, y), ((value, 0.99),), **{"sure": True, "across": 40.0, **fields})  # type: ignore[arg-type]


def six(value: int, x: float, y: float = 300.0) -> DieSighting:
    return DieSighting(D6, (x, y), ((value, 0.99),), sure=True, across=40.0)


def unsure(kind: DieKind, x: float, *values: int) -> DieSighting:
    return DieSighting(kind, (x, 300.0), tuple((value, 0.5 - 0.1 * n) for n, value in enumerate(values)), across=40.0)


class Watched:
    """A camera over dice, a game of Magnate that asks for rolls, and a clock that the test moves."""

    def __init__(self, *first: DieSighting, tax_dice: int = 1, first_counts: bool = False) -> None:
        self.watch = Watch(DiceState(baseline=() if first_counts else None))
        self.rolls: list[Cast] = []
        self.wish = wish(Options(tax_dice=tax_dice))
        self.at = 0.0
        if not first_counts:
            self.rest(*first)

    @property
    def rolled(self) -> list[tuple[int, ...]]:
        """What the d10s of every roll showed."""
        return [shown(roll, D10) for roll in self.rolls]

    @property
    def tax_dice(self) -> list[tuple[int, ...]]:
        return [shown(roll, D6) for roll in self.rolls]

    @property
    def claimable(self) -> bool:
        return isinstance(self.watch.stage, Unclaimed)

    def await_roll(self) -> None:
        self.watch = dice_watch.await_roll(self.watch, self.wish)

    def claim(self) -> list[DiceEvent]:
        return self._went(dice_watch.claim(self.watch, self.wish))

    def withdraw(self) -> list[DiceEvent]:
        return self._went(dice_watch.withdraw(self.watch))

    def enter_by_hand(self) -> list[DiceEvent]:
        return self._went(dice_watch.enter_by_hand(self.watch))

    def answer(self, asked: DiceEvent, choice: str) -> list[DiceEvent]:
        assert isinstance(asked, QuestionRaised)
        return self._went(dice_watch.answer(self.watch, asked.question.key, choice))

    def observe(self, event: CameraEvent) -> list[DiceEvent]:
        return self._went(dice_watch.observe(self.watch, event))

    def moved_area(self) -> None:
        self.observe(AreaMoved())

    def rest(self, *dice: DieSighting, seconds: float = 3.0) -> list[DiceEvent]:
        """A hand was there, and now these dice lie still for so long."""
        self.observe(Changed((0, 0, 0, 0)))
        return self.read_again(*dice, seconds=seconds)

    def read_again(self, *dice: DieSighting, seconds: float = 3.0) -> list[DiceEvent]:
        """Nothing moved, and the dice are read anew."""
        news = self.observe(Settled(Sightings(0, 0, dice=dice), self.at, 0))
        for _ in range(round(seconds * 10)):
            self.at += 0.1
            news += self.observe(Still(self.at))
        return news

    def _went(self, step: Transition) -> list[DiceEvent]:
        self.watch, news = step
        self.rolls += [one.cast for one in news if isinstance(one, CountedRoll)]
        return list(news)


def awaiting(*first: DieSighting, tax_dice: int = 1, first_counts: bool = False) -> Watched:
    """These dice lie on a table that waits for a roll."""
    table = Watched(*first, tax_dice=tax_dice, first_counts=first_counts)
    table.await_roll()
    return table


def only(kind: type[E], news: list[DiceEvent]) -> E:
    """The one thing there was to say."""
    [one] = news
    assert isinstance(one, kind)
    return one


def offered(question: Question) -> tuple[str, ...]:
    """The answers to choose from."""
    return tuple(choice.answer for choice in question.choices)
