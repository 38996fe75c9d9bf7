import Testing

/// All that drives a browser, one after the other: each takes the machine for itself.
@Suite(.serialized) struct BrowserTests {}
