"""What a camera's picture shows and asks: crops at the player's edge, marks over it, its address, its certificate."""

from dataclasses import replace
from itertools import chain, repeat
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from kivy.clock import Clock
from kivy.graphics import Rectangle
from kivy.uix.relativelayout import RelativeLayout
from kivy.uix.widget import Widget

from companion.app.camera.camera_choice import make_choice_sheet
from companion.app.camera.camera_state import CameraState
from companion.app.sheets.camera import CameraSheet
from companion.app.sheets.decision import QuestionSheet
from companion.app.sheets.differences import UncertainReadingSheet, rectify_card
from companion.app.widgets.card import CardFace, RollTarget
from companion.app.widgets.icon import Icon
from companion.app.widgets.live_picture import LivePicture, throwing_area
from companion.app.widgets.text import Text
from companion.app.window.textures import suit_mask
from companion.games.magnate import Phase
from companion.games.magnate.facts import TokensFact
from companion.games.magnate.moves import Correct, Develop, Roll, Sell
from companion.live.events import DISAGREEMENT
from companion.locale import Message
from companion.pieces import Card, DieKind, Suit, Tokens
from companion.play import Source
from companion.questions import Question
from companion.table.questions import Place, choices
from companion.table.sightings import Sightings
from companion.web.certificates import ensure_certificate
from models.training.scenes.camera import aim_camera
from tests.app.at_the_table import roll
from tests.app.tablet import Tablet, until
from tests.app.test_camera import choose_camera
from tests.app.test_camera import table as filmed
from tests.pictures.sources.test_camera_certificates import own_fingerprint
from tests.pictures.sources.test_quirky_cameras import OK, Asked, camera, part
from tests.pictures.sources.test_secret_addresses import PASTED
from tests.vision.table_pictures import cards_under

MOUNTAIN = Card.parse("4MS")


@pytest.fixture
def rich(table: Tablet) -> Tablet:
    """Ann is to play a card, and can pay for it in several ways."""
    roll(table, 10, 4)
    table.play.propose(Correct((TokensFact(0, table.state.tokens[0], Tokens.parse("M5S5")),)), source=Source.TOUCH)
    table.screen.overlay.close()
    table.settle()
    return table


def propose_by_camera(tablet: Tablet, *moves: Any) -> QuestionSheet:
    tablet.play.propose(*moves, source=Source.CAMERA)
    tablet.settle()
    sheet = tablet.screen.sheet
    assert isinstance(sheet, QuestionSheet)
    return sheet


def cards(sheet: QuestionSheet) -> list[Card]:
    """The cards in the pictures of a proposal."""
    return [face.card for face in reversed(sheet.ids.pictures.children) if isinstance(face, CardFace)]


def test_a_card_that_was_seen_is_shown_with_its_district_and_what_was_paid_and_one_tap_takes_it(rich: Tablet) -> None:
    sheet = propose_by_camera(rich, Develop(0, MOUNTAIN, 0, Tokens.parse("M2S2")))
    assert cards(sheet) == [MOUNTAIN, rich.state.districts[0].card]
    assert [share.text for share in reversed(sheet.ids.paid.children)] == ["−2", "−2"]
    rich.tap(sheet.ids.yes)
    assert MOUNTAIN in rich.state.cards_on_table() and str(rich.state.tokens[0]) == str(Tokens.parse("M3S3"))


def test_a_wrong_payment_is_set_right_by_tapping_its_tokens(rich: Tablet) -> None:
    sheet = propose_by_camera(rich, Develop(0, MOUNTAIN, 0, Tokens.parse("M2S2")))
    rich.tap(next(share for share in sheet.ids.paid.children if share.suit is Suit.MOONS))
    assert sheet.tokens == Tokens.parse("M3S1")
    rich.tap(sheet.ids.yes)
    assert rich.state.tokens[0] == Tokens.parse("M2S4")
    assert rich.screen.sheet is None or not isinstance(rich.screen.sheet, QuestionSheet)


def test_no_leaves_everything_as_it_was(rich: Tablet) -> None:
    before = rich.state
    rich.tap(propose_by_camera(rich, Sell(0, MOUNTAIN)).ids.no)
    assert rich.state == before and not any(q.kind == "confirm" for q in rich.play.questions())


def test_a_proposal_shows_nothing_of_the_one_before_it(rich: Tablet) -> None:
    sheet = propose_by_camera(rich, Develop(0, MOUNTAIN, 0, Tokens.parse("M2S2")))
    rich.tap(next(share for share in sheet.ids.paid.children if share.suit is Suit.MOONS))
    rich.tap(sheet.ids.no)
    sold = propose_by_camera(rich, Sell(0, MOUNTAIN))
    assert cards(sold) == [MOUNTAIN]
    shares = list(reversed(sold.ids.paid.children))
    assert [(share.suit, share.text) for share in shares] == [(Suit.MOONS, "+1"), (Suit.SUNS, "+1")]
    assert all(share.disabled and not share.framed for share in shares)


