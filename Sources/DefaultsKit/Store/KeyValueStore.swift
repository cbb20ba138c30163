/// A store of property-list values under names.
///
/// ## What every store promises
///
/// - **Exact.** What is set is what is read back, bit for bit.
/// - **Current.** A read sees every set that returned before it began, on any thread.
/// - **All or nothing.** The changes of a transaction are seen together, or not at all.
/// - **No lost update.** Transactions run one after the other. A body may read its own store, and sees the state
///   before the transaction; a body that writes its store in another way than by its transaction traps.
/// - **Nothing on failure.** A call that throws has changed nothing.
/// - **Refused before it is stored.** The empty name and the store's own record are ``StoreError/Code/invalidName``,
///   and so is a set under an account's name, one that begins with `users/`: use a key with a ``StoreScope``. Nesting
///   above 511 levels (a file around it is one more), and a date that is no finite number, are
///   ``StoreError/Code/encodingFailed``.
/// - **Same value, no change.** A set of the value that is stored already is no change, and nobody is told.
///
/// All members may be called from any thread. None may be called from within a transaction of the same store, reads
/// apart. Transactions of two stores that are nested in the one order here and in the other there, in this process or
/// another one, wait for each other for ever: nest them in one order.
///
/// ## Writing a store
///
/// Five members suffice; everything else is built on them. In `transaction`, hand a ``StoreTransaction`` of the
/// present values to the body, call ``StoreTransaction/checkForErrors()``, and apply its
/// ``StoreTransaction/changes``. Run one transaction at a time, by a lock that a second transaction of the same thread
/// does not pass: a recursive one would let a body's nested write through, and the outer transaction write over it. Store
/// the name `$defaultskit`, the library's own record, like any other, and leave it out of ``keys``.
public protocol KeyValueStore: AnyObject, Sendable {
  /// The value that is stored under a name, or nil.
  ///
  /// - Parameter name: The stored name.
  /// - Returns: The value, or nil where there is none.
  /// - Throws: ``StoreError`` where the store cannot be read.
  func value(forKey name: String) throws -> PropertyListValue?

  /// The names under which something is stored; the store's own record is not among them.
  ///
  /// Those of accounts are `users/<percent-encoded id>/<name>`. Complexity: O(*n*) in the number of names.
  var keys: Set<String> { get throws }

  /// Runs a body that reads and changes values, and stores all of its changes, or none.
  ///
  /// - Parameter body: What to do; may read its own store, and sees the state before the transaction.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, the first error that a subscript of the transaction met, or
  ///   ``StoreError/Code/fileUnwritable``; nothing has changed then.
  @discardableResult
  func transaction<Result>(_ body: (inout StoreTransaction) throws -> Result) throws -> Result

  /// The changes from now on, one for each commit, in the order of the commits.
  ///
  /// For a reader that is slow, waiting changes are merged into one; no name is dropped.
  /// - Returns: A sequence that ends with the task that reads it.
  func changes() -> AsyncStream<StoreChange>

  /// Puts everything that was set on the media, where any other tool can read it.
  ///
  /// - Throws: ``StoreError/Code/fileUnwritable``; what was set is still there then.
  func flush() throws
}
