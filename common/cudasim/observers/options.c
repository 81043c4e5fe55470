// options.c - reads the options of CUDASIM_OPTIONS that choose observers and their outputs, and
// hooks these observers.
#include "counters/counters.h"
#include "observers/look/look.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

typedef struct {
    bool memcheck, racecheck, initcheck, synccheck, streamcheck, weak;
} Tools;

static int refuse_option(const char *name, const char *value, const char *why)
{
    fprintf(stderr, "cudasim: %s=%s: %s\n", name, value, why);
    return -1;
}

static int read_tools(Tools *t, char *list)
{
    char *rest = NULL;
    for (char *w = strtok_r(list, ",", &rest); w; w = strtok_r(NULL, ",", &rest)) {
        if (!strcmp(w, "none"))
            *t = (Tools){.weak = t->weak};
        else if (!strcmp(w, "all"))
            *t = (Tools){true, true, true, true, true, t->weak};
            // clang-format off
#define TOOL(name) else if (!strcmp(w, #name)) t->name = true;
        CHECK_TOOLS(TOOL)
#undef TOOL
#define TOOL(name) #name ", "
        else return refuse_option("tool", w, "must be " CHECK_TOOLS(TOOL) "all or none");
#undef TOOL
        // clang-format on
    }
    return 0;
}

static int open_counters(const char *path)
{
    if (!strncmp(path, "fd:", 3)) {
        char *end;
        outputs.counters = (int)strtol(path + 3, &end, 10);
        return path[3] && !*end ? 0 : refuse_option("counters", path, "not a number after fd:");
    }
    outputs.counters = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (outputs.counters < 0) {
        fprintf(stderr, "cudasim: cannot write %s: %s\n", path, strerror(errno));
        return -1;
    }
    return 0;
}

static int open_report(const char *path)
{
    if (!strcmp(path, "none")) {
        outputs.text = NULL;
        return 0;
    }
    outputs.text = fopen(path, "we");
    if (!outputs.text) {
        fprintf(stderr, "cudasim: cannot write %s: %s\n", path, strerror(errno));
        return -1;
    }
    return 0;
}

static FILE *summary; // NULL: not asked for

static int open_summary(const char *path)
{
    summary = !strcmp(path, "stderr") ? stderr : fopen(path, "we");
    if (summary)
        return 0;
    fprintf(stderr, "cudasim: cannot write %s: %s\n", path, strerror(errno));
    return -1;
}

static int read_option(Tools *tools, const char *name, char *value)
{
    if (!strcmp(name, "tool"))
        return read_tools(tools, value);
    if (!strcmp(name, "memory-model")) {
        tools->weak = !strcmp(value, "weak");
        return tools->weak || !strcmp(value, "strong")
                   ? 0
                   : refuse_option(name, value, "must be strong or weak");
    }
    if (!strcmp(name, "counters"))
        return open_counters(value);
    if (!strcmp(name, "lines")) {
        outputs.lines = !strcmp(value, "off")    ? LINES_none
                        : !strcmp(value, "host") ? LINES_host
                                                 : LINES_all;
        return outputs.lines || !strcmp(value, "on")
                   ? 0
                   : refuse_option(name, value, "must be on, host or off");
    }
    if (!strcmp(name, "zeros")) {
        outputs.zeros_once = !strcmp(value, "once");
        return outputs.zeros_once || !strcmp(value, "all")
                   ? 0
                   : refuse_option(name, value, "must be all or once");
    }
    if (!strcmp(name, "report"))
        return open_report(value);
    if (!strcmp(name, "summary"))
        return open_summary(value);
    if (!strcmp(name, "look"))
        return look_open(value);
    if (!strcmp(name, "destroy-on-device-error")) {
        device.forgive_faults = !strcmp(value, "kernel");
        return device.forgive_faults || !strcmp(value, "context")
                   ? 0
                   : refuse_option(name, value, "must be context or kernel");
    }
    if (!strcmp(name, "report-api-errors")) {
        bool report = !strcmp(value, "explicit");
        memcheck_report_calls(report);
        return report || !strcmp(value, "no")
                   ? 0
                   : refuse_option(name, value, "must be explicit or no");
    }
    fprintf(stderr, "cudasim: no such option: %s\n", name);
    return -1;
}

static void add_observers(const Tools *t)
{
    bool any = t->memcheck || t->racecheck || t->initcheck || t->synccheck || t->streamcheck;
    if (!any)
        outputs.text = NULL;
    hooks_offer_traffic(&counters_observer);
    if (summary) {
        hooks_want_times();
        summary_open(summary);
        hooks_add(&summary_observer);
    }
    if (!any && outputs.counters < 0 && !look_wanted()) {
        device.forgive_faults = false;
        return;
    }
    device.continue_after_fault = t->memcheck;
    device.exact_bounds |= t->memcheck;
    device.forgive_faults &= t->memcheck;
    memcheck_enable(t->memcheck);
    hooks_add(&memcheck_observer);
    if (t->memcheck)
        hooks_add(&leaks_observer);
    // The outputs show all of it.
    unsigned all = MEASURE_counters | MEASURE_shares | MEASURE_handed | MEASURE_times;
    hooks_measure(outputs.counters >= 0 || look_wanted() ? all : 0);
    if (t->synccheck) {
        hooks_add(&synccheck_observer);
        hooks_add(&skipped_observer);
        hooks_add(&accumulators_observer);
    }
    undefined_enable(t->synccheck);
    if (t->synccheck || t->initcheck)
        hooks_add(&undefined_observer);
    if (t->initcheck || t->racecheck)
        hooks_add(&shadow_observer);
    if (t->initcheck) {
        hooks_add(&initcheck_observer);
        hooks_add(&unset_observer);
    }
    if (t->racecheck) // it notes the last writers, too
        hooks_add(&racecheck_observer);
    else if (t->initcheck)
        hooks_add(&last_writer_observer);
    if (t->weak && t->racecheck)
        hooks_add(&weak_observer);
    if (device.orders)
        hooks_add(&orders_observer);
    if (t->streamcheck)
        hooks_add(&streamcheck_observer);
    if (look_wanted())
        hooks_add(&look_observer);
    hooks_add(&report_observer);
}

bool observers_report(const char *options)
{
    const char *tool = options ? strstr(options, "tool=") : NULL;
    return tool && strncmp(tool + 5, "none", 4) && tool[5] != ';' && tool[5];
}

int observers_init(const char *options)
{
    Tools tools = {0};
    char *copy = must_strdup(options ? options : ""), *rest = NULL;
    int status = 0;
    outputs.text = stderr;
    for (char *w = strtok_r(copy, ";", &rest); w && !status; w = strtok_r(NULL, ";", &rest)) {
        char *value = strchr(w, '=');
        if (!value) {
            fprintf(stderr, "cudasim: option without a value: %s\n", w);
            status = -1;
        } else {
            *value++ = 0;
            status = read_option(&tools, w, value);
        }
    }
    free(copy);
    if (!status)
        add_observers(&tools);
    return status;
}
