"""The scoreboard of every kind of game, and those who watch it."""

import os
import random
import re
import threading
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import accumulate, islice
from pathlib import Path
from typing import Any

import pytest

from companion.games.magistratvm import encoding
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import apply
from companion.games.magnate import preset, score
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.moves import Correct
from companion.games.protocol import Game
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.view import Kind
from companion.journal import Entry, KeptGame
from companion.journal.course.course import Course
from companion.locale.languages import translations
from companion.pieces import Card, Tokens
from companion.play import Source
from companion.web.hosting.live_pages import LivePages
from companion.web.hosting.server_host import LIMITS
from companion.web.pages.context import GameContext
from companion.web.pages.host import PageRequest, PageResponse
from companion.web.pages.snapshot import Snapshot
from companion.web.pages.table import render_scoreboard
from companion.web.painters.table import paint_table
from companion.web.request_guard import ConnectionLimits
from tests.bench.figures import Measured
from tests.cases import each
from tests.figures import figure
from tests.figures import record as record_value
from tests.games.chance import KINDS, chance_game
from tests.games.magistratvm.random_game import begun, record
from tests.games.random_play import RandomGame
from tests.games.sorcerous_futures.reference_moves import whole_game
from tests.journal.kept_games import NOON, as_kept
from tests.play.kept_play import kept
from tests.toy.magpies import MAGPIES, Lay, Options, Setup, Throw
from tests.web.conftest import Sitting, sitting
from tests.web.site import Tab
from tests.web.watchers import Watchers

READERS = 6


class Page:
    """A page that takes long enough to render for all readers to ask for it meanwhile."""

    def __init__(self) -> None:
        self.rendered = 0
        self.asked = threading.Barrier(READERS)

    def __call__(self) -> PageResponse:
        self.rendered += 1
        time.sleep(0.05)
        return PageResponse(200, "Table", f"<p>{self.rendered}</p>")


def all_ask(pages: LivePages, page: Page) -> set[bytes]:
    def ask(_reader: int) -> bytes:
        page.asked.wait()
        return pages.render("spectator", "/tv", page).document

    with ThreadPoolExecutor(READERS) as readers:
        return set(readers.map(ask, range(READERS)))


def test_readers_of_one_view_that_ask_at_once_share_one_rendering() -> None:
    pages, page = LivePages(), Page()
    assert len(all_ask(pages, page)) == 1
    pages.change()
    assert len(all_ask(pages, page)) == 1
    assert page.rendered == 2


def test_each_view_is_rendered_for_itself() -> None:
    pages = LivePages()
    for seat in ("Ann", "Ben"):
        page = pages.render(seat, "/", partial(PageResponse, 200, seat, ""))
        assert seat.encode() in page.document


WATCHERS = int(os.environ.get("WATCHERS", "200"))
TOUCHES = int(os.environ.get("WATCHERS_TOUCHES", "300"))


