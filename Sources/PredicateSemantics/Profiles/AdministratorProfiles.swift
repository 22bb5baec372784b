// The profiles of programs that read predicates from files which administrators write. Each names its public source.
//
// What these programs do with a predicate is `NSPredicate`'s work. The profiles restrict what the program has no values for, and say
// which keys its objects have.

extension PredicateProfile {
  /// Activations of declarative device management. https://github.com/apple/device-management, folder declarative/status.
  static let deviceManagement = PredicateProfile(
    name: "ddm",
    about: "predicates of activations in Apple's declarative device management",
    permitted: [
      .conversions: [], .variables: [],
      .keys: Set(
        statusItems.flatMap { ["@status(\($0.name))", "@status(\($0.name)).*"] } + ["@property(*)", "@key(*)", "SELF"]),
    ],
    keyTypes: Dictionary(uniqueKeysWithValues: statusItems.map { ("@status(\($0.name))", $0.type) }))

  private static let statusItems: [(name: String, type: KeyType)] = [
    ("account.list.caldav", .list(.any)), ("account.list.carddav", .list(.any)),
    ("account.list.exchange", .list(.any)), ("account.list.google", .list(.any)),
    ("account.list.ldap", .list(.any)), ("account.list.mail.incoming", .list(.any)),
    ("account.list.mail.outgoing", .list(.any)), ("account.list.subscribed-calendar", .list(.any)),
    ("app.managed.list", .list(.any)),
    ("device.identifier.serial-number", .string), ("device.identifier.udid", .string),
    ("device.model.family", .string), ("device.model.identifier", .string), ("device.model.marketing-name", .string),
    ("device.model.number", .string),
    ("device.operating-system.build-version", .string), ("device.operating-system.family", .string),
    ("device.operating-system.marketing-name", .string),
    ("device.operating-system.supplemental.build-version", .string),
    ("device.operating-system.supplemental.extra-version", .string), ("device.operating-system.version", .string),
    ("device.power.battery-health", .string), ("diskmanagement.filevault.enabled", .boolean),
    ("management.client-capabilities", .any), ("management.declarations", .any), ("mdm.app", .list(.any)),
    ("passcode.is-compliant", .boolean), ("passcode.is-present", .boolean),
    ("screensharing.connection.group.unresolved-connection", .list(.any)), ("security.certificate.list", .list(.any)),
    ("services.background-task", .list(.any)),
    ("softwareupdate.beta-enrollment", .string), ("softwareupdate.device-id", .string),
    ("softwareupdate.failure-reason", .any), ("softwareupdate.install-reason", .any),
    ("softwareupdate.install-state", .string), ("softwareupdate.pending-version", .any),
    ("content-cache.info", .any), ("content-cache.parents", .any), ("content-cache.peers", .any),
    ("content-cache.status", .any), ("device.system.health", .any), ("enhanced-logging.applecare-token", .any),
    ("enhanced-logging.status", .any), ("enhanced-logging.timestamp", .any), ("mdm.enrollment-type", .any),
    ("mdm.is-awaiting-configuration", .any), ("mdm.is-return-to-service", .any), ("mdm.is-shared-ipad", .any),
    ("mdm.push-magic", .any), ("mdm.push-token", .any), ("migration-assistant.report", .any),
    ("migration-assistant.state", .any), ("package.list", .any), ("security.lockdown-mode", .any),
    ("test.array-value", .list(.any)), ("test.boolean-value", .boolean), ("test.dictionary-value", .any),
    ("test.error-value", .any), ("test.integer-value", .integer), ("test.real-value", .number),
    ("test.string-value", .string),
  ]

