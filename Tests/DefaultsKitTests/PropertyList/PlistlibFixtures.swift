import Foundation

@testable import DefaultsKit

/// What Python's `plistlib` 3.11 wrote, as it wrote it.
enum PlistlibFixtures {
  /// The value of both documents.
  static let value: PropertyListValue = [
    "string": "text <&> \"quoted\"", "unicode": "é 日本 🎈", "empty": "", "line": "a\n\tb  ",
    "true": true, "false": false,
    "zero": 0, "negative": -5, "byte": 255, "word": 65536, "max": .integer(.max), "min": .integer(.min),
    "unsigned": .unsignedInteger(.max),
    "real": 0.1, "tiny": .real(.leastNonzeroMagnitude), "infinity": .real(.infinity),
    "date": .date(Date(timeIntervalSinceReferenceDate: 120_479_613)),
    "early": .date(Date(timeIntervalSinceReferenceDate: -63_113_904_000)),
    "data": .data(Data(0...255)), "no data": .data(Data()),
    "array": [1, "two", [3.5, [:]], ["a": []]],
    "nested": ["key": ["key": ["key": "deep"]]],
  ]

  /// `plistlib.dumps(value, fmt=plistlib.FMT_XML)`.
  static let xml = bytes(
    """
    PD94bWwgdmVyc2lvbj0iMS4wIiBlbmNvZGluZz0iVVRGLTgiPz4KPCFET0NUWVBFIHBsaXN0IFBVQkxJQyAiLS8vQXBwbGUvL0RU
    RCBQTElTVCAxLjAvL0VOIiAiaHR0cDovL3d3dy5hcHBsZS5jb20vRFREcy9Qcm9wZXJ0eUxpc3QtMS4wLmR0ZCI+CjxwbGlzdCB2
    ZXJzaW9uPSIxLjAiPgo8ZGljdD4KCTxrZXk+YXJyYXk8L2tleT4KCTxhcnJheT4KCQk8aW50ZWdlcj4xPC9pbnRlZ2VyPgoJCTxz
    dHJpbmc+dHdvPC9zdHJpbmc+CgkJPGFycmF5PgoJCQk8cmVhbD4zLjU8L3JlYWw+CgkJCTxkaWN0Lz4KCQk8L2FycmF5PgoJCTxk
    aWN0PgoJCQk8a2V5PmE8L2tleT4KCQkJPGFycmF5Lz4KCQk8L2RpY3Q+Cgk8L2FycmF5PgoJPGtleT5ieXRlPC9rZXk+Cgk8aW50
    ZWdlcj4yNTU8L2ludGVnZXI+Cgk8a2V5PmRhdGE8L2tleT4KCTxkYXRhPgoJQUFFQ0F3UUZCZ2NJQ1FvTERBME9EeEFSRWhNVUZS
    WVhHQmthR3h3ZEhoOGdJU0lqSkNVbUp5Z3BLaXNzTFM0dk1ERXkKCU16UTFOamM0T1RvN1BEMCtQMEJCUWtORVJVWkhTRWxLUzB4
    TlRrOVFVVkpUVkZWV1YxaFpXbHRjWFY1ZllHRmlZMlJsCglabWRvYVdwcmJHMXViM0J4Y25OMGRYWjNlSGw2ZTN4OWZuK0FnWUtE
    aElXR2g0aUppb3VNalk2UGtKR1NrNVNWbHBlWQoJbVpxYm5KMmVuNkNob3FPa3BhYW5xS21xcTZ5dHJxK3dzYkt6dExXMnQ3aTV1
    cnU4dmI2L3dNSEN3OFRGeHNmSXljckwKCXpNM096OURSMHRQVTFkYlgyTm5hMjl6ZDN0L2c0ZUxqNU9YbTUranA2dXZzN2U3djhQ
    SHk4L1QxOXZmNCtmcjcvUDMrCgkvdz09Cgk8L2RhdGE+Cgk8a2V5PmRhdGU8L2tleT4KCTxkYXRlPjIwMDQtMTAtMjZUMTA6MzM6
    MzNaPC9kYXRlPgoJPGtleT5lYXJseTwva2V5PgoJPGRhdGU+MDAwMS0wMS0wMVQwMDowMDowMFo8L2RhdGU+Cgk8a2V5PmVtcHR5
    PC9rZXk+Cgk8c3RyaW5nPjwvc3RyaW5nPgoJPGtleT5mYWxzZTwva2V5PgoJPGZhbHNlLz4KCTxrZXk+aW5maW5pdHk8L2tleT4K
    CTxyZWFsPmluZjwvcmVhbD4KCTxrZXk+bGluZTwva2V5PgoJPHN0cmluZz5hCgliICA8L3N0cmluZz4KCTxrZXk+bWF4PC9rZXk+
    Cgk8aW50ZWdlcj45MjIzMzcyMDM2ODU0Nzc1ODA3PC9pbnRlZ2VyPgoJPGtleT5taW48L2tleT4KCTxpbnRlZ2VyPi05MjIzMzcy
    MDM2ODU0Nzc1ODA4PC9pbnRlZ2VyPgoJPGtleT5uZWdhdGl2ZTwva2V5PgoJPGludGVnZXI+LTU8L2ludGVnZXI+Cgk8a2V5Pm5l
    c3RlZDwva2V5PgoJPGRpY3Q+CgkJPGtleT5rZXk8L2tleT4KCQk8ZGljdD4KCQkJPGtleT5rZXk8L2tleT4KCQkJPGRpY3Q+CgkJ
    CQk8a2V5PmtleTwva2V5PgoJCQkJPHN0cmluZz5kZWVwPC9zdHJpbmc+CgkJCTwvZGljdD4KCQk8L2RpY3Q+Cgk8L2RpY3Q+Cgk8
    a2V5Pm5vIGRhdGE8L2tleT4KCTxkYXRhPgoJPC9kYXRhPgoJPGtleT5yZWFsPC9rZXk+Cgk8cmVhbD4wLjE8L3JlYWw+Cgk8a2V5
    PnN0cmluZzwva2V5PgoJPHN0cmluZz50ZXh0ICZsdDsmYW1wOyZndDsgInF1b3RlZCI8L3N0cmluZz4KCTxrZXk+dGlueTwva2V5
    PgoJPHJlYWw+NWUtMzI0PC9yZWFsPgoJPGtleT50cnVlPC9rZXk+Cgk8dHJ1ZS8+Cgk8a2V5PnVuaWNvZGU8L2tleT4KCTxzdHJp
    bmc+w6kg5pel5pysIPCfjog8L3N0cmluZz4KCTxrZXk+dW5zaWduZWQ8L2tleT4KCTxpbnRlZ2VyPjE4NDQ2NzQ0MDczNzA5NTUx
    NjE1PC9pbnRlZ2VyPgoJPGtleT53b3JkPC9rZXk+Cgk8aW50ZWdlcj42NTUzNjwvaW50ZWdlcj4KCTxrZXk+emVybzwva2V5PgoJ
    PGludGVnZXI+MDwvaW50ZWdlcj4KPC9kaWN0Pgo8L3BsaXN0Pgo=
    """)

