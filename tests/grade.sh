#!/bin/sh
# grade.sh - tests build/grade as a program: the solutions earn all points, the skeletons
# (build/skeletons) earn none, two runs give the same grade, and exit statuses, formats and printed
# tables are those that the READMEs show. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade
rm -rf $here
mkdir -p $here
unset GRADE_SEED CK_RUN_CASE CK_RUN_SUITE
export GRADE_TIMEOUT_SCALE=20 # no result may depend on how fast or how busy the machine is
number=0
failed=0

check() { # check "what" command...: runs a check, and shows the last output if it fails
    what=$1
    shift
    number=$((number + 1))
    if "$@" >$here/check 2>&1; then
        echo "ok $number - $what"
    else
        failed=$((failed + 1))
        echo "not ok $number - $what"
        sed 's/^/# /' $here/check $here/out | tail -n 30
    fi
}

grade() { # grade STATUS arguments...: runs build/grade and expects its status
    want=$1
    shift
    build/grade --plain ${NVCC:+--nvcc "$NVCC"} "$@" >$here/out 2>$here/err
    status=$?
    [ $status -eq "$want" ] || {
        echo "status $status, want $want: build/grade $*"
        cat $here/err
        return 1
    }
}

# refuses LINE OPTION...: wrong usage, and this line says why
refuses() {
    line=$1
    shift
    build/grade "$@" >$here/out 2>$here/err
    [ $? -eq 2 ] && [ ! -s $here/out ] && [ "$(head -n 1 $here/err)" = "grade: $line" ]
}

says() { grep -q -- "$1" $here/out; }
scores() { [ "$(tail -n 1 $here/out)" = "Score: $1" ]; }

# Compares two grades byte by byte, without the last object, which has the facts of the run.
same() {
    for grade in "$1" "$2"; do
        grep -q '^ "run": {' "$grade" && sed '/^ "run": {/,$d' "$grade" >"$grade.facts" || return 1
    done
    cmp "$1.facts" "$2.facts"
}

check "the solutions earn every point" \
    grade 0 --submission solutions --seed 0x5c41 --json $here/a.json

# The solution costs what the suite's table gives as `good`. It may differ by a fiftieth of the way
# to the naive version.
costs_are_good() {
    python3 - "$1" <<'END'
import json, sys
wrong = 0
for item in json.load(open(sys.argv[1]))["items"]:
    for label, c in item["counters"].items():
        if abs(c["value"] - c["good"]) > 0.02 * abs(c["naive"] - c["good"]) + 1e-9:
            wrong += 1
            print(item["id"], label, "costs", c["value"], "the suite says", c["good"])
sys.exit(wrong != 0)
END
}
check "the solutions cost what the suites call good" costs_are_good $here/a.json
total=$(sed -n 's/^Score: \([0-9]*\)\/\1$/\1/p' $here/out)
check "the last line is the score of the solutions" scores "$total/$total"
check "no colour without a terminal" sh -c "! grep -q \"\$(printf '\033')\" $here/out"
check "no line is longer than 80 columns" sh -c "! grep -q '^.\{81\}' $here/out"
# Labs with races, time and clusters; the result may not depend on what else is graded, either.
again() {
    env -i PATH="$PATH" build/grade --plain ${NVCC:+--nvcc "$NVCC"} --jobs 1 --submission solutions \
        --seed 0x5c41 --json $here/b.json atomics streams clusters && python3 - $here/a.json $here/b.json <<'END'
import json, sys
a, b = (json.load(open(path)) for path in sys.argv[1:])
labs = {item["lab"] for item in b["items"]}
same = [item for item in a["items"] if item["lab"] in labs] == b["items"]
same &= [lab for lab in a["labs"] if lab["lab"] in labs] == b["labs"]
sys.exit(len(labs) != 3 or not same)
END
}
check "three labs again, one part at a time, with nothing in the environment: the same" again
# Parts that are wrong, crash, hang, exit, and remember earlier calls: what is seen may not depend on how
# many processes run at a time.
any_jobs() {
    mkdir -p $here/jobs/04_reduction
    sed -e '/^__global__ void neighbored/,/^}/s/partial\[blockIdx.x\] = s\[0\]/& + (n == 33)/' \
        -e '/^void launch_consecutive/,/^}/s/int blocks/if (n > 300) *(volatile int *)nullptr = n;\n    &/' \
        -e '/^__global__ void halves/,/^}/s/__shared__ T s/for (volatile int k = n; k > 300;)\n        ;\n    &/' \
        -e '/^void launch_strided/,/^}/s/strided<<</static int calls;\n    printf("call %d\\n", calls);\n    if (++calls % 5)\n        &/' \
        -e '/^void launch_shuffle/,/^}/s/shuffle<<</if (n > 300)\n        exit(0);\n    &/' \
        -e 's/#include "lab.h"/&\n#include <cstdio>\n#include <cstdlib>/' \
        solutions/04_reduction/reduction.cu >$here/jobs/04_reduction/reduction.cu
    for jobs in 1 2 7; do
        grade 1 --jobs $jobs --submission $here/jobs --seed 0x5c41 --json $here/jobs$jobs.json reduction || return 1
        cp $here/out $here/jobs$jobs.out
    done
    for words in 'got .*, want' 'Segmentation fault' 'a kernel was stopped' 'call 9' 'called exit(0)' ' 20/20'; do
        says "$words" || { echo "no $words"; return 1; }
    done
    for jobs in 2 7; do
        same $here/jobs1.json $here/jobs$jobs.json && cmp $here/jobs1.out $here/jobs$jobs.out || return 1
    done
}
check "wrong, crashing and hanging parts: the same with 1, 2 and 7 processes at a time" any_jobs

