// Built where Combine can be imported, on Apple's platforms; not on Linux.
#if canImport(Combine)
  public import Combine

  extension StoredProperty {
    /// The present value, and then each different one.
    ///
    /// Values arrive on no particular thread: use `receive(on:)`. Each subscriber gets its own, until it cancels.
    public var publisher: AnyPublisher<Value, Never> {
      Deferred {
        // It replays the newest value to whoever subscribes a moment after the task began.
        nonisolated(unsafe) let subject = CurrentValueSubject<Value?, Never>(nil)  // may be sent to from any thread
        let values = values
        let task = Task {
          for await value in values { subject.send(value) }
          subject.send(completion: .finished)
        }
        return subject.compactMap(\.self).handleEvents(receiveCancel: { task.cancel() })
      }
      .eraseToAnyPublisher()
    }
  }
#endif
