// dap_breaks.c - the requests of an editor that are about breakpoints. Which lines have code is
// known when a kernel runs: until then a breakpoint is not verified. An event says when it is, and
// where.
#include "command.h"
#include "dap.h"

#include <ctype.h>
#include <jansson.h>
#include <signal.h>

// "3" and ">= 3": the third hit stops, and those after it.
static bool read_hits(const char *text, uint64_t *ignore)
{
    text += strspn(text, " >=");
    char *end;
    *ignore = strtoull(text, &end, 10);
    *ignore -= *ignore > 0;
    return isdigit((unsigned char)*text) && !end[strspn(end, " ")];
}

static const char *text_of(json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    return text ? text : "";
}

// What is wrong with them; NULL: nothing.
static const char *read_conditions(json_t *o, Breakpoint *b)
{
    const char *hits = text_of(o, "hitCondition");
    snprintf(b->condition, sizeof b->condition, "%s", text_of(o, "condition"));
    snprintf(b->message, sizeof b->message, "%s", text_of(o, "logMessage"));
    return !*hits || read_hits(hits, &b->ignore) ? NULL : "a hit count is a number";
}

static void count_step(uint32_t pc, void *user)
{
    (void)pc;
    ++*(unsigned *)user;
}

// Whether the kernel that has stopped has code there. A line without code moves to the next one
// that has some.
static bool find_code(Breakpoint *b)
{
    unsigned places = 0;
    int line = 0;
    const Launch *l = engine_stopped() ? moment.launch : NULL;
    for (uint32_t i = 0; l && i < l->nused; i++) {
        int here = b->kind == BREAK_line ? code_line(l->used[i], b) : 0;
        if (here && (!line || here < line))
            line = here;
        if (b->kind == BREAK_function)
            code_breaks(l->used[i], b, count_step, &places);
    }
    b->line = line ? line : b->line;
    return line || places;
}

static json_t *describe(const Breakpoint *b, bool verified)
{
    json_t *o = json_pack("{s:i,s:b}", "id", b->number, "verified", verified);
    if (b->kind == BREAK_line)
        json_object_set_new(o, "line", json_integer(b->line));
    return o;
}

static void add_breakpoint(json_t *list, json_t *wanted, Breakpoint b)
{
    const char *wrong = read_conditions(wanted, &b);
    if (wrong) {
        json_array_append_new(list, json_pack("{s:b,s:s}", "verified", 0, "message", wrong));
        return;
    }
    bool found = b.told = find_code(&b);
    b.number = break_add(b);
    json_t *o = describe(&b, b.number && found);
    if (!b.number)
        json_object_set_new(o, "message", json_string("there are too many breakpoints"));
    else if (!found)
        json_object_set_new(o, "message",
                            json_string(engine_stopped() ? "this kernel has no code there"
                                                         : "known when a kernel runs"));
    json_array_append_new(list, o);
}

void dap_tell_verified(void)
{
    for (int i = 0; i < MAX_BREAKS; i++) {
        Breakpoint *b = &debug->breaks[i];
        if (!b->number || b->kind >= BREAK_write || b->told || !find_code(b))
            continue;
        b->told = true;
        dap_event("breakpoint",
                  json_pack("{s:s,s:o}", "reason", "changed", "breakpoint", describe(b, true)));
    }
}

void dap_wake_worker(void)
{
    if (debug->worker > 0 && debug->worker != getpid())
        kill(debug->worker, SIGUSR1);
}

static void remove_breaks(BreakKind from, BreakKind to, const char *what)
{
    for (int i = 0; i < MAX_BREAKS; i++) {
        Breakpoint *b = &debug->breaks[i];
        if (b->kind >= from && b->kind <= to && (!what || !strcmp(b->what, what)))
            b->number = 0;
    }
    debug->breaks_version++;
}

void dap_line_breaks(json_t *request, json_t *args)
{
    json_t *list = json_array(), *wanted = json_object_get(args, "breakpoints");
    const char *path = json_string_value(json_object_get(json_object_get(args, "source"), "path"));
    if (!path)
        path = "";
    remove_breaks(BREAK_line, BREAK_line, path);
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        json_t *o = json_array_get(wanted, i);
        Breakpoint b = {.kind = BREAK_line,
                        .line = (int)json_integer_value(json_object_get(o, "line"))};
        snprintf(b.what, sizeof b.what, "%s", path);
        add_breakpoint(list, o, b);
    }
    dap_respond(request, json_pack("{s:o}", "breakpoints", list));
    dap_wake_worker();
}

void dap_function_breaks(json_t *request, json_t *args)
{
    json_t *list = json_array(), *wanted = json_object_get(args, "breakpoints");
    remove_breaks(BREAK_function, BREAK_function, NULL);
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        json_t *o = json_array_get(wanted, i);
        const char *name = json_string_value(json_object_get(o, "name"));
        Breakpoint b = {.kind = BREAK_function};
        snprintf(b.what, sizeof b.what, "%s", name ? name : "");
        add_breakpoint(list, o, b);
    }
    dap_respond(request, json_pack("{s:o}", "breakpoints", list));
    dap_wake_worker();
}

void dap_exception_breaks(json_t *request, json_t *args)
{
    (void)args;
    dap_respond(request, NULL);
}

// A data breakpoint is a watchpoint, of what `watch NAME` takes.
void dap_data_info(json_t *request, json_t *args)
{
    const char *name = json_string_value(json_object_get(args, "name"));
    dap_respond(request, json_pack("{s:s?,s:s,s:[s,s,s]}", "dataId", name, "description",
                                   name ? name : "?", "accessTypes", "write", "read", "readWrite"));
}

void dap_data_breaks(json_t *request, json_t *args)
{
    json_t *list = json_array(), *wanted = json_object_get(args, "breakpoints");
    remove_breaks(BREAK_write, BREAK_access, NULL);
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        json_t *o = json_array_get(wanted, i);
        const char *name = json_string_value(json_object_get(o, "dataId"));
        const char *type = json_string_value(json_object_get(o, "accessType"));
        char line[MAX_WORDS + 20];
        snprintf(line, sizeof line, "%s %s",
                 !type || !strcmp(type, "write") ? "watch"
                 : !strcmp(type, "read")         ? "rwatch"
                                                 : "awatch",
                 name ? name : "");
        Text answer = {0};
        int before = debug->last_number;
        said = &answer;
        command_execute(line);
        said = NULL;
        bool added = debug->last_number > before;
        json_array_append_new(list, json_pack("{s:i,s:b,s:s}", "id", debug->last_number, "verified",
                                              added, "message", answer.at ? answer.at : ""));
        free(answer.at);
    }
    dap_respond(request, json_pack("{s:o}", "breakpoints", list));
}
