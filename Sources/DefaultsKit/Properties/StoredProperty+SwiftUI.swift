// Built where SwiftUI can be imported, on Apple's platforms; not on Linux.
#if canImport(SwiftUI)
  public import SwiftUI

  extension StoredProperty {
    /// A binding to the value, for a control of a SwiftUI view.
    ///
    /// A view that reads the wrapped property in its body is updated when the value changes.
    @MainActor public var binding: Binding<Value> {
      Binding(get: { value }, set: { value = $0 })
    }
  }
#endif
