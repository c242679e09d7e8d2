"""Magistratvm by touch: set up, income, the auction, actions told before they are taken, elections, the end."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.app.painters.pieces import Coin, TileFace
from companion.app.texts.i18n import words
from companion.app.window.theme import theme
from companion.games.fields import Amount, Pick
from companion.games.magistratvm import encoding
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import Move, current_seat
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.opening import Setup
from companion.games.magistratvm.scoring import score
from companion.games.magistratvm.state import Phase, State
from companion.journal import Entry, Journal, KeptGame
from tests.app.at_the_table import scroll_to
from tests.app.on_screen import in_view
from tests.app.tablet import Tablet
from tests.app.test_sorcerous_on_the_tablet import pads, painted, texts, type_in
from tests.games.chance import answered
from tests.games.magistratvm.laid import CIRCUIT, NAMES, SUSAN
from tests.games.magistratvm.random_game import begun, play

LANDSCAPE, PORTRAIT = (1280, 800), (800, 1280)
NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


def laid(tablet: Tablet, state: State) -> Tablet:
    """A game that begins as this one did, on the tablet."""
    setup = Setup(tuple(one.tile for one in state.contested), state.suits)
    tablet.app.start_game(MAGISTRATVM, NAMES[: state.seats], state.options, setup)
    tablet.settle()
    return tablet


def gone_on(tablet: Tablet, begun: State, moves: Sequence[Move]) -> None:
    """A game as it stands after these moves, which nobody tapped: it was kept, and goes on."""
    setup = Setup(tuple(one.tile for one in begun.contested), begun.suits)
    entries = tuple(
        Entry("rome", seq, f"id-{seq}", seq - 1, NOON, None, "touch", encoding.move_to_json(move))
        for seq, move in enumerate(moves, 1)
    )
    kept = KeptGame(
        *("rome", MAGISTRATVM.name, "Rome", NAMES[: begun.seats]),
        *(MAGISTRATVM.options_to_json(begun.options), encoding.setup_to_json(setup), NOON),
    )
    tablet.app.folders.journal.parent.mkdir(parents=True, exist_ok=True)
    with Journal.open(tablet.app.folders.journal_url) as journal:
        journal.create(kept, entries)
    tablet.app.resume_game("rome")
    tablet.settle()


def tap(tablet: Tablet, pad: Any) -> None:
    """Scrolls to a pad where it must, and taps it."""
    scroll_to(tablet, pad)
    tablet.tap(pad)


def fill_in(tablet: Tablet, *answers: int) -> None:
    """Answers an open decision, part by part: on the table where that glows, else in words."""
    for answer in answers:
        view = tablet.screen.form
        if view.amount is not None:
            type_in(tablet, view.amount, answer)
            continue
        value = view.decision.missing.offered[answer]
        while view.glowing and value not in view.offered:
            spots = sorted(spot for spot in view.glowing if value in view.decision.left_by(spot))
            tablet.tap(painted(tablet)[spots[0]])
            view = tablet.screen.form
        if view is not None and value in view.offered:
            tap(tablet, view.pads[view.offered.index(value)])


def takes(tablet: Tablet, seat: int, gold: str) -> None:
    """A player takes an income of so much, after a tap on the own name if another one is asked."""
    tablet.settle()
    name = NAMES[seat]
    if not tablet.screen.asked[0].text.startswith(name):
        tablet.tap(pads(tablet)[name])
    tap(tablet, next(pad for text, pad in pads(tablet).items() if text.startswith(gold) or f" takes {gold}" in text))


def lay_out(tablet: Tablet, circuit: Sequence[str], suits: str) -> None:
    """Lays the tiles and the suits of the form as they lie on the table: two taps for each that lies elsewhere."""
    for part, wanted in (("circuit", circuit), ("suits", suits)):
        order = tablet.screen.parts[part].order
        for place, value in enumerate(wanted):
            there = [str(one) for one in order.row].index(value)
            if there != place:
                tap(tablet, order.targets[place])
                tap(tablet, order.targets[there])


@pytest.fixture
def four(tablet: Tablet) -> Tablet:
    """Four players, nobody Prefect yet."""
    state, _, _ = begun(4, 0)
    laid(tablet, state)
    return tablet


def test_a_game_is_begun_from_the_first_screen_with_the_tiles_that_lie_there(tablet: Tablet) -> None:
    tablet.tap(tablet.screen.entries["other_games"])
    tablet.tap(next(entry for entry in tablet.targets() if getattr(entry, "text", "") == "Magistratvm"))
    form = tablet.screen
    tap(tablet, form.parts["preset"].pads["three-players"])
    tablet.tap(form.ids.house_rules)
    tap(tablet, form.parts["tribunes"].rows["tribunes"].ids.more)
    tablet.press_back()
    assert (form.decision.answers["tribunes"], form.decision.answers["aediles"]) == (3, 3)
    lay_out(tablet, CIRCUIT, "MSA")
    tap(tablet, form.ids.start)
    assert [str(one.tile) for one in tablet.state.contested] == list(CIRCUIT)
    assert [str(suit) for suit in tablet.state.suits] == ["M", "S", "A"]
    assert tablet.state.options.tribunes == 3


def test_a_game_is_five_taps_from_its_first_roll_after_the_names(tablet: Tablet) -> None:
    tablet.app.go("new_game")
    tablet.screen.begin(MAGISTRATVM)
    tablet.settle()
    tablet.tap(tablet.screen.ids.start)
    for shown in (2, 6, 3, 1):
        tablet.settle()
        tablet.tap(tablet.screen.form.amount.digits[shown])
    assert tablet.state.prefect == 1


READINGS = {"low_majority_removes": True, "votes_without_tokens": False, "one_vote_each": False, "displaces_own": False}
"""Readings of the document that a table may choose, with those of a new game."""


@pytest.mark.parametrize(("language", "heading"), [("en", "House rules"), ("fr", "Règles maison")])
def test_house_rules_are_chosen_on_the_new_game_screen_and_stored(tablet: Tablet, language: str, heading: str) -> None:
    words.language = language
    tablet.app.go("new_game")
    tablet.screen.begin(MAGISTRATVM)
    form = tablet.screen
    tablet.settle()
    assert form.house_rules == heading
    tablet.tap(form.ids.house_rules)
    for name, value in READINGS.items():
        assert form.parts[name].pads[value].chosen
        tap(tablet, form.parts[name].pads[not value])
        assert form.parts[name].pads[not value].chosen
    tablet.press_back()
    assert form.house_rules == f"{heading} +{len(READINGS)}"
    tap(tablet, form.ids.start)
    stored = tablet.play.course.game.options
    assert {name: stored[name] for name in READINGS} == {name: not value for name, value in READINGS.items()}


def test_the_first_prefect_is_rolled_for_with_real_dice_or_the_tablets(four: Tablet) -> None:
    fill_in(four, 2, 6, 6, 1)
    assert (four.state.phase, four.state.rolling) == (Phase.ROLL, (1, 2))
    four.settle()
    while four.state.phase is Phase.ROLL:
        four.tap(pads(four)["Roll for me"])
        four.settle()
    assert four.state.prefect in (1, 2)


def test_income_is_taken_with_the_die_or_without(four: Tablet) -> None:
    fill_in(four, 6, 2, 3, 1)
    for seat, gold in ((SUSAN, "6 gold"), (1, "0 gold"), (2, "6 gold"), (3, "6 gold")):
        takes(four, seat, gold)
    assert (four.state.phase, four.state.gold) == (Phase.BIDDING, (6, 0, 6, 6))


def test_the_strip_asks_each_side_at_its_edge_and_turned(four: Tablet) -> None:
    fill_in(four, 6, 2, 3, 1)
    screen, turned = four.screen, dict[int, bool]()
    for seat in range(4):
        four.settle()
        [asked, *_] = screen.asked
        strip, table = screen.ids.strip, screen.table
        turned[asked.owner] = strip.turned
        assert (strip.to_window(*strip.center)[1] > table.to_window(*table.center)[1]) == strip.turned
        takes(four, seat, "6 gold")
    assert turned == {0: False, 1: False, 2: True, 3: True}


@pytest.mark.prove("magistratvm")
def test_the_prefect_a_won_province_and_the_phase_are_corrected_by_touch(four: Tablet) -> None:
    fill_in(four, 6, 2, 3, 1)
    for kind, answers in (("Who has won a Province", (0, 1)), ("The Prefect", (2,)), ("The phase", (1,))):
        four.settle()
        tap(four, pads(four)["Correct"])
        kinds = [pad.text for pad in four.screen.form.pads]
        fill_in(four, kinds.index(kind), *answers)
    assert (four.state.prefect, four.state.phase, len(four.state.decided[1])) == (2, Phase.ACTION, 1)
    assert four.screen.sentence == "corrected: phase: actions"


def test_any_moment_lies_on_the_table_again_until_the_player_returns(four: Tablet) -> None:
    fill_in(four, 6, 2, 3, 1)
    takes(four, 0, "6 gold")
    takes(four, 1, "6 gold")
    screen = four.screen
    gold = [f"gold-{seat}" for seat in (0, 1)]
    four.tap(screen.ids.history)
    screen.sheet.lines[-2]["callback"]()
    four.settle(8)
    spots = {view.spot.id: view for view in screen.table.spots()}
    assert [spots[one].number for one in gold] == ["6", "0"]
    assert not screen.ids.strip.filled and not any(spot.acts for spot in screen.table.spots())
    assert screen.covered_near == screen.sheet.height, "the table is beside the tray"
    four.tap(screen.sheet.ids.later)
    assert [spots[one].number for one in gold] == ["6", "6"]
    four.tap(screen.sheet.ids.close)
    assert screen.ids.strip.filled and screen.veil is None and four.state.gold[:2] == (6, 6)


def to_placing_tokens(four: Tablet) -> None:
    """The auction is won by a bid of 1, and the pad for tokens is tapped."""
    fill_in(four, 6, 2, 3, 1)
    for seat in range(4):
        takes(four, seat, "6 gold")
    four.settle()
    fill_in(four, 1)
    for _ in range(3):
        four.settle()
        four.tap(pads(four)["Pass"])
    four.settle()
    four.tap(pads(four)["Place tokens"])


def test_an_actions_cost_and_effect_are_shown_before_it_is_taken(four: Tablet) -> None:
    to_placing_tokens(four)
    assert four.screen.sheet is None, "the table stays in view"
    fill_in(four, 0)
    offers = [pad.text for pad in four.screen.form.pads]
    assert [text.partition(" for ")[2] for text in offers] == ["1 gold, and has 1 there", "3 gold, and has 2 there"]
    assert four.state.gold[SUSAN] == 5
    fill_in(four, 1)
    assert four.state.gold[SUSAN] == 2
    assert not four.screen.sheet
    assert four.screen.sentence == f"Susan places {offers[1]}"


def test_the_circuit_and_the_offices_are_drawn_as_they_lie(tablet: Tablet) -> None:
    state, _, dice = begun(4, 2)
    moves = []
    for move, now in play(state, dice):
        moves.append(move)
        if now.phase is Phase.ELECTION and len({one.active for one in now.magistrates}) > 1:
            break
    gone_on(tablet, state, moves)
    spots = painted(tablet)
    assert now.voting is not None
    for place, province in enumerate(now.circuit):
        view = spots[f"province-{place}"]
        lying = [one.tile for one in view.walk(restrict=True) if isinstance(one, TileFace)]
        assert lying == ([] if province is None else [province.tile])
        answers = [label.text for label in reversed(view.ids.parts.children)]
        tokens = () if province is None else province.tokens
        assert answers[: len([own for own in tokens if own])] == [
            f"{own}  {NAMES[seat]}" for seat, own in enumerate(tokens) if own
        ]
        assert view.marked is (province is not None and province.tile == now.voting.to_vote[0])
    for office in Office:
        coins = list(reversed(spots[f"office-{office.value}"].ids.spaces.children))
        there = now.magistrates_in(office)
        assert [(one.initial, not one.turned) for one in coins if one.initial] == [
            (NAMES[one.player][0], one.active) for one in there
        ]
        assert len(coins) == max(len(there), now.options.spaces(office))


def test_each_family_estate_shows_what_it_has_what_was_won_its_gold_and_its_governors(tablet: Tablet) -> None:
    state, _, dice = begun(4, 2)
    moves = []
    for move, now in play(state, dice):
        moves.append(move)
        if any(True for _ in now.governed) and any(one.gold for own in now.decided for one in own):
            break
    gone_on(tablet, state, moves)
    spots, names = painted(tablet), texts(tablet)
    for seat, name in enumerate(NAMES):
        assert (f"• {name}" in names) is (current_seat(now) == seat)
        assert spots[f"gold-{seat}"].number.startswith(str(now.gold[seat]))
        assert spots[f"die-{seat}"].number == str(now.dice[seat])
        for one in now.decided[seat]:
            won = spots[f"won-{one.tile}"]
            assert won.badge == (str(one.gold) if one.gold else "")
            assert any(isinstance(part, Coin) for part in won.walk(restrict=True)) is one.governed


def test_everybodys_gold_is_seen_with_an_action_to_choose_and_no_answer_is_cut_off(tablet: Tablet) -> None:
    state, _, dice = begun(4, 2)
    moves = []
    for move, now in play(state, dice):
        moves.append(move)
        if now.phase is Phase.ACTION and now.turn > 3 and len(list(MAGISTRATVM.decisions(now, NAMES))) > 5:
            break
    gone_on(tablet, state, moves)
    assert all(in_view(painted(tablet)[f"gold-{seat}"]) for seat in range(4))
    for shown in tablet.screen.asked:
        for pad in shown.pads:
            letters = pad.width / (theme.unit * 20 * 0.56)
            assert len(pad.text) <= 2 * letters, pad.text


def test_a_province_is_tapped_for_its_tokens(four: Tablet) -> None:
    to_placing_tokens(four)
    province = painted(four)["province-0"]
    assert province.glows
    four.tap(province)
    fill_in(four, 0)
    assert sum(four.state.circuit[0].tokens) == 1


def answer(tablet: Tablet, dice: random.Random) -> None:
    """Something that is asked, answered at random by touch."""
    tablet.settle()
    state, before = tablet.state, tablet.play.seq
    names = NAMES[: state.seats]
    ways = [one for one in MAGISTRATVM.decisions(state, names) if not one.optional]
    if not ways:
        tap(tablet, dice.choice(tablet.screen.asked[0].pads))
    else:
        # Mostly tokens, so that the game comes to its end.
        way = ways[0] if dice.random() < 0.6 else dice.choice(ways)
        answers: list[int] = []
        while (field := answered(way, *answers).missing) is not None:
            assert isinstance(field, Amount | Pick)
            least, most = (field.least, field.most) if isinstance(field, Amount) else (0, len(field.offered) - 1)
            answers.append(dice.randint(least, min(most, least + 3)))
        if words.head(way.text) in pads(tablet):
            tap(tablet, pads(tablet)[words.head(way.text)])
        fill_in(tablet, *answers)
    assert tablet.play.seq == before + 1


def everything_can_be_tapped(tablet: Tablet) -> None:
    for target in tablet.targets():
        assert min(target.size) >= theme.target - 0.5, (target, target.size)


TABLETS = pytest.mark.parametrize(
    ("size", "language", "seats"),
    [(LANDSCAPE, "en", 3), (PORTRAIT, "fr", 3), (LANDSCAPE, "fr", 4), (PORTRAIT, "en", 4)],
)
"""Both languages, landscape and portrait, three players and four."""


def explained(tablet: Tablet) -> None:
    """The end: everybody's influence step by step, and who wins."""
    assert tablet.screen.name == "end"
    count, worth = tablet.screen.ids.count, score(tablet.state)
    count.finish()
    assert [row.standing for row in count.seats] == [one.total for one in worth.seats]
    assert tuple(seat for seat, row in enumerate(count.seats) if row.won) == worth.winners
    assert count.result == words.head(worth.why(NAMES[: tablet.state.seats]))
    everything_can_be_tapped(tablet)


