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

enum { OUT, ERR, MAX_ARGUMENTS = 256 };

static int pipes[2][2] = {{-1, -1}, {-1, -1}};
static char *program;
static char *arguments[MAX_ARGUMENTS + 2];
static bool launched, configured, ends, told_end;

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
            dap_output(category[i], text, (size_t)n);
}

// The tool may end early, with a reason.
static void say_last_words(void)
{
    if (getpid() != debug->tool || told_end)
        return;
    pass_output_on();
    dap_event("terminated", NULL);
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
    static const char *const abilities[] = {"supportsConfigurationDoneRequest",
                                            "supportsFunctionBreakpoints",
                                            "supportsConditionalBreakpoints",
                                            "supportsHitConditionalBreakpoints",
                                            "supportsLogPoints",
                                            "supportsEvaluateForHovers",
                                            "supportsStepBack",
                                            "supportsDataBreakpoints",
                                            "supportsSteppingGranularity",
                                            "supportsTerminateRequest",
                                            "supportsDisassembleRequest",
                                            "supportsReadMemoryRequest",
                                            "supportsSetVariable"};
    json_t *body = json_object();
    for (size_t i = 0; i < sizeof abilities / sizeof *abilities; i++)
        json_object_set_new(body, abilities[i], json_true());
    dap_respond(request, body);
    dap_event("initialized", NULL);
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
        dap_refuse(request, "the program runs already");
        return;
    }
    if (!name && !program) {
        dap_refuse(request, "launch needs \"program\": the path of a CUDA program");
        return;
    }
    if (folder && chdir(folder)) {
        dap_refuse(request, "the folder \"cwd\" cannot be entered");
        return;
    }
    if (name) {
        program = must_strdup(name);
        if (access(program, X_OK)) {
            dap_refuse(request, "\"program\" is not there, or not executable: build it first");
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
    dap_respond(request, NULL);
}

static void do_configured(json_t *request, json_t *args)
{
    (void)args;
    configured = true;
    dap_respond(request, NULL);
}

static void do_disconnect(json_t *request, json_t *args)
{
    (void)args;
    dap_respond(request, NULL);
    ends = true;
    command_quit();
}

static void do_terminate(json_t *request, json_t *args) { do_disconnect(request, args); }

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
    dap_respond(request, m == MOVE_continue ? json_pack("{s:b}", "allThreadsContinued", 1) : NULL);
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
    dap_respond(request, NULL);
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
    dap_respond(request, NULL);
    if (engine_stopped())
        return;
    debug->interrupt = true;
    dap_wake_worker();
}

// ---- requests: values -----------------------------------------------

static void do_threads(json_t *request, json_t *args)
{
    (void)args;
    dap_respond(request, dap_threads());
}
static void do_stack(json_t *request, json_t *args) { dap_respond(request, dap_stack(args)); }
static void do_scopes(json_t *request, json_t *args) { dap_respond(request, dap_scopes(args)); }
static void do_variables(json_t *request, json_t *args)
{
    dap_respond(request, dap_variables(args));
}

// In the editor's console: a command of the debugger.
static void execute_in_console(json_t *request, const char *text)
{
    static const char *const moving[] = {"reverse", "rs", "rn", "rc", "goto", "run"};
    Text answer = {0};
    bool first = false;
    for (size_t i = 0; i < sizeof moving / sizeof *moving; i++)
        first |= !strncmp(text, moving[i], strlen(moving[i]));
    if (first)
        dap_respond(request, json_pack("{s:s,s:i}", "result", "", "variablesReference", 0));
    said = &answer;
    execute_line(text);
    said = NULL;
    if (first && answer.at)
        dap_output("console", answer.at, answer.used);
    if (!first)
        dap_respond(request, json_pack("{s:s,s:i}", "result", answer.at ? answer.at : "",
                                       "variablesReference", 0));
    if (engine_goes())
        dap_event("continued", json_pack("{s:I,s:b}", "threadId", (json_int_t)dap_thread_in_focus(),
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
        dap_respond(request, e.result);
    else
        dap_refuse(request, why);
}

static void set_variable(void *user)
{
    Evaluation *e = user;
    e->result = dap_set_variable(e->args);
}

static void do_set_variable(json_t *request, json_t *args)
{
    Evaluation e = {.args = args};
    char why[300];
    if (debug_try(set_variable, &e, why))
        dap_respond(request, e.result);
    else
        dap_refuse(request, why);
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
                {"setBreakpoints", dap_line_breaks, false},
                {"setFunctionBreakpoints", dap_function_breaks, false},
                {"setExceptionBreakpoints", dap_exception_breaks, false},
                {"dataBreakpointInfo", dap_data_info, true},
                {"setDataBreakpoints", dap_data_breaks, false},
                {"threads", do_threads, false},
                {"pause", do_pause, false},
                {"evaluate", do_evaluate, false},
                {"stackTrace", do_stack, true},
                {"scopes", do_scopes, true},
                {"variables", do_variables, true},
                {"setVariable", do_set_variable, true},
                {"disassemble", dap_disassemble, true},
                {"readMemory", dap_read_memory, true},
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
                dap_refuse(request, "no kernel is stopped");
            else
                requests[i].answer(request, json_object_get(request, "arguments"));
            return;
        }
    dap_refuse(request, "the debugger has no such request");
}

// False: the client is gone.
static bool answer_next(void)
{
    json_t *request = dap_read();
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
        dap_lock(&debug->reading);
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
    const char *warning;
    FrameView f;
    int number;
    dap_lock(&debug->reading);
    debug->reader = getpid();
    sem_post(&debug->reading);
    Where at;
    if (where_focus(&at))
        debug->focus.launch = at.launch->serial;
    if (*message && reason != STOP_breakpoint)
        dap_output("console", message, strlen(message));
    json_t *body = json_pack("{s:s,s:I,s:b}", "reason", words[reason], "threadId",
                             (json_int_t)dap_thread_in_focus(), "allThreadsStopped", 1);
    if (reason == STOP_breakpoint && sscanf(message, "%*[^0-9]%d", &number) == 1)
        json_object_set_new(body, "hitBreakpointIds", json_pack("[i]", number));
    if (reason == STOP_finding)
        json_object_set_new(body, "text", json_string(message));
    dap_forget_values();
    dap_tell_verified();
    if (where_focus(&at) && frame_at(&at, 0, &f) && f.file && *(warning = source_warning(f.file)))
        dap_output("console", warning, strlen(warning));
    dap_event("stopped", body);
}

static bool dap_stopped(StopReason reason, const char *message)
{
    tell_stop(reason, message);
    dap_loop();
    return command_quits();
}

static void dap_log(const char *text, size_t n) { dap_output("console", text, n); }

const DebugFace dap_face = {.stopped = dap_stopped, .leaves = dap_goes, .log = dap_log};

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
    dap_event("exited", json_pack("{s:i}", "exitCode", code));
    dap_event("terminated", NULL);
    told_end = true;
    while (!ends && answer_next())
        ;
}
