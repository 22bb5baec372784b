/// A piece of a railroad diagram, with its size. The line enters on the left and leaves on the right at the same height.
indirect enum Track {
  case box(String, Box)
  /// Tracks in sequence.
  case row([Track])
  /// Alternatives: the first on the line, the others below it.
  case stack([Track])
  /// An optional track: a line passes above it.
  case bypass(Track)
  /// A repeated track: a line leads back below it, through the separator if there is one.
  case loop(Track, back: Track?)

  /// The contents of a box.
  enum Box: String {
    /// Literal text.
    case terminal
    /// Another production.
    case name
    /// One character of a class.
    case characters
  }

  /// Creates the track of a rule.
  init(_ rule: GrammarFile.Rule) {
    switch rule {
    case .terminal(let text): self = .box(text, .terminal)
    case .name(let name): self = .box(name, .name)
    case .characters(let text): self = .box("[\(text)]", .characters)
    case .sequence(let parts): self = Track(sequence: parts)
    case .choice(let parts, _): self = .stack(parts.map { Track($0) })
    case .optional(let part, _): self = .bypass(Track(part))
    case .repeated(let part, let least, _):
      let loop = Track.loop(Track(part), back: nil)
      self = least == 0 ? .bypass(loop) : loop
    }
  }

  /// Creates the track of a sequence. In `A ( "," A )*`, the second `A` becomes a loop whose return line contains the comma.
  private init(sequence parts: [GrammarFile.Rule]) {
    var row: [Track] = []
    for part in parts {
      if case .repeated(.sequence(let inner), atLeast: 0, _) = part, inner.count == 2,
        case .name(let name) = inner[1], case .box(name, .name)? = row.last
      {
        row[row.count - 1] = .loop(.box(name, .name), back: Track(inner[0]))
      } else {
        row.append(Track(part))
      }
    }
    self = row.count == 1 ? row[0] : .row(row)
  }

  // MARK: Size

  /// The size of a track: its width, and its extent above and below the line.
  struct Room {
    var width: Int
    var above: Int
    var below: Int
  }

  /// The radius of a curve.
  static let radius = 10
  /// Half the height of a box.
  static let half = 13
  /// The vertical gap between two tracks, and the horizontal gap between two pieces of a row.
  static let gap = 8, space = 14

  var room: Room {
    switch self {
    // In the monospaced font, a letter is 8.4 pixels wide at 14 pixels.
    case .box(let text, _): return Room(width: (text.count * 84 + 9) / 10 + 20, above: Self.half, below: Self.half)
    case .row(let parts):
      let rooms = parts.map(\.room)
      let width = rooms.reduce(Self.space * (rooms.count - 1)) { $0 + $1.width }
      return Room(
        width: width, above: rooms.reduce(0) { max($0, $1.above) }, below: rooms.reduce(0) { max($0, $1.below) })
    case .stack(let parts):
      let rooms = parts.map(\.room)
      let below = rooms.dropFirst().reduce(rooms[0].below) { $0 + Self.gap + $1.above + $1.below }
      return Room(
        width: rooms.reduce(0) { max($0, $1.width) } + 4 * Self.radius, above: rooms[0].above, below: below)
    case .bypass(let part):
      let room = part.room
      return Room(width: room.width + 4 * Self.radius, above: room.above + Self.gap, below: room.below)
    case .loop(let part, let back):
      let (room, backRoom) = (part.room, back?.room ?? Room(width: 0, above: 0, below: 0))
      return Room(
        width: max(room.width, backRoom.width) + 2 * Self.radius, above: room.above,
        below: room.below + Self.gap + backRoom.above + backRoom.below)
    }
  }
}
