"""A game of Sorcerous Futures is set to what lies on the table, by facts and question by question."""

from typing import Any

import pytest

from companion.games.decisions import Decision
from companion.games.declared import describe
from companion.games.errors import IllegalMove, UnreadableDocument
from companion.games.fields import Amount, Cards, Field, Pick
from companion.games.figures import PlayedMove
from companion.games.sorcerous_futures.decisions import corrections
from companion.games.sorcerous_futures.encoding import LINES, NOTATION, move_from_json, move_to_json, to_json
from companion.games.sorcerous_futures.facts import (
    BoughtFact,
    CrownFact,
    Fact,
    GoldFact,
    MiddleFact,
    TurnFact,
    ValuationFact,
)
from companion.games.sorcerous_futures.figures import statistics
from companion.games.sorcerous_futures.game import SORCEROUS_FUTURES
from companion.games.sorcerous_futures.moves import Correct, Deal, Move, Note, Offer, Show, apply
from companion.games.sorcerous_futures.scoring import score
from companion.games.sorcerous_futures.setup import start
from companion.games.sorcerous_futures.state import EXCUSE, Bought, HeldCrown, Notes, Phase, State, Valuation, unseen
from companion.pieces import Card
from tests.cases import each
from tests.games.chance import answered
from tests.games.sorcerous_futures.by_hand import NAMES
from tests.games.sorcerous_futures.reference_moves import begun, cards, state_of, valuations, whole_game


def states(seed: int) -> list[State]:
    return [state for _, state, _ in whole_game(seed)[1]]


def ended(seed: int = 0) -> State:
    return states(seed)[-1]


def kinds(state: State) -> dict[str, Decision[Any]]:
    return {str(one.text): one for one in corrections(state, NAMES[: state.seats])}


def part(decision: Decision[Any], *answers: Any) -> Field:
    asked = answered(decision, *answers).missing
    assert asked is not None
    return asked


def set_right(state: State, text: str, *answers: Any) -> State:
    """The state after the decision of this name, answered; nothing more may be asked then."""
    return apply(state, answered(kinds(state)[text], *answers).move())


def offered(asked: Field) -> list[str]:
    assert isinstance(asked, Pick)
    return [str(asked.label(one)) for one in asked.offered]


def a_bought_card(state: State, seat: int) -> Card:
    return state.bought[seat][-1].card


def test_only_what_lies_there_can_lie_there_otherwise() -> None:
    first = ["A player’s gold", "Whose turn it is"]
    assert list(kinds(begun(*THREE))) == [*first, "Stop the game early"]
    every = {text for state in states(0) for text in kinds(state)}
    assert every == {
        *first,
        "Who has a bought card",
        "What was paid for a card",
        "The cards in the middle",
        "A valuation that was shown",
        "A Crown that was shown",
        "Stop the game early",
    }
    assert "Whose turn it is" not in kinds(ended())


def test_cards_that_were_read_wrongly_are_tapped_anew() -> None:
    state = next(one for one in states(0) if one.phase is Phase.CHOOSE)
    asked = part(kinds(state)["The cards in the middle"])
    assert isinstance(asked, Cards)
    assert (asked.chosen, asked.least, asked.most) == (state.middle, 0, 5)
    now = (*state.middle[1:], unseen(state)[0])
    assert set_right(state, "The cards in the middle", now).middle == now


def test_a_bought_card_is_somebody_elses_or_lies_in_the_middle_again() -> None:
    state = next(one for one in states(0) if one.bought[0] and len(one.middle) < 5)
    card = a_bought_card(state, 0)
    who = part(kinds(state)["Who has a bought card"], (card,))
    assert offered(who) == [*NAMES[: state.seats], "nobody: it lies in the middle"]
    after = set_right(state, "Who has a bought card", (card,), 1)
    assert (a_bought_card(after, 1), after.auctions) == (card, state.auctions)
    with pytest.raises(IllegalMove, match="name what is different"):
        set_right(state, "Who has a bought card", (card,), 0)
    back = set_right(state, "Who has a bought card", (card,), state.seats)
    assert (back.middle, back.auctions) == ((*state.middle, card), state.auctions - 1)


def test_what_was_paid_is_set_and_the_gold_stays() -> None:
    state = ended()
    card = a_bought_card(state, 1)
    after = set_right(state, "What was paid for a card", (card,), 11)
    assert after.bought[1][-1].gold == 11
    assert [one.card for one in after.bought[1]] == [one.card for one in state.bought[1]]
    assert after.gold == state.gold


