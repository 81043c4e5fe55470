// test_debug_dap.c - the debugger as an editor uses it: a client of the Debug Adapter Protocol that
// starts build/cudasim --dap, sends requests in the order in which editors send them, and looks at
// the answers and events.
#include "suite.h"
#include <fcntl.h>
#include <jansson.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "compiled.h"
#include "programs.h"

#define BUILT "build/tests/debug"
enum { MAX_EVENTS = 256 };

static int to_adapter, from_adapter, sequence;
static pid_t adapter;
static json_t *events[MAX_EVENTS]; // that nobody has asked for yet
static int nevents;

// ---- messages -----------------------------------------------------------------------------

static void start_adapter(void)
{
    int in[2], out[2];
    ck_assert_int_eq(pipe2(in, O_CLOEXEC) + pipe2(out, O_CLOEXEC), 0);
    nevents = sequence = 0;
    adapter = fork();
    if (adapter == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        execl("build/cudasim", "cudasim", "--dap", NULL);
        _exit(127);
    }
    close(in[0]);
    close(out[1]);
    to_adapter = in[1];
    from_adapter = out[0];
}

static void read_exactly(char *to, size_t n)
{
    while (n) {
        ssize_t got = read(from_adapter, to, n);
        ck_assert_msg(got > 0, "the adapter has ended");
        to += got;
        n -= (size_t)got;
    }
}

static json_t *next_message(void)
{
    char line[128] = "", c;
    size_t n = 0, length = 0;
    for (;;) {
        read_exactly(&c, 1);
        if (c == '\r')
            continue;
        if (c != '\n') {
            ck_assert_uint_lt(n, sizeof line - 1);
            line[n++] = c;
            continue;
        }
        line[n] = 0;
        if (!n)
            break;
        ck_assert_int_eq(sscanf(line, "Content-Length: %zu", &length), 1);
        n = 0;
    }
    char *text = malloc(length + 1);
    read_exactly(text, length);
    json_t *m = json_loadb(text, length, 0, NULL);
    ck_assert_msg(m != NULL, "not JSON: %.*s", (int)length, text);
    free(text);
    return m;
}

static const char *word(json_t *o, const char *key)
{
    const char *text = json_string_value(json_object_get(o, key));
    return text ? text : "";
}

static void keep_event(json_t *m)
{
    ck_assert_str_eq(word(m, "type"), "event");
    ck_assert_int_lt(nevents, MAX_EVENTS);
    events[nevents++] = m;
}

