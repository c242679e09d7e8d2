"""Random taps of a seed, with proposals between them, what must hold after each, and what they leave alone."""

from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from kivy.uix.widget import Widget

from companion.app.game_screen import GameScreen
from companion.app.registry import all_game_uis
from companion.app.screens.deck import DeckScreen
from companion.app.screens.dice import DiceScreen
from companion.app.screens.settings import SettingsScreen
from companion.app.sheets.asking import AskingSheet
from companion.app.sheets.camera import CameraChoiceSheet
from companion.app.sheets.decision import QuestionSheet
from companion.app.sheets.edge_trays import EdgeTray
from companion.app.sheets.history import PastSheet
from companion.app.sheets.web_page import CAMERA, WebPageSheet
from companion.app.widgets.sheet import Notice, PastVeil, Sheet
from companion.errors import CompanionError
from companion.games.magnate import Phase, State
from companion.games.magnate.moves import Develop, Move, Roll, Sell
from companion.games.magnate.paying import payment_for, price
from companion.games.magnate.playing import places
from companion.pieces import DECK
from companion.play import Kind, Source
from companion.web.network_interfaces import list_interfaces
from tests.app.at_the_table import districts, plays_card
from tests.app.tablet import Tablet
from tests.games.random_play import random_roll

REBUILDS = ("theme", "text_size")
"""Settings after which every screen is made anew."""


def forbidden(tablet: Tablet) -> list[Widget]:
    """The pads that quit, or that open a folder or a camera of this machine, or that serve a page in its network."""
    match tablet.screen.sheet:
        case AskingSheet() as sheet:
            return sheet.pads[1:]
        case CameraChoiceSheet() as sheet:
            return list(sheet.pads.values())
        case WebPageSheet() as sheet:
            outside = {one.address for one in list_interfaces() if not one.is_loopback}
            return [pad for key, pad in sheet.pads.items() if key in outside]
    return []


def slow(tablet: Tablet) -> list[Widget]:
    """The pads that take a second and more: they are tapped rarely."""
    return list(_slow(tablet.screen))


def _slow(screen: Any) -> Iterator[Widget]:
    match screen:
        case SettingsScreen():
            for name in REBUILDS:
                yield from screen.fields[name].pads.values()
        case DeckScreen():
            yield from (screen.ids.print_deck, screen.ids.print_mats)
        case DiceScreen():
            yield screen.ids.search
    if isinstance(screen.sheet, WebPageSheet) and CAMERA in screen.sheet.pads:
        yield screen.sheet.pads[CAMERA]


def covers(widget: Widget, x: float, y: float) -> bool:
    """Whether the widget lies at this point of the window, turned or not."""
    one, other = widget.to_window(widget.x, widget.y), widget.to_window(widget.right, widget.top)
    (left, right), (bottom, top) = (sorted(pair) for pair in zip(one, other, strict=True))
    return bool(left <= x <= right and bottom <= y <= top)


ANEW = 0.1
"""Share of the ways back on which a screen is prepared anew."""
OF_A_GAME = {"end", *(ui.table for ui in all_game_uis())}
"""The screens that show the game in progress."""
RARELY = 0.02
"""Share of the actions in which what is slow may be tapped."""
REMEMBERED = 25
"""Actions that a failure names."""


PATIENCE = 3
"""Actions after the sheet of a place closed, until it is entered again."""


@dataclass(frozen=True)
class Place:
    """Where a monkey is let loose: ``enter`` leads there, and leads back once it is on another screen."""

    enter: Callable[[Any, Random], object]
    screens: Collection[str] | None = None
    """The screens that belong to it; None: the one that was entered."""
    of_sheet: bool = False
    """Whether it is a sheet, which is opened again once it was closed; other places are only gone to again."""