  /// Account policies of macOS. pwpolicy(8) and the policies of https://github.com/usnistgov/macos_security. Other keys are the
  /// parameters of a policy, whose names are free.
  static let accountPolicy = PredicateProfile(
    name: "pwpolicy",
    about: "policyContent of macOS account policies",
    permitted: [.conversions: [], .variables: []],
    keyTypes: [
      "policyAttributePassword": .string, "policyAttributePasswordHashes": .list(.any),
      "policyAttributePasswordHistory": .list(.any), "policyAttributePasswordHistoryDepth": .integer,
      "policyAttributeRecordName": .string, "policyAttributeRecordType": .string,
      "policyAttributeCurrentTime": .number, "policyAttributeCurrentDate": .any,
      "policyAttributeCurrentDayOfWeek": .integer, "policyAttributeCurrentTimeOfDay": .number,
      "policyAttributeCreationTime": .number, "policyAttributeConsecutiveCharacters": .integer,
      "policyAttributeSequentialCharacters": .integer,
      "policyAttributeLastAuthenticationTime": .number, "policyAttributeLastFailedAuthenticationTime": .number,
      "policyAttributeLastPasswordChangeTime": .number, "policyAttributeNewPasswordRequiredTime": .number,
      "policyAttributeFailedAuthentications": .integer, "policyAttributeMaximumFailedAuthentications": .integer,
      "policyAttributeExpiresEveryNDays": .number, "policyAttributeDaysUntilExpiration": .number,
      "policyAttributeInactiveDays": .number, "policyAttributeMinimumLifetimeHours": .number,
      "policyAttributeEnableOnDate": .any, "policyAttributeEnableAtTimeOfDay": .any,
      "policyAttributeExpiresOnDate": .any, "policyAttributeMinutesUntilFailedLoginReset": .number,
    ])

  /// The log command of macOS. log(1), `log help predicates`, and
  /// https://eclecticlight.co/2019/06/25/which-log-fields-should-be-accessible-in-consolation/. The words for types of messages and
  /// events are keys here: `messageType == error`.
  static let log = PredicateProfile(
    name: "log",
    about: "predicates of log stream and log show",
    permitted: [.conversions: [], .variables: []],
    keyTypes: [
      "activityIdentifier": .integer, "bootUUID": .any, "category": .string, "composedMessage": .string,
      "continuousNanosecondsSinceBoot": .integer, "creatorActivityID": .integer, "creatorActivityIdentifier": .integer,
      "creatorProcessUniqueIdentifier": .integer, "date": .date, "eventMessage": .string, "eventType": .any,
      "formatString": .string, "logType": .any, "machContinuousTimestamp": .integer, "machTimestamp": .integer,
      "messageType": .any, "parentActivityIdentifier": .integer, "process": .string, "processID": .integer,
      "processIdentifier": .integer, "processImagePath": .string, "processImageUUID": .any, "processUniqueID": .integer,
      "sender": .string, "senderImageOffset": .integer, "senderImagePath": .string, "senderImageUUID": .any,
      "senderProgramCounter": .integer, "signpostID": .integer, "signpostIdentifier": .integer,
      "signpostName": .string, "signpostScope": .any, "signpostType": .any, "size": .integer, "source": .any,
      "subsystem": .string, "threadID": .integer, "threadIdentifier": .integer, "timeToLive": .integer,
      "timestamp": .any, "timezoneName": .string, "traceID": .integer, "traceIdentifier": .integer,
      "transitionActivityIdentifier": .integer, "type": .any, "userID": .integer,
      "default": .any, "release": .any, "info": .any, "debug": .any, "error": .any, "fault": .any,
      "activityCreateEvent": .any, "activityTransitionEvent": .any, "logEvent": .any, "signpostEvent": .any,
      "stateEvent": .any, "timesyncEvent": .any, "traceEvent": .any, "userActionEvent": .any, "lossEvent": .any,
      "thread": .any, "system": .any, "begin": .any, "end": .any, "event": .any,
    ])

  /// Conditions of munki. https://github.com/munki/munki/wiki/Conditional-Items, and code/cli/munki/shared/facts.swift there. An
  /// administrator can add keys.
  static let munki = PredicateProfile(
    name: "munki",
    about: "conditions of munki's manifests, and installable_condition",
    permitted: [.conversions: [], .variables: []],
    keyTypes: [
      "applications": .list(.any), "arch": .string, "board_id": .string, "catalogs": .list(.string), "date": .date,
      "device_id": .string, "hostname": .string, "ibridge_model_name": .string, "ipv4_address": .list(.string),
      "ipv6_address": .list(.string), "machine_model": .string, "machine_type": .string, "munki_version": .string,
      "os_build_last_component": .any, "os_build_number": .string, "os_vers": .string, "os_vers_major": .integer,
      "os_vers_minor": .integer, "os_vers_patch": .integer, "product_name": .string, "serial_number": .string,
      "x86_64_capable": .boolean,
    ])

