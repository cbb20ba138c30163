/// Everything of `DefaultsKit`, so that one import serves.
@_exported public import DefaultsKit
