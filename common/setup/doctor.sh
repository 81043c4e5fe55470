#!/bin/sh
# doctor.sh - shows what is installed, what is real and what is simulated.
#
#   sh common/setup/doctor.sh NVCC PINNED_VERSION
#
# Exit status 0 if the grader can work, 4 if something is missing that it needs.
set -u

nvcc=$1
pinned=$2
missing=0

line() { # in 80 columns; a path stays whole
    printf '%s\n' "$3" | fold -s -w 48 | while IFS= read -r text; do
        printf '  %-9s %-18s %s\n' "${first-$1}" "${first-$2}" "$text" | sed 's/ *$//'
        first=
    done
}
need() { line MISSING "$1" "$2"; missing=1; }

echo "Needed for a grade"
for tool in gcc g++ make python3; do
    if command -v $tool >/dev/null 2>&1; then
        line ok $tool "$($tool --version 2>&1 | head -n 1)"
    else
        need $tool "install the package $tool"
    fi
done
for header in check.h:check jansson.h:libjansson-dev seccomp.h:libseccomp-dev; do
    if echo "#include <${header%%:*}>" | gcc -E -x c - >/dev/null 2>&1; then
        line ok "${header##*:}" "found ${header%%:*}"
    else
        need "${header##*:}" "as root, make grade installs it; otherwise type: sudo apt-get install ${header##*:}"
    fi
done
if [ -x "$nvcc" ]; then
    version=$("$nvcc" --version | sed -n 's/.*, V//p')
    if [ "$version" = "$pinned" ]; then
        line ok nvcc "$version, $nvcc"
    else
        line WARNING nvcc "$version, $nvcc: grades are defined for $pinned; with this one, counters may differ"
    fi
else
    line later nvcc "none found: make grade fetches $pinned into build/toolkit"
fi
for library in libzstd.so.1 liblz4.so.1; do
    if { ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null | grep -q $library; then
        line ok $library "for programs compiled with compressed PTX"
    else
        line absent $library "needed only for programs compiled with compressed PTX"
    fi
done

echo
echo "The sandbox for submissions"
if [ -x build/grade ]; then
    build/grade --sandbox | while read -r layer state; do
        case $layer in
        landlock) what="only the files that it needs" ;;
        seccomp) what="no network, no other processes, no change of a file" ;;
        uid) what="a separate user, if the grader runs as root" ;;
        chroot) what="a folder of its own in the place of all files" ;;
        namespaces) what="a network and messages of its own" ;;
        esac
        line "$state" "$layer" "$what"
    done
else
    line later sandbox "not known yet: run make first"
fi

echo
echo "Real"
line real nvcc "NVIDIA's compiler compiles your .cu files"
line real "host code" "runs on this processor: $(uname -m), $(nproc) cores"
if command -v nvidia-smi >/dev/null 2>&1 &&
    gpu=$(nvidia-smi --query-gpu=name,compute_cap --format=csv,noheader 2>/dev/null | head -n 1) &&
    [ -n "$gpu" ]; then
    line real GPU "$gpu; make grade BACKEND=gpu and make race give real times, but no marks"
else
    line none GPU "not needed: marks never depend on a GPU"
fi
echo "Simulated"
line simulated kernels "their PTX runs on the CPU, in a model of one H200 (sm_90)"
[ ! -x build/runner ] || line simulated "vectors" "$(build/runner --width) of this processor; grades do not depend on it"
line simulated "CUDA runtime" "build/lib/libcudart.so.13: $([ -e build/lib/libcudart.so.13 ] && echo built || echo 'not built yet')"
line simulated "driver API" "build/lib/libcuda.so.1: $([ -e build/lib/libcuda.so.1 ] && echo built || echo 'make cudasim builds it')"
line simulated "Python" "$([ -e build/python/made ] && echo 'Numba and CuPy: make python PROGRAM=NAME.py' || echo 'make python installs Numba and CuPy')"
line simulated "times" "from a cost model; the same on every machine"

[ $missing = 0 ] || exit 4