# Each block takes the tile of its number, and waits for the tile before. So blocks can wait for blocks that
# have no room on the GPU yet.
reordered_blocks() {
    mkdir -p $here/order/05_scan
    sed '/^__global__ void look_back/,/^}/s/int tile = my_tile/int tile = blockIdx.x/' \
        solutions/05_scan/scan.cu >$here/order/05_scan/scan.cu
    grade 1 --submission $here/order --seed 0x5c41 --part 8 scan || return 1
    says 'Deadlock' && says 'blocks that start in another order' && says '^lost 6 points'
}
check "blocks that wait for others start in another order, too" reordered_blocks

# On a terminal a part is shown before the part after the next one begins; the table is the same.
on_a_terminal() {
    grade 1 --submission build/skeletons --seed 0x5c41 --jobs 1 atomics || return 1
    cat >$here/terminal.py <<'END'
import os, pty, re, sys
seen = b""
def read(fd):
    global seen
    data = os.read(fd, 65536)
    seen += data
    return data
pty.spawn(sys.argv[2:], read)
lines = seen.replace(b"\r\n", b"\n").decode().split("\n")
table = [line for line in lines if not re.match(r"\[\d+/\d+\] ", line)]
first = next(i for i, line in enumerate(lines) if line.startswith("== part 1 "))
third = next(i for i, line in enumerate(lines) if line.startswith("[3/"))
assert "\n".join(table) == open(sys.argv[1]).read(), "\n".join(table)
assert first < third, lines
END
    python3 $here/terminal.py $here/out build/grade --plain ${NVCC:+--nvcc "$NVCC"} --submission build/skeletons \
        --seed 0x5c41 --jobs 1 atomics
}
check "on a terminal parts are shown as they are judged" on_a_terminal

check "another seed, which nobody knows before, earns them too" \
    grade 0 --submission solutions --json $here/fresh.json

# The skeletons as the course gives them: labs/ is where a student works.
skeletons=build/skeletons
check "the skeletons compile and earn nothing" \
    grade 1 --submission $skeletons --seed 0x5c41 --json $here/s.json
check "and say so last" scores "0/$total"

