/// The memory that Swift asks for: pages of 64 KiB, each cut into blocks of one size, or taken whole.
///
/// The first page of the heap holds a byte for each page of the address space, saying what that page is used for;
/// the second holds, for each size, the first free block and the part of the newest page that was never used.
private enum Memory {
    static let pageSize: UInt = 65_536
    /// The sizes go up by 16 to 128, then in four steps to each double, to half a page.
    static let sizeCount: UInt = 40
    static let greatestBlock: UInt = 32_768

    // Kinds of pages; 1...40 are pages of blocks.
    static let free: UInt8 = 0
    static let wholeStart: UInt8 = 254
    static let wholeRest: UInt8 = 255

    nonisolated(unsafe) static var kinds: UInt = 0
    nonisolated(unsafe) static var top: UInt = 0
    nonisolated(unsafe) static var lowestFree: UInt = 0

    static func sizeIndex(_ size: UInt) -> UInt {
        guard size > 128 else { return (max(size, 1) + 15) / 16 - 1 }
        let log = UInt(31 - UInt32(truncatingIfNeeded: size - 1).leadingZeroBitCount)
        return 8 + (log - 7) * 4 + (size - 1 - 1 << log) >> (log - 2)
    }

    static func size(_ index: UInt) -> UInt {
        guard index >= 8 else { return (index + 1) * 16 }
        let log = 7 + (index - 8) / 4
        return 1 << log + ((index - 8) % 4 + 1) << (log - 2)
    }

    static func load<Value>(_ address: UInt, as type: Value.Type) -> Value {
        UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped.load(as: type)
    }

    static func store<Value>(_ value: Value, at address: UInt) {
        UnsafeMutableRawPointer(bitPattern: address).unsafelyUnwrapped.storeBytes(of: value, as: Value.self)
    }

    /// The first of `count` pages in a row that nobody uses, or 0 if there is no memory left.
    static func takePages(_ count: UInt) -> UInt {
        if kinds == 0 {
            let first = growMemory(2)
            guard first > 0 else { return 0 }
            kinds = UInt(bitPattern: first) * pageSize
            top = UInt(bitPattern: first) + 2
            lowestFree = top
        }
        var start = lowestFree
        var page = start
        while page < top, page - start < count {
            page += 1
            if load(kinds + page - 1, as: UInt8.self) != free { start = page }
        }
        if page - start < count {
            let wanted = max(count - (page - start), 16)
            let grown = growMemory(Int(wanted))
            guard grown > 0 else { return 0 }
            top = UInt(bitPattern: grown) + wanted
        }
        if start == lowestFree { lowestFree = start + count }
        return start
    }

    static func allocate(_ size: UInt) -> UInt {
        guard size <= greatestBlock else { return allocateWhole((size + pageSize - 1) / pageSize) }
        if kinds == 0 { _ = takePages(0) }
        let index = sizeIndex(size)
        let slot = kinds + pageSize + index * 12
        let first = load(slot, as: UInt.self)
        if first != 0 {
            store(load(first, as: UInt.self), at: slot)
            return first
        }
        var next = load(slot + 4, as: UInt.self)
        let block = self.size(index)
        if next == 0 || load(slot + 8, as: UInt.self) &- next < block {
            let page = takePages(1)
            guard page != 0 else { return 0 }
            store(UInt8(index + 1), at: kinds + page)
            next = page * pageSize
            store(next &+ pageSize, at: slot + 8)
        }
        store(next + block, at: slot + 4)
        return next
    }

    static func allocateWhole(_ count: UInt) -> UInt {
        let page = takePages(count)
        guard page != 0 else { return 0 }
        store(wholeStart, at: kinds + page)
        for rest in page + 1..<page + count { store(wholeRest, at: kinds + rest) }
        return page * pageSize
    }

    static func release(_ address: UInt) {
        guard address != 0 else { return }
        var page = address / pageSize
        let kind = load(kinds + page, as: UInt8.self)
        if kind <= sizeCount {
            let slot = kinds + pageSize + UInt(kind - 1) * 12
            store(load(slot, as: UInt.self), at: address)
            store(address, at: slot)
            return
        }
        lowestFree = min(lowestFree, page)
        repeat {
            store(free, at: kinds + page)
            page += 1
        } while page < top && load(kinds + page, as: UInt8.self) == wholeRest
    }
}

/// The alignment is 16 always; the standard library asks for no more.
@_cdecl("posix_memalign")
func posixMemalign(_ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>, _ alignment: Int, _ size: Int) -> Int32 {
    let address = Memory.allocate(UInt(bitPattern: size))
    result.pointee = UnsafeMutableRawPointer(bitPattern: address)
    return address == 0 ? 12 : 0
}

/// The linker directs calls of `free` to here; a Swift function of that name would clash.
@_cdecl("__wrap_free")
func wrapFree(_ pointer: UnsafeMutableRawPointer?) {
    Memory.release(UInt(bitPattern: pointer))
}

@_cdecl("memcmp")
func memcmp(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
    for index in 0..<count where left[index] != right[index] {
        return Int32(left[index]) - Int32(right[index])
    }
    return 0
}

@_cdecl("arc4random_buf")
func arc4randomBuf(_ pointer: UnsafeMutableRawPointer, _ count: Int) {
    fillRandomly(pointer, count)
}

/// Traps and `print` write here; the browser's console shows whole lines only.
@_cdecl("putchar")
func putchar(_ character: Int32) -> Int32 {
    line.append(UInt8(truncatingIfNeeded: character))
    if character == 10 {
        line.withUnsafeBufferPointer { writeLog($0.baseAddress, $0.count) }
        line.removeAll()
    }
    return character
}

nonisolated(unsafe) private var line: [UInt8] = []
