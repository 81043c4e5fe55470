// compile.c - a lab's .cu file to a shared object, with nvcc.
//
// The object holds PTX for compute_90, uncompressed and with line numbers, and
// needs libcudart.so.13 by name. It is made again when the source, a header it
// includes, or the command has changed; nvcc's dependency file says which headers.
#include "compile.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hash.h"
#include "paths.h"

static const char *const flags[] = {
    "-O2",     "-arch=compute_90", "-code=compute_90", "-lineinfo", "--compress-mode=none",
    "-cudart", "shared",           "-Xcompiler",       "-fPIC",     "-shared",
};
enum { FLAGS = sizeof flags / sizeof flags[0], MAX_LAB_FLAGS = 8 };

// ---- nvcc ----------------------------------------------------------------------

static const char *on_path(const char *name)
{
    static char found[PATH_MAX];
    const char *path = getenv("PATH");
    if (strchr(name, '/')) { // absolute, for it is started from another folder
        char here[PATH_MAX / 2];
        if (access(name, X_OK) != 0 || name[0] == '/' || !getcwd(here, sizeof here))
            return access(name, X_OK) == 0 ? name : NULL;
        snprintf(found, sizeof found, "%s/%s", here, name);
        return found;
    }
    while (path && *path) {
        size_t length = strcspn(path, ":");
        snprintf(found, sizeof found, "%.*s/%s", (int)length, path, name);
        if (length && access(found, X_OK) == 0)
            return found;
        path += length + (path[length] == ':');
    }
    return NULL;
}

const char *compile_nvcc(const char *asked)
{
    if (asked)
        return on_path(asked);
    const char *candidates[] = {getenv("NVCC"), "nvcc", "/usr/local/cuda/bin/nvcc",
                                paths_at("build/toolkit/bin/nvcc")};
    for (int i = 0; i < 4; i++)
        if (candidates[i] && on_path(candidates[i]))
            return on_path(candidates[i]);
    return NULL;
}

const char *compile_nvcc_version(const char *nvcc)
{
    static char version[32];
    static char asked[PATH_MAX]; // it takes a while, and does not change
    if (asked[0] && strcmp(asked, nvcc) == 0)
        return version;
    snprintf(asked, sizeof asked, "%s", nvcc);
    char command[PATH_MAX + 32], line[256];
    snprintf(command, sizeof command, "'%s' --version 2>/dev/null", nvcc);
    version[0] = 0;
    FILE *f = popen(command, "r");
    while (f && fgets(line, sizeof line, f)) {
        char *at = strstr(line, ", V");
        if (at)
            sscanf(at + 3, "%31[0-9.]", version);
    }
    if (f)
        pclose(f);
    return version;
}

// ---- places ------------------------------------------------------------------------

static const char *below_root(const char *path)
{
    size_t n = strlen(paths_root());
    return strncmp(path, paths_root(), n) == 0 && path[n] == '/' ? path + n + 1 : path;
}

static void make_folders(const char *path)
{
    char part[MAX_NAME];
    snprintf(part, sizeof part, "%s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(part, 0777);
        *slash = '/';
    }
}

void compile_place(Object *object, const Lab *lab, const char *folder)
{
    char full[PATH_MAX], name[64];
    if (!realpath(folder, full))
        snprintf(full, sizeof full, "%s", folder);
    const char *relative = below_root(full);
    object->lab = lab;
    snprintf(object->source, sizeof object->source, "%s/%s/%s", relative, lab->name, lab->source);
    if (strcmp(relative, "labs") == 0 || strcmp(relative, "solutions") == 0)
        snprintf(name, sizeof name, "%.16s", relative);
    else
        snprintf(name, sizeof name, "submissions/%016llx", (unsigned long long)hash_text(full, 0));
    snprintf(object->object, sizeof object->object, "%s/%s/%s.so", paths_build(), name, lab->name);
    snprintf(object->log, sizeof object->log, "%s/%s/%s.log", paths_build(), name, lab->name);
}

// ---- is it up to date? ---------------------------------------------------------------

static bool is_newer(const char *path, const struct timespec *than)
{
    struct stat st;
    if (path[0] != '/')
        path = paths_at("%s", path);
    if (stat(path, &st) != 0)
        return true; // a header that has gone: look again
    return st.st_mtim.tv_sec > than->tv_sec ||
           (st.st_mtim.tv_sec == than->tv_sec && st.st_mtim.tv_nsec > than->tv_nsec);
}

// Reads the next name of a dependency file; spaces in names come as "\ ".
static bool next_dependency(FILE *f, char *name, size_t size)
{
    size_t n = 0;
    int c;
    while ((c = getc(f)) != EOF) {
        if (c == '\\') {
            int next = getc(f);
            if (next == ' ' && n + 1 < size)
                name[n++] = ' ';
            continue; // or a line that goes on
        }
        if (isspace(c)) {
            if (n)
                break;
        } else if (n + 1 < size) {
            name[n++] = (char)c;
        }
    }
    name[n] = 0;
    return n > 0;
}

