"""One file a screen; each draws a `View` onto a canvas and keeps nothing."""
