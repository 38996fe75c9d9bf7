import Foundation

/// The least processor time of five runs, in seconds, however many other programs use the processor.
public func leastWork(_ body: () throws -> Void) rethrows -> Double {
    var least = Double.infinity
    for _ in 0..<5 { least = min(least, try work(body)) }
    return least
}

/// The processor time of a run, in seconds.
public func work(_ body: () throws -> Void) rethrows -> Double {
    let start = threadTime()
    try body()
    return threadTime() - start
}

/// The processor time of this thread so far.
private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
