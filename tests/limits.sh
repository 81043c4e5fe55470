#!/bin/sh
# limits.sh - limits of the machine are no marks: under each of them build/grade ends with status
# 4 and one line that names the limit, and there is no grade. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/limits
umount $here/disk 2>/dev/null
rm -rf $here
. tests/tap.sh

# refused "what" WORD command...: the command, which runs a grade, says WORD and nothing else.
refused() {
    what=$1
    word=$2
    shift 2
    "$@" >$here/out 2>$here/err
    status=$?
    [ $status -eq 4 ] && [ "$(wc -l <$here/err)" -eq 1 ] && grep -q -- "$word" $here/err &&
        [ ! -s $here/out ]
    tap $? "$what"
}

# Under `ulimit`, in a shell of its own.
limited() {
    sh -c 'ulimit "$1" "$2" && shift 2 && exec "$@"' sh "$1" "$2" build/grade --plain \
        ${NVCC:+--nvcc "$NVCC"} --submission build/skeletons --part 1 --json $here/grade.json reduction
}

refused "little address space" "ulimit -v" limited -v 4000000
refused "little data" "ulimit -d" limited -d 1000000
refused "little processor time" "ulimit -t" limited -t 60
refused "small files only" "ulimit -f" limited -f 2000
refused "few descriptors" "ulimit -n" limited -n 40
[ ! -e $here/grade.json ]
tap $? "no grade.json says that points were lost"

# root may start any number of processes.
nobody() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
few() { "$@" prlimit --nproc=5 build/grade --plain --part 1 reduction; }
if ! prlimit --nproc=5 true 2>/dev/null; then
    echo "SKIP  few processes: there is no prlimit"
elif [ "$(id -u)" -ne 0 ]; then
    refused "few processes" "ulimit -u" few
elif nobody build/grade --list >/dev/null 2>&1; then
    refused "few processes" "ulimit -u" few nobody
else
    echo "SKIP  few processes: the user nobody cannot read this folder"
fi

# A course on a disk of its own, which is nearly full.
disk=$here/disk
mkdir -p $disk
if mount -t tmpfs -o size=64m none $disk 2>/dev/null; then
    trap 'umount $disk' EXIT
    mkdir -p $disk/build/lib
    cp build/grade build/runner $disk/build/
    cp build/lib/libcudart.so.13 $disk/build/lib/
    ln -s "$PWD/build/include" $disk/build/include
    cp -r common labs solutions slides $disk/
    full_disk() { $disk/build/grade --plain ${NVCC:+--nvcc "$NVCC"} --part 1 reduction; }
    head -c 100m /dev/zero >$disk/rest 2>/dev/null
    truncate -s -4M $disk/rest
    refused "a disk that is nearly full" "no room for 8 MB" full_disk
    [ ! -e $disk/build/grade.json ]
    tap $? "and no part of a grade is there"
    umount $disk
    trap - EXIT
else
    echo "SKIP  a disk that is nearly full: this user cannot mount one"
fi

tap_end
