"""Rendering of an arm in Blender (``bpy``, Python 3.11): one skin over its bones, sleeve, lamps and camera.

There is no table under it: the background is transparent, and the shadow is a picture of its own.
"""

from __future__ import annotations

import math
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector
from numpy.typing import NDArray

from models.training.hands.arm_shards import HIGH, WIDE, View
from models.training.hands.arm_skeleton import Arm, Bone, Colour

SAMPLES = 8
"""Rays per pixel."""
SHADOW_DOWNSCALE = 4
"""Factor by which the shadow's picture is smaller; shadows are soft."""
MM = 0.001
"""Blender units (metres) in a millimetre."""
_VIEW_TRANSFORMS = ("Standard", "AgX", "Filmic")


def render_arm(arm: Arm, view: View) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the picture of an arm (HIGH × WIDE × 4, BGR and coverage) and of its shadow (HIGH × WIDE, 255: no light).

    Args:
        arm: the arm.
        view: the camera.

    Returns:
        Both pictures.
    """
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    rng = np.random.default_rng(view.seed)
    _settings(scene, view)
    parts = [_grown("skin", arm.bones, 2.6, _skin(arm.skin, rng))]
    if arm.sleeve:
        parts.append(_grown("sleeve", arm.sleeve, 5.0, _cloth(arm, rng), wrinkled=float(rng.uniform(3, 14))))
    parts += [_nail(*nail, _plain("nail", tuple(min(1.0, 1.15 * c) for c in arm.skin), 0.25)) for nail in arm.nails]
    for band in arm.bands:
        parts += _band(*band, rng)
    _lights(scene, view, rng)
    _camera(scene, view)
    with tempfile.TemporaryDirectory() as folder:
        shown = _rendered(scene, Path(folder) / "arm.png")
        bpy.ops.mesh.primitive_plane_add(size=6)
        bpy.context.object.is_shadow_catcher = True
        for part in parts:
            part.visible_camera = False
        scene.cycles.samples = 24
        scene.cycles.use_denoising = False
        scene.render.resolution_percentage = 100 // SHADOW_DOWNSCALE
        shadow = _rendered(scene, Path(folder) / "shadow.png")[..., 3]
    soft = cv2.GaussianBlur(shadow, (0, 0), 0.7)
    return shown, np.asarray(cv2.resize(soft, (WIDE, HIGH), interpolation=cv2.INTER_LINEAR), np.uint8)


def _settings(scene: Any, view: View) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = SAMPLES
    scene.cycles.use_denoising = True
    scene.cycles.denoiser = "OPENIMAGEDENOISE"
    scene.cycles.max_bounces = 3
    scene.render.film_transparent = True
    scene.render.threads_mode, scene.render.threads = "FIXED", 1
    scene.render.resolution_x, scene.render.resolution_y = WIDE, HIGH
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = _VIEW_TRANSFORMS[view.seed % len(_VIEW_TRANSFORMS)]


def _rendered(scene: Any, path: Path) -> NDArray[np.uint8]:
    scene.render.filepath = str(path)
    bpy.ops.render.render(write_still=True)
    return np.asarray(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), np.uint8)


def _grown(name: str, bones: Sequence[Bone], voxel: float, surface: Any, wrinkled: float = 0.0) -> Any:
    """Return a mesh that joins bones to one body."""
    import bmesh  # There only once bpy is.

    mesh = bpy.data.meshes.new(name)
    whole = bmesh.new()
    for bone in bones:
        one = bmesh.new()
        for end, radius in zip(bone.ends, bone.radii, strict=True):
            at = Matrix.Translation(Vector(end * MM))
            bmesh.ops.create_icosphere(one, subdivisions=2, radius=radius * MM, matrix=at)
        hull = bmesh.ops.convex_hull(one, input=one.verts)
        inside = [part for part in hull["geom_interior"] if isinstance(part, bmesh.types.BMVert)]
        bmesh.ops.delete(one, geom=inside, context="VERTS")
        piece = bpy.data.meshes.new("bone")
        one.to_mesh(piece)
        one.free()
        whole.from_mesh(piece)
    whole.to_mesh(mesh)
    whole.free()
    scene_object = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(scene_object)
    joined = scene_object.modifiers.new("joined", "REMESH")
    joined.mode, joined.voxel_size, joined.use_smooth_shade = "VOXEL", voxel * MM, True
    soft = scene_object.modifiers.new("soft", "SMOOTH")
    soft.factor, soft.iterations = 0.5, 12
    if wrinkled:
        folds = bpy.data.textures.new("folds", "CLOUDS")
        folds.noise_scale = 0.035
        folded = scene_object.modifiers.new("folded", "DISPLACE")
        folded.texture, folded.strength, folded.mid_level = folds, wrinkled * MM, 0.4
    mesh.materials.append(surface)
    return scene_object


def _plain(name: str, colour: Sequence[float], rough: float, metal: float = 0.0) -> Any:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Base Color"].default_value = (*colour[:3], 1)
    surface.inputs["Roughness"].default_value = rough
    surface.inputs["Metallic"].default_value = metal
    return material


def _skin(colour: Colour, rng: np.random.Generator) -> Any:
    material = _plain("skin", colour, float(rng.uniform(0.35, 0.65)))
    _mottled(material, colour, tuple(c * f for c, f in zip(colour, (0.82, 0.62, 0.6), strict=True)), 28.0)
    surface = material.node_tree.nodes["Principled BSDF"]
    surface.inputs["Subsurface Weight"].default_value = 0.12
    surface.inputs["Subsurface Radius"].default_value = (0.006, 0.002, 0.001)
    return material


def _cloth(arm: Arm, rng: np.random.Generator) -> Any:
    material = _plain("cloth", arm.cloth, 0.9)
    other = tuple(float(c) for c in rng.uniform(0, 0.8, 3))
    if arm.weave == "mottled":
        _mottled(material, arm.cloth, other, float(rng.uniform(10, 60)))
    elif arm.weave != "plain":
        nodes, links = material.node_tree.nodes, material.node_tree.links
        place = nodes.new("ShaderNodeTexCoord")
        if arm.weave == "checked":
            pattern = nodes.new("ShaderNodeTexChecker")
            pattern.inputs["Color1"].default_value, pattern.inputs["Color2"].default_value = (
                (*arm.cloth, 1),
                (*other, 1),
            )
            pattern.inputs["Scale"].default_value = float(rng.uniform(40, 150))
            links.new(pattern.outputs["Color"], nodes["Principled BSDF"].inputs["Base Color"])
        else:
            pattern = nodes.new("ShaderNodeTexWave")
            pattern.inputs["Scale"].default_value = float(rng.uniform(10, 40))
            pattern.bands_direction = str(rng.choice(["X", "Y", "DIAGONAL"]))
            _ramped(material, pattern.outputs["Fac"], arm.cloth, other)
        links.new(place.outputs["Object"], pattern.inputs["Vector"])
    return material


def _mottled(material: Any, first: Sequence[float], second: Sequence[float], scale: float) -> None:
    noise = material.node_tree.nodes.new("ShaderNodeTexNoise")
    noise.inputs["Scale"].default_value = scale
    place = material.node_tree.nodes.new("ShaderNodeTexCoord")
    material.node_tree.links.new(place.outputs["Object"], noise.inputs["Vector"])
    _ramped(material, noise.outputs["Fac"], first, second)


def _ramped(material: Any, level: Any, first: Sequence[float], second: Sequence[float]) -> None:
    ramp = material.node_tree.nodes.new("ShaderNodeValToRGB")
    ramp.color_ramp.elements[0].position, ramp.color_ramp.elements[1].position = 0.4, 0.7
    ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (*first[:3], 1), (*second[:3], 1)
    material.node_tree.links.new(level, ramp.inputs["Fac"])
    material.node_tree.links.new(
        ramp.outputs["Color"], material.node_tree.nodes["Principled BSDF"].inputs["Base Color"]
    )


def _nail(at: NDArray[np.float64], out: NDArray[np.float64], radius: float, surface: Any) -> Any:
    bpy.ops.mesh.primitive_uv_sphere_add(segments=12, ring_count=8, radius=radius * MM, location=at * MM)
    nail = bpy.context.object
    nail.rotation_euler = Vector(out).to_track_quat("Z", "Y").to_euler()
    nail.scale = (1.0, 1.0, 0.45)
    nail.data.materials.append(surface)
    return nail


def _band(
    at: NDArray[np.float64],
    axis: NDArray[np.float64],
    radius: float,
    thick: float,
    watch: bool,
    rng: np.random.Generator,
) -> list[Any]:
    turn = Vector(axis).to_track_quat("Z", "Y").to_euler()
    bpy.ops.mesh.primitive_torus_add(
        major_radius=radius * MM, minor_radius=thick * MM, location=at * MM, rotation=turn, major_segments=32
    )
    band = bpy.context.object
    band.data.materials.append(_plain("band", list(rng.uniform(0.02, 0.7, 3)), 0.4, float(rng.random() < 0.5)))
    if not watch:
        return [band]
    bpy.ops.mesh.primitive_cylinder_add(
        radius=float(rng.uniform(14, 21)) * MM, depth=0.009, location=(at + np.array([0, 0, radius])) * MM
    )
    face = bpy.context.object
    face.data.materials.append(_plain("face", list(rng.uniform(0.01, 0.9, 3)), 0.15, 0.3))
    return [band, face]


def _lights(scene: Any, view: View, rng: np.random.Generator) -> None:
    target = view.target * MM
    for number in range(int(rng.integers(1, 4))):
        light = bpy.data.lights.new(f"lamp {number}", "AREA")
        turn, high = float(rng.uniform(0, 2 * math.pi)), float(rng.uniform(0.25, 1.5))
        away = float(rng.uniform(0.8, 2.2))
        place = target + away * np.array(
            [math.cos(turn) * math.cos(high), math.sin(turn) * math.cos(high), math.sin(high)]
        )
        light.energy = float(np.exp(rng.uniform(np.log(3.5), np.log(16)))) * away**2
        light.size = float(rng.uniform(0.05, 0.9))
        light.color = tuple(
            float(c)
            for c in np.clip(np.array([1.0, 0.85, 0.7]) + rng.uniform(0, 1) * np.array([-0.15, 0.08, 0.3]), 0, 1)
        )
        scene_object = bpy.data.objects.new(light.name, light)
        scene_object.location = place
        scene_object.rotation_euler = Vector(place - target).to_track_quat("Z", "Y").to_euler()
        scene.collection.objects.link(scene_object)
    world = bpy.data.worlds.new("room")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"]
    background.inputs["Color"].default_value = (*rng.uniform(0.6, 1.0, 3), 1)
    background.inputs["Strength"].default_value = float(rng.uniform(0.1, 0.6))
    scene.world = world


def _camera(scene: Any, view: View) -> None:
    camera = bpy.data.cameras.new("camera")
    camera.sensor_fit, camera.sensor_height = "VERTICAL", 24.0
    camera.lens = view.lens
    scene_object = bpy.data.objects.new("camera", camera)
    scene_object.matrix_world = Matrix(view.pose(MM))
    scene.collection.objects.link(scene_object)
    scene.camera = scene_object
