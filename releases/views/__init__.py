"""Pages of releases, of the exam in them, of runs and of the leaderboard."""
