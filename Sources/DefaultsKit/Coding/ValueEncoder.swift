/// What the encoders of one tree share.
final class EncodingSession {
  let userInfo: [CodingUserInfoKey: Any]
  /// Whether a default is encoded, to fill missing fields from: see ``DefaultTree``.
  let recordsDefaults: Bool
  /// The first fault of a call that cannot throw.
  var fault: EncodingError?
  /// Encoders that hold encoders which hold them.
  private var holders: [ValueEncoder] = []
  private lazy var stackRoom = StackRoom()

  init(userInfo: [CodingUserInfoKey: Any], recordsDefaults: Bool) {
    self.userInfo = userInfo
    self.recordsDefaults = recordsDefaults
  }

  func encode<T: Encodable>(_ value: T) throws -> PropertyListValue {
    defer {
      for holder in holders { holder.pending = [:] }
      holders = []
    }
    let root = ValueEncoder(session: self)
    let encoded = try root.boxed(value, at: .same)
    if let fault { throw fault }
    return encoded
  }

  var hasStackLeft: Bool { stackRoom?.suffices ?? true }

  func noteHolder(_ encoder: ValueEncoder) { holders.append(encoder) }
}

/// Takes what one value encodes: its fields, its elements, or a value that stands for it.
final class ValueEncoder: Encoder {
  enum Content {
    case nothing
    case value(PropertyListValue)
    case fields
    case elements
  }

  let session: EncodingSession
  /// The type whose value is encoded here, where it is known.
  let subject: Any.Type?
  /// How many containers stand around the value.
  let containerDepth: Int
  private let parent: ValueEncoder?
  private let step: PathStep
  private let valueDepth: Int

  private(set) var content = Content.nothing
  // Changed one call at a time, within which no code of a user runs: no need to find out at run time.
  @exclusivity(unchecked) var fields: [String: PropertyListValue] = [:]
  var elements: [PropertyListValue] = []
  /// Nested containers and encoders that may not be full yet, by field or, as text, by index.
  @exclusivity(unchecked) var pending: [String: ValueEncoder] = [:]

  init(session: EncodingSession) {
    self.session = session
    subject = nil
    containerDepth = 0
    parent = nil
    step = .same
    valueDepth = 0
  }

  private init(within parent: ValueEncoder, at step: PathStep, subject: Any.Type?) {
    session = parent.session
    self.subject = subject
    self.parent = parent
    self.step = step
    valueDepth = parent.valueDepth + 1
    containerDepth = parent.depth(at: step)
  }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var next: ValueEncoder? = self
    while let encoder = next {
      if let key = encoder.step.codingKey { path.append(key) }
      next = encoder.parent
    }
    return path.reversed()
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    beginFields()
    return KeyedEncodingContainer(KeyedValueEncoder<Key>(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    beginElements()
    return UnkeyedValueEncoder(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleValueEncoder(encoder: self) }

  // MARK: Content

  private func beginFields() {
    checkDepth()
    switch content {
    case .fields: break
    case .nothing:
      content = .fields
      fields.reserveCapacity(6)  // what fits in eight places: most structs never have to make room
    case .value(.dictionary(let started)) where started[ReservedMarker.nilKey] == nil:
      fields = started
      content = .fields
    default: noteConflict()
    }
  }

  private func beginElements() {
    checkDepth()
    switch content {
    case .elements: break
    case .nothing: content = .elements
    case .value(.array(let started)):
      elements = started
      content = .elements
    default: noteConflict()
    }
  }

  /// Takes the one value that stands for the whole.
  func setValue(_ value: PropertyListValue) throws {
    try checkForFault()
    guard case .nothing = content else { throw conflict }
    content = .value(value)
  }

  private var conflict: EncodingError {
    error(subject ?? Any.self, "Two values, or containers of two kinds, were encoded in one place.")
  }

  // The calls that give out containers cannot throw: the fault is thrown when the whole is encoded.
  private func noteConflict() { session.fault = session.fault ?? conflict }

  private func checkDepth() {
    if containerDepth >= CodingLimit.containers {
      session.fault = session.fault ?? error(subject ?? Any.self, CodingLimit.description)
    } else if valueDepth > StackRoom.carefreeDepth, !session.hasStackLeft {
      session.fault = session.fault ?? error(subject ?? Any.self, CodingLimit.stackDescription)
    }
  }

  /// Throws what a call that cannot throw has met, so that a value that contains itself comes to an end.
  @inline(__always)
  func checkForFault() throws {
    if let fault = session.fault { throw fault }
  }

  private func error(_ value: Any, _ description: String) -> EncodingError {
    .invalidValue(value, EncodingError.Context(codingPath: codingPath, debugDescription: description))
  }

  /// What was encoded; a value that encodes nothing is an empty dictionary, as Foundation's encoders have it.
  private func finished() throws -> PropertyListValue {
    switch content {
    case .nothing: return .dictionary([:])
    case .value(let value): return value
    case .fields:
      for (name, encoder) in pending { fields[name] = try encoder.finished() }
      return .dictionary(fields)
    case .elements:
      for (index, encoder) in pending {
        if let index = Int(index) { elements[index] = try encoder.finished() }
      }
      return .array(elements)
    }
  }

  // MARK: Values within

  /// An encoder for a value within, which may be filled until the whole is encoded.
  func nested(at step: PathStep, name: String) -> ValueEncoder {
    if let started = pending[name] { return started }
    checkDepth()
    // Not attached, so that no chain can grow whose release would overflow the stack.
    guard session.fault == nil else { return ValueEncoder(session: session) }
    let encoder = ValueEncoder(within: self, at: step, subject: nil)
    if case .fields = content, let started = fields[name] { encoder.content = .value(started) }
    if pending.isEmpty { session.noteHolder(self) }
    pending[name] = encoder
    return encoder
  }

  private func depth(at step: PathStep) -> Int {
    if case .same = step { containerDepth } else { containerDepth + 1 }
  }

  private func escaped(_ value: PropertyListValue, at step: PathStep) throws -> PropertyListValue {
    guard !value.nests(deeperThan: CodingLimit.containers - depth(at: step)) else {
      throw ValueEncoder(within: self, at: step, subject: nil).error(value, CodingLimit.description)
    }
    return ReservedMarker.escaped(value)
  }

  /// The encoded form of a value within.
  func boxed<T: Encodable>(_ value: T, at step: PathStep) throws -> PropertyListValue {
    if let known = PropertyListValue(encodingKnown: value) { return known }
    if let value = identity(value, as: PropertyListValue.self) { return try escaped(value, at: step) }
    let encoder = ValueEncoder(within: self, at: step, subject: T.self)
    if encoder.valueDepth > StackRoom.carefreeDepth {
      guard encoder.containerDepth <= CodingLimit.containers, encoder.valueDepth <= CodingLimit.values else {
        throw encoder.error(value, CodingLimit.description)
      }
      guard session.hasStackLeft else { throw encoder.error(value, CodingLimit.stackDescription) }
    }
    try value.encode(to: encoder)
    var encoded = try encoder.finished()
    if session.recordsDefaults { encoded = DefaultTree.noting(encoded, of: value) }
    guard let versioned = T.self as? any SchemaVersioned.Type else { return encoded }
    return SchemaStamp.stamped(encoded, version: versioned.schemaVersion)
  }
}
