// look_debug.c - the part compiled with -G, which keeps its variables: for the debugger, and for
// the page, which shows them step by step.
//
// Such code is not optimised, so it does other steps than the code that is graded. The page has its
// blocks beside those, and no counter of it.
#include "look.h"

#include <string.h>

#include "grader/base/paths.h"
#include "grader/base/text.h"

const char *look_debug_object(const LookOrder *order)
{
    static Lab lab;
    static Object object, *objects[] = {&object};
    static char flags[256];
    const Object *graded = selected_object(order->selected, order->part);
    lab = *order->selected->lab;
    snprintf(flags, sizeof flags, "%s%s-G", lab.nvcc_flags ? lab.nvcc_flags : "",
             lab.nvcc_flags ? " " : "");
    lab.nvcc_flags = flags;
    compile_place(&object, &lab, graded->name,
                  order->submission ? order->submission : paths_at("labs"));
    compile_objects(order->nvcc, objects, 1);
    if (object.state == OBJECT_ready)
        return object.object;
    printf("it does not compile with -G, so variables are not known\n");
    return NULL;
}

// Of the run, what the section "A block at work" needs.
static void keep_blocks(json_t *run)
{
    static const char *const kept[] = {"launch", "kernel",    "grid",  "block",
                                       "shared", "variables", "blocks"};
    json_t *launches = json_array(), *launch;
    size_t i;
    json_array_foreach(json_object_get(run, "launches"), i, launch)
    {
        if (!json_array_size(json_object_get(launch, "blocks")))
            continue;
        json_t *less = json_object();
        for (size_t k = 0; k < sizeof kept / sizeof *kept; k++)
            if (json_object_get(launch, kept[k]))
                json_object_set(less, kept[k], json_object_get(launch, kept[k]));
        json_array_append_new(launches, less);
    }
    json_object_clear(run);
    json_object_set_new(run, "launches", launches);
}

void look_debug_add(const Looking *look, const char *folder, json_t *document)
{
    const LookOrder *order = look->order;
    bool wanted = order->nvcc && !order->selected->lab->without_variables;
    const char *object = wanted ? look_debug_object(order) : NULL;
    if (!object)
        return;
    LookRecording recording =
        recording_make(order, object, look->list, &look->choice, RECORDED_with_variables);
    json_t *run = json_array_get(json_object_get(recording.document, "runs"), 0);
    if (run) {
        const Object *graded = selected_object(order->selected, order->part);
        keep_blocks(run);
        sources_fill(recording.document, graded, folder);
        sources_merge(document, recording.document, "debug");
    } else {
        text_say(stdout, "without variables: %s", recording.why);
    }
    recording_free(&recording);
}
