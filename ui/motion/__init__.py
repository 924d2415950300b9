"""Motion: what moves on the screen between two views (guide, section 9).

`timeline` lists the acts that lead from one view to the next, one after the other; `film` draws a moment of them over still
pictures; `reel` keeps the time for the kiosk. All of it is a pure function of the two views and of the time since the change:
the state on the screen is right before anything moves, and any act may be cut.
"""
