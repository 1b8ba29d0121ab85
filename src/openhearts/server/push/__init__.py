"""Web Push: calls people back to slow games when their page is closed."""
