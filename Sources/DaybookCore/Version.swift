/// The version of the program and of the app.
public let daybookVersion = "0.2.0"
