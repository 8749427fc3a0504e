"""The engine's version, printed in every result."""

__version__ = "0.1.0"
