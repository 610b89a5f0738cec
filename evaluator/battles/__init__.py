"""Ratings of systems from battles: who won of two, by Bradley–Terry (1952) or with ties by Davidson (1970)."""

from evaluator.battles.meetings import Battle, Meetings
from evaluator.battles.rating import Rating, Ratings, Ties, Unrateable, rate
from evaluator.battles.reading import read_battles

__all__ = ["Battle", "Meetings", "Rating", "Ratings", "Ties", "Unrateable", "rate", "read_battles"]
