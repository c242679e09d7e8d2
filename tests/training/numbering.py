"""How a d10 is numbered, as one who holds it sees it."""

from companion.pictures.arrays import Matrix
from models.training.dice.solids import Solid


def neighbours(shape: Solid, rights: Matrix, digit: int) -> tuple[int, int]:
    """What stands to the left and to the right of a d10's digit, about the same pole."""
    own = shape.values.index(digit or 10)
    pole = [other for other in range(10) if other // 5 == own // 5]
    along = {shape.values[other] % 10: float(shape.normals[other] @ rights[own]) for other in pole}
    near = sorted(pole, key=lambda other: -float(shape.normals[other] @ shape.normals[own]))[1:3]
    left, right = sorted((shape.values[other] % 10 for other in near), key=lambda one: along[one])
    return left, right
