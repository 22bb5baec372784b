#import <Foundation/Foundation.h>

void predicates(NSString *name) {
  char quote = '"';
  [NSPredicate predicateWithFormat:@"name CONTANS %@ AND "
                                   @"age > %d", name, 5];
  [NSPredicate predicateWithFormat:@"name == %@ AND age > %d", name, @"5"];
  [NSPredicate predicateWithFormat:@"age == %@", 5];
  [NSPredicate predicateWithFormat:@"age == %@ AND note == %@" argumentArray:@[ @5, name ]];
  [NSPredicate predicateWithFormat:[NSString stringWithFormat:@"name == '%@'", name]];
  [NSPredicate predicateWithFormat:@"age == NULL", name];
  [Dog objectsWhere:@"name CONTANS[c] %@", name];
}
