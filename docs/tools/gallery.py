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


def _table(app: Any, turn: int = TURN, phase: Phase = Phase.PLAY) -> Any:
    """Play to a turn, and return the table's screen."""
    play_to(app, "standard", turn, phase)
    return app.root.current_screen


def _screen(app: Any, name: str) -> Any:
    """Open a screen from the first one, and return it."""
    app.go("start")
    app.go(name)
    return app.root.current_screen


def _unfinished(app: Any) -> None:
    play_to(app, "standard", TURN)
    app.go("start")


def _games(app: Any, screen: str = "games") -> Any:
    """Store two games, one of them finished; open a screen and return it."""
    _unfinished(app)
    play_to(app, "three-players", 1000)
    app.go(screen)
    return app.root.current_screen


def _career(app: Any) -> None:
    """Open the curves of a player who also played the other games."""
    for name in ("sorcerous-futures-3", "sorcerous-futures-4", "magistratvm-3", "magistratvm-4"):
        keep(app, name, "over", 0)
    _games(app).lead_to("players")
    app.root.current_screen.ids.rows.children[-1].dispatch("on_release")


def _card(app: Any) -> None:
    hand = play_to(app, "standard", TURN)
    app.root.current_screen.actions.open_card(hand[0])


def _open_counter(screen: Any, seat: int, suit: Suit) -> None:
    Clock.tick()  # an open editor closes a while after the last frame
    screen.counting.open(f"token-{seat}-{suit}")


def _last_round(app: Any) -> None:
    play_to(app, "standard", LAST_DRAW_TURN, Phase.DRAW)
    app.play.propose(Draw(app.play.state.player), source=Source.TOUCH)


def _phone_waits(app: Any, open_it: Callable[[Any], object]) -> None:
    open_it(_table(app, phase=Phase.ROLL))
    app.play.propose(Roll(app.play.state.player, (1, 8), (4,)), source=Source.PAGE, seat=app.play.state.player)


_THROWN = (
    DieSighting(DieKind.D10, (100, 50), ((7, 0.9),), True, 40.0),
    DieSighting(DieKind.D10, (200, 50), ((10, 0.7),), False, 40.0),
    DieSighting(DieKind.D6, (300, 50), ((3, 0.9),), True, 40.0),
)


def _served(app: Any) -> None:
    """Serve the web pages to this computer alone, with two devices."""
    screen = _table(app)
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
        key, _ = site.visitors.enter("", site.visitors.code_for(Grant()), None, "192.168.1.23", device)
        site.lobby.sit(seat, name, site.devices.find(key).id)
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
    overlay = _screen(app, "score_table").overlay
    before = app.settings.camera
    app.set("camera", str(bundled.photo().parent))
    overlay.open(TakePhotoSheet(lambda _photo: overlay.close()))
    app.set("camera", before)


