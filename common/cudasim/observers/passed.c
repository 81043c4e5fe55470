// passed.c - the bytes that pass between host and device, for a grader that runs a whole program.
//
// Nobody knows the buffers of a program. But what it prints has come to the host before: by a copy,
// or since a kernel has stored it where the host can read it. Two logs have these bytes, and those
// that copies have brought to the device, each in the order of time (machine_passed).
#include "findings.h"
#include "observers.h"
#include "origins.h"
#include "sim/host.h"

enum { MOST_PASSED = 1 << 20 }; // of each direction

static struct {
    uint8_t *bytes;
    size_t n;
} passed[2]; // to the host, to the device

static bool in_device_memory(uint64_t addr) { return addr >= GLOBAL_BASE && addr < GLOBAL_END; }

static void pass(bool to_device, const uint8_t *bytes, uint64_t n)
{
    size_t room = MOST_PASSED - passed[to_device].n;
    n = n < room ? n : room;
    memcpy(passed[to_device].bytes + passed[to_device].n, bytes, n);
    passed[to_device].n += n;
}

// What the host has sent is left out.
static void pass_to_host(uint64_t from, uint64_t n)
{
    const uint8_t *bytes = mem_host(from, n);
    uint64_t sent = bytes ? origins_sent(from, n) : n;
    if (!sent)
        pass(false, bytes, n);
    for (uint64_t i = 0; sent < n && sent && i < n; i++)
        if (!origins_sent(from + i, 1))
            pass(false, bytes + i, 1);
}

// The host's own bytes, which the copy reads next.
static void pass_to_device(uint64_t from, uint64_t n)
{
    uint8_t piece[4096];
    for (uint64_t at = 0, some; at < n && passed[true].n < MOST_PASSED; at += some) {
        some = n - at < sizeof piece ? n - at : sizeof piece;
        const uint8_t *shared = mem_host(from + at, some);
        if (!shared)
            host_process.read(piece, from + at, some);
        pass(true, shared ? shared : piece, some);
    }
}

// Words of memory that host and device share, as a launch has left them; not those that only the
// host has written.
static void pass_shared(void)
{
    for (const Alloc *a = mem_next(NULL); a; a = mem_next(a))
        for (uint64_t at = 0; a->live && !in_device_memory(a->addr) && at + 4 <= a->size; at += 4)
            if (origins_stored(a->addr + at))
                pass(false, a->host + at, 4);
}

static void on_copy(uint64_t to, uint64_t from, uint64_t n)
{
    if (in_device_memory(to) && !in_device_memory(from))
        pass_to_device(from, n);
    else if (in_device_memory(from) && !in_device_memory(to))
        pass_to_host(from, n);
}

static void on_launch_end(Launch *l)
{
    (void)l;
    pass_shared();
}

static Observer passed_observer = {
    .name = "passed",
    .rank = RANK_origins, // after origins.c
    .copy = on_copy,
    .launch_end = on_launch_end,
};

void observers_keep_passed(void)
{
    hooks_add(&passed_observer);
    for (int i = 0; i < 2; i++)
        passed[i].bytes = must_calloc(MOST_PASSED, 1);
}

const uint8_t *observers_passed(bool to_device, size_t *bytes)
{
    *bytes = passed[to_device].n;
    return passed[to_device].bytes;
}
