"""Every screen and sheet of the app, opened from a seeded game to be drawn."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from kivy.app import App
from kivy.clock import Clock

from companion.app.sheets.camera import CameraChoiceSheet
from companion.app.sheets.photo import PhotoSheet, TakePhotoSheet
from companion.demo import bundled
from companion.errors import report_on_stderr
from companion.games.magnate import Phase
from companion.games.magnate.moves import Draw, Roll
from companion.games.new_game import PRESET
from companion.pieces import DieKind, Suit, cast_of
from companion.play import Source
from companion.table.sightings import DieSighting
from companion.web.hosting.visitors import Grant
from companion.web.network_interfaces import LOOPBACK, Interface
from docs.tools import camera_views
from docs.tools.app_games import play_to
from docs.tools.camera_views import TURN
from docs.tools.other_tables import keep, new_game, table

DICE = (*cast_of(DieKind.D10, (9, 1)), *cast_of(DieKind.D6, (3,)))
DEED_TURN = 23
"""A turn with deeds on the table."""
SHUFFLE_TURN, LAST_DRAW_TURN = 25, 39
"""The turn of a shuffle, and the turn whose draw begins the last round."""

View = Callable[[Any], object]
"""Opens one screen or sheet of the running app."""


def _at_turn(name: str, turn: int, phase: Phase = Phase.PLAY) -> View:
    return lambda app: play_to(app, name, turn, phase)


def _sheet(open_it: Callable[[Any], object], turn: int = TURN, phase: Phase = Phase.PLAY) -> View:
    def view(app: Any) -> None:
        play_to(app, "standard", turn, phase)
        open_it(app.root.current_screen)

    return view


def _screen(name: str, do: Callable[[Any], object] = lambda _screen: None) -> View:
    def view(app: Any) -> None:
        app.go("start")
        app.go(name)
        do(app.root.current_screen)

    return view


def _unfinished(app: Any) -> None:
    play_to(app, "standard", TURN)
    app.go("start")


def _games(app: Any) -> None:
    _unfinished(app)
    play_to(app, "three-players", 1000)
    app.go("games")


def _with_games(do: Callable[[Any], object]) -> View:
    def view(app: Any) -> None:
        _games(app)
        do(app)

    return view


def _career(app: Any) -> None:
    """Open the curves of a player who also played the other games."""
    for name in ("sorcerous-futures-3", "sorcerous-futures-4", "magistratvm-3", "magistratvm-4"):
        keep(app, name, "over", 0)
    _games(app)
    app.root.current_screen.lead_to("players")
    app.root.current_screen.ids.rows.children[-1].dispatch("on_release")


def _tap_at_game(button: str) -> View:
    return _with_games(lambda app: app.root.current_screen.ids.games.children[0].ids[button].dispatch("on_release"))


def _card(app: Any) -> None:
    hand = play_to(app, "standard", TURN)
    app.root.current_screen.actions.open_card(hand[0])


def _open_counter(screen: Any, seat: int, suit: Suit) -> None:
    Clock.tick()  # an open editor closes a while after the last frame
    screen.counting.open(f"token-{seat}-{suit}")


def _last_round(app: Any) -> None:
    play_to(app, "standard", LAST_DRAW_TURN, Phase.DRAW)
    app.play.propose(Draw(app.play.state.player), source=Source.TOUCH)


def _phone_waits(open_it: Callable[[Any], object]) -> View:
    def view(app: Any) -> None:
        _sheet(open_it, phase=Phase.ROLL)(app)
        app.play.propose(Roll(app.play.state.player, (1, 8), (4,)), source=Source.PAGE, seat=app.play.state.player)

    return view


_THROWN = (
    DieSighting(DieKind.D10, (100, 50), ((7, 0.9),), True, 40.0),
    DieSighting(DieKind.D10, (200, 50), ((10, 0.7),), False, 40.0),
    DieSighting(DieKind.D6, (300, 50), ((3, 0.9),), True, 40.0),
)


def _served(app: Any) -> None:
    """Serve the web pages to this computer alone, with two devices."""
    play_to(app, "standard", TURN)
    screen = app.root.current_screen
    screen.open_page()
    screen.sheet.begin(Interface("lo", LOOPBACK))
    visitors = app.web_pages.site.visitors
    for seat, device in ((None, "Linux"), (1, "iPhone")):
        visitors.enter("", visitors.code_for(Grant(seat)), seat, "192.168.1.23", device)
    screen.sheet.show_devices()
    _name_example(screen.sheet)


def _joined(app: Any) -> None:
    """Serve the pages before a game exists; two phones have joined."""
    app.go("start")
    screen = app.root.current_screen
    screen.open_phones()
    screen.sheet.begin(Interface("lo", LOOPBACK))
    site = app.web_pages.site
    for seat, (name, device) in enumerate((("Ann", "iPad"), ("Zoë", "iPhone"))):
        key = site.visitors.enter("", site.visitors.code_for(Grant()), None, "192.168.1.23", device)
        site.lobby.sit(seat, name, site.devices.find(key.device_key).id)
    screen.sheet.show_devices()
    _name_example(screen.sheet, "game")


def _name_example(sheet: Any, page: str = "tv") -> None:
    """Show an address that is always the same in place of the one that is served."""
    sheet._update.cancel()
    sheet.code = "M8GANF6M"
    sheet.invitation = f"http://192.168.1.23:8414/{page}#{sheet.code}"


def _filmed(app: Any) -> None:
    """Open the sheet that makes a phone the camera."""
    _served(app)
    sheet = app.root.current_screen.sheet
    sheet.film()
    _name_example(sheet)
    sheet.about = re.sub("[0-9A-F]{2}(?=[:\\n]|$)", "A1", sheet.about)


def _photographed(screen: Any) -> None:
    """Score the bundled photo."""
    from companion.app.camera.photo_worker import PhotoRequest, read_photo

    screen.request_number = 1
    decks = App.get_running_app().folders.decks
    screen.take_reading(read_photo(PhotoRequest(1, bundled.photo(), decks), report_on_stderr))
    screen.overlay.close()


def _take_photo(app: Any) -> None:
    """Open the camera's picture, with the bundled photo in its place."""
    _screen("score_table")(app)
    before = app.settings.camera
    app.set("camera", str(bundled.photo().parent))
    overlay = app.root.current_screen.overlay
    overlay.open(TakePhotoSheet(lambda _photo: overlay.close()))
    app.set("camera", before)


