"""Translated statements beside the best ones written by hand, on a million rows; see ../README.md."""
