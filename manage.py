#!/usr/bin/env python3
"""Run a management command, with the embedded database and queue when no others are named."""

import os
import sys


def main():  # type: () -> None
    """Check the ground, see to the servers, hand over to Django."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the very message an old Python must be able to print
        sys.exit("Python 3.11 or newer is needed; this is %s." % sys.version.split()[0])  # noqa: UP031
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed for this Python: run `make up`, or .venv/bin/python manage.py.")
    from config.stack.embedded import servers_for
    from config.stack.problems import StackProblem

    try:
        with servers_for(sys.argv[1:]):
            execute_from_command_line(sys.argv)
    except StackProblem as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
