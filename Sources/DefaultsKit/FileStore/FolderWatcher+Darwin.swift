#if canImport(Darwin)
  import Dispatch
  import Foundation

  // Not built on Linux.
  extension FolderWatcher {
    private static let queue = DispatchQueue(label: "DefaultsKit.FolderWatcher", qos: .utility)

    /// Watches a file and its folder: the folder tells of renames, the file of edits in place.
    func watch(_ file: ResolvedFile, _ fileSystem: FileSystem, notify: @escaping @Sendable () -> Void) -> Watch {
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
  }
#endif
