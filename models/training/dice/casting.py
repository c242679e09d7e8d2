"""A die viewed by a camera: rays cast at a convex solid with rounded edges, coloured, lit and cut out."""

from dataclasses import dataclass

import cv2
import numpy as np

from companion.pictures.arrays import Floats, Ints, Mask, Matrix, Picture
from models.training.dice.glyphs import SIDE
from models.training.dice.marks import Marks
from models.training.dice.materials import Material, body_colours
from models.training.dice.solids import Solid, in_plane


@dataclass(frozen=True, slots=True, eq=False)
class DieModel:
    """A die: its shape, what stands on it, and what it is made of.

    ``roundness`` is how wide its edges are blended, and the radius of the ball that its corners are cut by.
    """

    shape: Solid
    marks: Marks
    material: Material
    roundness: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Viewpoint:
    """A camera's position from a die's middle, shape (3,), and its rays, shape (h, w, 3), in inner radii."""

    camera: Matrix
    rays: Matrix


@dataclass(frozen=True, slots=True)
class View:
    """A view of a die: ``tilt`` (radians) from straight above, the camera ``away`` inner radii from its middle.

    ``zoom`` are the patch's pixels an inner radius, ``side`` its width and height.
    """

    tilt: float
    away: float
    zoom: float
    side: int

    def axes(self) -> tuple[Matrix, Matrix, Matrix]:
        """To the picture's right, its bottom, and towards the camera, in the table's axes."""
        cos, sin = np.cos(self.tilt), np.sin(self.tilt)
        return np.array([1.0, 0, 0]), np.array([0.0, cos, -sin]), np.array([0.0, sin, cos])

    def viewpoint(self) -> Viewpoint:
        """Return the camera and the rays of the patch."""
        right, down, near = self.axes()
        steps = (np.arange(self.side) + 0.5 - self.side / 2) / self.zoom
        across, along = np.meshgrid(steps, steps)
        camera = near * self.away
        return Viewpoint(camera, across[..., None] * right + along[..., None] * down - camera)

    def project(self, points: Matrix) -> Matrix:
        """Patch pixels, shape (n, 2), of points about the die's middle, shape (n, 3)."""
        right, down, near = self.axes()
        scale = self.zoom * self.away / (self.away - points @ near)
        flat = np.stack([points @ right, points @ down], axis=1) * scale[:, None]
        return np.asarray(flat + self.side / 2)


@dataclass(frozen=True, slots=True)
class Light:
    """A lamp's direction (length 1, z up), its strength beside the room's own light, and how rounded edges are."""

    direction: tuple[float, float, float]
    strength: float
    ambient: float


def cast(die: DieModel, pose: Matrix, viewpoint: Viewpoint, light: Light, rng: np.random.Generator) -> Floats:
    """Return the die as blue, green, red and coverage of each ray, shape (h, w, 4), 0–1."""
    material = die.material
    normals = (die.shape.normals @ pose.T).astype(np.float32)
    camera, directions = viewpoint.camera.astype(np.float32), viewpoint.rays.reshape(-1, 3)
    rays = (directions / np.linalg.norm(directions, axis=1, keepdims=True)).astype(np.float32)
    first, cut, met = _entered(normals, camera, rays, die.roundness[1])
    hit = camera + rays[met] * first[met, None]
    closeness = hit @ normals.T
    blend = np.exp(np.minimum(closeness - closeness.max(axis=1, keepdims=True), 0) / die.roundness[0])
    normal = blend @ normals
    ball = cut[met]
    normal[ball] = hit[ball]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    ink, slope = _ink(die, pose, normals, hit, closeness.argmax(axis=1), ball)
    if material.depth:
        normal = normal + material.depth * slope
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    body = body_colours(material, hit @ pose.astype(np.float32), rng)
    if material.rim:
        body = body + _rim(closeness, material.rim)[:, None] * (material.rim_colour - body)
    if material.clear:
        below = _refracted(die, pose, normals, hit, normal, rays[met])
        body = body + (1.3 * material.clear * below)[:, None] * (material.marks - body)
    colours = body + ink[:, None] * (material.marks - body)
    lit = _lit(colours, normal, rays[met], hit, material, light)
    if material.gloss > MIRRORS:
        lit = _mirroring(lit, colours, normal, rays[met], ink, material, rng)
    patch = np.zeros((len(rays), 4), np.float32)
    patch[met, :3] = np.clip(lit, 0, 1)
    patch[met, 3] = 1 - material.clear * (1 - ink)
    return patch.reshape(*viewpoint.rays.shape[:2], 4)


