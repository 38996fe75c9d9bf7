// Flux: see docs/architecture.md.
