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
FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)


@click.command()
@database_option
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; only this machine reaches it.")
@click.option("--port", type=click.IntRange(0, 65535), default=8653, show_default=True, help="The port; 0 takes a free one.")
@click.option("--certificate", type=PEM, metavar="FILE.pem", help="A TLS certificate; the service then speaks HTTPS.")
@click.option("--private-key", type=PEM, metavar="FILE.pem", help="The key of the certificate.")
@click.option(
    "--sample", type=FOLDER, metavar="FOLDER",
    help="Furnish an empty ledger with sample tables from a folder such as examples; without --database it is sample.sqlite.",
)  # fmt: skip
@click.option("--reset-password", is_flag=True, help="Make a new password for the administrator and print it.")
@click.option(
    "--log-level", type=click.Choice(["debug", "info", "warning", "error"]), default="info", show_default=True,
    help="How much of its log it writes to standard error, as JSON lines.",
)  # fmt: skip
def command(
    database: str | None, host: str, port: int, certificate: Path | None, private_key: Path | None, sample: Path | None,
    reset_password: bool, log_level: str,
) -> None:  # fmt: skip
    """Serve the ledger over HTTP: rounds, meters, submissions, users.

    The first start makes an administrator and prints his password, once. Stop it with Ctrl-C.
    """
    if (certificate is None) != (private_key is None):
        raise click.UsageError("--certificate and --private-key go together")
    from houseway.ledger.database import default_path
    from houseway.service import Settings, is_loopback, serve

    if sample is not None and database is None:
        database = str(default_path().with_name("sample.sqlite"))
    settings = Settings(
        database=database, host=host, port=port, log_level=log_level, reset_password=reset_password,
        certificate=None if certificate is None else str(certificate),
        private_key=None if private_key is None else str(private_key),
        sample=None if sample is None else str(sample),
    )  # fmt: skip
    if not is_loopback(host) and certificate is None:
        click.echo(
            f"warning: {host} is reached from other machines and passwords travel unencrypted; give --certificate", err=True
        )
    or_fail("text", lambda: serve(settings, on_start=_say))


def _say(house: House, address: str) -> None:
    """Where it serves, how to sign in, where to look."""
    database = house.ledger.database
    click.echo(f"houseway serves {database.url.database if database.dialect == 'sqlite' else database.shown} at {address}")
    made = house.new_password or house.first_password
    if made is not None:
        name, password = made
        when = "new password" if house.new_password else "first start"
        click.echo(f"{when}: sign in as {name} with the password {password} (it is not shown again)")
    else:
        again = "make run OPTIONS=--reset-password" if house.sample else "houseway serve --reset-password"
        click.echo(f"sign in as before (the administrator's password was shown at the first start); for a new one: {again}")
    click.echo(f"look at: {address}/ (first steps), {address}/api (the API), {address}/api/v1/openapi.json (for programs)")
    if house.sample:
        click.echo(f"sample tables: {', '.join(table.name for table in house.ledger.tables())}")
        click.echo(f"sample meters: {', '.join(f'{meter.name} ${meter.shows}' for meter in house.ledger.meters())}")
        rounds = ", ".join(f"{record.round_id} at {record.table}" for record in house.sample)
        click.echo(f"example rounds recorded there: {rounds}")
    click.echo("Ctrl-C stops it")
    sys.stdout.flush()
