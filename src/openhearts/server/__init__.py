"""The shell around tables: sockets, store, clocks, chance, processes, pages."""
