import Foundation

extension StoreFile {
  /// Takes in what other processes set, and now and then what was done to the file.
  func tick(looking: Bool) {
    if looking { return look() }
    if state.withLock({ $0.isCurrent }) { return }
    do { try refresh() } catch { noteUnlessGone(error) }
  }

  /// Takes in what was done to the plist and to the sidecar, and writes back a plist that was lost.
  func look() {
    defer { settle() }
    let unsettled = writer.withLock { () -> Result<Bool, StoreError> in
      do throws(StoreError) {
        if session.isReadOnly {
          try refreshReadOnly()
          return .success(false)
        }
        switch try news() {
        case .nothing: break
        case .removed: _ = hasSettled(.none, for: 0)
        case .something:
          try takeTurn(.maintain)
          endTurn()
        }
        return .success(session.unsettled != nil)
      } catch { return .failure(error) }
    }
    switch unsettled {
    case .success(true):
      if isGone { break }
      // As soon as it has settled, a checkpoint puts things in order.
      if writer.withLock({ session.unsettled.map { hasSettled($0.identity, for: settlingTime) } ?? false }) {
        schedule.noteLoss()
      } else {
        schedule.look(after: settlingTime / 4)
      }
    case .success(false): break
    case .failure(let error): noteUnlessGone(error)
    }
  }

  private enum News { case nothing, something, removed }

  /// Whether the plist or the sidecar is another than at the last turn, or something was set.
  private func news() throws(StoreError) -> News {
    do throws(SystemError) {
      let identity = try plistIdentity()
      let hasSidecar = try session.sidecar.map { (sidecar) throws(SystemError) in
        let isLinked = try fileSystem.linkCount(sidecar.descriptor) > 0
        return isLinked ? try isInPlace(sidecar) : false
      }
      // All of it removed: where the folder is next, nothing must be made in it.
      if hasSidecar == false, identity == .none, !hasSettled(.none, for: settlingTime) { return .removed }
      if session.unsettled != nil || !state.withLock({ $0.isCurrent }) || hasSidecar != true { return .something }
      return identity == session.header.identity ? .nothing : .something
    } catch { throw .unreadable(url, error) }
  }

  /// A folder that is gone, with all that was in it, is no fault of the file's.
  private func noteUnlessGone(_ error: any Error) {
    guard !isGone else { return }
    note(error as? StoreError ?? .unreadable(url, because: "\(error)"))
    reportFaults()
  }

  /// Whether the folder is gone.
  var isGone: Bool {
    do throws(SystemError) { return try fileSystem.statusIfPresent(file.folder) == nil } catch { return false }
  }

  /// Whether nobody uses the file any more, or its folder is gone: what cannot be written then is let go.
  var isAbandoned: Bool { isGone || state.withLock { $0.stores.allSatisfy { $0.store == nil } } }
}
