// runtime_options.c - the options that belong to the runtime and the timeline: environment
// variables of CUDA, and some of CUDASIM_OPTIONS (common/cudasim/cudasim.h). The machine
// (sim/device_options.c) and the observers (observers/options.c) read the others.
#include "context.h"

#include "cudart/drawing/drawing.h"
#include "machine.h"

#include "alloc.h"

#include <stdlib.h>
#include <string.h>

static const char *to_json, *to_text, *to_svg; // files for the timeline, or NULL

int machine_option(const char *name, const char *value)
{
    if (!strcmp(name, "queue")) {
        rt.single_queue = !strcmp(value, "single");
        if (rt.single_queue || !strcmp(value, "independent"))
            return 0;
        rt_say("queue=%s: must be independent or single", value);
        return -1;
    }
    const char **file = !strcmp(name, "timeline")        ? &to_json
                        : !strcmp(name, "timeline-text") ? &to_text
                        : !strcmp(name, "timeline-svg")  ? &to_svg
                                                         : NULL;
    if (!file)
        return device_option(name, value);
    *file = must_strdup(value);
    return 0;
}

char *options_read(void)
{
    const char *options = getenv("CUDASIM_OPTIONS"), *blocking = getenv("CUDA_LAUNCH_BLOCKING");
    rt.launch_blocking = blocking && *blocking && strcmp(blocking, "0");
    char *copy = must_strdup(options ? options : ""), *rest = NULL;
    char *others = must_calloc(strlen(copy) + 2, 1);
    int status = 0;
    for (char *w = strtok_r(copy, ";", &rest); w && status >= 0; w = strtok_r(NULL, ";", &rest)) {
        char *value = strchr(w, '=');
        if (value)
            *value = 0;
        status = value ? machine_option(w, value + 1) : 1;
        if (value)
            *value = '=';
        if (status > 0)
            strcat(strcat(others, w), ";");
    }
    free(copy);
    trace_to(to_json, to_text, to_svg);
    if (status >= 0)
        return others;
    free(others);
    return NULL;
}
