/// The version of the program and of the app.
public let daybookVersion = "0.1.0"
