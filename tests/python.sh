#!/bin/sh
# python.sh - programs of Numba and CuPy under build/cudasim: their results, and the line of a race.
# Prints TAP, or a line SKIP where `make python` has not been.
#
# inputs: build/cudasim build/lib build/python/made tests/python
cd "$(dirname "$0")/.." || exit 1
here=build/tests/python
python=build/python/bin/python3
[ -e build/python/made ] || { echo "SKIP  Python: there is no $python; make python makes it"; exit 0; }
rm -rf $here
. tests/tap.sh

# runs NAME OUTPUT FINDING: all of the output, and a text in the findings.
runs() {
    CUPY_ACCELERATORS='' build/cudasim --tool racecheck $python tests/python/$1.py >$here/out 2>$here/err &&
        [ "$(cat $here/out)" = "$2" ] && grep -q "$3" $here/err
}
race=$(grep -n '# the race' tests/python/reduction_numba.py | cut -d: -f1)
check "Numba, and the line of Python that has the race" runs reduction_numba "right: 32640" \
    "Race reported between Write access at reduction_numba.py:$race and Read access at reduction_numba.py:$race"
check "CuPy, and the line of its kernel" runs reduction_cupy "CuPy: 32640 511" "Race reported between Write access at .*:10 "
tap_end
