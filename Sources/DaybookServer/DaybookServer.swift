// DaybookServer: see docs/architecture.md.
