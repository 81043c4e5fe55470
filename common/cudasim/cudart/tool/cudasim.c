// cudasim.c - runs a CUDA program on the simulator:
//
//   cudasim [options] program [arguments]
//
// The program is started with our libcudart.so.13 and libcuda.so.1 preloaded, so that the program
// gets these libraries whatever library path the program or the system has. They are thin: they ask
// this process for a machine, a process that has the device's memory, the counters and the
// checkers (cudart/server/server.h). Nothing comes between the program and its input and output.
//
// The command ends when the machine has written its reports, in the way in which the program
// ended. As with compute-sanitizer, --error-exitcode N replaces the program's own exit status
// only if that was 0.
#define _GNU_SOURCE
#include "elf.h"
#include "look_run.h"
#include "machines.h"
#include "options.h"
#include "progress.h"

#include "debugger/debugger.h"
#include "machine.h"
#include "sim/jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <limits.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// ---- the program ----------------------------------------------------

// As a shell does: a name with a slash is a path; others are searched for in PATH.
static void find_program(const char *name, char path[PATH_MAX])
{
    if (strchr(name, '/')) {
        snprintf(path, PATH_MAX, "%s", name);
        return;
    }
    const char *dirs = getenv("PATH");
    while (dirs && *dirs) {
        size_t n = strcspn(dirs, ":");
        snprintf(path, PATH_MAX, "%.*s%s%s", (int)n, dirs, n ? "/" : "", name);
        struct stat st;
        if (!access(path, X_OK) && !stat(path, &st) && S_ISREG(st.st_mode))
            return;
        dirs += n + (dirs[n] == ':');
    }
    struct stat st;
    end_with(EXIT_NOT_FOUND, "%s: not found%s", name,
             !stat(name, &st) ? " (did you mean ./ before it?)" : "");
}

static bool needs[OWN_LIBRARIES];

// One clear line for each reason why a program cannot run here. False: the program itself has
// nothing of CUDA, but may load or start what has.
static bool check_program(const char *path)
{
    struct stat st;
    ElfFacts f;
    if (stat(path, &st))
        end_with(EXIT_NOT_FOUND, "%s: %s", path, strerror(errno));
    if (!S_ISREG(st.st_mode))
        end_with(EXIT_NOT_RUN, "%s: not a file", path);
    size_t n = strlen(path);
    if (n > 3 && !strcmp(path + n - 3, ".cu"))
        end_with(EXIT_NOT_RUN,
                 "%s: that is a source: make program PROGRAM=%s compiles and runs it (make debug: "
                 "under the debugger)",
                 path, path);
    if (access(path, X_OK))
        end_with(EXIT_NOT_RUN, "%s: not executable", path);
    if (elf_read(path, &f))
        end_with(EXIT_NOT_RUN, "%s: cannot be read: %s", path, strerror(errno));
    if (f.is_script)
        return false;
    if (!f.is_elf)
        end_with(EXIT_NOT_RUN, "%s: neither a 64-bit ELF program nor a script", path);
    if (*f.runtime && strcmp(f.runtime, "libcudart.so.13"))
        end_with(EXIT_NOT_RUN,
                 "%s: linked to %s; only CUDA 13's runtime (libcudart.so.13) can be "
                 "simulated: rebuild with nvcc 13",
                 path, f.runtime);
    if (!f.is_dynamic)
        end_with(EXIT_NOT_RUN,
                 "%s: linked statically to the system's libraries, too; rebuild without -static",
                 path);
    if (!*f.runtime && f.has_fatbin && !f.has_symbols)
        end_with(EXIT_NOT_RUN,
                 "%s: linked statically to the CUDA runtime, and stripped; rebuild "
                 "without -s, or with nvcc -cudart shared",
                 path);
    for (unsigned i = 0; i < OWN_LIBRARIES; i++) {
        needs[i] = *f.own[i];
        if (needs[i] && strcmp(f.own[i], own_libraries[i]))
            end_with(EXIT_NOT_RUN, "%s: linked to %s; only CUDA 13's (%s) can be simulated", path,
                     f.own[i], own_libraries[i]);
    }
    return *f.runtime || f.has_fatbin;
}

// ---- starting it ----------------------------------------------------

