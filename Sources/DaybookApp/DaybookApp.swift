// DaybookApp: see docs/architecture.md.
