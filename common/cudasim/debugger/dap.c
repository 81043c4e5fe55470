// dap.c - the debugger for editors: the Debug Adapter Protocol on standard input and output.
//
// Requests are answered by one process at a time: the tool, or the worker that has stopped. What
// the program, its kernels and the checkers write comes to the tool through pipes.
#define _GNU_SOURCE
#include "command.h"
#include "dap.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { OUT, ERR, MAX_ARGUMENTS = 256, MAX_MESSAGE = 16 << 20 };

static int pipes[2][2] = {{-1, -1}, {-1, -1}};
static char *program;
static char *arguments[MAX_ARGUMENTS + 2];
static bool launched, configured, ends, told_end;

// ---- messages -------------------------------------------------------

// A process may have been killed while it held the lock.
static void lock(sem_t *s)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (sem_timedwait(s, &until) && errno == EINTR)
        ;
}

static void write_all_of(const char *text, size_t n)
{
    while (n) {
        ssize_t done = write(STDOUT_FILENO, text, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return;
        text += done;
        n -= (size_t)done;
    }
}

static void send_message(json_t *message)
{
    lock(&debug->writing);
    json_object_set_new(message, "seq", json_integer(++debug->sequence));
    char *text = json_dumps(message, JSON_COMPACT), *all;
    int n = asprintf(&all, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    if (n > 0) {
        write_all_of(all, (size_t)n);
        free(all);
    }
    free(text);
    sem_post(&debug->writing);
    json_decref(message);
}

static void send_event(const char *event, json_t *body)
{
    send_message(json_pack("{s:s,s:s,s:o*}", "type", "event", "event", event, "body", body));
}

static void respond(json_t *request, json_t *body)
{
    send_message(json_pack("{s:s,s:O,s:b,s:O,s:o*}", "type", "response", "request_seq",
                           json_object_get(request, "seq"), "success", 1, "command",
                           json_object_get(request, "command"), "body", body));
}

static void refuse(json_t *request, const char *why)
{
    send_message(json_pack("{s:s,s:O,s:b,s:O,s:s,s:{s:{s:i,s:s,s:b}}}", "type", "response",
                           "request_seq", json_object_get(request, "seq"), "success", 0, "command",
                           json_object_get(request, "command"), "message", why, "body", "error",
                           "id", 1, "format", why, "showUser", 1));
}

static void send_output(const char *category, const char *text, size_t n)
{
    json_t *s = json_stringn(text, n);
    if (!s) // not UTF-8
        s = json_string("(bytes that are no text)\n");
    send_event("output", json_pack("{s:s,s:o}", "category", category, "output", s));
}

static bool read_bytes(char *to, size_t n)
{
    while (n) {
        ssize_t got = read(STDIN_FILENO, to, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        n -= (size_t)got;
    }
    return true;
}

// NULL: the client is gone, or has sent nonsense.
static json_t *read_message(void)
{
    size_t length = 0;
    for (;;) {
        char line[256];
        size_t n = 0;
        for (char c = 0; c != '\n';) {
            if (!read_bytes(&c, 1))
                return NULL;
            if (n + 1 < sizeof line && c != '\r' && c != '\n')
                line[n++] = c;
        }
        line[n] = 0;
        if (!n && length)
            break;
        if (!strncasecmp(line, "Content-Length:", 15))
            length = strtoul(line + 15, NULL, 10);
    }
    if (length > MAX_MESSAGE)
        return NULL;
    char *text = must_malloc(length + 1, 1);
    json_t *message = read_bytes(text, length) ? json_loadb(text, length, 0, NULL) : NULL;
    free(text);
    return message;
}

// ---- what the program writes ----------------------------------------

void dap_child_output(void)
{
    dup2(pipes[OUT][1], STDOUT_FILENO);
    dup2(pipes[ERR][1], STDERR_FILENO);
}

static void pass_output_on(void)
{
    static const char *const category[] = {"stdout", "stderr"};
    char text[4096];
    for (int i = 0; i < 2; i++)
        for (ssize_t n; (n = read(pipes[i][0], text, sizeof text)) > 0;)
            send_output(category[i], text, (size_t)n);
}

// The tool may end early, with a reason.
static void say_last_words(void)
{
    if (getpid() != debug->tool || told_end)
        return;
    pass_output_on();
    send_event("terminated", NULL);
}

void dap_begins(const char *path)
{
    program = path ? must_strdup(path) : NULL;
    atexit(say_last_words);
    for (int i = 0; i < 2; i++)
        if (!pipe2(pipes[i], O_CLOEXEC))
            fcntl(pipes[i][0], F_SETFL, O_NONBLOCK);
    dup2(pipes[ERR][1], STDERR_FILENO); // the checkers' reports
}

// ---- requests: the program ------------------------------------------

static void do_initialize(json_t *request, json_t *args)
{
    (void)args;
    static const char *const abilities[] = {
        "supportsConfigurationDoneRequest", "supportsFunctionBreakpoints",
        "supportsConditionalBreakpoints",   "supportsHitConditionalBreakpoints",
        "supportsEvaluateForHovers",        "supportsStepBack",
        "supportsDataBreakpoints",          "supportsSteppingGranularity",
        "supportsTerminateRequest"};
    json_t *body = json_object();
    for (size_t i = 0; i < sizeof abilities / sizeof *abilities; i++)
        json_object_set_new(body, abilities[i], json_true());
    respond(request, body);
    send_event("initialized", NULL);
}

static void add_environment(json_t *env)
{
    const char *name;
    json_t *value;
    json_object_foreach(env, name, value) if (json_is_string(value))
        setenv(name, json_string_value(value), 1);
}

static void do_launch(json_t *request, json_t *args)
{
    const char *name = json_string_value(json_object_get(args, "program"));
    const char *folder = json_string_value(json_object_get(args, "cwd"));
    json_t *list = json_object_get(args, "args");
    if (debug->running || launched) {
        refuse(request, "the program runs already");
        return;
    }
    if (!name && !program) {
        refuse(request, "launch needs \"program\": the path of a CUDA program");
        return;
    }
    if (folder && chdir(folder)) {
        refuse(request, "the folder \"cwd\" cannot be entered");
        return;
    }
    if (name) {
        program = must_strdup(name);
        if (access(program, X_OK)) {
            refuse(request, "\"program\" is not there, or not executable: build it first");
            return;
        }
        arguments[0] = program;
        size_t n = json_array_size(list), k = 1;
        for (size_t i = 0; i < n && i < MAX_ARGUMENTS; i++)
            if (json_is_string(json_array_get(list, i)))
                arguments[k++] = must_strdup(json_string_value(json_array_get(list, i)));
    }
    add_environment(json_object_get(args, "env"));
    debug->checkers = json_is_true(json_object_get(args, "checkers"));
    debug->find = (uint64_t)json_integer_value(json_object_get(args, "stopBeforeFinding"));
    debug->checkers |= debug->find > 0;
    debug->break_on_launch = json_is_true(json_object_get(args, "stopOnEntry"));
    launched = true;
    respond(request, NULL);
}

static void do_configured(json_t *request, json_t *args)
{
    (void)args;
    configured = true;
    respond(request, NULL);
}

static void do_disconnect(json_t *request, json_t *args)
{
    (void)args;
    respond(request, NULL);
    ends = true;
    command_quit();
}

static void do_terminate(json_t *request, json_t *args) { do_disconnect(request, args); }

// ---- requests: breakpoints ------------------------------------------

static void read_conditions(json_t *o, Breakpoint *b)
{
    const char *condition = json_string_value(json_object_get(o, "condition"));
    const char *hits = json_string_value(json_object_get(o, "hitCondition"));
    snprintf(b->condition, sizeof b->condition, "%s", condition ? condition : "");
    b->ignore = hits ? strtoull(hits, NULL, 10) : 0;
    b->ignore -= b->ignore > 0;
}

static void count_step(uint32_t pc, void *user)
{
    (void)pc;
    ++*(unsigned *)user;
}

// Unknown kernels may have code there: only a kernel that runs can say more.
static void add_breakpoint(json_t *list, const Breakpoint *b)
{
    int n = break_add(*b);
    unsigned places = 0;
    const Launch *l = engine_stopped() ? moment.launch : NULL;
    for (uint32_t i = 0; l && i < l->nused; i++)
        code_breaks(l->used[i], b, count_step, &places);
    json_t *o = json_pack("{s:i,s:b}", "id", n, "verified", n > 0);
    if (b->kind == BREAK_line)
        json_object_set_new(o, "line", json_integer(b->line));
    if (!n)
        json_object_set_new(o, "message", json_string("there are too many breakpoints"));
    else if (l && !places)
        json_object_set_new(o, "message", json_string("this kernel has no code there"));
    json_array_append_new(list, o);
}

static void wake_worker(void)
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

static void do_line_breaks(json_t *request, json_t *args)
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
        read_conditions(o, &b);
        add_breakpoint(list, &b);
    }
    respond(request, json_pack("{s:o}", "breakpoints", list));
    wake_worker();
}

static void do_function_breaks(json_t *request, json_t *args)
{
    json_t *list = json_array(), *wanted = json_object_get(args, "breakpoints");
    remove_breaks(BREAK_function, BREAK_function, NULL);
    for (size_t i = 0; i < json_array_size(wanted); i++) {
        json_t *o = json_array_get(wanted, i);
        const char *name = json_string_value(json_object_get(o, "name"));
        Breakpoint b = {.kind = BREAK_function};
        snprintf(b.what, sizeof b.what, "%s", name ? name : "");
        read_conditions(o, &b);
        add_breakpoint(list, &b);
    }
    respond(request, json_pack("{s:o}", "breakpoints", list));
    wake_worker();
}

static void do_exception_breaks(json_t *request, json_t *args)
{
    (void)args;
    respond(request, NULL);
}

// A data breakpoint is a watchpoint, of what `watch NAME` takes.
static void do_data_info(json_t *request, json_t *args)
{
    const char *name = json_string_value(json_object_get(args, "name"));
    respond(request, json_pack("{s:s?,s:s,s:[s,s,s]}", "dataId", name, "description",
                               name ? name : "?", "accessTypes", "write", "read", "readWrite"));
}

static void do_data_breaks(json_t *request, json_t *args)
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
    respond(request, json_pack("{s:o}", "breakpoints", list));
}

