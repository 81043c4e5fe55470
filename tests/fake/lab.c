// lab.c - fake submissions of lab 04, part 1. Compiled once for each kind of behaviour,
// KIND_<kind>; most kinds are wrong only for n = 33.
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void fake_launch(const char *findings);
void fake_store(void *p, const void *value, size_t bytes, int line);
void fake_fail(int error, int is_sticky);
int cudaMemcpy(void *to, const void *from, size_t n, int kind);

enum { BLOCK = 256, VERDICT_FD = 5 };

typedef enum { KERNEL, HOST, SKIP_LAST, WRONG, NOTHING } Way;

static void sums(int *partial, const int *in, int n, Way way)
{
    int blocks = (n + BLOCK - 1) / BLOCK;
    for (int b = 0; b < blocks; b++) {
        int sum = way == WRONG;
        for (int i = b * BLOCK; i < n && i < (b + 1) * BLOCK; i++)
            sum += in[i];
        if (way == NOTHING || (way == SKIP_LAST && b == blocks - 1))
            continue;
        if (way == HOST)
            cudaMemcpy(&partial[b], &sum, sizeof sum, 1);
        else
            fake_store(&partial[b], &sum, sizeof sum, 21);
    }
}

__attribute__((unused)) static void launch(int *partial, const int *in, int n, Way way)
{
    fake_launch(NULL);
    sums(partial, in, n, way);
}

void reduce_neighbored_int(int *partial, const int *in, int n)
{
    bool here = n == 33;
    (void)here;
#if defined KIND_right
    launch(partial, in, n, KERNEL);
#elif defined KIND_idle
    (void)partial, (void)in;
#elif defined KIND_host
    sums(partial, in, n, HOST);
#elif defined KIND_disguised // a kernel runs, but the host writes
    launch(partial, in, n, HOST);
#elif defined KIND_unwritten
    launch(partial, in, n, SKIP_LAST);
#elif defined KIND_wrong
    launch(partial, in, n, here ? WRONG : KERNEL);
#elif defined KIND_crash
    if (here)
        raise(SIGSEGV);
    launch(partial, in, n, KERNEL);
#elif defined KIND_exit0
    if (here)
        exit(0);
    launch(partial, in, n, KERNEL);
#elif defined KIND_check // what CUDA_CHECK does
    if (here) {
        fprintf(stderr, "fake.cu:5: a call failed\n");
        exit(110);
    }
    launch(partial, in, n, KERNEL);
#elif defined KIND_hang
    while (here)
        pause();
    launch(partial, in, n, KERNEL);
#elif defined KIND_forge // looks like "done", but does not know the nonce
    if (here) {
        char record[40] = {0};
        record[8] = 6;
        if (write(VERDICT_FD, record, sizeof record) < 0)
            abort();
        exit(0);
    }
    launch(partial, in, n, KERNEL);
#elif defined KIND_sticky
    launch(partial, in, n, KERNEL);
    if (here)
        fake_fail(700, 1);
#elif defined KIND_launcherror
    launch(partial, in, n, KERNEL);
    if (here)
        fake_fail(9, 0);
#elif defined KIND_race
    fake_launch("{\"tool\":\"racecheck\",\"kind\":\"hazard\",\"severity\":\"error\","
                "\"cause\":\"race_cluster\",\"message\":\"Race reported. RAW hazard at __shared__ "
                "address 0x0\",\"count\":3,"
                "\"file\":\"fake.cu\",\"line\":12,\"block\":[0,0,0],"
                "\"other\":{\"file\":\"fake.cu\",\"line\":14,\"block\":[1,0,0]}}");
    sums(partial, in, n, KERNEL);
#elif defined KIND_findings // thousands of mistakes, with a file's name that is no text
    for (int line = 1; line <= 3000; line++) {
        char finding[256];
        snprintf(finding, sizeof finding,
                 "{\"tool\":\"memcheck\",\"kind\":\"bounds\",\"severity\":\"error\","
                 "\"cause\":\"out_of_bounds\",\"message\":\"\\u001b[2Jout of bounds\",\"count\":1,"
                 "\"file\":\"\\u0007.cu\",\"line\":%d}",
                 line);
        fake_launch(n == 33 ? finding : NULL);
    }
    sums(partial, in, n, KERNEL);
#elif defined KIND_daemon   // leaves a process behind, in another session
    if (here && fork() == 0) {
        setsid();
        if (fork() == 0)
            while (true)
                pause();
        _exit(0);
    }
    launch(partial, in, n, KERNEL);
#elif defined KIND_chatty
    for (int i = 0; i < 100000; i++)
        printf("line %d\n", i);
    launch(partial, in, n, KERNEL);
#elif defined KIND_environment
    extern char **environ;
    for (char **e = environ; *e; e++)
        printf("%s\n", *e);
    launch(partial, in, n, KERNEL);
#else
#error "no such kind"
#endif
}

void reduce_neighbored_float(float *partial, const float *in, int n)
{
    float nan = NAN;
    (void)in, (void)n;
    fake_launch(NULL);
    fake_store(partial, &nan, sizeof nan, 33);
}
