// In the browser texts are equal if they are spelled the same: every character counts as its own normal form. These
// take the places of functions of the standard library, by the names that the linker knows them by, and with them goes
// all that brings texts into normal form. Under a toolchain that names them differently the app is larger, no more.

/// Compares two texts as UTF-8: whether the left one is less, or whether they are equal.
@_silgen_name("$es22_stringCompareInternal__9expectingSbs11_StringGutsV_ADs01_E16ComparisonResultOtF")
func compare(_ left: String, _ right: String, expectsLess: Bool) -> Bool {
    left.utf8.withContiguousStorageIfAvailable { left in
        right.utf8.withContiguousStorageIfAvailable { right in
            var index = 0
            while index < left.count, index < right.count, left[index] == right[index] { index += 1 }
            if index == right.count { return !expectsLess && index == left.count }
            return expectsLess && (index == left.count || left[index] < right[index])
        } ?? false
    } ?? false
}

extension _StringGuts {
    /// Places in a text count bytes of UTF-8: no text comes in UTF-16.
    @_silgen_name("$es11_StringGutsV27_slowEnsureMatchingEncodingySS5IndexVAEF")
    func matching(_ index: String.Index) -> String.Index { index }
}
