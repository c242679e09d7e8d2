"""Staged films: whole Magnate games as video, with labels of what happens.

A game is played by the rules (``game``), written as gestures with times (``directing``, ``gestures``, ``throwing``,
``disturbances``), and filmed (``filming``): the still table is rendered by the scenes' renderer whenever it changes,
and what moves is composed over it frame by frame.
"""

from models.training.stage.staged_film import StagedFilm, stage

__all__ = ["StagedFilm", "stage"]
