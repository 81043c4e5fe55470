#!/bin/sh
# grade_usage.sh - tests build/grade as a program: the README's example, pages and findings, exit
# statuses, formats, names of folders. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade_usage
rm -rf $here
. tests/tap.sh

# refuses LINE OPTION...: wrong usage, and this line says why
refuses() {
    line=$1
    shift
    build/grade "$@" >$here/out 2>$here/err
    [ $? -eq 2 ] && [ ! -s $here/out ] && [ "$(head -n 1 $here/err)" = "grade: $line" ]
}

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

looks() { # with the page's shell there is a page; without it, a line that says how to get it
    rm -rf $here/look
    if [ -e build/look/page.html ]; then
        grade 0 --look $here/look --submission $here/labs --part 2 reduction || return 1
        [ "$(tail -n 1 $here/out)" = $here/look/look.html ] && grep -q '"title":"04_reduction, part 2: ' $here/look/look.html &&
            grep -o '"debug":{.*' $here/look/look.html | grep -q '"names":\["partial","in","n","t","i","s","left","stride"\]'
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
check "a case of one's own is run" grade 0 --run --part 2 --values "3 1 4" --submission $here/labs reduction
check "with its size" says "reduction.cu, n=3, simulated"
check "and is never graded" refuses "--values needs --run" --values "3 1 4" reduction
check "nor is it where the part has none" \
    refuses "part 2 of patterns takes no such case: it has none (CASE= chooses one of the suite's)" \
    --look $here/look --n 8 --part 2 --submission solutions patterns
check "a page is about one lab" grade 2 --look $here/look --submission $here/labs --part 1
check "a part is reset in labs/ only" \
    refuses "--reset does not take --submission" --reset --part 1 --submission $here/labs reduction
check "and a part is named" refuses \
    "--reset needs a lab and a part: make reset LAB=reduction PART=2, or TODO=2a" --reset reduction
check "without a lab there is no hint, but the names of the labs" \
    sh -c "build/grade --hint </dev/null | grep -q 'make hint LAB='"
check "make help says what a student types" sh -c "make -s help | sed -n '/^for students/,/^for those/p' | grep -q '^  look '"

check "an unknown lab is wrong usage" grade 2 nosuch
check "a lab by nearly its name" refuses "no such lab: pattern; did you mean patterns?" pattern
check "an unknown part is wrong usage" grade 2 --part 99
check "the parts that there are" refuses \
    "04_reduction has the parts 1 to 8, not 9; see make list LAB=reduction" --part 9 reduction
check "a region is no part" refuses "--part takes a number, not: 2a; did you mean 2?" --part 2a reduction
check "an option by nearly its name" refuses "unknown option: --submision; did you mean --submission?" --submision x
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
check "the score of a file that does not compile" scores "0/118"
cp solutions/04_reduction/reduction.cu "$folder/04_reduction/"
check "a folder with a space in its name" grade 0 --submission "$folder" --part 1 reduction

# The content of a source decides, not its date.
cp build/skeletons/04_reduction/reduction.cu "$folder/04_reduction/"
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

check "a grade as TAP" grade 1 --submission build/skeletons --format tap --part 1
check "the plan of TAP comes first" sh -c "head -n 2 $here/out | tail -n 1 | grep -q '^1\.\.[1-9]'"
check "a grade as JUnit" grade 1 --submission build/skeletons --format junit --part 1
check "JUnit is XML" python3 -c "import xml.dom.minidom; xml.dom.minidom.parse('$here/out')"
check "a grade as Gradescope" grade 1 --submission build/skeletons --format gradescope --part 1
check "Gradescope is JSON" python3 -m json.tool $here/out
check "a grade as lines for an editor" grade 1 --submission build/skeletons --format lines --part 1 patterns reduction
check "each line has a place, and the last one the points" \
    eval 'says "^build/skeletons/04_reduction/reduction.cu:[0-9]*: warning: 1\.1 " && [ "$(grep -vc "^[^:]*:[0-9]*: warning: ." $here/out)" -eq 1 ]'

check "the list of labs" build/grade --list
# The whole list, the parts of a lab, and the labs of which one is asked for: each in 80 columns.
narrow() { "$@" </dev/null | awk 'length($0) > 80 { print; wide = 1 } END { exit wide || NR < 3 }'; }
check "the list of labs is narrow" narrow build/grade --list
check "the help is narrow" narrow build/grade --help
check "make help is narrow" narrow make -s help
check "what make doctor says is narrow" narrow sh common/setup/doctor.sh "${NVCC:-nvcc}" 13.0.88
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

tap_end
