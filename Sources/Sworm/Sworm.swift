// Sworm: see docs/architecture.md.
