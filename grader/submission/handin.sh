#!/bin/sh
# handin.sh - packs a lab for handing in: compiled once more, with a name, and with its digest.
# `make handin` calls it.
#
#   sh grader/submission/handin.sh NVCC-or-""  LAB NAME [SUBMISSION]
#
# build/handin/NAME-NN_topic.zip has the folder of the lab with the files that are graded, and nothing
# else. A file that does not compile is not packed: it would have no points.
set -eu
cd "$(dirname "$0")/../.."
nvcc=$1
word=$2
name=$3
submission=${4:-labs}

fail() {
    echo "handin: $*" >&2
    exit 2
}

lab=
for folder in grader/labs/??_*; do
    topic=${folder##*/}
    case $topic in "$word" | ??_"$word" | "$word"_* | 0"$word"_*) lab=$topic ;; esac
done
[ -n "$word" ] || fail 'which lab? make handin LAB=reduction NAME="Ann Lee"'
[ -n "$lab" ] || fail "no such lab: $word; make list shows the labs"
[ -n "$name" ] || fail 'who are you? make handin LAB=reduction NAME="Ann Lee" (a name, a number or an e-mail address)'
case $name in .* | -* | */* | *[[:cntrl:]]*) fail 'a name does not begin with . or -, and has no /' ;; esac
[ -e "$submission/$lab/${lab#??_}.cu" ] || fail "there is no $submission/$lab/${lab#??_}.cu"

status=0
build/grade --plain --no-history ${nvcc:+--nvcc "$nvcc"} --submission "$submission" --seed 0x5c41 --part 1 "$lab" \
    >build/handin.txt 2>&1 || status=$?
case $status in
0 | 1) ;;
3) cat build/handin.txt >&2 && fail "it does not compile, so nothing is packed" ;;
*) cat build/handin.txt >&2 && exit $status ;;
esac

mkdir -p build/handin
python3 - "$submission/$lab" "$lab" "build/handin/$name-$lab.zip" <<'END'
import hashlib, os, sys, zipfile
folder, lab, path = sys.argv[1:]
graded = {lab[3:] + ".cu", "fastest.cu", "answers.txt"}
names = sorted(n for n in os.listdir(folder)
               if (n in graded or n.endswith((".h", ".cuh", ".hpp", ".inl"))) and os.path.isfile(os.path.join(folder, n)))
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
    for n in names:
        with open(os.path.join(folder, n), "rb") as f:
            z.writestr(zipfile.ZipInfo(lab + "/" + n), f.read(), zipfile.ZIP_DEFLATED) # no dates: the same files, the same digest
with open(path, "rb") as f:
    data = f.read()
print("%s: %s, %d bytes" % (path, ", ".join(names), len(data)))
print("sha256 " + hashlib.sha256(data).hexdigest())
END