def test_another_valuation_lies_there_and_the_score_follows() -> None:
    state = ended()
    (left,) = unseen(state)
    places = offered(part(kinds(state)["A valuation that was shown"]))
    assert places.count("under the Excuse") == 1 and len(places) == 7
    place = places.index("under Ace of Moons")
    after = set_right(state, "A valuation that was shown", place, (left,))
    assert after.valuation(*cards("AM")) == left
    assert score(after) != score(state)


def test_valuations_that_were_entered_crosswise_change_places() -> None:
    state = ended()
    under = [one.under for one in state.valuations]
    moons, excuse = state.valuation(*cards("AM")), state.valuation(EXCUSE)
    after = set_right(state, "A valuation that was shown", under.index(Card.parse("AM")), (excuse,))
    assert (after.valuation(*cards("AM")), after.valuation(EXCUSE)) == (excuse, moons)


def test_crowns_are_offered_as_the_ritual_deals_them_and_change_hands_if_they_were_entered_crosswise() -> None:
    seats = [(state, a, b) for state in map(ended, range(0, 40, 2)) for a, b in [(0, 1)] if may_swap(state, a, b)]
    state, ann, ben = seats[0]
    asked = part(kinds(state)["A Crown that was shown"], ann)
    assert not {str(ace.suits[0]) for ace in state.aces[ann]} & {card.code[1] for card in asked_cards(asked)}
    after = set_right(state, "A Crown that was shown", ann, (state.crowns[ben],))
    assert after.crowns[ann] == state.crowns[ben] and after.crowns[ben] == state.crowns[ann]


def may_swap(state: State, one: int, other: int) -> bool:
    """Whether neither's Crown matches an Ace of the other."""
    return not any(
        ace.shares_suit_with(crown)
        for seat, crown in ((one, state.crowns[other]), (other, state.crowns[one]))
        if crown is not None
        for ace in state.aces[seat]
    )


def asked_cards(asked: Field) -> tuple[Card, ...]:
    assert isinstance(asked, Cards)
    return asked.offered


def test_gold_and_turn_are_numbers_and_names() -> None:
    state = begun(*THREE)
    assert isinstance(part(kinds(state)["A player’s gold"], 2), Amount)
    assert set_right(state, "A player’s gold", 2, 77).gold == (90, 90, 77)
    assert set_right(state, "Whose turn it is", 1).player == 1


THREE = (("AM", "AS"), ("AW", "AL"), ("AY", "AK"))


@pytest.fixture
def under_way() -> State:
    """In the middle of an open auction: seat 0 leads with 4 gold."""
    state = apply(begun(*THREE), Deal(cards("4MS", "8YK", "5ML", "6LK", "PMYK")))
    return apply(state, Offer(0, Card.parse("4MS")))


def refused(state: State, rule: str, reason: str, *facts: Fact) -> None:
    with pytest.raises(IllegalMove, match=reason) as error:
        apply(state, Correct(facts))
    assert error.value.rule == rule


def test_gold_is_set_to_what_lies_there(under_way: State) -> None:
    after = apply(under_way, Correct((GoldFact(1, 90, 87),)))
    assert after.gold == (90, 87, 90)
    assert apply(under_way, Correct((GoldFact(2, 90, 0),))).gold == (90, 90, 0)
    assert after.auction == under_way.auction
    assert str(describe(under_way, Correct((GoldFact(1, 90, 87),)), after, NAMES)) == "corrected: Ben has 87 gold"


def test_the_bid_that_leads_is_never_more_than_there_is(under_way: State) -> None:
    refused(under_way, "H12", "you have 3 gold, and bid 4", GoldFact(0, 90, 3))
    refused(under_way, "H12", "cannot have -1 gold", GoldFact(1, 90, -1))
    assert apply(under_way, Correct((GoldFact(0, 90, 4),))).gold[0] == 4


def test_a_card_goes_from_one_player_to_another() -> None:
    _, steps = whole_game(2)
    state = next(state for _, state, _ in steps if len(state.bought[0]) > 1)
    first, *rest = state.bought[0]
    facts = (BoughtFact(0, state.bought[0], tuple(rest)), BoughtFact(1, state.bought[1], (*state.bought[1], first)))
    after = apply(state, Correct(facts))
    assert (after.auctions, after.bought[1][-1]) == (state.auctions, first)
    refused(state, "H2", "lies somewhere else already", facts[1])


