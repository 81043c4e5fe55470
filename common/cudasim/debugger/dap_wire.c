// dap_wire.c - messages of the Debug Adapter Protocol on standard input and output.
#define _GNU_SOURCE
#include "dap.h"

#include <errno.h>
#include <jansson.h>
#include <time.h>
#include <unistd.h>

enum { MAX_MESSAGE = 16 << 20 };

// A process may have been killed while it held the lock.
void dap_lock(sem_t *s)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    while (sem_timedwait(s, &until) && errno == EINTR)
        ;
}

static void write_all_of(const char *text, size_t n)
{
    while (n) {
        ssize_t done = write(STDOUT_FILENO, text, n);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return;
        text += done;
        n -= (size_t)done;
    }
}

static void dap_send(json_t *message)
{
    dap_lock(&debug->writing);
    json_object_set_new(message, "seq", json_integer(++debug->sequence));
    char *text = json_dumps(message, JSON_COMPACT), *all;
    int n = asprintf(&all, "Content-Length: %zu\r\n\r\n%s", strlen(text), text);
    if (n > 0) {
        write_all_of(all, (size_t)n);
        free(all);
    }
    free(text);
    sem_post(&debug->writing);
    json_decref(message);
}

void dap_event(const char *event, json_t *body)
{
    dap_send(json_pack("{s:s,s:s,s:o*}", "type", "event", "event", event, "body", body));
}

void dap_respond(json_t *request, json_t *body)
{
    dap_send(json_pack("{s:s,s:O,s:b,s:O,s:o*}", "type", "response", "request_seq",
                       json_object_get(request, "seq"), "success", 1, "command",
                       json_object_get(request, "command"), "body", body));
}

void dap_refuse(json_t *request, const char *why)
{
    dap_send(json_pack("{s:s,s:O,s:b,s:O,s:s,s:{s:{s:i,s:s,s:b}}}", "type", "response",
                       "request_seq", json_object_get(request, "seq"), "success", 0, "command",
                       json_object_get(request, "command"), "message", why, "body", "error", "id",
                       1, "format", why, "showUser", 1));
}

void dap_output(const char *category, const char *text, size_t n)
{
    json_t *s = json_stringn(text, n);
    if (!s) // not UTF-8
        s = json_string("(bytes that are no text)\n");
    dap_event("output", json_pack("{s:s,s:o}", "category", category, "output", s));
}

static bool read_bytes(char *to, size_t n)
{
    while (n) {
        ssize_t got = read(STDIN_FILENO, to, n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        to += got;
        n -= (size_t)got;
    }
    return true;
}

// NULL: the client is gone, or has sent nonsense.
json_t *dap_read(void)
{
    size_t length = 0;
    for (;;) {
        char line[256];
        size_t n = 0;
        for (char c = 0; c != '\n';) {
            if (!read_bytes(&c, 1))
                return NULL;
            if (n + 1 < sizeof line && c != '\r' && c != '\n')
                line[n++] = c;
        }
        line[n] = 0;
        if (!n && length)
            break;
        if (!strncasecmp(line, "Content-Length:", 15))
            length = strtoul(line + 15, NULL, 10);
    }
    if (length > MAX_MESSAGE)
        return NULL;
    char *text = must_malloc(length + 1, 1);
    json_t *message = read_bytes(text, length) ? json_loadb(text, length, 0, NULL) : NULL;
    free(text);
    return message;
}