def test_dice_that_were_seen_are_shown_and_other_numbers_are_two_taps_away(table: Tablet) -> None:
    table.screen.overlay.close()
    sheet = propose_by_camera(table, Roll(0, (9, 4)))
    assert [die.value for die in reversed(sheet.ids.pictures.children)] == [9, 4]
    table.tap(sheet.ids.enter_roll)
    roll(table, 9, 5)
    assert table.state.roll is not None and table.state.roll.dice == (9, 5) and table.state.phase is not Phase.ROLL


def test_the_tray_lies_at_the_edge_of_who_is_at_turn_and_leaves_the_board_in_sight(rich: Tablet) -> None:
    sheet = propose_by_camera(rich, Sell(0, MOUNTAIN))
    assert not sheet.turned and sheet.height <= 0.4 * rich.window.height


def doubt(tablet: Tablet, chosen: list[str], dice: list[DieKind]) -> UncertainReadingSheet:
    offered = choices(("9 4", "9 5", "1 4 / 3", "other", "again"))
    question = Question("dice-1", "roll", Message("what do the dice show?"), offered)
    sheet = UncertainReadingSheet(
        np.zeros((60, 90, 3), np.uint8),
        question=question,
        callback=lambda _key, choice: chosen.append(choice),
        dice=dice,
    )
    tablet.screen.open(sheet)
    tablet.settle()
    return sheet


def test_an_arrow_leads_from_a_doubtful_card_to_the_district_beside_which_it_lies(table: Tablet) -> None:
    ground, place = table.screen.actions.describe_place(Place(1, 1, 0))
    assert (ground, place) == (table.state.districts[1].card, "Ben, district 2")
    question = Question("card-1", "card", Message("Which card is this?"), choices(("4MS", "4WL", "none")))
    sheet = UncertainReadingSheet(
        np.zeros((60, 90, 3), np.uint8), question=question, neighbour=ground, neighbour_place=place
    )
    table.screen.open(sheet)
    table.settle()
    shown = {text.text for text in sheet.walk() if isinstance(text, Text)}
    [arrow] = [icon for icon in sheet.walk() if isinstance(icon, Icon) and icon.name == "forth"]
    assert place in shown and sheet.ids.neighbour.card == ground and arrow.width > 10


def test_a_doubt_that_is_about_no_place_has_no_arrow(table: Tablet) -> None:
    sheet = doubt(table, [], [])
    assert not any(icon.name == "forth" for icon in sheet.walk() if isinstance(icon, Icon))


def test_a_doubtful_roll_is_chosen_by_its_dice_the_likeliest_first(table: Tablet) -> None:
    chosen: list[str] = []
    sheet = doubt(table, chosen, [])
    first = sheet.answers["9 4"]
    assert isinstance(first, RollTarget) and sheet.ids.choices.children[-1] is first
    assert [(die.value, die.kind) for die in reversed(sheet.answers["1 4 / 3"].ids.dice.children)] == [
        (1, "d10"),
        (4, "d10"),
        (3, "suit"),
    ]
    table.tap(first)
    assert chosen == ["9 4"]


def test_a_roll_that_is_not_among_the_choices_is_two_taps_away(table: Tablet) -> None:
    chosen: list[str] = []
    sheet = doubt(table, chosen, [DieKind.D10, DieKind.D10])
    table.tap(sheet.answers["7"])
    assert chosen == []
    table.tap(sheet.answers["10"])
    assert chosen == ["7 10"]


def test_a_card_that_lies_askew_is_shown_upright() -> None:
    card = np.zeros((140, 100, 3), np.uint8)
    card[:70] = (0, 0, 255)
    corners = [(60.0, 20.0), (140.0, 80.0), (56.0, 192.0), (-24.0, 132.0)]
    flat = np.array([[0, 0], [100, 0], [100, 140], [0, 140]], np.float32)
    askew = cv2.warpPerspective(card, cv2.getPerspectiveTransform(flat, np.array(corners, np.float32)), (200, 200))
    shown = rectify_card(np.asarray(askew, np.uint8), corners)
    assert tuple(shown[60, 150]) == (255, 0, 0) and tuple(shown[200, 150]) == (0, 0, 0)


SIZE = (1280, 960)


def sightings_at(tilt: float) -> Sightings:
    camera = aim_camera((-200, -150, 200, 150), SIZE, tilt, 80, 0.0)
    return Sightings(*SIZE, tuple(cards_under(camera, 14, np.random.default_rng(3))))


def test_a_camera_far_aside_shows_where_dice_are_to_be_thrown() -> None:
    place = throwing_area(sightings_at(30))
    assert 0.1 < cv2.contourArea(np.array(place, np.float32)) / (SIZE[0] * SIZE[1]) < 0.9
    picture = LivePicture(size=(960, 720), named=False)
    plain = len(_marks(picture, 30))
    picture.named = True
    assert len(_marks(picture, 30)) > plain


