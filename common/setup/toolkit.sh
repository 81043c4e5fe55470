#!/bin/sh
# toolkit.sh - puts the pinned CUDA compiler into a folder; you need not be root.
#
#   sh common/setup/toolkit.sh FOLDER
#
# pip fetches the wheels that toolkit.txt names and checks their hashes. Then they
# are arranged like a CUDA toolkit: FOLDER/bin/nvcc, include, lib64, nvvm.
# FOLDER exists only when it is complete.
set -u

here=$(dirname "$0")
folder=$1
parts=$folder.parts

fail() {
    echo "setup: no nvcc found, and $1; install CUDA 13.0 (nvcc 13.0.88) and put nvcc on the PATH" >&2
    rm -rf "$parts"
    exit 4
}

case $(uname -sm) in
"Linux x86_64" | "Linux aarch64") ;; # pip takes the wheel of this machine; toolkit.txt has both hashes
*) fail "this script can fetch NVIDIA's compiler for Linux on x86-64 and on Arm only" ;;
esac
sh "$here/packages.sh" python3-pip || fail "python3 has no pip, which fetches the compiler"

echo "setup: no nvcc found; fetching NVIDIA's compiler 13.0.88 (about 100 MB) into $folder" >&2
rm -rf "$parts"
mkdir -p "$parts"
# As a variable: a pip that is older than 22.1 (Ubuntu 22.04) does not have the option.
PIP_ROOT_USER_ACTION=ignore python3 -m pip install --quiet --disable-pip-version-check \
    --no-deps --only-binary=:all: --require-hashes --target "$parts" \
    --requirement "$here/toolkit.txt" >"$folder.log" 2>&1 ||
    fail "the wheels could not be fetched (see $folder.log)"

root=$parts/nvidia/cu13
[ -x "$root/bin/nvcc" ] || fail "the wheels contain no bin/nvcc"
# In a toolkit this folder is lib64, and the linker needs the name without a number.
ln -s lib "$root/lib64"
ln -s libcudart.so.13 "$root/lib/libcudart.so"
"$root/bin/nvcc" --version >/dev/null 2>&1 || fail "the fetched nvcc does not start"

rm -rf "$folder"
mv "$root" "$folder"
rm -rf "$parts" "$folder.log"
