"""Migrations of the service's own tables."""
