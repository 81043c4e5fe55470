#!/bin/sh
# format.sh - every C file, and every CUDA file of labs, solutions, grader and tests/gpu, has the form
# that clang-format 14 gives it with our .clang-format. Other versions format some lines in another
# way. Prints TAP, or a line SKIP. Not formatted: given.cu (pieces of functions, as they stand in a
# lab), and tests/cuda, tests/hostile and slides (lines that a test or a slide names, or that end in a mark).
#
# A heading ("// ---- text ----") that is too long is broken in two by clang-format: end it at column 72.
#
#   sh tests/format.sh            compares
#   sh tests/format.sh --write    formats
#
# What had this form once is not looked at again, but in CI and with ALL=1: the digests of such files are
# beside what nvcc has made for tests (cache.h).
cd "$(dirname "$0")/.." || exit 1
cache=${CUDA_COURSE_CACHE:-${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/cuda-course}

find_tool() {
    for tool in clang-format-14 clang-format; do
        $tool --version 2>/dev/null | grep -q 'version 14\.' && return
    done
    tool=
}

files() {
    { git ls-files 2>/dev/null | grep . || find . -name build -prune -o -type f -print | sed 's|^\./||'; } |
        grep -E '\.[ch]$|^(labs|solutions|grader|tests/gpu)/.*\.cuh?$' | grep -v '/given\.cu$'
}

known=$cache/formatted.$(sha1sum <.clang-format | cut -c1-16)
remember() {
    mkdir -p "$cache" && files | xargs -d '\n' sha1sum | cut -d' ' -f1 | sort -u >"$known.$$" && mv "$known.$$" "$known"
}
unknown() {
    files | xargs -d '\n' sha1sum | awk -v known="$([ "$CI$ALL" ] || echo "$known")" '
        BEGIN { while (known != "" && (getline digest < known) > 0) seen[digest] }
        !($1 in seen) { print substr($0, 43) }'
}

find_tool
[ "$tool" ] || { sh common/setup/packages.sh clang-format-14 >/dev/null 2>&1 && find_tool; }
if [ -z "$tool" ]; then
    echo "SKIP  the formatting: no clang-format 14; sudo apt-get install clang-format-14"
    [ "$1" != --write ]
    exit
fi
if [ "$1" = --write ]; then
    unknown | xargs -r -d '\n' "$tool" -i && remember
    exit
fi
wrong=$(unknown | xargs -r -d '\n' "$tool" --dry-run 2>&1 | sed -n 's/^\([^ :]*\):[0-9]*:[0-9]*: .*/\1/p' | sort -u)
broken=$(files | xargs -d '\n' awk 'FNR > 1 && last ~ /^ *\/\/ ---- / && /^ *\/\/ -+$/ { print FILENAME ":" FNR } { last = $0 }')
echo 1..2
if [ "$wrong" ]; then
    echo "not ok 1 - every file has the form of clang-format 14"
    echo "$wrong" | sed 's/^/# make format would change /'
else
    echo "ok 1 - every file has the form of clang-format 14"
    remember 2>/dev/null
fi
if [ "$broken" ]; then
    echo "not ok 2 - no heading is broken in two"
    echo "$broken" | sed 's/^/# /'
else
    echo "ok 2 - no heading is broken in two"
fi
[ -z "$wrong$broken" ]
