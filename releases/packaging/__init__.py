"""The files of a release that describe its data to people and programs: made from `Facts` alone."""

from releases.packaging.facts import Facts, Place, Split, Yield
from releases.packaging.package import package_files
from releases.packaging.work import Work

__all__ = ["Facts", "Place", "Split", "Work", "Yield", "package_files"]
