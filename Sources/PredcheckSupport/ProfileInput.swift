import CommandSupport
import PredicateInput
import PredicateSemantics

/// The profile of a command and the additional keys that it permits: `--profile` and `--keys`.
package struct ProfileInput {
  private var name: String?
  private var keys: [String]?

  package init(_ call: Call) throws(UsageError) {
    name = try call.text(.profile)
    guard let list = try call.text(.keys) else { return }
    guard name != nil else { throw UsageError("--keys needs --profile", call.command) }
    var keys: [String] = []
    for key in list.split(separator: ",").map({ String($0.trimmingPrefix { $0 == " " }) }) {
      if let flaw = key.flawOfListedKey {
        throw UsageError("--keys: '\(key)' is not a key path: \(flaw)", call.command)
      }
      keys.append(key)
    }
    self.keys = keys
  }

  /// Returns the profile, or nil if the command line names none.
  package func profile() throws(CommandStop) -> PredicateProfile? {
    guard let name else { return nil }
    let profile = try reading(PredicateProfile.read(name))
    return keys.map(profile.permitting) ?? profile
  }
}
