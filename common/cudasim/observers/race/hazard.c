// hazard.c - the text of a race between two accesses, in the words of compute-sanitizer.
#include "race.h"

#include <stdlib.h>

static const char *const hazard_name[] = {
    [HAZARD_raw] = "RAW", [HAZARD_war] = "WAR", [HAZARD_waw] = "WAW"};

// The place of an access, with kernel and launch where they differ.
static char *end_text(const HazardEnd *e)
{
    char p[300];
    line_text(e->line, p, sizeof p);
    if (!e->kernel)
        return must_strdup(p);
    return text_format("%s (%s%s%s, launch %llu)", p, e->call ? e->call : "", e->call ? " by " : "",
                       e->kernel, (unsigned long long)e->launch);
}

// The usual cause of such a race depends on three things: where the word lies, whether the
// threads are of one block, and whether one line updates the word.
static Cause cause_of_race(Space space, Hazard hazard, const HazardEnd *first,
                           const HazardEnd *second)
{
    bool one_line = first->line == second->line;
    bool one_block = !memcmp(&first->block, &second->block, sizeof first->block);
    if (space == SPACE_shared)
        return !one_block ? CAUSE_race_cluster
               : one_line ? CAUSE_race_shared_update
                          : CAUSE_race_shared;
    return hazard == HAZARD_waw ? CAUSE_race_write
           : one_line           ? CAUSE_race_update
           : one_block          ? CAUSE_race_block
                                : CAUSE_race_grid;
}

void hazard_describe(Finding *f, Space space, Hazard hazard, HazardEnd first, HazardEnd second,
                     const char *second_verb, uint64_t addr, const char *note)
{
    char *p = end_text(&first), *q = end_text(&second);
    free(f->message);
    free(f->detail);
    free(f->other_kernel);
    f->label = hazard_name[hazard];
    f->cause = cause_of_race(space, hazard, &first, &second);
    f->unit = "hazards";
    f->message = text_format("Race reported between Write access at %s and %s access at %s", p,
                             second_verb, q);
    free(p);
    free(q);
    f->detail = text_format("%s hazard at %s address 0x%llx%s", f->label,
                            space == SPACE_shared ? "__shared__" : "__global__",
                            (unsigned long long)addr, note);
    f->has_word = true;
    f->is_shared = space == SPACE_shared;
    f->second_writes = hazard == HAZARD_waw;
    f->word = addr;
    f->did = "writes";
    f->one_warp = false; // who knows the warps says so
    f->has_thread = f->has_other = true;
    f->block = first.block;
    f->thread = first.thread;
    f->other_block = second.block;
    f->other_thread = second.thread;
    f->other_kernel = NULL;
}

// Why the two grids are not ordered.
static const char *grids_text(GridsRelation r)
{
    if (r == GRIDS_parent)
        return "a kernel does not wait for the grids that it launches; a launched grid waits only "
               "for the work that its launching thread did, or waited for, before the launch";
    return "both grids were launched by kernels, and neither a stream nor an event orders them";
}

void hazard_describe_grids(Finding *f, GridsRelation r, HazardEnd first, HazardEnd second)
{
    char *detail = f->detail;
    f->cause = CAUSE_race_child;
    f->detail = text_format("%s; %s", detail, grids_text(r));
    free(f->kernel);
    f->kernel = must_strdup(first.kernel);
    f->other_kernel = must_strdup(second.kernel);
    f->other_launch = second.launch;
    free(detail);
}
