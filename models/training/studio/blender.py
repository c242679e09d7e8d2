"""The studio itself: a shot built in Blender (``bpy``, Python 3.11) and photographed by its path tracer."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix
from numpy.typing import NDArray

from companion.vision.arrays import Picture
from models.training.studio.grounds import lay_ground
from models.training.studio.markings import atlas, grid_of
from models.training.studio.materials import material
from models.training.studio.seeing import standing
from models.training.studio.throws import Shot, ThrownDie

SAMPLES = 4
"""Rays for each pixel; what is left of their noise is taken away."""
UNITS = 125.0
"""Table units in a metre: a die's inner radius is about 8 mm."""


def photograph(shot: Shot, side: int, decks: Sequence[Sequence[Picture]] = ()) -> NDArray[np.uint8]:
    """The picture (side × side × 3, blue first); cards on which dice lie are ours or of these other decks' faces."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _settings(scene, shot, side)
    for number, die in enumerate(shot.dice):
        _die(scene, number, die)
    for thing in shot.clutter:
        _thing(scene, *thing)
    lay_ground(scene, shot, decks)
    _lights(scene, shot)
    _camera(scene, shot)
    with tempfile.TemporaryDirectory() as folder:
        scene.render.filepath = str(Path(folder) / "shot.png")
        bpy.ops.render.render(write_still=True)
        picture = cv2.imread(scene.render.filepath, cv2.IMREAD_COLOR)
    return np.asarray(picture, np.uint8)


def _settings(scene: Any, shot: Shot, side: int) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.03
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    # Its best quality takes as long as all else, and nobody tells the pictures apart.
    scene.cycles.denoising_quality = scene.cycles.denoising_prefilter = "FAST"
    scene.cycles.max_bounces = 5
    scene.cycles.use_light_tree = False
    scene.cycles.caustics_reflective = scene.cycles.caustics_refractive = False
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x = scene.render.resolution_y = side
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.compression = 0
    scene.view_settings.view_transform = shot.look
    scene.view_settings.exposure = shot.exposure


def _die(scene: Any, number: int, die: ThrownDie) -> None:
    mesh = bpy.data.meshes.new(f"die {number}")
    count = len(die.mesh.triangles)
    mesh.vertices.add(len(die.mesh.corners))
    mesh.vertices.foreach_set("co", die.mesh.corners.astype(np.float32).ravel())
    mesh.loops.add(3 * count)
    mesh.loops.foreach_set("vertex_index", die.mesh.triangles.ravel())
    mesh.polygons.add(count)
    mesh.polygons.foreach_set("loop_start", np.arange(0, 3 * count, 3, dtype=np.int32))
    mesh.uv_layers.new(name="marks").uv.foreach_set("vector", _unfolded(die).ravel())
    mesh.update(calc_edges=True)
    mesh.shade_smooth()
    marks = atlas(die.style, die.sides, die.body.shape.values, die.body.span)
    mesh.materials.append(material(f"make {number}", die.make, _image(f"marks {number}", marks)))
    thing = bpy.data.objects.new(mesh.name, mesh)
    matrix = np.eye(4)
    matrix[:3, :3] = die.pose * die.size
    matrix[:3, 3] = die.at
    thing.matrix_world = Matrix(matrix)
    scene.collection.objects.link(thing)


def _unfolded(die: ThrownDie) -> NDArray[np.float32]:
    """Where each triangle's corners lie in the marks' picture (triangles × 3 × 2), from its lower left."""
    rows, columns = grid_of(len(die.body.shape.normals))
    row, column = np.divmod(die.mesh.faces, columns)
    right = (column[:, None] + die.mesh.maps[..., 0]) / columns
    up = 1 - (row[:, None] + 1 - die.mesh.maps[..., 1]) / rows
    return np.stack([right, up], axis=2).astype(np.float32)


def _image(name: str, mask: NDArray[np.uint8]) -> Any:
    """A mask as a picture that materials can use."""
    image = bpy.data.images.new(name, mask.shape[1], mask.shape[0], float_buffer=False)
    image.colorspace_settings.name = "Non-Color"
    level = mask[::-1].astype(np.float32) / 255
    image.pixels.foreach_set(np.dstack([level, level, level, np.ones_like(level)]).ravel())
    image.pack()
    return image


def _thing(scene: Any, kind: str, x: float, y: float, size: float, colour: tuple[float, float, float]) -> None:
    if kind == "coin":
        bpy.ops.mesh.primitive_cylinder_add(radius=size, depth=0.16, location=(x, y, 0.08))
    elif kind == "token":
        bpy.ops.mesh.primitive_cylinder_add(radius=size, depth=0.5, location=(x, y, 0.25), vertices=6)
    elif kind == "bead":
        bpy.ops.mesh.primitive_uv_sphere_add(radius=size * 0.7, location=(x, y, size * 0.7))
    else:
        bpy.ops.mesh.primitive_cube_add(size=1.4 * size, location=(x, y, 0.7 * size), rotation=(0, 0, x))
    thing = bpy.context.object
    thing.data.shade_smooth()
    plain = bpy.data.materials.new(kind)
    plain.use_nodes = True
    surface = plain.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*colour, 1)
    surface.inputs["Metallic"].default_value = float(kind == "coin")
    surface.inputs["Roughness"].default_value = 0.35
    thing.data.materials.append(plain)


def _lights(scene: Any, shot: Shot) -> None:
    for number, lamp in enumerate(shot.lamps):
        light = bpy.data.lights.new(f"lamp {number}", "AREA")
        light.energy, light.size, light.color = lamp.power, lamp.wide, lamp.colour
        thing = bpy.data.objects.new(light.name, light)
        thing.location = lamp.at
        thing.rotation_euler = _towards((0.0, 0.0, 0.0), lamp.at)
        scene.collection.objects.link(thing)
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    nodes, links = world.node_tree.nodes, world.node_tree.links
    background = nodes["Background"]
    background.inputs["Strength"].default_value = shot.sky_strength
    # A room is not evenly bright: what shines on the dice has windows and dark corners.
    place = nodes.new("ShaderNodeTexCoord")
    cloud = nodes.new("ShaderNodeTexNoise")
    cloud.inputs["Scale"].default_value = 1.5 + shot.ground_seed % 5
    ramp = nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.38, 0.64
    ramp.color_ramp.elements[0].color = (*(0.25 * one for one in shot.sky), 1)
    ramp.color_ramp.elements[1].color = (*shot.sky, 1)
    links.new(place.outputs["Generated"], cloud.inputs["Vector"])
    links.new(cloud.outputs["Fac"], ramp.inputs["Fac"])
    links.new(ramp.outputs["Color"], background.inputs["Color"])
    scene.world = world


def _camera(scene: Any, shot: Shot) -> None:
    camera = bpy.data.cameras.new("camera")
    camera.sensor_width, camera.lens = 36.0, shot.lens
    camera.clip_end = 1000.0
    camera.dof.use_dof = True
    camera.dof.focus_distance = shot.distance + shot.focus
    camera.dof.aperture_fstop = shot.aperture / UNITS
    thing = bpy.data.objects.new("camera", camera)
    rotation, place = standing(shot)
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = rotation, place
    thing.matrix_world = Matrix(matrix)
    scene.collection.objects.link(thing)
    scene.camera = thing


def _towards(target: tuple[float, float, float], eye: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = (a - b for a, b in zip(target, eye, strict=True))
    return (math.atan2(math.hypot(x, y), -z), 0.0, math.atan2(y, x) - math.pi / 2)