static bool up_to_date(const Object *object, const char *command)
{
    char path[MAX_NAME + 8], line[8192], name[PATH_MAX];
    struct stat st;
    if (stat(object->object, &st) != 0 || is_newer(object->source, &st.st_mtim))
        return false;
    snprintf(path, sizeof path, "%s.cmd", object->object);
    FILE *f = fopen(path, "r");
    bool same = f && fgets(line, sizeof line, f) && strcmp(line, command) == 0;
    if (f)
        fclose(f);
    if (!same)
        return false;
    snprintf(path, sizeof path, "%s.d", object->object);
    f = fopen(path, "r");
    bool fresh = f != NULL;
    bool target = true;
    while (fresh && next_dependency(f, name, sizeof name)) {
        if (target) // everything up to the colon
            target = strcmp(name, ":") != 0 && name[strlen(name) - 1] != ':';
        else
            fresh = !is_newer(name, &st.st_mtim);
    }
    if (f)
        fclose(f);
    return fresh;
}

// ---- compile ----------------------------------------------------------------------------

static const char *lab_flags(const Object *object)
{
    return object->lab && object->lab->nvcc_flags ? object->lab->nvcc_flags : "";
}

static void describe_command(const char *nvcc, const Object *object, char *command, size_t size)
{
    int n = snprintf(command, size, "%s %s", nvcc, compile_nvcc_version(nvcc));
    for (int i = 0; i < FLAGS; i++)
        n += snprintf(command + n, size - (size_t)n, " %s", flags[i]);
    snprintf(command + n, size - (size_t)n, " %s %s", lab_flags(object), object->source);
}

// nvcc writes to a name of this process, and the object gets its own when it is whole:
// another grader may be using the one that is there, or making it, too.
static void unfinished_name(const Object *object, char name[MAX_NAME + 16])
{
    snprintf(name, MAX_NAME + 16, "%s.%d.so", object->object, getpid());
}

static pid_t start_nvcc(const char *nvcc, const Object *object)
{
    char include[PATH_MAX + 4], depend[MAX_NAME + 8];
    char more[256], unfinished[MAX_NAME + 16];
    const char *argv[FLAGS + MAX_LAB_FLAGS + 12];
    int n = 0;
    snprintf(include, sizeof include, "-I%s", paths_at("common"));
    snprintf(depend, sizeof depend, "%s.d", object->object);
    unfinished_name(object, unfinished);
    argv[n++] = nvcc;
    for (int i = 0; i < FLAGS; i++)
        argv[n++] = flags[i];
    snprintf(more, sizeof more, "%s", lab_flags(object));
    int room = n + MAX_LAB_FLAGS;
    for (char *flag = strtok(more, " "); flag && n < room; flag = strtok(NULL, " "))
        argv[n++] = flag;
    argv[n++] = include;
    argv[n++] = "-MD";
    argv[n++] = "-MF";
    argv[n++] = depend;
    argv[n++] = "-o";
    argv[n++] = unfinished;
    argv[n++] = object->source;
    argv[n] = NULL;

    make_folders(object->object);
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) { // paths in messages and line numbers shall be the short ones
        int log = open(object->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
        if (chdir(paths_root()) == 0 && log >= 0) {
            dup2(log, 1);
            dup2(log, 2);
            execv(nvcc, (char **)argv);
        }
        _exit(127);
    }
    return pid;
}

static void end_nvcc(Object *object, int status, const char *command)
{
    char path[MAX_NAME + 8], unfinished[MAX_NAME + 16];
    unfinished_name(object, unfinished);
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 127) {
        object->state = OBJECT_broken;
        return;
    }
    if (WEXITSTATUS(status) != 0 || rename(unfinished, object->object) != 0) {
        object->state = OBJECT_rejected;
        unlink(unfinished);
        unlink(object->object);
        return;
    }
    object->state = OBJECT_ready;
    snprintf(path, sizeof path, "%s.cmd", object->object);
    FILE *f = fopen(path, "w");
    if (f) {
        fputs(command, f);
        fclose(f);
    }
}

void compile_objects(const char *nvcc, Object *objects, int count)
{
    long limit = sysconf(_SC_NPROCESSORS_ONLN);
    pid_t *pid = calloc((size_t)count + 1, sizeof *pid);
    char command[8192];
    int running = 0;
    for (int next = 0; next < count || running;) {
        if (next < count && running < limit) {
            Object *object = &objects[next];
            const char *source =
                object->source[0] == '/' ? object->source : paths_at("%s", object->source);
            describe_command(nvcc, object, command, sizeof command);
            if (access(source, R_OK) != 0) {
                object->state = OBJECT_missing;
            } else if (up_to_date(object, command)) {
                object->state = OBJECT_ready;
            } else {
                pid[next] = start_nvcc(nvcc, object);
                running++;
            }
            next++;
            continue;
        }
        int status;
        pid_t ended = waitpid(-1, &status, 0);
        if (ended < 0 && errno != EINTR)
            break;
        for (int i = 0; i < next; i++) {
            if (pid[i] != ended || !ended)
                continue;
            describe_command(nvcc, &objects[i], command, sizeof command);
            end_nvcc(&objects[i], status, command);
            pid[i] = 0;
            running--;
        }
    }
    free(pid);
}
