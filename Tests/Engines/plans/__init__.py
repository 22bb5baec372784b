"""Whether translated statements use the indexes of a database, and what they take; see ../README.md."""
