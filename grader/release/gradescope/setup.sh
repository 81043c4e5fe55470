#!/bin/sh
# setup.sh - makes Gradescope's image: packages, nvcc, the grader, and what the reference does with
# the cases of this lab. Needs root and a network; run_autograder needs neither.
#
# Gradescope unpacks the zip to /autograder/source. AUTOGRADER names another place, to try it.
set -eu
top=${AUTOGRADER:-/autograder}
. "$top/source/lab"
cd "$top/source/course"
export DEBIAN_FRONTEND=noninteractive
command -v make >/dev/null && command -v gcc >/dev/null && command -v python3 >/dev/null || {
    apt-get update
    apt-get install -y --no-install-recommends build-essential python3 python3-pip ca-certificates
}
make WIDTHS=all build/lib/libcudart.so.13 build/grade build/runner build/client nvcc
# The reference goes through the cases now. All points, or the image is not made.
nvcc=$(command -v nvcc || echo build/toolkit/bin/nvcc)
build/grade --plain --nvcc "$nvcc" --seed "$SEED" --submission solutions "$LAB"
# A submission has a user of its own, which has to reach the compiler and the libraries.
chmod -R go+rX "$top/source"
