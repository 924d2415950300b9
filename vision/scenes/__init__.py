"""Rendered, physically thrown dice with exact truth: a developer tool, never imported by the product.

World frame: millimetres, origin on the felt in the middle of the tray, x right and y away from the player as the camera
sees them, z up. Tray frame: millimetres, origin at the top left of the playing area, x right, y down.
"""
