#!/bin/sh
# figures.sh - on a machine with an NVIDIA GPU: measures again what slides and assignments say about
# an H200, all figures in one run, and prints CSV: `program,figure,recorded,measured,ratio`. What is
# recorded stands in tests/data/ and in the tables of the plots; where nothing is, the column is empty.
#
#   sh tests/gpu/figures.sh build    compile the programs into build/gpu/figures (needs no GPU)
#   sh tests/gpu/figures.sh          run them, compiling those that are missing
set -eu
cd "$(dirname "$0")/../.."
out=build/gpu/figures
nvcc=${NVCC:-$(command -v nvcc || echo build/toolkit/bin/nvcc)}
mkdir -p $out

for name in facts_probe queues_probe memory_gpu shared_memory_gpu scan_gpu dynamic_parallelism_gpu clusters_gpu managed_probe; do
    source=tests/gpu/$name.cu
    [ -x "$out/$name" ] && [ -z "${1:-}" ] && continue
    # shellcheck disable=SC2046
    $nvcc -O2 -arch=sm_90 -std=c++17 -cudart static -I. -Icommon $(sed -n 's,^// NVCC: ,,p' $source) -o "$out/$name" $source
done
[ "${1:-}" = build ] && exit

# What is recorded: program, figure, value.
recorded() {
    awk -F, '/^[a-z]/ && $1 != "name" { print "facts_probe," $1 "," $2 }' tests/data/h200_facts.csv
    awk -F, '/^[a-z]/ && $1 != "name" { print "queues_probe," $1 "," $2 }' tests/data/h200_queues.csv
    awk -F, '$3 == "us" { gsub(/,/, ";", $1); print "memory_gpu," $1 "," $2 }' tests/data/h200_memory.txt
    awk -F, '/^[0-9]/ { print "shared_memory_gpu,1 tile 67108864 64 " $1 "," 1000 * $2 }' slides/02_shared_memory/blocks.csv
    awk -F, '!/^#/ && $1 != "cuBLAS" {
        name["no tile"] = "2 plain"; name["tile"] = "2 tile"; name["padded"] = "3 tile"; name["swizzled"] = "4 tile"
        print "shared_memory_gpu," name[$1] " 16384 16384 0," $2 }' slides/02_shared_memory/transposes.csv
    awk -F, '!/^#/ {
        name = $1 ~ /global/ ? "6 plain" : $1 ~ /part 6/ ? "6 tile" : "7 tile"
        print "shared_memory_gpu," name " 4096 4096 4096," $2 }' slides/02_shared_memory/products.csv
    awk -F, '/^[0-9]/ { print "scan_gpu,scan_three_kernels n=" $1 "," $3; print "scan_gpu,scan_look_back n=" $1 "," $4 }' \
        slides/05_scan/speed.csv
    awk -F, '!/^#/ && $1 != "version" {
        name = $1 ~ /loop/ ? "flat" : $1 ~ /first/ ? "each" : $1 ~ /second/ ? "tail" : "grid"
        print "dynamic_parallelism_gpu," name " 1048576 512," $3 }' slides/08_dynamic_parallelism/times.csv
    awk -F, '$3 == "us" { print "managed_probe," $1 "," $2 }' tests/data/h200_managed.csv
    awk -F, '/^[0-9]/ {
        split("shared spread exchange global", form, " ")
        for (i = 2; i <= 5; i++)
            if ($i != "") print "clusters_gpu," $1 " " form[i - 1] "," $i }' slides/09_clusters/histogram.csv
}

# NAME ARGUMENT AWK: the program's output as `figure,value` lines, each beside what is recorded. They are
# printed program by program: what ends one leaves the figures of the others.
measure() {
    name=$1
    echo "$name $2" >&2
    "$out/$name" ${2:+$2} >"$out/$name.txt" || echo "# $name ended with $?"
    awk "$3" "$out/$name.txt" | awk -v name="$name" 'BEGIN { FS = OFS = "," }
        FILENAME ~ /recorded$/ { known[$1, $2] = $3; next }
        {
            old = known[name, $1]
            print name, $1, old, $2, old + 0 ? sprintf("%.2f", $2 / old) : ""
        }' "$out/recorded" -
}

command -v awk >/dev/null || {
    echo "figures.sh: awk is missing" >&2
    exit 2
}
echo "# $(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)"
recorded >$out/recorded
echo program,figure,recorded,measured,ratio
export CUDA_DEVICE_MAX_CONNECTIONS
for connections in 1 32; do
    CUDA_DEVICE_MAX_CONNECTIONS=$connections
    measure facts_probe only 'BEGIN { FS = OFS = "," } { print $1, $2 }'
done
unset CUDA_DEVICE_MAX_CONNECTIONS
measure facts_probe "" 'BEGIN { FS = OFS = "," } { print $1, $2 }'
measure queues_probe "" 'BEGIN { FS = OFS = "," } $1 != "name" { print $1, $2 }'
measure memory_gpu time 'BEGIN { FS = OFS = "," } $3 == "us" { print $1, $2 }'
measure shared_memory_gpu times 'BEGIN { FS = "," } /^[0-9]/ { print $1 " " $2 " " $3 " " $4 " " $5 "," $6 }'
measure scan_gpu time '/GB\/s/ { sub(/n= */, "n="); print $1 " " $2 "," $3 }'
measure dynamic_parallelism_gpu time '$6 == "ms" { print $1 " " $2 " " $3 "," $5 }'
# the smallest cluster that is large enough stands first
measure clusters_gpu time 'BEGIN { FS = "," } /^[0-9]/ && !seen[$1 " " $2]++ { print $1 " " $2 "," $4 }'
measure managed_probe "" 'BEGIN { FS = OFS = "," } $3 == "us" { print $1, $2 }'
