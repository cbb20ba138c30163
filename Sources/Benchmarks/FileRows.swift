import DefaultsKit
import Foundation

/// Whole files: opened, read and written.
enum FileRows {
  static func measure(_ bench: inout Bench) throws {
    for size in bench.plan.sizes {
      let content = Content(count: size)
      // The bars are for large files: a small one is opened in the time that the system calls take.
      let isLarge = size == 10_000
      if bench.wants("open") { try open(&bench, content, bar: isLarge ? 0.1 : nil) }
      if bench.wants("file.read") { try read(&bench, content, bar: isLarge ? 0.1 : nil) }
      if bench.wants("file.write") { try write(&bench, content, bar: isLarge ? 1.0 / 30 : nil) }
    }
  }

  private static func open(_ bench: inout Bench, _ content: Content, bar: Double?) throws {
    let url = try content.file("opened", in: bench.folder)
    try bench.compareOnce(
      Subject(
        id: "open", title: "open a binary file", keys: content.count, baseline: "× Data + PropertyListSerialization",
        bar: bar),
      baseline: { try PropertyListSerialization.propertyList(from: Data(contentsOf: url), format: nil) },
      subject: { try PropertyListStore(url: url) })
  }

  private static func read(_ bench: inout Bench, _ content: Content, bar: Double?) throws {
    for (format, name) in [(PropertyListFormat.binary, "binary"), (.xml, "XML")] {
      let data = try PropertyListValue.dictionary(content.values).serialized(as: format)
      try bench.compareOnce(
        Subject(
          id: "file.read.\(name.lowercased())", title: "read \(name)", keys: content.count,
          baseline: "× PropertyListSerialization", bar: format == .binary ? bar : nil),
        baseline: { try PropertyListSerialization.propertyList(from: data, format: nil) },
        subject: { try PropertyListValue(serialized: data) })
    }
  }

  private static func write(_ bench: inout Bench, _ content: Content, bar: Double?) throws {
    let value = PropertyListValue.dictionary(content.values)
    let foundationValue = content.foundationValues
    for (format, name, foundationFormat) in [
      (PropertyListFormat.binary, "binary", PropertyListSerialization.PropertyListFormat.binary), (.xml, "XML", .xml),
    ] {
      try bench.compareOnce(
        Subject(
          id: "file.write.\(name.lowercased())", title: "write \(name)", keys: content.count,
          baseline: "× PropertyListSerialization", bar: bar),
        baseline: {
          try PropertyListSerialization.data(fromPropertyList: foundationValue, format: foundationFormat, options: 0)
        },
        subject: { try value.serialized(as: format) })
    }
  }
}
