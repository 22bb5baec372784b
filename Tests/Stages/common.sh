# Functions that the stages of Tests/run share. For bash scripts that source it from Tests/Stages.
#
# A stage prints one line for each check: "ok: …", "FAILED: …" or "SKIPPED: …". Tests/run counts these lines. The exit code of the
# stage is 1 if a check failed.
#
# PROGRAMS is the folder of the optimized programs. The default is .build/optimised/release.
set -u -o pipefail
unset CDPATH
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 70

failures=0
programs=${PROGRAMS:-$PWD/.build/optimised/release}
tests_program=$programs/PredicateFormatPackageTests.xctest
logs=${TESTS_LOGS:-$PWD/.build/tests}
mkdir -p "$logs"
scratch=$(mktemp -d "${TMPDIR:-/tmp}/stage.XXXXXX") || exit 70
trap 'rm -rf "$scratch"' EXIT

ok() { printf 'ok: %s\n' "$*"; }
bad() { failures=$((failures + 1)); printf 'FAILED: %s\n' "$*"; }
skip() { printf 'SKIPPED: %s\n' "$*"; }

# check NAME COMMAND…: runs a command and reports whether it succeeded.
check() { local name=$1; shift; if "$@"; then ok "$name"; else bad "$name"; fi; }

# expect CODE TEXT COMMAND…: checks the exit code of a command, and a text that its output must contain.
expect() {
  local code=$1 text=$2; shift 2
  # Quoted, because an argument may not be UTF-8.
  local call; call=$(printf '%q ' "$(basename "$1")" "${@:2}")
  local output; output=$("$@" 2>&1 </dev/null); local got=$?
  if [ "$got" = "$code" ] && [[ "$output" == *"$text"* ]]; then ok "exit $code: $call"
  else bad "$call: exit $got, expected $code with '$text'; the output: $output"; fi
}

# needs_programs: ends the stage if the optimized programs are not built.
needs_programs() {
  if [ ! -x "$programs/predcheck" ] || [ ! -x "$tests_program" ]; then
    echo "FAILED: $programs has no optimized programs: Tests/run --stage build"
    exit 2
  fi
}

# build_package NAME: builds the package of Sources/NAME, optimized, in .build/NAME. Ends the stage if this fails or has warnings.
build_package() {
  local log; log=$logs/$(basename "$0")-build.log
  if swift build -c release --package-path "Sources/$1" --scratch-path ".build/$1" > "$log" 2>&1 && ! grep -q 'warning:' "$log"
  then return; fi
  grep -E '(error|warning):' "$log" | sort -u | head -n 40
  bad "the optimized build of Sources/$1, the output is in $log"
  finish
}

# run_tests LOG PROGRAM ARGUMENT…: runs the tests of a program that was built with Swift Testing, and reports the failures and the
# number of tests.
run_tests() {
  local log=$1 program=$2 count; shift 2
  "$program" --testing-library swift-testing "$@" > "$log" 2>&1
  local status=$?
  grep -aE '^TEST_SEED=' "$log" || true
  grep -aE '^➜ Test .* skipped|➜.*Test .* skipped' "$log" | sed 's/^.*➜[^T]*/SKIPPED: /'
  count=$(grep -aoE 'Test run with [0-9]+ tests?' "$log" | tail -n 1 | grep -oE '[0-9]+')
  if [ $status = 0 ] && [ "${count:-0}" -gt 0 ] && grep -aqE 'Test run with .* passed' "$log"; then
    ok "$count tests"
  else
    grep -aE '✘|error:|Fatal error|↳' "$log" | head -n 60
    if [ $status -gt 128 ]; then
      echo "the program ended with signal $((status - 128)); these tests began last:"
      grep -aE '◇' "$log" | tail -n 4
    fi
    # Tests/run repeats only this line, so it says which tests failed.
    local first; first=$(grep -aE '✘ Test .* recorded an issue' "$log" | head -n 2 | cut -c 1-300 | tr '\n' ' ')
    bad "tests (exit $status), the output is in $log${first:+: $first}"
  fi
}

# finish: ends the stage with its exit code.
finish() { [ "$failures" = 0 ]; exit; }
