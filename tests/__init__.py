"""The tests of the whole project; see README.md for how to run them."""
