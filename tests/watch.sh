#!/bin/sh
# watch.sh - tests build/watch as a program, with a grader that answers at once: what is graded after
# which save, what the keys do, and what is left of it. Prints TAP.
#
# inputs: build/watch common labs
cd "$(dirname "$0")/.." || exit 1
here=build/tests/watch
rm -rf $here
mkdir -p $here/labs/04_reduction
exec python3 - "$here" <<'END'
import fcntl, json, os, pty, re, select, signal, struct, subprocess, sys, termios, threading

here = os.path.abspath(sys.argv[1])
source = here + "/labs/04_reduction/reduction.cu"
noted = here + "/noted"
grader = here + "/grader"
NET = 120  # seconds after which a test has failed; none waits for that long otherwise

# Part N fails if the source has the word failN. It notes what it was asked and what it saw.
with open(grader, "w") as f:
    f.write("#!" + sys.executable + f"""
import json, os, sys, time
def value(option):
    return sys.argv[sys.argv.index(option) + 1] if option in sys.argv else None
part = value("--part")
if "--hint" in sys.argv:
    print("refused" if "--submission" in sys.argv or "--seed" in sys.argv else "hint", part, value("--level"))
    sys.exit(0)
if "--look" in sys.argv:
    sys.exit(2)
text = open({source!r}).read()
with open({noted!r}, "a") as f:
    f.write(json.dumps([part, text, os.getpid(), value("--seed")]) + "\\n")
if "for ever" in text:
    time.sleep(100000)
parts = [int(part)] if part else [1, 2, 3, 4]
fails = lambda n: f"fail{{n}}" in text
rows = [dict(number=n, name="a name of a part that is not short", score=0 if fails(n) else 5, max_score=5,
             status="fail" if fails(n) else "pass") for n in parts]
broken = "broken" in text
for row in rows:
    row["status"] = "compile_error" if broken else row["status"]
grade = dict(status="compile_error" if broken else "fail", submission="labs", part=int(part or 0),
             score=sum(r["score"] for r in rows), max_score=5 * len(parts), items=[],
             labs=[dict(lab="04_reduction", parts=rows, log=["error"] if broken else [])])
json.dump(grade, open(value("--json"), "w"))
width = int(os.environ.get("GRADE_COLUMNS", "80"))
print("lab 04 reduction")
if broken:
    print("nvcc says:\\n  error: a semicolon is missing\\n  FAIL  it does not compile")
for r in [] if broken else rows:
    print(f"\\033[1m== part {{r['number']}} {{r['score']}}/5".ljust(width, "=") + "\\033[0m")
    print("  FAIL  want" if fails(r["number"]) else "  ok   ", r["number"])
    print("  --    judged later" if fails(r["number"]) else "  ok    cheap")
print("lost 5 points: 5 in lab 04 part 2\\nScore: 1/20")
sys.exit(3 if broken else 1)
""")
os.chmod(grader, 0o755)

number = failed = 0
def check(what, holds, seen=""):
    global number, failed
    number += 1
    failed += not holds
    print(("ok" if holds else "not ok"), number, "-", what)
    if not holds:
        print("\n".join("# " + line for line in str(seen).split("\n")[-30:]))
    sys.stdout.flush()

def save(text):
    with open(source + ".new", "w") as f:
        f.write(text)
    os.rename(source + ".new", source)

def notes():
    return [json.loads(line) for line in open(noted)] if os.path.exists(noted) else []

class Watch:
    def __init__(self, terminal, *more):
        if os.path.exists(noted):
            os.unlink(noted)
        argv = ["build/watch", "--grade", grader, "--submission", here + "/labs", *more, "reduction"]
        if terminal:
            self.fd, end = pty.openpty()
            fcntl.ioctl(end, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 40, 0, 0))
            self.end, self.before = end, termios.tcgetattr(end)
            own = lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)
            self.process = subprocess.Popen(argv, stdin=end, stdout=end, stderr=end, preexec_fn=own, start_new_session=True)
        else:
            self.fd, end = os.pipe()
            self.process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=end, stderr=end)
            os.close(end)
        self.seen, self.at = "", 0
    # Reads until the pattern comes after what was waited for before; all that is new since then.
    def wait(self, pattern):
        while True:
            new = self.seen[self.at:]
            found = re.search(pattern, new)
            if found:
                self.at += found.end()
                return new[:found.end()]
            if not select.select([self.fd], [], [], NET)[0]:
                raise Exception(f"no {pattern} in:\n{new}")
            try:
                data = os.read(self.fd, 4096)
            except OSError:
                data = b""
            if not data:
                raise Exception(f"ended, no {pattern} in:\n{new}")
            self.seen += data.decode().replace("\r\n", "\n")
    def key(self, text):
        os.write(self.fd, text.encode())

