#!/bin/sh
# collect.sh - on a machine with an NVIDIA GPU and ncu: runs programs under ncu
# and prints their memory counters, one line per launch, as CSV. The
# result is committed in tests/data/ and compared with the simulator by
# test_parity, which needs no GPU.
#
#   tests/gpu/collect.sh PROGRAM.cu ... > tests/data/NAME.csv
#
# A program is a .cu file; it is compiled for the architecture of the GPU,
# with the same options as the labs and those of its line "// NVCC: ...". A line
# "// NCU: ..." names more counters, "// NCU-OPTIONS: ..." further options of ncu, and
# "// NCU-ARGS: ..." arguments of the program under ncu.
set -eu
metrics=l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
metrics=$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum
metrics=$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
metrics=$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_red.sum
metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum
metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum
metrics=$metrics,l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum
metrics=$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum
metrics=$metrics,gpu__time_duration.sum
# The same wavefronts by address alone, without the cycles of arbitration.
metrics=$metrics,smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_ld.sum
metrics=$metrics,smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_st.sum

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -n 1)
toolkit=$(nvcc --version | sed -n 's/.*release .*, V//p')
echo "# $gpu, nvcc $toolkit"
says() { sed -n "s,^// $1: ,,p" "$2"; }
for source; do # compiling takes longest
    flags=$(says NVCC "$source")
    # shellcheck disable=SC2086
    case $flags in *arch*) ;; *) flags="-arch=sm_90 $flags" ;; esac
    # shellcheck disable=SC2086
    nvcc -O2 -lineinfo -I. -Icommon $flags \
        -o "$work/$(basename "$source" .cu)" "$source" &
done
wait
for source; do
    name=$(basename "$source" .cu)
    echo "# $name is $source"
    "$work/$name" > "$work/$name.out" 2>&1
    sed "s/^/# $name prints: /" "$work/$name.out"
    more=$(says NCU "$source" | tr -d ' \n')
    # shellcheck disable=SC2046
    ncu --csv --page raw --clock-control none --print-units base $(says NCU-OPTIONS "$source") \
        --metrics "$metrics${more:+,$more}" "$work/$name" $(says NCU-ARGS "$source") \
        > "$work/$name.csv" 2> "$work/$name.err" ||
        { cat "$work/$name.err" "$work/$name.csv" >&2; exit 1; }
    # Rows look like "0","123",...; the header names the columns.
    awk -F '","' -v program="$name" '
        /^"ID"/ { gsub(/^"|"$/, ""); for (i = 1; i <= NF; i++) column[i] = $i; next }
        /^"[0-9]/ {
            sub(/^"/, ""); sub(/"$/, "")
            for (i = 1; i <= NF; i++) if (column[i] == "Kernel Name") kernel = $i
            sub(/\(.*/, "", kernel); sub(/^void /, "", kernel)
            gsub(/,/, ";", kernel)
            kernel = substr(kernel, 1, 120) # templates of a library have long names
            for (i = 1; i <= NF; i++)
                if (column[i] ~ /^(l1tex__|gpu__time|sm(sp)?__).*[.]sum$|_per_thread$|^sm__max.*_cycle$/) {
                    value = $i; gsub(/,/, "", value)
                    print program "," $1 "," kernel "," column[i] "," value
                }
        }' "$work/$name.csv"
done | awk -f "$(dirname "$0")/wide.awk"
