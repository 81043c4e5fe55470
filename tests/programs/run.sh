#!/bin/sh
# run.sh - runs collections of CUDA programs of others under build/cudasim, and writes what became of them.
#
#   sh tests/programs/run.sh FROM
#
# FROM has a folder NAME@VERSION for each collection, with its sources. A folder in it with a Makefile, or with a
# file for CMake where the collection has one itself, is a program; so is each other source with a main. A copy is
# built by its own rules, for the simulated GPU alone, and run: as its makefile or its script `run` says, or each
# program that was built; or with arguments that make its problem small, which tests/programs/arguments.csv has (if
# that file names programs of a collection, only they are taken). A program ends well if its status is 0 and it prints
# nothing like FAILED. A row of tests/data/programs.csv is `collection,version,date,program,result,why`, and README has
# their sums. ONLY=text takes the programs with this text in their names; BOUND=seconds ends a run.
#
# The makefiles run as you, without a sandbox: look at what you have fetched.
from=$1 only=${ONLY:-} bad='fail(ed|ure)|incorrect|mismatch|not match|CUDA error' bound=${BOUND:-300}
cd "$(dirname "$0")/../.." || exit 1
NVCC=${NVCC:-$(command -v nvcc)}
[ -x "$NVCC" ] || { echo "make programs: no nvcc" >&2; exit 2; }
[ -d "$from" ] || { echo "make programs: FROM=folder, with a folder NAME@VERSION for each collection" >&2; exit 2; }
from=$(cd "$from" && pwd)
root=$PWD here=$PWD/build/programs
mkdir -p "$here"

# A toolkit whose nvcc compiles for the simulated GPU and no other: makefiles name GPUs that nvcc 13 has no more.
toolkit() {
    real=$(dirname "$(dirname "$(readlink -f "$NVCC")")")
    mkdir -p "$here/cuda/bin"
    for part in include lib64 nvvm; do ln -sfn "$real/$part" "$here/cuda/$part"; done
    ln -sfn lib64 "$here/cuda/lib"
    cp tests/programs/nvcc.sh "$here/cuda/bin/nvcc"
    chmod +x "$here/cuda/bin/nvcc"
    export REAL_NVCC="$(readlink -f "$NVCC")" CUDACXX="$here/cuda/bin/nvcc" PATH="$here/cuda/bin:$PATH"
}

programs() { # of a collection: folders, relative
    (cd "$1" && find . -name Makefile -o -name CMakeLists.txt -o -name '*.cu' | sed 's|^\./||' | sort) |
        while read -r file; do
            folder=$(dirname "$file")
            case $file in
            *CMakeLists.txt) [ -e "$1/$folder/Makefile" ] || { grep -q add_executable "$1/$file" && echo "$folder"; } ;;
            *Makefile) grep -lqE 'nvcc|NVCC|common.mk|make.config|-lcuda' "$1/$file" && echo "$folder" ;;
            *) [ -e "$1/$folder/Makefile" ] || [ -e "$1/$folder/CMakeLists.txt" ] ||
                { grep -qE '^ *int +main *\(' "$1/$file" && echo "$file"; } ;;
            esac
        done | sort -u
}

# All programs of a collection; or those that arguments.csv names, if it names some.
wanted() {
    if grep -q "^$name," tests/programs/arguments.csv; then
        awk -F, -v c="$name" '$1 == c {print $2}' tests/programs/arguments.csv
    else
        programs "$1"
    fi
}

row() { printf '%s,%s,%s,"%s",%s,"%s"\n' "$name" "$version" "$(date +%F)" "$program" "$1" \
    "$(printf %s "$2" | tr -d '"\r' | tr '\n' ' ' | cut -c1-200)"; }

build() { # in the copy
    if [ -f "$program_file" ]; then
        nvcc -O2 -o program "$program_file"
    elif [ ! -e Makefile ]; then
        make -C "$here/tree/$name/made/$program"
    else
        make CUDA_DIR="$here/cuda" CUDA_PATH="$here/cuda" CUDA_HOME="$here/cuda" CUDA_INSTALL_PATH="$here/cuda"
    fi
}

# What the first line of trouble in a log is.
trouble() { grep -m1 -E "$2" "$1" || tail -n 1 "$1"; }

run_one() { # the status of the program
    words=$(awk -F, -v c="$name" -v p="$program" '$1 == c && $2 == p {print " " $3}' "$root/tests/programs/arguments.csv")
    sim="timeout -k 5 $bound $root/build/cudasim"
    if [ -z "$words" ] && grep -qs '^run *:' Makefile; then
        $sim make run CUDA_DIR="$here/cuda"
    elif [ -z "$words" ] && [ -e run ]; then
        $sim sh ./run
    else
        status=0
        [ -e Makefile ] || [ -n "$program_file" ] || cd "$here/tree/$name/made/$program"
        for file in $(find . -newer $begun -type f -perm -u+x ! -name '*.so*' ! -path '*/CMakeFiles/*'); do
            (cd "$(dirname "$file")" && eval "$sim ./$(basename "$file") $words") || status=$?
        done
        return "$status"
    fi
}

one() { # a program of a collection: its row
    mkdir -p "$here/log/$name/$(dirname "$program")"
    log=$here/log/$name/$program
    cd "$here/tree/$name" || return
    program_file=
    if [ -f "$program" ]; then
        program_file=$(basename "$program")
        cd "$(dirname "$program")" || return
    else
        cd "$program" || return
    fi
    begun=$here/log/$name/$program.begun
    touch "$begun" && sleep 1
    if ! build </dev/null >"$log.build" 2>&1; then
        row "not built" "$(trouble "$log.build" 'error|fatal|No such')"
        return
    fi
    run_one </dev/null >"$log.out" 2>&1
    status=$?
    if [ $status -eq 124 ] || [ $status -eq 137 ]; then
        row late "not done after $bound s"
    elif [ $status -ne 0 ]; then
        row failed "status $status: $(trouble "$log.out" 'cudasim:|[Ee]rror')"
    elif grep -q 'cudasim: .*called nothing of CUDA' "$log.out"; then
        row failed "$(trouble "$log.out" '[Ee]rror')"
    elif grep -v Assertion "$log.out" | grep -qiE "$bad"; then # an assertion may be what a program shows
        row wrong "$(grep -v Assertion "$log.out" | grep -iE -m1 "$bad")"
    else
        row ok ""
    fi
}

# The new row takes the place of the program's old one.
keep() {
    data=tests/data/programs.csv
    { grep -v "^$name,[^,]*,[^,]*,\"$program\"," "$data" 2>/dev/null; echo "$1"; } | sort >"$here/rows.new"
    mv "$here/rows.new" "$data"
    echo "$1"
}

toolkit
for collection in "$from"/*@*; do
    name=$(basename "$collection" | cut -d@ -f1) version=$(basename "$collection" | cut -d@ -f2)
    tree=$here/tree/$name
    mkdir -p "$here/tree"
    [ -e "$tree" ] || cp -rH "$collection" "$tree"
    # A collection for CMake is configured as a whole: that looks for compilers once.
    if [ -e "$tree/CMakeLists.txt" ] && [ ! -e "$tree/made" ] && ! grep -q "^$name," tests/programs/arguments.csv; then
        cmake -S "$tree" -B "$tree/made" >"$here/$name.configured" 2>&1
    fi
    wanted "$collection" | grep -F "$only" | while read -r program; do keep "$(one)"; done
done
awk -f tests/programs/table.awk tests/data/programs.csv README.md >"$here/README.md" && cp "$here/README.md" README.md
