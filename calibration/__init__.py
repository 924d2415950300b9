"""How this tray and this camera see the world: markers, lens, lanes, empty tray, size of the dice."""
