#!/bin/sh
# class_weeks.sh - the plan of ten weeks, as an instructor uses it: a class whose lab 04 is graded in
# its week, again for a second attempt, and whose open part comes weeks later; late days, the best attempt,
# weights, and the marks of all weeks in one table. Prints TAP.
#
# inputs: grades build/class build/skeletons grader/release/templates/course.json
cd "$(dirname "$0")/.." || exit 1
here=$PWD/build/tests/class_weeks
rm -rf "$here"
mkdir -p "$here"
. tests/tap.sh

hand_in() { # FOLDER STUDENT FROM TIME
    mkdir -p "$here/$1/$2/04_reduction"
    cp "$3"/04_reduction/*.cu "$here/$1/$2/04_reduction/"
    echo "$2,$4" >>"$here/$1.csv"
}
hand_in week4 ann solutions 2027-03-28T20:00:00+02:00
hand_in week4 bob build/skeletons 2027-03-28T23:00:00+02:00
hand_in week4 dan solutions 2027-03-31T00:09:00+02:00 # 48 hours and 10 minutes late
hand_in again bob solutions 2027-03-29T10:00:00+02:00 # a day late
hand_in week10 ann solutions 2027-05-09T20:00:00+02:00
printf 'student,id,email,group\nann,1,,A\nbob,2,,A\ncleo,3,,B\ndan,4,,B\n' >"$here/roster.csv"
# the template, and lab 04 counts three times
sed '/"04_reduction": {/s/{"parts"/{"weight": 3, "parts"/' grader/release/templates/course.json >"$here/course.json"

week() { # FOLDER ASSIGNMENT
    build/class ${NVCC:+--nvcc "$NVCC"} --submissions "$here/$1" --out "$here/$1-graded" --lab "$2" --seed 7 \
        --course "$here/course.json" --roster "$here/roster.csv" --times "$here/$1.csv" >"$here/$1.out" 2>"$here/$1.err"
}
has() { # FILE LINE...
    file=$1
    shift
    for line; do grep -qxF "$line" "$file" || {
        echo "$file has no line $line"
        return 1
    }; done
}
check "a week" week week4 04_reduction
check "two days late, with the grace" has "$here/week4-graded/marks.csv" \
    '"ann","1","","A",108,108' '"dan","4","","B",86.4,86.4' '"cleo","3","","B",0,0'
check "a second attempt" week again 04_reduction
check "the open part, weeks later" week week10 "04_reduction race"
total() { build/class --course "$here/course.json" --total "$here/all.csv" "$here/week4-graded" "$here/again-graded" "$here/week10-graded"; }
check "the marks of all weeks" total
check "the best attempt, and the weights" has "$here/all.csv" \
    'Student,ID,SIS Login ID,Section,04_reduction,04_reduction race,Final Score' '"ann","1","","A",108,10,106' \
    '"bob","2","","A",97.2,0,72.9' '"cleo","3","","B",0,0,0' '"dan","4","","B",86.4,0,64.8'
tap_end
