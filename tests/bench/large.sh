#!/bin/sh
# large.sh - time and memory of large programs (large.cu) and of a part of each: seconds of the processor, of the
# program and its machine together, and the most memory that one of them had. Needs build/cudasim and nvcc.
cd "$(dirname "$0")/../.." || exit 1
here=build/bench/large
mkdir -p $here
"${NVCC:-nvcc}" -O2 -arch=compute_90 -cudart shared -o $here/large tests/bench/large.cu || exit 1
python3 - $here/large <<'END'
import resource, subprocess, sys

def run(options, what, n):
    code = """import resource, subprocess, sys
status = subprocess.call(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, used.ru_utime + used.ru_stime, used.ru_maxrss)"""
    out = subprocess.run([sys.executable, "-c", code, "build/cudasim", "--jobs", "1", *options, sys.argv[1], what, str(n)],
                         stdout=subprocess.PIPE, text=True).stdout.split()
    return "%.1f s, %d MB" % (float(out[1]), int(out[2]) / 1000) if out[0] == "0" else "failed"

counters = ["--counters", "/dev/null"]
for name, options, what, n, part in [
        ("10^6 launches of a small kernel", [], "launches", 10**6, 2),
        ("10^9 threads that compare once", [], "threads", 10**9, 4),
        ("vector add of 2^28 elements", [], "elements", 2**28, 4),
        ("vector add of 2^26 elements with counters", counters, "elements", 2**26, 4),
        ("16 GB of device memory, one byte of each megabyte", [], "megabytes", 16 * 1024, 2),
        ("the same with counters", counters, "megabytes", 16 * 1024, 2),
        ("10 GB with racecheck, used in the same way", ["--tool", "racecheck", "--report", "none"], "megabytes", 10 * 1024, 2)]:
    print("| %s | 1/%d: %s | %s |" % (name, part, run(options, what, n // part), run(options, what, n)), flush=True)
END
