// lab.c - objects that stand for a submission of lab 04, part 1. Compiled once
// for each way to behave, KIND_<kind>; most misbehave for n = 33 alone.
#include <fcntl.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "device.h"

enum { BLOCK = 256, FIRST_FD = 3, LAST_FD = 63, SECRET = 0x5ec2e7 };

typedef enum { KERNEL, HOST, SKIP_LAST, WRONG } Way;

static void sums_by_host(int *partial, const int *in, int n, int blocks)
{
    int sum[2] = {0}, copy[2 * BLOCK];
    if (n)
        cudaMemcpy(copy, in, (size_t)n * sizeof *in, COPY_DEFAULT);
    for (int i = 0; i < n; i++)
        sum[i / BLOCK] += copy[i];
    if (blocks)
        cudaMemcpy(partial, sum, (size_t)blocks * sizeof *sum, COPY_DEFAULT);
}

// Pageable memory is out of a kernel's reach.
__attribute__((unused)) static void sums(int *partial, const int *in, int n, Way way)
{
    int blocks = (n + BLOCK - 1) / BLOCK;
    if (way == HOST || (n && is_pageable(in)))
        sums_by_host(partial, in, n, blocks);
    else
        fake_launch(partial, in, n, way == WRONG, blocks - (way == SKIP_LAST && blocks), false);
}

#if defined KIND_maps
// Is the input of a later case in any memory of this process?
static int secrets_at(const char *from, const char *to)
{
    volatile uint32_t secret = SECRET; // not a constant in memory
    int found = 0;
    for (const char *p = from; p + 8 <= to; p += 4) {
        uint32_t word[2];
        memcpy(word, p, sizeof word);
        found += word[0] == secret << 8 && word[1] == (secret << 8 | 1);
    }
    return found;
}

static void look_for_secrets(void)
{
    char line[512], path[64], mode[5];
    unsigned long from, to;
    int found = 0;
    FILE *f = fopen("/proc/self/maps", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%lx-%lx %4s", &from, &to, mode) == 3 && mode[0] == 'r' &&
            !strstr(line, "[vv"))
            found += secrets_at((const char *)from, (const char *)to);
    if (f)
        fclose(f);
    printf("secrets %d\n", found);
    static const char *const files[] = {"/proc/%d/mem", "/proc/%d/maps", "/proc/%d/fd/5",
                                        "/proc/%d/fd/6"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, files[i], (int)getppid());
        printf("opened %d\n", open(path, O_RDWR) >= 0);
    }
    for (int fd = FIRST_FD + 1; fd <= LAST_FD; fd++)
        if (fcntl(fd, F_GETFD) >= 0) {
            snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
            ssize_t n = readlink(path, line, sizeof line - 1);
            printf("descriptor %.*s\n", n > 0 ? (int)n : 0, line);
        }
}
#endif

#if defined KIND_between
static volatile bool stop;

static void *launch_for_ever(void *unused)
{
    (void)unused;
    while (!stop) {
        fake_launch(NULL, NULL, 0, 0, 0, false);
        usleep(100);
    }
    return NULL;
}
#endif

void reduce_neighbored_int(int *partial, const int *in, int n)
{
    bool here = n == 33;
    (void)here;
#if defined KIND_right
    sums(partial, in, n, KERNEL);
#elif defined KIND_idle
    (void)partial, (void)in;
#elif defined KIND_host
    sums(partial, in, n, HOST);
#elif defined KIND_disguised // a kernel runs, but the host writes
    fake_launch(NULL, NULL, 0, 0, 0, false);
    sums(partial, in, n, HOST);
#elif defined KIND_unwritten
    sums(partial, in, n, SKIP_LAST);
#elif defined KIND_wrong
    printf("adds %d\nadds\n", n);
    sums(partial, in, n, here ? WRONG : KERNEL);
#elif defined KIND_crash
    if (here)
        raise(SIGSEGV);
    sums(partial, in, n, KERNEL);
#elif defined KIND_overrun // of a block of the host's heap
    enum { BLOCK = 60000 };
    volatile char *block = malloc(BLOCK), *next = malloc(BLOCK);
    for (int i = 0; here && i < 64; i++)
        block[BLOCK + i] = 1;
    free((char *)block);
    free((char *)next);
    sums(partial, in, n, KERNEL);
#elif defined KIND_exit0
    if (here)
        exit(0);
    sums(partial, in, n, KERNEL);
#elif defined KIND_check // what CUDA_CHECK does
    if (here) {
        fprintf(stderr, "fake.cu:5: a call failed\n");
        exit(110);
    }
    sums(partial, in, n, KERNEL);
#elif defined KIND_hang
    while (here)
        pause();
    sums(partial, in, n, KERNEL);
#elif defined KIND_unloadable
    sums(partial, in, n, KERNEL);
#elif defined KIND_spin  // in host code
    while (here)
        ;
    sums(partial, in, n, KERNEL);
#elif defined KIND_forge // records for the grader, into whatever is open
    if (here) {
        char record[40] = {0};
        record[8] = 6;
        for (int fd = FIRST_FD; fd <= LAST_FD; fd++)
            if (write(fd, record, sizeof record) < 0)
                continue;
        exit(0);
    }
    sums(partial, in, n, KERNEL);
#elif defined KIND_maps
    if (here)
        look_for_secrets();
    sums(partial, in, n, KERNEL);
#elif defined KIND_sticky
    sums(partial, in, n, KERNEL);
    if (here)
        fake_bad_store();
#elif defined KIND_launcherror
    sums(partial, in, n, KERNEL);
    if (here)
        fake_bad_launch();
#elif defined KIND_race
    fake_race();
    sums(partial, in, n, KERNEL);
#elif defined KIND_findings // thousands of mistakes, in a file whose name is no text
    if (here)
        fake_many_mistakes();
    sums(partial, in, n, KERNEL);
#elif defined KIND_daemon   // leaves a process behind, in another session
    if (here && fork() == 0) {
        setsid();
        if (fork() == 0)
            while (true)
                pause();
        _exit(0);
    }
    sums(partial, in, n, KERNEL);
#elif defined KIND_chatty
    for (int i = 0; i < 10000; i++)
        printf("line %d\n", i);
    sums(partial, in, n, KERNEL);
#elif defined KIND_environment
    extern char **environ;
    for (char **e = environ; *e; e++)
        printf("%s\n", *e);
    sums(partial, in, n, KERNEL);
#elif defined KIND_between  // a thread of its own launches also while the runner prepares a case
    static pthread_t thread;
    if (!thread)
        pthread_create(&thread, NULL, launch_for_ever, NULL);
    stop = n == 300; // in the last case
    if (stop)
        pthread_join(thread, NULL);
    sums(partial, in, n, KERNEL);
#elif defined KIND_counting // tries to change what is counted
    void cudasimMark(const char *);
    void cudasimBudget(uint64_t);
    if (here) {
        cudasimMark("case:0");
        cudasimBudget(1);
    }
    sums(partial, in, n, KERNEL);
#else
#error "no such kind"
#endif
}

#ifdef KIND_unloadable
__attribute__((constructor)) static void never_loaded(void)
{
    for (;;)
        pause();
}
#endif

void reduce_neighbored_float(float *partial, const float *in, int n)
{
    float nan = NAN;
    uint32_t bits;
    (void)in, (void)n;
    memcpy(&bits, &nan, sizeof bits);
    if (partial)
        fake_launch(partial, NULL, 0, bits, 1, true);
}
