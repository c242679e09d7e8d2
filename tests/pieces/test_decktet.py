"""The boxes of the Decktet and of the piecepack hold what docs/rules/pieces.md says."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.pieces import DECK, Card, NotEnoughTokens, Rank, Suit, Tokens, UnknownCard, UnknownSuit, UnreadableTokens
from companion.pieces.piecepack import (
    COINS,
    DICE,
    PAWNS,
    PIECEPACK,
    TILES,
    Coin,
    Face,
    PackDie,
    Pawn,
    Piece,
    Tile,
    UnknownPiece,
)
from companion.pieces.piecepack import Suit as PieceSuit
from tests.cases import each


def test_the_box_has_24_tiles_24_coins_4_dice_and_4_pawns_no_two_alike() -> None:
    assert [len(pieces) for pieces in (TILES, COINS, DICE, PAWNS)] == [24, 24, 4, 4]
    assert len(set(PIECEPACK)) == len(set(map(str, PIECEPACK))) == 56


@each("pieces", [TILES, COINS])
def test_every_suit_has_a_null_an_ace_and_2_to_5(pieces: tuple[Tile | Coin, ...]) -> None:
    assert Counter((piece.suit, piece.face) for piece in pieces) == {
        (suit, face): 1 for suit in PieceSuit for face in Face
    }
    assert [str(face) for face in Face] == ["0", "1", "2", "3", "4", "5"]


@each(("parse", "pieces"), [(Tile.parse, TILES), (Coin.parse, COINS), (PackDie.parse, DICE), (Pawn.parse, PAWNS)])
def test_every_piece_alone_reads_back_what_it_writes(parse: Callable[[str], Piece], pieces: tuple[Piece, ...]) -> None:
    for piece in PIECEPACK:
        if piece in pieces:
            assert parse(str(piece)) == piece
        else:
            with pytest.raises(UnknownPiece):
                parse(str(piece))


@each("text", ["", "TS6", "ts0", "TW1", "T S0", "4MS"])
def test_an_unknown_tile_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(UnknownPiece, match="unknown piecepack tile") as error:
        Tile.parse(text)
    assert str(error.value.next_step) == "use TS0 to TA5"


def test_a_tile_is_called_by_its_face_and_suit() -> None:
    expected = [str(Tile.parse(code).wording()) for code in ("TM0", "TC1", "TA4")]
    assert expected == ["null of Moons", "ace of Crowns", "4 of Arms"]


def test_a_suit_that_is_the_decktets_alone_is_none_of_the_piecepack() -> None:
    with pytest.raises(UnknownPiece, match="unknown piecepack suit"):
        PieceSuit.parse("W")


AMOUNTS = st.tuples(*[st.integers(0, 40)] * 6).map(Tokens)


def of_rank(*ranks: Rank) -> list[Card]:
    return [card for card in DECK if card.rank in ranks]


def test_the_extended_deck_has_45_cards_no_two_alike() -> None:
    assert len(DECK) == len(set(DECK)) == 45


def test_the_basic_deck_has_36_cards() -> None:
    assert len([card for card in DECK if card.rank.number or card.rank in (Rank.ACE, Rank.CROWN)]) == 36


def test_each_suit_is_on_nine_of_the_thirty_cards_ace_to_nine() -> None:
    numbered = [card for card in DECK if card.rank.number or card.rank is Rank.ACE]
    assert len(numbered) == 30
    assert set(Counter(suit for card in numbered for suit in card.suits).values()) == {9}


def test_each_number_is_on_three_cards_that_share_no_suit() -> None:
    for rank in (rank for rank in Rank if rank.number):
        suits = [suit for card in of_rank(rank) for suit in card.suits]
        assert sorted(suits, key=lambda suit: suit.priority) == list(Suit)


def test_aces_and_crowns_have_one_suit_pawns_and_courts_three_the_excuse_none() -> None:
    lengths = {Rank.ACE: 1, Rank.CROWN: 1, Rank.PAWN: 3, Rank.COURT: 3, Rank.EXCUSE: 0}
    for rank, length in lengths.items():
        assert {len(card.suits) for card in of_rank(rank)} == {length}


def test_suits_stand_on_a_card_in_their_order_of_priority() -> None:
    for card in DECK:
        assert list(card.suits) == sorted(card.suits, key=lambda suit: suit.priority)


@each("card", DECK, ids=str)
def test_a_card_prints_and_parses_itself(card: Card) -> None:
    assert Card.parse(str(card)) == card
    second = Card.parse(f"{card}#2")
    assert second != card and second.kind == card and Card.parse(str(second)) == second


@each("text", ["", "4", "4SM", "4ms", "1M", "10", "4MS#3", "4MS#", "XX", "4MSS"])
def test_what_is_no_card_is_refused_with_what_to_write(text: str) -> None:
    with pytest.raises(UnknownCard, match=r"unknown card\. Write a rank and its suits"):
        Card.parse(text)


def test_what_is_no_suit_is_refused() -> None:
    with pytest.raises(UnknownSuit, match="Choose from: M, S, W, L, Y, K"):
        Suit.parse("V")


@given(AMOUNTS)
def test_tokens_print_and_parse_themselves(amount: Tokens) -> None:
    assert Tokens.parse(str(amount)) == amount
    assert Tokens.from_json(amount.to_json()) == amount


@given(AMOUNTS, AMOUNTS)
def test_what_is_added_can_be_taken_away_again(some: Tokens, more: Tokens) -> None:
    assert (some + more) - more == some
    assert (some + more).total == some.total + more.total
    assert (some + more).covers(more)


@given(AMOUNTS, AMOUNTS)
def test_tokens_never_go_below_zero(held: Tokens, asked: Tokens) -> None:
    if held.covers(asked):
        assert (held - asked) + asked == held
    else:
        with pytest.raises(NotEnoughTokens, match=r"needs \d+ \w+, but there are \d+"):
            held - asked


@each("text", ["2M", "M", "M2M3", "M-1", "V2", "M2 S1", "m2", "M" + "9" * 5000, "M²", "M٣"])
def test_what_is_no_amount_of_tokens_is_refused(text: str) -> None:
    with pytest.raises(UnreadableTokens):
        Tokens.parse(text)


@each("document", [[], "M2", {"V": 1}, {"M": -1}, {"M": 1.5}, {"M": True}])
def test_what_is_no_object_of_tokens_is_refused(document: object) -> None:
    with pytest.raises(UnreadableTokens):
        Tokens.from_json(document)


@given(tokens=AMOUNTS, times=st.integers(0, 5))
def test_tokens_times_a_number_are_that_many_added_up(tokens: Tokens, times: int) -> None:
    assert tokens * times == sum([tokens] * times, Tokens())


@given(tokens=AMOUNTS, suits=st.sets(st.sampled_from(Suit)))
def test_tokens_part_into_those_of_some_suits_and_the_rest(tokens: Tokens, suits: set[Suit]) -> None:
    assert tokens.only(suits) + tokens.only(set(Suit) - suits) == tokens
    assert set(tokens.only(suits).suits) <= suits


def test_tokens_are_spoken_in_words() -> None:
    assert str(Tokens.parse("M2S1K3").wording()) == "2 Moons, 1 Sun and 3 Knots"
    assert str(Tokens.parse("L1Y1").wording()) == "1 Leaf and 1 Wyrm"
    assert str(Tokens().wording()) == "nothing"


def test_only_aces_numbers_and_courts_are_drawn_and_played() -> None:
    assert sorted({card.rank.value for card in DECK if card.is_property}) == [*"23456789", "A", "T"]
    assert sum(card.is_property for card in DECK) == 34


def test_two_copies_are_two_cards_of_one_kind() -> None:
    first, second = Card.parse("4MS"), Card.parse("4MS#2")
    assert len({first, second, Card.parse("4MS#2")}) == 2
    assert first.kind == second.kind == first
