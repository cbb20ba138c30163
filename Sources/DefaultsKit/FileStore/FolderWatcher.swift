import Dispatch
import Foundation

/// Tells when something was done to a file or to its sidecar, by any process.
///
/// The folder is watched, not the file: a rename ends the watch on a file. What it tells is a hint; who is told looks.
/// Writes are not watched for, only their end: it would make every append of a journal dear.
final class FolderWatcher: Sendable {
  static let shared = FolderWatcher()

  /// A file that is watched until `end` is called.
  struct Watch: Sendable {
    let end: @Sendable () -> Void
  }

  #if canImport(Glibc) || canImport(Musl)
    private struct Watcher {
      var names: Set<String>
      var notify: @Sendable () -> Void
    }

    private struct State {
      /// The one inotify instance of the process; nil: not begun, or refused by the system.
      var descriptor: Int32?
      var watchers: [Int32: [UInt64: Watcher]] = [:]
      var lastID: UInt64 = 0
    }

    private let state = Locked(State())

    /// Watches a file; where the system refuses, nobody is told, and those who tick find out by looking.
    func watch(_ file: ResolvedFile, notify: @escaping @Sendable () -> Void) -> Watch? {
      state.withLock { state -> Watch? in
        guard let descriptor = state.descriptor ?? begin() else { return nil }
        state.descriptor = descriptor
        let events = UInt32(IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_ONLYDIR)
        let folder = inotify_add_watch(descriptor, file.folder, events)
        guard folder >= 0 else { return nil }
        state.lastID += 1
        let id = state.lastID
        // Not the sidecar's name alone: to close it ends a write too, by whoever opens and closes a store.
        state.watchers[folder, default: [:]][id] = Watcher(names: [file.name], notify: notify)
        return Watch { [self] in end(id, folder) }
      }
    }

    private func end(_ id: UInt64, _ folder: Int32) {
      state.withLock { state in
        state.watchers[folder]?[id] = nil
        guard state.watchers[folder]?.isEmpty == true, let descriptor = state.descriptor else { return }
        state.watchers[folder] = nil
        inotify_rm_watch(descriptor, folder)
      }
    }

    private func begin() -> Int32? {
      let descriptor = inotify_init1(Int32(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      let thread = Thread { [self] in listen(descriptor) }
      thread.name = "DefaultsKit"
      thread.stackSize = 1 << 17
      thread.start()
      return descriptor
    }

    private func listen(_ descriptor: Int32) {
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 14, alignment: 8)
      defer { buffer.deallocate() }
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        if count < 0, errno != EINTR { return }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size
          let name = String(decoding: buffer[offset..<offset + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
          offset += Int(event.len)
          tell(of: name, in: event.wd, overflow: event.mask & UInt32(IN_Q_OVERFLOW) != 0)
        }
      }
    }

    private func tell(of name: String, in folder: Int32, overflow: Bool) {
      let told = state.withLock { state in
        overflow
          ? state.watchers.values.flatMap(\.values)
          : (state.watchers[folder] ?? [:]).values.filter { $0.names.contains(name) }
      }
      for watcher in told { watcher.notify() }
    }
  #elseif canImport(Darwin)
    // Not built on Linux.
    private static let queue = DispatchQueue(label: "DefaultsKit.FolderWatcher", qos: .utility)

    /// Watches a file and its folder: the folder tells of renames, the file of edits in place.
    func watch(_ file: ResolvedFile, notify: @escaping @Sendable () -> Void) -> Watch? {
      let sources = Locked<
        (folder: (any DispatchSourceFileSystemObject)?, file: (any DispatchSourceFileSystemObject)?)
      >(
        (nil, nil))
      let watchFile: @Sendable () -> Void = {
        let source = Self.source(file.path, [.write, .extend, .attrib, .delete, .rename], notify)
        sources.withLock { sources in
          sources.file?.cancel()
          sources.file = source
        }
      }
      let folder = Self.source(file.folder, .write) {
        watchFile()  // what stands under the name may be another file by now
        notify()
      }
      sources.withLock { $0.folder = folder }
      watchFile()
      return Watch {
        sources.withLock { sources in
          sources.folder?.cancel()
          sources.file?.cancel()
          sources = (nil, nil)
        }
      }
    }

    private static func source(
      _ path: String, _ events: DispatchSource.FileSystemEvent, _ notify: @escaping @Sendable () -> Void
    ) -> (any DispatchSourceFileSystemObject)? {
      let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: events, queue: queue)
      source.setEventHandler(handler: notify)
      source.setCancelHandler { close(descriptor) }
      source.resume()
      return source
    }
  #endif
}
