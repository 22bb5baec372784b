// Enumerations and structs of C, in each form in which Swift imports them.
#pragma once
#include <stdint.h>

// What NS_ENUM and NS_CLOSED_ENUM declare: Swift imports them as enumerations.
enum __attribute__((enum_extensibility(closed))) Closed { ClosedA = 10, ClosedB = 20 };
enum __attribute__((enum_extensibility(open))) Open : int64_t { OpenA = 10, OpenB = 20 };
enum __attribute__((enum_extensibility(open))) Small : uint8_t { SmallA = 1, SmallB = 200 };
enum __attribute__((enum_extensibility(closed))) Below : int32_t { BelowA = -1, BelowB = 1 };

// Swift imports these as structs.
enum Plain { PlainA = -5, PlainB = 7 };
enum __attribute__((flag_enum, enum_extensibility(open))) Flags : uint8_t { FlagOne = 1, FlagTwo = 2 };
struct Fake { int rawValue; };