# Line by line; "..." means that an assignment leaves out lines.
transcripts() {
    for readme in labs/*/README.md; do
        awk '/^### Unsolved, it prints/ { on = 1 }
             on && /^```/ { if (fence++) exit; next }
             on && fence && $0 != "..." && !/^Score: /' "$readme" >$here/shown
        [ -s $here/shown ] || { echo "$readme: no transcript"; return 1; }
        if grep -vxFf $here/out $here/shown; then
            echo "$readme: the grader does not print these lines of its transcript"
            return 1
        fi
    done
}
check "the assignments print what the grader prints for an unsolved lab" transcripts

# README.md shows part 2 of lab 04 without the barrier of its loop. The submission is in another
# folder than labs/, so its longer paths are shortened, and the line of code joins its path again.
readme_example() {
    mkdir -p $here/labs/04_reduction
    sed '/BEGIN TODO 2a/,/END TODO 2a/{/s\[left\] +=/{n;d}}' \
        solutions/04_reduction/reduction.cu >$here/labs/04_reduction/reduction.cu
    grade 1 --submission $here/labs --seed 0x5c41 --part 2 reduction || return 1
    sed "s,$here/,," $here/out | sed '/reduction\.cu:[0-9]*$/{N;s/\n */   /}' >$here/printed
    sed -n '/^\$ make grade/,/^```/p' README.md | sed '1d;$d' | diff - $here/printed
}
check "README.md prints what the grader prints for its example" readme_example

