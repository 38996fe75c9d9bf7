// Questions of Swift's texts about characters. The browser knows the answers, so its tables don't have to travel with the app.

/// Tells white space and letters; the standard library's other properties of a character are not asked for.
@_cdecl("_swift_stdlib_getBinaryProperties")
func binaryProperties(_ scalar: UInt32) -> UInt64 {
    let isSpace: Bool
    let isLetter: Bool
    if scalar < 128 {
        isSpace = scalar == 32 || scalar >= 9 && scalar <= 13
        isLetter = scalar | 32 >= 97 && scalar | 32 <= 122
    } else {
        let kind = characterKind(scalar)
        isSpace = kind == 1
        isLetter = kind == 2
    }
    // The bits are those of `Unicode.Scalar.Properties`: isWhitespace and isAlphabetic.
    return (isSpace ? 1 << 45 : 0) | (isLetter ? 1 << 7 : 0)
}

/// How far the lower case of a character (`kind` 1) lies from it; other cases are not asked for.
@_cdecl("_swift_stdlib_getMapping")
func caseMapping(_ scalar: UInt32, _ kind: UInt8) -> UInt32 {
    kind == 1 ? lowerCase(scalar) &- scalar : 0
}

/// No character becomes several.
@_cdecl("_swift_stdlib_getSpecialMapping")
func specialMapping(
    _ scalar: UInt32, _ kind: UInt8, _ length: UnsafeMutablePointer<Int>
) -> UnsafePointer<UInt8>? {
    length.pointee = 0
    return nil
}

// Texts are equal if they are spelled the same, also where ByteString.swift can't take its place: every character counts
// as its own normal form.

@_cdecl("_swift_stdlib_getNormData")
func normalizationData(_ scalar: UInt32) -> UInt16 { 0 }

@_cdecl("_swift_stdlib_getDecompositionEntry")
func decomposition(_ scalar: UInt32) -> UInt32 { .max }

@_cdecl("_swift_stdlib_getComposition")
func composition(_ first: UInt32, _ second: UInt32) -> UInt32 { .max }

/// The kind of a character beyond ASCII: 1 for white space, 2 for a letter, else 0.
@_extern(wasm, module: "env", name: "kind") @_extern(c)
func characterKind(_ scalar: UInt32) -> Int32

/// The small letter of a character beyond ASCII, or itself if it has none.
@_extern(wasm, module: "env", name: "lower") @_extern(c)
func lowerCase(_ scalar: UInt32) -> UInt32
