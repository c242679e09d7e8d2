"""Lessons: each is a legal game that teaches in a few taps, in every language."""

from typing import Any

import pytest

from companion.games.registry import games
from companion.locale.languages import LANGUAGES, translations
from companion.play.lesson_course import READER, lesson_course

LESSONS = [(rules, rules.lesson) for rules in games()]
MOST_WORDS = 300
"""Words that are read in two minutes, between taps."""
each_lesson = pytest.mark.parametrize(("rules", "lesson"), LESSONS, ids=lambda one: getattr(one, "name", ""))


@each_lesson
def test_every_game_has_a_lesson_of_a_few_legal_moves(rules: Any, lesson: Any) -> None:
    assert lesson is not None and 6 <= len(lesson.steps) <= 10
    course = lesson_course(rules, lesson, len(lesson.steps))
    assert [step.move for step in course.done] == [
        rules.notation.read_move(line) for step in lesson.steps for line in step.moves
    ]


@each_lesson
def test_what_is_tapped_lies_there_for_the_reader_and_is_about_the_move(rules: Any, lesson: Any) -> None:
    for number, step in enumerate(lesson.steps):
        course = lesson_course(rules, lesson, number)
        spots = {spot.id for spot in rules.view(course.state, lesson.names, READER).spots()}
        assert not step.tap or (step.tap in spots) != (step.tap in step.hand), step.tap
    assert lesson.steps[-1].moves == () and lesson.steps[-1].tap == ""


@each_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_read_in_two_minutes_in_every_language(rules: Any, lesson: Any, language: str) -> None:
    read = [step.text.text(translations(language)) for step in lesson.steps]
    assert sum(len(text.split()) for text in read) <= MOST_WORDS
    if language != "en":
        assert all(text != step.text.text(translations("en")) for text, step in zip(read, lesson.steps, strict=True))