def quantized(patch: Floats) -> Picture:
    """Return a cast die as 0–255."""
    return np.asarray(patch * 255 + 0.5, np.uint8)


GLASS = 1.5
"""How much a ray is bent where it enters a clear die."""


def _refracted(die: DieModel, pose: Matrix, normals: Floats, hit: Floats, normal: Floats, rays: Floats) -> Floats:
    """How much of each point (0–1) shows a mark of a far face through a clear die."""
    facing = -(rays * normal).sum(axis=1, keepdims=True)
    inside = rays / GLASS + (facing / GLASS - np.sqrt(1 - (1 - facing**2) / GLASS**2)) * normal
    inside /= np.linalg.norm(inside, axis=1, keepdims=True)
    towards = inside @ normals.T
    away = np.where(towards > 1e-3, (1 - hit @ normals.T) / np.maximum(towards, 1e-3), np.inf)
    face = away.argmin(axis=1)
    far = np.take_along_axis(away, face[:, None], axis=1)
    return _ink(die, pose, normals, hit + far * inside, face, np.zeros(len(hit), np.bool_))[0]


MIRRORS, LAMPS = 0.3, 5
"""Gloss from which on the room is mirrored; windows and lamps in it at most."""


def _rim(closeness: Floats, wide: float) -> Floats:
    """How far each point (n, of its closeness to every face) lies in the band along the edges, 0–1."""
    nearest = np.partition(closeness, -2, axis=1)[:, -2:]
    return np.asarray(np.clip(2 - (nearest[:, 1] - nearest[:, 0]) / wide, 0, 1), np.float32)


def _mirroring(
    lit: Floats,
    colours: Floats,
    normal: Floats,
    rays: Floats,
    ink: Floats,
    material: Material,
    rng: np.random.Generator,
) -> Floats:
    """Return lit colours with the room mirrored in them: metal mirrors it in its own colour, plastic by its slant."""
    mirrored = rays - 2 * (rays * normal).sum(axis=1, keepdims=True) * normal
    room = 0.25 + 0.25 * np.clip(mirrored[:, 2], -0.6, 1)
    for _ in range(int(rng.integers(1, LAMPS + 1))):
        way = rng.standard_normal(3)
        way[2] = abs(way[2])
        near = mirrored @ (way / np.linalg.norm(way)).astype(np.float32)
        soft, least = float(rng.uniform(0.01, 0.25)), float(rng.uniform(0.6, 0.97))
        room = room + float(rng.uniform(0.2, 1.3)) * np.clip((near - least) / soft, 0, 1)
    room = np.asarray(room, np.float32)[:, None]
    if material.style == "metal":
        share = (0.75 * (1 - 0.8 * ink))[:, None]
        return np.asarray(lit * (1 - share) + share * colours * 1.3 * room, np.float32)
    slant = 0.04 + 0.6 * (1 - np.clip(-(rays * normal).sum(axis=1), 0, 1)) ** 4
    return np.asarray(lit + (material.gloss * slant)[:, None] * room, np.float32)


