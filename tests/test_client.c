// test_client.c - the machine against a program that breaks the rules: messages that cannot be
// right, forged handles, a program that dies.
#include "tests/played_program.h"

// Of this run: the test runs twice at a time, once with sanitizers.
static char report[64];

static void permit_ahead(void) { session.ahead = true; }

static void setup(void)
{
    char options[128];
    prepare_machine = permit_ahead;
    snprintf(report, sizeof report, "build/tests/client_report.%d.txt", (int)getpid());
    snprintf(options, sizeof options, "tool=memcheck;report=%s", report);
    setenv("CUDASIM_OPTIONS", options, 1);
    start_machine(false);
}

static void expect_program_is_ended(void)
{
    int status;
    ck_assert_int_eq(waitpid(program, &status, 0), program);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    program = 0;
    expect_machine_ends();
}

static void teardown(void)
{
    end_machine();
    unlink(report);
}

// ---- messages ---------------------------------------------------------------------------------

// The result of a call, whose struct has the results afterwards.
static uint64_t call(CallNumber number, void *args, size_t bytes, size_t data)
{
    put(MESSAGE_call, number, args, bytes, data);
    ck_assert(channel_wait(channel, TURN_program, -1));
    ck_assert_uint_eq(channel->message.kind, MESSAGE_answer);
    if (args)
        memcpy(args, channel->message.args, bytes);
    return channel->message.result;
}

static const struct {
    const char *what;
    MessageKind kind;
    uint32_t number;
    size_t bytes, data;
} malformed[] = {
    {"no such call", MESSAGE_call, CALLS, 0, 0},
    {"a number far away", MESSAGE_call, 0xffffffff, 0, 0},
    {"too few arguments", MESSAGE_call, CALL_cudaMalloc, sizeof(Args_cudaMalloc) - 1, 0},
    {"too many arguments", MESSAGE_call, CALL_cudaMalloc, sizeof(Args_cudaMalloc) + 1, 0},
    {"arguments beyond the message", MESSAGE_call, CALL_cudaMalloc, ARGS_BYTES + 1, 0},
    {"4 GB of arguments", MESSAGE_call, CALL_cudaMalloc, 0xffffffff, 0},
    {"more data than there is", MESSAGE_call, CALL_register_function, sizeof(RegisterArgs),
     DATA_BYTES + 1},
    {"no name", MESSAGE_call, CALL_register_function, sizeof(RegisterArgs), 0},
    {"a name that does not end", MESSAGE_call, CALL_register_function, sizeof(RegisterArgs), 8},
    {"a list longer than its room", MESSAGE_call, CALL_cudaMemPoolSetAccess,
     sizeof(Args_cudaMemPoolSetAccess), 0},
    {"an answer without a question", MESSAGE_return, UPCALL_read, 0, 0},
    {"a question", MESSAGE_upcall, UPCALL_call, 0, 0},
    {"work where there is none", MESSAGE_call, CALL_next_task, 0, 1},
    {"launches that are cut off", MESSAGE_call, CALL_launches, 0, sizeof(AheadLaunch) - 1},
    {"launches longer than their list", MESSAGE_call, CALL_launches, 0, sizeof(AheadLaunch)},
    {"a file without a number", MESSAGE_call, CALL_new_place, 3, 4},
};

START_TEST(malformed_message_ends_the_program)
{
    uint8_t args[ARGS_BYTES];
    memset(args, 0xff, sizeof args);
    memset(channel->from_program, 'x', 256);
    put(malformed[_i].kind, malformed[_i].number, args, malformed[_i].bytes, malformed[_i].data);
    expect_program_is_ended();
}
END_TEST

