"""``python -m tests.bench vision``: accuracy of reading pictures, photos of other makers, tables and clutter."""

import sys
import tempfile
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fnmatch import fnmatch
from math import atan2, degrees, dist
from pathlib import Path
from typing import Annotated, Any

import typer

from companion.cli.known_decks import known_decks
from companion.cli.output import print_json
from companion.games.magnate.options import preset
from companion.pictures.loading import load_picture
from companion.questions import UnusableAnswer
from companion.table.magnate.arrangement import NoMagnateTable
from companion.table.magnate.game_prior import PhotoAnswers
from companion.table.magnate.layout import TableReading, read_layout
from companion.table.questions import NONE, TableQuestion
from companion.table.sightings import Edge, Face, Sightings
from companion.vision.decks.gallery import Gallery
from companion.vision.recognise import recognise
from models.evaluation.card_measurement import SHARES, CardCounts, CardFigures, labelled, true_layout, upper_bound
from models.evaluation.dice_measurement import DiceCounts, DieResult, outcomes, rows
from models.evaluation.labelled_dice import LabelledPhoto, labelled_photos, patterns
from tests.bench.figures import Measured, Record, machine, record
from tests.bench.measured_process import run_training_script
from tests.bench.viewpoint import turn
from tests.bench.vision_records import clutter_values, photo_values, rendered_values, sample_values


def measure_photos(folders: Sequence[Path], galleries: Sequence[Gallery], kept_out: Path | None) -> dict[str, Any]:
    """Read every labelled photo as a player's would be.

    Args:
        folders: folders of labelled photos.
        galleries: the known decks.
        kept_out: file of patterns of photos with rows of their own.

    Returns:
        The figures as JSON.
    """

    kept_out_patterns = patterns(kept_out) if kept_out else ()
    photos: list[LabelledPhoto] = [photo for folder in folders for photo in labelled_photos(folder)]
    results: list[DieResult] = []
    for photo in photos:
        dice = recognise(load_picture(photo.path).pixels, galleries).sightings.dice
        results += outcomes(photo, dice, any(fnmatch(photo.name, pattern) for pattern in kept_out_patterns))
    return {"pictures": len(photos), "rows": rows(results), "machine": machine()}


_MAX_ROUNDS = 6
"""Maximum rounds of questions, since answers may raise others."""

_EDGES = {"bottom": 0.0, "left": 90.0, "top": 180.0, "right": 270.0}
"""Direction of each edge, in degrees clockwise from the lower one."""

Columns = dict[tuple[int, int], tuple[tuple[str, ...], str | None]]


@dataclass
class Tables:
    """Counts of whole tables: right or wrong without a question, and uncertain with questions.

    ``right_answered`` counts every table that is right once its questions are answered from the labels, and
    ``certain_but_wrong`` names those that are wrong then although nothing is asked any more.
    """

    tables: int = 0
    right_unasked: int = 0
    asked: int = 0
    asked_with_true_guess: int = 0
    questions: int = 0
    right_answered: int = 0
    wrong_unasked: list[str] = field(default_factory=list)
    wrong_answered: list[str] = field(default_factory=list)
    certain_but_wrong: list[str] = field(default_factory=list)

    def count(self, name: str, sightings: Sightings, labels: Mapping[str, Any], turned: float = 0.0) -> None:
        """Add one table.

        Args:
            name: the picture's name.
            sightings: what was read.
            labels: the labels.
            turned: rotation of the picture in degrees; without a column, player 0 was at its lower edge.
        """

        self.tables += 1
        truth = true_layout(labels)
        try:
            first = _read(sightings, labels, turned, PhotoAnswers())
        except NoMagnateTable:
            self.asked += 1
            self.wrong_answered.append(name)
            return
        right = _layout(first) == truth
        self._count_unasked(name, first, right)
        answered = _answer_all(sightings, labels, turned, first)
        if answered is not None and _layout(answered) == truth:
            self.right_answered += 1
        else:
            self.wrong_answered.append(name)
            self.certain_but_wrong += [name] if answered is not None else []

    def _count_unasked(self, name: str, reading: TableReading, right: bool) -> None:
        if not reading.sure:
            self.asked += 1
            self.asked_with_true_guess += right
            self.questions += sum(question.blocks for question in reading.questions)
        elif right:
            self.right_unasked += 1
        else:
            self.wrong_unasked.append(name)


