"""What people see and hear: the kiosk loop, its screens, words, sounds, and the command line."""
