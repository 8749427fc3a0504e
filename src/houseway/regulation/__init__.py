"""The law as data: the two sections, by date, with the paragraph of every value.

>>> from datetime import date
>>> law = law_for(UTH, date(2015, 7, 1))
>>> law.section, law.version.isoformat(), law.is_newest
('58 Pa. Code § 653a.12', '2014-12-13', True)
>>> blind = law.tables["blind"]["A"]
>>> blind.cite, blind.rows[0].hand, str(blind.rows[0].pays)
('653a.12(b) Paytable A', 'Royal flush', '500 to 1')
"""

from houseway.regulation.holding import law_for, law_hash
from houseway.regulation.law import (
    ENVY,
    GAMES,
    PGP,
    UTH,
    VARIANTS,
    WAGERS,
    Law,
    LimitRule,
    MeterRule,
    Paytable,
    Row,
    Vigorish,
)
from houseway.regulation.part import MalformedLaw, slug

__all__ = [
    "ENVY", "GAMES", "PGP", "UTH", "VARIANTS", "WAGERS", "Law", "LimitRule", "MalformedLaw", "MeterRule", "Paytable",
    "Row", "Vigorish", "law_for", "law_hash", "slug",
]  # fmt: skip
