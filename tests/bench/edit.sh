#!/bin/sh
# edit.sh - how long a student waits after an edit: for nvcc alone, and for the grade with all its
# parts, which compiles, too. Each lab is edited and timed REPEAT times, the two in turn; the
# fastest of each counts, and their ratio.
#
#   NVCC=nvcc REPEAT=3 sh tests/bench/edit.sh [lab ...]
set -eu
cd "$(dirname "$0")/../.."
out=build/bench/edit
repeat=${REPEAT:-3}
mkdir -p $out
now() { date +%s%N; }
edit() { echo "// $(now)" >>"$1"; }

# What the lab's suite adds.
flags_of() {
    sed -n 's/ *\.nvcc_flags = \([^,]*\),.*/\1/p' "grader/labs/$1/suite.c" |
        sed 's/FLAGS_OF_ATOMICS/-DCCCL_DISABLE_FP16_SUPPORT/; s/"//g'
}

# As grader/submission/compile.c does.
compile() {
    arch=compute_90$(sed -n 's/ *\.alone = true,.*/a/p' "grader/labs/$2/suite.c")
    "${NVCC:-nvcc}" -O2 -std=c++17 -arch="$arch" -code="$arch" -lineinfo --compress-mode=none \
        -cudart shared -Xcompiler -fPIC -shared -Xcompiler -g1,-gstatement-frontiers,-fno-optimize-sibling-calls \
        $(flags_of "$2") -Icommon -o $out/object.so "$1"
}

grade() { build/grade --plain --no-history --seed 1 --submission $out "$1" >$out/log 2>&1; }

# How long $2 $3 ... takes after an edit of the file $1: milliseconds in $ms.
measure() {
    edit "$1"
    shift
    begin=$(now)
    "$@" || { cat $out/log && exit 1; }
    ms=$((($(now) - begin) / 1000000))
}

echo "$(nproc) processors; seconds after an edit, the best of $repeat"
echo "lab                     nvcc alone  all parts  ratio"
for lab in ${*:-$(ls solutions | grep '^[0-9]')}; do
    file=$out/$lab/$(echo "$lab" | sed 's/^[0-9]*_//').cu
    rm -rf "${out:?}/$lab"
    cp -r "solutions/$lab" $out
    grade "$lab" || { cat $out/log && exit 1; } # the reference's records are kept from now on
    least_compile=999999 least_grade=999999
    for i in $(seq "$repeat"); do
        measure "$file" compile "$file" "$lab"
        [ $ms -ge $least_compile ] || least_compile=$ms
        measure "$file" grade "$lab"
        [ $ms -ge $least_grade ] || least_grade=$ms
    done
    echo "$lab $least_compile $least_grade" |
        awk '{printf "%-23s %10.2f %10.2f %6.2f\n", $1, $2 / 1000, $3 / 1000, $3 / $2}'
done