// The response to a request, whose arguments this takes.
static json_t *request(const char *command, json_t *arguments)
{
    json_t *m = json_pack("{s:i,s:s,s:s,s:o*}", "seq", ++sequence, "type", "request", "command",
                          command, "arguments", arguments);
    char *text = json_dumps(m, JSON_COMPACT);
    dprintf(to_adapter, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    free(text);
    json_decref(m);
    for (;;) {
        m = next_message();
        if (strcmp(word(m, "type"), "response")) {
            keep_event(m);
            continue;
        }
        ck_assert_int_eq(json_integer_value(json_object_get(m, "request_seq")), sequence);
        ck_assert_str_eq(word(m, "command"), command);
        return m;
    }
}

// The body of an answer that must be a success.
static json_t *ask(const char *command, json_t *arguments)
{
    json_t *m = request(command, arguments);
    ck_assert_msg(json_is_true(json_object_get(m, "success")), "%s: %s", command,
                  word(m, "message"));
    return json_object_get(m, "body");
}

static json_t *wait_for(const char *event)
{
    for (;;) {
        for (int i = 0; i < nevents; i++)
            if (!strcmp(word(events[i], "event"), event)) {
                json_t *body = json_object_get(events[i], "body");
                events[i] = events[--nevents];
                return body;
            }
        keep_event(next_message());
    }
}

// ---- what tests do again and again --------------------------------------------------------

static const char *here(const char *file)
{
    static char path[2 * PATH];
    char folder[PATH];
    ck_assert_ptr_nonnull(getcwd(folder, sizeof folder));
    snprintf(path, sizeof path, "%s/%s", folder, file);
    return path;
}

static const char *built(const char *name)
{
    static char program[PATH], source[PATH];
    snprintf(program, sizeof program, BUILT "/dap_%s", name);
    snprintf(source, sizeof source, "tests/cuda/debug/%s.cu", name);
    ck_assert_int_eq(
        compile_cuda(program, "-w -G -arch=compute_90 -cudart shared $(pwd)/%s", source), 0);
    return program;
}

static json_t *set_breaks(const char *source, int line, const char *condition)
{
    json_t *list =
        line ? json_pack("[{s:i,s:s*}]", "line", line, "condition", condition) : json_array();
    return json_object_get(ask("setBreakpoints", json_pack("{s:{s:s},s:o}", "source", "path",
                                                           here(source), "breakpoints", list)),
                           "breakpoints");
}

static void launch(const char *program, json_t *more)
{
    json_t *arguments = json_pack("{s:s}", "program", here(program));
    json_object_update(arguments, more);
    start_adapter();
    json_t *abilities = ask("initialize", json_pack("{s:s}", "adapterID", "cudasim"));
    ck_assert(json_is_true(json_object_get(abilities, "supportsStepBack")));
    wait_for("initialized");
    ask("launch", arguments);
}

// Waits until the kernel has stopped for that reason; returns the thread.
static json_int_t stop_at(const char *reason, const char *function, int line)
{
    json_t *body = wait_for("stopped");
    ck_assert_str_eq(word(body, "reason"), reason);
    json_int_t thread = json_integer_value(json_object_get(body, "threadId"));
    json_t *top = json_array_get(
        json_object_get(ask("stackTrace", json_pack("{s:I}", "threadId", thread)), "stackFrames"),
        0);
    ck_assert_str_eq(word(top, "name"), function);
    ck_assert_int_eq(json_integer_value(json_object_get(top, "line")), line);
    return thread;
}

static json_t *of_thread(json_int_t thread) { return json_pack("{s:I}", "threadId", thread); }

// The first frame's scope with this name.
static json_t *variables_in(json_int_t thread, const char *scope)
{
    json_t *frames = json_object_get(ask("stackTrace", of_thread(thread)), "stackFrames");
    json_t *frame = json_object_get(json_array_get(frames, 0), "id");
    json_t *scopes = json_object_get(ask("scopes", json_pack("{s:O}", "frameId", frame)), "scopes");
    for (size_t i = 0; i < json_array_size(scopes); i++) {
        json_t *one = json_array_get(scopes, i), *ref = json_object_get(one, "variablesReference");
        if (!strcmp(word(one, "name"), scope))
            return json_object_get(ask("variables", json_pack("{s:O}", "variablesReference", ref)),
                                   "variables");
    }
    ck_abort_msg("there is no scope %s", scope);
    return NULL;
}

static json_t *variable_named(json_t *list, const char *name)
{
    for (size_t i = 0; i < json_array_size(list); i++)
        if (!strcmp(word(json_array_get(list, i), "name"), name))
            return json_array_get(list, i);
    ck_abort_msg("there is no variable %s", name);
    return NULL;
}

static void expect_value(json_t *list, const char *name, const char *value)
{
    ck_assert_str_eq(word(variable_named(list, name), "value"), value);
}

static json_t *unfold(json_t *variable)
{
    json_t *ref = json_object_get(variable, "variablesReference");
    return json_object_get(ask("variables", json_pack("{s:O}", "variablesReference", ref)),
                           "variables");
}

static const char *evaluate(const char *expression, const char *context)
{
    return word(
        ask("evaluate", json_pack("{s:s,s:s}", "expression", expression, "context", context)),
        "result");
}

static void end_adapter(void)
{
    int status;
    ask("disconnect", NULL);
    ck_assert_int_eq(waitpid(adapter, &status, 0), adapter);
    ck_assert_int_eq(status, 0);
}

// ---- tests --------------------------------------------------------------------------------

START_TEST(breakpoint_variables_and_steps)
{
    const char *source = "tests/cuda/debug/variables.cu";
    launch(built("variables"), json_object());
    json_t *set = set_breaks(source, 35, "i == 39");
    json_t *first = json_array_get(set, 0);
    ck_assert(json_is_false(json_object_get(first, "verified"))); // no kernel runs yet
    ask("configurationDone", NULL);
    json_t *known = json_object_get(wait_for("breakpoint"), "breakpoint");
    ck_assert(json_is_true(json_object_get(known, "verified")));
    ck_assert(json_equal(json_object_get(known, "id"), json_object_get(first, "id")));
    ck_assert_int_eq(json_integer_value(json_object_get(known, "line")), 35);
    json_int_t t = stop_at("breakpoint", "kernel", 35);
    json_t *locals = variables_in(t, "Locals");
    expect_value(locals, "i", "39");
    expect_value(locals, "size", "SMALL");
    json_t *p = variable_named(locals, "p");
    ck_assert_str_eq(word(p, "type"), "Point");
    expect_value(unfold(p), "x", "250");
    expect_value(unfold(variable_named(unfold(p), "y")), "[1]", "-2");
    expect_value(unfold(variable_named(locals, "q")), "*", "{x = 250, y = {1.5, -2}}");
    expect_value(variables_in(t, "Arguments"), "n", "60");
    expect_value(unfold(variable_named(variables_in(t, "CUDA"), "threadIdx")), "x", "7");
    ck_assert_str_eq(evaluate("tile[threadIdx.x] + 1", "watch"), "50");
    ck_assert_ptr_nonnull(strstr(evaluate("info cuda kernels", "repl"), "kernel(float*"));
    json_t *bad = request("evaluate", json_pack("{s:s}", "expression", "nothing"));
    ck_assert(json_is_false(json_object_get(bad, "success")));
    ask("stepIn", of_thread(t));
    stop_at("step", "scale", 17);
    ask("next", of_thread(t));
    stop_at("step", "scale", 18);
    ask("stepBack", of_thread(t));
    stop_at("step", "scale", 17);
    ask("stepOut", of_thread(t));
    stop_at("step", "kernel", 35);
    set_breaks(source, 0, NULL);
    ask("continue", of_thread(t));
    ck_assert_int_eq(json_integer_value(json_object_get(wait_for("exited"), "exitCode")), 0);
    wait_for("terminated");
    end_adapter();
}
END_TEST

START_TEST(backwards_and_data_breakpoints)
{
    launch(built("past"), json_object());
    json_t *names = json_pack("[{s:s}]", "name", "sums");
    ask("setFunctionBreakpoints", json_pack("{s:o}", "breakpoints", names));
    ask("configurationDone", NULL);
    json_int_t t = stop_at("breakpoint", "sums", 10);
    json_t *data = json_pack("[{s:s,s:s}]", "dataId", "sum[1]", "accessType", "write");
    json_t *set = json_object_get(
        ask("setDataBreakpoints", json_pack("{s:o}", "breakpoints", data)), "breakpoints");
    ck_assert(json_is_true(json_object_get(json_array_get(set, 0), "verified")));
    ask("continue", of_thread(t));
    t = stop_at("data breakpoint", "add", 6);
    ck_assert_str_eq(evaluate("*sum", "watch"), "1");
    ask("reverseContinue", of_thread(t));
    stop_at("data breakpoint", "add", 5);
    ck_assert_str_eq(evaluate("*sum", "watch"), "0");
    ask("reverseContinue", of_thread(t));
    stop_at("breakpoint", "sums", 10);
    ask("reverseContinue", of_thread(t)); // there is nothing before
    stop_at("step", "sums", 8);
    end_adapter();
}
END_TEST

// A line without code: the breakpoint moves to the next one that has some, or is not verified.
START_TEST(breakpoints_move_to_lines_with_code)
{
    const char *source = "tests/cuda/debug/variables.cu";
    launch(built("variables"), json_object());
    set_breaks(source, 19, NULL); // between two functions
    ask("configurationDone", NULL);
    json_t *moved = json_object_get(wait_for("breakpoint"), "breakpoint");
    ck_assert(json_is_true(json_object_get(moved, "verified")));
    json_int_t line = json_integer_value(json_object_get(moved, "line"));
    ck_assert_int_gt(line, 19);
    stop_at("breakpoint", "kernel", (int)line);
    json_t *here = json_array_get(set_breaks(source, 30, NULL), 0);
    ck_assert(json_is_true(json_object_get(here, "verified")));
    json_t *far = json_array_get(set_breaks(source, 700, NULL), 0);
    ck_assert(json_is_false(json_object_get(far, "verified")));
    ck_assert_str_eq(word(far, "message"), "this kernel has no code there");
    end_adapter();
}
END_TEST

// A logpoint: the message of each thread, with values, and nothing stops. A hit count stops later.
START_TEST(messages_and_hit_counts)
{
    const char *source = "tests/cuda/debug/variables.cu";
    launch(built("variables"), json_object());
    json_t *list = json_pack("[{s:i,s:s,s:s},{s:i,s:s},{s:i,s:s,s:s}]", "line", 35, "condition",
                             "i == 39 || i == 41", "logMessage", "i = {i}, {nothing}!", "line", 36,
                             "hitCondition", "often", "line", 36, "condition", "i == 41",
                             "hitCondition", ">= 1");
    json_t *set =
        json_object_get(ask("setBreakpoints", json_pack("{s:{s:s},s:o}", "source", "path",
                                                        here(source), "breakpoints", list)),
                        "breakpoints");
    ck_assert_str_eq(word(json_array_get(set, 1), "message"), "a hit count is a number");
    ask("configurationDone", NULL);
    json_int_t t = stop_at("breakpoint", "kernel", 36);
    expect_value(variables_in(t, "Locals"), "i", "41");
    char told[512] = "";
    for (int n = 0; !strstr(told, "i = 39") || !strstr(told, "i = 41"); n++) {
        ck_assert_int_lt(n, 8);
        json_t *out = wait_for("output");
        snprintf(told + strlen(told), sizeof told - strlen(told), "%s", word(out, "output"));
    }
    ck_assert_ptr_nonnull(strstr(told, "i = 39, {nothing: No symbol \"nothing\""));
    set_breaks(source, 0, NULL);
    ask("continue", of_thread(t));
    wait_for("terminated");
    end_adapter();
}
END_TEST

static json_t *top_frame(json_int_t thread)
{
    return json_array_get(json_object_get(ask("stackTrace", of_thread(thread)), "stackFrames"), 0);
}

START_TEST(instructions)
{
    launch(built("variables"), json_object());
    set_breaks("tests/cuda/debug/variables.cu", 35, NULL);
    ask("configurationDone", NULL);
    json_int_t t = stop_at("breakpoint", "kernel", 35);
    const char *pc = word(top_frame(t), "instructionPointerReference");
    json_t *list = json_object_get(
        ask("disassemble", json_pack("{s:s,s:i,s:i}", "memoryReference", pc, "instructionOffset",
                                     -2, "instructionCount", 5)),
        "instructions");
    ck_assert_uint_eq(json_array_size(list), 5);
    json_t *now = json_array_get(list, 2);
    ck_assert_str_eq(word(now, "address"), pc);
    ck_assert_int_eq(json_integer_value(json_object_get(now, "line")), 35);
    ck_assert_ptr_nonnull(strstr(word(now, "instruction"), ";"));
    // Outside of the function there are none; the editor gets as many as it wants all the same.
    list = json_object_get(
        ask("disassemble", json_pack("{s:s,s:i,s:i}", "memoryReference", pc, "instructionOffset",
                                     -4000, "instructionCount", 3)),
        "instructions");
    ck_assert_uint_eq(json_array_size(list), 3);
    ck_assert_str_eq(word(json_array_get(list, 0), "presentationHint"), "invalid");
    json_t *bad = request("disassemble",
                          json_pack("{s:s,s:i}", "memoryReference", "0x1", "instructionCount", 3));
    ck_assert(json_is_false(json_object_get(bad, "success")));
    end_adapter();
}
END_TEST

static json_t *read_memory(const char *reference, int offset, int count)
{
    return ask("readMemory", json_pack("{s:s,s:i,s:i}", "memoryReference", reference, "offset",
                                       offset, "count", count));
}

START_TEST(bytes_of_memory)
{
    launch(built("variables"), json_object());
    set_breaks("tests/cuda/debug/variables.cu", 35, "i == 0");
    ask("configurationDone", NULL);
    json_int_t t = stop_at("breakpoint", "kernel", 35);
    json_t *in = variable_named(variables_in(t, "Arguments"), "in"); // 10, 11, 12 ...
    const char *address = word(in, "memoryReference");
    ck_assert_str_eq(word(read_memory(address, 0, 8), "data"), "CgAAAAsAAAA=");
    ck_assert_str_eq(word(read_memory(address, 4, 4), "data"), "CwAAAA==");
    ck_assert_str_eq(word(read_memory(address, 4, 3), "data"), "CwAA");
    json_t *end = read_memory(address, 4 * 64 - 4, 512); // beyond the allocation
    ck_assert_int_gt(json_integer_value(json_object_get(end, "unreadableBytes")), 0);
    json_t *nothing = read_memory("0x10000000000", 0, 16);
    ck_assert_int_eq(json_integer_value(json_object_get(nothing, "unreadableBytes")), 16);
    json_t *tile = variable_named(variables_in(t, "Locals"), "tile");
    ck_assert_str_eq(word(read_memory(word(tile, "memoryReference"), 0, 4), "data"), "CgAAAA==");
    end_adapter();
}
END_TEST

static json_t *set_variable(json_t *reference, const char *name, const char *value)
{
    return request("setVariable", json_pack("{s:O,s:s,s:s}", "variablesReference", reference,
                                            "name", name, "value", value));
}

static json_t *scope_of(json_int_t thread, const char *name)
{
    json_t *frame = json_object_get(top_frame(thread), "id");
    json_t *scopes = json_object_get(ask("scopes", json_pack("{s:O}", "frameId", frame)), "scopes");
    return json_object_get(variable_named(scopes, name), "variablesReference");
}

START_TEST(variables_are_changed)
{
    launch(built("variables"), json_object());
    set_breaks("tests/cuda/debug/variables.cu", 35, "i == 0");
    ask("configurationDone", NULL);
    json_int_t t = stop_at("breakpoint", "kernel", 35);
    json_t *locals = scope_of(t, "Locals");
    json_t *m = set_variable(locals, "i", "7 + 1");
    ck_assert_msg(json_is_true(json_object_get(m, "success")), "%s", word(m, "message"));
    ck_assert_str_eq(word(json_object_get(m, "body"), "value"), "8");
    ck_assert_str_eq(evaluate("i", "watch"), "8");
    json_t *tile = variable_named(variables_in(t, "Locals"), "tile");
    m = set_variable(json_object_get(tile, "variablesReference"), "[3]", "i * 10");
    ck_assert_str_eq(word(json_object_get(m, "body"), "value"), "80");
    ck_assert_str_eq(evaluate("tile[3]", "watch"), "80");
    json_t *p = variable_named(variables_in(t, "Locals"), "p");
    m = set_variable(json_object_get(p, "variablesReference"), "x", "-5");
    ck_assert_str_eq(evaluate("p.x", "watch"), "-5");
    static const char *const bad[][2] = {
        {"nosuch", "1"}, {"i", "nonsense"}, {"i", "1 = 2"}, {"i", ""}};
    for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
        m = set_variable(locals, bad[k][0], bad[k][1]);
        ck_assert(json_is_false(json_object_get(m, "success")));
        ck_assert_str_ne(word(m, "message"), "");
    }
    end_adapter();
}
END_TEST

