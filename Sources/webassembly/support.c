// What embedded Swift takes from a C library, for WebAssembly without one. Only what Sources/webassembly links is here.
#include <stddef.h>
#include <stdint.h>

#define PAGE 65536
#define CLASSES 32

extern unsigned char __heap_base;

// Blocks of 16, 32, 64, … bytes, each after a header with its class. Freed blocks of a class are a list.
typedef struct block { struct block *next; } block;
static block *freed[CLASSES];
static uintptr_t end = 0;

static void *take(unsigned class) {
  uintptr_t size = ((uintptr_t)16 << class) + 16;
  if (freed[class]) {
    block *found = freed[class];
    freed[class] = found->next;
    return found;
  }
  if (!end) end = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
  uintptr_t start = end, memory = (uintptr_t)__builtin_wasm_memory_size(0) * PAGE;
  if (size > UINTPTR_MAX - start) __builtin_trap();
  end = start + size;
  if (end > memory && __builtin_wasm_memory_grow(0, (end - memory + PAGE - 1) / PAGE) == (size_t)-1) __builtin_trap();
  *(unsigned *)start = class;
  return (void *)(start + 16);
}

void *malloc(size_t size) {
  unsigned class = 0;
  while (class < 26 && ((size_t)16 << class) < size) class++;
  if (((size_t)16 << class) < size) __builtin_trap();
  return take(class);
}

void free(void *memory) {
  if (!memory) return;
  unsigned class = *(unsigned *)((uintptr_t)memory - 16);
  block *freed_block = memory;
  freed_block->next = freed[class];
  freed[class] = freed_block;
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  // All blocks are aligned to 16 bytes.
  if (alignment > 16) return 22;
  *result = malloc(size);
  return 0;
}

void *memcpy(void *to, const void *from, size_t count) { return __builtin_memcpy(to, from, count); }
void *memmove(void *to, const void *from, size_t count) { return __builtin_memmove(to, from, count); }
void *memset(void *to, int byte, size_t count) { return __builtin_memset(to, byte, count); }

int memcmp(const void *left, const void *right, size_t count) {
  const unsigned char *l = left, *r = right;
  for (; count; count--, l++, r++) if (*l != *r) return *l - *r;
  return 0;
}

// The seed of hashes. A fixed one gives the same order in each run.
void arc4random_buf(void *to, size_t count) { memset(to, 0x5A, count); }

uintptr_t __stack_chk_guard = 0x595e9fbd;
void __stack_chk_fail(void) { __builtin_trap(); }

int putchar(int character) { return character; }

// Integers of 128 bits, for compilers without a library for WebAssembly. Only shifts by 64 are machine instructions.
typedef unsigned __int128 wide;
typedef __int128 signed_wide;
static wide join(uint64_t high, uint64_t low) { return (wide)high << 64 | low; }
static uint64_t high(wide value) { return (uint64_t)(value >> 64); }
static uint64_t low(wide value) { return (uint64_t)value; }

wide __ashlti3(wide value, int by) {
  if (by == 0) return value;
  if (by >= 64) return join(low(value) << (by - 64), 0);
  return join(high(value) << by | low(value) >> (64 - by), low(value) << by);
}

wide __lshrti3(wide value, int by) {
  if (by == 0) return value;
  if (by >= 64) return join(0, high(value) >> (by - 64));
  return join(high(value) >> by, low(value) >> by | high(value) << (64 - by));
}

signed_wide __ashrti3(signed_wide value, int by) {
  if (by == 0) return value;
  if (by >= 64) return (signed_wide)join((uint64_t)((int64_t)high(value) >> 63), (uint64_t)((int64_t)high(value) >> (by - 64)));
  return (signed_wide)join((uint64_t)((int64_t)high(value) >> by), low(value) >> by | high(value) << (64 - by));
}

wide __multi3(wide left, wide right) {
  uint64_t l = low(left), r = low(right);
  uint64_t l0 = (uint32_t)l, l1 = l >> 32, r0 = (uint32_t)r, r1 = r >> 32;
  uint64_t p0 = l0 * r0, p1 = l0 * r1, p2 = l1 * r0, p3 = l1 * r1;
  uint64_t middle = (p0 >> 32) + (uint32_t)p1 + (uint32_t)p2;
  uint64_t top = p3 + (p1 >> 32) + (p2 >> 32) + (middle >> 32) + l * high(right) + high(left) * r;
  return join(top, middle << 32 | (uint32_t)p0);
}

static wide divide(wide dividend, wide divisor, wide *rest) {
  wide quotient = 0, remainder = 0;
  for (int bit = 127; bit >= 0; bit--) {
    remainder = remainder + remainder + (low(__lshrti3(dividend, bit)) & 1);
    quotient += quotient;
    if (remainder >= divisor) {
      remainder -= divisor;
      quotient += 1;
    }
  }
  *rest = remainder;
  return quotient;
}

static wide magnitude(signed_wide value) { return value < 0 ? -(wide)value : (wide)value; }

wide __udivti3(wide dividend, wide divisor) {
  wide rest;
  return divide(dividend, divisor, &rest);
}

wide __umodti3(wide dividend, wide divisor) {
  wide rest;
  divide(dividend, divisor, &rest);
  return rest;
}

signed_wide __divti3(signed_wide dividend, signed_wide divisor) {
  wide quotient = __udivti3(magnitude(dividend), magnitude(divisor));
  return (signed_wide)((dividend < 0) != (divisor < 0) ? -quotient : quotient);
}

signed_wide __modti3(signed_wide dividend, signed_wide divisor) {
  wide rest = __umodti3(magnitude(dividend), magnitude(divisor));
  return (signed_wide)(dividend < 0 ? -rest : rest);
}

