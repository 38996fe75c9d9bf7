#if hasFeature(Embedded)
    // In the browser every sort is compiled for its type alone. This one is a tenth of the standard library's in size,
    // and it takes that one's place where both can be seen.

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
#endif
