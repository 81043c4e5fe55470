#!/bin/sh
# class.sh - tests build/class as a program: submissions of any kind and name, a run that is killed
# and goes on, and a student who is graded again. Prints TAP.
#
# inputs: grades build/class build/skeletons grader/release
# inputs: build/obj/grader/options.o build/obj/grader/report/receipt.o build/obj/grader/report/report_formats.o
cd "$(dirname "$0")/.." || exit 1
here=$PWD/build/tests/class
export here # for commands of sh -c
rm -rf "$here"
mkdir -p "$here/in"

. tests/tap.sh

class() { # class STATUS arguments...
    want=$1
    shift
    build/class ${NVCC:+--nvcc "$NVCC"} --submissions "$here/in" --out "$here/out folder" \
        --lab reduction --seed 7 "$@" >"$here/out" 2>"$here/err"
    status=$?
    [ $status -eq "$want" ] || {
        echo "status $status, want $want"
        return 1
    }
}

skeleton=build/skeletons/04_reduction
name="O'Brien \$(touch pwned) é"
mkdir -p "$here/in/$name/labs" "$here/in/broken/04_reduction" "$here/in/nothing"
cp -r $skeleton "$here/in/$name/labs/"
mkdir "$here/in/right"
cp solutions/04_reduction/reduction.cu "$here/in/right/"
echo 'int broken(' >"$here/in/broken/04_reduction/reduction.cu"
printf 'PK\003\004 no archive' >"$here/in/torn.zip"
mkfifo "$here/in/pipe"
python3 - "$here/in/=zip.zip" $skeleton/reduction.cu <<'END'
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as z:
    z.write(sys.argv[2], "a/b/reduction.cu")
END

