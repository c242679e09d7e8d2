"""Pictures and photos: formats, previews, HEIC and AVIF, whole and damaged."""

import random
import struct
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import ExifTags, Image, features
from pillow_heif import register_heif_opener

from companion.demo import bundled
from companion.pictures.arrays import Picture
from companion.pictures.input_limits import PICTURE_SUFFIXES, PILLOW_FORMATS
from companion.pictures.loading import (
    DamagedPicture,
    TooManyPixels,
    UnreadablePicture,
    decode_picture,
    decode_preview,
    load_damaged,
    load_picture,
)
from companion.pictures.sandbox.hevc_check import is_damaged, is_heic
from companion.pictures.sources.frame import Frame, to_half
from tests.cases import each
from tests.vision.table_pictures import Lying, table_picture

SIZE = (960, 540)


@pytest.fixture(scope="module")
def table() -> Picture:
    return table_picture([Lying("PSWK", 250, 270), Lying("X", 400, 270)], SIZE)


def saved(pixels: Picture, kind: str, **how: object) -> bytes:
    """The picture as a file's bytes."""
    out = BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels[:, :, ::-1])).save(out, kind, **how)
    return out.getvalue()


@each("kind", ["JPEG", "PNG"])
def test_a_glimpse_is_the_picture_at_half_its_size(table: Picture, kind: str) -> None:
    data = saved(table, kind)
    glimpse = decode_preview(data, "frame")
    assert (glimpse.width, glimpse.height, glimpse.half.shape) == (960, 540, (270, 480))
    assert np.abs(glimpse.half.astype(int) - to_half(decode_picture(data, "frame"))).mean() < 2


def test_a_frame_of_a_glimpse_has_all_its_pixels_once_they_are_wanted(table: Picture) -> None:
    data = saved(table, "JPEG")
    frame = Frame(decode_preview(data, "frame"), 0.0, 0)
    assert frame.size == SIZE and "pixels" not in vars(frame)
    assert np.array_equal(frame.pixels, decode_picture(data, "frame"))


def test_a_phone_held_upright_is_glimpsed_upright(table: Picture) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    data = saved(table, "JPEG", exif=exif)
    frame = Frame(decode_preview(data, "frame"), 0.0, 0)
    assert frame.size == (540, 960) == frame.pixels.shape[1::-1]
    assert np.abs(frame.half.astype(int) - to_half(frame.pixels)).mean() < 2


def test_a_picture_of_odd_size_is_glimpsed_too(table: Picture) -> None:
    odd = np.ascontiguousarray(table[:401, :641])
    glimpse = decode_preview(saved(odd, "JPEG"), "frame")
    assert glimpse.half.shape == to_half(odd).shape