def _read(sightings: Sightings, labels: Mapping[str, Any], turned: float, answers: PhotoAnswers) -> TableReading:

    near = Edge(_nearest_edge(_EDGES, labels, turned))
    return read_layout(sightings, preset(labels.get("preset", "standard")), near, answers)


def _nearest_edge(edges: Collection[str], labels: Mapping[str, Any], turned: float) -> str:
    """Return which of these edges is nearest to player 0."""
    seat = _seat(labels)
    if seat is None:
        seat = turned
    return min(edges, key=lambda edge: abs((_EDGES[edge] - seat + 180) % 360 - 180))


def _seat(labels: Mapping[str, Any]) -> float | None:
    """Return player 0's direction by the columns, in degrees clockwise from the lower edge; None without any."""

    def middle(card: Mapping[str, Any]) -> tuple[float, float]:
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = card["corners"]
        return (ax + bx + cx + dx) / 4, (ay + by + cy + dy) / 4

    districts = {card["district"]: middle(card) for card in labels["cards"] if card["role"] == "district"}
    right = down = 0.0
    for card in labels["cards"]:
        if card["role"] in ("property", "deed") and card.get("district") in districts:
            towards = 1 if card["side"] == 0 else -1
            (x, y), (left, top) = middle(card), districts[card["district"]]
            right, down = right + towards * (x - left), down + towards * (y - top)
    return degrees(atan2(-right, down)) if right or down else None


def _answer_all(
    sightings: Sightings, labels: Mapping[str, Any], turned: float, reading: TableReading
) -> TableReading | None:
    """Return the table with every question answered from the labels; None if that is impossible."""

    answers: dict[str, str] = {}
    for _ in range(_MAX_ROUNDS):
        open_questions = [question for question in reading.questions if question.key not in answers]
        fresh = [(question, true_answer(question, labels, turned)) for question in open_questions]
        if not any(answer for _, answer in fresh):
            return reading if reading.sure else None
        for question, answer in fresh:
            if answer is not None:
                # What was named already is not there as well.
                named = question.kind == "card" and answer in answers.values()
                answers[question.key] = NONE if named else answer
        try:
            reading = _read(sightings, labels, turned, PhotoAnswers(answers))
        except (NoMagnateTable, UnusableAnswer):
            return None
    return None


def true_answer(question: TableQuestion, labels: Mapping[str, Any], turned: float = 0.0) -> str | None:
    """Return the true answer to a question; None if there is none. Any card may be named, offered or not.

    Args:
        question: the question.
        labels: the labels.
        turned: rotation of the picture in degrees.

    Returns:
        The answer.
    """

    card = _asked_about(question.region, labels) if question.region else None
    if question.kind == "near":
        return _nearest_edge([choice.answer for choice in question.choices], labels, turned)
    if question.kind == "card":
        return NONE if card is None else card["card"] or NONE
    if question.kind == "deed":
        answer = "deed" if card is not None and card["role"] == "deed" else "property"
    elif question.kind in ("belongs", "beside"):
        answer = "yes" if card is not None and card["role"] in ("property", "deed") else "no"
    elif question.kind == "crowns":
        answer = "yes"
    else:
        return None
    return answer if question.offers(answer) else None


