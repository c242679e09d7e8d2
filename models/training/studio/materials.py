"""Blender materials of dice: a body of some plastic or metal, marks printed or engraved, and filled with ink."""

from __future__ import annotations

from typing import Any

import bpy

from models.training.studio.throws import TWO_COLOURS, Make


def material(name: str, make: Make, marks: Any) -> Any:
    """A material; ``marks`` is the picture of the faces' marks, laid by the mesh's own map."""
    made = bpy.data.materials.new(name)
    made.use_nodes = True
    nodes, links = made.node_tree.nodes, made.node_tree.links
    surface = nodes["Principled BSDF"]
    surface.inputs["Roughness"].default_value = 0.06 + 0.5 * make.gloss
    surface.inputs["IOR"].default_value = 1.5
    links.new(_body_colour(nodes, links, make), surface.inputs["Base Color"])
    _plastic(surface, make)
    ink = nodes.new("ShaderNodeBsdfPrincipled")
    ink.inputs["Base Color"].default_value = (*make.ink, 1)
    ink.inputs["Roughness"].default_value = 0.45
    mask = nodes.new("ShaderNodeTexImage")
    mask.image, mask.extension, mask.interpolation = marks, "CLIP", "Cubic"
    mixed = nodes.new("ShaderNodeMixShader")
    links.new(mask.outputs["Color"], mixed.inputs[0])
    links.new(surface.outputs[0], mixed.inputs[1])
    links.new(ink.outputs[0], mixed.inputs[2])
    links.new(mixed.outputs[0], nodes["Material Output"].inputs["Surface"])
    if make.engraved:
        bump = nodes.new("ShaderNodeBump")
        bump.inputs["Strength"].default_value = min(1.0, 0.5 * make.engraved)
        bump.inputs["Distance"].default_value = 0.08 * make.engraved
        bump.invert = True
        links.new(mask.outputs["Color"], bump.inputs["Height"])
        for one in (surface, ink):
            links.new(bump.outputs["Normal"], one.inputs["Normal"])
    return made


def _plastic(surface: Any, make: Make) -> None:
    if make.plastic == "clear":
        surface.inputs["Transmission Weight"].default_value = 0.95
        surface.inputs["Roughness"].default_value = 0.03 + 0.1 * make.gloss
    elif make.plastic == "clouded":
        surface.inputs["Transmission Weight"].default_value = 0.8
        surface.inputs["Roughness"].default_value = 0.05 + 0.15 * make.gloss
    elif make.plastic == "frosted":
        surface.inputs["Transmission Weight"].default_value = 0.7
        surface.inputs["Roughness"].default_value = 0.3 + 0.3 * make.gloss
    elif make.plastic == "metal":
        surface.inputs["Metallic"].default_value = 1.0
        surface.inputs["Roughness"].default_value = 0.18 + 0.35 * make.gloss
    elif make.plastic == "pearl":
        surface.inputs["Sheen Weight"].default_value = 0.3
        surface.inputs["Coat Weight"].default_value = 0.7
        surface.inputs["Subsurface Weight"].default_value = 0.15
    else:
        surface.inputs["Coat Weight"].default_value = 0.3 * (1 - make.gloss)
        surface.inputs["Subsurface Weight"].default_value = 0.06


def _body_colour(nodes: Any, links: Any, make: Make) -> Any:
    if make.plastic not in (*TWO_COLOURS, "pearl"):
        plain = nodes.new("ShaderNodeRGB")
        plain.outputs[0].default_value = (*make.colour, 1)
        return plain.outputs[0]
    place = nodes.new("ShaderNodeTexCoord")
    ramp = nodes.new("ShaderNodeValToRGB")
    first, last = ramp.color_ramp.elements
    second = make.second
    if make.plastic == "speckled":
        texture = nodes.new("ShaderNodeTexVoronoi")
        texture.inputs["Scale"].default_value = 2.5 * make.grain + 2
        first.position, last.position = 0.18, 0.26
        output = texture.outputs["Distance"]
        ramp.color_ramp.elements[0].color, ramp.color_ramp.elements[1].color = (*second, 1), (*make.colour, 1)
    else:
        texture = nodes.new("ShaderNodeTexNoise")
        texture.inputs["Scale"].default_value = 0.9 * make.grain
        texture.inputs["Distortion"].default_value = 2.2
        texture.inputs["Detail"].default_value = 4.0
        first.position, last.position = (0.42, 0.56) if make.plastic in ("swirled", "clouded") else (0.2, 0.8)
        output = texture.outputs["Fac"]
        if make.plastic == "pearl":
            second = tuple(0.5 * (one + 0.9) for one in make.colour)  # type: ignore[assignment]
        first.color, last.color = (*make.colour, 1), (*second, 1)
    links.new(place.outputs["Object"], texture.inputs["Vector"])
    links.new(output, ramp.inputs["Fac"])
    return ramp.outputs["Color"]
