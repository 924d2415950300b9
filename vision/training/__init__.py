"""How the reader's networks are made: procedural dice, photographs that may be trained on, training, export, calibration.

A developer's tool with an environment of its own (`./tray train`); never installed with the program.
"""
