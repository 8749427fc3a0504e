"""How properties are tried: a slow machine is no fault of the program, so that no example has a deadline."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("houseway", deadline=None)
settings.load_profile("houseway")
