"""Score frozen releases of the IdeaGene Workbench. Pure Python: runs with Django absent."""

__version__ = "0.1.0"
