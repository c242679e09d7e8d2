"""Simulated camera: exposure, vignette, blur, sensor noise, JPEG."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Matrix, Picture
from models.training.scenes.variety import PHOTO_LENS, LensRanges, drawn


@dataclass(frozen=True, slots=True)
class Lens:
    """Camera settings: ``blur`` in pixels, ``noise`` of the sensor at full light (0–1), ``quality`` of the JPEG."""

    exposure: float
    vignette: float
    blur: float
    noise: float
    quality: int
    mottle: float
    """Unevenness of the room's light, as a share of it."""
    slope: tuple[float, float]
    """Increase of the lamp's light across and down the picture, as a share of it."""


def random_lens(rng: np.random.Generator, ranges: LensRanges = PHOTO_LENS) -> Lens:
    """Return random camera settings."""
    return Lens(
        exposure=drawn(rng, ranges.exposure),
        vignette=drawn(rng, ranges.vignette),
        blur=drawn(rng, ranges.blur),
        noise=drawn(rng, ranges.noise),
        quality=int(rng.integers(*ranges.quality)),
        mottle=drawn(rng, ranges.mottle),
        slope=(float(rng.normal(0, ranges.slope)), float(rng.normal(0, ranges.slope))),
    )


def exposure_map(lens: Lens, size: tuple[int, int], rng: np.random.Generator) -> Matrix:
    """Return the light factor of each pixel, shape (height, width).

    Args:
        lens: the camera settings.
        size: width and height in pixels.
        rng: the source of randomness.

    Returns:
        The factors.
    """
    width, height = size
    xs = (np.arange(width)[None] + 0.5) / width - 0.5
    ys = (np.arange(height)[:, None] + 0.5) / height - 0.5
    falloff = 1 - lens.vignette * (xs**2 + ys**2) * 2
    slope = 1 + lens.slope[0] * 2 * xs + lens.slope[1] * 2 * ys
    patches = cv2.resize(rng.normal(0, lens.mottle, (4, 5)), (width, height), interpolation=cv2.INTER_CUBIC)
    return np.asarray(lens.exposure * falloff * slope * (1 + patches), dtype=np.float64)


def take_photo(light: Matrix, lens: Lens, rng: np.random.Generator) -> Picture:
    """Return the 8-bit BGR picture of linear light, shape (height, width, 3)."""
    height, width = light.shape[:2]
    exposed = light * exposure_map(lens, (width, height), rng)[..., None]
    blurred = cv2.GaussianBlur(exposed, (0, 0), lens.blur) if lens.blur > 0.2 else exposed
    shot = np.sqrt(np.clip(blurred, 0.002, 1)) * lens.noise
    noisy = blurred + rng.normal(0, 1, blurred.shape) * shot
    return np.asarray(np.clip(np.clip(noisy, 0, 1) ** (1 / 2.2) * 255 + 0.5, 0, 255), dtype=np.uint8)


def encode_jpeg(picture: Picture, lens: Lens) -> bytes:
    """Return the picture as a JPEG file."""
    _, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, lens.quality])
    return bytes(data)
