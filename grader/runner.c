// runner.c - the machine on which a lab's code runs: it simulates, counts, judges nothing.
//
//   runner LIBCUDART OBJECT          (descriptors as in wire.h)
//
// The lab's code is in a process of its own, build/client, which has the thin runtime and asks this
// process for everything. This process allocates the buffers, fills them, takes the outputs,
// the last writers and the counters out of the machine's memory, and tells the grader. So
// nothing that counts can be reached by the lab's code. It does not know the expected results.
//
// The grader starts it with an empty environment and resource limits; see runner_process.c. Its
// last record says how the client has ended.
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/alloc.h"
#include "grader/base/descriptors.h"
#include "grader/run/task_wire.h"
#include "grader/runner.h"
#include "grader/runner_program.h"
#include "grader/submission/confine.h"

enum {
    LAST_TENTHS = 20,
    LAST_SECONDS = 2,
    HOST_FILE = 256 << 20, // bytes: one half is pinned and managed memory, one registered memory
    MACHINE_THREADS = 64
};
_Static_assert((int)RUNNER_out_of_memory == (int)OUT_OF_MEMORY, "the status that the judge knows");

const WireRequest *request;
const char *inputs;
static const WireCase *cases;
static const void *map_file(int fd, size_t *size)
{
    struct stat st;
    if (fstat(fd, &st) != 0)
        BROKEN("descriptor %d: %s", fd, strerror(errno));
    *size = (size_t)st.st_size;
    if (*size == 0)
        return NULL;
    void *data = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (data == MAP_FAILED)
        BROKEN("descriptor %d: %s", fd, strerror(errno));
    return data;
}
static int left = -1; // the wait status of the client; -1: not known

static int wait_for_client(void);

static bool is_program(void) { return request->cases == 1 && cases[0].program; }

// The process of a whole program has ended: it was the call of the only case.
static void end_program(void)
{
    if (!case_program_runs())
        return;
    case_program_returns(&cases[0]);
    left = wait_for_client();
    program_tell(&cases[0], left, send_record);
    if (WIFEXITED(left)) {
        case_program_ends(&cases[0], request->checked);
        send_record(WIRE_done, 0, 0, machine_program_good(), NULL, 0);
    } else {
        program_forward(); // why it was ended, perhaps
    }
}

static pthread_mutex_t cases_run = PTHREAD_MUTEX_INITIALIZER;

// The client's first thread waits here until all cases are done.
static void run_cases_for_client(const char *refusal)
{
    pthread_mutex_lock(&cases_run);
    if (*refusal)
        give_up(WIRE_refused, "%s", refusal);
    const char *version = cudasimVersion();
    send_record(WIRE_hello, 0, 0, 0, version, strlen(version));
    serve_only_tasks(true);
    for (uint32_t i = 0; i < request->cases && !machine_client_gone(); i++)
        run_case(&cases[i], request->checked);
    serve_only_tasks(false); // exit handlers may still free memory
    if (!machine_client_gone())
        send_record(WIRE_done, 0, 0, machine_program_good(), NULL, 0);
    pthread_mutex_unlock(&cases_run);
}

// A client may leave within a case. The thread that runs the cases sees that, too, and may say that
// the case has used up too much and end this process. So it comes first, unless a kernel still
// runs.
static void wait_for_cases(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += LAST_SECONDS;
    pthread_mutex_timedlock(&cases_run, &until);
}

// ---- the client ---------------------------------------------------------------------------------

static void limit_resource(int resource, rlim_t value)
{
    struct rlimit r = {value, value};
    setrlimit(resource, &r);
}

// The client's executable is beside this one.
static void find_client(char path[PATH_MAX])
{
    ssize_t n = readlink("/proc/self/exe", path, PATH_MAX - 8);
    path[n > 0 ? n : 0] = 0;
    char *slash = strrchr(path, '/');
    strcpy(slash ? slash + 1 : path, "client");
}