# It is asked to end when the first result is there.
killed() {
    build/class ${NVCC:+--nvcc "$NVCC"} --submissions "$here/in" --out "$here/out folder" \
        --lab reduction --seed 7 --jobs 1 >"$here/out" 2>"$here/err" &
    pid=$!
    while kill -0 $pid 2>/dev/null && ! ls "$here/out folder"/results/*/*.key >/dev/null 2>&1; do
        sleep 0.1
    done
    kill -TERM $pid
    wait $pid
    [ $? -eq 130 ]
}
check "a run that is asked to end ends" killed
done_before=$(grep -c 'left  graded:' "$here/err")
check "the same command goes on, and one bad submission stops nobody" class 1
goes_on() { [ "$done_before" -ge 1 ] && [ $((done_before + $(grep -c '^\[.*left  graded:' "$here/err"))) -eq 4 ]; }
check "what was graded is not graded again" goes_on
check "the end says how many" grep -q '^4 graded, 1 missing, 2 unusable, 0 not graded$' "$here/out"
check "and names a file that does not compile" grep -q '^does not compile: broken, 04_reduction: nvcc rejects it$' "$here/out"
table="$here/out folder/gradebook.csv"
check "names are names" grep -q "^\"$(printf %s "$name" | sed 's/\$/\\$/')\",04_reduction,1,0,12," "$table"
check "nothing was run for a name" sh -c "! [ -e pwned ]"
check "no name is a formula" grep -q "^\"'=zip\",04_reduction,all,0,100," "$table"
check "the right one has its points" grep -q '^"right",04_reduction,all,100,100,' "$table"
check "a file that does not compile is graded" grep -q '^"broken",04_reduction,1,0,12,"compile_error"' "$table"
receipt() { build/grade --plain ${NVCC:+--nvcc "$NVCC"} --verify "$(sed -n 's/^"broken",.*"\(\/.*json\)"$/\1/p' "$table" | head -n 1)"; }
check "a receipt of the class can be verified" receipt
check "nothing is left to do" class 1
check "nobody else may look into the folder" sh -c '[ $(stat -c %a "$here/out folder") = 700 ]'
check "a perfect student has 100 percent" grep -q '^"right",.*,100,100$' "$here/out folder/marks.csv"
seed_on_pages() { grep -rl "0x7\b\|$here" "$here/out folder/pages" "$here/out folder/feedback" "$here/out folder/class.html"; }
check "no page has the seed, or a place on this machine" eval '! seed_on_pages'
check "so nothing is graded" sh -c '! grep -q "left  graded:" "$here/err"'
check "a student is graded again" class 1 --regrade broken
check "and nobody else" sh -c '[ $(grep -c "left  graded:" "$here/err") -eq 1 ]'
echo 'int broken(int' >"$here/in/broken/04_reduction/reduction.cu"
check "a file that has changed is graded again" class 1
check "as the only one" sh -c '[ $(grep -c "left  graded:" "$here/err") -eq 1 ]'
check "nobody of that name" class 2 --regrade nobody

# A class that is small and quick: what the preprocessor refuses.
small=$here/small
mkdir -p "$small/one" "$small/two" "$small/three"
for who in one two three; do echo "#error $who" >"$small/$who/reduction.cu"; done
small() { # small STATUS OUT arguments...
    want=$1
    out=$2
    shift 2
    build/class ${NVCC:+--nvcc "$NVCC"} --submissions "$small" --out "$out" --lab reduction --jobs 1 "$@" \
        >"$here/out" 2>"$here/err"
    status=$?
    [ $status -eq "$want" ] || { echo "status $status, want $want"; return 1; }
}
graded() { [ "$(grep -c 'left  graded:' "$here/err")" -eq "$1" ]; }
check "a share needs a class that is prepared" small 2 "$here/shares" --share 1/2
check "a class is prepared for several machines" small 0 "$here/shares" --prepare
check "a share is graded" small 0 "$here/shares" --share 1/2
check "it is two of three" graded 2
check "a share writes no tables" sh -c '! [ -e "$here/shares/gradebook.csv" ]'
check "a share that is started again has nothing to do" small 0 "$here/shares" --share 1/2
check "so it grades nothing" graded 0
check "the end grades what is left" small 0 "$here/shares"
check "that is one" graded 1
check "and writes the tables" sh -c '[ $(grep -c ",all," "$here/shares/gradebook.csv") -eq 3 ]'
check "what is to be graded again is forgotten first" small 0 "$here/shares" --regrade all --prepare
check "so it stays to be graded by a later run" small 0 "$here/shares" --share 2/2
check "as any other work" graded 1

# A folder for results on a disk of its own, which is nearly full.
disk=$here/disk
mkdir -p "$disk"
if mount -t tmpfs -o size=24m none "$disk" 2>/dev/null; then
    trap 'umount "$disk"' EXIT
    check "a class is graded on a small disk" small 0 "$disk/out"
    cp "$disk/out/gradebook.csv" "$here/before.csv"
    head -c 100m /dev/zero >"$disk/rest" 2>/dev/null
    echo "#error two again" >"$small/two/reduction.cu"
    check "a full disk ends the class with status 4" small 4 "$disk/out"
    check "and says so in one line" sh -c '[ $(grep -c "^class: disk full: " "$here/err") -eq 1 ]'
    check "the gradebook is that of before" cmp "$disk/out/gradebook.csv" "$here/before.csv"
    rm "$disk/rest"
    check "with room, the same command goes on" small 0 "$disk/out"
    check "with what was left" graded 1
    umount "$disk"
    trap - EXIT
else
    echo "SKIP  a full disk: this user cannot mount one"
fi
echo '{"titel": 1}' >"$here/course.json"
check "no course with a typing error" class 2 --course "$here/course.json"
check "it says which word" grep -q '"titel" is not known' "$here/err"

# A class remembers what it was graded with.
check "another seed asks" small 2 "$here/shares" --seed 8
check "and says what differs" grep -q '^class: seed: this class has 0x[0-9a-f]*, now it is 0x8$' "$here/err"
check "another lab asks, too" eval 'small 2 "$here/shares" --lab reduction,scan && grep -q "lab 05_scan was not graded before" "$here/err" && small 2 "$here/shares" --lab scan && grep -q "lab 04_reduction was graded, and is left out" "$here/err"'
check "so nothing was graded" graded 0
echo '{"labs": {"04_reduction": {"weight": 2}}}' >"$here/course.json"
check "a course can come later" small 0 "$here/shares" --course "$here/course.json"
check "and is remembered" eval 'small 0 "$here/shares" && grep -q "\"course\": \".*course.json\"" "$here/shares/class.json"'
check "with --again another seed is taken" eval 'small 0 "$here/shares" --seed 8 --again && graded 3'
sed 's/"04_reduction": ".*"/"04_reduction": "0"/' "$here/shares/class.json" >"$here/class.json"
cp "$here/class.json" "$here/shares/class.json"
check "another suite is another scale" eval 'small 2 "$here/shares" && grep -q "lab 04_reduction was graded with another suite" "$here/err"'
check "all may be graded again with a corrected course" small 0 "$here/shares" --regrade all
check "but not with another lab" small 2 "$here/shares" --regrade all --lab scan
check "marks of two folders" build/class --total "$here/all.csv" "$here/shares" "$here/out folder"
check "have all students" sh -c '[ $(wc -l <"$here/all.csv") -eq 11 ]'
printf 'student,id\none,1\nzoe,2\n' >"$here/roster.csv"
check "who is not on the roster needs a person" small 1 "$here/shares" --roster "$here/roster.csv"
check "who has handed in nothing is named" eval 'grep -q "^has handed in nothing: zoe$" "$here/out" && grep -q "^not on the roster: three$" "$here/out"'

# A class can require the sandbox: on a machine without a layer nothing is graded.
echo '{"require_sandbox": true}' >"$here/course.json"
build/grade --sandbox >/dev/null
check "the sandbox is required where it holds, and refused where it does not" \
    small $? "$here/sandbox" --course "$here/course.json" --prepare

# Gradescope's autograder, with the programs that are built here, and without a network.
gradescope() {
    mkdir -p "$here/autograder/source" "$here/autograder/submission/any folder"
    POINTS=50 VISIBILITY=after_published sh grader/release/gradescope.sh 04_reduction "$here/gradescope.zip" 0x7 &&
        (cd "$here/autograder/source" && python3 -m zipfile -e "$here/gradescope.zip" .) || return 1
    build=$here/autograder/source/course/build
    mkdir -p "$build/lib"
    cp build/grade build/runner build/client "$build/"
    cp -P build/lib/* "$build/lib/"
    mkdir -p "$build/toolkit/bin"
    ln -s "$(command -v "${NVCC:-nvcc}" || readlink -f "${NVCC:-build/toolkit/bin/nvcc}")" "$build/toolkit/bin/nvcc"
    cp $skeleton/reduction.cu "$here/autograder/submission/any folder/"
    ln -s /etc/passwd "$here/autograder/submission/fastest.cu"
    network=$(unshare -n true 2>/dev/null && echo unshare -n)
    AUTOGRADER=$here/autograder $network sh "$here/autograder/source/run_autograder"
}
check "make gradescope makes an autograder that grades" gradescope
check "its result is one that Gradescope reads" python3 - "$here/autograder/results/results.json" <<'END'
import json, sys
result = json.load(open(sys.argv[1]))
assert result["score"] == 0 and result["tests"]
assert sum(t["max_score"] for t in result["tests"]) == 118
assert all(t["status"] == "failed" for t in result["tests"])
assert all(t["visibility"] == "after_published" for t in result["tests"]) and result["visibility"] == "after_published"
assert "leaderboard" in result and "0x7" not in json.dumps(result)
END
check "a wrong choice is refused" eval '! VISIBILITY=never sh grader/release/gradescope.sh 04_reduction "$here/no.zip" && ! [ -e "$here/no.zip" ]'
check "the autograder has one solution" \
    sh -c '[ "$(ls "$here/autograder/source/course/solutions")" = 04_reduction ]'
tap_end
