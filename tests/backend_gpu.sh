#!/bin/sh
# backend_gpu.sh - the commands for a GPU, without one: build/gpu/gpu runs the cases of a lab in the
# simulator as it does on a GPU, sees what is right, wrong and missing, and says in one line that
# there is no GPU. Prints TAP.
#
# inputs: build/gpu/gpu build/cudasim build/lib build/skeletons Makefile common grader/gpu labs solutions
# inputs: tests/fake tests/gpu
cd "$(dirname "$0")/.." || exit 1
here=build/tests/backend_gpu
rm -rf $here
mkdir -p $here
NVCC=${NVCC:-nvcc}

. tests/tap.sh

compile() { # compile FOLDER OBJECT [SED]: lab 03, changed by a sed command
    mkdir -p "$here/03_atomics"
    sed "${3:-}" "$1/03_atomics/atomics.cu" >$here/03_atomics/atomics.cu || return 1
    $NVCC -O2 -arch=compute_90 -code=compute_90 -Icommon -cudart shared -Xcompiler -fPIC -shared \
        -o $here/$2 $here/03_atomics/atomics.cu
}

# child OBJECT PART MODE: the lines of the cases, without their times.
child() {
    timeout 600 build/cudasim build/gpu/gpu --child $here/$1 03_atomics $2 0x5c41 $3 >$here/lines
    status=$?
    cut -f 1,5,6 $here/lines
    return $status
}

all_right() { child $1 $2 $3 | awk '/^begin/ { next } { n++ } $1 != 0 { bad = 1 } END { exit bad || !n }'; }
wrong_says() { child $1 $2 0 | grep -q "^1	.*$3"; }
is_timed() { child $1 $2 1 >/dev/null && awk -F '\t' '/^0/ && $2 > 0 && $3 <= $2 && $2 <= $4 { n++ } END { exit !n }' $here/lines; }
once() { [ "$(child $1 $2 2 | grep -c '^begin')" -ge 1 ] && ! awk -F '\t' '/^0/ && $2 > 0' $here/lines | grep -q .; }

check "lab 03 compiles" compile solutions right.so
check "a part of the solution is right" all_right right.so 1 0
check "another part, with bytes" all_right right.so 5 0
check "the demo has times: least, median, most" is_timed right.so 1
check "for a profiler, each case runs once" once right.so 1
check "the skeleton compiles" compile build/skeletons none.so
check "what writes nothing is wrong, with the first element" wrong_says none.so 4 "is 0, expected\|elements are wrong"

# A whole program: each case is a process of its own, which finds its file.
program() { # program FOLDER OUTCOME: of all cases in which numbers are added up
    $NVCC -O2 -arch=compute_90 -code=compute_90 -Icommon -cudart shared -Xcompiler -fPIC -shared \
        -o $here/program.so $1/04_reduction/program.cu || return 1
    timeout 600 build/cudasim build/gpu/gpu --child $here/program.so 04_reduction 8 0x5c41 0 >$here/lines
    awk -F '\t' -v outcome=$2 '$5 ~ /^n=/ { n++; bad += $1 != outcome && $5 != "n=0" } END { exit bad || n != 14 }' $here/lines
}
check "a whole program is right" program solutions 0
check "the skeleton of a whole program is wrong" program build/skeletons 1

no_object() {
    child missing.so 1 0 >$here/out
    [ $? -eq 4 ] && grep -q 'cannot open' $here/lines
}
check "an object that cannot be opened" no_object

no_gpu() {
    build/gpu/gpu reduction >$here/out 2>$here/err
    [ $? -eq 4 ] && [ "$(wc -l <$here/err)" -eq 1 ] && grep -q 'make grade' $here/err && [ ! -s $here/out ]
}
if nvidia-smi -L >/dev/null 2>&1; then
    check "with a GPU, a part of the solution is right" build/gpu/gpu --nvcc "$NVCC" --submission solutions --part 1 reduction
else
    check "without a GPU: one line and status 4" no_gpu
fi

