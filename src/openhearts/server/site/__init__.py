"""The pages that are read: home, setting up a table, and what is said when something fails."""
