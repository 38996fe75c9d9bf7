/// The product of two numbers of 128 bits, which checked 64-bit multiplication is compiled to; each comes as two
/// halves, the lower one first.
@_cdecl("__multi3")
func multiply128(
    _ result: UnsafeMutablePointer<UInt64>, _ leftLow: UInt64, _ leftHigh: UInt64, _ rightLow: UInt64,
    _ rightHigh: UInt64
) {
    let mask: UInt64 = 0xFFFF_FFFF
    let (a0, a1) = (leftLow & mask, leftLow >> 32)
    let (b0, b1) = (rightLow & mask, rightLow >> 32)
    let low = a0 &* b0
    let middle = a1 &* b0 &+ low >> 32
    let other = a0 &* b1 &+ middle & mask
    result[0] = other << 32 | low & mask
    result[1] = a1 &* b1 &+ middle >> 32 &+ other >> 32 &+ leftLow &* rightHigh &+ leftHigh &* rightLow
}

/// A number of 128 bits, as two halves, shifted to the left by fewer than 128.
@_cdecl("__ashlti3")
func shiftLeft128(_ result: UnsafeMutablePointer<UInt64>, _ low: UInt64, _ high: UInt64, _ count: UInt32) {
    result[0] = low << count
    result[1] = count < 64 ? high << count | low >> (64 &- count) : low << (count &- 64)
}

/// A number of 128 bits without a sign, as two halves, shifted to the right by fewer than 128.
@_cdecl("__lshrti3")
func shiftRight128(_ result: UnsafeMutablePointer<UInt64>, _ low: UInt64, _ high: UInt64, _ count: UInt32) {
    result[0] = count < 64 ? low >> count | high << (64 &- count) : high >> (count &- 64)
    result[1] = high >> count
}
