"""The form of a new game of any kind: every field of the decision, with what is proposed."""

from collections.abc import Sequence
from functools import partial
from itertools import groupby
from random import SystemRandom
from typing import Any

from kivy.app import App
from kivy.properties import BooleanProperty, StringProperty

from companion.app.app_screen import NoticeScreen
from companion.app.painters.form import FormPart, NamesPart, PickPart, paint_part
from companion.app.registry import find_game_ui
from companion.app.seats import usual_names
from companion.app.sheets.list import ListSheet
from companion.app.storage.people import offer_people
from companion.app.texts.i18n import words
from companion.app.widgets.name_field import NameField
from companion.app.window.kv_loader import load_kv
from companion.games.decisions import Decision, Words
from companion.games.fields import Field, Pick
from companion.games.laying import by_chance, part_of
from companion.games.new_game import NAME, PRESET, NewGame, label, new_game, people_of, rematch_words, seating_words
from companion.games.registry import AnyGame, game, game_names
from companion.locale import Message
from companion.names import normalize_name
from companion.play import AnyPlay

JOINED_INTERVAL = 1.0
"""Seconds between two checks for who joined on a phone."""


class NewGameScreen(NoticeScreen):
    """The form of a new game, which needs no keyboard and can start at once."""

    interval = JOINED_INTERVAL
    title = StringProperty("")
    about = StringProperty("")
    """One line about the chosen variant."""
    house_rules = StringProperty("")
    """The text of their pad, with the number of those that were changed."""
    has_camera = BooleanProperty(False)
    """Whether a camera is set up that can read the setup."""

    decision: Decision[NewGame]

    def __init__(self, **kwargs: Any) -> None:
        self.parts: dict[str, FormPart] = {}
        """The parts of the form by the first word of their fields' names."""
        self.reader: Any = None
        """Reads the setup through the camera, if the game can be read so."""
        self._joined: Sequence[str] = []
        """The names that were taken over from those who joined on their phones."""
        super().__init__(**kwargs)
        self.begin(game(game_names()[0]))

    @property
    def names(self) -> list[NameField]:
        """The fields of the players' names, by seat."""
        part = self.parts[NAME]
        assert isinstance(part, NamesPart), "names are texts"
        return part.names

    def on_pre_enter(self) -> None:
        """Begin with what is proposed for the first game; whoever opens the form for another begins it."""
        self.back_to = "start"
        self.begin(game(game_names()[0]))

    def refresh(self, *_: object) -> None:
        """Show the form in another language."""
        self.begin(self.rules, self.decision.words)

    def begin(self, rules: AnyGame, answers: Words | None = None) -> None:
        """Show the form of this game.

        Args:
            rules: The rules of the game.
            answers: Answers as words, such as those of a rematch; usual names are hints.
                If None, those who joined on their phones have their seats.
        """
        self.rules, self.notice, self.parts = rules, "", {}
        self.decision = new_game(rules, words.say, named=usual_names)
        self.title = words.say(rules.title)
        reader = find_game_ui(rules.name).setup_reader
        self.stop_reading()
        self.reader = reader(self._read, partial(setattr, self, "notice")) if reader is not None else None
        self.has_camera = self.reader is not None and bool(App.get_running_app().settings.camera)
        self.ids.scrolled.scroll_y = 1
        self._joined = [] if answers is None else App.get_running_app().web_pages.joined
        self.answer(answers or {})
        self.follow()

    def begin_rematch(self, play: AnyPlay) -> None:
        """Show the form with the players and rules of a game that is over."""
        course = play.course
        usual = [words.say(name) for name in usual_names(len(course.game.players))]
        names = tuple("" if name in usual else name for name in course.game.players)
        answers = rematch_words(course.rules, course.game.options, names, course.rules.at_turn(course.start))
        self.begin(course.rules, answers)

    def answer(self, answers: Words) -> None:
        """Take further answers. Another variant keeps the names alone."""
        kept = self.decision.words
        if answers.get(PRESET, kept.get(PRESET)) != kept.get(PRESET):
            kept = {name: word for name, word in kept.items() if name.startswith(f"{NAME}-")}
        sent = {name: word for name, word in {**kept, **answers}.items() if word}
        decision = new_game(self.rules, words.say, named=usual_names).with_words(sent)
        # Options that cannot be played together are refused here.
        if self.attempt(lambda: decision.fields):
            self.decision, self.notice = decision, ""
            if self.sheet is not None:
                self.sheet.notice = ""
            self._show()

    def start(self) -> None:
        """Start the game; show why if the rules refuse it."""
        rules = self.rules

        def begin() -> None:
            made = self.decision.move()
            options, setup = (
                rules.options_from_json(made.options, "options"),
                rules.setup_from_json(made.setup, "setup"),
            )
            App.get_running_app().start_game(rules, made.names, options, setup)

        self.attempt(begin)

    def open_house_rules(self) -> None:
        """Open the sheet of the options."""
        parts = [self.parts[one.name] for one in self._options()]
        self.overlay.open(ListSheet(parts, title=words._("House rules"), columns=2))

    def deal(self) -> None:
        """Lay by chance what lies on the table."""
        self.answer(by_chance(self.decision.fields, lambda values: SystemRandom().sample(values, len(values))))

    def read_setup(self) -> None:
        """Start to read the setup through the camera."""
        self.reader.start(self.rules.options_from_json(self.decision.move().options, "options"))

    def stop_reading(self) -> None:
        """Stop the camera."""
        if self.reader is not None:
            self.reader.stop()

    def on_leave(self) -> None:
        """Stop the camera."""
        self.stop_reading()

    def follow(self, _seconds: float = 0.0) -> None:
        """Give a seat to those who joined on their phones since, and none to those who left theirs."""
        joined, before = App.get_running_app().web_pages.joined, self._joined
        if joined == before:
            return
        self._joined = joined
        seated = seating_words(self.rules, joined) or {}
        if len(joined) <= len(self.names):
            seated.pop(PRESET, None)
        self.answer({**{f"{NAME}-{seat}": "" for seat, name in enumerate(before) if name}, **seated})

    def _read(self, answers: Words) -> None:
        self.answer(answers)

    def _options(self) -> list[Field]:
        """Return the fields before the names, without the variant."""
        fields = self.decision.fields
        first = next(number for number, one in enumerate(fields) if one.name.startswith(f"{NAME}-"))
        return [one for one in fields[:first] if one.name != PRESET]

    def _show(self) -> None:
        """Show all answers; parts whose fields are others are painted anew."""
        options, answers = self._options(), self.decision.answers
        chosen = next((one for one in self.decision.fields if one.name == PRESET), None)
        about = chosen.preview(answers[PRESET]) if isinstance(chosen, Pick) else None
        self.about = words.say(about) if isinstance(about, Message) else ""
        changed = sum(answers[one.name] != one.proposed for one in options)
        self.house_rules = words._("House rules") + (f" +{changed}" if changed else "")
        shown, self.parts = self.parts, {}
        own = {one.name for one in options}
        for part, found in groupby(self.decision.fields, part_of):
            fields = (*found,)
            several = Message("Players") if part == NAME else label(self.rules, part)
            caption = words.head(fields[0].text if len(fields) == 1 else several)
            before = shown.get(part)
            again = before is not None and _signature(before.fields) == _signature(fields) and before.caption == caption
            self.parts[part] = before if again and before is not None else self._paint(fields, caption)
            self.parts[part].show(self.decision)
        if {**shown} != self.parts:
            self._lay([one for part, one in self.parts.items() if part not in own])

    def _paint(self, fields: Sequence[Field], caption: str) -> FormPart:
        part = paint_part(fields, caption, self.answer)
        if isinstance(part, PickPart) and fields[0].name == PRESET:
            for preset, pad in part.pads.items():
                pad.icon, pad.icon_left = f"people{people_of(self.rules.name, preset)}", True
        if isinstance(part, NamesPart):
            for seat, field in enumerate(part.names):
                field.chooser = partial(offer_people, self.overlay, field, partial(self._other_names, seat))
        return part

    def _lay(self, parts: Sequence[FormPart]) -> None:
        """Lay the parts out: the variant above, then those with many pieces beside the others."""
        ids, variant = self.ids, self.parts.get(PRESET)
        for box in (ids.variant, ids.large, ids.others):
            box.clear_widgets()
        for part in parts:
            (ids.variant if part is variant else ids.large if part.large else ids.others).add_widget(part)

    def _other_names(self, seat: int) -> list[str]:
        return [normalize_name(field.value) for other, field in enumerate(self.names) if other != seat]


def _signature(fields: Sequence[Field]) -> tuple[object, ...]:
    """Return what a part shows of its fields besides their answers."""
    labels = (tuple(map(str, map(one.label, one.offered))) for one in fields if isinstance(one, Pick))
    return (*((one.name, str(one.text), getattr(one, "offered", ()), one.proposed) for one in fields), *labels)


load_kv(__file__)