VIEWS: Mapping[str, View] = {
    "start": lambda app: _screen(app, "start"),
    "start_unfinished": _unfinished,
    "quit": lambda app: _screen(app, "start").ask_to_quit(),
    "games": _games,
    "players": lambda app: _games(app).lead_to("players"),
    "player": _career,
    "game_deleted": lambda app: _games(app).ids.games.children[0].ids.delete.dispatch("on_release"),
    "game_renamed": lambda app: _games(app).ids.games.children[0].ids.rename.dispatch("on_release"),
    "settings": lambda app: _screen(app, "settings"),
    "deck": lambda app: _screen(app, "deck"),
    "roller": lambda app: _games(app, "roller"),
    "dice": lambda app: _screen(app, "dice"),
    "camera": lambda app: _screen(app, "camera"),
    "meet_dice": lambda app: _screen(app, "meet_dice").ask(_THROWN),
    "game_rules": lambda app: _screen(app, "rules"),
    "copies": lambda app: _screen(app, "copies"),
    "new_game": lambda app: _screen(app, "new_game"),
    "new_game_of_three": lambda app: _screen(app, "new_game").answer({PRESET: "three-players"}),
    "new_mega_game": lambda app: _screen(app, "new_game").answer({PRESET: "mega"}),
    "new_game_with_a_camera": lambda app: setattr(_screen(app, "new_game"), "has_camera", True),
    "house_rules": lambda app: _screen(app, "new_game").open_house_rules(),
    "first_turn": lambda app: play_to(app, "standard", 1, Phase.ROLL),
    "income": lambda app: play_to(app, "standard", 14, Phase.INCOME),
    "income_of_three": lambda app: play_to(app, "three-players", 22, Phase.INCOME),
    "table": lambda app: _table(app).overlay.close(),
    "draw": lambda app: play_to(app, "standard", TURN, Phase.DRAW),
    "shuffle": lambda app: play_to(app, "standard", SHUFFLE_TURN, Phase.DRAW),
    "last_round": _last_round,
    "three_players": lambda app: play_to(app, "three-players", 30),
    "mega": lambda app: play_to(app, "mega", 24),
    "solo": lambda app: play_to(app, "solo", 16),
    "end": lambda app: play_to(app, "standard", 1000),
    "plot": lambda app: _table(app, turn=1000).plot(),
    "end_of_three": lambda app: play_to(app, "three-players", 1000),
    "roll": lambda app: _table(app, phase=Phase.ROLL).actions.open_roll(),
    "cards": lambda app: _table(app).actions.open_cards(),
    "card": _card,
    "seen_move": camera_views.proposed_move,
    "seen_roll": camera_views.proposed_roll,
    "doubt_about_a_card": lambda app: camera_views.doubt(app, camera_views.WHICH_CARD),
    "doubt_about_a_roll": lambda app: camera_views.doubt(app, camera_views.WHICH_ROLL),
    "doubt_about_two_dice": lambda app: camera_views.doubt(app, camera_views.WHICH_TWO_DICE),
    "table_and_game_differ": camera_views.differ,
    "table_checked": camera_views.checked,
    "onto_a_deed": lambda app: _table(app, turn=DEED_TURN).actions.open_deeds(),
    "trade": lambda app: _table(app).actions.open_trade(),
    "column": lambda app: _table(app).open_correction("side-0-0", 0),
    "ahead": lambda app: _table(app, turn=DEED_TURN).open_forecast(0),
    "ahead_of_the_far_side": lambda app: _table(app, turn=DEED_TURN).open_forecast(1),
    "correct": lambda app: _table(app).open_correction(),
    "history": lambda app: _table(app).open_history(),
    "why_so_many": lambda app: _open_counter(_table(app), 0, Suit.SUNS),
    "why_so_many_for_the_far_side": lambda app: _open_counter(_table(app), 1, Suit.WYRMS),
    "log_of_a_counter": lambda app: _table(app).open_reasons("token-0-S"),
    "log_of_a_total": lambda app: _table(app).open_reasons("side-1-1"),
    "past": lambda app: _table(app).show_past(57, 0),
    "past_of_the_far_side": lambda app: _table(app).show_past(30, 1),
    "menu": lambda app: _table(app).open_menu(),
    "rules": lambda app: _table(app).open_rules(),
    "put_away": lambda app: _table(app).open_put_away(),
    "laid_again": lambda app: camera_views.laid_again(_table(app)),
    "which_camera": lambda app: _table(app).open(CameraChoiceSheet()),
    "page": lambda app: _table(app).open_page(),
    "page_served": _served,
    "phone_as_camera": _filmed,
    "phones_join": _joined,
    "phone_waits": lambda app: _phone_waits(app, lambda screen: screen.open_rules()),
    "phone_waits_behind_dice": lambda app: _phone_waits(app, lambda screen: screen.actions.open_roll()),
    "learn": lambda app: _screen(app, "learn"),
    "show_me": camera_views.mistaken,
    "who_plays": lambda app: _games(app, "new_game").names[0].chooser(),
    "take_photo": _take_photo,
    "chart": lambda app: _table(app).open_chart(),
    "teach_deck": lambda app: _screen(app, "teach_deck"),
    "score_table": lambda app: _photographed(_screen(app, "score_table")),
    "photo": lambda app: _screen(app, "score_table").overlay.open(PhotoSheet(folder=bundled.photo().parent)),
    "tokens_only": lambda app: _screen(app, "tokens_only").count(0, Suit.MOONS, 2),
    "roll_only": lambda app: _screen(app, "roll_only").show(DICE),
    "other_games": lambda app: _screen(app, "other_games"),
    "new_sorcerous_futures": lambda app: new_game(app, "sorcerous-futures"),
    "sorcerous_futures": lambda app: table(app, "sorcerous-futures-4", "open", 61),
    "sorcerous_futures_of_three": lambda app: table(app, "sorcerous-futures-3", "open", 46),
    "sorcerous_futures_sealed": lambda app: table(app, "sorcerous-futures-4", "closed", 56),
    "sorcerous_futures_choice": lambda app: table(app, "sorcerous-futures-4", "choose", 40),
    "sorcerous_futures_steps": lambda app: table(app, "sorcerous-futures-3", "deal").open_steps(),
    "sorcerous_futures_history": lambda app: table(app, "sorcerous-futures-3", "show", 70).open_history(),
    "sorcerous_futures_end": lambda app: table(app, "sorcerous-futures-4", "over"),
    "new_magistratvm": lambda app: new_game(app, "magistratvm"),
    "magistratvm": lambda app: table(app, "magistratvm-4", "action", 320),
    "magistratvm_of_three": lambda app: table(app, "magistratvm-3", "action", 330),
    "magistratvm_auction": lambda app: table(app, "magistratvm-4", "bidding", 445),
    "magistratvm_election": lambda app: table(app, "magistratvm-4", "election", 432),
    "magistratvm_menu": lambda app: table(app, "magistratvm-3", "income", 200).open_menu(),
    "magistratvm_end": lambda app: table(app, "magistratvm-3", "over"),
}
"""The views by name, in the order in which a player meets them."""