// As on a GPU: so calls do not nest deeper than this.
START_TEST(a_host_function_must_not_call)
{
    Args_cudaLaunchHostFunc function = {NULL, (cudaHostFn_t)0x5000, NULL};
    put(MESSAGE_call, CALL_cudaLaunchHostFunc, &function, sizeof function, 0);
    ck_assert(channel_wait(channel, TURN_program, -1));
    while (channel->message.kind != MESSAGE_upcall || channel->message.number != UPCALL_call) {
        ck_assert_uint_eq(channel->message.kind, MESSAGE_answer); // its time has not come
        put(MESSAGE_call, CALL_cudaDeviceSynchronize, &(char){0}, 1, 0);
        ck_assert(channel_wait(channel, TURN_program, -1));
    }
    for (int i = 0; i < 100; i++)
        ck_assert_uint_eq(call(CALL_cudaLaunchHostFunc, &function, sizeof function, 0),
                          cudaErrorNotPermitted);
    put(MESSAGE_return, UPCALL_call, NULL, 0, 0);
    ck_assert(channel_wait(channel, TURN_program, -1));
    ck_assert_uint_eq(channel->message.kind, MESSAGE_answer);
}
END_TEST

// The machine is in the middle of a copy.
START_TEST(no_call_while_memory_is_read)
{
    Args_cudaMalloc memory = {.has_p = true, .size = 100000};
    ck_assert_uint_eq(call(CALL_cudaMalloc, &memory, sizeof memory, 0), cudaSuccess);
    Args_cudaMemcpy copy = {memory.p, (void *)0x5000, 100000, cudaMemcpyHostToDevice};
    put(MESSAGE_call, CALL_cudaMemcpy, &copy, sizeof copy, 0);
    ck_assert(channel_wait(channel, TURN_program, -1));
    ck_assert_uint_eq(channel->message.number, UPCALL_read);
    Args_cudaFree nested = {memory.p};
    put(MESSAGE_call, CALL_cudaFree, &nested, sizeof nested, 0);
    expect_program_is_ended();
}
END_TEST

START_TEST(forged_handles_are_errors)
{
    uint64_t forged[] = {1, 8, 0x5000, 0x7fffffffffff, (uintptr_t)channel, UINT64_MAX};
    for (unsigned i = 0; i < sizeof forged / sizeof *forged; i++) {
        Args_cudaStreamQuery stream = {(cudaStream_t)(forged[i] + 16)};
        Args_cudaEventQuery event = {(cudaEvent_t)forged[i]};
        Args_cudaMemPoolDestroy pool = {(cudaMemPool_t)forged[i]};
        Args___cudaInitModule module = {(void **)forged[i]};
        Args_cudaLaunchKernel launch = {(const void *)forged[i], {1, 1, 1}, {1, 1, 1},
                                        (void **)forged[i],      0,         NULL};
        RegisterArgs kernel = {forged[i], forged[i]};
        ck_assert_uint_eq(call(CALL_cudaStreamQuery, &stream, sizeof stream, 0),
                          cudaErrorInvalidResourceHandle);
        ck_assert_uint_eq(call(CALL_cudaEventQuery, &event, sizeof event, 0),
                          cudaErrorInvalidResourceHandle);
        ck_assert_uint_eq(call(CALL_cudaMemPoolDestroy, &pool, sizeof pool, 0),
                          cudaErrorInvalidValue);
        call(CALL___cudaInitModule, &module, sizeof module, 0);
        strcpy((char *)channel->from_program, "name");
        call(CALL_register_function, &kernel, sizeof kernel, 5);
        ck_assert_uint_eq(call(CALL_cudaLaunchKernel, &launch, sizeof launch, 0),
                          cudaErrorInvalidResourceHandle);
    }
}
END_TEST

