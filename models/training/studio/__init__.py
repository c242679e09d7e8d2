"""A second studio: throws of dice modelled, lit and photographed by Blender, to look unlike the first renderer's.

Only ``blender``, ``grounds`` and ``materials`` need ``bpy``; what is to be photographed is drawn, and what was is read,
without.
"""
