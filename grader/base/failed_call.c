// failed_call.c - reads the line that CUDA_CHECK prints. The line comes from a student's
// program, so it may have any form.
#include "failed_call.h"

#include <stdio.h>
#include <string.h>

static const char error_mark[] = ": cudaError";

// The name that a text begins with, "cudaErrorInvalidValue".
static void read_error_name(const char *text, char name[64])
{
    size_t n = strcspn(text, " :(");
    snprintf(name, 64, "%.*s", (int)(n < 63 ? n : 63), text);
}

static int error_number(const char *name)
{
    static const struct {
        int number;
        const char *name;
    } errors[] = {
#define ERROR(number, name, text) {number, #name},
#include "common/cudasim/errors.h"
#undef ERROR
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (strcmp(errors[i].name, name) == 0)
            return errors[i].number;
    return -1;
}

bool failed_call_read(const char *line, size_t bytes, FailedCall *call)
{
    char text[640];
    int used = 0;
    snprintf(text, sizeof text, "%.*s", (int)bytes, line);
    const char *error = strstr(text, error_mark), *colon = text;
    while ((colon = strchr(colon, ':')) && sscanf(colon, ":%d:%n", &call->line, &used) < 1)
        colon++;
    if (!error || !colon || colon >= error || used == 0)
        return false;
    const char *name = colon + used + 1;
    bool named = name < error;
    snprintf(call->file, sizeof call->file, "%.*s", (int)(colon - text), text);
    snprintf(call->call, sizeof call->call, "%.*s", named ? (int)(error - name) : 6,
             named ? name : "a call");
    snprintf(call->words, sizeof call->words, "%s", error + 2);
    read_error_name(call->words, call->error);
    call->number = error_number(call->error);
    return true;
}

bool failed_call_same(const FailedCall *a, const FailedCall *b)
{
    return strcmp(a->call, b->call) == 0 && strcmp(a->error, b->error) == 0;
}

const char *failed_call_last(const char *text, size_t size, size_t *bytes)
{
    for (const char *end = text + size; end > text;) {
        const char *line = memrchr(text, '\n', (size_t)(end - text));
        line = line ? line + 1 : text;
        *bytes = (size_t)(end - line);
        if (memmem(line, *bytes, error_mark, sizeof error_mark - 1))
            return line;
        end = line > text ? line - 1 : text;
    }
    return NULL;
}
