"""Readings of Magistratvm that a table may take otherwise: both values of each option (docs/rules/magistratvm.md)."""

from __future__ import annotations

import json
from dataclasses import fields, replace

from jsonschema import Draft202012Validator

from companion.games.magistratvm.cheat_sheet import cheat_sheet
from companion.games.magistratvm.domains import Rival
from companion.games.magistratvm.game import MAGISTRATVM
from companion.games.magistratvm.moves import CountVotes, Fall, Lend, Promote, offered
from companion.games.magistratvm.options import PRESETS, Options, options_from_json
from companion.games.magistratvm.state import Phase, State
from companion.games.registry import new_options
from companion.journal.records.record import read_record
from companion.journal.records.record_schema import schema_of
from tests.cases import each
from tests.games.magistratvm.laid import (
    NAMES,
    PAUL,
    QUENTIN,
    SUSAN,
    A,
    C,
    P,
    T,
    after,
    counted,
    election,
    lying,
    magistrates_in,
    refused,
    rome,
)
from tests.games.magistratvm.random_game import record
from tests.journal.kept_games import NOON

READINGS = ("low_majority_removes", "votes_without_tokens", "one_vote_each", "displaces_own")


@each(("removes", "stay"), [(False, (3, 1, 1, 0)), (True, (3, 0, 0, 0))])
def test_I25_a_majority_below_the_value_removes_the_least_or_nobody(removes: bool, stay: tuple[int, ...]) -> None:
    state = election("TC5", [3, 1, 1, 0], low_majority_removes=removes)
    assert lying(counted(state), "TC5") == stay


@each("removes", [False, True])
def test_I25_a_lone_contender_below_the_value_stays(removes: bool) -> None:
    state = counted(election("TC5", [3, 0, 0, 0], low_majority_removes=removes))
    assert (lying(state, "TC5"), state.phase) == ((3, 0, 0, 0), Phase.ELECTION)


def test_I22_votes_for_somebody_without_a_token_there_are_refused_or_count_against_a_majority() -> None:
    state = election("TA4", [4, 2, 0, 0], "consul2")
    refused(state, Lend(QUENTIN, C, QUENTIN), "I22", "Player 3 has no token there to add to")
    state = election("TA4", [4, 2, 0, 0], "consul2", votes_without_tokens=True)
    assert Lend(QUENTIN, C, QUENTIN) in offered(state)
    voted = after(state, Lend(QUENTIN, C, QUENTIN), CountVotes(SUSAN))
    assert lying(voted, "TA4") == (4, 0, 0, 0)
    text = str(MAGISTRATVM.describe(*_last(state, Lend(QUENTIN, C, QUENTIN)), NAMES))
    assert text == "Quentin's Consul adds 4 to Quentin's votes: 4"


def _last(state: State, move: Lend) -> tuple[State, Lend, State]:
    return state, move, after(state, move)


def test_I22_who_has_no_token_and_least_votes_has_none_to_remove() -> None:
    state = election("TA4", [3, 3, 0, 0], "tribune2", votes_without_tokens=True)
    state = after(state, Lend(QUENTIN, T, QUENTIN), CountVotes(SUSAN))
    assert (lying(state, "TA4"), state.phase) == ((3, 3, 0, 0), Phase.ELECTION)


def test_I22_several_magistrates_of_a_player_vote_in_a_province_or_one() -> None:
    votes = (Lend(SUSAN, T, SUSAN), Lend(SUSAN, C, SUSAN))
    assert after(election("TA4", [3, 3, 0, 0], "tribune0 consul0"), *votes).phase is Phase.ELECTION
    state = after(election("TA4", [3, 3, 0, 0], "tribune0 consul0 tribune1", one_vote_each=True), votes[0])
    refused(state, votes[1], "I22", "yours has voted")
    assert set(offered(state)) == {CountVotes(SUSAN), Lend(PAUL, T, PAUL), Lend(PAUL, T, SUSAN)}


def test_I22_the_next_province_has_a_vote_of_each_player_again() -> None:
    state = election("TA4", [3, 3, 0, 0], "tribune0 consul0", one_vote_each=True)
    state = state.with_tokens(state.contested[1].tile, SUSAN, 1)
    state = after(state, Lend(SUSAN, T, SUSAN), CountVotes(SUSAN))
    while state.phase is Phase.REDISTRIBUTION:
        state = after(state, offered(state)[-1])
    assert Lend(SUSAN, C, SUSAN) in offered(state)


