"""The subcommands of `bosstray`, one module each, imported only when used."""
