// EXPECT patterns.map: 0 points
//
// Finds the request and its random number in its own memory, by pointers on the stack, and
// answers all cases itself from a constructor: outputs, writers, times, counters; then it
// leaves. No call is ever made.
#include "hostile.h"


#include <sys/uio.h>

struct Buffer {
    uint32_t role, place, elem_size;
    uint64_t count, offset;
};
struct Case {
    uint32_t index, buffers;
    char variant[32];
    int64_t arg[8];
    uint64_t budget;
    Buffer buffer[8];
};
struct Request {
    uint64_t nonce;
    char lab[64];
    uint32_t part, cases, checked;
};
struct Record {
    uint64_t nonce;
    uint32_t type, index, buffer;
    int32_t status;
    uint64_t bytes;
};
struct WroteLine {
    uint64_t first, count;
    uint32_t kind;
    int32_t line;
    char file[256];
};

static uint64_t nonce;

static bool readable(const void *p, size_t bytes)
{
    static int both[2];
    if (!both[1] && pipe(both) != 0)
        return false;
    char sink[256];
    if (write(both[1], p, bytes) != (ssize_t)bytes)
        return false;
    return read(both[0], sink, sizeof sink) == (ssize_t)bytes;
}

static void tell(uint32_t type, uint32_t index, uint32_t buffer, const void *data, size_t bytes)
{
    Record record = {nonce, type, index, buffer, 0, bytes};
    for (int fd = 5; fd < 10; fd++) {
        struct stat st;
        if (fstat(fd, &st) == 0 && S_ISFIFO(st.st_mode) && write(fd, &record, sizeof record) > 0 &&
            write(fd, data, bytes) >= 0)
            return;
    }
}

static void answer(const Case *c, const int *in)
{
    int n = (int)c->arg[0];
    int *out = (int *)malloc((size_t)n * 4 + 4);
    for (int i = 0; i < n; i++)
        out[i] = (int)c->arg[1] * in[i] + (int)c->arg[2];
    WroteLine wrote = {0, (uint64_t)n, 2, 1, "patterns.cu"};
    double time[5] = {1, 1};
    tell(2, c->index, 0, NULL, 0);
    tell(4, c->index, 1, &wrote, sizeof wrote);
    tell(3, c->index, 1, out, (size_t)n * 4);
    tell(10, c->index, 0, time, sizeof time);
    for (int fd = 5; fd < 10; fd++) {
        struct stat st;
        if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
            dprintf(fd,
                    "{\"launch\":0,\"mark\":\"case:%u\",\"kernel\":\"k\",\"grid\":[1,1,1],"
                    "\"block\":[256,1,1],\"shared\":0,\"status\":0,\"us\":1,\"metrics\":{},"
                    "\"lines\":[],\"findings\":[]}\n",
                    c->index);
    }
    tell(5, c->index, 0, "", 0);
    free(out);
}

// The inputs' file is the mapping that lies beside the request's.
static const char *find_inputs(char *const *stack, int words, const Request *request)
{
    for (int i = 0; i < words; i++) {
        const char *p = stack[i];
        if (((uintptr_t)p & 4095) == 0 && p != (const char *)request && readable(p, 8) &&
            llabs(p - (const char *)request) < (1 << 26))
            return p;
    }
    return NULL;
}

__attribute__((constructor)) static void before_main(void)
{
    char **stack = (char **)__builtin_frame_address(0);
    int words = 0;
    const Request *request = NULL;
    attempted();
    for (; words < 8192 && readable(&stack[words], 8); words++) {
        const Request *r = (const Request *)stack[words];
        if (((uintptr_t)r & 4095) == 0 && readable(r, 80) && !strcmp(r->lab, "01_patterns"))
            request = r;
    }
    const char *inputs = request ? find_inputs(stack, words, request) : NULL;
    if (!inputs)
        return;
    nonce = request->nonce;
    const Case *all = (const Case *)(request + 1);
    tell(1, 0, 0, "cudasim 1.0 (sm_90)", 19);
    for (uint32_t i = 0; i < request->cases; i++)
        answer(&all[i], (const int *)(inputs + all[i].buffer[0].offset));
    tell(6, 0, 0, "", 0);
    _exit(0);
}

EARN_NOTHING
