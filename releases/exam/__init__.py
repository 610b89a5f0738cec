"""Exam instances, drawn from gold with a seed: same gold and seed, same bytes."""
