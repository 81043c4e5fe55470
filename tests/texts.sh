#!/bin/sh
# texts.sh - texts from outside never reach a terminal or a table as they are: options, fields of a
# receipt, of a course's file, of a list of times, names of folders, of archives and in archives.
# Each is tried with escapes of a terminal and a character that changes the direction of a line.
# Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/texts
rm -rf $here
. tests/tap.sh

evil=$(printf '\033]0;title\007\033[31m\302\233\342\200\256')

clean() { # no control characters, and none that changes the direction
    ! LC_ALL=C grep -a -n "$(printf '[\001-\010\013-\037\177]\\|\302[\200-\237]\\|\342\200\256')" "$@"
}
shown() { cat "$@" | grep -q 'x1b\|\\033'; } # as text, or as a shell's word

safe() { # COMMAND...
    "$@" >$here/out 2>$here/err </dev/null
    clean $here/out $here/err
}
says() { safe "$@" && shown $here/out $here/err; } # and the text is there

for option in --submission --format --seed --verify --part --level --finding --jobs "--nosuch$evil"; do
    check "the value of $(echo "$option" | tr -cd 'a-z-')" says build/grade "$option" "$evil"
done
check "a lab's name" says build/grade "$evil"
check "a lab's name to list" says build/grade --list "$evil"
check "a region" says build/grade --reset --part 1 --todo "$evil" reduction
check "a case" safe build/grade ${NVCC:+--nvcc "$NVCC"} --submission solutions --look $here/look --part 1 --case "$evil" patterns
check "a seed of the environment" says env GRADE_SEED="$evil" build/grade --list
check "a lab to watch" says build/watch "$evil"
mkdir -p "$here/$evil/01_patterns"
cp build/skeletons/01_patterns/patterns.cu "$here/$evil/01_patterns/"
check "the folder of a submission" says build/grade --plain ${NVCC:+--nvcc "$NVCC"} --seed 7 \
    --submission "$here/$evil" --json "$here/$evil/01_patterns" --part 1 patterns
check "the commands that name it" says build/grade ${NVCC:+--nvcc "$NVCC"} --replay --submission "$here/$evil" --part 1 patterns

# A receipt: each field that is read before grading, then all others at once.
forge() { # forge FIELD
    python3 - "$1" "$evil" $here/receipt.json <<'END'
import json, sys
field, evil, path = sys.argv[1:]
def spoil(value, keep=()):
    if isinstance(value, str):
        return evil
    if isinstance(value, list):
        return [spoil(v) for v in value]
    return {k: v if k in keep else spoil(v) for k, v in value.items()} if isinstance(value, dict) else value
receipt = json.load(open("build/tests/texts/grade.json"))
if field == "lab":
    receipt["labs"][0]["lab"] = evil
elif field == "the rest":
    receipt = spoil(receipt, ("schema", "seed", "part", "submission", "labs", "status"))
    receipt["labs"] = [{**spoil(lab, ("lab",)), evil: evil} for lab in receipt["labs"]]
else:
    receipt[field] = evil
json.dump(receipt, open(path, "w"))
END
}
build/grade --plain ${NVCC:+--nvcc "$NVCC"} --seed 7 --submission solutions --part 1 \
    --json $here/grade.json patterns >$here/out 2>$here/err
for field in lab "the rest"; do
    forge "$field"
    check "a receipt: $field" says build/grade --plain ${NVCC:+--nvcc "$NVCC"} --verify $here/receipt.json
done
for field in schema seed status submission; do
    forge $field
    check "a receipt: $field" safe build/grade --verify $here/receipt.json
done

# A class.
class() { build/class ${NVCC:+--nvcc "$NVCC"} "$@"; }
course() { printf '%s\n' "$1" | sed "s/EVIL/\\\\u001b]0;x\\\\u0007\\\\u202e/g" >$here/course.json; }
for text in '{"EVIL": 1}' '{"leave_out": ["EVIL"]}' '{"labs": {"EVIL": {}}}' '{"labs": {"01_patterns": {"EVIL": 1}}}' \
    '{"late": {"EVIL": 1}}'; do
    course "$text"
    check "a course: $text" says class --left-out --course $here/course.json
done
check "the name of a course's file" says class --left-out --course "$here/$evil"
for option in --submissions --lab --regrade --share --times "--nosuch$evil"; do
    check "class: $(echo "$option" | tr -cd 'a-z-')" safe build/class --submissions solutions --out $here/c "$option" "$evil"
done

in=$here/in
mkdir -p "$in/$evil" "$in/honest"
echo 'int broken(' >"$in/$evil/patterns.cu"
printf '#error %s\n' "$evil" >"$in/honest/patterns.cu"
python3 - "$in" "$evil" <<'END'
import sys, zipfile
folder, evil = sys.argv[1:]
with zipfile.ZipFile(folder + "/zip" + evil.replace("/", "") + ".zip", "w") as z:
    z.writestr("a" + evil + "/other" + evil + ".cu", "x")
    z.writestr("../" + evil, "x")
END
printf '%s,2027-03-01T23:59:00+01:00\n' "$evil" >$here/times
course '{"title": "EVIL"}'
check "names of a class" says class --submissions $in --out $here/graded --lab patterns --seed 7 --course $here/course.json --times $here/times
tables() {
    # similar/ has copies of what was handed in
    find $here/graded -name similar -prune -o -type f \( -name '*.csv' -o -name '*.html' -o -name '*.json' -o -name '*.txt' \) -print >$here/list
    [ -s $here/list ] && while read -r file; do clean "$file" || return 1; done <$here/list
    shown $here/graded/gradebook.csv && shown $here/graded/class.html
}
check "its tables and pages" tables

tap_end
