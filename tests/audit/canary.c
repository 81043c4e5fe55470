// canary.c - see canary.h.
#include "canary.h"

#include <arpa/inet.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "grader/base/files.h"
#include "grader/base/sha256.h"

char audit_folder[MAX_PLACE], audit_tree[MAX_PLACE];

enum { MAX_SERVERS = 4, MAX_FILES = 4096 };
#define SECRET "canary_of_the_audit"

static int server[MAX_SERVERS], servers, port;
static char complaint[MAX_COMPLAINT];

static const char *outside(const char *name)
{
    static char path[4][2 * MAX_PLACE];
    static int at;
    char *p = path[at++ % 4];
    snprintf(p, sizeof path[0], "%s/outside/%s", audit_folder, name);
    return p;
}

// ---- files outside --------------------------------------------------------------------------

static const struct {
    const char *name, *text;
    mode_t mode;
} files[] = {{"secret.txt", "int secret = " SECRET ";\n", 0644},
             {"victim.txt", "what was here\n", 0666},
             {"victim.sh", "#!/bin/sh\n", 0755}};
enum { FILES = sizeof files / sizeof files[0] };

static void write_outside(void)
{
    for (int i = 0; i < FILES; i++) {
        unlink(outside(files[i].name));
        file_write(outside(files[i].name), files[i].text, strlen(files[i].text));
        chmod(outside(files[i].name), files[i].mode);
        if (geteuid() == 0 && chown(outside(files[i].name), 23456, 23456) != 0)
            perror("audit: chown");
    }
}

static bool is_as_written(int i)
{
    char *text;
    size_t bytes;
    struct stat st;
    if (stat(outside(files[i].name), &st) != 0 || (st.st_mode & 07777) != files[i].mode ||
        st.st_nlink != 1 || !file_read_ours(outside(files[i].name), &text, &bytes))
        return false;
    bool same = bytes == strlen(files[i].text) && memcmp(text, files[i].text, bytes) == 0;
    free(text);
    return same;
}

// How many names are in the folder; the three files and the socket belong there.
static int names_seen;
static int count_name(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)path, (void)st, (void)type;
    names_seen += ftw->level == 1;
    return 0;
}

static int names_outside(void)
{
    names_seen = 0;
    nftw(outside(""), count_name, 8, FTW_PHYS);
    return names_seen;
}

static int remove_name(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type;
    if (ftw->level == 1 && strcmp(path + strlen(path) - 7, "/socket") != 0)
        remove(path);
    return 0;
}

// ---- servers --------------------------------------------------------------------------------

static void listen_at(int family, int type, const void *address, socklen_t bytes)
{
    int fd = socket(family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, address, bytes) != 0 || (type == SOCK_STREAM && listen(fd, 16) != 0)) {
        perror("audit: a server");
        exit(2);
    }
    server[servers++] = fd;
}

static void start_servers(void)
{
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t bytes = sizeof in;
    listen_at(AF_INET, SOCK_STREAM, &in, sizeof in);
    getsockname(server[0], (struct sockaddr *)&in, &bytes);
    port = ntohs(in.sin_port);
    listen_at(AF_INET, SOCK_DGRAM, &in, sizeof in);
    struct sockaddr_un un = {.sun_family = AF_UNIX};
    snprintf(un.sun_path, sizeof un.sun_path, "%.100s", outside("socket"));
    listen_at(AF_UNIX, SOCK_STREAM, &un, sizeof un);
    chmod(un.sun_path, 0777);
    memset(un.sun_path, 0, sizeof un.sun_path);
    snprintf(un.sun_path + 1, sizeof un.sun_path - 1, "audit%d", port);
    listen_at(AF_UNIX, SOCK_STREAM, &un, sizeof un);
}

static bool heard_anything(void)
{
    bool heard = false;
    char byte;
    for (int i = 0; i < servers; i++) {
        int fd = accept(server[i], NULL, NULL);
        heard = heard || fd >= 0 || recv(server[i], &byte, 1, MSG_DONTWAIT) >= 0;
        if (fd >= 0)
            close(fd);
    }
    return heard;
}

// ---- the course's own files -----------------------------------------------------------------

typedef struct {
    char *path;
    struct stat st;
    char digest[65];
} Noted;
static Noted noted[MAX_FILES];
static int notes;

// What each grading writes itself: its objects and its grade.
static bool is_written_by_all(const char *path)
{
    const char *inside = path + strlen(audit_tree);
    return (strncmp(inside, "/build/objects/", 15) == 0 &&
            strncmp(inside, "/build/objects/solutions/", 25) != 0) ||
           strncmp(inside, "/build/grade.json", 17) == 0 ||
           strncmp(inside, "/build/progress", 15) == 0 || strncmp(inside, "/students/", 10) == 0;
}

static int note_file(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)ftw;
    if (type != FTW_F || notes == MAX_FILES || is_written_by_all(path))
        return 0;
    Noted *n = &noted[notes++];
    *n = (Noted){.path = strdup(path), .st = *st};
    sha256_file(path, n->digest);
    return 0;
}

void canary_note_tree(void)
{
    for (int i = 0; i < notes; i++)
        free(noted[i].path);
    notes = 0;
    nftw(audit_tree, note_file, 16, FTW_PHYS);
}

// A file that has been written again with the same bytes is the same: the grader does that.
static bool has_changed(Noted *n)
{
    struct stat st;
    char digest[65] = "";
    if (stat(n->path, &st) != 0 || st.st_mode != n->st.st_mode)
        return true;
    if (st.st_ino == n->st.st_ino && st.st_mtim.tv_sec == n->st.st_mtim.tv_sec &&
        st.st_mtim.tv_nsec == n->st.st_mtim.tv_nsec && st.st_size == n->st.st_size)
        return false;
    sha256_file(n->path, digest);
    n->st = st;
    return strcmp(digest, n->digest) != 0;
}

static const char *changed_file(void)
{
    for (int i = 0; i < notes; i++)
        if (has_changed(&noted[i]))
            return noted[i].path;
    return NULL;
}

// ---- all of it ------------------------------------------------------------------------------

void canary_place(void)
{
    char text[8 * MAX_PLACE];
    mkdir(outside(""), 0777);
    chmod(outside(""), 0777);
    write_outside();
    start_servers();
    int n =
        snprintf(text, sizeof text,
                 "#define OUTSIDE \"%s/outside\"\n#define TREE \"%s\"\n#define PORT %d\n"
                 "#define BYSTANDER 2\n#define SECRET \"%s/outside/secret.txt\"\n#define SOLUTION "
                 "\"%s/solutions/01_patterns/patterns.cu\"\n",
                 audit_folder, audit_tree, port, audit_folder, audit_tree);
    char path[2 * MAX_PLACE];
    snprintf(path, sizeof path, "%s/canary.h", audit_folder);
    file_write(path, text, (size_t)n);
}

void canary_restore(void)
{
    nftw(outside(""), remove_name, 8, FTW_PHYS | FTW_DEPTH);
    write_outside();
}

const char *canary_complaint(void)
{
    const char *file = changed_file();
    if (heard_anything())
        return "a server was reached";
    for (int i = 0; i < FILES; i++)
        if (!is_as_written(i)) {
            snprintf(complaint, sizeof complaint, "%s outside was changed", files[i].name);
            return complaint;
        }
    if (names_outside() != FILES + 1)
        return "a file was made outside";
    if (!file)
        return NULL;
    snprintf(complaint, sizeof complaint, "%.400s of the course was changed",
             file + strlen(audit_tree) + 1);
    return complaint;
}

bool canary_is_in(const char *text) { return strstr(text, SECRET) != NULL; }