// An address of the machine's own memory is nothing to the machine: it asks the program for it.
START_TEST(addresses_are_the_programs)
{
    static const char ours[64] = "the machine was forked from this process and has this, too";
    char *there = (char *)(uintptr_t)ours;
    Args_cudaMalloc memory = {.has_p = true, .size = sizeof ours};
    ck_assert_uint_eq(call(CALL_cudaMalloc, &memory, sizeof memory, 0), cudaSuccess);
    Args_cudaMemcpy copy = {memory.p, there, sizeof ours, cudaMemcpyHostToDevice};
    put(MESSAGE_call, CALL_cudaMemcpy, &copy, sizeof copy, 0);
    ck_assert(channel_wait(channel, TURN_program, -1));
    ck_assert_uint_eq(channel->message.kind, MESSAGE_upcall);
    ck_assert_uint_eq(channel->message.number, UPCALL_read);
    memset(channel->from_program, 'z', sizeof ours);
    put(MESSAGE_return, UPCALL_read, NULL, 0, sizeof ours);
    ck_assert(channel_wait(channel, TURN_program, -1));
    ck_assert_uint_eq(channel->message.kind, MESSAGE_answer);
    // The other way, the bytes are an effect for the program.
    Args_cudaMemcpy back = {there, memory.p, sizeof ours, cudaMemcpyDeviceToHost};
    ck_assert_uint_eq(call(CALL_cudaMemcpy, &back, sizeof back, 0), cudaSuccess);
    Effect e;
    memcpy(&e, channel->from_machine, sizeof e);
    ck_assert_uint_eq(e.kind, EFFECT_write);
    ck_assert_uint_eq(e.at, (uintptr_t)there);
    ck_assert_int_eq(channel->from_machine[sizeof e], 'z');
}
END_TEST

// Random messages: the program may be ended, the machine ends by itself.
START_TEST(rubbish_does_not_end_the_machine)
{
    srand((unsigned)_i);
    for (int i = 0; i < 300; i++) {
        uint8_t args[ARGS_BYTES];
        for (size_t k = 0; k < sizeof args; k++)
            args[k] = (uint8_t)(rand() % 8 ? 0 : rand());
        size_t data = (size_t)(rand() % 100);
        channel->from_program[data ? data - 1 : 0] = 0;
        put(rand() % 30 ? MESSAGE_call : (MessageKind)(rand() % 5), (uint32_t)rand() % (CALLS + 1),
            args, (size_t)(rand() % 4 ? rand() % 200 : rand() % 5000), data);
        if (!channel_wait(channel, TURN_program, -1))
            break;
    }
    kill(program, SIGKILL);
    expect_machine_ends();
}
END_TEST

START_TEST(a_short_socket_message_ends_the_session)
{
    ck_assert_int_eq(send(program_socket, "x", 1, 0), 1);
    expect_machine_ends();
}
END_TEST

static void expect_leak_is_reported(void)
{
    char text[4096] = "";
    Args_cudaMalloc memory = {.has_p = true, .size = 1234};
    ck_assert_uint_eq(call(CALL_cudaMalloc, &memory, sizeof memory, 0), cudaSuccess);
    kill(program, SIGKILL);
    expect_machine_ends();
    FILE *f = fopen(report, "r");
    ck_assert_ptr_nonnull(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    text[n] = 0;
    ck_assert_msg(strstr(text, "1234"), "%s", text);
}

// What a program leaves behind when it is killed is reported as at its end.
START_TEST(a_dead_program_is_reported) { expect_leak_is_reported(); }
END_TEST

// A machine that the system has ended passes no turn; its socket is closed.
START_TEST(a_thread_does_not_wait_for_a_dead_machine)
{
    int ends[2];
    ck_assert_int_eq(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    Channel *c = calloc(1, sizeof *c);
    c->turn = TURN_machine;
    close(ends[1]);
    ck_assert(!channel_wait(c, TURN_program, ends[0]));
    close(ends[0]);
    free(c);
}
END_TEST

// What is counted is not the program's to change while it is graded.
START_TEST(a_graded_program_cannot_end_the_counting)
{
    kill(program, SIGKILL); // those of setup()
    expect_machine_ends();
    start_machine(true);
    call(CALL_end_program, NULL, 0, 0);
    expect_leak_is_reported();
}
END_TEST

SUITE(s)
{
    TCase *t =
        TESTS(s, "client", a_host_function_must_not_call, no_call_while_memory_is_read,
              forged_handles_are_errors, addresses_are_the_programs,
              a_short_socket_message_ends_the_session, a_dead_program_is_reported,
              a_thread_does_not_wait_for_a_dead_machine, a_graded_program_cannot_end_the_counting);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, malformed_message_ends_the_program, 0,
                        sizeof malformed / sizeof *malformed);
    tcase_add_loop_test(t, rubbish_does_not_end_the_machine, 0, 20);
}
