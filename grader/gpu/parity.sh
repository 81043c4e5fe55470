#!/bin/sh
# parity.sh - a lab's kernels on this GPU under ncu, and in the simulator: counter by counter.
#
#   sh grader/gpu/parity.sh NVCC [LAB [PART [SUBMISSION]]]
#
# The cases are those of `make run`. Both run the same program. Counters that are equal are counted;
# the others are listed, with the reason if tests/data/exceptions.txt has one. Times are those of
# kernels with flushed caches, as ncu measures them.
set -eu
nvcc=$1
lab=${2:-}
part=${3:-}
submission=${4:-labs}
metrics=
for access in shared_op_ld shared_op_st shared_op_atom; do
    for kind in wavefronts bank_conflicts; do
        name=l1tex__data_pipe_lsu_wavefronts_mem_$access.sum
        [ $kind = wavefronts ] || name=l1tex__data_bank_conflicts_pipe_lsu_mem_$access.sum
        metrics=$metrics$name,
    done
done
for access in ld st red atom; do
    metrics=${metrics}l1tex__t_requests_pipe_lsu_mem_global_op_$access.sum,
    metrics=${metrics}l1tex__t_sectors_pipe_lsu_mem_global_op_$access.sum,
done
metrics=${metrics}gpu__time_duration.sum
# Wavefronts by address alone, without the cycles that the GPU loses to arbitration.
for access in ld st; do
    metrics=$metrics,smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_$access.sum
done

command -v ncu >/dev/null 2>&1 || {
    echo 'parity: ncu (Nsight Compute) is not installed here; it comes with the CUDA toolkit' >&2
    exit 4
}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
set -- --nvcc "$nvcc" --submission "$submission" --compile ${part:+--part "$part"}
[ -z "$lab" ] || set -- "$@" "$lab"
build/gpu/gpu "$@" >"$work/parts" || exit $?

# kernel,metric,value of each launch of ncu's CSV, in order: LAUNCH METRIC VALUE KERNEL.
ncu_lines() {
    awk -F '","' '
        /^"ID"/ { gsub(/^"|"$/, ""); for (i = 1; i <= NF; i++) column[i] = $i; next }
        /^"[0-9]/ {
            sub(/^"/, ""); sub(/"$/, "")
            for (i = 1; i <= NF; i++) if (column[i] == "Kernel Name") kernel = $i
            sub(/\(.*/, "", kernel); sub(/^void /, "", kernel); gsub(/[ \t]/, "", kernel)
            for (i = 1; i <= NF; i++)
                if (column[i] ~ /^(l1tex__|gpu__time|smsp__sass).*[.]sum$/) {
                    value = $i; gsub(/,/, "", value)
                    if (column[i] ~ /^gpu__time/) value /= 1000
                    print launch + 0, column[i], value, kernel
                }
            launch++
        }' "$1"
}

# The same of the simulator's lines of JSON.
simulator_lines() {
    awk '{
        kernel = $0
        sub(/.*"kernel":"/, "", kernel); sub(/".*/, "", kernel)
        sub(/\(.*/, "", kernel); sub(/^void /, "", kernel); gsub(/[ \t]/, "", kernel)
        us = $0; sub(/.*"us":/, "", us); sub(/,.*/, "", us)
        print NR - 1, "gpu__time_duration.sum", us, kernel
        list = substr($0, index($0, "\"metrics\":") + 11) # of the launch; those of lines follow
        sub(/}.*/, "", list)
        n = split(list, pair, ",")
        for (i = 1; i <= n; i++) {
            name = pair[i]; sub(/^[{]?"/, "", name); sub(/".*/, "", name)
            value = pair[i]; sub(/.*:/, "", value)
            if (name ~ /^l1tex__/) print NR - 1, name, value, kernel
        }
    }' "$1"
}

seed=0x5c41
while IFS="$(printf '\t')" read -r object name number title; do
    echo
    echo "$name, part $number: $title"
    ncu --csv --page raw --clock-control none --print-units base --metrics "$metrics" \
        build/gpu/gpu --child "$object" "$name" "$number" $seed 2 >"$work/ncu" 2>"$work/err" && profiled=yes || profiled=
    if grep -q ERR_NVGPUCTRPERM "$work/err" "$work/ncu"; then
        echo 'parity: this user may not read the counters of the GPU (ERR_NVGPUCTRPERM): ask for permission, or run as root' >&2
        exit 4
    fi
    if [ -z "$profiled" ]; then
        echo "  ncu failed: $(grep -h '==ERROR==' "$work/ncu" "$work/err" | head -n 1)"
        continue
    fi
    build/cudasim --cache-control all --counters "$work/counters" build/gpu/gpu --child "$object" "$name" "$number" $seed 2 >"$work/out" 2>"$work/err" || {
        echo "  the simulator failed: $(head -n 1 "$work/err")"
        continue
    }
    ncu_lines "$work/ncu" >"$work/real"
    simulator_lines "$work/counters" >"$work/simulated"
    awk '
        FILENAME == ARGV[1] {
            if (!/^#/ && sub(/^kernel=/, "", $2)) {
                reason = $4; for (i = 5; i <= NF; i++) reason = reason " " $i
                if (reason == "the same") reason = last
                last = reason; exceptions++
                pattern[exceptions] = $2; which[exceptions] = $3; why[exceptions] = reason
            }
            next
        }
        function matches(glob, text) {
            gsub(/[].[+?(){}|^$\\]/, "\\\\&", glob); gsub(/\*/, ".*", glob)
            return text ~ ("^" glob "$")
        }
        # The GPU counts more, and by address alone as many wavefronts as the simulator.
        function arbitrated(launch, metric, simulated, access, name) {
            if (metric !~ /shared_op_(ld|st)/) return 0
            access = metric ~ /op_ld/ ? "ld" : "st"
            name = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_" access ".sum"
            if (metric == name) wavefronts[launch, access] = simulated
            return (launch, access) in wavefronts &&
                value[launch, "smsp__sass_" substr(name, 1, 5) substr(name, 7)] + 0 == wavefronts[launch, access] + 0
        }
        function reason_for(kernel, metric, i) {
            for (i = 1; i <= exceptions; i++)
                if (matches(pattern[i], kernel) && matches(which[i], metric)) return why[i]
            return "not known"
        }
        FILENAME == ARGV[2] { value[$1, $2] = $3; kernel[$1] = $4; next }
        {
            if (!(($1, $2) in value)) { lost++; next }
            real = value[$1, $2]
            if ($4 != kernel[$1]) { lost++; next }
            if ($2 ~ /^gpu__time/) {
                printf "  %-40.40s %9.2f us  simulated %9.2f us  (%.2f)\n", $4, real, $3, real ? $3 / real : 0
                next
            }
            total++
            by_address = arbitrated($1, $2, $3)
            if (real + 0 == $3 + 0) { equal++; next }
            if (by_address) { arbitration++; next }
            printf "    %-60s %12d  simulated %12d  (%s)\n", $2, real, $3, reason_for($4, $2)
        }
        END {
            printf "  %d of %d counters are equal\n", equal, total
            if (arbitration)
                printf "  %d have cycles of arbitration on the GPU; by address alone they are equal\n", arbitration
            if (lost) printf "  %d values of the simulator have no partner: other launches\n", lost
        }' tests/data/exceptions.txt "$work/real" "$work/simulated"
done <"$work/parts"