def on_a_terminal():
    save("fail2 fail3")
    w = Watch(True)
    first = w.wait(r"part\s+2 3\nh hint")
    check("the first part that fails is told with its reason", "== part 2 0/5" in first and "FAIL  want 2" in first and "--    judged later" in first, first)
    check("as the table of make grade, without its first and last lines", "lab 04" not in first and "Score" not in first and "lost 5" not in first, first)
    check("of the others only their numbers", "want 3" not in first, first)
    w.wait("quit")
    save("fail3")
    then = w.wait(r"part\s+3\nh hint")
    check("the part in hand is graded first, then the lab", [n[0] for n in notes()] == ["1", None, "2", None], notes())
    check("when it has all points the next one that fails is told", "part 2 5/5" in then and "want 3" in then, then)
    w.key("h")
    w.wait("hint 3 1")
    w.key("h")
    w.wait("hint 3 2")
    w.key("l")
    w.wait(r"make look\s+LAB=reduction\s+PART=3")
    w.key("n")
    w.wait(r"== part 4 5/5")
    w.wait("h hint")
    check("a key grades the next part", [n[0] for n in notes()][4:] == ["4", None], notes())

    save("fail3 for ever")
    while not any("for ever" in n[1] for n in notes()):
        select.select([], [], [], 0.01)
    save("fail3 fail4")
    then = w.wait(r"points lost in part\s+3 4\nh hint")
    sleeper = next(n[2] for n in notes() if "for ever" in n[1])
    check("a save ends what is being graded", not os.path.exists(f"/proc/{sleeper}"), sleeper)
    check("an old verdict is not told", "part 4 5/5" not in then and "part 4 0/5" in then, then)

    with open(source, "w") as f:
        for piece in ["fail1", " fail", "4 end"]:
            f.write(piece)
            f.flush()
            select.select([w.fd], [], [], 0.3)
    w.wait(r"part\s+1 4\nh hint")
    texts = {n[1] for n in notes()}
    check("a file that is half written is not graded", texts == {"fail2 fail3", "fail3", "fail3 for ever", "fail3 fail4", "fail1 fail4 end"}, texts)
    save("broken")
    then = w.wait(r"semicolon is\s+missing")
    check("a file that does not compile shows the compiler's words", "does not compile" in re.sub(r"\s+", " ", then), then)
    os.unlink(source)
    w.wait(r"is gone: waiting\s+for it")
    done = len(notes())
    save("fail2")
    w.wait(r"part\s+2\nh hint")
    check("a file that is gone is not graded, and waited for", all(n[1] for n in notes()[done:]), notes()[done:])
    at = len(w.seen)
    for i in range(3):
        save(f"fail2 for ever {i}")
        while not any(f"ever {i}" in n[1] for n in notes()):
            select.select([], [], [], 0.01)
    save("fail2 again")
    w.wait(r"part\s+2\nh hint")
    check("several saves are announced once", w.seen[at:].count("grading ...") == 1, w.seen[at:])
    check("no line is wider than the terminal", max(len(re.sub("\033\\[[0-9]*m", "", line)) for line in w.seen.split("\n")) <= 40, w.seen)
    check("keys need no Enter", not termios.tcgetattr(w.end)[3] & termios.ICANON)
    w.key("\x03")
    w.process.wait(NET)
    check("Ctrl-C ends it", w.process.returncode == 0, w.process.returncode)
    check("the terminal is as it was", termios.tcgetattr(w.end) == w.before)
    check("no grade is left behind", not [f for f in os.listdir("build") if f.startswith(f"watch.") and f.endswith(".json")], os.listdir("build"))

def with_a_part():
    save("fail2 fail3")
    w = Watch(True, "--part", "3")
    w.wait(r"part\s+2 3\nh hint")
    check("the part that was asked for comes first", [n[0] for n in notes()] == ["3", None] and "want 2" not in w.seen, w.seen)
    w.key("q")
    w.process.wait(NET)
    check("all saves have one seed, in another folder than labs/, too", {n[3] for n in notes()} == {str(0x5c41)}, notes())
    check("q ends it, and the terminal is as it was", w.process.returncode == 0 and termios.tcgetattr(w.end) == w.before)

def part_of(n, body):
    return f"// BEGIN TODO {n} (words)\n{body}\n// END TODO {n}\n"

def with_parts_that_change():
    def next_is(part, *parts):
        done = len(notes())
        save("fail2\n" + "".join(parts))
        w.wait(r"h hint")
        return [n[0] for n in notes()][done:] == [part, None]
    save("fail2\n" + part_of("1", "") + part_of("3a", "") + part_of("3b", "") + part_of("4", ""))
    w = Watch(True)
    w.wait(r"part\s+2\nh hint")
    check("the part that a person has changed is in hand", next_is("3", part_of("1", ""), part_of("3a", ""), part_of("3b", "x"), part_of("4", "")), notes())
    check("without a change of one part it is the one that loses points",
          next_is("2", part_of("1", ""), part_of("3a", ""), part_of("3b", "x"), part_of("4", ""), "// a remark"), notes())
    check("a change of several parts is none of one", next_is("2", part_of("1", ""), part_of("3a", "y"), part_of("3b", "y"), part_of("4", "y")), notes())
    next_is("2", part_of("99", ""))
    check("a mark of a part that the lab does not have is of none", next_is("2", part_of("99", "x")), notes())
    check("nor is one of a file whose marks do not fit", next_is("2", part_of("1", "z"), "// BEGIN TODO 2 (words)"), notes())
    w.key("q")
    w.process.wait(NET)

def without_a_terminal():
    save("fail2")
    w = Watch(False)
    w.wait("points lost in part 2\n")
    save("fail2 fail4")
    w.wait("points lost in part 2 4\n")
    save("nothing fails")
    w.wait("all points\n")
    check("without a terminal, one line for each grading", w.seen.count("\n") == 4 and "h hint" not in w.seen, w.seen)
    w.process.send_signal(signal.SIGTERM)
    w.process.wait(NET)
    check("a signal ends it", w.process.returncode == 0, w.process.returncode)

for test in on_a_terminal, with_a_part, with_parts_that_change, without_a_terminal:
    try:
        test()
    except Exception as e:
        check(test.__name__, False, e)
for words, says in (["nosuch"], "no such lab: nosuch"), (["--part", "99", "reduction"], "the lab has no part: 99"):
    usage = subprocess.run(["build/watch"] + words, capture_output=True, text=True)
    check(" ".join(words) + " is wrong usage", usage.returncode == 2 and says in usage.stderr, usage.stderr)
print(f"1..{number}")
sys.exit(failed != 0)
END