START_TEST(kernel_without_end_is_paused)
{
    launch(built("endless"), json_object());
    ask("configurationDone", NULL);
    ask("pause", of_thread(1));
    json_t *body = wait_for("stopped");
    ck_assert_str_eq(word(body, "reason"), "pause");
    json_int_t t = json_integer_value(json_object_get(body, "threadId"));
    ask("next", of_thread(t));
    ck_assert_str_eq(word(wait_for("stopped"), "reason"), "step");
    ask("continue", of_thread(t));
    ask("pause", of_thread(t));
    ck_assert_str_eq(word(wait_for("stopped"), "reason"), "pause");
    end_adapter();
}
END_TEST

START_TEST(stop_before_finding)
{
    launch(built("race"), json_pack("{s:i}", "stopBeforeFinding", 1));
    ask("configurationDone", NULL);
    json_t *body = wait_for("stopped");
    ck_assert_str_eq(word(body, "reason"), "exception");
    ck_assert_ptr_nonnull(strstr(word(body, "text"), "Race reported"));
    end_adapter();
}
END_TEST

START_TEST(bad_requests_are_refused)
{
    start_adapter();
    static const char *const bad[] = {"nonsense", "continue", "stackTrace", "launch"};
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        json_t *m = request(bad[i], NULL);
        ck_assert(json_is_false(json_object_get(m, "success")));
        ck_assert_str_ne(word(m, "message"), "");
    }
    json_t *m = request("launch", json_pack("{s:s}", "program", "/nowhere"));
    ck_assert(json_is_false(json_object_get(m, "success")));
    end_adapter();
}
END_TEST

SUITE(s)
{
    signal(SIGPIPE, SIG_IGN);
    TESTS(s, "dap", breakpoint_variables_and_steps, backwards_and_data_breakpoints,
          breakpoints_move_to_lines_with_code, messages_and_hit_counts, instructions,
          bytes_of_memory, variables_are_changed, kernel_without_end_is_paused, stop_before_finding,
          bad_requests_are_refused);
}
