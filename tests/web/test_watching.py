"""Those who watch see the table as it stands, in their language, for as long as the table lets them."""

from __future__ import annotations

import json

from companion.games.magnate.moves import Roll
from tests.play.kept_play import DRAW, ROLL, SELL, touch
from tests.web.conftest import Sitting
from tests.web.visitor import Visitor, asked, status


def test_who_comes_in_by_a_code_sees_the_board_and_every_move(table: Sitting) -> None:
    with Visitor(table.page.invitation(None)) as visitor:
        visitor.follow()
        first = visitor.shown(0)["html"]
        assert "cards.svg#PMSL" in first and "The Harvest, Pawn of Moons, Suns and Leaves" in first and "Ann" in first
        table.do(lambda: touch(table.play, ROLL))
        rolled = visitor.shown(1)["html"]
        assert '<span class="die d10">4</span> <span class="die d10">7</span>' in rolled
        assert "offers" not in visitor.shown(1), "who watches can do nothing"
        assert '<section class="seat seat0 turn">' in rolled


def test_a_phone_that_slept_finds_the_table_as_it_stands_when_it_comes_back(table: Sitting) -> None:
    with Visitor(table.page.invitation(None)) as visitor:
        visitor.follow()
        visitor.shown(0)
        table.do(lambda: touch(table.play, ROLL, SELL))
        visitor.follow()
        table.do(lambda: touch(table.play, DRAW))
        visitor.shown(3)


def test_it_is_told_in_french_too(table: Sitting) -> None:
    with Visitor(table.page.invitation(None), "fr") as visitor:
        visitor.follow()
        assert "Lunes" in visitor.shown(0)["html"]
        shown = json.loads(visitor.get("/words?lang=fr").partition(b"\r\n\r\n")[2])
        assert shown["enter"] == "Se connecter"


def test_a_name_of_tags_is_a_name(tmp_path_factory: object, table: Sitting) -> None:
    from dataclasses import replace

    from companion.locale.languages import translations
    from companion.web.pages.snapshot import Snapshot
    from companion.web.render import render_board

    moment = table.do(lambda: Snapshot.of(table.play, 0))
    named = replace(moment.course, game=replace(moment.course.game, players=("<script>", "a&b"), name="<img src=x>"))
    shown = render_board(replace(moment, course=named), None, translations("en"))
    assert "<script>" not in shown and "<img src=x>" not in shown and "a&amp;b" in shown


def test_a_code_lets_one_in_once_and_is_good_for_nothing_after_it_was_taken_back(table: Sitting) -> None:
    invitation = table.page.invitation(None)
    with Visitor(invitation) as visitor:
        assert visitor.inside and not Visitor(invitation).inside
        visitor.follow()
        visitor.shown(0)
        late = table.page.invitation(None)
        table.page.revoke(None)
        visitor.until_over()
        assert status(visitor.get("/events")) == 401 and not Visitor(late).inside


def test_without_a_code_nothing_of_the_game_is_told(table: Sitting) -> None:
    for path in ("/", "/page.js", "/page.css", "/words", "/art/4MS.svg"):
        answer = asked(table.page.address, f"GET {path} HTTP/1.1")
        assert status(answer) == 200 and b"Ann" not in answer and b"Friday" not in answer
    assert status(asked(table.page.address, "GET /events HTTP/1.1")) == 401


def test_cards_are_drawn_by_the_same_artwork_as_everywhere(table: Sitting) -> None:
    from companion.artwork.faces import face
    from companion.artwork.svg import as_svg
    from companion.pieces import Card

    answer = asked(table.page.address, "GET /art/4MS.svg HTTP/1.1").partition(b"\r\n\r\n")[2]
    assert as_svg(face(Card.parse("4MS")), "4MS").encode() == answer
    assert status(asked(table.page.address, "GET /art/9ZZ.svg HTTP/1.1")) == 404


def test_a_game_that_is_left_says_so_to_whoever_watches(table: Sitting) -> None:
    with Visitor(table.page.invitation(None)) as visitor:
        visitor.follow()
        visitor.shown(0)
        table.do(table.page.close)
        visitor.until_over()


def test_a_roll_that_is_no_roll_of_the_page_changes_nothing_for_who_watches(table: Sitting) -> None:
    with Visitor(table.page.invitation(None)) as visitor:
        assert status(visitor.post("/say", {"question": 0, "choice": 0})) == 401
        assert table.do(lambda: table.play.seq) == 0
        table.do(lambda: touch(table.play, Roll(0, (2, 2))))
