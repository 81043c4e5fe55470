// test_wire.c - records of a runner that are not what wire.h says are no records.
#include "suite.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/cudasim/cudasim.h"
#include "grader/run/wire_check.h"
#include "grader/runner.h"

static CaseList *list;

static void setup(void)
{
    list = cases_new("04_reduction", 1, 1);
    Case *c = case_add(list, 0, "int", "n=10");
    case_buffer(c, BUFFER_in, ELEM_i32, 10, "in");
    case_buffer(c, BUFFER_out, ELEM_f64, 4, "out");
}

static void teardown(void) { cases_free(list); }

static const struct {
    uint32_t type, index, buffer;
    uint64_t bytes;
    bool good;
} headers[] = {
    {WIRE_hello, 0, 0, 6, true},
    {WIRE_hello, 0, 0, 1024, false},
    {WIRE_begin, 0, 0, 0, true},
    {WIRE_begin, 1, 0, 0, false}, // no such case
    {WIRE_begin, UINT32_MAX, 0, 0, false},
    {WIRE_begin, 0, 0, 8, false},
    {WIRE_output, 0, 1, 32, true},
    {WIRE_output, 0, 1, 24, false},
    {WIRE_output, 0, 1, 1ull << 40, false}, // nobody waits for it
    {WIRE_output, 0, 0, 40, false},         // an input
    {WIRE_output, 0, 2, 32, false},         // no such buffer
    {WIRE_output, 0, UINT32_MAX, 32, false},
    {WIRE_writers, 0, 1, 2 * sizeof(WireWriter), true},
    {WIRE_writers, 0, 1, 5 * sizeof(WireWriter), false}, // more than elements
    {WIRE_writers, 0, 1, sizeof(WireWriter) + 1, false},
    {WIRE_changed, 0, 0, sizeof(WireWriter), true},
    {WIRE_changed, 0, 1, sizeof(WireWriter), false},
    {WIRE_time, 0, 0, sizeof(WireTime), true},
    {WIRE_time, 0, 0, 8, false},
    {WIRE_origins, 0, 0, sizeof(CudasimOrigins), true},
    {WIRE_origins, 0, 0, sizeof(CudasimOrigins) - 1, false},
    {WIRE_crash, 0, 0, sizeof(WireCrash), true},
    {WIRE_crash, 1, 0, sizeof(WireCrash), false},
    {WIRE_crash, 0, 0, sizeof(WireCrash) + 1, false},
    {WIRE_end, 0, 0, 100, true},
    {WIRE_end, 7, 0, 100, false},
    {WIRE_end, 0, 0, 5000, false},
    {WIRE_done, 0, 0, 0, true},
    {WIRE_done, 0, 0, 1, false},
    {0, 0, 0, 0, false},
    {99, 0, 0, 0, false},
};

START_TEST(header)
{
    WireRecord record = {.type = headers[_i].type,
                         .index = headers[_i].index,
                         .buffer = headers[_i].buffer,
                         .bytes = headers[_i].bytes};
    ck_assert(wire_header_is_good(&record, list) == headers[_i].good);
}
END_TEST

static bool good_writer(uint64_t first, uint64_t count, uint32_t kind, bool ends)
{
    WireRecord record = {.type = WIRE_writers, .buffer = 1, .bytes = sizeof(WireWriter)};
    WireWriter w = {.first = first, .count = count, .kind = kind};
    if (!ends)
        memset(w.file, 'x', sizeof w.file);
    return wire_data_is_good(&record, &w, list);
}

START_TEST(writers)
{
    ck_assert(good_writer(0, 4, CUDASIM_WRITER_KERNEL, true));
    ck_assert(good_writer(3, 1, CUDASIM_WRITER_UNKNOWN, true));
    ck_assert(!good_writer(0, 4, CUDASIM_WRITER_KERNEL, false)); // a name without its end
    ck_assert(!good_writer(4, 1, CUDASIM_WRITER_KERNEL, true));
    ck_assert(!good_writer(0, 5, CUDASIM_WRITER_KERNEL, true));
    ck_assert(!good_writer(1, UINT64_MAX, CUDASIM_WRITER_KERNEL, true));
    ck_assert(!good_writer(0, 0, CUDASIM_WRITER_KERNEL, true));
    ck_assert(!good_writer(0, 4, 77, true));
}
END_TEST

