"""`manage.py up`: the whole stack by one command, stopped by Ctrl-C."""

import contextlib
import os
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.utils import DatabaseError

from config import demo
from config.collected import collect_if_changed
from config.stack import embedded, preflight, services
from config.stack.children import has_ended, last_words
from config.stack.layout import Layout
from config.stack.problems import StackProblem
from config.stack.supervisor import StopRequested, Supervisor, stopping_on_signals

HOST = "127.0.0.1"
PATIENCE = 60.0


class Command(BaseCommand):
    """Run database, queue, worker and web server until Ctrl-C."""

    help = "Run the whole stack: database, queue, worker and web server, until Ctrl-C."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a port."""
        parser.add_argument("--port", type=int, default=None, help="the web server's port (PORT, else 8000)")
        parser.add_argument("--host", default=os.environ.get("HOST_ADDRESS") or HOST, help="the address to listen on")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look first, start in order, watch, and stop in reverse order whatever happens."""
        layout: Layout = settings.LAYOUT
        host, port = options["host"], preflight.chosen_port(options["port"])
        preflight.check_programs()
        demo.check_named_password()
        embedded.prepare(layout)
        with preflight.sole_instance(layout):
            preflight.check_port(host, port)
            supervisor = Supervisor(layout, f"http://{host}:{port}/", self.say)
            try:
                with stopping_on_signals():
                    self.start(supervisor, host, port)
                    supervisor.watch()
            except StopRequested:
                self.say("Stopping …")
            finally:
                supervisor.stop()
        self.say("Stopped.")

    def say(self, line: str) -> None:
        """Tell the operator something, at once even through a pipe; a closed one must not end the stack."""
        with contextlib.suppress(BrokenPipeError):
            self.stdout.write(line)
            self.stdout.flush()

    def start(self, supervisor: Supervisor, host: str, port: int) -> None:
        """Start everything in the order in which the parts need each other."""
        layout = supervisor.layout
        for server in services.servers(layout):
            self.say(f"Starting {server.name} …")
            supervisor.start(server)
        self.say("Preparing the database …")
        lines = self.prepare_database(layout)
        collect_if_changed()
        supervisor.start(services.worker(layout))
        web = services.web(layout, host, port)
        supervisor.start(web)
        self.wait_for_web(supervisor, web)
        for line in ["", f"IdeaGene Workbench {settings.VERSION} is running at {supervisor.address}", *lines]:
            self.say(line)
        self.say("Press Ctrl-C to stop.")

    def prepare_database(self, layout: Layout) -> list[str]:
        """Bring the tables up to date, load the demo into an empty database; return the lines about signing in."""
        try:
            call_command("migrate", interactive=False, verbosity=0)
            if os.environ.get("DEMO") == "0":
                return demo.first_step()
            began = time.monotonic()
            if demo.load_into_empty_database(layout):
                self.say(f"Loaded the demo project in {time.monotonic() - began:.0f} s.")
            demo.adopt_named_password()
            return demo.sign_ins(layout)
        except DatabaseError as error:
            first = str(error).strip().splitlines()[0]
            raise StackProblem(f"The database could not be prepared: {first} Check DATABASE_URL.") from error
        finally:
            # The pool's threads must not be there when the children are forked.
            connections.close_all()
            connection = connections["default"]
            if isinstance(connection, DatabaseWrapper):
                connection.close_pool()

    def wait_for_web(self, supervisor: Supervisor, web: services.Service) -> None:
        """Wait until the web server answers at all; a worker that is still starting does not matter."""
        deadline = time.monotonic() + PATIENCE
        while not answers(supervisor.address):
            if web.process is not None and has_ended(web.process):
                words = last_words(supervisor.layout.logs / "web.log")
                raise StackProblem(f"The web server did not start: {words}")
            if time.monotonic() > deadline:
                raise StackProblem(f"The web server does not answer; see {supervisor.layout.logs / 'web.log'}.")
            time.sleep(0.05)


def answers(address: str) -> bool:
    """Say whether something speaks HTTP there."""
    try:
        with urllib.request.urlopen(f"{address}healthz", timeout=5):  # noqa: S310 - our own http address
            return True
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
