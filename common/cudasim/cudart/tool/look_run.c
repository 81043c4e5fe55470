// look_run.c - cudasim --look: what the machine has recorded becomes a page.
//
// The recording is in memory that has no name: the program cannot write to it. It names the files
// of the kernels' lines; their texts are added here, with the rights of the user who compiled them.
#define _GNU_SOURCE
#include "look_run.h"

#include "look/page.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "utf8.h"

enum { MAX_TEXTS = 1 << 20 }; // bytes of all sources together

static char page[PATH_MAX];
static int recording = -1;

static bool complain(const char *what, const char *why)
{
    fprintf(stderr, "cudasim: --look: %s%s%s\n", what, *why ? ": " : "", why);
    return false;
}

// With all that lead to it. False: errno says why.
static bool make_folder(const char *folder)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return false;
    }
    for (char *c = path + 1; *path && *c; c++)
        if (*c == '/') {
            *c = 0;
            mkdir(path, 0777);
            *c = '/';
        }
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

const char *look_begin(const char *folder)
{
    static char option[32];
    if (!make_folder(folder)) {
        complain(folder, strerror(errno));
        return NULL;
    }
    char path[PATH_MAX]; // the program's folder may be another one at the end
    if (!realpath(folder, path) || strlen(path) + sizeof "/look.html" > sizeof page) {
        complain(folder, strerror(errno));
        return NULL;
    }
    strcpy(page, path);
    strcat(page, "/look.html");
    recording = memfd_create("recording", MFD_CLOEXEC);
    if (recording < 0) {
        complain("no memory for the recording", strerror(errno));
        return NULL;
    }
    snprintf(option, sizeof option, "fd:%d", recording);
    return option;
}

// ---- the document ---------------------------------------------------

// Two processes of the program may both have used CUDA: the first recording counts.
static json_t *read_recording(void)
{
    struct stat st;
    if (fstat(recording, &st) || !st.st_size)
        return NULL;
    char *text = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, recording, 0);
    if (text == MAP_FAILED)
        return NULL;
    json_t *document = json_loadb(text, (size_t)st.st_size, JSON_DISABLE_EOF_CHECK, NULL);
    munmap(text, (size_t)st.st_size);
    return document;
}

// Bytes that are not UTF-8 become question marks: JSON has no other characters.
static json_t *text_of_bytes(char *at, size_t bytes)
{
    uint32_t code;
    for (size_t i = 0, n; i < bytes; i += n) {
        n = utf8_character(at + i, bytes - i, &code);
        if (!n)
            at[i] = '?', n = 1;
    }
    return json_stringn(at, bytes);
}

// NULL: not a file, or too long.
static json_t *read_source(const char *file, size_t room)
{
    int fd = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat st;
    json_t *text = NULL;
    if (fd < 0)
        return NULL;
    if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0 && (size_t)st.st_size <= room) {
        char *at = malloc((size_t)st.st_size);
        ssize_t n = at ? read(fd, at, (size_t)st.st_size) : -1;
        text = n > 0 ? text_of_bytes(at, (size_t)n) : NULL;
        free(at);
    }
    close(fd);
    return text;
}

static void add_sources(json_t *document)
{
    size_t i, room = MAX_TEXTS;
    json_t *source;
    json_array_foreach(json_object_get(document, "sources"), i, source)
    {
        const char *file = json_string_value(json_object_get(source, "file"));
        json_t *text = file ? read_source(file, room) : NULL;
        if (!text)
            continue;
        room -= json_string_length(text);
        json_object_set_new(source, "text", text);
    }
}

static void add_title(json_t *document, char **program)
{
    char title[200] = "";
    for (size_t n = 0; *program && n < sizeof title; program++)
        n += (size_t)snprintf(title + n, sizeof title - n, "%s%s", n ? " " : "", *program);
    json_object_set_new(document, "title", text_of_bytes(title, strlen(title)));
}

bool look_end(char **program, bool used_gpu, bool open)
{
    json_t *document = read_recording();
    if (!document && used_gpu) // the machine writes at the end, if no kernel keeps it from that
        return complain("no page: the program ended while a kernel ran; --budget N ends a kernel "
                        "that does not end, and then there is a page",
                        "");
    if (!document) {
        complain("no page: the program made no CUDA call", "");
        return true;
    }
    add_title(document, program);
    add_sources(document);
    char *text = json_dumps(document, JSON_COMPACT | JSON_REAL_PRECISION(12)), why[PAGE_WHY];
    json_decref(document);
    if (!text)
        return complain("no page", "no memory");
    bool written = look_page_write(page, text, strlen(text), false, why);
    free(text);
    if (!written)
        return complain("no page", why);
    fprintf(stderr, "cudasim: what the kernels did: %s\n", page);
    if (open)
        look_page_open(page);
    return true;
}
