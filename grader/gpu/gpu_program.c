// gpu_program.c - a case of a whole program on the GPU: what it prints, and its status. No call is
// made to fail here.
//
// Each program runs in a process of its own, which is forked before anybody has used the GPU.
#include "gpu.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/judge/compare.h"
#include "grader/run/wire.h"

__attribute__((noreturn)) static void become_program(const Task *task, const Case *c,
                                                     void *(*symbol)(const char *name),
                                                     const int output[2])
{
    void *arguments = c->buffer[0].data;
    TaskCall call = {.part = c->part,
                     .program = true,
                     .variant = "",
                     .arg = c->arg,
                     .buffers = 1,
                     .buffer = &arguments,
                     .count = &c->buffer[0].count,
                     .symbol = symbol};
    dup2(output[0], STDOUT_FILENO);
    dup2(output[1], STDERR_FILENO);
    alarm(GPU_SECONDS);
    const char *problem = task_run(task, &call);
    fprintf(stderr, "%s\n", problem);
    _exit(EXIT_FAILURE);
}

// The file of the case is in a folder of its own, where the program starts.
static bool make_folder(const Case *c, char *folder)
{
    const Buffer *b = &c->buffer[1];
    if (c->buffers < 2)
        return true;
    FILE *f = mkdtemp(folder) && chdir(folder) == 0 ? fopen(b->name, "wb") : NULL;
    return f && fwrite(b->data, 1, b->count, f) == b->count && fclose(f) == 0;
}

static void drop_folder(const Case *c, const char *folder)
{
    if (c->buffers > 1 && (unlink(c->buffer[1].name) || rmdir(folder)))
        perror(folder);
}

static char *read_output(int fd)
{
    char *text = need(calloc(WIRE_MAX_TEXT + 1, 1));
    ssize_t n = pread(fd, text, WIRE_MAX_TEXT, 0);
    close(fd);
    text[n > 0 ? n : 0] = 0;
    return text;
}

static bool is_right(const Case *c, int status, const char *printed, const char *said, CaseLine *l)
{
    if (!WIFEXITED(status))
        snprintf(l->what, sizeof l->what, "the program died: %s", strsignal(WTERMSIG(status)));
    else if (c->program->refuses && (!WEXITSTATUS(status) || *printed || !*said))
        snprintf(l->what, sizeof l->what,
                 "these arguments are bad: want a message on standard error alone, and a status "
                 "that is not 0");
    else if (!c->program->refuses && WEXITSTATUS(status))
        snprintf(l->what, sizeof l->what, "it ended with status %d: %.*s", WEXITSTATUS(status),
                 (int)strcspn(said, "\n"), said);
    else
        return c->program->refuses ||
               (c->program->accepts
                    ? c->program->accepts(c, printed, NULL, l->what, sizeof l->what)
                    : compare_printed(printed, c->program->prints, l->what, sizeof l->what));
    return false;
}

void gpu_program_run(const Task *task, const Case *c, void *(*symbol)(const char *name),
                     CaseLine *line)
{
    int output[2] = {memfd_create("printed", MFD_CLOEXEC), memfd_create("said", MFD_CLOEXEC)};
    char folder[] = "/tmp/program.XXXXXX";
    int status = 0;
    fflush(NULL);
    pid_t pid = output[0] < 0 || output[1] < 0 || !make_folder(c, folder) ? -1 : fork();
    if (pid == 0)
        become_program(task, c, symbol, output);
    if (pid < 0)
        limits_reached("a program cannot be started");
    waitpid(pid, &status, 0);
    drop_folder(c, folder);
    char *printed = read_output(output[0]), *said = read_output(output[1]);
    line->outcome = is_right(c, status, printed, said, line) ? CASE_right : CASE_wrong;
    free(printed);
    free(said);
}
