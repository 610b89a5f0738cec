"""How the text of a paper is written into a page."""
