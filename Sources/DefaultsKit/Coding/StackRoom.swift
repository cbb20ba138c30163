#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// How much of this thread's stack is left.
///
/// A coder calls the types that it codes, which call it again: how much stack a level takes is up to them, and a
/// thread may have as little as 512 KB. So what is left is looked at, and a value that needs more is refused.
struct StackRoom: Sendable {
  /// What a level may need, with all that it calls for its scalars and, at last, for an error.
  private static let reserve: UInt = 64 * 1024
  /// So few levels fit on every stack, and the bounds of one need not be asked for.
  static let carefreeDepth = 24

  private let low: UInt
  private let high: UInt
  private let start = Self.here

  /// The bounds of this thread's stack, or nil where the system does not tell.
  init?() {
    #if canImport(Darwin)
      let thread = pthread_self()
      high = UInt(bitPattern: pthread_get_stackaddr_np(thread))
      low = high - UInt(pthread_get_stacksize_np(thread))
    #else
      guard let bounds = Self.bounds() else { return nil }
      (low, high) = bounds
    #endif
  }

  #if !canImport(Darwin)
    private static func bounds() -> (low: UInt, high: UInt)? {
      // The C library has the function, but its module shows it to nobody: it is no part of POSIX.
      typealias GetAttributes = @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32
      guard let symbol = dlsym(nil, "pthread_getattr_np") else { return nil }
      let getAttributes = unsafeBitCast(symbol, to: GetAttributes.self)
      return withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { buffer in
        guard let attributes = buffer.baseAddress, getAttributes(pthread_self(), attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(attributes) }
        var base: UnsafeMutableRawPointer?
        var size = 0
        var guardSize = 0
        guard pthread_attr_getstack(attributes, &base, &size) == 0, let base,
          pthread_attr_getguardsize(attributes, &guardSize) == 0
        else { return nil }
        // The guard pages are part of the size that is given.
        return (UInt(bitPattern: base) + UInt(guardSize), UInt(bitPattern: base) + UInt(size))
      }
    }
  #endif

  /// Whether another level fits; also on a stack that is not the one that was asked about.
  ///
  /// A coder that puts the path of an error together may call itself once for each level above: for Foundation's JSON
  /// decoder that takes a quarter of what the levels took (256 bytes of 1 KB, in release).
  var suffices: Bool {
    let here = Self.here
    guard (low..<high).contains(here) else { return true }
    let taken = start > here ? start - here : 0
    return here - low > Self.reserve + taken / 2
  }

  private static var here: UInt {
    var variable = 0
    return withUnsafeMutablePointer(to: &variable) { UInt(bitPattern: $0) }
  }
}
