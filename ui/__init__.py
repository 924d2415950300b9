"""What people see and hear: the kiosk loop, its screens, words, sounds, and the command line."""

import os

# pygame greets on stdout when it is imported; stdout belongs to results.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
