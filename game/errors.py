"""What the rules refuse, each with one sentence that says why."""


class RulesError(ValueError):
    """Anything the rules refuse; a refused thing changes nothing."""


class InvalidAction(RulesError):
    """Not an action at all: an unknown type, a missing field, a seven on a die, six dice, a seat that does not exist."""


class IllegalAction(RulesError):
    """A well-formed action that is not allowed now."""


class InvalidOptions(RulesError):
    """Players, banks or house rules with which no game can be started."""