  /// StopProcessingIf of AutoPkg. https://github.com/autopkg/autopkg/wiki/Processor-StopProcessingIf. Keys are the variables of a
  /// recipe, whose names are free.
  static let autoPkg = PredicateProfile(
    name: "autopkg",
    about: "predicates of AutoPkg's StopProcessingIf",
    permitted: [.conversions: [], .variables: []])

  /// Analytics of Jamf Protect. https://github.com/jamf/jamfprotect, custom_analytic_detections.
  static let jamfProtect = PredicateProfile(
    name: "jamf",
    about: "filters of Jamf Protect's analytics, in which $event is the event",
    permitted: [.conversions: [], .variables: ["event", "tags"], .keys: ["$event.*", "SELF"]])

  /// Spotlight. https://developer.apple.com/documentation/coreservices/file_metadata/mditem/common_metadata_attribute_keys, and the
  /// File Metadata Search Programming Guide.
  static let spotlight = PredicateProfile(
    name: "spotlight",
    about: "predicates of NSMetadataQuery",
    permitted: [
      .modifiers: ["ANY"], .arithmetic: [], .functions: ["now"], .collectionOperators: [],
      .constructs: ["CAST", "SELF"],
      .keys: ["kMDItem*", "kMDLabel*", "NSMetadata*", "com_*", "_kMDItem*", "SELF"],
    ],
    // A comparison with an attribute of several values is true if it is true for one of them, so these have no type here.
    keyTypes: [
      "kMDItemAuthors": .any, "kMDItemContentCreationDate": .date, "kMDItemContentModificationDate": .date,
      "kMDItemContentType": .string, "kMDItemContentTypeTree": .any, "kMDItemDateAdded": .date,
      "kMDItemDisplayName": .string, "kMDItemDurationSeconds": .number, "kMDItemFSContentChangeDate": .date,
      "kMDItemFSCreationDate": .date, "kMDItemFSName": .string, "kMDItemFSSize": .integer,
      "kMDItemKeywords": .any, "kMDItemKind": .string, "kMDItemLastUsedDate": .date,
      "kMDItemPath": .string, "kMDItemPixelHeight": .integer, "kMDItemPixelWidth": .integer,
      "kMDItemTextContent": .string, "kMDItemTitle": .string, "kMDItemUserTags": .any,
      "kMDItemVersion": .string, "kMDItemWhereFroms": .any,
    ])

  /// Realm. https://www.mongodb.com/docs/atlas/device-sdks/realm-query-language/, less what Realm's Swift library refuses of it: ALL,
  /// and comparisons of two constants.
  static let realm = PredicateProfile(
    name: "realm",
    about: "what Realm's query engine takes from NSPredicate",
    permitted: [
      .modifiers: ["ANY"],
      .operators: [
        "<", "<=", ">", ">=", "==", "!=", "LIKE", "BEGINSWITH", "ENDSWITH", "IN", "CONTAINS", "BETWEEN",
      ],
      .options: ["c", "d"],
      .functions: ["now"],
      .collectionOperators: ["@count", "@sum", "@avg", "@min", "@max", "@allKeys", "@allValues"],
      .constructs: ["SELF", "SUBQUERY", "[index]", "[FIRST]", "[LAST]", "[SIZE]"],
    ],
    errors: [.constantComparison])

  /// Photos. https://developer.apple.com/documentation/photokit/phfetchoptions, table 1.
  static let photos = PredicateProfile(
    name: "photos",
    about: "predicates of PHFetchOptions",
    permitted: [
      .keys: [
        "SELF", "localIdentifier", "creationDate", "modificationDate", "mediaType", "mediaSubtypes", "mediaSubtype",
        "duration", "pixelWidth", "pixelHeight", "favorite", "isFavorite", "hidden", "isHidden", "burstIdentifier",
        "localizedTitle", "title", "startDate", "endDate", "estimatedAssetCount",
      ]
    ],
    keyTypes: [
      "localIdentifier": .string, "creationDate": .date, "modificationDate": .date, "mediaType": .integer,
      "mediaSubtypes": .integer, "mediaSubtype": .integer, "duration": .number, "pixelWidth": .integer,
      "pixelHeight": .integer, "favorite": .boolean, "isFavorite": .boolean, "hidden": .boolean, "isHidden": .boolean,
      "burstIdentifier": .string, "localizedTitle": .string, "title": .string, "startDate": .date, "endDate": .date,
      "estimatedAssetCount": .integer,
    ])
}
