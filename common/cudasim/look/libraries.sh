#!/bin/sh
# libraries.sh - puts the libraries of the page into a folder; you need not be root.
#
#   sh common/cudasim/look/libraries.sh FOLDER
#
# pip fetches the wheels that libraries.txt names and checks their hashes; of each wheel one file
# is kept. FOLDER exists only when it is complete.
set -u

here=$(dirname "$0")
folder=$1
parts=$folder.parts

fail() {
    echo "look: D3 and Prism, which draw the page, are not here, and $1" >&2
    rm -rf "$parts"
    exit 4
}

sh "$here/../../setup/packages.sh" python3-pip || fail "python3 has no pip, which fetches them"
echo "look: fetching D3 and Prism (0.3 MB) into $folder" >&2
rm -rf "$parts"
mkdir -p "$parts/kept"
# As a variable: a pip that is older than 22.1 does not have the option.
PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check \
    --no-deps --no-compile --only-binary=:all: --require-hashes --target "$parts/wheels" \
    --requirement "$here/libraries.txt" >"$folder.log" 2>&1 ||
    fail "the Python package index cannot be reached, or it has other files (see $folder.log)"

cp "$parts/wheels/mpld3/js/d3.v5.min.js" "$parts/kept/d3.js" &&
    cp "$parts/wheels/prism/static/js/src/prism.js" "$parts/kept/prism.js" ||
    fail "the wheels do not contain them"

rm -rf "$folder"
mv "$parts/kept" "$folder"
rm -rf "$parts" "$folder.log"