def test_I17_a_rival_above_a_level_of_own_pieces_is_not_displaced_or_displaces_one_of_them() -> None:
    offices = "consul1 consul2 praetor1 praetor1 praetor1 praetor0"
    rise = Promote(SUSAN, P, C, _rival(PAUL))
    refused(rome(offices=offices, options={"praetors": 3}), rise, "I17", "nowhere to fall: the level below is full")
    state = after(rome(offices=offices, options={"praetors": 3, "displaces_own": True}), rise)
    assert (state.phase, list(offered(state))) == (Phase.FALLING, [Fall(PAUL, P, _rival(PAUL))])
    state = after(state, Fall(PAUL, P, _rival(PAUL)))
    assert (magistrates_in(state, P), magistrates_in(state, A)) == ([(PAUL, True)] * 3, [(PAUL, True)])


def _rival(seat: int) -> Rival:
    return Rival(seat, True)


def test_a_game_or_a_record_without_the_options_has_todays_readings_and_a_new_game_removes() -> None:
    for preset in PRESETS:
        old = options_from_json({"preset": preset})
        assert not any(getattr(old, reading) for reading in READINGS)
        new = options_from_json(new_options(MAGISTRATVM, {"preset": preset}))
        assert [reading for reading in READINGS if getattr(new, reading)] == ["low_majority_removes"]
    assert not options_from_json(new_options(MAGISTRATVM, {"low_majority_removes": False})).low_majority_removes


@each("reading", [*READINGS, "governed_gold_bids", "value_by_votes", "last_after_turn", "praetors"])
def test_the_sheet_names_each_contested_reading_and_the_other_choice(reading: str) -> None:
    assert reading in {one.name for one in fields(Options)} and reading in MAGISTRATVM.labels
    usual = Options()
    other: object = 4 if reading == "praetors" else not getattr(usual, reading)
    changed = _lines(options_from_json({reading: other})) - _lines(usual)
    assert [line for line in changed if line.startswith("Or: ") and "Magistratvm 1.1" in line]
    assert [line for line in changed if not line.startswith("Or: ")]


def _lines(options: Options) -> set[str]:
    return {str(line.text) for section in cheat_sheet(options) for line in section.lines}


@each("reading", READINGS)
def test_a_record_with_the_reading_fits_its_schema_and_ends_by_it(reading: str) -> None:
    written, _ = record(4, 1)
    written = {**written, "version": 3, "options": {**written["options"], reading: True}, "moves": written["moves"][:1]}
    assert not list(Draft202012Validator(schema_of(MAGISTRATVM)).iter_errors(written))
    game, entries = read_record(json.dumps(written).encode(), "rome", now=lambda: NOON, new_id=lambda: "new")
    assert game.options[reading] is True and len(entries) == 1
    text = MAGISTRATVM.notation
    assert text is not None
    setup = MAGISTRATVM.setup_from_json(written["setup"], "setup")
    begun = (options_from_json(written["options"]), setup)
    assert text.read_beginning(text.beginning(*begun)) == begun


def lines(**readings: bool) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for section in cheat_sheet(replace(PRESETS["four-players"], **readings)):  # type: ignore[arg-type]  # all are booleans
        for line in section.lines:
            found.setdefault(line.rule, []).append(str(line.text))
    return found


def test_the_sheet_names_the_way_to_each_office_and_what_of_it_is_guessed() -> None:
    offices = " ".join(lines()["I18"])
    assert "Dictator: 1 space, influence 0, costs 8 from Consul." in offices
    assert "Censor: 2 spaces, influence 6, costs 6 from Consul." in offices
    assert "costs 2 from Tribune or Quaestor." in offices and "costs 1 from the Estate." in offices
    assert lines()["I16"][1:] == [
        "From Censor no way leads to Dictator.",
        "The costs of Censor and Dictator, and the Dictator's influence 0, are guesses: set by their place alone.",
    ]


def test_the_sheet_has_what_the_document_says_of_displaced_magistrates_and_of_a_dictators_election() -> None:
    assert "A displaced Magistrate stays active or inactive, as it was." in lines()["I17"]
    assert "All tokens there go home at once: nobody sets them down elsewhere." in lines()["I20"]


def test_I28_every_open_part_of_the_last_circuit_has_its_other_reading() -> None:
    end = lines()["I28"]
    assert sum(line.startswith("Or: ") for line in end) == 4
    assert "Only Magistrates that are still active vote in it." in end


def test_I25_what_a_vote_without_tokens_does_is_marked_where_it_is_allowed() -> None:
    shields = "If those with least have votes but no token there, nobody leaves."
    assert shields in lines(votes_without_tokens=True)["I25"]
    assert shields not in lines(votes_without_tokens=False)["I25"]
    other = "Or: those with least among the others leave (Magistratvm 1.1, Election)."
    assert other in lines(votes_without_tokens=True)["I25"]
