"""A phone as a player's tablet: a whole turn of Magnate, the cards in hand, and what the table makes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.forms import Amount, Cards, Part, Pick
from companion.games.magnate import preset
from companion.games.magnate.game import MAGNATE
from companion.games.magnate.hand import card_options, possible_cards
from companion.games.magnate.moves import Draw, Roll, Sell
from companion.play import Source
from tests.cut import Network
from tests.games.random_play import RandomGame
from tests.journal.kept_games import as_kept
from tests.postgres import Postgres
from tests.web.conftest import Sitting, sitting
from tests.web.visitor import Visitor


def forms_of(page: Visitor, table: Sitting) -> list[str]:
    offered: list[str] = page.shown(table.page._published)["offers"]["forms"]
    return offered


def test_a_whole_turn_is_said_on_a_phone(table: Sitting) -> None:
    with Visitor(table.page.invitation(0)) as ann, Visitor(table.page.invitation(1)) as ben:
        ann.follow()
        ben.follow()
        assert forms_of(ann, table) == ["Enter roll"] and forms_of(ben, table) == []
        assert ann.say({"form": 0, "said": [0]})["next"]["text"] == "And the second d10?"
        assert ann.say({"form": 0, "said": [0, 8]})["next"]["text"] == "Which suit does the tax die show?"
        assert ann.say({"form": 0, "said": [0, 8, 2]}) == {"kept": True}
        assert forms_of(ann, table)[0] == "Play a card"
        card = ann.say({"form": 0, "said": []})["next"]["offered"][0]
        ways = ann.say({"form": 0, "said": [[card]]})["next"]["offered"]
        assert ways[-1].startswith("Sell for ")
        assert ann.say({"form": 0, "said": [[card], len(ways) - 1]}) == {"kept": True}
        assert forms_of(ann, table)[0] == "Draw"
        assert ann.say({"form": 0, "said": []}) == {"kept": True}
        assert forms_of(ann, table) == [] and forms_of(ben, table) == ["Enter roll"]
        kinds = table.do(lambda: [type(MAGNATE.move_from_json(one.entry.move, "")) for one in table.play.course.done])
        assert kinds == [Roll, Sell, Draw]
        assert table.do(lambda: {one.entry.source for one in table.play.course.done}) == {"page"}


def test_cards_that_a_player_noted_say_what_each_could_do_and_are_played_by_a_tap(table: Sitting) -> None:
    with Visitor(table.page.invitation(0)) as ann, Visitor(table.page.invitation(1)) as ben:
        ann.follow()
        deck = ann.shown(0)["offers"]["deck"]
        (noted,) = ann.say({"hand": [deck[0], "nonsense", 7]})["hand"]
        assert noted["card"] == deck[0] and not any(one["now"] for one in noted["can"]), "it is not the time to play"
        table.do(lambda: table.play.propose(Roll(0, (4, 7)), source=Source.TOUCH))
        (noted,) = ann.say({"hand": [deck[0]]})["hand"]
        sale = len(noted["can"]) - 1
        assert noted["can"][sale]["now"]
        assert not any(one["now"] for one in ben.say({"hand": [deck[0]]})["hand"][0]["can"]), "nor is it Ben's turn"
        assert "refused" in ben.say({"card": deck[0], "way": sale})
        assert ann.say({"card": deck[0], "way": sale}) == {"kept": True}
        assert ann.say({"hand": [deck[0]]})["hand"] == [], "it lies among the discards"


def test_while_the_table_is_asked_and_when_it_did_not_take_it_a_page_says_so(tmp_path: Path) -> None:
    game, _ = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
    with sitting(tmp_path, game, MAGNATE, taken=False) as table, Visitor(table.page.invitation(0)) as ann:
        ann.follow()
        ann.shown(0)
        assert ann.say({"form": 0, "said": [3, 6]}) == {"kept": False}
        question = table.do(lambda: table.play.questions()[0])
        table.do(lambda: table.play.dismiss(question.key))
        assert ann.shown(table.page._published)["offers"]["told"] == "The table did not accept it."
        assert ann.say({"form": 0, "said": [3, 6]}) == {"kept": False}
        assert ann.shown(table.page._published)["offers"]["told"] == "Waiting for the table to confirm."
        question = table.do(lambda: table.play.questions()[0])
        table.do(lambda: table.play.answer(question.key, "0"))
        assert ann.shown(table.page._published)["offers"]["told"] == "" and table.do(lambda: table.play.seq) == 1


def test_what_a_clubs_server_has_not_is_not_called_done_on_a_phone(tmp_path: Path, server: Postgres) -> None:
    url = server.schema()
    game, _ = as_kept(RandomGame(preset("standard"), seed=3).whole(), "g")
    with Network(server.port) as network:
        through = url.replace(f":{server.port}/", f":{network.port}/")
        with sitting(tmp_path, game, MAGNATE, server=through) as table, Visitor(table.page.invitation(0)) as ann:
            ann.follow()
            ann.shown(0)
            network.cut()
            assert ann.say({"form": 0, "said": [3, 6]}) == {"kept": False}
            shown = ann.shown(table.page._published)
            assert shown["offers"]["told"] == "Not saved yet: the club server cannot be reached."
            assert "not saved yet: Turn 1, Ann rolled 7 and 4" in shown["html"]
            network.mend()
            table.do(table.play.refresh)
            table.do(lambda: None)
            assert ann.shown(table.page._published)["offers"]["told"] == ""


def test_a_players_own_things_come_first_and_only_once(table: Sitting) -> None:
    with Visitor(table.page.invitation(1)) as ben:
        ben.follow()
        shown = ben.shown(0)
        assert "<h2>Ben</h2>" in shown["offers"]["own"] and "<h2>Ann</h2>" not in shown["offers"]["own"]
        assert "<h2>Ann</h2>" in shown["html"] and "<h2>Ben</h2>" not in shown["html"]


def first(part: Part) -> Any:
    """The first answer that a part takes."""
    match part:
        case Cards():
            return part.offered[: part.least]
        case Amount():
            return part.most
        case Pick():
            return 0


@pytest.mark.parametrize("name", ["standard", "mega", "three-players", "solo", "courts"])
def test_every_move_that_a_phone_offers_is_one_that_the_rules_allow(name: str) -> None:
    game = RandomGame(preset(name), seed=5)
    names, move_count = ("Ann", "Ben", "Cleo"), 0
    for state in game.whole().states[:60]:
        for form in MAGNATE.forms(state, names):
            answers: tuple[Any, ...] = ()
            while (part := form.next(answers)) is not None:
                answers = (*answers, first(part))
            made = form.move(answers)
            move_count += 1
            if not getattr(made, "payment", True):
                continue  # no token onto a deed: what the rules say of it is theirs
            MAGNATE.apply(state, made)
        for card in possible_cards(state)[:4]:
            for one in card_options(state, names, state.player, card):
                if one.move is not None:
                    MAGNATE.apply(state, one.move)
    assert move_count > 30