@pytest.mark.prove("watchers")
@pytest.mark.timeout(1800)
def test_two_hundred_see_a_change_at_once_and_the_table_feels_nothing_of_them(tmp_path: Path) -> None:
    """Two tables that serve their pages, one of them watched: a touch at one, then at the other, in no order."""
    (tmp_path / "watched").mkdir()
    (tmp_path / "alone").mkdir()
    many, chance = 2 * WATCHERS, random.Random(19)
    freely = replace(LIMITS, burst=5 * many, connections=ConnectionLimits(known=many, stranger=many, strangers=many))
    with (
        sitting(tmp_path / "watched", kept("g"), MAGNATE, limits=freely) as watched,
        sitting(tmp_path / "alone", kept("g"), MAGNATE) as alone,
    ):
        keys = [Tab(watched.site.invitation(None)).key for _ in range(WATCHERS)]
        begun: list[tuple[int, float]] = []
        took: dict[Sitting, list[float]] = {watched: [], alone: []}
        with Watchers(watched.site.address, keys) as watchers:
            for _ in range(TOUCHES):
                for table in chance.sample([watched, alone], 2):
                    time.sleep(chance.uniform(0.1, 0.3))
                    moment, seconds = table.do(partial(_touch, table))
                    took[table].append(seconds)
                    if table is watched:
                        begun.append((watched.site.live.number, moment))
            time.sleep(2)
            views = watchers.views()
    late = sorted(_late(one, number, moment) for one in views for number, moment in begun)
    medians = [_median(took[table]) for table in (watched, alone)]
    figure(
        "watchers",
        watchers=WATCHERS,
        changes=TOUCHES,
        seen_p50_ms=1000 * late[len(late) // 2],
        seen_p95_ms=1000 * late[int(0.95 * len(late))],
        seen_p99_ms=1000 * late[int(0.99 * len(late))],
        seen_last_ms=1000 * late[-1],
        touch_watched_ms=1000 * medians[0],
        touch_alone_ms=1000 * medians[1],
    )
    record_value(
        {
            "watchers-99": Measured(round(1000 * late[int(0.99 * len(late))]), len(late)),
            "watchers-touch": Measured(round(100 * (medians[0] / medians[1] - 1)), TOUCHES),
        }
    )
    assert late[int(0.99 * len(late))] < 0.250
    assert medians[0] / medians[1] < 1.10


def _touch(table: Sitting) -> tuple[float, float]:
    """When it began, and the seconds until it was kept and told."""
    held = table.play.state.tokens[0]
    fact = TokensFact(0, held, held + Tokens.parse("K1"))
    begun = time.monotonic()
    table.play.propose(Correct((fact,)), source=Source.TOUCH)
    return begun, time.monotonic() - begun


def _late(views: list[tuple[int, float]], number: int, begun: float) -> float:
    """Seconds until one who watches was shown this, or already more."""
    return next(at for shown, at in views if shown >= number) - begun


def _median(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def scoreboard(course: Course[Any, Any], language: str) -> str:
    """The scoreboard, which needs no host."""
    host: Any = None
    return render_scoreboard(
        GameContext(PageRequest("GET", "/tv"), host, translations(language), "", Snapshot(course), None)
    )


def shown(game: KeptGame, rules: Game[Any, Any, Any, Any], moves: Sequence[Any], language: str = "en") -> str:
    """The scoreboard after these moves, as in JSON."""
    course: Course[Any, Any] = Course.of(rules, game)
    for seq, move in enumerate(moves, 1):
        course = course.after(Entry(game.id, seq, f"e{seq}", seq - 1, NOON, None, "touch", move))
    return scoreboard(course, language)


def magnate(name: str, at: int | None, language: str = "en") -> tuple[str, Any]:
    """A game of Magnate after so many moves, and where it stands."""
    played = RandomGame(preset(name), seed=3).whole()
    game, entries = as_kept(played, "friday")
    course: Course[Any, Any] = Course.of(MAGNATE, game)
    for entry in entries[:at]:
        course = course.after(entry)
    return scoreboard(course, language), course.state


def test_a_name_of_tags_is_a_name() -> None:
    game, _ = as_kept(RandomGame(preset("standard"), seed=3).whole(), "friday")
    named = replace(game, players=("<script>", "a&b"), name="<img src=x>")
    shown_html = shown(named, MAGNATE, [])
    assert "<script>" not in shown_html and "<img src=x>" not in shown_html and "a&amp;b" in shown_html


@each("name", ["standard", "mega", "three-players", "solo"])
def test_every_card_of_magnate_lies_in_its_district_and_on_its_players_side(name: str) -> None:
    shown_html, state = magnate(name, 60)
    districts = shown_html.split("<article")[1:]
    for district, drawn, stands in zip(state.districts, districts, score(state).districts, strict=True):
        sides = dict(re.findall(r'<div class="side seat(\d)(.*?</p>)', drawn))
        for side in stands.sides:
            column = district.columns[side.player]
            here = sides[str(side.player)]
            codes = re.findall(r"cards.svg#([A-Z0-9]{2,4})", here)
            assert sorted(codes) == sorted(str(card).partition("#")[0] for card in column.cards)
            assert f"{side.total}</p>" in here and ("#star" in here) == (stands.won_by == side.player)


def test_the_scoreboard_says_what_the_tablet_says() -> None:
    shown_html, _ = magnate("standard", 0)
    assert "Ann: roll the two d10" in shown_html
    shown_html, _ = magnate("standard", 0, "fr")
    assert "Ann\u00a0: lancez les deux d10" in shown_html


def test_the_piles_clock_runs_and_rings_when_the_last_turns_begin() -> None:
    shown_html, state = magnate("standard", 60)
    assert f'<p class="clock"><b>{state.pile}</b> to draw</p>' in shown_html
    shown_html, state = magnate("standard", -2)
    assert state.last_turns is not None
    assert f'<p class="clock rings"><b>{state.last_turns}</b> last turn' in shown_html
    assert "clock" not in magnate("standard", None)[0], "nothing is left of it once the game is over"


def test_a_tax_die_shows_the_suit_that_it_taxes() -> None:
    played = RandomGame(preset("standard"), seed=3).whole()
    at = next(number for number, move in enumerate(played.moves, 1) if getattr(move, "tax_dice", ()))
    shown_html, state = magnate("standard", at)
    (suit,) = state.roll.taxed_suits
    (thrown,) = re.findall(r'<span class="die suit">.*?</span>', shown_html)
    assert f"signs.svg#{suit}" in thrown


def test_sorcerous_futures_shows_the_middle_and_everybodys_cards() -> None:
    table, moves = whole_game(0)
    game = KeptGame("f", SORCEROUS_FUTURES.name, "F", ("Ann", "Ben", "Cleo"), {"preset": "three-players"}, {}, NOON)
    game = KeptGame(*(game.id, game.game, game.name, game.players, game.options, {"aces": table.aces}, NOON))
    played = [SORCEROUS_FUTURES.move_to_json(move) for move, _, _ in moves]
    shown_html = shown(game, SORCEROUS_FUTURES, played[:2])
    (auctioned,) = re.findall(r'<figure class=marked><svg class="card".*?cards.svg#(\w+)"', shown_html)
    auction = moves[1][1].auction
    assert auction is not None and auctioned == str(auction.card)
    assert "<b>20</b> auctions left" in shown_html
    assert "wins" in shown(game, SORCEROUS_FUTURES, played)


def test_magistratvm_shows_the_circuit_with_its_tiles_and_who_is_in_which_office() -> None:
    document, end = record(4, 1)
    game = KeptGame(
        "m", MAGISTRATVM.name, "Roma", tuple(document["players"]), document["options"], document["setup"], NOON
    )
    states = accumulate((encoding.move_from_json(move) for move in document["moves"]), apply, initial=begun(4, 1)[0])
    turned = next(
        n for n, state in enumerate(states) if any(one.player == 0 and not one.active for one in state.magistrates)
    )
    shown_html = shown(game, MAGISTRATVM, document["moves"][:turned])
    province = r'<div class="field[^"]*"><svg class="tile" [^>]*><use href="art/tiles.svg#T'
    assert len(re.findall(province, shown_html)) == 6
    assert "Dictator" in shown_html and '<span class="pawn seat0 turned">Susan</span>' in shown_html
    assert end.over and "influence" in shown(game, MAGISTRATVM, document["moves"])


def test_a_game_that_the_page_was_never_told_of_is_drawn_by_its_layouts() -> None:
    state = MAGPIES.apply(MAGPIES.start(Options(), Setup(Card.parse("7SK"))), Throw(0, (1, 2, 3)))
    state = MAGPIES.apply(state, Lay(0, Card.parse("AM")))
    table = paint_table(MAGPIES.view(state, ("Ann", "Ben"), None), translations("en"))
    assert re.findall(r"cards.svg#(\w+)", table.middle) == ["7SK", "AM"] and "<b>6</b>" in table.seats[0]


@each("kind", KINDS)
def test_every_piece_that_a_view_shows_is_drawn(kind: str) -> None:
    game = chance_game(kind, 9)
    for course, _ in islice(game.courses(), 0, None, 25):
        view = game.rules.view(course.state, game.kept.names, None)
        table = paint_table(view, translations("fr"))
        drawn = Counter(re.findall(r"(?:cards|tiles).svg#(\w+)", "".join((table.middle, *table.seats))))
        lying = Counter(
            "back" if piece.shows is None else str(piece.shows).partition("#")[0]
            for spot in view.spots()
            for piece in spot.pieces
            if piece.kind in (Kind.CARD, Kind.TILE)
        )
        assert drawn == lying
