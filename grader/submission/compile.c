// compile.c - a lab's .cu file to a shared object, with nvcc.
//
// The object holds PTX for compute_90, uncompressed and with line numbers, and
// needs libcudart.so.13 by name. It is made of a snapshot of the source (snapshot.c), and
// made again when the bytes of the source, of a header, or the command have changed.
#include "compile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "confine.h"
#include "grader/base/descriptors.h"
#include "grader/base/files.h"
#include "grader/base/limits.h"
#include "grader/base/memory.h"
#include "grader/base/paths.h"
#include "grader/base/processors.h"
#include "grader/base/sha256.h"
#include "nvcc_steps.h"
#include "snapshot.h"
#include "toolchain.h"

// The language is named: nvcc takes that of the host's compiler, and libcu++ needs this one.
static const char *const flags[] = {
    "-O2",
    "-std=c++17",
    "-arch=compute_90",
    "-code=compute_90",
    "-lineinfo",
    "--compress-mode=none",
    "-cudart",
    "shared",
    "-Xcompiler",
    "-fPIC",
    "-shared",
    "-Xcompiler",
    // The lines of host code; and no function leaves the stack before its last call returns.
    "-g1,-gstatement-frontiers,-fno-optimize-sibling-calls",
};
enum {
    FLAGS = sizeof flags / sizeof flags[0],
    MAX_LAB_FLAGS = 8,
    MAX_TRIES = 3,           // while a header of the course changes again and again
    COMPILE_SECONDS = 120,   // of processor time, each program that nvcc starts
    COMPILE_ALARM = 60 * 60, // seconds by the clock: a net for what waits; a busy machine is slow
    COMPILE_FILE = 64 << 20, // bytes of a file that it writes
    COMPILE_MEMORY = 1280 << 20, // bytes of address space, each program; Thrust's sort takes 1 GB
};

// What a lab's file may include from the course: these, and the contracts.
static const char *const headers[] = {"common/lab.h", "common/labs.h"};
static const char contracts[] = "common/contracts/";

static void set_limit(int resource, rlim_t value)
{
    struct rlimit r = {value, value};
    setrlimit(resource, &r);
}

// ---- places ------------------------------------------------------------------------

