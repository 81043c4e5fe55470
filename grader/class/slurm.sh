#!/bin/sh
# slurm.sh - grades a class as a job array of Slurm. `make class-slurm` calls it.
#
#   sh grader/class/slurm.sh submit SHARES OPTIONS-OF-BUILD/CLASS...
#
# The course and the submissions are in folders that all nodes share. Task I of the array grades
# share I of the class; a job after the array grades what is left and writes the tables. Slurm may
# kill a task and queue it again at any moment: what has been graded stays. Partition, account, time
# and memory come from the variables that sbatch itself reads: SBATCH_PARTITION, SBATCH_ACCOUNT,
# SBATCH_TIMELIMIT, SBATCH_MEM_PER_CPU. What tasks print is in build/slurm/.
set -eu
what=$1
shares=$2
shift 2

# In a job: the script is a copy in a folder of Slurm, and the folder is that of the course.
class() { exec build/class --jobs "${SLURM_CPUS_PER_TASK:-1}" "$@"; }

case $what in
submit)
    cd "$(dirname "$0")/../.."
    for word in "$@"; do
        case $word in --share | --prepare) echo "slurm: $word is the script's own" >&2 && exit 2 ;; esac
    done
    case $shares in '' | *[!0-9]* | 0* | ??????*) echo "slurm: SHARES is a number from 1 to 99999, not $shares" >&2 && exit 2 ;; esac
    command -v sbatch >/dev/null || { echo "slurm: there is no sbatch here" >&2 && exit 4; }
    # Wrong choices, of Slurm or of the class, end here: --prepare forgets what is to be graded again.
    sbatch --test-only --array="1-$shares" --chdir="$PWD" grader/class/slurm.sh share "$shares" "$@" ||
        { echo "slurm: sbatch refuses this job: look at SBATCH_PARTITION, SBATCH_ACCOUNT, SBATCH_TIMELIMIT" >&2 && exit 2; }
    build/class --prepare "$@"
    # --prepare has forgotten what is to be graded again; a task that is queued again does not.
    words=$#
    while [ $words -gt 0 ]; do
        if [ "$1" = --regrade ]; then
            shift
            words=$((words - 1))
        else
            set -- "$@" "$1"
        fi
        shift
        words=$((words - 1))
    done
    mkdir -p build/slurm
    script=grader/class/slurm.sh
    array=$(sbatch --parsable --job-name=class --array="1-$shares" --requeue --open-mode=append \
        --chdir="$PWD" --output="build/slurm/%A.%a.txt" $script share "$shares" "$@")
    array=${array%%;*}
    tables=$(sbatch --parsable --job-name=class-tables --dependency="afterany:$array" --requeue \
        --open-mode=append --chdir="$PWD" --output="build/slurm/%A.txt" $script tables "$shares" "$@")
    echo "job $array grades in $shares shares, job ${tables%%;*} writes the tables"
    echo "squeue --me shows them; what they say is in $PWD/build/slurm"
    ;;
share) class "$@" --share "$SLURM_ARRAY_TASK_ID/$shares" ;;
tables) class "$@" ;;
*) echo "slurm: submit SHARES OPTIONS-OF-BUILD/CLASS..." >&2 && exit 2 ;;
esac
