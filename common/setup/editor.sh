#!/bin/sh
# editor.sh - writes build/compile_commands.json, from which clangd and other tools learn how each
# file is compiled. `make editor` calls it.
#
#   sh common/setup/editor.sh NVCC_VERSION
#
# C files as in the Makefile. For .cu files the compiler is clang, which an editor uses to understand
# them; nvcc compiles them. Clang's own header for CUDA does not know CUDA 13: the textures are left
# out, and variadic functions of libcu++ are allowed. Clang before 16 does not know clusters.
set -eu
cd "$(dirname "$0")/../.."
mkdir -p build
cuda=$(readlink -f build/include)
cuda=${cuda%/include}
case $cuda in */targets/*) cuda=${cuda%%/targets/*} ;; esac
version=$({ clangd --version || clang --version; } 2>/dev/null | sed -n 's/.*version \([0-9]*\)\..*/\1/p' | head -n 1)
arch=sm_90
[ "${version:-99}" -ge 16 ] || arch=sm_80

# The words of a command as a list in JSON.
words() {
    for word in "$@"; do
        printf '%s' "$word" | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&", /'
    done
}
entry() { # entry FILE WORD...
    file=$1
    shift
    printf '%s\n {"directory": %s "file": %s "arguments": [%s]}' "$comma" "$(words "$PWD")" \
        "$(words "$file")" "$(words "$@" -c "$file" | sed 's/, $//')"
    comma=,
}

comma=
{
    printf '['
    find common grader tests -name '*.c' ! -path 'tests/mutants/*' ! -path 'tests/hostile/*' | sort >build/editor.files
    while IFS= read -r file; do
        entry "$file" gcc -std=gnu11 -Wall -Wextra -I. -Icommon -D_GNU_SOURCE= "-DNVCC_VERSION=\"$1\"" -isystem build/include
    done <build/editor.files
    find labs solutions slides tests/cuda -name '*.cu' 2>/dev/null | sort >build/editor.files
    while IFS= read -r file; do
        entry "$file" clang++ -xcuda --cuda-host-only --cuda-gpu-arch=$arch "--cuda-path=$cuda" -nocudalib \
            -Wno-unknown-cuda-version -D__CLANG_CUDA_TEXTURE_INTRINSICS_H__ -Xclang -fcuda-allow-variadic-functions \
            -isystem common/setup/editor -isystem build/include/cccl -Icommon -std=c++17
    done <build/editor.files
    printf '\n]\n'
} >build/compile_commands.json.tmp
rm -f build/editor.files
mv build/compile_commands.json.tmp build/compile_commands.json
