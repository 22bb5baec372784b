"""The properties of the rows, and values that occur in them. See Track.swift and Rows.swift of the program."""

FIELDS = {
    "Track": {
        "id": "Int", "title": "String", "artist": "String?", "seconds": "Int", "rating": "Double?", "isLoved": "Bool",
        "isMuted": "Bool?", "plays": "Int", "matches": "Int", "bonus": "Int?", "gain": "Double", "added": "Date",
        "played": "Date?", "kind": "Kind", "mood": "Kind?", "medium": "Medium", "level": "Int16", "weight": "Float",
        "price": "Decimal", "code": "UUID", "link": "URL?", "tags": "[String]", "genres": "Set<String>", "album": "Album",
        "producer": "Person?", "marks": "[Mark]", "credits": "[String: Int]", "span": "Range<Int>",
    },
    "Album": {"name": "String", "year": "Int", "label": "String?"},
    "Person": {"name": "String", "born": "Int?"},
    "Mark": {"name": "String", "value": "Int", "at": "Double", "note": "String?"},
}

# The largest magnitude of the integers.
BOUNDS = {
    "Track.id": 60, "Track.seconds": 3600, "Track.plays": 2**53 + 1, "Track.matches": 9, "Track.bonus": 100,
    "Track.level": 300, "Track.decade": 2030, "Album.year": 2024, "Person.born": 1990, "Mark.value": 1000,
}

# Literals that occur in the rows, or almost. Those of other types are expressions for captured values.
VALUES = {
    "Track.id": "1 7 30 31 57 60", "Track.seconds": "0 1 3 59 60 61 180 200 240 -5", "Track.matches": "0 2 5 -3 9",
    "Track.plays": "0 1 3 7 12 42 100 500 1000 -1 -250 9007199254740993 9007199254740992 -9007199254740993",
    "Track.bonus": "3 0 7 -4 100", "Track.level": "0 1 2 7 12 300 -1 -300", "Track.decade": "1960 1990 2000 0 -40",
    "Album.year": "1969 1990 1999 2001 2024 0 -44", "Person.born": "1950 1990 0 1970", "Mark.value": "0 1 3 5 7 12 100 -2",
    "Track.rating": "3.0 0.0 0.1 0.3 4.5 5.0 2.5 -2.5 1e17", "Mark.at": "0.0 1.5 2.0 30.0 0.1 180.0 -1.0",
    "Track.gain": "0.0 1.5 0.1 2.5 12.0 0.30000000000000004 1e-3 -3.25 -100.0",
    "Track.weight": "0.1 0.5 0.0 2.0 16777216.0",
    "Track.price": "0 9.99 10 0.1 10.5 -5.5 1234567.89", "count": "0 1 2 3",
}
VALUES = {key: text.split() for key, text in VALUES.items()}

E_ACUTE, E_COMBINED = r'"\u{E9}"', r'"e\u{301}"'
TEXTS = {
    "Track.title": [
        '"a"', '"A"', '"Abba"', r'"Caf\u{E9}"', r'"Cafe\u{301}"', r'"Stra\u{DF}e"', '"STRASSE"', E_ACUTE, E_COMBINED,
        '"zebra"', '"10"', '""', r'"\u{3A9}"', r'"\u{2126}mega"', r'"two\nlines"', r'"\u{1F3B8} Solo"', '"nil"',
    ],
    "Track.artist": ['"Ann"', '"ann"', '""', '"Bob"', r'"Zo\u{EB}"', r'"Zoe\u{308}"', '"a"'],
    "Album.name": ['"First"', '"a"', r'"Cafe\u{301}"', '""', '"zebra"'],
    "Album.label": ['"Apple"', '""', '"ann"', '"STRASSE"'], "Person.name": ['"Ann"', '"Bob"', r'"Zo\u{EB}"', '""'],
    "Mark.name": ['"a"', '"intro"', '"solo"', '"end"', r'"Caf\u{E9}"', '""'], "Mark.note": ['"loud"', '""', '"x"', '"a"'],
    "tag": ['"rock"', '"live"', '"a"', '"pop"', '""', E_ACUTE, E_COMBINED, '"b"', '"Rock"'],
    "genre": ['"jazz"', '"funk"', '"a"', E_ACUTE, '""'], "kind": ['"live"', '"studio"', '"demo"', '"vinyl"'],
    "part": [
        '"a"', '"e"', '"li"', '"ss"', '"S"', E_ACUTE, E_COMBINED, r'"\u{301}"', r'"\u{DF}"', '"b*"', '" "', '"%"', '""',
        r'"\u{1F3B8}"', '"nn"', '"o"', r'"\""',
    ],
    "start": ['"a"', '"A"', '"Caf"', '"Cafe"', r'"Caf\u{E9}"', '"S"', E_ACUTE, '"e"', '""', '"z"', '"1"', r'"\u{3A9}"'],
    "middle": ['"B"', '"a"', '"b"', '"m"', '"Caf"', '"e"', E_ACUTE, '"z"', '"5"', r'"\u{E000}"', '""'],
}
CREDITS = ['"mix"', '"a"', '"Ann"', '"zebra"']

# Expressions for captured values, by type, with the beginning of the names of the constants.
CAPTURED = {
    "Date": ("date", [f"moment({second})" for second in
                      ("0", "86_400", "700_000_000", "-1_000_000_000", "500_000_000.25", "1", "0.25")]),
    "Kind": ("kind", ["Kind.live", "Kind.studio", "Kind.demo"]),
    "Medium": ("medium", ["Medium.file", "Medium.vinyl", "Medium.tape"]),
    "UUID": ("code", ['UUID(uuidString: "C0FFEE00-1234-4ABC-8DEF-0123456789AB") ?? UUID()',
                      'UUID(uuidString: "00000000-0000-0000-0000-000000000001") ?? UUID()']),
    "URL": ("link", ['URL(string: "https://example.com/a")', 'URL(string: "file:///tmp/a")']),
}