def test_another_card_in_the_middle_gives_its_auction_up(under_way: State) -> None:
    other = cards("8MS", "8YK", "5ML", "6LK", "PMYK")
    after = apply(under_way, Correct((MiddleFact(under_way.middle, other),)))
    assert (after.middle, after.auction, after.phase) == (other, None, Phase.CHOOSE)
    same = (under_way.middle[0], *other[2:])
    assert apply(under_way, Correct((MiddleFact(under_way.middle, same),))).auction == under_way.auction


def test_the_middle_holds_five_cards_at_most_and_all_that_is_auctioned_is_twenty(under_way: State) -> None:
    six = (*under_way.middle, Card.parse("8MS"))
    refused(under_way, "H14", "five at a time, 20 in all", MiddleFact(under_way.middle, six))
    end = whole_game(0)[1][-1][1]
    refused(end, "H14", "five at a time, 20 in all", MiddleFact((), unseen(end)))
    refused(under_way, "H2", "neither a number card", MiddleFact(under_way.middle, cards("AM")))


def test_whose_turn_it_is_is_set_and_an_auction_abandoned(under_way: State) -> None:
    after = apply(under_way, Correct((TurnFact(0, 2),)))
    assert (after.player, after.auction, after.phase) == (2, None, Phase.CHOOSE)
    refused(under_way, "H1", "there is no player 4", TurnFact(0, 3))


def test_what_was_shown_is_set_right() -> None:
    end = whole_game(0)[1][-1][1]
    (left,) = unseen(end)
    was = end.valuation(Card.parse("AM"))
    after = apply(end, Correct((ValuationFact(Card.parse("AM"), was, left),)))
    assert after.valuation(Card.parse("AM")) == left
    assert len(after.valuations) == 7
    assert apply(end, Correct((ValuationFact(Card.parse("AM"), was, None),))).valuation(Card.parse("AM")) is None
    refused(end, "H6", "no valuation lies under", ValuationFact(Card.parse("CM"), None, left))
    again = apply(end, Correct((CrownFact(0, end.crowns[0], None),)))
    assert (again.over, again.phase) == (False, Phase.SHOW)
    own = Card.parse(f"C{end.aces[0][0].suits[0]}")
    refused(end, "H4", "cannot have", CrownFact(0, end.crowns[0], own))


def test_a_crown_is_in_one_hand_only() -> None:
    end = next(state for seed in range(0, 40, 2) for state in [whole_game(seed)[1][-1][1]] if _another(state))
    refused(end, "H4", "'s already", CrownFact(0, end.crowns[0], _another(end)))


def _another(state: State) -> Card | None:
    """Somebody else's Crown that matches none of seat 0's Aces."""
    own = {ace.suits[0] for ace in state.aces[0]}
    return next((crown for crown in state.crowns[1:] if crown is not None and crown.suits[0] not in own), None)


@pytest.mark.parametrize(
    "fact",
    [
        GoldFact(0, 89, 4),
        BoughtFact(0, (Bought(Card.parse("9LK"), 2),), ()),
        MiddleFact((), ()),
        TurnFact(1, 2),
        ValuationFact(Card.parse("AM"), Card.parse("9LK"), None),
        CrownFact(0, Card.parse("CW"), None),
    ],
)
def test_what_was_not_so_is_not_set_right(under_way: State, fact: Fact) -> None:
    refused(under_way, "H1", "the game went on meanwhile", fact)


def test_a_correction_says_something(under_way: State) -> None:
    refused(under_way, "H1", "name what is different")
    assert apply(under_way, Correct((GoldFact(0, 90, 90),))) == under_way


EVERY_FACT = Correct(
    (
        GoldFact(0, 90, 4),
        BoughtFact(1, (), (Bought(Card.parse("9LK"), 2),)),
        MiddleFact(cards("4MS"), ()),
        TurnFact(0, 1),
        ValuationFact(Card.parse("AM"), None, Card.parse("2MK")),
        CrownFact(2, None, Card.parse("CW")),
    )
)
NOTED = Note(3, Notes(valuations({"X": "2MK"}), (HeldCrown(1, *cards("CM")),), cards("2MK", "9LK")))


