"""Sound: what is heard when something happens (guide, section 9). It carries no news that the screen does not show.

`cues` says what is to be heard between two views and when; `speaker` plays it, if there is anything to play it on; `making`
synthesises the files in `waves`.
"""
