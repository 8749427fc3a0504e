"""``houseway serve``: the service."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from houseway.cli.ledger import database_option, or_fail

if TYPE_CHECKING:
    from houseway.service import House

PEM = click.Path(path_type=Path, dir_okay=False, exists=True)


@click.command()
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; only this machine reaches it.")
@click.option("--port", type=click.IntRange(0, 65535), default=8653, show_default=True, help="The port; 0 takes a free one.")
@click.option("--certificate", type=PEM, metavar="FILE.pem", help="A TLS certificate; the service then speaks HTTPS.")
@click.option("--private-key", type=PEM, metavar="FILE.pem", help="The key of the certificate.")
@click.option(
    "--log-level", type=click.Choice(["debug", "info", "warning", "error"]), default="info", show_default=True,
    help="How much of its log it writes to standard error, as JSON lines.",
)  # fmt: skip
def command(
    database: str | None, host: str, port: int, certificate: Path | None, private_key: Path | None, log_level: str
) -> None:
    """Serve the ledger over HTTP: rounds, meters, submissions, users.

    The first start makes an administrator and prints his password, once. Stop it with Ctrl-C.
    """
    if (certificate is None) != (private_key is None):
        raise click.UsageError("--certificate and --private-key go together")
    from houseway.service import Settings, is_loopback, serve

    settings = Settings(
        database=database, host=host, port=port, log_level=log_level,
        certificate=None if certificate is None else str(certificate),
        private_key=None if private_key is None else str(private_key),
    )  # fmt: skip
    if not is_loopback(host) and certificate is None:
        click.echo(
            f"warning: {host} is reached from other machines and passwords travel unencrypted; give --certificate", err=True
        )

    def say(house: House, address: str) -> None:
        click.echo(f"houseway serves {house.ledger.database.shown} at {address} (API: {address}/api/v1/openapi.json)")
        if house.first_password is not None:
            name, password = house.first_password
            click.echo(f"first start: sign in as {name} with the password {password} (it is not shown again)")
        sys.stdout.flush()

    or_fail("text", lambda: serve(settings, on_start=say))