// The libraries are in lib/ beside this executable. LD_PRELOAD cannot hold a path with a space
// or a colon; the library at such a path is passed as an open descriptor.
static void library_path(const char *name, const char *target, char path[PATH_MAX])
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n <= 0)
        end_with(EXIT_NOT_RUN, "cannot find the folder of cudasim: %s", strerror(errno));
    self[n] = 0;
    *strrchr(self, '/') = 0;
    snprintf(path, PATH_MAX, "%.*s/lib/%s", PATH_MAX - 64, self, name);
    if (access(path, R_OK))
        end_with(EXIT_NOT_RUN, "%s: %s (make %.*s builds it)", path, strerror(errno),
                 (int)strcspn(target, "."), target);
    if (!strpbrk(path, " :"))
        return;
    int fd = open(path, O_RDONLY);
    if (fd < 0)
        end_with(EXIT_NOT_RUN, "%s: %s", path, strerror(errno));
    snprintf(path, PATH_MAX, "/proc/self/fd/%d", fd);
}

static void set_preload(void)
{
    char path[PATH_MAX], list[(2 + OWN_LIBRARIES) * (PATH_MAX + 1)] = "";
    const char *names[2 + OWN_LIBRARIES] = {"libcudart.so.13", "libcuda.so.1"};
    for (unsigned i = 0; i < OWN_LIBRARIES; i++)
        names[2 + i] = needs[i] ? own_libraries[i] : NULL;
    for (unsigned i = 0; i < 2 + OWN_LIBRARIES; i++) {
        if (!names[i])
            continue;
        library_path(names[i], i < 2 ? "cudasim" : names[i] + strlen("lib"), path);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", i ? ":" : "", path);
    }
    const char *others = getenv("LD_PRELOAD");
    bool any = others && *others;
    char *value;
    if (asprintf(&value, "%s%s%s", list, any ? ":" : "", any ? others : "") < 0)
        end_with(EXIT_NOT_RUN, "out of memory");
    setenv("LD_PRELOAD", value, 1);
    free(value);
}

static _Noreturn void start_program(const char *path, char **argv)
{
    execv(path, argv);
    end_with(EXIT_NOT_RUN, "%s: %s", path, strerror(errno));
}

// ---- the program and its end ----------------------------------------

static volatile pid_t child;

// The terminal sends its signals to the program, too; others are passed on.
static void pass_on(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code <= 0)
        kill(child, signal_number);
}

static void pass_signals_on(void)
{
    static const int signals[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2};
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_SIGINFO | SA_RESTART};
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

// Ends this process in the way in which the program ended.
static _Noreturn void end_like(int status, bool errors, int error_exitcode)
{
    if (WIFSIGNALED(status)) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        signal(WTERMSIG(status), SIG_DFL);
        raise(WTERMSIG(status));
        exit(128 + WTERMSIG(status));
    }
    int code = WEXITSTATUS(status);
    exit(code == 0 && errors && error_exitcode > 0 ? error_exitcode : code);
}

// Ctrl-C stops the kernel; a second one, while no kernel runs, ends the program.
static void interrupt_kernel(int signal_number)
{
    (void)signal_number;
    if (!debug->running)
        return;
    if (debug->interrupt && child > 0 && debug->worker == 0)
        kill(child, SIGKILL);
    debug->interrupt = true;
    if (debug->worker > 0)
        kill(debug->worker, SIGUSR1);
}

// A debugger's program does not get its Ctrl-C, nor its commands.
static void set_apart_from_debugger(void)
{
    signal(SIGINT, SIG_IGN);
    if (debug->terminal && !debug->dap)
        return;
    int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    if (debug->dap)
        dap_child_output();
}

