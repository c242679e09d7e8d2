"""Pose of the film camera, at the beginning and after every push."""

import numpy as np

from models.training.scenes import variety
from models.training.scenes.camera import Camera, aim_camera
from models.training.stage.film import Film
from models.training.stage.timeline import Timeline


def camera_of(film: Film, size: tuple[int, int]) -> Camera:
    """Return a camera that covers the whole table of a film, up to 12° from straight down."""
    rng = np.random.default_rng([34, film.seed])
    tilt, towards = variety.drawn(rng, variety.FILM_TILT), float(rng.choice([0, 0, 90, 180, 270]) + rng.normal(0, 20))
    return aim_camera(film.script.plan.span, size, tilt, towards, roll=float(rng.normal(0, 1.2)), slack=1.02)


def camera_at(camera: Camera, timeline: Timeline, time: float) -> Camera:
    """Return the camera after all pushes up to that moment."""
    across = down = turn = 0.0
    for nudge in timeline.nudges:
        share = float(np.clip((time - nudge.at) / nudge.duration, 0, 1))
        across, down, turn = across + share * nudge.across, down + share * nudge.down, turn + share * nudge.turn
    if across == down == turn == 0.0:
        return camera
    return camera.nudge(across * camera.width, down * camera.width, turn)
