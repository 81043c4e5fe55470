// reference.c - runs the solution as well, and remembers the outcome.
//
// An outcome is a file build/reference/HASH whose name is a hash of all that it
// depends on: the solution's object, the simulator, the runner, this program,
// seed, lab and part. It is empty if the reference holds.
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile.h"
#include "paths.h"

static const char *outcome_file(const EvidenceSetup *setup, const char *object)
{
    uint64_t hash = compile_hash_file(object, 0);
    hash = compile_hash_file(setup->lib, hash);
    hash = compile_hash_file(paths_runner(), hash);
    hash = compile_hash_file("/proc/self/exe", hash);
    hash = compile_hash_text(setup->lab->name, hash);
    hash = compile_hash_text(setup->part->id, hash) ^ setup->seed;
    mkdir(paths_at("build/reference"), 0777);
    return paths_at("build/reference/%016llx", (unsigned long long)hash);
}

static bool recall(const char *file, char *problem, size_t size, bool *holds)
{
    FILE *f = fopen(file, "r");
    if (!f)
        return false;
    size_t n = fread(problem, 1, size - 1, f);
    problem[n] = 0;
    *holds = n == 0;
    fclose(f);
    return true;
}

static void remember(const char *file, const char *problem)
{
    char temporary[4200];
    snprintf(temporary, sizeof temporary, "%s.%d", file, getpid());
    FILE *f = fopen(temporary, "w");
    if (!f)
        return;
    fputs(problem, f);
    fclose(f);
    rename(temporary, file);
}

bool reference_holds(const EvidenceSetup *setup, const char *object, const CaseList *list,
                     char *problem, size_t size)
{
    bool holds;
    const char *file = outcome_file(setup, object);
    if (recall(file, problem, size, &holds))
        return holds;
    if (setup->progress)
        setup->progress("the reference, once");
    EvidenceSetup reference = *setup;
    reference.object = object;
    reference.clean_only = true;
    reference.progress = NULL;
    Evidence *e = evidence_gather(&reference, list);
    if (e->broken[0] || e->refused[0]) { // may be gone the next time: not remembered
        snprintf(problem, size, "the reference cannot be run: %.900s",
                 e->broken[0] ? e->broken : e->refused);
        evidence_free(e);
        return false;
    }
    problem[0] = 0;
    holds = judge_reference(&reference, e, problem, size);
    evidence_free(e);
    remember(outcome_file(setup, object), problem);
    return holds;
}
