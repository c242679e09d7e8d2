"""What dice are thrown on in the studio: wood, cloth plain and patterned, stone, leather, mats, paper and cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import bpy
import numpy as np

from companion.vision.arrays import Picture
from models.training.studio.prints import PRINTED, SIDE, printed
from models.training.studio.throws import Colour, Shot

REACH = 60.0
"""The ground's half side, in table units."""


def lay_ground(scene: Any, shot: Shot, decks: Sequence[Sequence[Picture]] = ()) -> None:
    """Lays it under the dice; cards are ours or those of one of these other decks."""
    bpy.ops.mesh.primitive_plane_add(size=2 * REACH)
    ground = bpy.context.object
    ground.rotation_euler[2] = shot.ground_seed % 628 / 100
    made = bpy.data.materials.new("ground")
    made.use_nodes = True
    ground.data.materials.append(made)
    _Laid(made.node_tree, shot, decks).lay()


class _Laid:
    """A ground's nodes being connected."""

    def __init__(self, tree: Any, shot: Shot, decks: Sequence[Sequence[Picture]]) -> None:
        self.nodes, self.links = tree.nodes, tree.links
        self.surface = tree.nodes["Principled BSDF"]
        self.shot, self.decks = shot, decks
        self.rng = np.random.default_rng(shot.ground_seed)
        self.place = self.nodes.new("ShaderNodeTexCoord").outputs["Object"]

    def lay(self) -> None:
        kind = self.shot.ground
        self.surface.inputs["Roughness"].default_value = float(self.rng.uniform(0.25, 0.7))
        if kind in ("print", "mat", "paper", "cards"):
            self._printed(kind)
        else:
            getattr(self, f"_{kind}")()

    def _wood(self) -> None:
        grain = self._texture("ShaderNodeTexNoise", 0.35, stretch=(1.0, 9.0, 1.0), Detail=8.0, Distortion=1.2)
        self._coloured(grain.outputs["Fac"], *self.shot.ground_colours[:2], (0.32, 0.68))
        self._bumped(grain.outputs["Fac"], 0.15)

    def _planks(self) -> None:
        planks = self._texture("ShaderNodeTexBrick", 0.12)
        for name, colour in zip(("Color1", "Color2", "Mortar"), self.shot.ground_colours, strict=True):
            planks.inputs[name].default_value = (*colour, 1)
        planks.inputs["Mortar Size"].default_value = 0.008
        planks.inputs["Brick Width"].default_value = 2.5
        grain = self._texture("ShaderNodeTexNoise", 0.5, stretch=(9.0, 1.0, 1.0), Detail=6.0)
        self._mixed(planks.outputs["Color"], grain.outputs["Fac"])
        self._bumped(planks.outputs["Fac"], 0.3)

    def _cloth(self) -> None:
        self._coloured(
            self._texture("ShaderNodeTexNoise", 6.0, Detail=6.0).outputs["Fac"], *self._near(0.15), (0.3, 0.7)
        )
        self._fuzzy()

    def _checked(self) -> None:
        wide = self._texture("ShaderNodeTexWave", 0.25, Distortion=0.0)
        high = self._texture("ShaderNodeTexWave", 0.25, Distortion=0.0)
        high.bands_direction = "Y"
        sum_of = self.nodes.new("ShaderNodeMath")
        self.links.new(wide.outputs["Fac"], sum_of.inputs[0])
        self.links.new(high.outputs["Fac"], sum_of.inputs[1])
        half = self.nodes.new("ShaderNodeMath")
        half.operation = "MULTIPLY"
        half.inputs[1].default_value = 0.5
        self.links.new(sum_of.outputs[0], half.inputs[0])
        self._coloured(half.outputs[0], *self.shot.ground_colours[:2], (0.3, 0.36), self.shot.ground_colours[2])
        self._fuzzy()

    def _striped(self) -> None:
        wave = self._texture("ShaderNodeTexWave", 0.3, Distortion=float(self.rng.choice([0.0, 0.0, 3.0])))
        self._coloured(wave.outputs["Fac"], *self.shot.ground_colours[:2], (0.45, 0.55))
        self._fuzzy()

    def _stone(self) -> None:
        noise = self._texture("ShaderNodeTexNoise", 1.6, Detail=10.0)
        self._coloured(noise.outputs["Fac"], *self._near(0.5), (0.35, 0.65))
        self._bumped(noise.outputs["Fac"], 0.4)

    def _granite(self) -> None:
        cells = self._texture("ShaderNodeTexVoronoi", 3.5)
        self._coloured(cells.outputs["Color"], *self.shot.ground_colours[:2], (0.4, 0.5), self.shot.ground_colours[2])
        self.surface.inputs["Roughness"].default_value = 0.2

    def _marble(self) -> None:
        veins = self._texture("ShaderNodeTexNoise", 0.25, Detail=9.0, Distortion=4.0)
        self._coloured(veins.outputs["Fac"], *self.shot.ground_colours[:2], (0.46, 0.54))
        self.surface.inputs["Roughness"].default_value = 0.12

    def _leather(self) -> None:
        self._coloured(self._texture("ShaderNodeTexNoise", 1.0).outputs["Fac"], *self._near(0.2), (0.3, 0.7))
        self._bumped(self._texture("ShaderNodeTexVoronoi", 4.0).outputs["Distance"], 0.6)

    def _printed(self, kind: str) -> None:
        image = bpy.data.images.new("print", SIDE, SIDE)
        sheet = printed(kind, self.shot.ground_colours, self.rng, self.decks)
        shown = (sheet[::-1, :, ::-1] / np.float32(255)).astype(np.float32)
        image.pixels.foreach_set(np.dstack([shown, np.ones(shown.shape[:2], np.float32)]).ravel())
        image.pack()
        picture = self._texture("ShaderNodeTexImage", None)
        picture.image = image
        self.links.new(picture.outputs["Color"], self.surface.inputs["Base Color"])
        if kind == "mat":
            self._fuzzy()

    def _texture(
        self, node: str, scale: float | None, stretch: tuple[float, float, float] = (1.0, 1.0, 1.0), **inputs: float
    ) -> Any:
        texture = self.nodes.new(node)
        mapping = self.nodes.new("ShaderNodeMapping")
        printed_scale = 1 / (PRINTED * self.shot.ground_scale)
        finer = [printed_scale if scale is None else one for one in stretch]
        mapping.inputs["Scale"].default_value = finer
        mapping.inputs["Location"].default_value = (*self.rng.uniform(-5, 5, 2), 0.0)
        self.links.new(self.place, mapping.inputs["Vector"])
        self.links.new(mapping.outputs["Vector"], texture.inputs["Vector"])
        if scale is not None:
            texture.inputs["Scale"].default_value = scale / self.shot.ground_scale
        for name, value in inputs.items():
            texture.inputs[name].default_value = value
        return texture

    def _coloured(
        self, level: Any, first: Colour, last: Colour, between: tuple[float, float], third: Colour | None = None
    ) -> None:
        ramp = self.nodes.new("ShaderNodeValToRGB")
        for element, place, colour in zip(ramp.color_ramp.elements, between, (first, last), strict=True):
            element.position, element.color = place, (*colour, 1)
        if third is not None:
            more = ramp.color_ramp.elements.new(min(0.95, between[1] + 0.3))
            more.color = (*third, 1)
        self.links.new(level, ramp.inputs["Fac"])
        self.links.new(ramp.outputs["Color"], self.surface.inputs["Base Color"])

    def _mixed(self, colour: Any, level: Any) -> None:
        mix = self.nodes.new("ShaderNodeMixRGB")
        mix.blend_type = "MULTIPLY"
        mix.inputs["Fac"].default_value = 0.6
        self.links.new(colour, mix.inputs["Color1"])
        self.links.new(level, mix.inputs["Color2"])
        self.links.new(mix.outputs["Color"], self.surface.inputs["Base Color"])

    def _bumped(self, level: Any, strength: float) -> None:
        bump = self.nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = strength
        bump.inputs["Distance"].default_value = 0.1
        self.links.new(level, bump.inputs["Height"])
        self.links.new(bump.outputs["Normal"], self.surface.inputs["Normal"])

    def _fuzzy(self) -> None:
        self.surface.inputs["Roughness"].default_value = 0.95
        self.surface.inputs["Sheen Weight"].default_value = 0.4
        self._bumped(self._texture("ShaderNodeTexNoise", float(self.rng.uniform(8, 30))).outputs["Fac"], 0.35)

    def _near(self, apart: float) -> tuple[Colour, Colour]:
        red, green, blue = self.shot.ground_colours[0]
        darker = 1 - apart
        return (red * darker, green * darker, blue * darker), (red, green, blue)