// ---- requests: going ------------------------------------------------

static void go(json_t *request, json_t *args, Move m)
{
    const char *unit = json_string_value(json_object_get(args, "granularity"));
    bool by_instruction = unit && !strcmp(unit, "instruction");
    if (by_instruction && m == MOVE_next)
        m = MOVE_nexti;
    if (by_instruction && m == MOVE_step)
        m = MOVE_stepi;
    dap_focus_thread(args);
    respond(request, m == MOVE_continue ? json_pack("{s:b}", "allThreadsContinued", 1) : NULL);
    engine_move(m, 1, 0);
}

static void do_continue(json_t *r, json_t *a) { go(r, a, MOVE_continue); }
static void do_next(json_t *r, json_t *a) { go(r, a, MOVE_next); }
static void do_step_in(json_t *r, json_t *a) { go(r, a, MOVE_step); }
static void do_step_out(json_t *r, json_t *a)
{
    Where at;
    dap_focus_thread(a);
    bool outermost = where_focus(&at) && frame_depth(&at) < 2;
    go(r, a, outermost ? MOVE_continue : MOVE_finish);
}

static void execute_line(const char *text)
{
    char line[MAX_WORDS];
    snprintf(line, sizeof line, "%s", text);
    command_execute(line);
}

static void tell_stop(StopReason reason, const char *message);