# A table of an assignment shows some columns and rows of `make run`: each of its rows is a row of
# the demo, perhaps without some of the words. "..." in a row stands for such words.
demo_tables() {
    for readme in labs/*/README.md; do
        lab=${readme#labs/??_}
        sed -n '/^variant  /,/^```/{/^```/d;p}' "$readme" >$here/shown
        [ -s $here/shown ] || { echo "$readme: no table of make run"; return 1; }
        build/grade --plain ${NVCC:+--nvcc "$NVCC"} --run --submission solutions \
            "${lab%/README.md}" >$here/out 2>&1 || {
            echo "build/grade --run ${lab%/README.md}: status $?"
            return 1
        }
        awk -v readme="$readme" '
            NR == FNR { row[NR] = $0; next }
            {
                for (r in row) {
                    n = split(row[r], word)
                    k = 1
                    for (i = 1; i <= n && k <= NF; i++) {
                        while (k <= NF && $k == "...") k++
                        if (k <= NF && $k == word[i]) k++
                    }
                    if (k > NF) next
                }
                print readme ": make run does not print " $0
                wrong = 1
            }
            END { exit wrong }' $here/out $here/shown || return 1
    done
}
check "the assignments show what make run prints" demo_tables

prints() { # what the kernels of a part that passes print
    mkdir -p $here/prints/04_reduction
    sed '/BEGIN TODO 1a/,/END TODO 1a/s/partial\[blockIdx.x\] = s\[0\];/{ & if (blockIdx.x == 0) printf("block %d ends\\n", 0); }/' \
        solutions/04_reduction/reduction.cu >$here/prints/04_reduction/reduction.cu
    grade 0 --run --part 1 --submission $here/prints reduction && says "^1 .* right" && says "^block 0 ends$"
}
check "make run shows what kernels print" prints

# Part 8 of lab 13 shows a case that is unlike the cases that it is graded with.
check "make run shows wrong results, too" \
    eval 'grade 0 --run --part 8 --submission $skeletons hashing && says "^8 .* wrong"'

# Without --submission, build/grade grades labs/. Its contents, and the marks, do not matter here.
grades_labs() {
    build/grade --plain ${NVCC:+--nvcc "$NVCC"} --no-history --part 1 --json $here/l.json reduction >$here/out 2>&1
    case $? in 0|1|3) grep -q '"labs/04_reduction' $here/l.json ;; *) false ;; esac
}
check "without --submission, labs/ is graded" grades_labs

# ---- seeds and receipts ---------------------------------------------------------------------

seed_of() { sed -n 's/^ "seed": "\(.*\)",$/\1/p' "$1"; }
fresh_seeds() {
    grade 1 --submission $skeletons --part 1 --json $here/f.json reduction || return 1
    [ -n "$(seed_of $here/f.json)" ] && [ "$(seed_of $here/f.json)" != 0x5c41 ] &&
        [ "$(seed_of $here/f.json)" != "$(seed_of $here/fresh.json)" ]
}
check "the work of others is graded with a seed of its own each time" fresh_seeds
check "a student's own labs/ with the seed of the course" \
    [ "$(seed_of $here/l.json)" = 0x5c41 ]
fresh_labs() {
    build/grade --plain ${NVCC:+--nvcc "$NVCC"} --fresh-seed --no-history --part 1 --json $here/l.json reduction >$here/out 2>&1
    [ -n "$(seed_of $here/l.json)" ] && [ "$(seed_of $here/l.json)" != 0x5c41 ]
}
check "unless asked for another one" fresh_labs
check "two seeds are wrong usage" grade 2 --seed 1 --fresh-seed reduction

moved="$here/moved"
mkdir -p "$moved"
cp -r $skeletons/04_reduction "$moved/"
check "a receipt is verified" grade 0 --jobs 1 --verify $here/f.json
check "and says so" says "^the same grade: 0/12"
check "where the submission is in another folder, too" \
    grade 0 --submission "$moved" --verify $here/f.json
cp solutions/04_reduction/reduction.cu "$moved/04_reduction/"
check "another file gives another grade" grade 1 --submission "$moved" --verify $here/f.json
check "which says first what has changed" \
    sh -c "head -n 1 $here/out | grep -q '^the submission has changed: 04_reduction/reduction.cu'"
check "and what differs" says "^items reduction.neighbored.int: score: the receipt has 0, now it is"
sed 's/"course": "[^"]*"/"course": "0.0.1"/; s/"score": 0,/"score": 1,/' $here/f.json >$here/forged.json
check "a receipt that was changed is found out" grade 1 --verify $here/forged.json
check "after the versions" \
    sh -c "head -n 1 $here/out | grep -q '^another version of course: the receipt has 0.0.1'"
check "make verify" sh -c \
    'make -s verify ${NVCC:+NVCC="$NVCC"} RECEIPT="$1" | grep -q "^the same grade"' sh $here/f.json
check "what is no receipt is wrong usage" grade 2 --verify README.md
check "a receipt that is not there, too" grade 2 --verify $here/nosuch
sed 's/"submission": "[^"]*"/"submission": "nosuch"/' $here/f.json >$here/lost.json
check "a submission that is gone is missing" grade 4 --verify $here/lost.json
check "--verify knows its labs" grade 2 --verify $here/f.json scan

# ---- attempts -----------------------------------------------------------------------------------

# $here/labs has the race of README.md's example.
looks() { # with the page's shell there is a page; without it, a line that says how to get it
    rm -rf $here/look
    if [ -e build/look/page.html ]; then
        grade 0 --look $here/look --submission $here/labs --part 2 reduction || return 1
        [ "$(tail -n 1 $here/out)" = $here/look/look.html ] && grep -q '"title":"04_reduction, part 2: ' $here/look/look.html
    else
        grade 4 --look $here/look --submission $here/labs --part 2 reduction
        grep -q 'make look-page' $here/err
    fi
}
check "a page of a case that fails" looks
check "it names the case and why it was chosen" says "(the smallest case that fails), run "
check "findings have numbers" grade 0 --replay --submission $here/labs --part 2 reduction
check "with case and schedule" says "first in .*, in order"
check "and the command for one of them names the folder" \
    says "make replay LAB=reduction PART=2 SUBMISSION=$here/labs FINDING=1"
check "findings count from 1" \
    refuses "--finding takes 1 to 1024, not: 0" --replay --finding 0 --submission $here/labs --part 2 reduction
check "a finding that is not there is wrong usage" \
    grade 2 --replay --finding 99 --submission $here/labs --part 2 reduction
check "cases have numbers" grade 0 --cases --submission $here/labs --part 2 reduction
check "and names" says "^    1  int n=2"
check "an unknown case is wrong usage" \
    grade 2 --look $here/look --case nosuch --submission $here/labs --part 2 reduction
check "and the cases are listed" grep -q "^    1  int n=2" $here/err
check "a page is about one lab" grade 2 --look $here/look --submission $here/labs --part 1
check "a part is reset in labs/ only" \
    refuses "--reset does not take --submission" --reset --part 1 --submission $here/labs reduction
check "and a part is named" refuses \
    "--reset needs a lab and --part, as in make reset LAB=reduction PART=2" --reset reduction
no_history() { # neither the work of others nor what is not to be kept
    before=$(find .history 2>/dev/null | sort | xargs -r cksum 2>/dev/null)
    grade 1 --submission $here/labs --part 2 reduction && grades_labs &&
        [ "$before" = "$(find .history 2>/dev/null | sort | xargs -r cksum 2>/dev/null)" ]
}
check "the history has a student's own attempts only, and only those that are to be kept" no_history
check "without a lab there is no hint, but the names of the labs" \
    sh -c "build/grade --hint </dev/null | grep -q 'make hint LAB='"
check "make help says what a student types" sh -c "make -s help | sed -n '/^for students/,/^for those/p' | grep -q '^  look '"

# ---- hostile and endless ------------------------------------------------------------------------

# lab FOLDER KERNEL: part 1 of lab 04 with the lines of the file KERNEL as its kernel.
lab() {
    mkdir -p "$1/04_reduction"
    sed -e "/END TODO 1a/r $2" -e '/END TODO 1b/i\
    neighbored<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(partial, in, n);' \
        $skeletons/04_reduction/reduction.cu >"$1/04_reduction/reduction.cu"
}

# A kernel that does not end is stopped by its budget, on a machine that is 20 times slower, too:
# GRADE_TIMEOUT_SCALE makes all limits on time smaller.
echo '    for (volatile T *p = partial; true;) p[0] += in[threadIdx.x % n];' >$here/endless
lab $here/endless.d $here/endless
slowly() { (export GRADE_TIMEOUT_SCALE=$1; shift; grade "$@"); }
check "an endless kernel" slowly 10 1 --submission $here/endless.d --seed 1 --part 1 --json $here/e1.json reduction
check "is stopped by its budget" says "a kernel was stopped"
check "which no checker finds" grade 0 --replay --submission $here/endless.d --seed 1 --part 1 reduction
check "but the list of findings says" says "fails: a kernel was stopped"
check "and names the page" says "make look LAB=reduction PART=1 SUBMISSION=$here/endless.d SEED=1"
check "on a slow machine, too" slowly 0.5 1 --submission $here/endless.d --seed 1 --part 1 --json $here/e2.json reduction
check "with the same grade" same $here/e1.json $here/e2.json

# What a terminal obeys and what is no UTF-8: in output, in names of files, in answers.
cat >$here/hostile <<'END'
#line 7 "\033]0;x\007\377.cu"
    partial[blockIdx.x + (1 << 28)] = in[threadIdx.x];
#line 100 "other.cu"
END
lab $here/hostile.d $here/hostile
cat >>$here/hostile.d/04_reduction/reduction.cu <<'END'
#include <cstdio>
__attribute__((constructor)) static void say()
{
    for (int i = 1; i < 256; i++)
        putchar(i);
    puts("\n\033[2Jok 5 - forged\n]]> <!-- &#27;");
    fflush(stdout);
}
END
harmless() { # no control characters, and UTF-8
    ! LC_ALL=C grep -q "$(printf '[\001-\010\013-\037\177]')" $here/out && iconv -f UTF-8 -t UTF-8 $here/out >/dev/null
}
hostile() { grade 1 --submission $here/hostile.d --part 1 --json $here/h.json "$@" reduction; }
check "hostile texts in the table" hostile
check "are shown" says 'x5b2Jok 5\|x1b\[2Jok 5'
check "are harmless" harmless
check "in TAP" hostile --format tap
check "are harmless" harmless
check "cannot forge a line" sh -c "! grep -q '^ok 5' $here/out"
check "in JUnit" hostile --format junit
check "are XML" python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('$here/out')"
check "in Gradescope's results" hostile --format gradescope
check "are JSON" python3 -m json.tool $here/out
check "and so is grade.json" python3 -m json.tool $here/h.json

# ---- usage --------------------------------------------------------------------------------------

check "an unknown lab is wrong usage" grade 2 nosuch
check "an unknown part is wrong usage" grade 2 --part 99
check "an unknown format is wrong usage" grade 2 --format nosuch
check "an unknown folder is wrong usage" grade 2 --submission $here/nosuch
check "an unknown option is wrong usage" grade 2 --nosuch
check "two commands, too" refuses "--list and --hint are two commands" --list --hint reduction
check "an option of another command" refuses "--list does not take --seed" --list --seed 1 reduction
check "an option without its command" refuses "--finding needs --replay" --finding 1 reduction
check "a receipt has a seed" refuses "--verify does not take --seed" --seed 1 --verify $here/f.json
helps() {
    build/grade --help >$here/out || return 1
    for option in $(sed -n '/^build\/grade/s/[^-a-z]/\n/gp' grader/README.md | grep '^--'); do
        grep -q "^  $option " $here/out || { echo "no $option"; return 1; }
    done
}
check "the help has the options that the guide names" helps
check "only one part" grade 0 --submission solutions --part 2 reduction
check "an error if a filter of Check leaves no test" \
    sh -c "CK_RUN_CASE=nosuch build/grade --plain --submission solutions >$here/out 2>&1; [ \$? -eq 5 ]"

folder="$here/a student"
mkdir -p "$folder/04_reduction"
check "no file, no points, no crash" grade 3 --submission "$folder" reduction
check "the message names the missing file" says "there is no .*04_reduction/reduction.cu"
sed 's/^__global__/__globe__/' solutions/04_reduction/reduction.cu >"$folder/04_reduction/reduction.cu"
check "a file that does not compile has its own status" grade 3 --submission "$folder" reduction
check "and no page" grade 3 --look $here/look --part 1 --submission "$folder" reduction
check "but the compiler's words" grep -q "__globe__" $here/err
grade 3 --submission "$folder" reduction >/dev/null
check "nvcc's message is shown" says "error"
check "the score of a file that does not compile" scores "0/110"
cp solutions/04_reduction/reduction.cu "$folder/04_reduction/"
check "a folder with a space in its name" grade 0 --submission "$folder" --part 1 reduction

# The content of a source decides, not its date.
cp $skeletons/04_reduction/reduction.cu "$folder/04_reduction/"
touch -d 2001-01-01 "$folder/04_reduction/reduction.cu"
check "an older file in the same folder gets its own marks" \
    grade 1 --submission "$folder" --part 1 reduction
obrien="$here/O'Brien \$(touch $here/x)"
mkdir -p "$obrien/04_reduction"
cp solutions/04_reduction/reduction.cu "$obrien/04_reduction/"
check "a folder with a name that a shell would read" \
    grade 0 --submission "$obrien" --part 1 reduction
check "make passes such a name on, and no shell reads it" sh -c \
    'make -s grade ${NVCC:+NVCC="$NVCC"} LAB=reduction PART=1 SUBMISSION="$1" | grep -q "Score: 12/12" && [ ! -e "$2" ]' \
    sh "$obrien" "$here/x"

check "a grade as TAP" grade 1 --submission $skeletons --format tap --part 1
check "the plan of TAP comes first" sh -c "head -n 2 $here/out | tail -n 1 | grep -q '^1\.\.[1-9]'"
check "a grade as JUnit" grade 1 --submission $skeletons --format junit --part 1
check "JUnit is XML" python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('$here/out')"
check "a grade as Gradescope" grade 1 --submission $skeletons --format gradescope --part 1
check "Gradescope is JSON" python3 -m json.tool $here/out
check "a grade as Classroom" grade 1 --submission $skeletons --format classroom --part 1
check "Classroom is a line for GITHUB_OUTPUT" says '^result=[A-Za-z0-9+/=]*$'

check "the list of labs" build/grade --list
# The whole list, the parts of a lab, and the labs of which one is asked for: each in 80 columns.
narrow() { "$@" </dev/null | awk 'length($0) > 80 { print; wide = 1 } END { exit wide || NR < 3 }'; }
check "the list of labs is narrow" narrow build/grade --list
check "the list of a lab is narrow" narrow build/grade --list 6
check "the question which lab is narrow" narrow build/grade --hint
check "hints come in stages" sh -c "build/grade --hint --part 1 reduction | grep -q 'LEVEL=2'"
check "the demo" sh -c "build/grade ${NVCC:+--nvcc '$NVCC'} --run --submission solutions reduction | grep -q right"

# With radius 0 the output is the input; a BMP file begins with the bottom row.
shows() {
    make -s show ${NVCC:+NVCC="$NVCC"} SUBMISSION=solutions RADIUS=0 && python3 - <<'END'
import sys
pgm = open("labs/01_patterns/scene.pgm", "rb").read()[-320 * 240:]
bmp = open("build/blurred.bmp", "rb").read()
rows = [bmp[1078 + 320 * y:][:320] for y in reversed(range(240))]
sys.exit(bmp[:2] != b"BM" or len(bmp) != 1078 + 320 * 240 or b"".join(rows) != pgm)
END
}
check "make show: lab 01's blur as a program" shows

echo "1..$number"
[ $failed -eq 0 ]
