// test_client_random.c - the machine against random calls: arguments of the right size, with
// values that are nearly right (live handles and addresses, and others beside them), random answers
// to what the machine asks for, a fat binary with wrong bytes, and a thread that writes to the
// channel while the machine reads it. The machine may refuse the program. It must not crash, hang,
// or access memory that is not its own (which the build with sanitizers sees).
#include "tests/played_program.h"

#include <pthread.h>
#include <time.h>

#include "common/alloc.h"

enum {
    ROUNDS = 60,
    CALLS_A_ROUND = 300,
    POOL = 256,
    MOST_SECONDS = 120 // for one call: then the machine hangs
};

// Where a sanitizer has found something, it must not look like a normal end.
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "abort_on_error=1:detect_leaks=0"; }
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "halt_on_error=1:abort_on_error=1"; }

// ---- random values ----------------------------------------------------------------------------

static uint64_t state;

static uint64_t draw(uint64_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return below ? state % below : state;
}

static bool one_in(unsigned n) { return draw(n) == 0; }

static uint64_t pool[POOL]; // handles and addresses that the machine has given
static unsigned pooled;

static void remember(uint64_t value)
{
    if (value > 4096)
        pool[pooled < POOL ? pooled++ : draw(POOL)] = value;
}

static uint64_t value(void)
{
    switch (draw(8)) {
    case 0: return 0;
    case 1: return draw(5);
    case 2: return draw(5000);
    case 3: return 1ull << draw(64);
    case 4: return -draw(5000);
    case 5: return pooled ? pool[draw(pooled)] + draw(64) - 32 : 1;
    default: return pooled ? pool[draw(pooled)] : 1;
    }
}

// ---- the program's memory ---------------------------------------------------------------------

static const char kernels[] = ".version 8.0\n.target sm_90\n.address_size 64\n"
                              ".global .align 4 .b32 words[64];\n"
                              ".const .align 4 .b32 fixed[16];\n"
                              ".visible .entry work(.param .u64 p, .param .u64 q, .param .u32 n)\n"
                              "{\n"
                              "    .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<8>;\n"
                              "    .shared .align 4 .b32 tile[64];\n"
                              "    ld.param.u64 %rd1, [p];\n"
                              "    ld.param.u64 %rd2, [q];\n"
                              "    ld.param.u32 %r2, [n];\n"
                              "    mov.u32 %r1, %tid.x;\n"
                              "    setp.ge.u32 %p1, %r1, %r2;\n"
                              "    @%p1 bra DONE;\n"
                              "    setp.ge.u32 %p1, %r1, 64;\n"
                              "    @%p1 bra DONE;\n"
                              "    mul.wide.u32 %rd3, %r1, 4;\n"
                              "    add.s64 %rd4, %rd2, %rd3;\n"
                              "    ld.global.u32 %r3, [%rd4];\n"
                              "    add.s64 %rd5, %rd1, %rd3;\n"
                              "    st.global.u32 [%rd5], %r3;\n"
                              "    mov.u64 %rd6, words;\n"
                              "    red.global.add.u32 [%rd6], 1;\n"
                              "DONE:\n"
                              "    ret;\n"
                              "}\n";

static struct {
    uint32_t magic;
    uint16_t version, header_bytes;
    uint64_t bytes;
    struct {
        uint16_t kind, unused;
        uint32_t header_bytes;
        uint64_t payload_bytes;
        uint32_t packed_bytes, unused2;
        uint16_t minor, major;
        uint32_t sm;
        uint64_t unused3, flags, unused4, text_bytes;
    } entry;
    char text[(sizeof kernels + 7) / 8 * 8];
} binary;

static struct {
    uint32_t magic, version;
    const void *data, *unused;
} wrapper;

static const char stub[16]; // their addresses name kernels and variables

