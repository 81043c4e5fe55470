#!/bin/sh
# editor.sh - writes build/compile_commands.json, from which clangd and other tools learn how each
# file is compiled. `make editor` calls it.
#
#   sh common/setup/editor.sh NVCC_VERSION
#
# C files as in the Makefile. For .cu files the compiler is clang, which an editor uses to understand
# them; nvcc compiles them. Clang's own header for CUDA does not know CUDA 13: the textures are left
# out, and variadic functions of libcu++ are allowed. nvcc's atomic functions are declared. Clang
# before 16 does not know clusters.
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

comma=
entries() { # entries WORD...: an entry for each file of standard input, whose names are ours
    command="\"directory\": $(words "$PWD")\"arguments\": [$(words "$@" -c)"
    sort | while IFS= read -r file; do
        printf '%s\n {%s"%s"], "file": "%s"}' "$comma" "$command" "$file" "$file"
        comma=,
    done
}

{
    printf '['
    find common grader tests -name '*.c' ! -path '*/versions/*' ! -path 'tests/hostile/*' |
        entries gcc -std=gnu11 -Wall -Wextra -I. -Icommon -D_GNU_SOURCE= "-DNVCC_VERSION=\"$1\"" -isystem build/include
    comma=,
    find labs solutions slides tests/cuda -name '*.cu' 2>/dev/null |
        entries clang++ -xcuda --cuda-host-only --cuda-gpu-arch=$arch "--cuda-path=$cuda" -nocudalib \
            -Wno-unknown-cuda-version -D__CLANG_CUDA_TEXTURE_INTRINSICS_H__ -Xclang -fcuda-allow-variadic-functions \
            -isystem common/setup/editor -include atomic_functions.h -isystem build/include/cccl -Icommon -std=c++17
    printf '\n]\n'
} >build/compile_commands.json.tmp
mv build/compile_commands.json.tmp build/compile_commands.json