def test_a_glimpse_of_half_a_file_is_refused(table: Picture) -> None:
    data = saved(table, "JPEG")
    with pytest.raises(UnreadablePicture, match="damaged or incomplete"):
        decode_preview(data[: len(data) // 2], "frame")
    with pytest.raises(TooManyPixels):
        decode_preview(data, "frame", 1000)


def test_a_grey_picture_is_glimpsed_as_it_is(table: Picture) -> None:
    grey = cv2.cvtColor(table, cv2.COLOR_BGR2GRAY)
    glimpse = decode_preview(cv2.imencode(".jpg", grey)[1].tobytes(), "frame")
    assert np.abs(glimpse.half.astype(int) - to_half(table)).mean() < 3


needs_avif = pytest.mark.skipif(not features.check("avif"), reason="this Pillow was built without AVIF")


def avif(path: Path, size: tuple[int, int] = (320, 240)) -> Path:
    Image.new("RGB", size, (200, 120, 40)).save(path, "AVIF", quality=90)
    return path


@needs_avif
def test_an_avif_photo_is_read(tmp_path: Path) -> None:
    pixels = load_picture(avif(tmp_path / "table.avif")).pixels
    assert pixels.shape == (240, 320, 3)
    assert np.abs(pixels.reshape(-1, 3).mean(axis=0) - (40, 120, 200)).max() < 6
    assert ".avif" in PICTURE_SUFFIXES


@needs_avif
def test_an_avif_photo_of_twelve_megapixels_is_read_within_the_decoders_limits(tmp_path: Path) -> None:
    assert load_picture(avif(tmp_path / "table.avif", (4032, 3024))).width == 4032


@needs_avif
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_an_avif_photo_that_is_cut_off_is_refused(share: float, tmp_path: Path) -> None:
    path = avif(tmp_path / "table.avif")
    path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    with pytest.raises(UnreadablePicture):
        load_picture(path)


def test_what_only_calls_itself_avif_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "table.avif"
    path.write_bytes(b"\0\0\0\x20ftypavif" + bytes(200))
    with pytest.raises(UnreadablePicture):
        load_picture(path)


pillow_heif.register_heif_opener()


WIDTH, HEIGHT = 640, 480


def encode(tile: int, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A HEIC file as cameras write it: one coded picture, or a grid of tiles as phones use."""
    monkeypatch.setattr(pillow_heif.options, "GRID_TILE_SIZE", tile)
    with Image.open(bundled.photo()) as image:
        small = image.convert("RGB").resize((WIDTH, HEIGHT))
    file = BytesIO()
    small.save(file, "HEIF", quality=80)
    return file.getvalue()


@pytest.fixture(scope="module", params=[0, 256], ids=["one picture", "a grid of tiles"])
def damaged_photo(request: pytest.FixtureRequest) -> bytes:
    with pytest.MonkeyPatch.context() as here:
        return encode(request.param, here)


def test_a_sound_photo_is_read(damaged_photo: bytes) -> None:
    assert is_heic(damaged_photo) and not is_damaged(damaged_photo)
    assert decode_picture(damaged_photo, "photo").shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize(("each", "at_least"), [(1, 5), pytest.param(3, 16, marks=pytest.mark.prove("readings"))])
def test_holes_in_the_coded_picture_are_found(damaged_photo: bytes, each: int, at_least: int) -> None:
    rng, found = random.Random(3), 0
    for size in (256, 1024, 4096):
        for filling in (bytes(size), rng.randbytes(size)):
            for _ in range(each):
                at = rng.randrange(3000, len(damaged_photo) - size)
                found += is_damaged(damaged_photo[:at] + filling + damaged_photo[at + size :])
    assert found >= at_least  # of 6 or 18: a hole may look like coded data


def test_a_photo_with_a_hole_is_refused_and_read_only_as_damaged(damaged_photo: bytes, tmp_path: Path) -> None:
    middle = len(damaged_photo) // 2
    file = tmp_path / "photo.heic"
    file.write_bytes(damaged_photo[:middle] + bytes(4096) + damaged_photo[middle + 4096 :])
    with pytest.raises(DamagedPicture):
        load_picture(file)
    assert np.asarray(load_damaged(file).pixels).shape == (HEIGHT, WIDTH, 3)


register_heif_opener()  # as the decoder's process does

KINDS = [".jpg", ".png", ".webp", ".tif", ".bmp", ".heic"]


def photo(path: Path, width: int = 320, height: int = 240) -> Path:
    pixels = np.random.default_rng(0).integers(0, 256, (height, width, 3)).astype(np.uint8)
    if path.suffix == ".heic":
        Image.fromarray(pixels).save(path, "HEIF")
    else:
        path.write_bytes(cv2.imencode(path.suffix, pixels)[1].tobytes())
    return path


def plain(path: Path, mode: str, colour: int | tuple[int, ...]) -> Path:
    """A picture of one colour, as Pillow writes it."""
    Image.new(mode, (80, 70), colour).save(path)
    return path


def colour_of(path: Path) -> list[int]:
    """The colour, as red, green and blue, of a picture of one."""
    pixels = load_picture(path).pixels.reshape(-1, 3)
    assert (pixels == pixels[0]).all()
    return [int(part) for part in pixels[0, ::-1]]


def huge_png(path: Path) -> Path:
    """A PNG that says it is 20000 × 20000; its pixels would fill memory."""
    header = struct.pack(">IIBBBBB", 20_000, 20_000, 8, 2, 0, 0, 0)
    chunk = b"IHDR" + header
    start = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk + struct.pack(">I", zlib.crc32(chunk))
    path.write_bytes(start + b"\x00\x00\x00\x00IEND\xaeB`\x82")
    return path


def huge_heic(path: Path) -> Path:
    """A picture as an iPhone saves it that says it is 20000 × 20000."""
    small = photo(path).read_bytes()
    sizes = small.replace(b"ispe" + struct.pack(">III", 0, 320, 240), b"ispe" + struct.pack(">III", 0, 20_000, 20_000))
    assert sizes != small
    path.write_bytes(sizes)
    return path


def huge_webp(path: Path) -> Path:
    """An animation of which each picture is 16383 × 16383."""
    side = (16_382).to_bytes(3, "little")
    chunks = b"VP8X" + struct.pack("<I", 10) + b"\x02\0\0\0" + side + side + b"ANIM" + struct.pack("<I", 6) + bytes(6)
    drawn = photo(path).read_bytes()[12:]
    frame = bytes(6) + (319).to_bytes(3, "little") + (239).to_bytes(3, "little") + bytes(4) + drawn
    body = b"WEBP" + chunks + b"ANMF" + struct.pack("<I", len(frame)) + frame
    path.write_bytes(b"RIFF" + struct.pack("<I", len(body)) + body)
    return path


def with_orientation(path: Path, orientation: int) -> Path:
    """A JPEG whose EXIF says how it is to be turned."""
    tag = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    tiff = b"II*\x00\x08\x00\x00\x00" + struct.pack("<H", 1) + tag + b"\x00\x00\x00\x00"
    body = b"Exif\x00\x00" + tiff
    plain = photo(path).read_bytes()
    path.write_bytes(plain[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + plain[2:])
    return path


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_of_every_usual_kind_are_loaded(tmp_path: Path, kind: str) -> None:
    picture = load_picture(photo(tmp_path / f"table{kind}"))
    assert (picture.width, picture.height) == (320, 240)


@pytest.mark.parametrize("kind", KINDS)
def test_a_truncated_picture_is_refused(tmp_path: Path, kind: str) -> None:
    path = photo(tmp_path / f"table{kind}")
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])
    with pytest.raises(UnreadablePicture, match="table"):
        load_picture(path)


def test_a_picture_too_large_is_refused_before_it_is_decoded(tmp_path: Path) -> None:
    for huge in (huge_png(tmp_path / "huge.png"), huge_heic(tmp_path / "huge.heic")):
        with pytest.raises(UnreadablePicture, match=r"20000 × 20000.*at most 120 megapixels"):
            load_picture(huge)
    with pytest.raises(UnreadablePicture, match="16383 × 16383"):
        load_picture(huge_webp(tmp_path / "huge.webp"))


def test_a_picture_too_small_to_show_anything_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match="1 × 1"):
        load_picture(photo(tmp_path / "dot.png", 1, 1))


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"%PDF-1.7"])
def test_what_is_no_picture_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.jpg"
    path.write_bytes(content)
    with pytest.raises(UnreadablePicture, match=r"letter\.jpg"):
        load_picture(path)


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnreadablePicture, match="no such file"):
        load_picture(tmp_path / "none.jpg")
    with pytest.raises(UnreadablePicture, match="a pipe or a device"):
        load_picture(tmp_path)


@pytest.mark.parametrize(("orientation", "size"), [(1, (320, 240)), (6, (240, 320)), (8, (240, 320)), (3, (320, 240))])
def test_a_picture_is_turned_as_a_viewer_shows_it(tmp_path: Path, orientation: int, size: tuple[int, int]) -> None:
    picture = load_picture(with_orientation(tmp_path / "turned.jpg", orientation))
    assert (picture.width, picture.height) == size


def test_an_iphones_picture_is_turned_as_a_viewer_shows_it(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6
    Image.new("RGB", (320, 240)).save(tmp_path / "IMG_0001.HEIC", "HEIF", exif=exif.tobytes())
    picture = load_picture(tmp_path / "IMG_0001.HEIC")
    assert (picture.width, picture.height) == (240, 320)


def test_a_picture_keeps_its_place_where_its_orientation_cannot_be_read(tmp_path: Path) -> None:
    whole = with_orientation(tmp_path / "turned.jpg", 6).read_bytes()
    (tmp_path / "turned.jpg").write_bytes(whole.replace(b"II*\0\x08\0\0\0", b"II*\0\xff\xff\xff\x7f"))
    assert load_picture(tmp_path / "turned.jpg").width == 320


def by_opencv(path: Path) -> Picture:
    """The same picture as another decoder gives it."""
    return np.asarray(cv2.imdecode(np.fromfile(path, np.uint8), cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp", ".tif", ".bmp"])
def test_two_decoders_give_the_same_picture(tmp_path: Path, kind: str) -> None:
    path = photo(tmp_path / f"table{kind}")
    assert (load_picture(path).pixels == by_opencv(path)).all()


def test_a_picture_of_sixteen_bits_keeps_its_lights_and_darks(tmp_path: Path) -> None:
    for channels in ((), (3,)):
        deep = np.random.default_rng(0).integers(0, 1 << 16, (80, 90, *channels)).astype(np.uint16)
        (tmp_path / "deep.png").write_bytes(cv2.imencode(".png", deep)[1].tobytes())
        assert (load_picture(tmp_path / "deep.png").pixels >> 4 == by_opencv(tmp_path / "deep.png") >> 4).all()


def test_what_is_transparent_lies_on_white(tmp_path: Path) -> None:
    assert colour_of(plain(tmp_path / "hole.png", "RGBA", (0, 0, 0, 0))) == [255, 255, 255]
    assert colour_of(plain(tmp_path / "veil.png", "LA", (0, 128))) == [127, 127, 127]
    assert colour_of(plain(tmp_path / "red.png", "RGBA", (200, 10, 20, 255))) == [200, 10, 20]


def test_a_picture_in_a_printers_colours_is_read(tmp_path: Path) -> None:
    red, green, blue = colour_of(plain(tmp_path / "print.jpg", "CMYK", (0, 255, 255, 0)))
    assert red > 250 and max(green, blue) < 5


def test_of_a_picture_that_moves_the_first_is_taken(tmp_path: Path) -> None:
    pictures = [Image.new("RGB", (80, 70), colour) for colour in ("red", "blue")]
    for name in ("moves.png", "moves.webp", "moves.tif"):
        pictures[0].save(tmp_path / name, save_all=True, append_images=pictures[1:], lossless=True)
        assert colour_of(tmp_path / name) == [255, 0, 0]


def test_every_kind_of_file_that_is_offered_is_one_that_is_read() -> None:
    assert {Image.registered_extensions()[suffix] for suffix in PICTURE_SUFFIXES} == set(PILLOW_FORMATS)


def test_nothing_is_printed_about_a_damaged_picture_but_our_own_words(tmp_path: Path) -> None:
    for kind in (".jpg", ".webp", ".tif", ".heic"):
        path = photo(tmp_path / f"table{kind}")
        path.write_bytes(path.read_bytes()[:4000])
    code = """
import sys
from pathlib import Path
from companion.pictures.loading import UnreadablePicture, load_picture
for path in sorted(Path(sys.argv[1]).iterdir()):
    try:
        load_picture(path)
    except UnreadablePicture as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-c", code, tmp_path], capture_output=True, text=True, check=True)
    assert (done.stdout.count("table."), done.stderr) == (4, "")
