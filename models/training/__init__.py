"""Training of the networks: generated pictures with labels, trainers and their evaluation.

- ``scenes`` draws and renders: cards, table tops, litter, light, cameras, Magnate tables; ``variety`` has the ranges.
- ``stage`` films whole games on rendered tables, with labels.
- ``dice`` renders single dice and lays them into pictures.
- ``cards``, ``finder``, ``reader`` and ``hands`` train the networks for cards, places and values of dice, and hands.
- ``common`` has what these trainers share: decks, shards, photographs, training loop, ultralytics, export.
"""