@each("move", [EVERY_FACT, NOTED, Note(1)])
def test_every_move_is_read_back_from_its_document_and_its_line(move: Move) -> None:
    assert move_from_json(move_to_json(move)) == move
    assert LINES.read(LINES.write(move)) == move


@each("seed", range(8))
def test_a_game_is_read_back_from_its_lines(seed: int) -> None:
    table, steps = whole_game(seed)
    state = state_of(table)
    setup = SORCEROUS_FUTURES.setup_from_json({"aces": table.aces}, "setup")
    assert start(*NOTATION.read_beginning(NOTATION.beginning(state.options, setup))) == state
    for move, after, _ in steps:
        assert NOTATION.read_move(NOTATION.move(move)) == move
        assert "\n" not in NOTATION.state(after)


def test_lines_are_short_enough_for_a_bug_report() -> None:
    assert LINES.write(Offer(1, Card.parse("4MS"), closed=True)) == "1 offer 4MS closed"
    assert NOTATION.beginning(begun(*THREE).options, SORCEROUS_FUTURES.setup_from_json({"aces": THREE}, "")) == (
        "three-players | AM,AS/AW,AL/AY,AK"
    )
    assert NOTATION.state(begun(*THREE)) == "90/90/90 | -/-/- | 0 deal | - | - | -/-/-"


@each("line", ["", "0 fly", "0 bid much", "0 offer 4QQ", "correct {", "0 show CY CY CY"])
def test_a_line_that_is_no_move_says_so(line: str) -> None:
    with pytest.raises(UnreadableDocument, match=r"is not a move|unknown card"):
        LINES.read(line)


@each("line", ["", "three-players", "chess | AM", "three-players switch | AM,AS", "three-players | QQ"])
def test_a_line_that_begins_no_game_says_so(line: str) -> None:
    with pytest.raises(UnreadableDocument):
        NOTATION.read_beginning(line)


@each("seed", [0, 1])
def test_every_auction_is_a_line_of_figures(seed: int) -> None:
    table, steps = whole_game(seed)
    before, made = state_of(table), []
    for move, after, _ in steps:
        made.append(PlayedMove(before, move, after))
        before = after
    figures = statistics(made, NAMES[: table.seats])
    assert figures.turns == tuple(range(1, 21))
    last = figures.documents[-1]
    assert (last["held"], sum(last["cards"])) == (table.gold, 20)
    assert sum(one["paid"] for one in figures.documents) == table.bank
    assert [str(panel.what) for panel in figures.panels] == ["gold held", "cards bought"]
    assert figures.panels[0].curves[0].values[-1] == table.gold[0]
    assert to_json(made[-1].after.crowns) == table.crowns


def test_every_corrected_fact_has_a_sentence(under_way: State) -> None:
    text = str(describe(under_way, EVERY_FACT, under_way, NAMES))
    assert text == (
        "corrected: Ann has 4 gold, Ben bought The Merchant, the middle is empty, Ben is active, "
        "The Author lies under Ace of Moons and Cleo shows The Sea"
    )


def _at_the_show() -> tuple[State, Show]:
    """All cards auctioned, and what seat 0 shows in that game."""
    _, steps = whole_game(0)
    before = state_of(whole_game(0)[0])
    for move, after, _ in steps:
        if isinstance(move, Show) and move.player == 0:
            return before, move
        before = after
    raise AssertionError("everybody shows")


def test_after_a_correction_that_reveals_a_valuation_all_cards_or_the_missing_ones_are_shown() -> None:
    state, show = _at_the_show()
    first, *rest = show.valuations
    state = apply(state, Correct((ValuationFact(first.under, None, first.card),)))
    all_cards = apply(state, show)
    missing = apply(state, Show(0, tuple(rest), show.crown))
    assert set(all_cards.valuations) == set(missing.valuations)
    assert all_cards.crowns == missing.crowns
    with pytest.raises(IllegalMove, match="lies under"):
        apply(state, Show(0, (Valuation(first.under, rest[0].card), *rest), show.crown))


def test_a_crown_shown_early_is_shown_again_with_the_valuations() -> None:
    state, show = _at_the_show()
    state = apply(state, Correct((CrownFact(0, None, show.crown),)))
    assert apply(state, show).has_shown(0)
    other = next(Card.parse(f"C{suit}") for suit in "MSWLYK" if f"C{suit}" != str(show.crown))
    with pytest.raises(IllegalMove):
        apply(state, Show(0, show.valuations, other))
