#!/bin/sh
# widths.sh - for which widths of vectors the machine is compiled: a list of plain, avx2, avx512.
#
#   sh common/setup/widths.sh FILE [all]
#
# Prints the width of this processor and those that FILE lists, or all, and notes them in FILE. So a
# course that two kinds of processors share has both. Wider vectors change no result.
set -u
file=$1

has() { # has WORD...: does the processor have all of them?
    for word in "$@"; do
        case $flags in *" $word "*) ;; *) return 1 ;; esac
    done
}

here=plain
others=
if [ "$(uname -m)" = x86_64 ]; then
    flags=" $(grep -m 1 '^flags' /proc/cpuinfo | cut -d: -f2) "
    # Exactly what common/cudasim/widths.c asks for.
    if has avx2 fma bmi1 bmi2 popcnt; then
        here=avx2
        has avx512f avx512bw avx512cd avx512dq avx512vl && here=avx512
    fi
    others="avx2 avx512"
fi
[ "${2:-}" != all ] || here="plain $others"

noted=$(cat "$file" 2>/dev/null)
widths=
for width in plain $others; do
    case " $here $noted " in *" $width "*) widths="$widths $width" ;; esac
done
widths=${widths# }
if [ "$widths" != "$noted" ]; then
    [ -z "$noted" ] || echo "  the simulator was built for $noted; now it is built for $widths" >&2
    mkdir -p "$(dirname "$file")" && echo "$widths" >"$file"
fi
echo "$widths"