# GPUs that are not here, and tools that refuse: tests/fake/gpu.c answers for the runtime.
${CC:-cc} -shared -fPIC -isystem build/include -o $here/gpu.so tests/fake/gpu.c || exit 1
on_gpu() { # on_gpu GPU command...
    gpu=$1
    shift
    FAKE_GPU=$gpu LD_PRELOAD=$PWD/$here/gpu.so "$@" >$here/out 2>$here/err
}
one_line() { # one_line GPU WORDS: status 4 and one line with these words
    on_gpu "$1" build/gpu/gpu --device
    [ $? -eq 4 ] && [ "$(wc -l <$here/err)" -eq 1 ] && grep -q "$2" $here/err && [ ! -s $here/out ]
}
check "a driver without a GPU" one_line none 'no GPU is here'
check "an old driver: for which CUDA, and which is needed" one_line driver 'for CUDA 12.4, the programs need CUDA 13'
check "an old GPU" one_line 70 'compute capability 7.0; CUDA 13 compiles for 7.5 and newer'
check "a GPU that cannot be used" one_line broken cudaErrorDevicesUnavailable

compiles_for_75() {
    on_gpu 75 build/gpu/gpu --nvcc "$NVCC" --submission solutions --compile "$1" && [ -s $here/out ]
}
check "lab 01 compiles for compute capability 7.5" compiles_for_75 patterns
mkdir -p $here/bin
printf '#!/bin/sh\nexec "%s" --dryrun "$@"\n' "$NVCC" >$here/bin/dry
chmod +x $here/bin/dry
nvcc_takes() { # the options of every lab, for 9.0
    for lab in labs/[0-9]*; do
        on_gpu 90 build/gpu/gpu --nvcc $here/bin/dry --submission solutions --compile "${lab#labs/}" || return 1
    done
}
check "nvcc takes the options of every lab" nvcc_takes
skips() { # skips LAB REASON, without a part that fails
    on_gpu 75 build/gpu/gpu --nvcc "$NVCC" --submission solutions "$1"
    [ $? -eq 0 ] && grep -q "skipped: .*$2" $here/out && ! grep -q FAIL $here/out
}
check "below 9.0, clusters are skipped, with the reason" skips clusters 'needs compute capability 9.0, this GPU has 7.5'

mkdir -p $here/newer/03_atomics
sed '/#include "lab.h"/a #if defined(__CUDA_ARCH__) \&\& __CUDA_ARCH__ < 900\n#error old\n#endif' \
    solutions/03_atomics/atomics.cu >$here/newer/03_atomics/atomics.cu
needs_newer() {
    on_gpu 75 build/gpu/gpu --nvcc "$NVCC" --submission $here/newer atomics
    [ $? -eq 0 ] && grep -q 'skipped: its file compiles, but not for compute capability 7.5' $here/out &&
        [ ! -s $here/err ]
}
check "a file that only newer GPUs can run is skipped" needs_newer

# The profiler: not there, or without permission.
parity_says() { # parity_says WORDS: one line and status 4
    FAKE_GPU=90 LD_PRELOAD=$PWD/$here/gpu.so PATH=$2 sh grader/gpu/parity.sh "$NVCC" patterns 2 solutions \
        >$here/out 2>$here/err
    [ $? -eq 4 ] && [ "$(wc -l <$here/err)" -eq 1 ] && grep -q "$1" $here/err
}
printf '#!/bin/sh\necho "==ERROR== ERR_NVGPUCTRPERM - The user does not have permission"\n' >$here/bin/ncu
chmod +x $here/bin/ncu
check "no permission for the counters: one line" parity_says ERR_NVGPUCTRPERM "$PWD/$here/bin:$PATH"
command -v ncu >/dev/null 2>&1 || check "no ncu: one line" parity_says 'not installed here' "$PATH"

usage() {
    build/gpu/gpu "$@" >$here/out 2>$here/err
    [ $? -eq 2 ]
}
check "a lab that does not exist" usage nosuchlab
check "a part that is no number" usage --part x
check "an option that does not exist" usage --nosuch
backend() {
    ! make -s grade BACKEND=abacus >$here/out 2>&1 && grep -q 'BACKEND is gpu or simulator' $here/out
}
check "a backend that does not exist" backend
tap_end
