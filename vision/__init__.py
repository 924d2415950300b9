"""Pictures to dice: a frame and a geometry in, a reading out. No camera, no threads."""
