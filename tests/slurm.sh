#!/bin/sh
# slurm.sh - tests grader/class/slurm.sh with an sbatch that only notes what it is asked for. Prints TAP.
#
# inputs: grader/class/slurm.sh build/class
cd "$(dirname "$0")/.." || exit 1
here=$PWD/build/tests/slurm
rm -rf "$here"
. tests/tap.sh
mkdir -p "$here/bin" "$here/in/one" "$here/out/results"
echo 'int one(' >"$here/in/one/reduction.cu"
cat >"$here/bin/sbatch" <<'END'
#!/bin/sh
echo "$*" >>"$SBATCH_LOG"
[ "${SBATCH_PARTITION:-}" != wrong ] || { echo 'sbatch: error: invalid partition specified: wrong' >&2; exit 1; }
case $* in *--test-only*) ;; *) wc -l <"$SBATCH_LOG" ;; esac
END
chmod +x "$here/bin/sbatch"
export SBATCH_LOG="$here/log" PATH="$here/bin:$PATH"
submit() {
    : >"$SBATCH_LOG"
    sh grader/class/slurm.sh submit "$@" --submissions "$here/in" --out "$here/out" --lab reduction >"$here/said" 2>"$here/err"
}
result=$here/out/results/$(printf one | sha256sum | cut -c1-12)/04_reduction.key
mkdir -p "$(dirname "$result")"
kept() { echo kept >"$result"; }
kept
check "a class is prepared and submitted" submit 3 --regrade all
check "what is to be graded again is forgotten" eval '! [ -e "$result" ]'
check "three shares, and the tables after them" eval 'grep -q -- "--array=1-3 .*share 3 " "$SBATCH_LOG" && grep -q -- "--dependency=afterany:.*tables 3 " "$SBATCH_LOG"'
check "no task forgets again" eval '! grep -v test-only "$SBATCH_LOG" | grep -q regrade'
kept
check "a wrong partition is refused" eval '! SBATCH_PARTITION=wrong submit 3 --regrade all'
check "before anything is forgotten" [ -e "$result" ]
check "no job was submitted" [ "$(wc -l <"$SBATCH_LOG")" -eq 1 ]
for shares in 0 x -1 1.5 ''; do
    check "so are $shares shares" eval '! submit "$shares" --regrade all && grep -q "SHARES is a number" "$here/err" && [ -e "$result" ]'
done
check "and an option that build/class does not know" eval '! submit 3 --regrade all --nosuch && [ -e "$result" ]'
check "and another seed than the class has" eval '! submit 3 --regrade one --seed 99 && [ -e "$result" ]'
tap_end
