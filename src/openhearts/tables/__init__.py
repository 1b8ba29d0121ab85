"""People at a table, without I/O: commands in, events out, views for whoever looks."""