class Monkey:
    """Taps on one tablet in the order of a seed."""

    def __init__(self, tablet: Tablet, place: Place, seed: int) -> None:
        self._tablet, self._place, self._seed = tablet, place, seed
        self._dice = Random(seed)
        self._actions: deque[str] = deque(maxlen=REMEMBERED)
        self.taps = 0
        self.screens: Counter[str] = Counter()
        """Taps by the screen's name."""
        self.sheets: Counter[str] = Counter()
        """Taps by the class of the sheet that was open."""
        self._proposed = 0
        self._entered = ""
        """The name of the screen that the place leads to; empty before it was entered."""
        self._game = ""
        """The id of the game that is shown there, if one is."""
        self._has_sheet = False
        self._patience = PATIENCE

    def go_on(self, taps: int) -> None:
        """So many taps, the first on the sheet of a place. Raises :class:`AssertionError` with what led to a fault."""
        self._enter()
        end, on_sheet = self.taps + taps, self._place.of_sheet
        while self.taps < end:
            try:
                if self._is_left():
                    self._enter()
                if on_sheet:
                    self._tap(twice=False)
                    on_sheet = False
                else:
                    self._act()
                check(self._tablet)
            except Exception as error:
                done = "\n".join(self._actions)
                raise AssertionError(f"seed {self._seed}, tap {self.taps}: {error!r} after\n{done}") from error

    def _is_left(self) -> bool:
        """Whether the place must be entered again."""
        screen = self._tablet.screen
        if screen.name not in (self._place.screens or (self._entered,)):
            return True
        if not self._place.of_sheet:
            return self._is_over()
        self._patience = self._patience - 1 if self._has_sheet and screen.sheet is None else PATIENCE
        return self._patience == 0

    def _is_over(self) -> bool:
        """Whether a game is shown in which nothing more can be done, on the screen on which it was played."""
        screen = self._tablet.screen
        if not isinstance(screen, GameScreen):
            return False
        rules = screen.current_play.course.rules
        return bool(rules.over(screen.state))

    def _enter(self) -> None:
        """Anew at first, then mostly as it was left."""
        app, dice = self._tablet.app, self._dice
        if not self._entered or self._place.of_sheet or self._is_over() or dice.random() < ANEW:
            self._actions.append("enters")
            app.go("start")
            self._place.enter(app, dice)
            shown = app.play if self._tablet.screen.name in OF_A_GAME else None
            self._game = shown.game.id if shown is not None else ""
        else:
            self._actions.append("comes back")
            app.resume_game(self._game) if self._game else app.go(self._entered)
        self._tablet.settle()
        self._entered, self._has_sheet = self._tablet.screen.name, self._tablet.screen.sheet is not None
        self._patience = PATIENCE

    def _act(self) -> None:
        chance = self._dice.random()
        playing = isinstance(self._tablet.screen, GameScreen) and self._tablet.play is not None
        if playing and chance < 0.06:
            self._propose()
        elif playing and chance < 0.08:
            self._answer_elsewhere()
        elif chance < 0.10:
            self._actions.append("back")
            if self._tablet.screen.name != "start" or self._tablet.screen.sheet is not None:
                self._tablet.press_back()
        else:
            self._tap(twice=chance > 0.9)

    def _tap(self, *, twice: bool) -> None:
        dice, tablet = self._dice, self._tablet
        left_alone = [*forbidden(tablet), *(one for one in slow(tablet) if dice.random() > RARELY)]
        targets = [one for one in tablet.targets() if one not in left_alone]
        if targets and dice.random() < 0.85:
            target = dice.choice(targets)
            x, y = target.to_window(*target.center)
            what = f"{type(target).__name__} {getattr(target, 'text', '') or getattr(target, 'icon', '')!r}"
        else:
            x, y = dice.uniform(0, tablet.window.width - 1), dice.uniform(0, tablet.window.height - 1)
            what = "a place"
        sheet = type(tablet.screen.sheet).__name__
        self._actions.append(f"{'double-taps' if twice else 'taps'} {what} at {x:.0f}, {y:.0f} ({sheet})")
        for again in range(2 if twice else 1):
            left_alone = [*forbidden(tablet), *slow(tablet)] if again else left_alone
            if any(covers(one, x, y) for one in left_alone):
                return
            self._count()
            tablet.tap_at(x, y, after=dice.choice((0.1, 0.3)) if again else dice.choice((0.1, 0.3, 1.0)))

    def _count(self) -> None:
        screen = self._tablet.screen
        self.taps += 1
        self.screens[screen.name] += 1
        if screen.sheet is not None:
            self.sheets[type(screen.sheet).__name__] += 1

    def _propose(self) -> None:
        """Something a camera, a roller or a phone saw."""
        play, dice = self._tablet.play, self._dice
        source = dice.choice((Source.CAMERA, Source.ROLLER, Source.PAGE))
        moves = [_camera_move(play.state, dice)] if isinstance(play.state, State) else _offered(play, dice)
        for move in moves:
            self._proposed += 1
            self._actions.append(f"{source} proposes {move}")
            seat = play.course.rules.at_turn(play.state)
            name = f"monkey-{self._seed}-{self._proposed}"
            play.hand_in(move, source=source, seat=seat, id=name, refused=lambda _error: None)
            play.attend()
            self._tablet.settle(1)

    def _answer_elsewhere(self) -> None:
        """A phone answers, takes back or undoes."""
        play, dice = self._tablet.play, self._dice
        waiting = [question for question in play.questions() if play.proposer(question.key) is not None]
        try:
            if not waiting or dice.random() < 0.3:
                self._actions.append("undone elsewhere")
                play.undo(source=Source.PAGE)
            elif dice.random() < 0.5:
                self._actions.append("dismissed elsewhere")
                play.dismiss(dice.choice(waiting).key)
            else:
                self._actions.append("confirmed elsewhere")
                play.confirm(dice.choice(waiting).key)
        except CompanionError as refused:
            self._actions.append(f"refused: {refused}")
        self._tablet.settle(1)


