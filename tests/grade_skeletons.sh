#!/bin/sh
# grade_skeletons.sh - tests build/grade as a program: the skeletons of all labs (build/skeletons) earn
# nothing, and the grader prints what the assignments show. Prints TAP.
cd "$(dirname "$0")/.." || exit 1
here=build/tests/grade_skeletons
rm -rf $here
. tests/tap.sh

# The skeletons as the course gives them: labs/ is where a student works.
check "the skeletons compile and earn nothing" \
    grade 1 --submission build/skeletons --seed 0x5c41 --json $here/s.json
total=$(sed -n 's/^ "max_score": \([0-9]*\),$/\1/p' $here/s.json)
check "and say so last" scores "0/$total"
check "no colour without a terminal" sh -c "! grep -q \"\$(printf '\033')\" $here/out"
check "no line is longer than 80 columns" sh -c "! grep -q '^.\{81\}' $here/out"

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
table = [line for line in lines if not re.match(r"\[\d+ of \d+ done", line)]
first = next(i for i, line in enumerate(lines) if line.startswith("== part 1 "))
third = next(i for i, line in enumerate(lines) if line.startswith("[2 of "))
assert "\n".join(table) == open(sys.argv[1]).read(), "\n".join(table)
assert first < third, lines
END
    python3 $here/terminal.py $here/out build/grade --plain ${NVCC:+--nvcc "$NVCC"} --submission build/skeletons \
        --seed 0x5c41 --jobs 1 atomics
}
check "on a terminal parts are shown as they are judged" on_a_terminal

# Colours, links and a line that is written again are for terminals that know them.
escapes() { # escapes TERM: how many there are
    env -u NO_COLOR TERM="$1" python3 -c 'import pty, sys; pty.spawn(sys.argv[1:])' build/grade ${NVCC:+--nvcc "$NVCC"} \
        --submission build/skeletons --seed 0x5c41 --part 1 atomics | grep -c "$(printf '\033')"
}
no_escapes() { [ "$(escapes dumb)" = 0 ] && [ "$(escapes '')" = 0 ] && [ "$(escapes xterm)" -gt 0 ]; }
check "a dumb terminal gets no escapes" no_escapes

tap_end
