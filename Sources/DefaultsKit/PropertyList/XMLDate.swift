import Foundation

/// A point in time as XML property lists write it: whole seconds of the proleptic Gregorian calendar, in UTC.
struct XMLDate {
  struct Fault: Error {
    let reason: String
  }

  let year: Int
  let month: Int
  let day: Int
  /// Of the day.
  let second: Int

  private static let secondsInDay = 86_400
  /// From 0000-03-01, where a leap day ends the year, to 2001-01-01.
  private static let daysToReferenceDate = 730_791

  /// The components of a date that XML can carry: whole seconds of the years 1 to 9999.
  ///
  /// Foundation writes other years too, but `plistlib` cannot read them.
  static func components(of date: Date) -> Result<XMLDate, Fault> {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.isFinite else {
      return .failure(Fault(reason: "A date that is no finite number of seconds cannot be read back."))
    }
    guard let seconds = Int64(exactly: interval) else {
      return .failure(Fault(reason: "XML cannot carry the fractional seconds of a date."))
    }
    guard seconds != 0 || interval.sign == .plus else {
      return .failure(Fault(reason: "XML cannot carry a date of negative zero seconds."))
    }
    // 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    guard -63_113_904_000 <= seconds, seconds <= 252_423_993_599 else {
      return .failure(Fault(reason: "XML cannot carry a date outside the years 1 to 9999."))
    }
    let (days, second) = Int(seconds).flooredQuotientAndRemainder(dividingBy: secondsInDay)
    // Years of 365.2425 days in cycles of 400, of 100, of 4 and of 1; each cycle's last year or century takes the rest.
    let (cycle, dayOfCycle) = (days + daysToReferenceDate).flooredQuotientAndRemainder(dividingBy: 146_097)
    let century = min(dayOfCycle / 36_524, 3)
    let dayOfCentury = dayOfCycle - century * 36_524
    let dayOfLeap = dayOfCentury % 1_461
    let yearOfLeap = min(dayOfLeap / 365, 3)
    let dayOfYear = dayOfLeap - yearOfLeap * 365
    // Months from March on have 153 days in five.
    let month = (5 * dayOfYear + 2) / 153
    let year = cycle * 400 + century * 100 + dayOfCentury / 1_461 * 4 + yearOfLeap
    return .success(
      XMLDate(
        year: month < 10 ? year : year + 1, month: month < 10 ? month + 3 : month - 9,
        day: dayOfYear - (153 * month + 2) / 5 + 1, second: second))
  }

  /// The date of a text like `2001-01-01T00:00:00Z`, or nil.
  ///
  /// Years of more digits and before year 1, which Foundation writes, are read too.
  static func date(from text: UnsafeRawBufferPointer) -> Date? {
    var index = 0
    func number(_ digits: ClosedRange<Int>, within range: ClosedRange<Int>) -> Int? {
      var value = 0
      let start = index
      while index < text.count, index - start < digits.upperBound, 0x30...0x39 ~= text[index] {
        value = value * 10 + Int(text[index] - 0x30)
        index += 1
      }
      return index - start >= digits.lowerBound && range ~= value ? value : nil
    }
    func next(_ character: Unicode.Scalar) -> Bool {
      guard index < text.count, UInt32(text[index]) == character.value else { return false }
      index += 1
      return true
    }
    let isNegative = next("-")
    // Nine digits are enough for any date that the binary form tells apart to the second.
    guard let digits = number(isNegative ? 1...9 : 4...9, within: 0...999_999_999), next("-"),
      let month = number(2...2, within: 1...12), next("-"),
      let day = number(2...2, within: 1...31), next("T"),
      let hour = number(2...2, within: 0...23), next(":"),
      let minute = number(2...2, within: 0...59), next(":"),
      let second = number(2...2, within: 0...59), next("Z"), index == text.count
    else { return nil }
    let year = isNegative ? -digits : digits
    guard day <= dayCount(ofMonth: month, year: year) else { return nil }
    let shifted = month > 2 ? year : year - 1
    let (cycle, yearOfCycle) = shifted.flooredQuotientAndRemainder(dividingBy: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let days = cycle * 146_097 + yearOfCycle * 365 + yearOfCycle / 4 - yearOfCycle / 100 + dayOfYear
    let seconds = (days - daysToReferenceDate) * secondsInDay + hour * 3600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(seconds))
  }

  private static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Int {
  fileprivate func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