// This process ends if it succeeds: so the answer comes first.
static void go_back(json_t *request, json_t *args, const char *command)
{
    Text answer = {0};
    dap_focus_thread(args);
    respond(request, NULL);
    said = &answer;
    execute_line(command);
    said = NULL;
    tell_stop(STOP_history, answer.at ? answer.at : "");
    free(answer.at);
}

static void do_step_back(json_t *request, json_t *args)
{
    const char *unit = json_string_value(json_object_get(args, "granularity"));
    go_back(request, args, unit && !strcmp(unit, "instruction") ? "reverse-stepi" : "reverse-next");
}

static void do_reverse_continue(json_t *request, json_t *args)
{
    go_back(request, args, "reverse-continue");
}

static void do_pause(json_t *request, json_t *args)
{
    (void)args;
    respond(request, NULL);
    if (engine_stopped())
        return;
    debug->interrupt = true;
    wake_worker();
}

// ---- requests: values -----------------------------------------------

static void do_threads(json_t *request, json_t *args)
{
    (void)args;
    respond(request, dap_threads());
}
static void do_stack(json_t *request, json_t *args) { respond(request, dap_stack(args)); }
static void do_scopes(json_t *request, json_t *args) { respond(request, dap_scopes(args)); }
static void do_variables(json_t *request, json_t *args) { respond(request, dap_variables(args)); }

