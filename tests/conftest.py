"""What every test can ask for: a real database, a real queue, a real worker, a real browser."""

import gc
import logging
import os
from collections.abc import Generator, Iterator
from typing import Any

import pytest

from tests.servers import start_servers, use_private_data_folder

use_private_data_folder()
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
# Playwright keeps an event loop in the test's thread, which Django would take for asynchronous code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

import django  # noqa: E402 - the environment above must be set first
from django.conf import settings  # noqa: E402

# What migrations would install; see django_db_use_migrations.
settings.PGTRIGGER_INSTALL_ON_MIGRATE = True
settings.PGHISTORY_INSTALL_CONTEXT_FUNC_ON_MIGRATE = True
django.setup()
gc.freeze()  # what is there by now stays; looking at it again and again takes a fifteenth of the time
gc.set_threshold(50_000, 20, 50)
logging.getLogger("pgtrigger").setLevel(logging.WARNING)  # each trigger, at the head of whatever fails first

# Slow on purpose where passwords are worth stealing; here it would be most of the time of the tests.
settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

from tests import emptying  # noqa: E402
from tests.cast import cast  # noqa: E402, F401 - a fixture for every test
from tests.chromium import find_chromium  # noqa: E402
from tests.shared_data import ABSENT  # noqa: E402
from tests.worker import running_worker  # noqa: E402

emptying.install()


def pytest_configure(config: pytest.Config) -> None:
    """Let each process of a shared-out run choose its data folder before the settings are read.

    pytest-django reads them at once when the variable is there, and the processes inherit this one's variables.
    """
    if config.getoption("numprocesses", None):
        os.environ.pop("DJANGO_SETTINGS_MODULE", None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the rooms whose tests start whole stacks and browsers: at the end, one process would wait for them."""
    slow = ("crash", "stack", "journeys")
    ranks = {name: rank for rank, name in enumerate(slow)}
    items.sort(key=lambda item: ranks.get(item.path.parent.name, len(slow)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """In CI a skipped test is a failed one, unless it is skipped for want of the shared data."""
    report = yield
    if report.skipped and os.environ.get("CI") and ABSENT not in report.longreprtext:
        report.outcome = "failed"
        report.longrepr = f"Skipped, which CI does not allow: {report.longreprtext}"
    return report


@pytest.fixture(scope="session")
def django_db_use_migrations() -> bool:
    """Make the test database from the models, triggers included: it takes a quarter of the time.

    That the migrations come to the same is checked by `makemigrations --check`, and by every test that starts a stack.
    """
    return False


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Start the servers before the test database is created."""
    start_servers()


@pytest.fixture(scope="module")
def celery_worker_process(django_db_setup: None) -> Iterator[int]:
    """Run a worker on the test database for the rest of a module; gives its process number.

    It sees committed rows only: use it with `django_db(transaction=True)` or `live_server`.
    """
    with running_worker() as pid:
        yield pid


@pytest.fixture(autouse=True)
def empty_cache(request: pytest.FixtureRequest) -> None:
    """Forget counted sign-ins and other cached things between tests that use the servers."""
    if {"db", "transactional_db", "live_server"} & set(request.fixturenames) or request.node.get_closest_marker(
        "django_db"
    ):
        from django.core.cache import cache

        start_servers()
        cache.clear()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the Chromium that was found, offline and without a sandbox it may not have."""
    chromium = find_chromium()
    return {
        **browser_type_launch_args,
        "executable_path": str(chromium.executable),
        "args": list(chromium.arguments),
        "env": {**os.environ, **chromium.environment},
        "headless": True,
    }


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Use a laptop's window and a fixed language."""
    return {**browser_context_args, "viewport": {"width": 1280, "height": 800}, "locale": "en-US"}
