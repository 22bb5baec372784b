import PredicateFormat

/// Returns the shortest failing request found by removing one part at a time.
func shrunk(_ made: ProofRequest, _ fails: (ProofRequest) -> Bool) -> ProofRequest {
  var shortest = made
  var isShorter = true
  while isShorter {
    isShorter = false
    for request in shorter(shortest.request) {
      var candidate = shortest
      candidate.request = request
      if fails(candidate) {
        shortest = candidate
        isShorter = true
        break
      }
    }
  }
  return shortest
}

/// Returns requests with one part removed. Invalid ones fail the check, so they are not candidates.
private func shorter(_ request: PredicateFetchRequest) -> [PredicateFetchRequest] {
  var result: [PredicateFetchRequest] = []
  func add(_ change: (inout PredicateFetchRequest) -> Void) {
    let changed = request.with(change)
    if changed != request { result.append(changed) }
  }
  add { $0.predicate = nil }
  add { $0.having = nil }
  add { $0.isDistinct = false }
  add { $0.after = [] }
  add { $0.limit = nil }
  add { $0.offset = 0 }
  for index in request.sortKeys.indices {
    add {
      $0.sortKeys.remove(at: index)
      if !$0.after.isEmpty { $0.after.remove(at: index) }
    }
  }
  for index in request.groupKeys.indices { add { $0.groupKeys.remove(at: index) } }
  for index in request.properties.indices {
    add { $0.properties.remove(at: index) }
    add { $0.properties[index].type = nil }
  }
  return result
}
