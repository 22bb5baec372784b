// The workloads on GNUstep's NSPredicate. predbench compiles and runs this program, which measures its own time.
//
// usage: words_gnustep objects|dictionaries
//
// A line of input is a JSON object {"list": {"path", "letters"}, "format", "over": "words" or "categories", "times"}, and a line of
// output is {"nanoseconds", "count"} or {"error"}. The list has one word per line, and words with the same first letters form a
// category. It is loaded unless it is that of the question before.

#import <Foundation/Foundation.h>
#include <stdio.h>
#include <time.h>

@class Word;

@interface WordCategory : NSObject {
  NSString *firstLetter;
  NSMutableArray *words;
}
- (id)initWithFirstLetter:(NSString *)letter;
- (NSString *)firstLetter;
- (NSMutableArray *)words;
@end

@interface Word : NSObject {
  NSString *text;
  short length;
  WordCategory *category;
}
- (id)initWithText:(NSString *)aText category:(WordCategory *)aCategory;
- (NSString *)text;
- (short)length;
- (WordCategory *)category;
@end

@implementation WordCategory
- (id)initWithFirstLetter:(NSString *)letter {
  if ((self = [super init])) {
    firstLetter = [letter retain];
    words = [[NSMutableArray alloc] init];
  }
  return self;
}
- (void)dealloc {
  [firstLetter release];
  [words release];
  [super dealloc];
}
- (NSString *)firstLetter { return firstLetter; }
- (NSMutableArray *)words { return words; }
@end

@implementation Word
- (id)initWithText:(NSString *)aText category:(WordCategory *)aCategory {
  if ((self = [super init])) {
    text = [aText retain];
    length = (short)[aText length];
    category = aCategory;
  }
  return self;
}
- (void)dealloc {
  [text release];
  [super dealloc];
}
- (NSString *)text { return text; }
- (short)length { return length; }
- (WordCategory *)category { return category; }
@end

static NSMutableArray *words, *categories;
static NSDictionary *latest;

// Returns a category as an object, or as a dictionary with the same keys.
static id makeCategory(NSString *letters, BOOL asDictionary) {
  if (!asDictionary) return [[[WordCategory alloc] initWithFirstLetter:letters] autorelease];
  return [NSMutableDictionary dictionaryWithObjectsAndKeys:letters, @"firstLetter", [NSMutableArray array], @"words", nil];
}

// Returns a word in the same way. If its category is a dictionary, it has no words, because the two would retain each other.
static id makeWord(NSString *text, id category, BOOL asDictionary) {
  if (!asDictionary) return [[[Word alloc] initWithText:text category:category] autorelease];
  NSDictionary *only = [NSDictionary dictionaryWithObject:[category valueForKey:@"firstLetter"] forKey:@"firstLetter"];
  return [NSDictionary dictionaryWithObjectsAndKeys:text, @"text", [NSNumber numberWithShort:(short)[text length]],
                       @"length", only, @"category", nil];
}

static NSString *firstLetters(NSString *text, int letters) {
  return (int)[text length] < letters ? text : [text substringToIndex:letters];
}

static void load(NSDictionary *list, BOOL asDictionaries) {
  if ([list isEqual:latest]) return;
  [words release];
  [categories release];
  [latest release];
  latest = [list retain];
  int letters = [[list objectForKey:@"letters"] intValue];
  NSString *file = [NSString stringWithContentsOfFile:[list objectForKey:@"path"] encoding:NSUTF8StringEncoding error:NULL];
  NSArray *texts = [file componentsSeparatedByString:@"\n"];
  NSMutableDictionary *byLetters = [NSMutableDictionary dictionary], *byText = [NSMutableDictionary dictionary];
  words = [[NSMutableArray alloc] init];
  categories = [[NSMutableArray alloc] init];
  for (NSString *text in texts) {
    NSString *first = firstLetters(text, letters);
    if ([text length] == 0 || [byLetters objectForKey:first] != nil) continue;
    id category = makeCategory(first, asDictionaries);
    [byLetters setObject:category forKey:first];
    [categories addObject:category];
  }
  // Words and their texts are made in alphabetical order, so that their addresses are unrelated to the order of a shuffled list.
  NSString *sorted = [[texts sortedArrayUsingSelector:@selector(compare:)] componentsJoinedByString:@"\n"];
  for (NSString *text in [sorted componentsSeparatedByString:@"\n"]) {
    id category = [byLetters objectForKey:firstLetters(text, letters)];
    if (category != nil) [byText setObject:makeWord(text, category, asDictionaries) forKey:text];
  }
  for (NSString *text in texts) {
    id word = [byText objectForKey:text];
    if (word == nil) continue;
    [words addObject:word];
    [[[byLetters objectForKey:firstLetters(text, letters)] valueForKey:@"words"] addObject:word];
  }
}

static double processorTime(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static void say(NSDictionary *answer) {
  NSData *data = [NSJSONSerialization dataWithJSONObject:answer options:0 error:NULL];
  fwrite([data bytes], 1, [data length], stdout);
  fputc('\n', stdout);
  fflush(stdout);
}

// Parses and filters the given number of times, as a program does that receives a format string.
static NSDictionary *answer(NSDictionary *question) {
  NSArray *rows = [[question objectForKey:@"over"] isEqual:@"words"] ? words : categories;
  int times = [[question objectForKey:@"times"] intValue];
  NSUInteger count = 0;
  double start = processorTime();
  for (int time = 0; time < times; time++) {
    NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
    NSPredicate *predicate = [NSPredicate predicateWithFormat:[question objectForKey:@"format"] argumentArray:nil];
    count = [[rows filteredArrayUsingPredicate:predicate] count];
    [pool release];
  }
  double nanoseconds = (processorTime() - start) / times;
  return [NSDictionary dictionaryWithObjectsAndKeys:[NSNumber numberWithDouble:nanoseconds], @"nanoseconds",
                       [NSNumber numberWithUnsignedInteger:count], @"count", nil];
}

int main(int argc, char **argv) {
  NSAutoreleasePool *pool = [[NSAutoreleasePool alloc] init];
  if (argc != 2) return 2;
  char *line = NULL;
  size_t size = 0;
  ssize_t length;
  while ((length = getline(&line, &size, stdin)) > 0) {
    NSAutoreleasePool *inner = [[NSAutoreleasePool alloc] init];
    @try {
      NSData *data = [NSData dataWithBytes:line length:length];
      NSDictionary *question = [NSJSONSerialization JSONObjectWithData:data options:0 error:NULL];
      load([question objectForKey:@"list"], strcmp(argv[1], "dictionaries") == 0);
      say(answer(question));
    } @catch (NSException *exception) {
      NSString *reason = [exception reason] == nil ? [exception name] : [exception reason];
      say([NSDictionary dictionaryWithObject:reason forKey:@"error"]);
    }
    [inner release];
  }
  [pool release];
  return 0;
}
