import CoreData

func predicates(name: String, key: String, isOpen: Bool) {
  // NSPredicate(format: "a comment ((")
  _ = NSPredicate(format: "name CONTANS %@ AND age > %d", name, 18)
  _ = NSPredicate(format: "name == %@ AND age > %d", name)
  _ = NSPredicate(format: "name == %@", name, key)
  _ = NSPredicate(format: "age == %@ AND name == %d", 5, "Ann")
  _ = NSPredicate(format: "name == '%@'", name)
  _ = NSPredicate(format: "name == '\(name)' AND \(key + "(x)") > 5")
  _ = NSPredicate(
    format: """
      name BEGINSWITH %@
        AND city CONTANS "\u{C4}"
      """, name)
  _ = NSPredicate(format: #"path MATCHES "\d+\.txt" AND name CONTANS 'x'"#)
  _ = NSPredicate(format: "name == " + name + " AND city CONTANS %@", argumentArray: [5])
  _ = NSPredicate(format: String(format: "name == '%@' AND age == %d", name, 5))
  _ = NSPredicate(format: "\(#selector(getter: Shop.name)) == \(true)")
  _ = NSExpression(format: "price * ")
  _ = NSPredicate(format: "name IS NULL")  // predcheck:ignore is-null: shown as it is
}
