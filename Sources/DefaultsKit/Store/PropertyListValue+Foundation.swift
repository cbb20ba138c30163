import Foundation

#if canImport(Darwin)
  import CoreFoundation
#endif

extension PropertyListValue {
  /// The value that an object of `UserDefaults` stands for, or nil where it is no property-list object.
  init?(foundationObject object: Any) {
    switch Self.unwrapped(object) {
    case let text as String: self = .string(text)
    case let date as Date: self = .date(date)
    case let data as Data: self = .data(data)
    case let elements as [Any]:
      var values: [PropertyListValue] = []
      for element in elements {
        guard let value = PropertyListValue(foundationObject: element) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case let fields as [String: Any]:
      var values: [String: PropertyListValue] = [:]
      for (key, field) in fields {
        guard let value = PropertyListValue(foundationObject: field) else { return nil }
        values[key] = value
      }
      self = .dictionary(values)
    case let object?:
      guard let number = object as? NSNumber ?? (object as AnyObject) as? NSNumber else { return nil }
      self.init(number)
    case nil: return nil
    }
  }

  /// The object that `UserDefaults` keeps for this value.
  var foundationObject: Any {
    switch self {
    case .string(let value): value
    case .boolean(let value): value
    case .integer(let value): NSNumber(value: value)
    case .unsignedInteger(let value): NSNumber(value: value)
    case .real(let value): NSNumber(value: value)
    case .date(let value): value
    case .data(let value): value
    case .array(let values): values.map(\.foundationObject)
    case .dictionary(let values): values.mapValues(\.foundationObject)
    }
  }

  private init(_ number: NSNumber) {
    if number.isBoolean {
      self = .boolean(number.boolValue)
    } else if ["f", "d"].contains(number.typeCode) {
      self = .real(number.doubleValue)
    } else if number.typeCode == "Q", number.uint64Value > UInt64(Int64.max) {
      self = .unsignedInteger(number.uint64Value)
    } else {
      self = .integer(number.int64Value)
    }
  }

  // Within containers, Foundation on Linux hands out optionals that are boxed as `Any`.
  private static func unwrapped(_ object: Any) -> Any? {
    let mirror = Mirror(reflecting: object)
    guard mirror.displayStyle == .optional else { return object }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}

extension NSNumber {
  /// The Objective-C type encoding, as a text.
  fileprivate var typeCode: String { String(cString: objCType) }

  fileprivate var isBoolean: Bool {
    #if canImport(Darwin)
      CFGetTypeID(self) == CFBooleanGetTypeID()
    #else
      typeCode == "c" || typeCode == "B"  // integers come as wider types there
    #endif
  }
}
