/// What a row measures, and against what.
struct Subject {
  /// A short name that stays the same.
  let id: String
  let title: String
  var keys: Int?
  let baseline: String
  /// The ratio not to exceed; nil where there is none: another's figure, for comparison.
  var bar: Double?
}

/// One line of the table: what was measured.
struct Row: Encodable {
  enum Unit: String, Encodable { case nanoseconds, bytes }

  let id: String
  let title: String
  let keys: Int?
  let threads: Int
  let unit: Unit
  let baselineTitle: String
  /// Nil: not measured here.
  let figure: Double?
  let baseline: Double?
  let ratio: Double?
  let bar: Double?
  /// Nil where there is no bar, or no figure.
  let isMet: Bool?
  let note: String?

  init(
    _ what: Subject, threads: Int = 1, unit: Unit = .nanoseconds, figure: Double?, baseline: Double?,
    note: String? = nil
  ) {
    id = what.id
    title = what.title
    keys = what.keys
    self.threads = threads
    self.unit = unit
    baselineTitle = what.baseline
    self.figure = figure
    self.baseline = baseline
    let ratio = figure.flatMap { figure in baseline.map { figure / $0 } }
    self.ratio = ratio
    bar = what.bar
    isMet = ratio.flatMap { ratio in what.bar.map { ratio <= $0 } }
    self.note = note
  }
}
