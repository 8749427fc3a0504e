"""What a table is settled under where no submission is given."""

from __future__ import annotations

from functools import cache

from houseway.regulation import PGP, UTH, law_for
from houseway.submission.choices import GAMES, LETTERED, METERED
from houseway.submission.model import Meter, Submission


@cache
def default(game: str) -> Submission:
    """The section's default choices.

    The first lawful table, the first value of every switch, every wager on offer, the variant ``fortune`` and the house way
    ``standard`` in Pai Gow Poker, meters at the section's minimum with no growth, no limit and no minimum wagers. Raises
    InputError for another game.
    """
    law = law_for(game)
    of = GAMES[game]
    variant = "fortune" if game == PGP else None
    letters = {}
    for name in LETTERED[game]:
        letters[name] = next(letter for letter, table in law.tables[name].items() if table.variant in (None, variant))
    least = {name: law.meters[name].minimum_cents for name in METERED[game]}
    return Submission(
        game=game,
        certificate_holder="",
        effective=None,
        expires=None,
        offered=frozenset(of.wagers),
        paytables=letters,
        minimum_cents={},
        amounts_cents={"progressive": tuple(sorted(law.envy))} if game == UTH else {},
        meters={name: Meter(amount, amount, 0) for name, amount in least.items()},
        magic_card=game == UTH,
        lucky_bonus=game == UTH,
        maximum_payout_cents=None,
        variant=variant,
        house_way="standard" if game == PGP else None,
        vigorish_rounding="exact",
        switches={name: switch.values[0] for name, switch in of.switches.items()},
        switches_filed=frozenset(),
        is_default=True,
    )
