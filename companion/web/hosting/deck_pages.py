"""The page on which the host teaches the camera a deck, and gets the companion's own to print."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from typing import TYPE_CHECKING

from companion.live.deck_lesson import DeckLesson
from companion.locale import Message
from companion.web.hosting.dice_pages import NoCamera
from companion.web.hosting.pictures import Pictures
from companion.web.hosting.table_camera import TableCamera
from companion.web.pages.context import Context
from companion.web.pages.host import PageRequest
from companion.web.pages.html import action_button, hidden_fields, link_button

if TYPE_CHECKING:
    from companion.vision.decks.known_decks import DeckStore


class DeckPages:
    """The page of decks; for the host.

    Args:
        store: Returns the taught decks.
        camera: Returns the camera that follows the open game; None if none does.
        pictures: Gets the sheets to print.
        changed: Called on any thread when there is something new to show.
    """

    def __init__(
        self,
        store: Callable[[], DeckStore],
        camera: Callable[[], TableCamera | None],
        pictures: Pictures,
        changed: Callable[[], None],
    ) -> None:
        self._store, self._camera, self._pictures, self._changed = store, camera, pictures, changed
        self._drawing: Thread | None = None
        self._drawn = ""
        """The address of the sheets, once they are drawn."""

    def act(self, request: PageRequest) -> None:
        """Do what a button says."""
        if request.value("do") == "print":
            if self._drawing is None or not self._drawing.is_alive():
                self._drawn, self._drawing = "", Thread(target=self._draw, name="sheets", daemon=True)
                self._drawing.start()
            return
        camera = self._camera()
        if camera is None:
            raise NoCamera(Message("deck"), Message("no camera follows a game"), Message("open a game first"))
        lesson = camera.session.lesson if isinstance(camera.session.lesson, DeckLesson) else None
        match request.value("do"):
            case "begin":
                camera.session.begin_lesson(DeckLesson())
            case "skip" if lesson is not None:
                lesson.skip()
            case "back" if lesson is not None:
                lesson.retake()
            case "save" if lesson is not None:
                lesson.keep(self._store(), request.value("name"))
                camera.session.finish_lesson()
            case "finish":
                camera.session.finish_lesson()
        camera.session.show_lesson()

    def render(self, ctx: Context) -> str:
        """Return the lesson, and below it the companion's own deck."""
        return f"{self._lesson(ctx)}{self._print(ctx)}"

    def _lesson(self, ctx: Context) -> str:
        camera = self._camera()
        known = "".join(f"<li>{ctx.say(Message('{name}', {'name': name}))}</li>" for name in self._store().names())
        decks = f"<p>{ctx.say(Message('The camera recognises these decks:'))}</p><ul>"
        decks += f"<li>{ctx.say(Message('The companion’s own deck (to print, see below)'))}</li>{known}</ul>"
        if camera is None:
            text = Message("Open a game that a camera follows. Then you can teach the camera a deck.")
            return f"{decks}<p>{ctx.say(text)}</p>"
        lesson = camera.session.lesson
        if not isinstance(lesson, DeckLesson):
            return decks + action_button("deck", {"do": "begin"}, ctx.say(Message("Teach a deck")), kind="main")
        result = f"<p>{ctx.head(lesson.result)}</p>" if lesson.result is not None else ""
        save = ctx.say(Message("Save"))
        return (
            f'<div class="question"><h2>{ctx.head(lesson.asked)}</h2>{result}'
            f"{action_button('deck', {'do': 'skip'}, ctx.say(Message('Skip this card')))}"
            f"{action_button('deck', {'do': 'back'}, ctx.say(Message('Take the last card again')))}</div>"
            f'<form method="post" action="deck">{hidden_fields({"do": "save"})}'
            f"<label><span>{ctx.say(Message('Name of the deck'))}</span>"
            f'<input name="name" value="{ctx.say(Message("Our deck"))}" maxlength="64" required></label>'
            f'<button class="main">{save}</button></form>'
            f"{action_button('deck', {'do': 'finish'}, ctx.say(Message('Finish')))}"
        )

    def _draw(self) -> None:
        """Draw the sheets, which takes up to a minute on a slow computer."""
        self._drawn = self._pictures.add("application/pdf", _sheets())
        self._changed()

    def _print(self, ctx: Context) -> str:
        if self._drawn:
            return link_button(self._drawn, ctx.say(Message("Open the sheets (PDF)")), kind="main")
        if self._drawing is not None and self._drawing.is_alive():
            return f"<p>{ctx.say(Message('The sheets are being drawn…'))}</p>"
        return action_button("deck", {"do": "print"}, ctx.say(Message("Save a deck to print (PDF)")))


def _sheets() -> bytes:
    """Return the sheets of the companion's own deck and of the corner marks of a play area."""
    from companion.artwork.mats import mat_sheets
    from companion.artwork.paper import Paper
    from companion.artwork.pdf import as_pdf
    from companion.artwork.sheets import deck_sheets

    return as_pdf([*deck_sheets(Paper.A4, backs=False), *mat_sheets(Paper.A4)], "A Decktet deck")
