extension PropertyListStore: ObservableStore {
  var broadcaster: ChangeBroadcaster { engine.broadcaster }

  func startObserving() { engine.schedule.startTicking() }
}
