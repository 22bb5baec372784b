// Functions that glibc changed or added after version 2.34. The linker uses those below in place of them (--wrap), so that the
// program starts with glibc 2.34, which older systems have.
#include <stdint.h>
#include <unistd.h>

// Foundation refers to hypot and hypotf, which glibc 2.35 has again with another treatment of errno.
double hypot_2_2_5(double x, double y);
float hypotf_2_2_5(float x, float y);
__asm__(".symver hypot_2_2_5, hypot@GLIBC_2.2.5");
__asm__(".symver hypotf_2_2_5, hypotf@GLIBC_2.2.5");
double __wrap_hypot(double x, double y) { return hypot_2_2_5(x, y); }
float __wrap_hypotf(float x, float y) { return hypotf_2_2_5(x, y); }

// The C++ library refers to arc4random, which glibc has since 2.36.
uint32_t __wrap_arc4random(void) {
  uint32_t value;
  if (getentropy(&value, sizeof value) != 0) __builtin_trap();
  return value;
}
