// options.c - reads CUDASIM_OPTIONS and hooks the observers it asks for.
#include "counters/counters.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>

typedef struct {
    bool memcheck, racecheck, initcheck, synccheck, streamcheck, weak;
} Tools;

static int bad(const char *what, const char *value)
{
    fprintf(stderr, "cudasim: %s: %s\n", what, value);
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
        else if (!strcmp(w, "memcheck"))
            t->memcheck = true;
        else if (!strcmp(w, "racecheck"))
            t->racecheck = true;
        else if (!strcmp(w, "initcheck"))
            t->initcheck = true;
        else if (!strcmp(w, "synccheck"))
            t->synccheck = true;
        else if (!strcmp(w, "streamcheck"))
            t->streamcheck = true;
        else
            return bad(
                "no such tool (memcheck, racecheck, initcheck, synccheck, streamcheck, all, none)",
                w);
    }
    return 0;
}

static int read_number(const char *name, const char *text, uint64_t *n)
{
    char *end;
    errno = 0;
    *n = strtoull(text, &end, 0);
    if (!*text || *end || errno || *text == '-') {
        fprintf(stderr, "cudasim: %s is not a number: %s\n", name, text);
        return -1;
    }
    return 0;
}

// "8M": the modelled GPU gets so much for the program, besides what a context takes.
static int read_memory(const char *text)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(text, &end, 0);
    const char *units = "KMG", *unit = *end ? strchr(units, *end) : NULL;
    int shift = unit ? 10 * (int)(unit - units + 1) : 0;
    if (end == text || errno || *text == '-' || (*end && (!unit || end[1])) ||
        n > (1ull << 45) >> shift)
        return bad("memory is not a number of bytes, such as 8M", text);
    model.global_bytes = model.context_bytes + (size_t)(n << shift);
    return 0;
}

static int open_counters(const char *path)
{
    if (!strncmp(path, "fd:", 3)) {
        uint64_t fd;
        if (read_number("counters=fd:", path + 3, &fd))
            return -1;
        outputs.counters = (int)fd;
        return 0;
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
    if (!strcmp(name, "schedule")) {
        device.shuffle = !strcmp(value, "shuffle");
        return device.shuffle || !strcmp(value, "inorder")
                   ? 0
                   : bad("no such schedule (inorder, shuffle)", value);
    }
    if (!strcmp(name, "memory-model")) {
        tools->weak = !strcmp(value, "weak");
        return tools->weak || !strcmp(value, "strong")
                   ? 0
                   : bad("memory-model is strong or weak, not", value);
    }
    if (!strcmp(name, "seed"))
        return read_number(name, value, &device.seed);
    if (!strcmp(name, "budget"))
        return read_number(name, value, &device.budget);
    if (!strcmp(name, "memory"))
        return read_memory(value);
    if (!strcmp(name, "counters"))
        return open_counters(value);
    if (!strcmp(name, "lines")) {
        outputs.lines = !strcmp(value, "off")    ? LINES_none
                        : !strcmp(value, "host") ? LINES_host
                                                 : LINES_all;
        return outputs.lines || !strcmp(value, "on") ? 0
                                                     : bad("lines must be on, host or off", value);
    }
    if (!strcmp(name, "report"))
        return open_report(value);
    if (!strcmp(name, "summary"))
        return open_summary(value);
    if (!strcmp(name, "cache-control")) {
        device.cold_caches = !strcmp(value, "all");
        return device.cold_caches || !strcmp(value, "none")
                   ? 0
                   : bad("cache-control must be none or all", value);
    }
    if (!strcmp(name, "destroy-on-device-error")) {
        device.forgive_faults = !strcmp(value, "kernel");
        return device.forgive_faults || !strcmp(value, "context")
                   ? 0
                   : bad("destroy-on-device-error must be context or kernel", value);
    }
    if (!strcmp(name, "report-api-errors")) {
        bool report = !strcmp(value, "explicit");
        memcheck_report_calls(report);
        return report || !strcmp(value, "no")
                   ? 0
                   : bad("report-api-errors must be explicit or no", value);
    }
    return bad("no such option", name);
}

// From now on the times of launches depend on measured traffic.
void observers_measure(void)
{
    if (!device.hooks->traffic)
        hooks_add(&counters_observer);
}

static void hook(const Tools *t)
{
    bool any = t->memcheck || t->racecheck || t->initcheck || t->synccheck || t->streamcheck;
    if (!any)
        outputs.text = NULL;
    if (summary) {
        observers_measure();
        summary_open(summary);
        hooks_add(&summary_observer);
    }
    if (!any && outputs.counters < 0) {
        device.forgive_faults = false;
        return;
    }
    device.continue_after_fault = t->memcheck;
    device.forgive_faults &= t->memcheck;
    memcheck_enable(t->memcheck);
    hooks_add(&memcheck_observer);
    if (outputs.counters >= 0)
        observers_measure();
    if (t->synccheck)
        hooks_add(&synccheck_observer);
    if (t->initcheck)
        hooks_add(&initcheck_observer);
    if (t->racecheck) // it notes the last writers, too
        hooks_add(&racecheck_observer);
    else if (t->initcheck)
        hooks_add(&last_writer_observer);
    if (t->weak && t->racecheck)
        hooks_add(&weak_observer);
    if (t->streamcheck)
        hooks_add(&streamcheck_observer);
    hooks_add(&report_observer);
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
            status = bad("option without a value", w);
        } else {
            *value++ = 0;
            status = read_option(&tools, w, value);
        }
    }
    free(copy);
    if (!status)
        hook(&tools);
    return status;
}
