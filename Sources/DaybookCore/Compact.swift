#if hasFeature(Embedded)
    // In the browser the standard library is compiled for each type and into each place that uses it. These do the same
    // in a fraction of the size, and take its places where both can be seen: they stand once for each type.

    extension Sequence {
        /// The elements in order; those that are equal stay as they came.
        public func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
            var elements = Array(self)
            guard elements.count > 1 else { return elements }
            var merged = elements
            var width = 1
            while width < elements.count {
                var start = 0
                while start < elements.count {
                    let middle = Swift.min(start + width, elements.count)
                    let end = Swift.min(middle + width, elements.count)
                    var (left, right) = (start, middle)
                    for place in start..<end {
                        if left < middle, right >= end || !precedes(elements[right], elements[left]) {
                            merged[place] = elements[left]
                            left += 1
                        } else {
                            merged[place] = elements[right]
                            right += 1
                        }
                    }
                    start = end
                }
                swap(&elements, &merged)
                width *= 2
            }
            return elements
        }
    }

    extension Sequence where Element: Comparable {
        public func sorted() -> [Element] { sorted { $0 < $1 } }
    }

    extension Array {
        /// Growing takes a dozen instructions for each place of use, were it not here.
        @inline(never)
        public mutating func append(_ element: __owned Element) { appendGenerically(element, to: &self) }

        @inline(never)
        public func map<Value>(_ transform: (Element) -> Value) -> [Value] {
            var values: [Value] = []
            for element in self { values.append(transform(element)) }
            return values
        }

        @inline(never)
        public func filter(_ isIncluded: (Element) -> Bool) -> [Element] {
            var elements: [Element] = []
            for element in self where isIncluded(element) { elements.append(element) }
            return elements
        }

        @inline(never)
        public func compactMap<Value>(_ transform: (Element) -> Value?) -> [Value] {
            var values: [Value] = []
            for element in self { if let value = transform(element) { values.append(value) } }
            return values
        }
    }

    extension [String] {
        @inline(never)
        public func joined(separator: String) -> String {
            var text = ""
            for (index, part) in enumerated() { text += index > 0 ? separator + part : part }
            return text
        }
    }

    extension String.UTF8View {
        public var first: UInt8? { String(self).bytes.first }
        public var last: UInt8? { String(self).bytes.last }

        public func elementsEqual(_ other: String.UTF8View) -> Bool {
            count == other.count && String(self).bytes == String(other).bytes
        }

        public func lexicographicallyPrecedes(_ other: String.UTF8View) -> Bool {
            String(self).bytes.lexicographicallyPrecedes(String(other).bytes)
        }
    }

    /// The standard library's `append`, which the one above hides.
    private func appendGenerically<Elements: RangeReplaceableCollection>(
        _ element: Elements.Element, to elements: inout Elements
    ) { elements.append(element) }
#endif
