"""The mocked game of the visual guide as views: one for every screen, for the gallery, the tests and the handbook."""

from __future__ import annotations

from game.view import View
from ui.samples import faults, occasions, other_games, rounds, troubles


def views() -> dict[str, View]:
    """All samples by the name of their picture."""
    return {
        "01-attract": occasions.attract(),
        "01-regulars": occasions.regulars(),
        "01-fair-dice": occasions.faces(),
        "01-unfair-dice": occasions.faces((180, 190, 186, 195, 190, 299)),
        "02-setup": occasions.setup(),
        "02-spelling": occasions.spelling(),
        "03-first-throws": rounds.first_throws(),
        "03-first-throws-two": rounds.first_throws(2),
        "03-first-throws-six": rounds.first_throws(6),
        "04-unclear-die": troubles.unclear(),
        "05-boss": rounds.boss(),
        "05-boss-six": rounds.boss(6),
        "06-call": rounds.call(),
        "06-call-six": rounds.call(6),
        "07-challengers": rounds.challengers(),
        "07-reveal-waits": rounds.reveal_waits(),
        "08-reveal": rounds.reveal(),
        "08-settlement": rounds.settlement(),
        "09-elimination-kitty": rounds.elimination(),
        "10-winner": occasions.winner(),
        "11-match": other_games.match(),
        "11-next-match": other_games.next_match(),
        "12-qualification": other_games.qualification(),
        **troubles.corrections(),
        **faults.fault_views(),
    }