// In the editor's console: a command of the debugger.
static void execute_in_console(json_t *request, const char *text)
{
    static const char *const moving[] = {"reverse", "rs", "rn", "rc", "goto", "run"};
    Text answer = {0};
    bool first = false;
    for (size_t i = 0; i < sizeof moving / sizeof *moving; i++)
        first |= !strncmp(text, moving[i], strlen(moving[i]));
    if (first)
        respond(request, json_pack("{s:s,s:i}", "result", "", "variablesReference", 0));
    said = &answer;
    execute_line(text);
    said = NULL;
    if (first && answer.at)
        send_output("console", answer.at, answer.used);
    if (!first)
        respond(request, json_pack("{s:s,s:i}", "result", answer.at ? answer.at : "",
                                   "variablesReference", 0));
    if (engine_goes())
        send_event("continued",
                   json_pack("{s:I,s:b}", "threadId", (json_int_t)dap_thread_in_focus(),
                             "allThreadsContinued", 1));
    free(answer.at);
}

typedef struct {
    const char *text;
    json_t *args, *result;
} Evaluation;

static void evaluate_expression(void *user)
{
    Evaluation *e = user;
    e->result = dap_evaluate(e->text, e->args);
}

static void do_evaluate(json_t *request, json_t *args)
{
    const char *text = json_string_value(json_object_get(args, "expression"));
    const char *context = json_string_value(json_object_get(args, "context"));
    Evaluation e = {.text = text ? text : "", .args = args};
    char why[300];
    if (context && !strcmp(context, "repl") && command_exists(e.text))
        execute_in_console(request, e.text);
    else if (debug_try(evaluate_expression, &e, why))
        respond(request, e.result);
    else
        refuse(request, why);
}

// ---- the table ------------------------------------------------------

static const struct {
    const char *name;
    void (*answer)(json_t *request, json_t *args);
    bool needs_kernel;
} requests[] = {{"initialize", do_initialize, false},
                {"launch", do_launch, false},
                {"configurationDone", do_configured, false},
                {"disconnect", do_disconnect, false},
                {"terminate", do_terminate, false},
                {"setBreakpoints", do_line_breaks, false},
                {"setFunctionBreakpoints", do_function_breaks, false},
                {"setExceptionBreakpoints", do_exception_breaks, false},
                {"dataBreakpointInfo", do_data_info, true},
                {"setDataBreakpoints", do_data_breaks, false},
                {"threads", do_threads, false},
                {"pause", do_pause, false},
                {"evaluate", do_evaluate, false},
                {"stackTrace", do_stack, true},
                {"scopes", do_scopes, true},
                {"variables", do_variables, true},
                {"continue", do_continue, true},
                {"next", do_next, true},
                {"stepIn", do_step_in, true},
                {"stepOut", do_step_out, true},
                {"stepBack", do_step_back, true},
                {"reverseContinue", do_reverse_continue, true}};

