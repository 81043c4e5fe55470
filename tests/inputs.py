# inputs.py - a digest of all that decides the result of a test program, so that tests/run can skip a
# program that has passed with the same digest.
#
#   python3 tests/inputs.py PROGRAM... >build/tests/inputs       a line "DIGEST PROGRAM" for each
#   python3 tests/inputs.py --list PROGRAM                       what the digest is made of
#
# A suite depends on its object, on the objects that a linker takes from the archives because one of
# them uses the next one, and on every file and folder of ours that a text in one of these objects names.
# What compiles CUDA C depends on all sources of CUDA C. A script depends on what its lines "# inputs:"
# list; without such a line, on everything. `grades` is a word for all that decides a grade.json, in the
# place of build/grade.
import functools, hashlib, os, re, subprocess, sys

NAME = re.compile(r"(?:build|common|grader|labs|slides|solutions|tests)/[A-Za-z0-9_./-]*|\b[A-Z]+\.md\b|Makefile\b|^(?:labs|slides|solutions)$")
# What tests write is no input; what is built, is.
BUILT = re.compile(
    r"build/(?:(?:grade|class|watch|replay|runner|client|cudasim)$|lib\b|gpu/gpu|skeletons|look/page|tests/(?:fake|generate$|audit$))"
)
PROGRAMS = ["build/runner", "build/client", "build/lib", "build/cudasim"]
# Not build/grade itself: it also has what prints, what shows, and what is told of attempts.
GRADES = ["solutions", "common/lab.h", "common/labs.h", "common/contracts", "build/runner", "build/client", "build/lib"] + [
    "build/obj/grader/" + name
    for name in "base judge labs run submission main.o grading.o objects.o order.o report/report.o report/report_json.o".split()
]


def digest(data):
    return hashlib.sha256(data).hexdigest()


@functools.lru_cache(None)
def digest_of(path):
    """Of a file, or of all files in a folder."""
    if os.path.isdir(path):
        names = sorted(n for n in os.listdir(path) if not n.startswith(".") and n not in ("build", "__pycache__"))
        return digest("".join(n + digest_of(os.path.join(path, n)) for n in names).encode())
    try:
        with open(path, "rb") as f:
            return digest(f.read())
    except OSError:
        return "none"


@functools.lru_cache(None)
def objects_of(kind):
    """The objects of the suites by name, and those of the archives: build/obj or build/asan."""
    root = "build/obj" if kind == "plain" else "build/asan"
    suites, others = {}, []
    for folder, _, files in os.walk(root):
        for name in files:
            path = os.path.join(folder, name)
            source = path[len(root) + 1 : -2] + ".c"
            if not name.endswith(".o") or not os.path.exists(source):
                continue
            lab = re.match(r"grader/labs/(.*)/test\.c$", source)
            if lab or re.match(r"tests/test_\w+\.c$", source):
                suites["lab_" + lab[1] if lab else name[:-2]] = path
            else:
                others.append(path)
    return suites, sorted(others)


@functools.lru_cache(None)
def uses(kind):
    """For each object: the objects that define what it uses."""
    suites, others = objects_of(kind)
    out = subprocess.run(["nm", "-A", "-P", "-g", *suites.values(), *others], capture_output=True, text=True).stdout
    defined, wanted = {}, {}
    for line in out.splitlines():
        path, symbol, letter = line.split()[:3]
        path = path[:-1]
        if letter in "Uwv":
            wanted.setdefault(path, set()).add(symbol)
        elif symbol != "main":
            defined.setdefault(symbol, []).append(path)
    return {path: {o for s in symbols for o in defined.get(s, ())} for path, symbols in wanted.items()}


def everything():
    programs = [p for p in ("build/" + n for n in os.listdir("build")) if os.path.isfile(p) and os.access(p, os.X_OK)]
    return ["Makefile", "common", "grader", "labs", "slides", "solutions", "tests", "build/lib", *sorted(programs)] + [
        n for n in sorted(os.listdir(".")) if n.endswith(".md")
    ]


def declared(text):
    """What the lines "inputs: PATH..." of a file list."""
    names = [n for line in re.findall(r"^(?:#|//) inputs: (.*)$", text, re.M) for n in line.split()]
    if "grades" in names:
        names = [n for n in names if n != "grades"] + GRADES
    return everything() if "everything" in names else names


def files_of(path):
    """The source of an object, and the headers of the tests that it includes."""
    with open(path[:-2] + ".d") as f:
        return [name for name in f.read().split() if name.endswith(".c") or re.match(r"tests/\w+\.h$", name)]


@functools.lru_cache(None)
def names_in(path):
    """The files and folders that the strings of an object's source name."""
    found = set()
    for name in files_of(path):
        with open(name) as f:
            whole = f.read()
        found.update(declared(whole))
        code = re.sub(r"^\s*#\s*include.*|^\s*//.*", "", whole, flags=re.M)
        for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', code):
            for name in NAME.findall(text):
                name = name.rstrip("./-")
                name = name if os.path.exists(name) else os.path.dirname(name)
                if os.path.exists(name) and (BUILT.match(name) or not name.startswith("build")):
                    found.add(name)
    if any(re.match(r"build/[a-z]+$", name) for name in found):
        found.update(PROGRAMS)
    return found


def inputs_of_suite(program):
    kind = "asan" if program.startswith("build/asan/") else "plain"
    suites, _ = objects_of(kind)
    graph = uses(kind)
    todo, seen = [suites[os.path.basename(program)]], set()
    while todo:
        path = todo.pop()
        if path not in seen:
            seen.add(path)
            todo += graph.get(path, ())
    named = set().union(*(names_in(path) for path in seen))
    if named.issuperset(GRADES):
        named.discard("build/grade")
    if any(path.endswith("/tests/compiled.o") for path in seen):
        named |= {"common", "labs", "slides", "solutions", "tests/cuda", "tests/gpu", "tests/bench", "tests/data"}
    seen.add("build/%s/tests/all.o" % ("obj" if kind == "plain" else "asan"))
    return sorted(seen | named)


def inputs_of_script(path):
    with open(path) as f:
        lines = declared(f.read())
    return [path, "tests/tap.sh", *(lines or everything())]


def inputs_of(program):
    return inputs_of_script(program) if program.endswith(".sh") else inputs_of_suite(program)


if __name__ == "__main__":
    if sys.argv[1] == "--list":
        print("\n".join(inputs_of(sys.argv[2])))
        sys.exit()
    nvcc = subprocess.run([os.environ.get("NVCC") or "nvcc", "--version"], capture_output=True).stdout
    around = digest(nvcc + " ".join(os.uname()).encode())
    for program in sys.argv[1:]:
        text = around + "".join(path + digest_of(path) for path in inputs_of(program))
        print(digest(text.encode()), program)