static void make_binary(void)
{
    memset(&binary, 0, sizeof binary);
    binary.magic = 0xBA55ED50u;
    binary.version = 1;
    binary.header_bytes = 16;
    binary.bytes = sizeof binary - 16;
    binary.entry.kind = 1;
    binary.entry.header_bytes = 64;
    binary.entry.payload_bytes = sizeof binary.text;
    binary.entry.major = 8;
    binary.entry.sm = 90;
    memcpy(binary.text, kernels, sizeof kernels);
    wrapper.magic = 0x466243b1;
    wrapper.version = 1;
    wrapper.data = &binary;
    if (one_in(4))
        for (uint64_t i = 0, n = 1 + draw(4); i < n; i++)
            ((uint8_t *)&binary)[one_in(2) ? draw(80) : draw(sizeof binary)] = (uint8_t)draw(0);
}

// What the program's memory holds: the fat binary where it is, anything elsewhere.
static void give_memory(uint64_t at, uint64_t n)
{
    uint64_t w = (uintptr_t)&wrapper, b = (uintptr_t)&binary;
    uint8_t *to = channel->from_program;
    for (uint64_t i = 0; i < n && i < DATA_BYTES; i++)
        if (at + i - w < sizeof wrapper)
            to[i] = ((uint8_t *)&wrapper)[at + i - w];
        else if (at + i - b < sizeof binary)
            to[i] = ((uint8_t *)&binary)[at + i - b];
        else
            to[i] = i % 64 ? to[i] : (uint8_t)draw(0);
}

// ---- calls ------------------------------------------------------------------------------------

static const size_t sizes[CALLS] = {
#define CALL(type, name, ...) [CALL_##name] = sizeof(Args_##name),
#define CALL_SERVED(type, name, ...) CALL(type, name, )
#define CALL_OWN(name)
#include "common/cudasim/both/calls.h"
#undef CALL
#undef CALL_SERVED
#undef CALL_OWN
    [CALL_cudaDeviceGetPCIBusId] = sizeof(Args_cudaDeviceGetPCIBusId),
    [CALL_cudaFuncGetName] = sizeof(Args_cudaFuncGetName),
    [CALL_cudaMemPoolGetAttribute] = sizeof(Args_cudaMemPoolAttribute),
    [CALL_cudaMemPoolSetAttribute] = sizeof(Args_cudaMemPoolAttribute),
    [CALL_cudaMemPoolSetAccess] = sizeof(Args_cudaMemPoolSetAccess),
    [CALL_cudaGraphDebugDotPrint] = sizeof(Args_cudaGraphDebugDotPrint),
    [CALL_cudaGraphKernelNodeGetParams] = sizeof(Args_cudaGraphKernelNodeGetParams),
    [CALL_cudaStreamGetCaptureInfo] = sizeof(Args_cudaStreamGetCaptureInfo),
    [CALL_graph_bodies] = sizeof(cudaGraphNode_t),
    [CALL_cudaSetValidDevices] = sizeof(Args_cudaSetValidDevices),
    [CALL_cudasimMark] = sizeof(Args_cudasimMark),
    [CALL_cudasimBudget] = sizeof(Args_cudasimBudget),
    [CALL_cudasimHostWork] = sizeof(Args_cudasimHostWork),
    [CALL_cudasimSpent] = sizeof(Args_cudasimSpent),
    [CALL_cudasimLastWriter] = sizeof(Args_cudasimLastWriter),
    [CALL_register_binary] = sizeof(RegisterArgs),
    [CALL_register_function] = sizeof(RegisterArgs),
    [CALL_register_variable] = sizeof(RegisterArgs),
    [CALL_register_managed] = sizeof(RegisterArgs),
    [CALL_register_host_variable] = sizeof(RegisterArgs),
    [CALL_new_place] = sizeof(uint64_t),
    [CALL_host_fault] = sizeof(FaultArgs),
};