static void answer_request(json_t *request)
{
    const char *name = json_string_value(json_object_get(request, "command"));
    for (size_t i = 0; name && i < sizeof requests / sizeof *requests; i++)
        if (!strcmp(requests[i].name, name)) {
            if (requests[i].needs_kernel && !engine_stopped())
                refuse(request, "no kernel is stopped");
            else
                requests[i].answer(request, json_object_get(request, "arguments"));
            return;
        }
    refuse(request, "the debugger has no such request");
}

// False: the client is gone.
static bool answer_next(void)
{
    json_t *request = read_message();
    if (!request)
        return false;
    answer_request(request);
    json_decref(request);
    return true;
}

// ---- who answers ----------------------------------------------------

// This process no longer answers requests.
static void dap_goes(void)
{
    if (debug->reader == getpid())
        debug->reader = debug->tool;
}

void dap_loop(void)
{
    command_begin();
    dap_forget_values();
    while (!command_quits() && !engine_goes() && !command_runs()) {
        if (!answer_next())
            command_quit();
        if (!engine_stopped() && launched && configured)
            break;
    }
    if (getpid() != debug->tool)
        dap_goes();
}

static bool readable(void)
{
    struct pollfd in = {STDIN_FILENO, POLLIN, 0};
    return poll(&in, 1, 0) > 0;
}

bool dap_poll(void)
{
    pass_output_on();
    pid_t reader = debug->reader;
    if (reader != getpid() && kill(reader, 0))
        debug->reader = getpid();
    for (;;) {
        lock(&debug->reading);
        bool mine = debug->reader == getpid() && readable();
        bool goes_on = !mine || answer_next();
        sem_post(&debug->reading);
        if (!goes_on || ends) {
            debug->ends = debug->leave = true;
            sem_post(&debug->done);
            if (debug->worker > 0)
                kill(debug->worker, SIGKILL);
            return false;
        }
        if (!mine)
            return true;
    }
}

static void tell_stop(StopReason reason, const char *message)
{
    static const char *const words[] = {
        "entry", "breakpoint", "data breakpoint", "step", "pause", "exception", "step", "goto"};
    int number;
    lock(&debug->reading);
    debug->reader = getpid();
    sem_post(&debug->reading);
    Where at;
    if (where_focus(&at))
        debug->focus.launch = at.launch->serial;
    if (*message && reason != STOP_breakpoint)
        send_output("console", message, strlen(message));
    json_t *body = json_pack("{s:s,s:I,s:b}", "reason", words[reason], "threadId",
                             (json_int_t)dap_thread_in_focus(), "allThreadsStopped", 1);
    if (reason == STOP_breakpoint && sscanf(message, "%*[^0-9]%d", &number) == 1)
        json_object_set_new(body, "hitBreakpointIds", json_pack("[i]", number));
    if (reason == STOP_finding)
        json_object_set_new(body, "text", json_string(message));
    dap_forget_values();
    send_event("stopped", body);
}

static bool dap_stopped(StopReason reason, const char *message)
{
    tell_stop(reason, message);
    dap_loop();
    return command_quits();
}

const DebugFace dap_face = {.stopped = dap_stopped, .leaves = dap_goes};

// ---- the program ----------------------------------------------------

void dap_program(const char **path, char ***argv)
{
    if (!program || !arguments[0])
        return;
    *path = program;
    *argv = arguments;
}

void dap_program_ended(int status)
{
    pass_output_on();
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    send_event("exited", json_pack("{s:i}", "exitCode", code));
    send_event("terminated", NULL);
    told_end = true;
    while (!ends && answer_next())
        ;
}
