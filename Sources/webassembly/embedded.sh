# For bash scripts that source it in the package's folder: makes WebAssembly with embedded Swift, by the toolchain alone.
#
# Objects and modules are in `folder`. `optimization` is -Onone, which compiles in a third of the time, or -Osize. A script that
# needs other values sets both before.
target=wasm32-unknown-none-wasm
folder=${folder:-.build/portability}
optimization=${optimization:--Onone}
mkdir -p "$folder"
resources=$(swiftc -print-target-info 2> /dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')

# The modules of the package that work without Foundation, each after those that it imports.
modules=(PredicateSyntax PredicateSemantics PredicateSQL)
# The files of other modules that the functions of Sources/webassembly use.
used_files=(Sources/CommandSupport/PackageVersion.swift Sources/PredcheckSupport/Layout.swift
  Sources/PredicateInput/{ElementScanner,JSONNumber,JSONReader,String+JSON,TypedWrapper}.swift)

# has_embedded: whether the toolchain has a standard library for the target.
has_embedded() { [ -f "$resources/embedded/Swift.swiftmodule/$target.swiftmodule" ]; }

# compile MODULE FILE…: makes MODULE.o, and MODULE.swiftmodule for those after it. Ends the script with an error if that fails.
compile() {
  local module=$1 began=$SECONDS; shift
  if swiftc -target $target -enable-experimental-feature Embedded -wmo $optimization \
    -parse-as-library -swift-version 6 -package-name predicateformat -module-name "$module" -I "$folder" \
    -emit-module -emit-module-path "$folder/$module.swiftmodule" -c -o "$folder/$module.o" "$@" > "$folder/$module.log" 2>&1
  then echo "ok: $module compiles for $target, embedded ($((SECONDS - began)) s)"
  else
    cat "$folder/$module.log"
    echo "FAILED: $module does not compile for $target, embedded"
    exit 1
  fi
}

# compile_modules: compiles the modules of the package that are older than their sources, and those after them.
compile_modules() {
  local module stale=
  for module in "${modules[@]}"; do
    # A folder is newer than the module if a file was removed from it.
    if [ ! -f "$folder/$module.o" ] || [ -n "$(find Sources/"$module" -newer "$folder/$module.o" | head -n 1)" ]; then stale=1; fi
    if [ -n "$stale" ]; then compile "$module" $(find Sources/"$module" -name '*.swift' | sort); fi
  done
}

# link FILE MODULE…: makes a WebAssembly file of modules. The stack is first, so that an overflow stops the module.
link() {
  local file=$1 tools objects=() module; shift
  for module in "$@"; do objects+=("$folder/$module.o"); done
  tools=$(dirname "$(readlink -f "$(command -v swiftc)")")
  if "$tools/clang" --target=$target -Os -ffreestanding -fno-builtin -mbulk-memory -Wall -Werror \
    -c -o "$folder/support.o" Sources/webassembly/support.c \
    && "$tools/wasm-ld" --no-entry --strip-all --stack-first -z stack-size=1048576 -o "$file" "${objects[@]}" "$folder/support.o" \
      "$resources/embedded/$target/libswiftUnicodeDataTables.a"
  then echo "ok: $(basename "$file") is linked: $(wc -c < "$file") bytes, $(gzip -9 < "$file" | wc -c) with gzip"
  else echo "FAILED: $(basename "$file") is not linked"; exit 1
  fi
}