def test_a_camera_above_the_table_leaves_the_throw_to_the_players() -> None:
    assert throwing_area(sightings_at(5)) == ()
    assert throwing_area(Sightings(*SIZE)) == ()


def test_a_picture_is_reduced_once_for_a_size_and_place() -> None:
    picture = LivePicture(size=(333, 222))
    RelativeLayout(pos=(10.3, 7.7)).add_widget(picture)
    picture.show(np.zeros((480, 640, 3), np.uint8))
    Clock.tick_draw()
    assert not picture._upload_soon.is_triggered


def test_no_name_covers_another() -> None:
    picture = LivePicture(size=(320, 240))
    _marks(picture, 30)
    boxes = picture._labels
    assert len(boxes) >= 10
    for number, (x, y, width, height) in enumerate(boxes):
        for left, low, wide, high in boxes[number + 1 :]:
            assert abs(x - left) >= (width + wide) / 2 - 0.01 or abs(y - low) >= (height + high) / 2 - 0.01


def test_the_suits_of_every_card_are_drawn_next_to_its_rank() -> None:
    picture, drawn = LivePicture(size=(960, 720)), [suit_mask(suit) for suit in Suit]
    lying = sightings_at(30)
    picture.show(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    picture.mark(
        replace(lying, cards=tuple(replace(one, candidates=((Card.parse("4MS"), 1.0),)) for one in lying.cards))
    )
    textures = [one.texture for one in picture._outlines.children if isinstance(one, Rectangle)]
    assert sum(one in drawn for one in textures) == 2 * len(lying.cards)


def test_a_disagreement_that_is_withdrawn_is_no_longer_stated() -> None:
    state = CameraState(doing=Message("The table differs from the game: {why}.", {"why": "…"}))
    state.withdraw("payment-1")
    assert str(state.doing).startswith("The table differs")
    state.withdraw(DISAGREEMENT)
    assert str(state.doing) == "The table matches the game." and state.agrees


def _marks(picture: LivePicture, tilt: float) -> list[object]:
    picture.show(np.zeros((SIZE[1], SIZE[0], 3), np.uint8))
    picture.mark(sightings_at(tilt))
    return list(picture._outlines.children)


__all__ = ["filmed"]  # a fixture


def words_on(widget: Widget) -> str:
    """Everything that is written on a part of the screen."""
    texts = (getattr(each, name, "") for each in widget.walk() for name in ("text", "notice", "title", "doing"))
    return " ".join(text for text in texts if isinstance(text, str))


def test_no_sheet_shows_the_secret_of_the_address_that_was_used_last(tablet: Tablet) -> None:
    for pasted in PASTED:
        sheet = make_choice_sheet(pasted.text, lambda source: None)
        for secret in filter(None, pasted.secrets):
            assert secret not in words_on(sheet), pasted.text
            assert secret not in repr(replace(tablet.app.settings, camera=pasted.text))


def test_the_address_that_was_used_last_is_used_whole_though_its_secret_is_not_shown(tablet: Tablet) -> None:
    taken: list[str] = []
    whole = "http://zita:p@ss/w0rd@phone:8080/video"
    sheet = make_choice_sheet(whole, taken.append)
    assert sheet.ids.address.value == "http://phone:8080/video"
    sheet.use_address()
    sheet.ids.address.text = "http://phone:8080/other"
    sheet.use_address()
    assert taken == [whole, "http://phone:8080/other"]


def test_an_error_on_a_camera_sheet_shows_no_secret(filmed: Tablet) -> None:
    for pasted in (one for one in PASTED if not one.host):
        filmed.screen.camera.choose()
        filmed.settle()
        filmed.screen.sheet.ids.address.text = pasted.text
        filmed.screen.sheet.use_address()
        notice = filmed.screen.sheet.notice
        assert notice and not any(secret in notice for secret in filter(None, pasted.secrets)), pasted.text
        filmed.press_back()


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    return ensure_certificate("127.0.0.1", tmp_path / "camera")[0]


def test_a_cameras_own_certificate_is_trusted_by_one_tap(filmed: Tablet, certificate: Path) -> None:
    picture = cv2.imencode(".jpg", np.full((72, 128, 3), 80, np.uint8))[1].tobytes()

    def says(_: Asked) -> chain[bytes]:
        return chain([OK], repeat(part(len(picture), picture)))

    with camera(says, certificate) as phone:
        choose_camera(filmed, phone.at(scheme="https", login="zita:p@ss/w0rd@"))
        sheet = filmed.screen.sheet
        assert isinstance(sheet, CameraSheet)
        until(filmed, lambda: sheet.may_trust)
        assert own_fingerprint(certificate) in sheet.doing
        assert "w0rd" not in words_on(filmed.screen) and not phone.asked
        filmed.tap(sheet.ids.trust)
        until(filmed, lambda: sheet.ids.picture.has_picture and not sheet.may_trust)
        assert sheet.ids.picture.has_picture and not sheet.may_trust and sheet.ids.trust.height == 0
        filmed.screen.camera.stop()