def check(tablet: Tablet) -> None:
    """Raises :class:`AssertionError` if something is on the screen that nobody there knows."""
    screen = tablet.screen
    there = list(screen.walk(restrict=True))
    sheets = [one for one in there if isinstance(one, Sheet)]
    assert sheets == ([screen.sheet] if screen.sheet is not None else []), f"sheets {sheets}, known {screen.sheet}"
    assert sum(isinstance(one, Notice) for one in there) <= 1, "more than one notice"
    if isinstance(screen, GameScreen):
        asked = {question.key for question in screen.current_play.questions()}
        if isinstance(screen.sheet, QuestionSheet):
            assert screen.sheet.question.key in asked, f"{screen.sheet.question} is not asked any more"
    if screen.name == "table":
        trays = {id(one) for one in there if isinstance(one, EdgeTray)}
        assert trays == {id(one) for one in screen.trays.shown.values()}, "trays nobody knows"
        veils = [one for one in there if isinstance(one, PastVeil)]
        assert len(veils) == isinstance(screen.sheet, PastSheet), f"veils {veils} with {screen.sheet}"
        chosen = any(view.chosen for view in districts(tablet))
        assert chosen == plays_card(screen.sheet), f"districts are chosen for {screen.sheet}"


def _camera_move(state: State, dice: Random) -> Move:
    """What a camera may see in this state; also what the rules refuse."""
    if state.phase is Phase.ROLL:
        return random_roll(state, dice)
    card = dice.choice([card for card in DECK if card.is_property])
    where = places(state, state.player, card)
    cost = payment_for(card, price(card, state.options), state.tokens[state.player])
    if where and cost is not None and dice.random() < 0.5:
        return Develop(state.player, card, dice.choice(where), cost)
    return Roll(state.player, (3, 4)) if dice.random() < 0.1 else Sell(state.player, card)


def _offered(play: Any, dice: Random) -> list[Any]:
    """One of the moves that the game's rules offer now, if any."""
    offered = [choice.move for one in play.questions() if one.kind is Kind.RULES for choice in one.choices]
    return [dice.choice(offered)] if offered else []