def _entered(normals: Floats, camera: Floats, rays: Floats, ball: float) -> tuple[Floats, Mask, Mask]:
    """How far along each ray the die begins, whether at a rounded corner, and whether it is met at all."""
    towards = rays @ normals.T
    distance = (1 - normals @ camera) / np.where(np.abs(towards) < 1e-6, 1e-6, towards)
    first = np.where(towards < 0, distance, -np.inf).max(axis=1)
    last = np.where(towards > 0, distance, np.inf).min(axis=1)
    along = rays @ camera
    inside = along**2 - (camera @ camera - ball**2)
    root = np.sqrt(np.maximum(inside, 0))
    cut = -along - root > first
    first = np.maximum(first, -along - root)
    last = np.minimum(last, -along + root)
    return first.astype(np.float32), cut, (first < last) & (inside > 0)


def _ink(die: DieModel, pose: Matrix, normals: Floats, hit: Floats, face: Ints, ball: Mask) -> tuple[Floats, Floats]:
    """How much of each point lies in a mark (0–1), and which way the mark's edge leans there (n × 3)."""
    marks = die.marks
    ups, rights, middles = frames(die.shape, pose, marks)
    local = hit - middles[face]
    across = (local * rights[face]).sum(axis=1) / marks.size + 0.5
    down = 0.5 - (local * ups[face]).sum(axis=1) / marks.size
    inside = (across > 0.01) & (across < 0.99) & (down > 0.01) & (down < 0.99) & ~ball
    atlas = marks.masks.reshape(-1, SIDE)
    # OpenCV samples no list of more than 32,766 points, so they form a grid whose rest is left out again.
    grid = (len(hit) // 1024 + 1, 1024)
    columns = np.resize((np.clip(across, 0, 1) * SIDE - 0.5).astype(np.float32), grid)
    rows = np.resize((np.clip(down, 0, 1) * SIDE - 0.5 + face * SIDE).astype(np.float32), grid)
    blurred = cv2.blur(atlas, (3, 3))
    shifted = (cv2.remap(blurred, columns + x, rows + y, cv2.INTER_LINEAR) for x, y in ((0, 0), (2, 0), (0, 2)))
    there, rightward, below = (np.where(inside, ink.ravel()[: len(hit)] / 255, 0) for ink in shifted)
    slope = (rightward - there)[:, None] * rights[face] - (below - there)[:, None] * ups[face]
    return there.astype(np.float32), slope.astype(np.float32)


def frames(shape: Solid, pose: Matrix, marks: Marks) -> tuple[Floats, Floats, Floats]:
    """For every face of the posed die the way up and the right of its mark, and the mark's middle, each (n, 3)."""
    ups, rights, middles = [], [], []
    for normal, up in zip(shape.normals, shape.ups, strict=True):
        own = in_plane(up, normal)
        middles.append(normal - marks.drop * own)
        for _ in range(marks.turns):
            own = np.cross(normal, own)
        ups.append(own)
        rights.append(np.cross(normal, own))
    turned = [(np.stack(rows) @ pose.T).astype(np.float32) for rows in (ups, rights, middles)]
    return turned[0], turned[1], turned[2]


def _lit(colours: Floats, normal: Floats, rays: Floats, hit: Floats, material: Material, light: Light) -> Floats:
    lamp = np.array(light.direction, np.float32)
    facing = np.maximum(normal @ lamp, 0)
    # The table takes light from what faces down.
    sky = 0.72 + 0.28 * normal[:, 2] - 0.18 * np.clip(-hit[:, 2] - 0.3, 0, 1)
    mirrored = rays - 2 * (rays * normal).sum(axis=1, keepdims=True) * normal
    shine = material.gloss * np.maximum(mirrored @ lamp, 0) ** material.sharpness
    window = material.gloss * 0.22 * np.clip(mirrored[:, 2], 0, 1) ** 3
    dull = 0.45 if material.style == "metal" else 1.0
    bright = light.ambient * sky + light.strength * facing
    return np.asarray(colours * (dull * bright)[:, None] + (shine * light.strength * 1.4 + window)[:, None], np.float32)
