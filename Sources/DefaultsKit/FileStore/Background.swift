import Dispatch
import Foundation

/// What background work needs from the system, had before the first store is opened.
enum Background {
  private static let isReady = Locked(false)

  /// Makes sure that a timer can be set from now on.
  ///
  /// On Linux the timers of Dispatch need descriptors of their own, which it takes when the first one is set, and ends
  /// the process where none are left.
  static func prepare(_ fileSystem: FileSystem) throws(SystemError) {
    let failure = isReady.withLock { isReady -> SystemError? in
      if isReady { return nil }
      do throws(SystemError) { try checkDescriptors(fileSystem) } catch { return error }
      let fired = DispatchSemaphore(value: 0)
      DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now()) { fired.signal() }
      fired.wait()
      isReady = true
      return nil
    }
    if let failure { throw failure }
  }

  /// Refuses where fewer descriptors are left than Dispatch could need: for its poll, its wake-up and three clocks.
  private static func checkDescriptors(_ fileSystem: FileSystem) throws(SystemError) {
    var descriptors: [Int32] = []
    defer { for descriptor in descriptors { fileSystem.close(descriptor) } }
    for _ in 0..<8 { descriptors.append(try fileSystem.open("/dev/null", O_RDONLY)) }
  }
}