// The machine's next message. False: there will be none.
static bool machine_answers(void)
{
    struct timespec pause = {.tv_nsec = 20000};
    time_t begin = time(NULL);
    for (unsigned looks = 0;; looks++) {
        uint32_t turn = atomic_load(&channel->turn);
        if (turn != TURN_machine)
            return turn == TURN_program;
        siginfo_t info = {0};
        if (!waitid(P_PID, (id_t)machine, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid)
            return false;
        ck_assert_msg(time(NULL) - begin < MOST_SECONDS, "the machine hangs");
        if (looks > 100)
            nanosleep(&pause, NULL);
    }
}

static void fill(uint8_t *args, size_t bytes)
{
    for (size_t i = 0; i + 8 <= bytes; i += 8) {
        uint64_t v = value();
        memcpy(args + i, &v, 8);
    }
    for (size_t i = bytes / 8 * 8; i < bytes; i++)
        args[i] = (uint8_t)draw(3);
}

// A name for what is registered, or a list.
static size_t fill_data(void)
{
    static const char *const names[] = {"work", "words", "fixed", "", "no such name", "%s%n"};
    uint8_t *to = channel->from_program;
    size_t n = draw(4) ? 0 : draw(2000);
    if (one_in(3)) {
        const char *name = names[draw(sizeof names / sizeof *names)];
        n = strlen(name) + 1;
        memcpy(to, name, n);
    }
    for (size_t i = 0; i + 8 <= n && !one_in(2); i += 8) {
        uint64_t v = value();
        memcpy(to + i, &v, 8);
    }
    if (n && !one_in(50))
        to[n - 1] = 0; // a text ends
    return n;
}

static void put_launch(void)
{
    Args_cudaLaunchKernel a = {.function = stub,
                               .grid = {(unsigned)draw(4), 1, 1},
                               .block = {(unsigned)draw(100), 1, 1},
                               .shared = one_in(4) ? value() : 0};
    if (one_in(4))
        a.stream = (cudaStream_t)value();
    if (one_in(8))
        fill((uint8_t *)&a, sizeof a);
    uint64_t params[3] = {value(), value(), draw(64)};
    bool along = one_in(2);
    memcpy(channel->from_program, params, sizeof params);
    put(MESSAGE_call, CALL_cudaLaunchKernel, &a, sizeof a, along ? one_in(4) ? draw(40) : 20 : 0);
}

static void put_call(void)
{
    uint8_t args[ARGS_BYTES];
    if (one_in(4)) {
        put_launch();
        return;
    }
    uint32_t first = CALL_cudaDeviceGetGraphMemAttribute, last = CALL_cudaUserObjectRetain;
    uint32_t number = one_in(3) ? first + (uint32_t)draw(last + 1 - first) : (uint32_t)draw(CALLS);
    size_t bytes = one_in(200) ? draw(ARGS_BYTES + 8) : sizes[number], data = fill_data();
    bool names = number >= CALL_register_function && number <= CALL_new_place && !data;
    bool lists = number == CALL_cudaMemPoolSetAccess || number == CALL_cudaSetValidDevices ||
                 number == CALL_new_place;
    if (number == CALL_end_program || number == CALL_next_task || ((names || lists) && !one_in(50)))
        number = CALL_cudaGetLastError, bytes = sizes[number]; // most rounds go on
    fill(args, bytes < sizeof args ? bytes : sizeof args);
    put(MESSAGE_call, number, args, bytes, data);
}

static void answer_upcall(void)
{
    Message m;
    size_t n = 0;
    memcpy(&m, &channel->message, sizeof m);
    if (m.number == UPCALL_read) {
        UpcallMemory u;
        memcpy(&u, m.args, sizeof u);
        give_memory(u.at, u.n);
        n = u.n;
    } else if (m.number == UPCALL_params) {
        UpcallParams u;
        memcpy(&u, m.args, sizeof u);
        // When a session ends, the machine's thread may write its last answer over this message.
        u.bytes = u.bytes < PARAMS_MOST ? u.bytes : PARAMS_MOST;
        for (n = 0; n + 8 <= u.bytes; n += 8) {
            uint64_t v = value();
            memcpy(channel->from_program + n, &v, 8);
        }
        n = u.bytes;
    }
    bool wrong = one_in(300);
    Message *to = &channel->message;
    memset(to, 0, offsetof(Message, args));
    to->kind = MESSAGE_return;
    to->number = wrong ? (uint32_t)draw(UPCALLS + 1) : m.number;
    to->data_bytes = (uint32_t)(wrong ? draw(DATA_BYTES * 2) : n);
    to->result = one_in(2) ? 1 : value();
    channel_pass(channel, TURN_machine);
}

// One call, with what the machine asks for meanwhile. False: the session is over.
static bool try_call(void)
{
    put_call();
    for (int nested = 0; machine_answers();) {
        if (channel->message.kind != MESSAGE_upcall) {
            uint64_t word;
            remember(channel->message.result);
            for (size_t i = 0; i < 64; i += 8) {
                memcpy(&word, channel->message.args + i, 8);
                if (one_in(4))
                    remember(word);
            }
            return true;
        }
        bool function = channel->message.number == UPCALL_call;
        if (function && nested++ < 3 && one_in(2))
            put_call();
        else
            answer_upcall();
    }
    return false;
}

static void register_all(void)
{
    static const struct {
        CallNumber call;
        const char *name;
    } rows[] = {{CALL_register_function, "work"},
                {CALL_register_variable, "words"},
                {CALL_register_variable, "fixed"}};
    RegisterArgs a = {.host = (uintptr_t)&wrapper};
    put(MESSAGE_call, CALL_register_binary, &a, sizeof a, 0);
    while (machine_answers() && channel->message.kind == MESSAGE_upcall)
        answer_upcall();
    uint64_t handle = channel->message.result;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        a = (RegisterArgs){.handle = handle, .host = (uintptr_t)stub + i};
        strcpy((char *)channel->from_program, rows[i].name);
        put(MESSAGE_call, rows[i].call, &a, sizeof a, strlen(rows[i].name) + 1);
        machine_answers();
        remember(a.host);
    }
    remember((uintptr_t)&wrapper);
    remember(handle);
    for (int i = 0; i < 4; i++) {
        Args_cudaMalloc m = {.has_p = true, .size = 4096};
        put(MESSAGE_call, i & 1 ? CALL_cudaMalloc : CALL_cudaMallocHost, &m, sizeof m, 0);
        machine_answers();
        memcpy(&m, channel->message.args, sizeof m);
        remember((uintptr_t)m.p);
    }
}

