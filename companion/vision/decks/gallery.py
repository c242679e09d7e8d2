"""What the reader knows of a deck: the features and the faces of its cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from io import BytesIO

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Ints, Picture
from companion.vision.cards.alignment import FaceVectors, Templates
from companion.vision.cards.card_frame import HEIGHT, WIDTH

BACK = "back"
FEATURE_HEIGHT = 210
"""Faces are looked at this tall: about what a card measures in a photo of a whole table."""
FEATURES_A_FACE = 300


def sift(features: int) -> cv2.SIFT:
    """Return a detector of at most so many features, faint ones included."""
    return cv2.SIFT.create(nfeatures=features, contrastThreshold=0.02)


def features_of(grey: Picture, detector: cv2.SIFT) -> tuple[Floats, Floats]:
    """Keypoints as (x, y, size, angle in radians) and their RootSIFT descriptors, (n, 4) and (n, 128)."""
    keypoints, descriptors = detector.detectAndCompute(grey, None)
    if descriptors is None or not keypoints:
        return np.zeros((0, 4), np.float32), np.zeros((0, 128), np.float32)
    points = np.array([(*k.pt, k.size, np.deg2rad(k.angle)) for k in keypoints], np.float32)
    points[:, :2] += 0.5
    total = np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-6)
    return points, np.sqrt(descriptors / total).astype(np.float32)


@dataclass(frozen=True)
class Gallery:
    """The enrolled views of one deck.

    ``codes`` names each view (``back`` for a back); ``faces`` are the views in the card's frame, (views,
    HEIGHT, WIDTH, 3); ``points`` are features in frame units with their size and angle, ``owner`` the
    view of each.
    """

    name: str
    codes: tuple[str, ...]
    faces: Picture
    points: Floats
    descriptors: Floats
    owner: Ints

    @classmethod
    def of(cls, name: str, views: Iterable[tuple[str, Picture]]) -> Gallery:
        """From pictures of the cards, one or more, each filled by its card, upright: (code, BGR pixels)."""
        detector = sift(FEATURES_A_FACE)
        codes, faces, points, descriptors, owner = [], [], [], [], []
        for number, (code, pixels) in enumerate(views):
            codes.append(code)
            faces.append(cv2.resize(pixels, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA))
            found, described = features_of(_framed(pixels), detector)
            found[:, :2] -= _MARGIN
            found[:, :3] *= HEIGHT / FEATURE_HEIGHT
            points.append(found)
            descriptors.append(described)
            owner.append(np.full(len(found), number, np.intp))
        return cls(
            name,
            tuple(codes),
            np.stack(faces).astype(np.uint8),
            np.vstack(points),
            np.vstack(descriptors),
            np.concatenate(owner),
        )

    def with_view(self, code: str, pixels: Picture) -> Gallery:
        """Return the gallery with one more view of a card, filled by it and upright (BGR pixels)."""
        one = Gallery.of(self.name, [(code, pixels)])
        return Gallery(
            self.name,
            (*self.codes, code),
            np.concatenate([self.faces, one.faces]),
            np.vstack([self.points, one.points]),
            np.vstack([self.descriptors, one.descriptors]),
            np.concatenate([self.owner, one.owner + len(self.codes)]),
        )

    @cached_property
    def whole(self) -> FaceVectors:
        """The faces, to be compared with what lies at an exact place."""
        return FaceVectors(self.faces)

    @cached_property
    def small(self) -> FaceVectors:
        """The faces at half the size, upright and then upside down, for a first look."""
        both = np.concatenate([self.faces, self.faces[:, ::-1, ::-1]])
        halves = [cv2.resize(face, (WIDTH // 2, HEIGHT // 2), interpolation=cv2.INTER_AREA) for face in both]
        return FaceVectors(np.stack(halves).astype(np.uint8), 0.5, 0.6)

    @cached_property
    def templates(self) -> tuple[Templates, ...]:
        """The faces in grey, cut up to be laid onto places."""
        return tuple(Templates(np.asarray(cv2.cvtColor(face, cv2.COLOR_BGR2GRAY), np.uint8)) for face in self.faces)

    def packed(self) -> bytes:
        """Return the gallery as a file, which :meth:`load` reads."""
        file = BytesIO()
        np.savez_compressed(
            file,
            codes=np.array(self.codes),
            faces=self.faces,
            points=self.points.astype(np.float16),
            descriptors=np.round(self.descriptors * 255).astype(np.uint8),
            owner=self.owner.astype(np.int16),
        )
        return file.getvalue()


_MARGIN = 8


def _framed(pixels: Picture) -> Picture:
    """Return a face in grey at the size of features, with a margin so that those at its edge are found."""
    width = round(FEATURE_HEIGHT * WIDTH / HEIGHT)
    grey = cv2.resize(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), (width, FEATURE_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.copyMakeBorder(grey, _MARGIN, _MARGIN, _MARGIN, _MARGIN, cv2.BORDER_REPLICATE), np.uint8)
