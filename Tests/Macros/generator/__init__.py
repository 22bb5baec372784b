"""Random predicates of Foundation's macro as Swift text, for the script `generate`."""
