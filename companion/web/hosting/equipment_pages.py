"""The pages of the table's equipment: decks and dice that the host teaches the camera, the roller, Bluetooth dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from threading import Thread
from typing import TYPE_CHECKING, Any

from companion.errors import CompanionError
from companion.live.deck_lesson import DeckLesson
from companion.live.dice_lesson import SKIPPED, DiceLesson
from companion.locale import Message
from companion.names import normalize_name
from companion.pieces import DieKind
from companion.rolls.dice_set_store import DiceSetStore
from companion.rolls.reporting import KeptDie
from companion.table.sightings import DieSighting
from companion.web.hosting.notes import Pictures
from companion.web.hosting.table_camera import TableCamera
from companion.web.pages.context import Context, overtaken
from companion.web.pages.host import PageRequest
from companion.web.pages.html import action_button, choice_buttons, link_button, render_select, send_form

if TYPE_CHECKING:
    from companion.bluetooth import FoundDie
    from companion.live.dice_devices import DiceDevices
    from companion.vision.decks.known_decks import DeckStore


class RollerPages:
    """The page of what rolls for the open game; for the host.

    Args:
        dice: The roller and the dice.
        run: Runs a function on the thread that owns the open game.
    """

    def __init__(self, dice: DiceDevices, run: Callable[[Callable[[], Any]], Any]) -> None:
        self._dice, self._run = dice, run
        self._found: tuple[FoundDie, ...] = ()

    def render(self, ctx: Context) -> str:
        """Return the state of the roller, and the dice with what they are."""
        return f"{self._roller(ctx)}<h2>{ctx.say(Message('Bluetooth dice'))}</h2>{self._bluetooth(ctx)}"

    def act(self, request: PageRequest) -> None:
        """Search for dice, or use one as a kind of die."""
        if request.value("do") == "search":
            self._found = self._dice.search()
            return
        every: list[KeptDie | FoundDie] = [*self._dice.kept, *self._found]
        die = next((one for one in every if one.address == request.value("die")), None)
        if die is None:
            raise overtaken()
        kind = next((one for one in DieKind if one.value == request.value("kind")), None)
        kept = KeptDie(die.address, die.make, kind, die.name) if kind is not None else None
        self._run(lambda: self._dice.use(die, kept))

    def _roller(self, ctx: Context) -> str:
        from companion.roller import status_message

        roller = self._dice.roller
        state = Message("No roller connected.") if roller is None else status_message(roller.state)
        about = Message("Its rolls count in the open game as soon as a roll is awaited.")
        return f"<p>{ctx.head(state)}</p><p>{ctx.say(about)}</p>"

    def _bluetooth(self, ctx: Context) -> str:
        kept, connected = {die.address: die for die in self._dice.kept}, self._dice.connected
        every: list[KeptDie | FoundDie] = [*kept.values()]
        rows = ""
        for die in (*every, *(one for one in self._found if one.address not in kept)):
            own = kept.get(die.address)
            state = Message("not used")
            if own is not None:
                state = Message("connected") if die.address in connected else Message("asleep or out of range")
            kinds = [("", ctx.say(Message("not used")), ""), *((kind.value, kind.value, "") for kind in DieKind)]
            chosen = own.kind.value if own is not None else ""
            fields = {"do": "use", "die": die.address}
            buttons = choice_buttons("roller", fields, "kind", kinds, "picks", chosen)
            rows += f'<div class="question"><p>{escape(die.name)}: {ctx.say(state)}</p>{buttons}</div>'
        hint = ctx.say(Message("Shake the dice to wake them up. The search takes a few seconds."))
        search = action_button("roller", {"do": "search"}, ctx.say(Message("Search for dice")))
        return f"{rows}<p>{hint}</p>{search}"


class NoCamera(CompanionError):
    """What needs a camera that follows the open game."""


@dataclass(frozen=True, slots=True)
class DicePages:
    """The page of taught dice; for the host.

    Args:
        store: The sets of dice.
        camera: Returns the camera that follows the open game; None if none does.
    """

    store: DiceSetStore
    camera: Callable[[], TableCamera | None]

    def act(self, request: PageRequest) -> None:
        """Do what a button says."""
        camera = self.camera()
        if camera is None:
            raise NoCamera(Message("dice"), Message("no camera follows a game"), Message("open a game first"))
        match request.value("do"):
            case "begin":
                camera.session.begin_lesson(DiceLesson.of(self.store, normalize_name(request.value("name"))))
            case "learn" | "skip" as how:
                lesson = camera.session.lesson
                throw = request.value("throw")
                if not isinstance(lesson, DiceLesson) or str(lesson.number) != throw or not lesson.thrown:
                    raise overtaken()
                names = (f"die{place}" for place in range(len(lesson.thrown)))
                values = [SKIPPED if how == "skip" else request.value(name, SKIPPED) for name in names]
                lesson.confirm(lesson.parse_values(" ".join(values)))
                camera.session.show_lesson()
            case "finish":
                camera.session.finish_lesson()

    def render(self, ctx: Context) -> str:
        """Return the lesson that is held, or the form that begins one."""
        camera = self.camera()
        if camera is None:
            text = Message("Open a game that a camera follows. Then you can teach the camera your dice.")
            return f"<p>{ctx.say(text)}</p>"
        lesson = camera.session.lesson
        return self._lesson(ctx, lesson) if isinstance(lesson, DiceLesson) else self._begin(ctx)

    def _begin(self, ctx: Context) -> str:
        names = self.store.names()
        known = "".join(f'<option value="{escape(name)}">' for name in names)
        first = escape(names[0]) if names else ctx.say(Message("Our dice"))
        about = Message("Throw your dice a few times below the camera, and confirm what was read.")
        name = _name_field(ctx, Message("Name of the dice"), first, ' list="sets"')
        inside = f'{name}<datalist id="sets">{known}</datalist>'
        return f"<p>{ctx.say(about)}</p>{send_form('dice', {'do': 'begin'}, inside, ctx.say(Message('Begin')))}"

    def _lesson(self, ctx: Context, lesson: DiceLesson) -> str:
        dice, number, thrown = lesson.dice, lesson.number, lesson.thrown
        counted = Message("{name}: {n} confirmed readings", {"name": dice.name, "n": len(dice.readings)})
        if thrown:
            asked = self._throw(ctx, number, thrown)
        else:
            asked = f'<p class="question">{ctx.say(Message("Throw your dice, and let them lie."))}</p>'
        leave = ctx.say(Message("Take the dice off the table, then finish. The game goes on."))
        finish = action_button("dice", {"do": "finish"}, ctx.say(Message("Finish")))
        return f"{asked}<p>{ctx.say(counted)}</p><p>{leave}</p>{finish}"

    def _throw(self, ctx: Context, number: int, thrown: Sequence[DieSighting]) -> str:
        """Return the form that confirms or corrects the dice of a throw, from left to right."""
        rows = "".join(_die(ctx, place, die) for place, die in enumerate(thrown))
        learn = ctx.say(Message("All right"))
        right = send_form("dice", {"do": "learn", "throw": number}, rows, learn, kind="question")
        return right + action_button("dice", {"do": "skip", "throw": number}, ctx.say(Message("Skip this throw")))


def _die(ctx: Context, place: int, die: DieSighting) -> str:
    """Return the list in which a die's face is confirmed or corrected."""
    options = [(str(face), str(face), face == die.value) for face in range(1, die.kind.faces + 1)]
    options.append((SKIPPED, ctx.say(Message("not one of these dice")), die.value is None))
    text = Message("{kind} {number} from the left", {"kind": die.kind.value, "number": place + 1})
    doubt = "" if die.sure else " ?"
    return f"<label><span>{ctx.say(text)}{doubt}</span>{render_select(f'die{place}', options)}</label>"


def _name_field(ctx: Context, label: Message, name: str, more: str = "") -> str:
    field = f'<input name="name" value="{name}"{more} maxlength="64" required>'
    return f"<label><span>{ctx.say(label)}</span>{field}</label>"


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
        name = _name_field(ctx, Message("Name of the deck"), ctx.say(Message("Our deck")))
        return (
            f'<div class="question"><h2>{ctx.head(lesson.asked)}</h2>{result}'
            f"{action_button('deck', {'do': 'skip'}, ctx.say(Message('Skip this card')))}"
            f"{action_button('deck', {'do': 'back'}, ctx.say(Message('Take the last card again')))}</div>"
            f"{send_form('deck', {'do': 'save'}, name, ctx.say(Message('Save')))}"
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
