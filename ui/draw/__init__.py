"""The parts of the screens: dice, cup, chips, lanes, buttons, chart. Everything is drawn as shapes, never as font glyphs."""