@pytest.mark.parametrize(
    ("size", "language", "seats"),
    [(LANDSCAPE, "en", 3), pytest.param(PORTRAIT, "fr", 4, marks=pytest.mark.prove("screens"))],
)
def test_last_moves_and_score_are_tapped(tablet: Tablet, size: tuple[int, int], language: str, seats: int) -> None:
    words.language = language
    tablet.resize(*size)
    state, _, dice = begun(seats, {3: 38, 4: 16}[seats])
    moves = [move for move, _ in play(state, dice)]
    gone_on(tablet, state, moves[:-6])
    everything_can_be_tapped(tablet)
    while not tablet.state.over:
        answer(tablet, dice)
    tablet.settle()
    explained(tablet)
    game = tablet.play.game
    tablet.tap(tablet.screen.ids.rematch)
    form = tablet.screen
    made = form.decision.move()
    assert (form.name, made.options, made.names) == ("new_game", game.options, game.players)


@pytest.mark.prove("magistratvm")
@pytest.mark.timeout(2400)
@TABLETS
def test_a_whole_game_is_tapped_to_its_end(tablet: Tablet, size: tuple[int, int], language: str, seats: int) -> None:
    words.language = language
    tablet.resize(*size)
    state, _, dice = begun(seats, 5)
    laid(tablet, state)
    while not tablet.state.over:
        answer(tablet, dice)
    tablet.settle()
    explained(tablet)
