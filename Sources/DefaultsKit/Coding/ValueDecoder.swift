/// What the decoders of one tree share.
final class DecodingSession {
  let userInfo: [CodingUserInfoKey: Any]
  /// Whether the value was JSON text, where a date is a number and data is base64.
  let isJSON: Bool
  /// Encodes the default that the whole is filled from.
  private let encodeDefault: (() throws -> PropertyListValue)?
  private var wholeDefault: PropertyListValue??
  private lazy var stackRoom = StackRoom()
  private var defaultsOfTypes: [ObjectIdentifier: PropertyListValue?] = [:]

  init(
    userInfo: [CodingUserInfoKey: Any], isJSON: Bool = false, encodeDefault: (() throws -> PropertyListValue)? = nil
  ) {
    self.userInfo = userInfo
    self.isJSON = isJSON
    self.encodeDefault = encodeDefault
  }

  func decode<T: Decodable>(_ type: T.Type, from value: PropertyListValue) throws -> T {
    try ValueDecoder(session: self).unboxed(value, as: type, at: .same)
  }

  var hasStackLeft: Bool { stackRoom?.suffices ?? true }

  /// The default of the whole: encoded when the first field is missing, never before.
  func defaultOfWhole() -> PropertyListValue? {
    if let wholeDefault { return wholeDefault }
    // One that cannot be encoded fills nothing: the field is reported as missing.
    let encoded = try? encodeDefault?()
    wholeDefault = .some(encoded)
    return encoded
  }

  /// The default of a type that provides one.
  func defaultTree<T: DefaultProviding>(of type: T.Type) -> PropertyListValue? {
    if let known = defaultsOfTypes[ObjectIdentifier(type)] { return known }
    var encoded: PropertyListValue?
    if let value = T.default as? any Encodable {
      encoded = try? EncodingSession(userInfo: userInfo, recordsDefaults: true).encode(value)
    }
    defaultsOfTypes[ObjectIdentifier(type)] = .some(encoded)
    return encoded
  }
}

/// Gives what is stored for one value to the type that decodes it.
final class ValueDecoder: Decoder {
  let session: DecodingSession
  let value: PropertyListValue
  /// The type that is decoded here, where it is known.
  let subject: Any.Type?
  private let parent: ValueDecoder?
  private let step: PathStep
  private let containerDepth: Int
  private let valueDepth: Int
  private var filling = Filling.unknown

  /// Where missing fields come from.
  private enum Filling {
    case unknown
    case known(enclosing: PropertyListValue?, own: PropertyListValue?)
  }

  init(session: DecodingSession) {
    self.session = session
    value = .dictionary([:])
    subject = nil
    parent = nil
    step = .same
    containerDepth = 0
    valueDepth = 0
  }

