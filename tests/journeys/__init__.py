"""Journeys through the site in a real browser, as people make them."""
