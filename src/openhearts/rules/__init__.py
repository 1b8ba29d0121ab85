"""What Hearts is: pure, frozen values on the standard library alone. docs/rules.md is its law."""