// Returns the program's status when it has ended, and its machines have.
static int run_program(const char *path, char **argv, const Settings *s, bool *errors)
{
    int status, broker = machines_open();
    if (broker < 0)
        end_with(EXIT_NOT_RUN, "no sockets: %s", strerror(errno));
    fflush(NULL);
    pid_t parent = getpid();
    child = fork();
    if (child < 0)
        end_with(EXIT_NOT_RUN, "cannot start a process: %s", strerror(errno));
    if (child == 0) {
        unsetenv("CUDASIM_OPTIONS");
        set_preload();
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent)
            _exit(EXIT_NOT_RUN);
        if (debug)
            set_apart_from_debugger();
        start_program(path, argv);
    }
    setenv("CUDASIM_OPTIONS", s->text, 1);
    pass_signals_on();
    struct sigaction interrupt = {.sa_handler = interrupt_kernel, .sa_flags = SA_RESTART};
    if (debug)
        sigaction(SIGINT, &interrupt, NULL);
    int ended = (int)syscall(SYS_pidfd_open, child, 0);
    struct pollfd fds[2] = {{ended, POLLIN, 0}, {broker, POLLIN, 0}};
    while (!fds[0].revents) {
        if (poll(fds, 2, debug && debug->dap ? DAP_POLL_MS : -1) < 0) {
            fds[0].revents = fds[1].revents = 0;
            continue;
        }
        if (debug && debug->dap && !dap_poll())
            kill(child, SIGKILL);
        if (fds[1].revents)
            machines_start(broker);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            end_with(EXIT_NOT_RUN, "lost the program: %s", strerror(errno));
    close(ended);
    *errors = machines_close(broker, WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
    return status;
}

// ---- the debugger ---------------------------------------------------

static void say_end(int status)
{
    if (debug->dap) {
        dap_program_ended(status);
        return;
    }
    if (WIFSIGNALED(status))
        printf("[Program ended by signal %d]\n", WTERMSIG(status));
    else if (WEXITSTATUS(status))
        printf("[Program exited with code %d]\n", WEXITSTATUS(status));
    else
        printf("[Program exited normally]\n");
    if (*debug->find_place)
        printf("No checker has found anything at %s.\n", debug->find_place);
    *debug->find_place = 0;
    for (int i = 0; i < MAX_BREAKS; i++) {
        const Breakpoint *b = &debug->breaks[i];
        if (b->number && b->kind < BREAK_write && !b->known)
            printf("Breakpoint %d was nowhere: no kernel that ran has code there.\n", b->number);
    }
}

static _Noreturn void debug_program(const char *path, char **argv, Settings *s)
{
    for (;;) {
        if (debug->dap)
            dap_loop();
        else if (!debug->again)
            command_loop();
        if (command_quits())
            exit(0);
        if (debug->checkers && !strstr(s->text, "tool="))
            add_option(s, "tool", "all");
        if (debug->dap) {
            dap_program(&path, &argv);
            check_program(path);
        }
        debug->again = false;
        debug->running = true;
        bool errors;
        fflush(stdout);
        int status = run_program(path, argv, s, &errors);
        bool leave = debug->leave, again = debug->again;
        session_program_ends();
        if (leave)
            exit(0);
        if (!again)
            say_end(status);
        if (debug->dap)
            exit(0);
    }
}

// A page without findings would look like praise: all checkers are on unless the user chooses.
static void record_run(Settings *s)
{
    const char *recording = look_begin(s->look);
    if (!recording)
        exit(EXIT_NOT_RUN);
    add_option(s, "look", recording);
    if (!strstr(s->text, "tool="))
        add_option(s, "tool", "all");
}

int main(int argc, char **argv)
{
    Settings s = {.error_exitcode = -1};
    if (argc == 3 && !strcmp(argv[1], "--machine"))
        machines_alone(atoi(argv[2]));
    device.jobs = jobs_cores();
    int first = read_options(argc, argv, &s);
    char path[PATH_MAX];
    if (first < argc) {
        find_program(argv[first], path);
        s.may_start_others = !check_program(path);
    }
    if (s.debug && s.look)
        end_with(EXIT_USAGE, "--look records a run as it is: not together with --debug");
    if (s.debug) {
        session_new(s.dap);
        debug_face = s.dap ? &dap_face : &command_face;
        snprintf(debug->first_command, MAX_WORDS, "%s", s.first_command ? s.first_command : "");
        if (s.dap)
            dap_begins(first < argc ? path : NULL);
        debug_program(first < argc ? path : NULL, argv + first, &s);
    }
    if (s.look)
        record_run(&s);
    bool errors;
    int status = run_program(path, argv + first, &s, &errors);
    if (s.may_start_others && !machines_count())
        fprintf(stderr, "cudasim: %s: not a CUDA program, or one that has called nothing of CUDA\n",
                path);
    bool page = !s.look || look_end(argv + first, machines_count() > 0, !s.no_open);
    if (!page && WIFEXITED(status) && !WEXITSTATUS(status)) // the program's own failure says more
        exit(EXIT_NOT_RUN);
    end_like(status, errors, s.error_exitcode);
}