def _asked_about(region: tuple[float, ...], labels: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return the labelled card whose centre is nearest to the region's, within a quarter of its height."""

    middle = ((region[0] + region[2]) / 2, (region[1] + region[3]) / 2)

    def away(card: Mapping[str, Any]) -> float:
        corners = card["corners"]
        centre = [sum(point[axis] for point in corners) / 4 for axis in (0, 1)]
        return dist(centre, middle) / max(dist(corners[0], corners[3]), 1e-6)

    nearest: Mapping[str, Any] | None = min(labels["cards"], key=away, default=None)
    return nearest if nearest is not None and away(nearest) < 0.25 else None


def _layout(reading: TableReading) -> tuple[tuple[str, ...], Columns]:
    columns: Columns = {}
    for index, district in enumerate(reading.layout.districts):
        for player, column in enumerate(district.columns):
            if column is not None and (column.properties or column.deed):
                codes = tuple(str(card) for card in column.properties)
                columns[index, player] = (codes, str(column.deed.card) if column.deed else None)
    return tuple(str(district.card) for district in reading.layout.districts), columns


class Lot:
    """Pictures that are reported together."""

    def __init__(self) -> None:

        self._pictures = 0
        self._figures, self._dice, self._tables = CardCounts(), DiceCounts(), Tables()

    def count(self, name: str, sightings: Sightings, labels: Mapping[str, Any], turned: float) -> None:
        """Add one picture, rotated clockwise by ``turned`` degrees."""
        self._pictures += 1
        self._figures.count(sightings, labels)
        self._dice.count(sightings, labels)
        if labels["scene"] == "magnate":
            self._tables.count(name, sightings, labels, turned)

    def document(self) -> dict[str, Any]:
        """Return the figures as JSON."""
        return {
            "pictures": self._pictures,
            "cards": _card_figures(self._figures),
            "dice": self._dice.document(),
            "tables": asdict(self._tables),
        }


def _card_figures(figures: CardCounts) -> dict[str, Any]:

    names = dict(zip(SHARES, ("60 % and more", "30 to 60 %", "below 30 %"), strict=True))
    return {
        "by_visible_share": {names[share]: _one(counted) for share, counted in figures.by_share.items()},
        "sure": figures.sure,
        "sure_but_wrong": figures.sure_wrong,
        "sure_but_wrong_at_most": round(upper_bound(figures.sure_wrong, figures.sure), 5),
        "face_down": figures.down,
        "face_down_found": figures.down_found,
        "face_up_but_unread": figures.unread,
        "face_up_taken_for_a_back": figures.taken_for_backs,
        "no_card_there": figures.phantoms,
        "no_card_there_but_sure": figures.sure_phantoms,
    }


def _one(counted: CardFigures) -> dict[str, Any]:
    document = {name: value for name, value in vars(counted).items() if name != "errors"}
    return {**document, "corner_error_in_heights": round(upper_median(counted.errors), 4) if counted.errors else None}


def upper_median(values: Sequence[float]) -> float:
    """Return the upper median."""
    ordered = sorted(values)
    return ordered[len(ordered) // 2]


@dataclass
class FalseDetections:
    """Counts of false detections in empty pictures; ``sure`` are those with a certain card face up."""

    pictures: int = 0
    reported: int = 0
    sure: int = 0
    backs: int = 0
    """Pictures with a certain card face down."""
    dice: int = 0
    sure_dice: int = 0
    """Pictures with a certain die."""

    def count(self, sightings: Sightings) -> None:
        """Add one picture."""

        self.pictures += 1
        self.reported += len(sightings.cards)
        self.sure += any(card.sure and card.face is Face.UP for card in sightings.cards)
        self.backs += any(card.sure and card.face is Face.DOWN for card in sightings.cards)
        self.dice += len(sightings.dice)
        self.sure_dice += any(die.sure for die in sightings.dice)


def count_false_detections(folder: Path, galleries: Sequence[Gallery]) -> dict[str, Any]:
    """Return the counts of a folder of pictures, and an upper bound of the rate of certain false detections."""

    counts = FalseDetections()
    for path in sorted(folder.glob("*.jpg")):
        counts.count(recognise(load_picture(path).pixels, galleries).sightings)
    return {**asdict(counts), "sure_at_most": round(upper_bound(counts.sure, counts.pictures), 5)}


def vision(
    context: typer.Context,
    folder: Annotated[Path | None, typer.Argument(help="A folder of labelled pictures.", metavar="DIR")] = None,
    seeds: Annotated[int, typer.Option(help="Render so many demo photos and read them.", min=0)] = 0,
    first_seed: Annotated[int, typer.Option(help="The first of these seeds.", min=0)] = 0,
    players: Annotated[int, typer.Option(help="Players at those demo tables: 2 or 3.", min=2, max=3)] = 2,
    deck: Annotated[
        Path | None, typer.Option(help="Faces (CODE.jpg) to lay those tables with; our own deck without.")
    ] = None,
    clutter: Annotated[int, typer.Option(help="Besides, read so many rendered pictures without a card.", min=0)] = 0,
    other_decks: Annotated[
        Path | None, typer.Option(help="With --clutter: folders of other decks' faces, whose cards lie there too.")
    ] = None,
    hands: Annotated[bool, typer.Option("--hands", help="With --clutter: hands reach over it.")] = False,
    turned: Annotated[float, typer.Option(help="Turn each picture clockwise first, by any angle in degrees.")] = 0.0,
    made_elsewhere: Annotated[
        list[Path] | None,
        typer.Option("--elsewhere", help="Read the dice of a folder of labelled photos instead; may be given again."),
    ] = None,
    kept_out: Annotated[
        Path | None, typer.Option(help="With --elsewhere: patterns of the photos that are to have rows of their own.")
    ] = None,
    recorded: Record = False,
) -> int:
    """Read labelled pictures and print right readings as JSON; without a folder, ten rendered photos."""

    if made_elsewhere:
        document = measure_photos(made_elsewhere, known_decks(context.obj), kept_out)
        print_json("bench", document, indent=1)
        if recorded:
            record(photo_values(document["rows"]) if kept_out is not None else {}, document["machine"])
        return 0
    with tempfile.TemporaryDirectory() as rendered:
        if folder is None or seeds:
            faces = ["--deck", deck] if deck else []
            _render("demo_photo", first_seed, seeds or 10, rendered, "--players", players, *faces)
        if clutter:
            among = [*(["--faces", other_decks] if other_decks else []), *(["--hands"] if hands else [])]
            _render("clutter", first_seed, clutter, Path(rendered) / "clutter", *among)
        document = _measured(folder if folder and not seeds else Path(rendered), context, turned)
        if clutter:
            document["clutter"] = count_false_detections(Path(rendered) / "clutter", known_decks(context.obj))
    shown = f"demo photos from seed {first_seed}" + (f" of {deck}" if deck else "")
    document["pictures_from"] = str(folder) if folder and not seeds else shown
    print_json("bench", document, indent=1)
    if recorded:
        kind = "hands" if hands else "decks" if other_decks is not None else "clutter"
        record(_values(document, folder if not seeds else None, kind, players, deck), document["machine"])
    return 0


def _values(
    document: dict[str, Any], folder: Path | None, kind: str, players: int, deck: Path | None
) -> dict[str, Measured]:
    """Return the values of a run for ``docs/figures.json``; a run with ``--clutter`` is one of clutter alone."""
    if "clutter" in document:
        return clutter_values(document["clutter"], kind)
    if folder is not None:
        return sample_values(document) if folder.name == "samples" else {}
    if deck is not None:
        return {}
    return rendered_values(document, players=players, turned=bool(document["turned"]))


def _render(name: str, seed: int, count: int, folder: Path | str, *chosen: object) -> None:
    """Render pictures into a folder with one of the training scripts."""
    run_training_script(name, "--seed", seed, "--count", count, "-o", folder, *chosen)


def _measured(folder: Path, context: typer.Context, turned: float) -> dict[str, Any]:

    galleries = known_decks(context.obj)
    lot, milliseconds, sizes = Lot(), list[float](), dict[str, list[float]]()
    for path, written in labelled(folder):
        pixels, labels = turn(load_picture(path).pixels, written, turned)
        recognised = recognise(pixels, galleries)
        milliseconds.append(recognised.milliseconds)
        height, width = pixels.shape[:2]
        size = f"{width} × {height}" + (" with dice" if labels.get("dice") else "")
        sizes.setdefault(size, []).append(recognised.milliseconds)
        lot.count(path.stem, recognised.sightings, labels, turned)
    return {
        **lot.document(),
        "turned": turned,
        "milliseconds": {
            **_times(milliseconds),
            "by_size": {size: {"pictures": len(times), **_times(times)} for size, times in sorted(sizes.items())},
        },
        "memory_mb": _peak_memory(),
        "machine": machine(),
    }


def _times(values: Sequence[float]) -> dict[str, int]:
    return {"median": round(upper_median(values)), "most": round(max(values))}


def _peak_memory() -> int:
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(most / (1e6 if sys.platform == "darwin" else 1e3))
