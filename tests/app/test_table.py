"""The table screen, played with a finger."""

import pytest

from companion.app.painters.column import BegunBand
from companion.app.sheets.menu import MenuSheet
from companion.app.window.theme import theme
from companion.games.magnate import Phase
from companion.games.magnate.facts import CrownsFact, TurnFact
from companion.games.magnate.moves import Correct, Roll
from companion.games.magnate.state import Column, Deed
from companion.pieces import Card, Suit, Tokens
from tests.app.at_the_table import (
    FAR,
    NEAR,
    act,
    counter,
    crowns,
    district,
    hold,
    lay,
    log,
    menu,
    open_new_game,
    pick,
    pick_in_tray,
    roll,
    sell,
    tap_district,
    undo,
    use,
)
from tests.app.tablet import Tablet


def test_a_game_begins_as_it_is_proposed(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    tablet.tap(tablet.screen.ids.start)
    assert tablet.screen.name == "table" and [len(held) for held in tablet.state.crowns] == [3, 3]


def test_a_game_begins_with_four_taps(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    screen = tablet.screen
    for suit in (Suit.MOONS, Suit.WAVES, Suit.KNOTS):
        tablet.tap(screen.parts["crowns"].deal.targets[crowns(suit.value)[0]])
    tablet.tap(screen.ids.start)
    state = tablet.state
    assert tablet.screen.name == "table"
    assert state.crowns == (crowns("MWK"), crowns("SLY"))
    assert [str(tokens) for tokens in state.tokens] == ["M1W1K1", "S1L1Y1"]
    assert (state.player, state.pile) == (NEAR, 24)


def test_two_taps_swap_two_districts(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["new_game"])
    screen = tablet.screen
    before = screen.decision.answers["districts"]
    for place in (0, 4):
        tablet.tap(screen.parts["districts"].order.targets[place])
    assert screen.decision.answers["districts"] == (before[4], *before[1:4], before[0])
    tablet.app.go("start")
    tablet.app.go("new_game")
    assert tablet.screen.decision.answers["districts"] == before, "the next game is laid anew"


def test_a_district_that_was_tapped_before_there_were_fewer_is_tapped_no_more(tablet: Tablet) -> None:
    form = open_new_game(tablet)
    tablet.tap(form.parts["districts"].order.targets[4])
    form.answer({"preset": "four-districts"})
    tablet.settle()
    before = form.decision.answers["districts"]
    assert len(before) == 4
    for place in (3, 0):
        tablet.tap(form.parts["districts"].order.targets[place])
    assert form.decision.answers["districts"] == (before[3], *before[1:3], before[0])
    tablet.app.go("start")


def test_a_fifth_pawn_takes_the_place_of_another(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    form = tablet.screen
    form.answer({"preset": "three-players"})
    tablet.settle()
    row = form.parts["districts"].order
    before, spare = form.decision.answers["districts"], row.row[7]
    tablet.tap(row.targets[7])
    assert form.decision.answers["districts"] == (spare, *before[1:])
    tablet.app.go("start")


def test_a_whole_short_game_is_tapped_to_its_end(table: Tablet) -> None:
    roll(table, 10, 4)
    assert [str(tokens) for tokens in table.state.tokens] == ["M2W2K2", "S2L2Y2"]
    assert counter(table, NEAR, Suit.MOONS).change == "+1"
    pick(table, "2MK")
    tap_district(table, 2)
    assert table.state.column(NEAR, 2) == Column((Card.parse("2MK"),))
    act(table, "draw")

    roll(table, 9, 1, tax=2)
    assert counter(table, FAR, Suit.SUNS).change == "−1"
    assert "Suns taxed, Ben gives back 1 Sun" in table.screen.sentence
    sheet = pick(table, "3LY")
    table.tap(use(sheet, "deed"))
    tap_district(table, 2)
    assert table.state.column(FAR, 2).deed == Deed(Card.parse("3LY"))
    sold = 0
    for _ in range(8):
        if table.state.over:
            break
        if table.state.phase is Phase.ROLL:
            roll(table, 4, 4)
            sell(table, ("4MS", "6MW", "8MS", "7ML", "5ML", "9MS", "8WL")[sold])
            sold += 1
        act(table, "draw")
    assert table.state.over
    assert table.screen.name == "end"
    count = table.screen.ids.count
    count.finish()
    assert count.result == "Ann wins with the most districts, 1 : 0"
    assert len(count.ids.heads.children) == 5


@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("seat", [NEAR, FAR])
def test_any_token_is_corrected_in_two_taps(table: Tablet, seat: int, turned: bool) -> None:
    table.screen.far_turned = turned
    table.settle()
    panel = table.screen.table.seats[seat]
    for suit in Suit:
        before = table.state.tokens[seat][suit]
        table.tap(counter(table, seat, suit))
        table.tap(table.screen.counting.editor.ids.plus)
        assert counter(table, seat, suit).number == str(before + 1)
        table.tap(panel.ids.name)
        assert table.screen.counting.editor.parent is None
        assert table.state.tokens[seat][suit] == before + 1
        assert isinstance(table.play.course.done[-1].move, Correct)


def test_what_a_roll_took_and_what_it_brought_are_both_marked(table: Tablet) -> None:
    hold(table, NEAR, Suit.MOONS, 3)
    roll(table, 10, 1, tax=1)
    assert (counter(table, NEAR, Suit.MOONS).number, counter(table, NEAR, Suit.MOONS).change) == ("2", "−2\n+1")
    table.screen.show_past(table.play.seq)
    assert counter(table, NEAR, Suit.MOONS).change == "−2\n+1"


def test_quick_taps_on_a_counter_are_one_correction_and_one_undo(table: Tablet) -> None:
    panel = table.screen.table.seats[NEAR]
    table.tap(counter(table, NEAR, Suit.KNOTS))
    for _ in range(3):
        table.tap(table.screen.counting.editor.ids.plus)
    table.tap(panel.ids.name)
    assert table.state.tokens[NEAR][Suit.KNOTS] == 4
    undo(table)
    assert table.state.tokens[NEAR][Suit.KNOTS] == 1


def test_the_far_players_panel_is_turned_and_taps_follow(table: Tablet) -> None:
    far = table.screen.table.seats[FAR]
    first, last = counter(table, FAR, Suit.MOONS), counter(table, FAR, Suit.KNOTS)
    assert far.turned
    assert first.to_window(*first.center)[0] > last.to_window(*last.center)[0]
    assert table.screen.table.seats[NEAR].turned is False


def test_deed_income_is_asked_at_its_owners_side(table: Tablet) -> None:
    lay(table, 0, FAR, Column((), Deed(Card.parse("5ML"))))
    lay(table, 1, NEAR, Column((), Deed(Card.parse("5YK"))))
    roll(table, 5, 2)
    assert table.state.phase is Phase.INCOME
    near, far = (tray for _, tray in sorted(table.screen.trays.shown.items()))
    assert far.turned and far.to_window(*far.center)[1] > near.to_window(*near.center)[1]
    table.tap(next(target for target in far.view.suits.children if target.suit is Suit.LEAVES))
    assert table.state.tokens[FAR][Suit.LEAVES] == 2
    [near] = table.screen.trays.shown.values()
    table.tap(near.view.switches["always"])
    table.tap(next(target for target in near.view.suits.children if target.suit is Suit.KNOTS))
    assert table.state.tokens[NEAR][Suit.KNOTS] == 2
    assert not table.screen.trays.shown
    assert table.state.column(NEAR, 1).deed.preferred is Suit.KNOTS
    assert counter(table, NEAR, Suit.KNOTS).change == "+1", "the choice for later rolls changes no token"


@pytest.mark.parametrize(
    "size", [(1024, 600), (800, 1280), pytest.param((1280, 800), marks=pytest.mark.prove("screens"))]
)
def test_the_question_what_a_deed_pays_leaves_that_deed_in_sight(table: Tablet, size: tuple[int, int]) -> None:
    table.resize(*size)
    for seat, code in ((NEAR, "5YK"), (FAR, "5ML")):
        lay(table, 1, seat, Column((), Deed(Card.parse(code))))
    roll(table, 5, 2)
    table.settle(6)
    deeds = [band for band in table.screen.table.walk() if isinstance(band, BegunBand) and band.pays]
    assert len(deeds) == 2
    for deed in deeds:
        bottom, top = sorted(deed.to_window(0, y)[1] for y in (deed.y, deed.top))
        for tray in table.screen.trays.shown.values():
            below, above = sorted(tray.to_window(0, y)[1] for y in (tray.y, tray.top))
            covered = max(0, min(top, above) - max(bottom, below))
            assert covered < (top - bottom) / 2, (deed.card, covered, top - bottom)


def test_an_illegal_move_is_refused_with_its_rule_and_its_numbers(table: Tablet) -> None:
    roll(table, 8, 3)
    sheet = pick(table, "7SK")
    table.tap(use(sheet, "develop"))
    assert "(rule B18)" in sheet.notice
    assert "needs 7 Suns or Knots, at least one of each; you have 1 Knot" in sheet.notice
    assert table.state.phase is Phase.PLAY


def test_a_district_that_does_not_match_says_why(table: Tablet) -> None:
    roll(table, 10, 4)
    sheet = pick(table, "2MK")
    assert district(table, 4).hint == ""
    tap_district(table, 4)
    assert "(rule B20)" in sheet.notice and "shares no suit" in sheet.notice
    assert table.state.phase is Phase.PLAY


def test_a_district_says_whether_a_card_that_can_only_be_sold_fits_there_and_is_too_dear(table: Tablet) -> None:
    roll(table, 8, 3)
    sheet = pick(table, "7SK")
    tap_district(table, 4)
    assert "(rule B20)" in sheet.notice and "shares no suit" in sheet.notice
    tap_district(table, 0)
    assert "(rule B18)" in sheet.notice and "needs 7 Suns or Knots" in sheet.notice
    assert table.state.phase is Phase.PLAY


def test_undo_takes_the_roll_back_and_the_same_dice_are_one_tap_away(table: Tablet) -> None:
    roll(table, 10, 4)
    undo(table)
    assert table.state.phase is Phase.ROLL
    table.settle()
    table.tap(table.screen.sheet.pads[0])
    assert table.state.roll.dice == (10, 4)
    assert str(table.state.tokens[NEAR]) == "M2W2K2"


def test_other_dice_after_an_undo_are_asked_about(table: Tablet) -> None:
    roll(table, 10, 4)
    undo(table)
    roll(table, 2, 3)
    question = table.screen.sheet
    assert "10 4" in question.notice
    table.tap(question.ids.yes)
    assert table.state.roll.dice == (2, 3)


def test_tokens_are_traded_several_times_at_once(table: Tablet) -> None:
    roll(table, 10, 4)
    hold(table, NEAR, Suit.KNOTS, 7)
    act(table, "trade")
    view = table.screen.sheet.view
    once, twice = (pad for pad in table.targets() if getattr(pad, "text", "") in ("3 → 1", "6 → 2"))
    assert (once.chosen, twice.chosen) == (True, False)
    table.tap(twice)
    table.tap(next(target for target in view.suits.children if target.suit is Suit.SUNS))
    assert str(table.state.tokens[NEAR]) == "M2S2W2K1"


def test_a_trade_of_the_only_rich_suit_takes_two_taps(table: Tablet) -> None:
    roll(table, 10, 4)
    hold(table, NEAR, Suit.KNOTS, 3)
    act(table, "trade")
    table.tap(next(target for target in table.screen.sheet.view.suits.children if target.suit is Suit.SUNS))
    assert str(table.state.tokens[NEAR]) == "M2S1W2"


def test_tokens_go_onto_a_deed_and_complete_it(table: Tablet) -> None:
    roll(table, 10, 4)
    sheet = pick(table, "2MK")
    table.tap(use(sheet, "deed"))
    tap_district(table, 2)
    table.tap(district(table, 2).columns[NEAR])
    table.tap(table.screen.sheet.view.done)
    assert table.state.column(NEAR, 2) == Column((Card.parse("2MK"),))
    assert str(table.state.tokens[NEAR]) == "W2"


def test_a_payment_is_adjusted_by_tapping_its_tokens(table: Tablet) -> None:
    roll(table, 10, 4)
    hold(table, NEAR, Suit.MOONS, 4)
    hold(table, NEAR, Suit.WAVES, 4)
    sheet = pick(table, "6MW")
    before = sheet.view.decision.answers["payment"]
    paid = sheet.view.values["develop"].ids.paid
    table.tap(next(target for target in paid.children if target.suit is Suit.WAVES))
    assert sheet.view.decision.answers["payment"] == before + Tokens.of(Suit.WAVES) - Tokens.of(Suit.MOONS)
    tap_district(table, 2)
    assert str(table.state.tokens[NEAR]) == "M2K2"


def tap_words(table: Tablet, *texts: str) -> None:
    """Taps answers of the decision that is open, by their words."""
    for text in texts:
        pads = {pad.text: pad for pad in table.screen.sheet.view.pads}
        assert text in pads
        table.tap(pads[text])


def test_what_lies_in_a_column_is_put_right(table: Tablet) -> None:
    for words_ in ((), ("The last card is a deed",)):
        table.tap(district(table, 4).columns[FAR])
        table.tap(table.screen.sheet.ids.mend)
        if words_:
            tap_words(table, *words_)
        else:
            pick_in_tray(table, Card.parse("8WL"))
    assert table.state.column(FAR, 4) == Column((), Deed(Card.parse("8WL")))


def test_crowns_that_were_entered_crosswise_change_hands(table: Tablet) -> None:
    menu(table)
    table.tap(table.screen.sheet.ids.correct)
    tap_words(table, "Who has a Crown")
    pick_in_tray(table, crowns("M")[0])
    assert table.screen.sheet.view.text == "Which one does Ann have instead?"
    pick_in_tray(table, crowns("Y")[0])
    assert [sorted(map(str, held)) for held in table.state.crowns] == [["CK", "CW", "CY"], ["CL", "CM", "CS"]]


def test_an_extra_crown_is_given_to_a_player_who_lacks_one(table: Tablet) -> None:
    near, far = table.state.crowns
    table.screen.propose(Correct((CrownsFact(NEAR, near, crowns("MWKL")), CrownsFact(FAR, far, crowns("SY")))))
    table.screen.open_correction()
    table.settle()
    tap_words(table, "Who has a Crown")
    pick_in_tray(table, crowns("L")[0])
    assert [len(held) for held in table.state.crowns] == [3, 3]


@pytest.mark.parametrize("seat", [FAR, NEAR])
def test_a_wrong_turn_is_corrected_by_two_taps(table: Tablet, seat: int) -> None:
    if seat == NEAR:
        table.screen.propose(Correct((TurnFact((NEAR, Phase.ROLL), (FAR, Phase.PLAY)),)))
        table.screen.overlay.close()
    table.tap(table.screen.ids.menu)
    [pad] = table.screen.sheet.ids.turns.children
    table.tap(pad)
    assert (table.state.player, table.state.phase) == (seat, Phase.ROLL)
    assert not isinstance(table.screen.sheet, MenuSheet)


def test_history_is_told_in_sentences_and_what_was_taken_back_is_struck_out(table: Tablet) -> None:
    roll(table, 10, 4)
    undo(table)
    log(table)
    head, *lines = [line["text"] for line in table.screen.sheet.lines]
    assert head == "Turn 1 · Ann"
    assert lines[0].startswith("Undone: Ann rolled 10 and 4")
    assert lines[1].startswith("Ann rolled 10 and 4") and table.screen.sheet.lines[2]["gone"]


def test_the_rules_of_this_table_are_two_taps_away(table: Tablet) -> None:
    menu(table)
    table.tap(table.screen.sheet.ids.rules)
    lines = [line.text for line in table.screen.sheet.ids.lines.children]
    assert any("each own Crown" in line and "B13" in line for line in lines), lines


def test_a_game_goes_on_where_it_was_left(table: Tablet) -> None:
    roll(table, 10, 4)
    menu(table)
    table.tap(table.screen.sheet.ids.leave)
    table.tap(table.screen.entries["games"])
    table.tap(table.screen.ids.games.children[0].target)
    assert table.screen.name == "table"
    assert table.state.phase is Phase.PLAY
    assert counter(table, NEAR, Suit.WAVES).number == "2"


@pytest.mark.parametrize(
    "size",
    [
        (1024, 600),
        *(pytest.param(s, marks=pytest.mark.prove("screens")) for s in ((800, 1280), (1280, 800), (2560, 1600))),
    ],
)
def test_every_target_at_the_table_is_large_enough_for_a_finger(table: Tablet, size: tuple[int, int]) -> None:
    table.resize(*size)
    screen = table.screen
    lay(table, 0, FAR, Column((), Deed(Card.parse("5ML"))))
    lay(table, 0, NEAR, Column((), Deed(Card.parse("5YK"))))
    table.settle()
    assert_large_enough(table, "to roll")
    for open_sheet in (screen.actions.open_roll, screen.open_history, screen.open_menu):
        open_sheet()
        table.settle()
        assert_large_enough(table, open_sheet.__name__)
    screen.propose(Roll(screen.at_turn, (5, 2)))
    table.settle()
    assert_large_enough(table, "deed income")
    for tray in list(screen.trays.shown.values()):
        table.tap(tray.view.suits.children[0])
    table.settle()
    assert_large_enough(table, "to play")
    sheets = (
        screen.actions.open_cards,
        lambda: screen.actions.open_card(Card.parse("9MS")),
        screen.actions.open_deeds,
        screen.actions.open_trade,
        lambda: screen.open_correction(f"side-0-{FAR}", FAR),
    )
    for open_sheet in sheets:
        open_sheet()
        table.settle()
        assert_large_enough(table, str(screen.sheet))
    counter(table, NEAR, Suit.MOONS).trigger_action(0)
    table.settle()
    assert_large_enough(table, "correcting tokens")


def assert_large_enough(tablet: Tablet, where: str) -> None:
    for target in tablet.targets():
        assert min(target.size) >= theme.target - 0.5, (where, target, target.size)


def test_the_table_speaks_french_at_once(table: Tablet) -> None:
    roll(table, 10, 4)
    english = table.screen.sentence
    menu(table)
    table.tap(table.screen.sheet.ids.language)
    assert table.screen.sentence != english
    assert table.screen.sentence.startswith("Tour 1")
