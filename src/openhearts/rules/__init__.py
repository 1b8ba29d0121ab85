"""What Hearts is: pure, frozen values on the standard library alone. RULES.md is its law."""
