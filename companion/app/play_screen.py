"""The base of screens on which one game is played: moves, undo and errors."""

from typing import Any

from companion.app.app_screen import AppScreen
from companion.app.texts.i18n import words
from companion.journal.course.course import Course
from companion.play import AnyPlay, NoSuchQuestion, Question, Source
from companion.rolls.source import AppDice, Rolled, RollSource


class PlayScreen(AppScreen):
    """A screen on which one game is played; ``app_dice`` roll if a player asks for it."""

    def __init__(self, app_dice: RollSource | None = None, **kwargs: Any) -> None:
        self.app_dice = app_dice or AppDice()
        self.play: AnyPlay | None = None
        super().__init__(**kwargs)

    @property
    def current_play(self) -> AnyPlay:
        """The game in progress; raises ``RuntimeError`` before ``watch``."""
        if self.play is None:
            raise RuntimeError("a game's screen shows a game only after watch()")
        return self.play

    @property
    def course(self) -> Course[Any, Any]:
        """The whole game so far."""
        return self.current_play.course

    @property
    def state(self) -> Any:
        """The game's current state."""
        return self.current_play.state

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return self.current_play.game.names

    @property
    def at_turn(self) -> int:
        """The seat of the current player."""
        return self.current_play.course.rules.at_turn(self.state)

    def reasons(self, spot: str) -> str:
        """Return the moves that made the number of a spot, the latest first."""
        made = self.current_play.course.why(spot)
        return "\n".join(f"{one.signed} → {one.now}: {words.say(one.cause)} {one.rule}" for one in reversed(made))

    def propose(self, *moves: Any, source: Source = Source.TOUCH, seat: int | None = None) -> bool:
        """Propose one or more moves.

        Args:
            *moves: The moves, in their order.
            source: Where they come from.
            seat: The player who made them; None if that is not known.

        Returns:
            False if the rules refuse a move: the players see why, and nothing changes.
        """
        return self.attempt(lambda: self.current_play.propose(*moves, source=source, seat=seat))

    def roll_for_me(self) -> None:
        """Roll the awaited dice with the app's own."""
        rules, state = self.current_play.course.rules, self.state
        wish = rules.wish(state)

        def propose_roll(rolled: Rolled) -> None:
            self.propose(rules.roll(state, rolled.cast), source=Source.APP, seat=rules.at_turn(state))

        if wish is not None:
            self.app_dice.ask(wish, propose_roll)

    def roll_again(self) -> None:
        """Enter the dice again whose roll was taken back."""
        rules, cast = self.current_play.course.rules, self.current_play.course.dice_cast
        if cast is not None:
            self.propose(rules.roll(self.state, cast), seat=self.at_turn)

    def undo(self) -> None:
        """Take the latest move back."""
        self.attempt(self.current_play.undo)

    def redo(self) -> None:
        """Make the move that was taken back again."""
        self.attempt(self.current_play.redo)

    def confirm(self, question: Question, choice: int) -> bool:
        """Answer a question.

        Args:
            question: The question.
            choice: The number of the choice.

        Returns:
            False if that is not possible: the players see why, and what is no longer asked is closed.
        """

        def answer() -> None:
            try:
                self.current_play.confirm(question.key, choice)
            except NoSuchQuestion:
                self.ask_again()
                raise

        return self.attempt(answer)

    def dismiss(self, question: Question) -> None:
        """Drop a proposal; close its sheet if it was answered elsewhere."""
        try:
            self.current_play.dismiss(question.key)
        except NoSuchQuestion:
            self.ask_again()

    def ask_again(self) -> None:
        """Show the open questions, and close what is no longer asked."""