START_TEST(times)
{
    WireRecord record = {.type = WIRE_time, .bytes = sizeof(WireTime)};
    WireTime time = {.us = 1};
    ck_assert(wire_data_is_good(&record, &time, list));
    time.us = -1;
    ck_assert(!wire_data_is_good(&record, &time, list));
    time.us = NAN;
    ck_assert(!wire_data_is_good(&record, &time, list));
    time.us = INFINITY;
    ck_assert(!wire_data_is_good(&record, &time, list));
}
END_TEST

START_TEST(origins)
{
    CudasimOrigins facts = {.largest = {.call = "cudaMemcpy", .line = 7}};
    WireRecord record = {.type = WIRE_origins, .bytes = sizeof facts};
    ck_assert(wire_data_is_good(&record, &facts, list));
    facts.largest.line = -1;
    ck_assert(!wire_data_is_good(&record, &facts, list));
    facts.largest.line = 7;
    memset(facts.writer.file, 'x', sizeof facts.writer.file);
    ck_assert(!wire_data_is_good(&record, &facts, list));
}
END_TEST

START_TEST(crashes)
{
    WireCrash crash = {.signal = 11, .line = 7, .file = "f", .text = "t"};
    WireRecord record = {.type = WIRE_crash, .bytes = sizeof crash};
    ck_assert(wire_data_is_good(&record, &crash, list));
    crash.caller = -1;
    ck_assert(!wire_data_is_good(&record, &crash, list));
    crash.caller = 7;
    memset(crash.caller_file, 'x', sizeof crash.caller_file);
    ck_assert(!wire_data_is_good(&record, &crash, list));
}
END_TEST

START_TEST(texts)
{
    WireRecord record = {.type = WIRE_end, .bytes = 4};
    ck_assert(wire_data_is_good(&record, "text", list));
    ck_assert(!wire_data_is_good(&record, "te\0t", list));
}
END_TEST

// ---- two threads of a runner ----

enum { TOLD = 4000 }; // by each

const WireRequest *request; // of the runner that this test plays

static void *tell(void *name)
{
    for (int i = 0; i < TOLD; i++)
        send_record(WIRE_over, 0, 0, 0, name, strlen(name));
    return NULL;
}

static void tell_from_two_threads(int verdict)
{
    static const WireRequest own = {.nonce = 42};
    pthread_t other;
    request = &own;
    dup2(verdict, WIRE_FD_verdict);
    pthread_create(&other, NULL, tell, (char *)"one");
    tell((char *)"another");
    pthread_join(other, NULL);
    _exit(0);
}

// A client that leaves within a case is seen by two threads, which both tell it.
START_TEST(no_record_within_another)
{
    int verdict[2], records = 0;
    ck_assert(!pipe(verdict));
    pid_t pid = fork();
    if (pid == 0)
        tell_from_two_threads(verdict[1]);
    close(verdict[1]);
    FILE *f = fdopen(verdict[0], "r");
    WireRecord record;
    char text[8];
    for (; fread(&record, sizeof record, 1, f) == 1; records++) {
        ck_assert(record.nonce == 42 && record.bytes < sizeof text);
        ck_assert(fread(text, record.bytes, 1, f) == 1);
        text[record.bytes] = 0;
        ck_assert_str_eq(text, record.bytes == 3 ? "one" : "another");
    }
    fclose(f);
    waitpid(pid, NULL, 0);
    ck_assert_int_eq(records, 2 * TOLD);
}
END_TEST

SUITE(s)
{
    TCase *t = TESTS(s, "wire", writers, times, origins, crashes, texts, no_record_within_another);
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, header, 0, sizeof headers / sizeof *headers);
}
