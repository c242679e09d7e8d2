"""A game as a screen has it: what players do there is proposed to it, and they are told why something cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.app_screen import AppScreen
from companion.app.i18n import words
from companion.errors import CompanionError
from companion.play import AnyPlay, NoSuchQuestion, Question, Source
from companion.rolls import AppDice, Rolled, RollSource


class PlayScreen(AppScreen):
    """A screen at which one game is played; ``app_dice`` roll for who asks for it."""

    def __init__(self, app_dice: RollSource | None = None, **kwargs: Any) -> None:
        self.app_dice = app_dice or AppDice()
        self.play: AnyPlay | None = None
        super().__init__(**kwargs)

    @property
    def current_play(self) -> AnyPlay:
        """The game; there is one once the screen watches one."""
        if self.play is None:
            raise RuntimeError("a game's screen shows a game only after watch()")
        return self.play

    @property
    def state(self) -> Any:
        return self.current_play.state

    @property
    def names(self) -> tuple[str, ...]:
        return self.current_play.game.names

    @property
    def at_turn(self) -> int:
        """The seat whose turn it is."""
        return self.current_play.course.rules.at_turn(self.state)

    def propose(self, *moves: Any, source: Source = Source.TOUCH, seat: int | None = None) -> bool:
        """Proposes what a player did. False where it cannot be: the players are told why, and nothing changes."""
        return self.attempt(lambda: self.current_play.propose(*moves, source=source, seat=seat))

    def roll_for_me(self) -> None:
        """The roll that is awaited, by the app's dice."""
        rules, state = self.current_play.course.rules, self.state
        wish = rules.wish(state)

        def rolled(rolled: Rolled) -> None:
            self.propose(rules.roll(state, rolled.cast), source=Source.APP, seat=rules.at_turn(state))

        if wish is not None:
            self.app_dice.ask(wish, rolled)

    def undo(self) -> None:
        self.attempt(self.current_play.undo)

    def redo(self) -> None:
        self.attempt(self.current_play.redo)

    def confirm(self, question: Question, choice: int) -> bool:
        """Answers a question. False if it cannot be: the players are shown why, and what is not asked is closed."""

        def answer() -> None:
            try:
                self.current_play.confirm(question.key, choice)
            except NoSuchQuestion:
                self.ask_again()
                raise

        return self.attempt(answer)

    def dismiss(self, question: Question) -> None:
        """Drops a proposal. One that is no longer asked was answered elsewhere: its sheet is closed."""
        try:
            self.current_play.dismiss(question.key)
        except NoSuchQuestion:
            self.ask_again()

    def ask_again(self) -> None:
        """Shows what is asked now, and nothing that is not."""

    def attempt(self, act: Callable[[], object]) -> bool:
        """Whether it could be done; otherwise the players are told why not."""
        try:
            act()
        except CompanionError as error:
            self.show_error(error)
            return False
        return True

    def show_error(self, error: CompanionError) -> None:
        """Tells the players what cannot be."""
        self.show_notice(words.say_error(error))
