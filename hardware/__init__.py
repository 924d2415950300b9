"""Things with wires, and recordings of them: cameras, buttons, lamps."""
