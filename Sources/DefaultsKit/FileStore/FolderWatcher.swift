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
      var file: ResolvedFile
      var fileSystem: FileSystem
      var notify: @Sendable () -> Void
      /// The watch on the folder; nil: the system refuses one, or the folder is not there.
      var folder: Int32?
    }

    private struct State {
      /// The one inotify instance of the process; nil: not begun, refused by the system, or broken.
      var descriptor: Int32?
      var watchers: [UInt64: Watcher] = [:]
      var lastID: UInt64 = 0
      /// Runs while a watcher has no watch.
      var timer: (any DispatchSourceTimer)?
    }

    /// How often those are told to look whose folder cannot be watched, in milliseconds: an edit is taken in within a
    /// second.
    private static let interval = 500
    private static let queue = DispatchQueue(label: "DefaultsKit.FolderWatcher", qos: .utility)

    private let state = Locked(State())

    /// Watches a file; where the system refuses to tell, who is to be told is told to look twice a second.
    func watch(_ file: ResolvedFile, _ fileSystem: FileSystem, notify: @escaping @Sendable () -> Void) -> Watch {
      state.withLock { state in
        state.lastID += 1
        let id = state.lastID
        state.watchers[id] = Watcher(file: file, fileSystem: fileSystem, notify: notify)
        _ = beginWatch(id, &state)
        return Watch { [self] in end(id) }
      }
    }

    private func end(_ id: UInt64) {
      state.withLock { state in
        let folder = state.watchers.removeValue(forKey: id)?.folder
        if let folder, let descriptor = state.descriptor,
          !state.watchers.values.contains(where: { $0.folder == folder })
        {
          inotify_rm_watch(descriptor, folder)
        }
      }
    }

    // MARK: Watches

    /// Asks the system to watch a watcher's folder; false: it does not, and who watches is told now and then.
    private func beginWatch(_ id: UInt64, _ state: inout State) -> Bool {
      guard let watcher = state.watchers[id] else { return false }
      // Moved or removed itself: then another may stand under the name.
      let events = IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_MOVE_SELF | IN_ONLYDIR
      do throws(SystemError) {
        let descriptor: Int32
        if let begun = state.descriptor { descriptor = begun } else { descriptor = try begin(watcher.fileSystem) }
        state.descriptor = descriptor
        let folder = try watcher.fileSystem.perform(.watch) {
          inotify_add_watch(descriptor, watcher.file.folder, UInt32(events))
        }
        state.watchers[id]?.folder = folder
        return true
      } catch {
        startTimer(&state)
        return false
      }
    }

    private func startTimer(_ state: inout State) {
      guard state.timer == nil else { return }
      let timer = DispatchSource.makeTimerSource(queue: Self.queue)
      timer.schedule(
        deadline: .now() + .milliseconds(Self.interval), repeating: .milliseconds(Self.interval),
        leeway: .milliseconds(100))
      timer.setEventHandler { [weak self] in self?.lookForThemselves() }
      state.timer = timer
      timer.resume()
    }

    /// Tries again to watch what is not watched, and tells who waits for it to look.
    private func lookForThemselves() {
      let told = state.withLock { state in
        let unwatched = state.watchers.filter { $0.value.folder == nil }
        // Also where it is watched from now on: something may have happened meanwhile.
        let refused = unwatched.keys.filter { !beginWatch($0, &state) }
        if refused.isEmpty {
          state.timer?.cancel()
          state.timer = nil
        }
        return unwatched.values.map(\.notify)
      }
      for notify in told { notify() }
    }

    // MARK: Events

    private func begin(_ fileSystem: FileSystem) throws(SystemError) -> Int32 {
      let descriptor = try fileSystem.perform(.watch) { inotify_init1(Int32(IN_CLOEXEC)) }
      let thread = Thread { [self] in
        listen(descriptor)
        lose(descriptor)
        fileSystem.close(descriptor)
      }
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
        if count == 0 || (count < 0 && errno != EINTR) { return }
        var offset = 0
        while offset + MemoryLayout<inotify_event>.size <= count {
          let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          offset += MemoryLayout<inotify_event>.size
          let name = String(decoding: buffer[offset..<offset + Int(event.len)].prefix { $0 != 0 }, as: UTF8.self)
          offset += Int(event.len)
          take(event.mask, of: name, in: event.wd)
        }
      }
    }

    /// Tells those whom an event concerns.
    func take(_ events: UInt32, of name: String, in folder: Int32) {
      // Events were dropped: nobody knows whose.
      let isOverflow = events & UInt32(IN_Q_OVERFLOW) != 0
      let isMoved = events & UInt32(IN_MOVE_SELF) != 0
      let isOver = isMoved || events & UInt32(IN_IGNORED) != 0
      let told = state.withLock { state in
        if isMoved, let descriptor = state.descriptor { inotify_rm_watch(descriptor, folder) }
        // Not the sidecar's name: to close it ends a write too, by whoever opens and closes a store.
        let concerned = state.watchers.filter {
          isOverflow || ($0.value.folder == folder && (isOver || $0.value.file.name == name))
        }
        if isOver {
          for id in concerned.keys { state.watchers[id]?.folder = nil }
          for id in concerned.keys { _ = beginWatch(id, &state) }
        }
        return concerned.values.map(\.notify)
      }
      for notify in told { notify() }
    }

    /// Begins anew, as nothing is heard any more by a descriptor.
    func lose(_ descriptor: Int32? = nil) {
      state.withLock { state in
        guard descriptor == nil || state.descriptor == descriptor else { return }
        state.descriptor = nil
        for id in state.watchers.keys { state.watchers[id]?.folder = nil }
        if !state.watchers.isEmpty { startTimer(&state) }
      }
    }
  #endif
}
