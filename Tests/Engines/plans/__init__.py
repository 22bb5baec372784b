"""Whether translated statements use the indexes of a database, and how long they take; see ../README.md."""
