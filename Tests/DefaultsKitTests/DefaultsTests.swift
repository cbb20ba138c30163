import XCTest

@testable import DefaultsKit

final class DefaultsTests: XCTestCase {
}
