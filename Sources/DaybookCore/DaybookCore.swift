// DaybookCore: see docs/architecture.md.
