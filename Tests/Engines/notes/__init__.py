"""Whether the notes about indexes are true, according to the engines' own plans; see ../README.md."""
