#!/usr/bin/env python3
"""Grades every mutant and checks that it gets the diagnosis it was made for.

    run.py [--whole] [name ...]

With --whole all parts are graded, and the parts that are not wrong must keep
every point; without it only the wrong part is, which is quicker.
Prints TAP; exits 1 if a mutant was not found out.
"""
import json
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def mutants(names):
    for lab in sorted(os.listdir(HERE)):
        folder = os.path.join(HERE, lab)
        if not os.path.isdir(folder) or lab.startswith("_"):
            continue
        for file in sorted(os.listdir(folder)):
            name, ext = os.path.splitext(file)
            if ext == ".cu" and (not names or name in names):
                yield lab, name, os.path.join(folder, file)


def expectation(path):
    with open(path) as f:
        first = f.readline()
    if first.strip() == "// EXPECT full marks":
        return None, None
    match = re.match(r"// EXPECT (\w+)\.(\w+)\.(\w+): (.+)", first)
    if not match:
        raise SystemExit(path + ": the first line is neither '// EXPECT lab.part.item: words'"
                         " nor '// EXPECT full marks'")
    return ".".join(match.groups()[:3]), match.group(4).strip()


def part_numbers(lab):
    """Ids of the lab's parts to their numbers, read from its suite."""
    with open(os.path.join(ROOT, "grader", "lab_%s.c" % lab)) as f:
        found = re.findall(r"\.number = (\d+), \.id = \"(\w+)\"", f.read())
    return {name: int(number) for number, name in found}


def grade(lab, name, path, part):
    topic = lab.split("_", 1)[1]
    place = os.path.join(ROOT, "build", "mutants", name)
    os.makedirs(os.path.join(place, lab), exist_ok=True)
    copy = os.path.join(place, lab, topic + ".cu")
    with open(path) as f:
        text = f.read()
    if not os.path.exists(copy) or open(copy).read() != text:
        with open(copy, "w") as f:
            f.write(text)
    result = os.path.join(place, "grade.json")
    command = [os.path.join(ROOT, "build", "grade"), "--plain", "--submission", place,
               "--json", result]
    if part:
        command += ["--part", str(part)]
    if os.environ.get("NVCC"):
        command += ["--nvcc", os.environ["NVCC"]]
    run = subprocess.run(command + [lab], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         cwd=ROOT, text=True)
    if run.returncode not in (0, 1):
        return None, "build/grade left with %d:\n%s" % (run.returncode, run.stdout)
    with open(result) as f:
        return json.load(f), None


def items(tree):
    """All objects with an id and a max_score, wherever they are in the tree."""
    if isinstance(tree, dict):
        if "id" in tree and "max_score" in tree:
            yield tree
        for value in tree.values():
            yield from items(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from items(value)


def check(lab, name, path, whole):
    wanted, words = expectation(path)
    part = None if whole or not wanted else part_numbers(lab)[wanted.split(".")[1]]
    tree, problem = grade(lab, name, path, part)
    if problem:
        return [problem]
    problems = []
    found = {item["id"]: item for item in items(tree)}
    if not wanted:
        return ["%s is %s: %s" % (i["id"], i["status"], i["message"])
                for i in found.values() if i["score"] != i["max_score"]]
    item = found.get(wanted)
    if not item:
        return ["no item %s among %s" % (wanted, ", ".join(sorted(found)))]
    said = "\n".join([item["message"]] + item.get("detail", []) + item.get("output", []))
    if item["status"] in ("pass", "grader_error", "skip"):
        problems.append("%s is %s" % (wanted, item["status"]))
    if words.lower() not in said.lower():
        problems.append("'%s' is not in what it says: %s" % (words, said))
    for other in found.values():
        same_part = other["id"].split(".")[1] == wanted.split(".")[1]
        if other["status"] == "grader_error" or (not same_part and other["status"] != "pass"):
            problems.append("%s is %s: %s" % (other["id"], other["status"], other["message"]))
    return problems


def main():
    names = [a for a in sys.argv[1:] if not a.startswith("-")]
    chosen = list(mutants(names))
    if not chosen:
        raise SystemExit("no such mutant")
    print("1..%d" % len(chosen))
    failed = 0
    for number, (lab, name, path) in enumerate(chosen, 1):
        problems = check(lab, name, path, "--whole" in sys.argv)
        failed += bool(problems)
        print("%sok %d - %s/%s" % ("not " if problems else "", number, lab, name), flush=True)
        for problem in problems:
            print("  # " + problem.replace("\n", "\n  # "), flush=True)
    print("%d%%: Checks: %d, Failures: %d, Errors: 0" % (
        100 * (len(chosen) - failed) // len(chosen), len(chosen), failed))
    return 1 if failed else 0


sys.exit(main())
