"""Photos that ``companion see`` reads, as its documents."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from companion.cli.known_decks import known_decks
from companion.cli.output import print_error, translate, write_output
from companion.cli.terminal import working
from companion.folders import Folders
from companion.games.documents import Json
from companion.locale import Message
from companion.pictures.loading import UnreadablePicture, load_damaged
from companion.table.sightings import card_document, die_document
from companion.vision.decks.gallery import Gallery
from companion.vision.overlay import encode_overlay
from companion.vision.recognise import load_networks, recognise_photo


def read_photos(photos: Sequence[Path], folders: Folders, overlay: Path | None) -> tuple[list[Json], bool]:
    """Return a document of each photo, and whether all files are undamaged; readings are drawn into ``overlay``."""
    galleries, documents, all_undamaged = known_decks(folders), [], True
    with ThreadPoolExecutor(max_workers=1) as executor:
        loading = executor.submit(load_networks)
        for photo in photos:
            document, undamaged = _read_photo(photo, galleries, overlay, loading)
            documents.append(document)
            all_undamaged &= undamaged
    return documents, all_undamaged


def _read_photo(
    photo: Path, galleries: list[Gallery], overlay: Path | None, loading: Future[None]
) -> tuple[Json, bool]:
    """Return a photo's document, and whether its file is undamaged; the networks are ``loading`` meanwhile."""
    try:
        picture = load_damaged(photo)
    except UnreadablePicture as error:
        print_error(error)
        return {"image": {"path": str(photo)}, "error": translate(error)}, False
    with working(Message("Reading {file}", {"file": str(photo)})):
        loading.result()
        result = recognise_photo(picture, galleries)
    sightings = result.sightings
    if picture.damage is not None:
        print_error(picture.damage)
    if overlay is not None:
        write_output(overlay, encode_overlay(picture.pixels, sightings, overlay.suffix))
    document = {
        "image": {"path": str(photo), "width": picture.width, "height": picture.height},
        "ms": round(result.milliseconds, 1),
        "cards": [card_document(card) for card in sightings.cards],
        "dice": [die_document(die) for die in sightings.dice],
    }
    return document, picture.damage is None
