"""How property tests run here."""

from hypothesis import settings

# A busy machine is no failure: the first example of a test pays for importing numpy.
settings.register_profile("no-deadline", deadline=None)
settings.load_profile("no-deadline")