// Doubles.
double round(double value) {
  double whole = __builtin_trunc(value);
  return __builtin_fabs(value - whole) >= 0.5 ? whole + __builtin_copysign(1, value) : whole;
}

double fmod(double dividend, double divisor) {
  double rest = __builtin_fabs(dividend), step = __builtin_fabs(divisor);
  if (!(rest < __builtin_inf()) || !(step > 0)) return __builtin_nan("");
  // Each difference is exact.
  while (rest >= step) {
    double multiple = step;
    while (multiple <= rest / 2) multiple += multiple;
    rest -= multiple;
  }
  return __builtin_copysign(rest, dividend);
}

// Natural numbers of up to 160 limbs of 32 bits, the lowest first.
#define LIMBS 160
typedef struct { uint32_t limb[LIMBS]; } natural;

static void multiply_add(natural *value, uint32_t by, uint32_t more) {
  uint64_t carry = more;
  for (int i = 0; i < LIMBS; i++) {
    carry += (uint64_t)value->limb[i] * by;
    value->limb[i] = (uint32_t)carry;
    carry >>= 32;
  }
}

static int bits(const natural *value) {
  for (int i = LIMBS - 1; i >= 0; i--) if (value->limb[i]) return 32 * i + 32 - __builtin_clz(value->limb[i]);
  return 0;
}

static void halve(natural *value) {
  for (int i = 0; i < LIMBS; i++)
    value->limb[i] = value->limb[i] >> 1 | (i + 1 < LIMBS ? value->limb[i + 1] << 31 : 0);
}

static int is_less(const natural *left, const natural *right) {
  for (int i = LIMBS - 1; i >= 0; i--)
    if (left->limb[i] != right->limb[i]) return left->limb[i] < right->limb[i];
  return 0;
}

static void subtract(natural *value, const natural *other) {
  int64_t borrow = 0;
  for (int i = 0; i < LIMBS; i++) {
    borrow += (int64_t)value->limb[i] - other->limb[i];
    value->limb[i] = (uint32_t)borrow;
    borrow >>= 32;
  }
}

static double power_of_two(int exponent) {
  uint64_t pattern = (uint64_t)(exponent + 1023) << 52;
  double result;
  __builtin_memcpy(&result, &pattern, 8);
  return result;
}

// Returns numerator / denominator * 2 ^ -shift, correctly rounded. Both are changed.
static double rounded_quotient(natural *numerator, natural *denominator) {
  // The quotient has 62 or 63 bits.
  int shift = 62 - (bits(numerator) - bits(denominator));
  for (int i = 0; i < shift; i++) multiply_add(numerator, 2, 0);
  for (int i = 0; i < -shift; i++) multiply_add(denominator, 2, 0);
  uint64_t quotient = 0;
  for (int i = 0; i < 63; i++) multiply_add(denominator, 2, 0);
  for (int bit = 63; bit >= 0; bit--, halve(denominator)) {
    if (is_less(numerator, denominator)) continue;
    subtract(numerator, denominator);
    quotient |= (uint64_t)1 << bit;
  }
  int length = 64 - __builtin_clzll(quotient), exponent = length - 1 - shift;
  int precision = exponent >= -1022 ? 53 : 53 - (-1022 - exponent);
  if (precision < 0) return 0;
  int dropped = length - precision;
  uint64_t kept = precision ? quotient >> dropped : 0, rest = quotient - (precision ? kept << dropped : 0);
  uint64_t half = (uint64_t)1 << (dropped - 1);
  if (rest > half || (rest == half && (bits(numerator) || (kept & 1)))) kept += 1;
  int scale = dropped - shift;
  if (scale > 971) return __builtin_inf();
  if (scale >= -1022) return (double)kept * power_of_two(scale);
  return (double)kept * power_of_two(-1022) * power_of_two(scale + 1022);
}

// Reads decimal digits with a fraction and an exponent. Returns the end of the text, or NULL for anything else.
const char *_swift_stdlib_strtod_clocale(const char *text, double *result) {
  int is_negative = *text == '-', count = 0, exponent = 0, has_digits = 0, is_fraction = 0;
  if (*text == '-' || *text == '+') text++;
  natural numerator = {{0}}, denominator = {{1}};
  for (;; text++) {
    if (*text == '.' && !is_fraction) {
      is_fraction = 1;
      continue;
    }
    if (*text < '0' || *text > '9') break;
    has_digits = 1;
    if (is_fraction) exponent--;
    // Later digits only decide whether a tie is one.
    if (count > 800) {
      exponent++;
      if (*text != '0') numerator.limb[0] |= 1;
    } else if (count > 0 || *text != '0') {
      multiply_add(&numerator, 10, (uint32_t)(*text - '0'));
      count++;
    }
  }
  if (!has_digits) return NULL;
  if (*text == 'e' || *text == 'E') {
    text++;
    int is_small = *text == '-', given = 0;
    if (*text == '-' || *text == '+') text++;
    if (*text < '0' || *text > '9') return NULL;
    for (; *text >= '0' && *text <= '9'; text++) if (given < 100000) given = given * 10 + (*text - '0');
    exponent += is_small ? -given : given;
  }
  if (*text) return NULL;
  double value = 0;
  if (count + exponent > 310) value = count ? __builtin_inf() : 0;
  else if (count && count + exponent >= -345) {
    for (int i = 0; i < exponent; i++) multiply_add(&numerator, 10, 0);
    for (int i = 0; i < -exponent; i++) multiply_add(&denominator, 10, 0);
    value = rounded_quotient(&numerator, &denominator);
  }
  *result = is_negative ? -value : value;
  return text;
}