  init(_ value: PropertyListValue, within parent: ValueDecoder, at step: PathStep, subject: Any.Type?) {
    session = parent.session
    self.value = value
    self.subject = subject
    self.parent = parent
    self.step = step
    valueDepth = parent.valueDepth + 1
    containerDepth = parent.depth(at: step)
  }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  var codingPath: [any CodingKey] {
    var path: [any CodingKey] = []
    var next: ValueDecoder? = self
    while let decoder = next {
      if let key = decoder.step.codingKey { path.append(key) }
      next = decoder.parent
    }
    return path.reversed()
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(KeyedValueDecoder<Key>(decoder: self, fields: try fields()))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    UnkeyedValueDecoder(decoder: self, elements: try elements())
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { SingleValueDecoder(decoder: self) }

  /// How many containers stand around a value within.
  func depth(at step: PathStep) -> Int {
    if case .same = step { containerDepth } else { containerDepth + 1 }
  }

  // MARK: Containers

  private func fields() throws -> [String: PropertyListValue] {
    try checkDepth()
    if case .dictionary(let fields) = value, ReservedMarker.nilDepth(of: value) == nil {
      guard let wrapped = SchemaStamp.wrapped(in: value) else { return fields }
      if case .dictionary(let fields) = wrapped { return fields }
    }
    throw mismatch([String: Any].self, value, at: .same)
  }

  private func elements() throws -> [PropertyListValue] {
    try checkDepth()
    if case .array(let elements) = value { return elements }
    if case .array(let elements)? = SchemaStamp.wrapped(in: value) { return elements }
    throw mismatch([Any].self, value, at: .same)
  }

  private func checkDepth() throws {
    if containerDepth >= CodingLimit.containers {
      throw DecodingError.dataCorrupted(context(CodingLimit.description, at: .same))
    }
    if valueDepth > StackRoom.carefreeDepth, !session.hasStackLeft {
      throw DecodingError.dataCorrupted(context(CodingLimit.stackDescription, at: .same))
    }
  }

  // MARK: Filling

  /// What stands in for a missing field.
  func filler(forName name: String, optionalOnly: Bool) -> PropertyListValue? {
    let (enclosing, own) = trees()
    if let found = enclosing.flatMap({ DefaultTree.field(name, of: $0, optionalOnly: optionalOnly) }) { return found }
    return own.flatMap { DefaultTree.field(name, of: $0, optionalOnly: optionalOnly) }
  }

  /// The default of what stands around the value, as far as it reaches here, and that of the value's own type.
  private func trees() -> (enclosing: PropertyListValue?, own: PropertyListValue?) {
    if case .known(let enclosing, let own) = filling { return (enclosing, own) }
    var enclosing: PropertyListValue?
    switch step {
    case .same:
      if let parent {
        let around = parent.trees()
        enclosing = around.enclosing ?? around.own
      } else {
        enclosing = session.defaultOfWhole()
      }
    case .key(let key):
      enclosing = parent?.filler(forName: ReservedMarker.escaped(key.stringValue), optionalOnly: false)
    case .index: break  // an element of a stored array is no older version of the default's element
    }
    var own: PropertyListValue?
    if let provider = subject as? any DefaultProviding.Type { own = session.defaultTree(of: provider) }
    filling = .known(enclosing: enclosing, own: own)
    return (enclosing, own)
  }

  // MARK: Values within

  /// The value of a type that something stored stands for.
  func unboxed<T: Decodable>(_ stored: PropertyListValue, as type: T.Type, at step: PathStep) throws -> T {
    if let known = try known(type, from: stored, at: step) { return known }
    var stored = stored
    if let versioned = T.self as? any SchemaVersioned.Type {
      stored = try migrated(stored, for: versioned, at: step)
    }
    let decoder = ValueDecoder(stored, within: self, at: step, subject: T.self)
    if decoder.valueDepth > StackRoom.carefreeDepth {
      guard decoder.valueDepth <= CodingLimit.values else {
        throw DecodingError.dataCorrupted(context(CodingLimit.description, at: step))
      }
      guard session.hasStackLeft else {
        throw DecodingError.dataCorrupted(context(CodingLimit.stackDescription, at: step))
      }
    }
    return try T(from: decoder)
  }

  /// A stored value of a versioned type, without its version, as this release writes it.
  private func migrated(
    _ stored: PropertyListValue, for type: any SchemaVersioned.Type, at step: PathStep
  ) throws -> PropertyListValue {
    var (value, version) = SchemaStamp.split(stored)
    if version == type.schemaVersion { return value }
    if version > type.schemaVersion {
      let error = SchemaTooNewError(
        typeName: String(describing: type), storedVersion: version, knownVersion: type.schemaVersion)
      throw DecodingError.dataCorrupted(context(error.description, at: step, underlying: error))
    }
    if session.isJSON { value = JSONNumber.nearestDoubles(in: value) }
    do { try type.migrate(&value, from: version) } catch {
      let description = "\(type) could not be migrated from schema version \(version) to \(type.schemaVersion)."
      throw DecodingError.dataCorrupted(context(description, at: step, underlying: error))
    }
    return value
  }

  // MARK: Errors

  func path(to step: PathStep) -> [any CodingKey] { codingPath + (step.codingKey.map { [$0] } ?? []) }

  func context(_ description: String, at step: PathStep, underlying: (any Error)? = nil) -> DecodingError.Context {
    DecodingError.Context(codingPath: path(to: step), debugDescription: description, underlyingError: underlying)
  }

  /// The error for a stored value that stands for none of a type; it says what was found, never the value itself.
  func mismatch(_ type: Any.Type, _ found: PropertyListValue, at step: PathStep) -> DecodingError {
    if ReservedMarker.nilDepth(of: found) != nil {
      return .valueNotFound(type, context("Expected \(type), found nil.", at: step))
    }
    let description = "Expected \(type), found a property-list \(found.kind.rawValue)"
    switch found {
    case .integer, .unsignedInteger, .real, .string:
      return .typeMismatch(type, context(description + " that stands for none.", at: step))
    default: return .typeMismatch(type, context(description + ".", at: step))
    }
  }
}
