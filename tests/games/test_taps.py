"""A tap on a spot of the table goes on with a form of which every answer is a legal move about that spot."""

from __future__ import annotations

from itertools import islice
from typing import Any

from companion.games.forms import Amount, Answers, Cards, Form, Pick
from tests.cases import each
from tests.games.chance import chance_game

TAPPED = ("sorcerous-futures", "magistratvm")


def filled_in(form: Form[Any], last: bool) -> Any:
    """The move of the first or of the last answers."""
    answers: Answers = ()
    while (part := form.next(answers)) is not None:
        match part:
            case Pick(_, offered):
                answers = (*answers, len(offered) - 1 if last else 0)
            case Amount():
                answers = (*answers, part.most if last else part.least)
            case Cards():
                many = max(part.least, 1)
                answers = (*answers, part.offered[-many:] if last else part.offered[:many])
    return form.move(answers)


@each("kind", TAPPED)
def test_what_a_tap_begins_ends_in_a_move_of_that_spot(kind: str) -> None:
    game, tapped = chance_game(kind, 12), set[str]()
    for course, _ in islice(game.courses(), 0, None, 7):
        state, rules = course.state, game.rules
        spots = {spot.id for spot in rules.view(state, game.kept.names, None).spots()}
        for form in rules.forms(state, game.kept.names):
            for spot, goes_on in form.at.items():
                assert spot in spots, (spot, str(form.text))
                for last in (False, True):
                    move = filled_in(goes_on, last)
                    if form.optional:  # a correction to the same value, or one that another fact rules out, is refused
                        continue
                    rules.apply(state, move)
                    assert not rules.spots(state, move) or spot in rules.spots(state, move), (spot, move)
                tapped.add(spot.split("-")[0])
    assert {"sorcerous-futures": {"middle", "auction", "gold", "bought"}}.get(kind, {"province", "office"}) <= tapped


@each("kind", TAPPED)
def test_a_number_is_corrected_by_a_tap_on_it(kind: str) -> None:
    game = chance_game(kind, 13)
    course = list(game.courses())[30][0]
    correct = next(form for form in game.rules.forms(course.state, game.kept.names) if form.makes == ("correct",))
    gold = correct.at["gold-1"]
    part = gold.next(())
    assert isinstance(part, Amount) and part.now == course.state.gold[1]
    after = game.rules.apply(course.state, gold.move((17,)))
    assert after.gold[1] == 17 and after.gold[0] == course.state.gold[0]
