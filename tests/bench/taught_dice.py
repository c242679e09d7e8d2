"""``python -m tests.bench dice``: dice before and after they were taught, rendered sets of makes not learnt from."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from companion.pictures.arrays import Picture
from companion.pieces import DieKind
from companion.table.dice_set import DiceSet
from companion.table.known_dice import ConfirmedDie, KnownDice
from companion.table.sightings import DieFace, DieSighting
from companion.vision.dice.die_reading import READINGS, is_sure
from companion.vision.dice.known_faces import NO_FACES, KnownFaces
from companion.vision.dice.pose_evidence import PoseEvidence
from companion.vision.dice.reader import installed_reader
from companion.vision.tracking.track_set import DieTrack
from models.evaluation.card_measurement import upper_bound
from models.training.dice.thrown_sets import ThrownDie, drawn_make, drawn_setting, staged_setting, throw
from tests.bench.figures import AsJson, Figure, Measured, Record, kept, report

FIRST_SEED = 6200
"""Seed of the first set; no training uses seeds of this form (three numbers, the first from 6200)."""
TAUGHT, LATER = "taught", "same table"
THROWS = {TAUGHT: 12, LATER: 6}
"""Throws of four dice: those of a minute, that teach, and later ones on the same table."""
PICTURES = 3
"""Pictures of each throw, fused as at a live table."""
ANY, STAGED = "any camera", "staged film"
"""Whose pictures they are: an ordinary camera's in any light, poor ones too; or those of a staged film's camera."""
LEAST = 0.12
"""Probability from which a reading is fused, as at a live table."""


@dataclass(frozen=True, slots=True)
class ReadDie:
    """A thrown die: where it was thrown, kind and value, and what was read; no candidates if it was missed.

    ``candidates`` are those of the reader alone. ``by_faces`` are those with the faces that were confirmed before.
    """

    where: str
    throw: int
    kind: str
    value: int
    read_kind: str
    candidates: tuple[tuple[int, float], ...]
    sure: bool
    colour: tuple[int, int, int] | None
    faces_kind: str = ""
    by_faces: tuple[tuple[int, float], ...] = ()
    sure_by_faces: bool = False
    face: str | None = None

    @property
    def alone(self) -> DieSighting:
        """The sighting of the reader alone."""
        return DieSighting(DieKind(self.read_kind), (0, 0), self.candidates, self.sure, colour=self.colour)

    @property
    def sighting(self) -> DieSighting:
        """The sighting of the reader with confirmed faces."""
        kind, face = DieKind(self.faces_kind or self.read_kind), DieFace.parse(self.face) if self.face else None
        return DieSighting(kind, (0, 0), self.by_faces, self.sure_by_faces, colour=self.colour, face=face)


@dataclass
class Counts:
    """Dice that were thrown: right, right and certain, and certain but wrong."""

    dice: int = 0
    right: int = 0
    certain: int = 0
    wrong: int = 0

    def add(self, die: ReadDie, read: DieSighting) -> None:
        """Count one die."""
        right = (read.kind.value, read.value) == (die.kind, die.value)
        self.dice += 1
        self.right += right
        self.certain += right and read.sure
        self.wrong += read.sure and not right


def bench_dice(
    folder: Annotated[Path, typer.Option(help="Where readings are kept: the run goes on from there.")] = Path(
        "out/taught-dice"
    ),
    sets: Annotated[int, typer.Option(min=1, help="Number of sets.")] = 20,
    as_json: AsJson = False,
    recorded: Record = False,
) -> int:
    """Measure how dice are read before and after they were taught. Exit 1 if a figure is missed."""
    return report("dice", _figures(folder, sets), as_json, recorded, seed=FIRST_SEED)


def _figures(folder: Path, sets: int) -> Iterator[Figure]:
    for camera, name in ((STAGED, "taught-dice-staged"), (ANY, "taught-dice")):
        yield from _figures_of([read_set(folder, FIRST_SEED + number, camera) for number in range(sets)], camera, name)


def _figures_of(read: Sequence[Sequence[ReadDie]], camera: str, name: str) -> Iterator[Figure]:
    before, after, recognised = count_dice(read)
    counted = {f"before_{key}": value for key, value in asdict(before).items()}
    counted |= {f"after_{key}": value for key, value in asdict(after).items()}
    limit = upper_bound(after.wrong, after.wrong + after.certain)
    yield Figure(
        f"taught dice, {camera}",
        "97 % certain, none of them wrong",
        {**counted, "wrong_at_most_percent": round(100 * limit, 2), "recognised": recognised},
        after.certain >= 0.97 * after.dice and not after.wrong,
        {f"{name}-certain": Measured.share(after.certain, after.dice)},
    )


def count_dice(sets: Sequence[Sequence[ReadDie]]) -> tuple[Counts, Counts, int]:
    """Return the later dice before and after their sets were taught, and how many were recognised.

    As in a game, every throw is confirmed after it was read, and teaches the next ones.
    """
    before, after, recognised = Counts(), Counts(), 0
    for dice in sets:
        known = taught(dice)
        for thrown in throws_of(dice, LATER):
            for die in thrown:
                before.add(die, die.alone)
                after.add(die, calibrated(die, known))
                recognised += known.find(die.sighting) is not None
            known = confirmed(known, thrown)
    return before, after, recognised


def taught(dice: Sequence[ReadDie]) -> KnownDice:
    """Return the set that a minute of confirmed throws teaches, with nothing known before."""
    known = KnownDice((DiceSet("set"),), "set")
    for thrown in throws_of(dice, TAUGHT):
        known = confirmed(known, thrown)
    return known


def throws_of(dice: Sequence[ReadDie], where: str) -> list[list[ReadDie]]:
    """Return the throws at a place, in order."""
    throws: dict[int, list[ReadDie]] = {}
    for die in dice:
        if die.where == where:
            throws.setdefault(die.throw, []).append(die)
    return list(throws.values())


def confirmed(known: KnownDice, thrown: Sequence[ReadDie]) -> KnownDice:
    """Return the sets after players confirmed a throw; a die whose kind was misread teaches nothing."""
    read = (die for die in thrown if (die.by_faces or die.face) and die.sighting.kind.value == die.kind)
    return known.with_confirmed([ConfirmedDie(die.sighting, calibrated(die, known).sure, die.value) for die in read])


def calibrated(die: ReadDie, known: KnownDice) -> DieSighting:
    """Return a die as it is reported with these sets."""

    candidates = known.calibrated(die.sighting)
    if candidates == die.by_faces:
        return die.sighting
    return replace(die.sighting, candidates=candidates, sure=is_sure(candidates))


def read_set(folder: Path, seed: int, camera: str = ANY) -> list[ReadDie]:
    """Return the dice of a set as they are read; kept in the folder, so that it is done once."""
    path = folder / f"{'staged-' if camera == STAGED else ''}{seed}.json"
    return list(map(_read_die, kept(path, lambda: [asdict(die) for die in _read_throws(seed, camera)])))


def _read_die(document: dict[str, Any]) -> ReadDie:
    pairs = {name: tuple((value, chance) for value, chance in document[name]) for name in ("candidates", "by_faces")}
    colour = document["colour"]
    return ReadDie(**{**document, **pairs, "colour": tuple(colour) if colour else None})


def _read_throws(seed: int, camera: str) -> Iterator[ReadDie]:

    make = drawn_make(np.random.default_rng([seed, 1, 0]))
    draw = staged_setting if camera == STAGED else drawn_setting
    setting = draw(np.random.default_rng([seed, 2, 0]))
    rng = np.random.default_rng([seed, 3, 0])
    lesson = KnownFaces(strange=DieKind.D6)
    confirmed_faces: list[tuple[int, DieFace]] = []
    strange: DieKind | None = None
    # A camera keeps what dice showed of its pose; the reader alone has another one.
    alone, taught_camera = PoseEvidence(), PoseEvidence()
    for where, throws in THROWS.items():
        for number in range(throws):
            pictures, dice = throw(make, setting, rng, PICTURES)
            faces = lesson if where == TAUGHT else KnownFaces(tuple(confirmed_faces), strange)
            with_faces = _read(pictures, dice, taught_camera, faces)
            by_reader = with_faces if where == TAUGHT else _read(pictures, dice, alone, NO_FACES)
            for die, read, sighting in zip(dice, by_reader, with_faces, strict=True):
                yield _read_die_of(where, number, die, read, sighting)
                if sighting is not None and sighting.face is not None and sighting.kind is die.kind:
                    confirmed_faces.append((READINGS.index((die.kind, die.value)), sighting.face))
                    strange = strange or (die.kind if sighting.strange and where == TAUGHT else None)
            if where == TAUGHT:
                alone.dice = list(taught_camera.dice)


def _read_die_of(
    where: str, number: int, die: ThrownDie, read: DieSighting | None, sighting: DieSighting | None
) -> ReadDie:
    return ReadDie(
        where,
        number,
        die.kind.value,
        die.value,
        read.kind.value if read else die.kind.value,
        read.candidates if read else (),
        bool(read and read.sure),
        sighting.colour if sighting else None,
        sighting.kind.value if sighting else die.kind.value,
        sighting.candidates if sighting else (),
        bool(sighting and sighting.sure),
        str(sighting.face) if sighting and sighting.face else None,
    )


def _read(
    pictures: Sequence[Picture], dice: Sequence[ThrownDie], evidence: PoseEvidence, faces: KnownFaces
) -> list[DieSighting | None]:
    """Return each die's reading, fused over the pictures, with what dice showed of the camera; None if never found."""

    tracks: dict[int, DieTrack] = {}
    reader = installed_reader()
    for picture in pictures:
        found = reader.read(picture, reader.find(picture), least=LEAST, faces=faces, evidence=evidence)
        for number, die in enumerate(dice):
            near = next((one for one in found if math.dist(one.center, die.center) < 0.4 * die.across), None)
            if near is None and number in tracks:
                tracks[number] = tracks[number].with_miss()
            elif near is not None and number in tracks:
                tracks[number] = tracks[number].with_sighting(near)
            elif near is not None:
                tracks[number] = DieTrack.begun(number, near)
    found_tracks = (tracks.get(number) for number in range(len(dice)))
    return [track.sighting if track is not None and track.there else None for track in found_tracks]