static const char *below_root(const char *path)
{
    size_t n = strlen(paths_root());
    return strncmp(path, paths_root(), n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

void compile_place(Object *object, const Lab *lab, const char *file, const char *folder)
{
    char full[PATH_MAX], name[65];
    if (!realpath(folder, full))
        snprintf(full, sizeof full, "%s", folder);
    const char *relative = below_root(full);
    object->lab = lab;
    object->name = file;
    snprintf(object->source, sizeof object->source, "%s/%s/%s", relative, lab->name, file);
    if (strcmp(relative, "labs") == 0 || strcmp(relative, "solutions") == 0)
        snprintf(name, sizeof name, "%.16s", relative);
    else
        sha256_text(full, strlen(full), name);
    snprintf(object->place, sizeof object->place, "%s/objects/%.16s/%s", paths_build(), name,
             lab->name);
}

// ---- compile ----------------------------------------------------------------------------

static const char *lab_flags(const Object *object)
{
    return object->lab && object->lab->nvcc_flags ? object->lab->nvcc_flags : "";
}

// compute_90a has instructions that compute_90 has not, and no later GPU.
static const char *flag_of(const Object *object, int i)
{
    if (!object->lab || !object->lab->alone || strstr(flags[i], "=compute_90") == NULL)
        return flags[i];
    return flags[i][1] == 'a' ? "-arch=compute_90a" : "-code=compute_90a";
}

// Everything that the object depends on, except its source and headers, as text.
static void describe_command(const char *nvcc, const Object *object, char *command, size_t size)
{
    int n = snprintf(command, size, "%s %s %s", paths_root(), nvcc, toolchain_version(nvcc));
    for (int i = 0; i < FLAGS; i++)
        n += snprintf(command + n, size - (size_t)n, " %s", flag_of(object, i));
    snprintf(command + n, size - (size_t)n, " %s", lab_flags(object));
}

// nvcc writes to names of this process, and the object gets its own name when it is whole:
// another grader may be using the one that is there, or making it, too.
static const char *unfinished_name(const char *kind)
{
    static char name[64];
    snprintf(name, sizeof name, "unfinished.%u%s", file_number(), kind);
    return name;
}

// ---- what a compiler may read --------------------------------------------------------------

static const char *const system_places[] = {"/usr",
                                            "/bin",
                                            "/lib",
                                            "/lib64",
                                            "/opt",
                                            "/nix",
                                            "/etc/alternatives",
                                            "/etc/ld.so.cache",
                                            "/dev/urandom"};
enum { MAX_READABLE = sizeof system_places / sizeof system_places[0] + 2 };

// The folders of the system and of the toolkit; ends with NULL.
static void list_readable(const char *nvcc, const char *list[MAX_READABLE + 1])
{
    int n = 0;
    for (size_t i = 0; i < sizeof system_places / sizeof system_places[0]; i++)
        if (!paths_is_below(paths_root(), system_places[i])) // or it could read the solutions
            list[n++] = system_places[i];
    list[n++] = toolchain_folder(nvcc);
    list[n++] = paths_at("build/toolkit");
    list[n] = NULL;
}

static bool is_course_header(const char *name)
{
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        if (strcmp(name, headers[i]) == 0)
            return true;
    size_t n = strlen(contracts);
    return strncmp(name, contracts, n) == 0 && !strchr(name + n, '/');
}

typedef struct {
    const char *nvcc;
    const Object *object;
} Compiled;

// The list of files that nvcc has read is looked at, too: where Landlock is missing, a source
// could include the solution. nvcc's own list also has the name that our `#line` gives. What cannot
// be found here has been another file there: one below /proc is another one in each process.
static bool may_read(const char *name, void *user)
{
    const Compiled *made = user;
    const char *list[MAX_READABLE + 1];
    char path[MAX_NAME + PATH_MAX], full[PATH_MAX], place[PATH_MAX];
    const char *own = strncmp(name, "./", 2) == 0 ? name + 2 : name; // the compiler's own files
    if (!strchr(own, '/') || is_course_header(name) || strcmp(name, made->object->source) == 0)
        return true;
    snprintf(path, sizeof path, "%s/%s", name[0] == '/' ? "" : made->object->folder, name);
    if (strstr(path, "/proc/") || !realpath(path, full))
        return false;
    if (paths_is_below(full, paths_root()) && !paths_is_below(full, paths_at("build/toolkit")))
        return false;
    list_readable(made->nvcc, list);
    for (int i = 0; list[i]; i++)
        if (realpath(list[i], place) && paths_is_below(full, place))
            return true;
    return false;
}

// ---- where Landlock is missing ----------------------------------------------------------------
//
// The compiler can read what everybody can. The assembler, too (.incbin): it has to list the files,
// as GNU's assembler can. nvcc starts it more than once, and each start would write the list
// anew. So the place of the list is a pipe with a name.

static bool lists_assembler(void)
{
    static int holds = -1;
    if (holds < 0)
        holds = (confine_probe() & CONFINE_landlock) != 0;
    return !holds;
}

// What the compiler says can show lines of a file that it must not read, too. nvcc lists what it
// has included, unless the preprocessor itself stops: then only lines that begin with the source's
// name stay, which show nothing of other files.
static void keep_own_messages(const Object *object)
{
    char *text, *kept, *to;
    size_t bytes, n = strlen(object->lab->source);
    if (!file_read_ours(object->log, &text, &bytes))
        return;
    to = kept = need(malloc(bytes + 1));
    for (char *line = text, *end; (end = strchr(line, '\n')) != NULL; line = end + 1)
        if (strncmp(line, object->lab->source, n) == 0 && strchr(":(", line[n])) {
            memcpy(to, line, (size_t)(end + 1 - line));
            to += end + 1 - line;
        }
    file_write(object->log, kept, (size_t)(to - kept));
    free(kept);
    free(text);
}

// Whether the message of a compiler that has refused the source may be shown.
static bool may_show_message(const char *nvcc, const Object *object, const char *depend)
{
    if (!lists_assembler())
        return true;
    if (access(depend, R_OK) == 0)
        return snapshot_each_input(depend, may_read, &(Compiled){nvcc, object});
    keep_own_messages(object);
    return true;
}

// The pipe, open for both, so that the assembler never waits for a reader; -1: there is none.
static int open_assembler_list(const Object *object)
{
    char path[2 * MAX_NAME];
    if (!lists_assembler())
        return -1;
    snprintf(path, sizeof path, "%s/%s", object->folder, unfinished_name(".as"));
    unlink(path);
    int fd = mkfifo(path, 0600) ? -1 : open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        limits_reached("%s cannot be made: %s", path, strerror(errno));
    return fd;
}

// Puts the list into a file in the pipe's place. A list that does not fit into the pipe has
// stopped the assembler. False: there is a file that must not be read, or no list.
static bool assembler_was_good(const char *nvcc, const Object *object, int fd)
{
    static char list[1 << 17];
    char path[2 * MAX_NAME];
    snprintf(path, sizeof path, "%s/%s", object->folder, unfinished_name(".as"));
    ssize_t n = read(fd, list, sizeof list);
    unlink(path);
    bool good = n > 0 && file_write(path, list, (size_t)n) &&
                snapshot_each_input(path, may_read, &(Compiled){nvcc, object});
    unlink(path);
    return good;
}

// ---- nvcc -----------------------------------------------------------------------------------

// A source may include any file, or make the compiler work without end.
static void confine_compiler(const char *nvcc, const Object *object)
{
    Confinement c = {.writable = {object->folder, "/dev/null", NULL},
                     .programs = true,
                     .keep_user = true,
                     .memory = COMPILE_MEMORY};
    list_readable(nvcc, c.readable);
    int n = 0;
    while (c.readable[n])
        n++;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        c.readable[n++] = paths_at("%s", headers[i]);
    c.readable[n++] = paths_at("%s", contracts);
    confine(&c);
    set_limit(RLIMIT_CPU, COMPILE_SECONDS);
    set_limit(RLIMIT_FSIZE, COMPILE_FILE);
}

// In the child. What is in the environment does not change an object: of it nvcc gets what
// leads to the compilers.
__attribute__((noreturn)) static void become_nvcc(const Object *object, const char *const *argv,
                                                  const char *depend)
{
    static const char *const kept[] = {"PATH", "LD_LIBRARY_PATH", "NVCC_CCBIN"};
    char *environment[8] = {"TMPDIR=.", "LC_ALL=C"}, *entry;
    int n = 2;
    for (int i = 0; i < 3; i++)
        if (getenv(kept[i]) && asprintf(&entry, "%s=%s", kept[i], getenv(kept[i])) > 0)
            environment[n++] = entry;
    int log = open(object->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (chdir(object->folder) == 0 && log >= 0 && null >= 0) {
        dup2(null, 0);
        dup2(log, 1);
        dup2(log, 2);
        descriptors_close(3, true);
        setpgid(0, 0); // what is left of it ends as a group
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        alarm(COMPILE_ALARM);
        confine_compiler(argv[0], object);
        int status = nvcc_steps(argv, environment, depend);
        if (status >= 0)
            _exit(status);
        execve(argv[0], (char **)argv, environment);
    }
    _exit(127);
}

// nvcc hands its arguments to a shell. So it works in the snapshot's folder, and all the
// names are ours.
static pid_t start_nvcc(const char *nvcc, const Object *object)
{
    char depend[64], more[256], unfinished[64], assembler[96];
    const char *argv[FLAGS + MAX_LAB_FLAGS + 14];
    int n = 0;
    snprintf(depend, sizeof depend, "%s", unfinished_name(".d"));
    snprintf(unfinished, sizeof unfinished, "%s", unfinished_name(".so"));
    snprintf(assembler, sizeof assembler, "-Wa\\,--MD\\,%s", unfinished_name(".as"));
    argv[n++] = nvcc;
    for (int i = 0; i < FLAGS; i++)
        argv[n++] = flag_of(object, i);
    snprintf(more, sizeof more, "%s", lab_flags(object));
    int room = n + MAX_LAB_FLAGS;
    for (char *flag = strtok(more, " "); flag && n < room; flag = strtok(NULL, " "))
        argv[n++] = flag;
    argv[n++] = "-Icommon";
    argv[n++] = "-MD";
    argv[n++] = "-MF";
    argv[n++] = depend;
    if (lists_assembler()) {
        argv[n++] = "-Xcompiler";
        argv[n++] = assembler;
    }
    argv[n++] = "-o";
    argv[n++] = unfinished;
    argv[n++] = (char *)object->name;
    argv[n] = NULL;

    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0)
        become_nvcc(object, argv, depend);
    if (pid < 0)
        limits_reached("nvcc cannot be started: %s", strerror(errno));
    return pid;
}

typedef struct {
    Object *object;
    pid_t pid; // of nvcc; 0: not running
    struct timespec began;
    int tries;
    int assembler; // the pipe with its list; -1: none
} Compilation;

// Another grading has put the same object there since this compilation began. That one stays: a
// client that has just been confined to the object may open no other file of this name.
static bool made_meanwhile(const Compilation *c)
{
    struct stat there;
    return stat(c->object->object, &there) == 0 &&
           (there.st_ctim.tv_sec > c->began.tv_sec ||
            (there.st_ctim.tv_sec == c->began.tv_sec && there.st_ctim.tv_nsec >= c->began.tv_nsec));
}

// What nvcc has left. False: an input changed meanwhile, and the object is made again.
static bool take_object(const char *nvcc, const Compilation *c, int status)
{
    Object *object = c->object;
    char unfinished[2 * MAX_NAME], depend[2 * MAX_NAME];
    bool good = c->assembler < 0 || assembler_was_good(nvcc, object, c->assembler);
    snprintf(unfinished, sizeof unfinished, "%s/%s", object->folder, unfinished_name(".so"));
    snprintf(depend, sizeof depend, "%s/%s", object->folder, unfinished_name(".d"));
    bool same = true;
    if (status != 0)
        limits_check(); // a full disk is not the submission's mistake
    if (WIFSIGNALED(status)) {
        object->state = OBJECT_stopped;
    } else if (WEXITSTATUS(status) == 127) {
        object->state = OBJECT_broken;
    } else if (WEXITSTATUS(status) != 0) {
        object->state = may_show_message(nvcc, object, depend) ? OBJECT_rejected : OBJECT_foreign;
    } else if (!good || !snapshot_each_input(depend, may_read, &(Compiled){nvcc, object})) {
        object->state = OBJECT_foreign;
    } else {
        same = snapshot_note_inputs(object, depend, c->began);
        if (!made_meanwhile(c) && rename(unfinished, object->object) != 0)
            limits_reached("%s cannot be written: %s", object->object, strerror(errno));
        object->state = OBJECT_ready;
    }
    unlink(unfinished);
    unlink(depend);
    return same;
}

static void start_compilation(const char *nvcc, Compilation *c)
{
    clock_gettime(CLOCK_REALTIME, &c->began);
    c->tries++;
    c->assembler = open_assembler_list(c->object);
    c->pid = start_nvcc(nvcc, c->object);
}

// Whether there is something to compile: not for a source that cannot be read, for one that
// has been compiled, and for one that another object of this call has, too.
static bool has_to_compile(const Compilation *all, int i)
{
    const Object *object = all[i].object;
    if (object->state != OBJECT_ready)
        return false;
    for (int k = 0; k < i; k++)
        if (strcmp(all[k].object->object, object->object) == 0)
            return false;
    return !snapshot_is_compiled(object);
}

// The nvcc that has ended; true if it goes on with another one for the same object.
static bool end_compilation(const char *nvcc, Compilation *c, int status)
{
    kill(-c->pid, SIGKILL);
    c->pid = 0;
    bool whole = take_object(nvcc, c, status);
    if (c->assembler >= 0)
        close(c->assembler);
    if (whole || c->tries >= MAX_TRIES)
        return false;
    start_compilation(nvcc, c);
    return true;
}

void compile_take(const char *nvcc, Object *const *objects, int count)
{
    char command[8192];
    for (int i = 0; i < count; i++) {
        describe_command(nvcc, objects[i], command, sizeof command);
        if (snapshot_take(objects[i], command))
            objects[i]->state = OBJECT_ready;
    }
}

void compile_taken(const char *nvcc, Object *const *objects, int count)
{
    long limit = processors();
    Compilation *all = need(calloc((size_t)count + 1, sizeof *all));
    int running = 0;
    for (int i = 0; i < count; i++)
        all[i].object = objects[i];
    for (int next = 0; next < count || running;) {
        if (next < count && running < limit) {
            if (has_to_compile(all, next)) {
                start_compilation(nvcc, &all[next]);
                running++;
            }
            next++;
            continue;
        }
        int status;
        pid_t ended = waitpid(-1, &status, 0);
        if (ended < 0 && errno != EINTR)
            break;
        for (int i = 0; i < next && ended > 0; i++)
            if (all[i].pid == ended && !end_compilation(nvcc, &all[i], status))
                running--;
    }
    for (int i = 0; i < count; i++) // the same one has the same state
        for (int k = 0; k < i; k++)
            if (strcmp(objects[k]->object, objects[i]->object) == 0)
                objects[i]->state = objects[k]->state;
    free(all);
}

void compile_objects(const char *nvcc, Object *const *objects, int count)
{
    compile_take(nvcc, objects, count);
    compile_taken(nvcc, objects, count);
}

const char *compile_problem(const Object *object)
{
    static char text[MAX_NAME + 64];
    static const char *const problems[] = {
        [OBJECT_rejected] = "%s does not compile",
        [OBJECT_missing] = "there is no %s",
        [OBJECT_irregular] = "%s is not a regular file",
        [OBJECT_too_large] = "%s is larger than 1 MB",
        [OBJECT_unreadable] = "%s cannot be read",
        [OBJECT_stopped] =
            "nvcc was stopped while it compiled %s: it needed too much time or memory",
        [OBJECT_foreign] = "%s includes a file that is not beside it and not part of CUDA",
        [OBJECT_broken] = "nvcc could not be run",
    };
    if (object->state == OBJECT_ready)
        return NULL;
    snprintf(text, sizeof text, problems[object->state], object->source);
    return text;
}