// In the child, which has this process's memory until then: nothing of this process is left after
// execve() but the socket and the output.
__attribute__((noreturn)) static void become_client(const char *path, char **argv, int socket)
{
    char *arguments[] = {"client", argv[1], argv[2], (char *)(uintptr_t)request->lab, NULL};
    char *environment[] = {"CUDASIM_SESSION=3", NULL};
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (dup2(socket, CLIENT_SOCKET) == CLIENT_SOCKET && fcntl(CLIENT_SOCKET, F_SETFD, 0) == 0 &&
        (!is_program() || program_take_files()) &&
        descriptors_close(CLIENT_SOCKET + 1 + program_has_file(), false))
        execve(path, arguments, environment);
    fprintf(stderr, "cannot start %s: %s\n", path, strerror(errno));
    _exit(CLIENT_unusable);
}

static void start_client(char **argv)
{
    char path[PATH_MAX];
    int ends[2];
    find_client(path);
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends))
        BROKEN("socketpair: %s", strerror(errno));
    if (is_program() && !program_open(&cases[0], inputs))
        BROKEN("memory for what the program reads and prints: %s", strerror(errno));
    fflush(NULL);
    pid_t pid = vfork();
    if (pid == 0)
        become_client(path, argv, ends[1]);
    if (pid < 0)
        BROKEN("fork: %s", strerror(errno));
    session.pid = pid;
    close(ends[1]);
    session.socket = ends[0];
    session.process = (int)syscall(SYS_pidfd_open, session.pid, 0);
}

// From here on this process reads libraries and the list of the client's threads, writes to what
// is open, and can end the client. It interprets what a hostile program sends: should
// that ever take it over, it reaches no more than this.
static void confine_machine(void)
{
    Confinement confinement = {
        .readable = {"/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64",
                     "/etc/ld.so.cache", "/proc", NULL},
        .client = session.process,
    };
    if (session.process > 0) // without it the client could not be ended
        confine(&confinement);
}

static void end_client(void)
{
    if (session.process > 0)
        syscall(SYS_pidfd_send_signal, session.process, SIGKILL, NULL, 0);
    else
        kill(session.pid, SIGKILL);
}

// How the client has ended. One that has closed its channel and lives on is ended, and counts as
// one that has left with status 0: on a busy machine the system may take that long to end a process
// of many threads, and a kill from outside (batch.c) is something else.
static int wait_for_client(void)
{
    int status;
    for (int i = 0; i < LAST_TENTHS; i++) {
        if (waitpid(session.pid, &status, WNOHANG) == session.pid)
            return status;
        usleep(i < 10 ? 1000 : 100000);
    }
    end_client();
    waitpid(session.pid, &status, 0);
    return WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 0 : status;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "runner: started by build/grade only\n");
        return RUNNER_harness;
    }
    for (int fd = WIRE_FD_request; fd <= WIRE_FD_look; fd++)
        fcntl(fd, F_SETFD, FD_CLOEXEC);

    size_t size, data_size;
    request = map_file(WIRE_FD_request, &size);
    if (size < sizeof *request || size < sizeof *request + request->cases * sizeof(WireCase))
        return RUNNER_harness;
    cases = (const WireCase *)(request + 1);
    inputs = map_file(WIRE_FD_data, &data_size);
    close(WIRE_FD_request);
    close(WIRE_FD_data);

    machine_read_on_demand(request->known);
    machine_take_object(argv[2]);
    session.grading = true;
    session.file_bytes = HOST_FILE;
    session.max_threads = MACHINE_THREADS;
    session.work = run_cases_for_client;
    allow_call(NULL);
    session.crashes = send_crash;
    session.ends = end_program;
    start_client(argv);
    send_record(WIRE_client, 0, 0, session.pid, NULL, 0);
    prepare_heap();
    const char *missing = serve_prepare();
    if (missing)
        BROKEN("no %s: %s", missing, strerror(errno));
    if (!limit_memory())
        BROKEN("/proc/self/statm cannot be read");
    confine_machine();
    limit_resource(RLIMIT_FSIZE, RUNNER_MAX_FILE); // the counters
    serve_session();
    wait_for_cases();
    int status = left >= 0 ? left : wait_for_client();
    if (is_program() && left < 0)
        program_forward();
    if (!session_greeted())
        give_up(WIRE_broken, "the client of the simulator did not start");
    fflush(NULL);
    send_record(WIRE_left, 0, 0, status, NULL, 0);
    _exit(RUNNER_finished);
}
