"""``companion dice teach``: showing what was read of each throw, and taking what a player types."""

from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from companion.cli.output import print_error, print_to_stderr
from companion.live.camera_thread import FrameProcessor
from companion.live.dice_lesson import DiceLesson, UnusableValues
from companion.locale import Message, Wording
from companion.pictures.loading import UnreadablePicture, load_picture
from companion.pictures.sources.frame import FrameSource
from companion.table.camera_events import CameraEvent
from companion.table.sightings import DieSighting, Sightings
from companion.vision.dice.known_faces import KnownFaces
from companion.vision.dice.reader import installed_reader
from companion.vision.recognise import recognise_cards
from companion.vision.tracking.follower import Follower
from companion.vision.tracking.taught_dice import STRANGE

QUIT, SKIP = "q", "s"


def teach_dice(source: FrameSource, lesson: DiceLesson, typed: TextIO) -> None:
    """Read the source until it ends or the player quits; then close it.

    Args:
        source: The camera or film.
        lesson: The lesson, which has learned at the end.
        typed: What the player types.
    """
    events: list[CameraEvent] = []
    follower = Follower()
    follower.calibrate_dice(False)
    processor = FrameProcessor(follower, events.append)
    print_to_stderr(Message("Throw your dice where the camera sees them."))
    try:
        while (frame := source.read()) is not None:
            processor.process(frame)
            for event in events:
                if lesson.observe(event) and _is_over(lesson, typed):
                    return
            events.clear()
    except KeyboardInterrupt:
        pass
    finally:
        source.close()


def teach_from_pictures(pictures: Sequence[Path], lesson: DiceLesson, typed: TextIO) -> None:
    """Read each picture as a photo of one throw, until the player quits.

    Args:
        pictures: The pictures.
        lesson: The lesson, which has learned at the end.
        typed: What the player types.
    """
    reader, faces = installed_reader(), KnownFaces(strange=STRANGE)
    for number, path in enumerate(pictures):
        try:
            pixels = load_picture(path).pixels
        except UnreadablePicture as error:
            print_error(error)
            continue
        found = reader.read(pixels, reader.find(pixels), recognise_cards(pixels)[0], faces=faces)
        if not lesson.show(Sightings(pixels.shape[1], pixels.shape[0], dice=found), number):
            print_to_stderr(Message("{file}: no die was read. Nothing is learned from it.", {"file": path.name}))
            continue
        print_to_stderr(Message("{file}:", {"file": path.name}))
        if _is_over(lesson, typed):
            break


def _is_over(lesson: DiceLesson, typed: TextIO) -> bool:
    """Ask about the throw until the answer is usable; return whether the player quits."""
    for number, die in enumerate(lesson.thrown, 1):
        print_to_stderr(_read(number, die))
    print_to_stderr(Message("Right? Press Enter, or type the values from left to right. s: skip, q: finish"))
    while line := typed.readline():
        answer = line.strip().lower()
        if answer == QUIT:
            return True
        if answer == SKIP:
            lesson.skip()
            return False
        try:
            values_typed = lesson.parse_values(answer)
        except UnusableValues as error:
            print_error(error)
            continue
        lesson.confirm(values_typed)
        print_to_stderr(Message("Throw {n} learned. Throw again, or press Ctrl-C to finish.", {"n": lesson.throws}))
        return False
    return True


def _read(number: int, die: DieSighting) -> Message:
    values: Wording = {"number": number, "kind": die.kind.value, "value": str(die.value)}
    if die.strange:
        return Message("  {number}. {kind}: unknown to the camera; type its value", values)
    if die.sure:
        return Message("  {number}. {kind}: {value}", values)
    return Message("  {number}. {kind}: {value} (uncertain)", values)
