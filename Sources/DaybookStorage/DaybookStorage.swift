// DaybookStorage: see docs/architecture.md.