  /// `plistlib.dumps(value, fmt=plistlib.FMT_BINARY)`.
  static let binary = bytes(
    """
    YnBsaXN0MDDfEBYBAgMEBQYHCAkKCwwNDg8QERITFBUWFyAhIiMkJSYnKCkqKzAxMjM0NTY3OFVhcnJheVRieXRlVGRhdGFUZGF0
    ZVVlYXJseVVlbXB0eVVmYWxzZVhpbmZpbml0eVRsaW5lU21heFNtaW5YbmVnYXRpdmVWbmVzdGVkV25vIGRhdGFUcmVhbFZzdHJp
    bmdUdGlueVR0cnVlV3VuaWNvZGVYdW5zaWduZWRUd29yZFR6ZXJvpBgZGh0QAVN0d2+iGxwjQAwAAAAAAADQ0R4fUWGgEP9PEQEA
    AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKissLS4vMDEyMzQ1Njc4OTo7PD0+P0BBQkNERUZHSElK
    S0xNTk9QUVJTVFVWV1hZWltcXV5fYGFiY2RlZmdoaWprbG1ub3BxcnN0dXZ3eHl6e3x9fn+AgYKDhIWGh4iJiouMjY6PkJGSk5SV
    lpeYmZqbnJ2en6ChoqOkpaanqKmqq6ytrq+wsbKztLW2t7i5uru8vb6/wMHCw8TFxsfIycrLzM3Oz9DR0tPU1dbX2Nna29zd3t/g
    4eLj5OXm5+jp6uvs7e7v8PHy8/T19vf4+fr7/P3+/zNBnLl99AAAADPCLWPDfwAAAFAII3/wAAAAAAAAVmEKCWIgIBN/////////
    /xOAAAAAAAAAABP/////////+9EsLVNrZXnRLC7RLC9UZGVlcEAjP7mZmZmZmZpfEBF0ZXh0IDwmPiAicXVvdGVkIiMAAAAAAAAA
    AQlnAOkAIGXlZywAINg834gUAAAAAAAAAAD//////////xIAAQAAEAAACAA3AD0AQgBHAEwAUgBYAF4AZwBsAHAAdAB9AIQAjACR
    AJgAnQCiAKoAswC4AL0AwgDEAMgAywDUANUA2ADaANsA3QHhAeoB8wH0AfUB/gIFAg4CFwIgAiMCJwIqAi0CMgIzAjwCUAJZAloC
    aQJ6An8AAAAAAAACAQAAAAAAAAA5AAAAAAAAAAAAAAAAAAACgQ==
    """)

  private static func bytes(_ text: String) -> Data {
    Data(base64Encoded: text, options: .ignoreUnknownCharacters) ?? Data()
  }
}