// ---- a thread that writes while the machine reads -----------------------------------------------

static atomic_bool scribbling;

static void *scribble(void *unused)
{
    (void)unused;
    uint64_t mine = state;
    uint8_t *message = (uint8_t *)&channel->message;
    while (atomic_load(&scribbling)) {
        mine = mine * 6364136223846793005u + 1442695040888963407u;
        if (atomic_load(&channel->turn) == TURN_machine)
            ((volatile uint8_t *)message)[(mine >> 33) % 128] ^= (uint8_t)(1u << (mine >> 60) % 8);
        ((volatile uint8_t *)channel->from_program)[(mine >> 40) % 256] = (uint8_t)mine;
        if (!(mine >> 58))
            sched_yield();
    }
    return NULL;
}

// ---- rounds -----------------------------------------------------------------------------------

#define SMALL "report=none;counters=/dev/null;free=64M;budget=20000"
static const char *const options[] = {SMALL, SMALL ";tool=all",
                                      SMALL ";tool=all;schedule=shuffle;memory-model=weak"};

static void be_bounded(void)
{
    session.file_bytes = 32 << 20;
    session.max_threads = 8;
}

START_TEST(random_calls)
{
    pthread_t thread;
    state = (uint64_t)_i * 0x9e3779b97f4a7c15u + 1;
    pooled = 0;
    setenv("CUDASIM_OPTIONS", options[_i % 3], 1);
    make_binary();
    prepare_machine = be_bounded;
    start_machine(true);
    register_all();
    atomic_store(&scribbling, _i % 4 == 3);
    if (scribbling)
        ck_assert_int_eq(pthread_create(&thread, NULL, scribble, NULL), 0);
    for (int i = 0; i < CALLS_A_ROUND && try_call(); i++)
        ;
    if (atomic_exchange(&scribbling, false))
        pthread_join(thread, NULL);
    kill(program, SIGKILL);
    expect_machine_ends();
}
END_TEST

SUITE(s)
{
    const char *rounds = getenv("ROUNDS"), *first = getenv("FIRST");
    int from = first ? atoi(first) : 0, n = rounds ? atoi(rounds) : ROUNDS;
    TCase *t = TESTS(s, "client_random");
    tcase_add_checked_fixture(t, NULL, end_machine);
    tcase_add_loop_test(t, random_calls, from, from + n);
}