VIEWS: Mapping[str, View] = {
    "start": _screen("start"),
    "start_unfinished": _unfinished,
    "quit": _screen("start", lambda screen: screen.ask_to_quit()),
    "games": _games,
    "players": _with_games(lambda app: app.root.current_screen.lead_to("players")),
    "player": _career,
    "game_deleted": _tap_at_game("delete"),
    "game_renamed": _tap_at_game("rename"),
    "settings": _screen("settings"),
    "deck": _screen("deck"),
    "roller": _with_games(lambda app: app.go("roller")),
    "dice": _screen("dice"),
    "camera": _screen("camera"),
    "meet_dice": _screen("meet_dice", lambda screen: screen.ask(_THROWN)),
    "game_rules": _screen("rules"),
    "copies": _screen("copies"),
    "new_game": _screen("new_game"),
    "new_game_of_three": _screen("new_game", lambda screen: screen.answer({PRESET: "three-players"})),
    "new_mega_game": _screen("new_game", lambda screen: screen.answer({PRESET: "mega"})),
    "new_game_with_a_camera": _screen("new_game", lambda screen: setattr(screen, "has_camera", True)),
    "house_rules": _screen("new_game", lambda screen: screen.open_house_rules()),
    "first_turn": _at_turn("standard", 1, Phase.ROLL),
    "income": _at_turn("standard", 14, Phase.INCOME),
    "income_of_three": _at_turn("three-players", 22, Phase.INCOME),
    "table": _sheet(lambda screen: screen.overlay.close()),
    "draw": _at_turn("standard", TURN, Phase.DRAW),
    "shuffle": _at_turn("standard", SHUFFLE_TURN, Phase.DRAW),
    "last_round": _last_round,
    "three_players": _at_turn("three-players", 30),
    "mega": _at_turn("mega", 24),
    "solo": _at_turn("solo", 16),
    "end": _at_turn("standard", 1000),
    "plot": _sheet(lambda screen: screen.plot(), turn=1000),
    "end_of_three": _at_turn("three-players", 1000),
    "roll": _sheet(lambda screen: screen.actions.open_roll(), phase=Phase.ROLL),
    "cards": _sheet(lambda screen: screen.actions.open_cards()),
    "card": _card,
    "seen_move": camera_views.proposed_move,
    "seen_roll": camera_views.proposed_roll,
    "doubt_about_a_card": camera_views.doubted(camera_views.WHICH_CARD),
    "doubt_about_a_roll": camera_views.doubted(camera_views.WHICH_ROLL),
    "doubt_about_two_dice": camera_views.doubted(camera_views.WHICH_TWO_DICE),
    "table_and_game_differ": camera_views.differ,
    "table_checked": camera_views.checked,
    "onto_a_deed": _sheet(lambda screen: screen.actions.open_deeds(), turn=DEED_TURN),
    "trade": _sheet(lambda screen: screen.actions.open_trade()),
    "column": _sheet(lambda screen: screen.open_correction("side-0-0", 0)),
    "ahead": _sheet(lambda screen: screen.open_forecast(0), turn=DEED_TURN),
    "ahead_of_the_far_side": _sheet(lambda screen: screen.open_forecast(1), turn=DEED_TURN),
    "correct": _sheet(lambda screen: screen.open_correction()),
    "history": _sheet(lambda screen: screen.open_history()),
    "why_so_many": _sheet(lambda screen: _open_counter(screen, 0, Suit.SUNS)),
    "why_so_many_for_the_far_side": _sheet(lambda screen: _open_counter(screen, 1, Suit.WYRMS)),
    "log_of_a_counter": _sheet(lambda screen: screen.open_reasons("token-0-S")),
    "log_of_a_total": _sheet(lambda screen: screen.open_reasons("side-1-1")),
    "past": _sheet(lambda screen: screen.show_past(57, 0)),
    "past_of_the_far_side": _sheet(lambda screen: screen.show_past(30, 1)),
    "menu": _sheet(lambda screen: screen.open_menu()),
    "rules": _sheet(lambda screen: screen.open_rules()),
    "put_away": _sheet(lambda screen: screen.open_put_away()),
    "laid_again": _sheet(camera_views.laid_again),
    "which_camera": _sheet(lambda screen: screen.open(CameraChoiceSheet())),
    "page": _sheet(lambda screen: screen.open_page()),
    "page_served": _served,
    "phone_as_camera": _filmed,
    "phones_join": _joined,
    "phone_waits": _phone_waits(lambda screen: screen.open_rules()),
    "phone_waits_behind_dice": _phone_waits(lambda screen: screen.actions.open_roll()),
    "learn": _screen("learn"),
    "show_me": camera_views.mistaken,
    "who_plays": _with_games(_screen("new_game", lambda screen: screen.names[0].chooser())),
    "take_photo": _take_photo,
    "chart": _sheet(lambda screen: screen.open_chart()),
    "teach_deck": _screen("teach_deck"),
    "score_table": _screen("score_table", _photographed),
    "photo": _screen("score_table", lambda screen: screen.overlay.open(PhotoSheet(folder=bundled.photo().parent))),
    "tokens_only": _screen("tokens_only", lambda screen: screen.count(0, Suit.MOONS, 2)),
    "roll_only": _screen("roll_only", lambda screen: screen.show(DICE)),
    "other_games": _screen("other_games"),
    "new_sorcerous_futures": new_game("sorcerous-futures"),
    "sorcerous_futures": table("sorcerous-futures-4", "open", 61),
    "sorcerous_futures_of_three": table("sorcerous-futures-3", "open", 46),
    "sorcerous_futures_sealed": table("sorcerous-futures-4", "closed", 56),
    "sorcerous_futures_choice": table("sorcerous-futures-4", "choose", 40),
    "sorcerous_futures_steps": table("sorcerous-futures-3", "deal", 0, lambda screen: screen.open_steps()),
    "sorcerous_futures_history": table("sorcerous-futures-3", "show", 70, lambda screen: screen.open_history()),
    "sorcerous_futures_end": table("sorcerous-futures-4", "over"),
    "new_magistratvm": new_game("magistratvm"),
    "magistratvm": table("magistratvm-4", "action", 320),
    "magistratvm_of_three": table("magistratvm-3", "action", 330),
    "magistratvm_auction": table("magistratvm-4", "bidding", 445),
    "magistratvm_election": table("magistratvm-4", "election", 432),
    "magistratvm_menu": table("magistratvm-3", "income", 200, lambda screen: screen.open_menu()),
    "magistratvm_end": table("magistratvm-3", "over"),
}
"""The views by name, in the order in which a player meets them."""
