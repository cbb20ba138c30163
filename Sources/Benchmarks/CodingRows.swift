import DefaultsKit
import Foundation

/// A `Codable` value, there and back.
enum CodingRows {
  static func measure(_ bench: inout Bench) throws {
    guard bench.wants("coding") else { return }
    bench.compare(
      Subject(
        id: "coding", title: "small Codable struct to a value and back",
        baseline: "× JSONEncoder + JSONDecoder", bar: 0.5),
      baseline: { count in
        let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
        repeatedly(count) { try decoder.decode(Place.self, from: encoder.encode($0)) }
      },
      subject: { count in
        let (encoder, decoder) = (PropertyListValueEncoder(), PropertyListValueDecoder())
        repeatedly(count) { try decoder.decode(Place.self, from: encoder.encode($0)) }
      })
  }

  @inline(__always)
  private static func repeatedly(_ count: Int, _ body: (Place) throws -> Place) {
    var place = Place()
    for turn in 0..<count {
      place.visits = turn
      do { place = try body(place) } catch { preconditionFailure("A place cannot be coded: \(error)") }
    }
    keep(place.visits)
  }
}
