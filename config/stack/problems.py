"""What can go wrong before or while the stack runs, told in one line."""


class StackProblem(Exception):
    """A condition the operator can mend. Its text says what, where, and what to do next."""
