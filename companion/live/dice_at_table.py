"""Thrown dice and the game: which throw is the awaited roll, which waits for something else, which does not count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.magnate.moves import Draw, EndTurn, Move, Roll
from companion.games.magnate.state import Phase, State
from companion.live.events import Advised, Asked, Choice, LiveEvent, Proposed, RollFate, RollSeen, Withdrawn
from companion.live.proposals import Failed, Gone, MagnatePlay, Outcome, Proposals, Taken, Waits
from companion.live.words import said_by_dice
from companion.play import Change, Kind
from companion.rolls import Rolled
from companion.rolls.camera_dice import CameraDice, Counts, Doubt, Dropped, Hint, News, NotNow
from companion.table.lying import Box
from companion.table.sightings import DieSighting


class DiceAtTable:
    """Lives on the thread that owns the play. A throw that comes before its time (the card is not confirmed yet, the
    draw not tapped) is held and counts then; the draw that a next throw implies is proposed (B34)."""

    def __init__(self, play: MagnatePlay, new_id: Callable[[], str], tell: Callable[[LiveEvent], None]) -> None:
        self._play, self._tell = play, tell
        self._dice = CameraDice(lambda: f"camera-{new_id()}")
        self._rolls = Proposals(play, new_id, self._of_roll)
        self._draws = Proposals(play, new_id, self._of_draw)
        self._seen: dict[str, tuple[Rolled, Box]] = {}
        self._answering = False
        self._answered: set[str] = set()
        """Rolls that players answered for, die by die."""
        self._held = False
        self._contradicted = False
        self._pending = False

    def settled(self, dice: Sequence[DieSighting], at: float) -> None:
        self._hear(self._dice.settled(dice, at))

    def still(self, at: float) -> None:
        self._hear(self._dice.still(at))

    def changed(self) -> None:
        self._dice.changed()

    def moved_area(self) -> None:
        self._dice.moved_area()

    def unseen(self) -> None:
        self._dice.unseen()

    def asks(self, id: str) -> bool:
        """Whether a question about dice is open under this id."""
        return self._dice.asks(id)

    def answer(self, id: str, choice: str) -> None:
        """A player's answer to what the dice left open; a roll that it completes needs no further tap."""
        self._answering = True
        self._hear(self._dice.answer(id, choice))
        self._answering = False

    def hear(self, change: Change[State, Move]) -> None:
        """Give it every change of the play."""
        self._rolls.hear(change)
        self._draws.hear(change)

    def look(self, contradicted: bool, pending: bool) -> None:
        """The game or the table changed. ``contradicted``: no throw counts until table and journal agree;
        ``pending``: cards of this turn wait for a player."""
        self._contradicted, self._pending = contradicted, pending
        state = self._play.state
        awaited = state.phase is Phase.ROLL and not contradicted
        if awaited and not self._dice.awaited and not self._rolls.open:
            self._await(state)
        elif self._dice.awaited and state.phase is not Phase.ROLL:
            self._hear(self._dice.given_otherwise())
        elif self._dice.awaited and not awaited:
            self._dice.withdraw()
        if self._held and state.phase is Phase.DRAW and not contradicted and not pending:
            ending = EndTurn(state.player) if state.last_turns is not None else Draw(state.player)
            self._draws.propose((ending,))

    def close(self) -> None:
        self._dice.withdraw()

    def _await(self, state: State) -> None:
        if self._held:
            self._held = False
            self._hear(self._dice.claim(state.options.tax_dice, _nothing_more))
        else:
            self._dice.ask(state.options.tax_dice, _nothing_more)

    def _hear(self, news: Sequence[News]) -> None:
        for one in news:
            match one:
                case Counts(rolled, region, again):
                    self._propose(rolled, region, again)
                case NotNow(dice, region):
                    self._too_early(dice, region)
                case Doubt(id_, asked):
                    choices = tuple(Choice(choice, said_by_dice(choice)) for choice in asked.choices)
                    self._tell(Asked(id_, asked.kind, asked.text, choices, asked.region))
                case Dropped(id_):
                    self._tell(Withdrawn(id_))
                case Hint(text):
                    self._tell(Advised(text))

    def _propose(self, rolled: Rolled, region: Box, again: bool) -> None:
        """The roll; where another still waits to be confirmed, either may be it."""
        self._seen[rolled.id] = (rolled, region)
        if self._answering:
            self._answered.add(rolled.id)
        roll = Roll(self._play.state.player, rolled.dice, rolled.tax_dice)
        others = tuple(move for move in self._rolls.open if move != roll)
        self._rolls.propose((*others, roll), id=rolled.id, ask=again)

    def _too_early(self, dice: tuple[int | None, int | None], region: Box) -> None:
        state = self._play.state
        if self._rolls.open:
            self._hear(self._dice.claim(state.options.tax_dice, _nothing_more))
            return
        self._held = (
            state.phase is Phase.DRAW
            or (state.phase is Phase.PLAY and self._pending)
            or (state.phase is Phase.ROLL and self._contradicted)
        )
        self._tell(RollSeen(dice, (), region, RollFate.HELD if self._held else RollFate.NOT_NOW))
        self.look(self._contradicted, self._pending)

    def _of_roll(self, outcome: Outcome) -> None:
        match outcome:
            case Waits(question) if question.kind is Kind.WHICH:
                choices = tuple(Choice(str(n), one.text, one.move) for n, one in enumerate(question.choices))
                self._tell(Asked(question.id, "roll", question.text, choices, self._seen[question.id][1]))
            case Waits(question) if question.kind is Kind.CONFIRM and question.id in self._answered:
                self._play.confirm(question.id)
            case Waits(question):
                text = question.choices[0].text if question.kind is Kind.CONFIRM else question.text
                rolled, region = self._seen[question.id]
                self._tell(RollSeen(rolled.dice, rolled.tax_dice, region, RollFate.ASKED, question.id, text))
            case Taken(id_, move, text, seq):
                _, region = self._seen[id_]
                assert isinstance(move, Roll)
                self._tell(RollSeen(move.dice, move.tax_dice, region, RollFate.TAKEN, id_, text, seq))
            case Failed():
                self._tell(outcome.told())
            case Gone(id_, _, refused):
                if refused:
                    self._dice.refused()
                self._tell(Withdrawn(id_))

    def _of_draw(self, outcome: Outcome) -> None:
        match outcome:
            case Waits(question):
                self._tell(Proposed(question.id, question.choices[0].move, question.choices[0].text))
            case Taken(id_, move, text, seq):
                self._tell(Proposed(id_, move, text, seq))
            case Failed():
                self._tell(outcome.told())
            case _:
                self._held = self._held and not outcome.refused
                self._tell(Withdrawn(outcome.id))


def _nothing_more(_rolled: Rolled) -> None:
    """The news say it all."""
