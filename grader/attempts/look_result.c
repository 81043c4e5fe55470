// look_result.c - the outputs of a case beside the expected ones: which elements are wrong, and
// which thread wrote each of them. A page shows a map of all elements and the values of some.
#include "look.h"

#include <string.h>

#include "common/cudasim/cudasim.h"
#include "grader/base/paths.h"
#include "grader/judge/compare.h"

enum {
    SHOWN_ELEMENTS = 512, // of a buffer: with their values and writers
    SHOWN_WRONG = 384,    // of these, the first wrong ones
    MAX_RUNS = 4096       // of wrong elements, one after the other
};

static const char *elem_name(ElemType type)
{
    static const char *const names[] = {
        [ELEM_i32] = "i32", [ELEM_u32] = "u32", [ELEM_i64] = "i64", [ELEM_u64] = "u64",
        [ELEM_f32] = "f32", [ELEM_f64] = "f64", [ELEM_u8] = "u8",
    };
    return names[type];
}

// ---- writers ------------------------------------------------------------------------------------

static const WireWriter *last_writer_of(const Result *result, int b, size_t index)
{
    for (size_t i = 0; i < result->writers[b]; i++) {
        const WireWriter *w = &result->writer[b][i];
        if (index >= w->first && index - w->first < w->count)
            return w;
    }
    return NULL;
}

// The number of the file; -1: the recording does not have it.
static int source_number(const json_t *sources, const char *file, const char *folder)
{
    size_t i;
    json_t *source;
    const char *name = paths_source(file, folder);
    json_array_foreach(sources, i,
                       source) if (strcmp(json_string_value(json_object_get(source, "file")),
                                          name) == 0) return (int)i;
    return -1;
}

static json_t *three_numbers(const uint32_t *three)
{
    return json_pack("[i,i,i]", (int)three[0], (int)three[1], (int)three[2]);
}

// Of an element after the first WIRE_MAX_WRITING, only the line is known.
static json_t *writer_json(const WireWriter *w, size_t index, const json_t *sources,
                           const char *folder)
{
    json_t *writer = json_object();
    int source = source_number(sources, w->file, folder);
    if (index < WIRE_MAX_WRITING) {
        json_object_set_new(writer, "block", three_numbers(w->block));
        json_object_set_new(writer, "thread", three_numbers(w->thread));
    }
    if (source >= 0) {
        json_object_set_new(writer, "source", json_integer(source));
        json_object_set_new(writer, "line", json_integer(w->line));
    }
    return writer;
}

static json_t *who_wrote(const Result *result, int b, size_t index, const json_t *sources,
                         const char *folder)
{
    const WireWriter *w = last_writer_of(result, b, index);
    switch (w ? w->kind : CUDASIM_WRITER_UNKNOWN) {
    case CUDASIM_WRITER_NONE: return json_string("never");
    case CUDASIM_WRITER_HOST: return json_string("host");
    case CUDASIM_WRITER_KERNEL: return writer_json(w, index, sources, folder);
    default: return NULL;
    }
}

// ---- elements -----------------------------------------------------------------------------------

// Runs of wrong elements: [[first, length], ...].
static json_t *wrong_runs(const Buffer *buffer, const void *got, size_t *wrong)
{
    json_t *runs = json_array();
    size_t length = 0;
    *wrong = 0;
    for (size_t i = 0; i <= buffer->count; i++) {
        if (i < buffer->count && !compare_element(buffer, got, i)) {
            length++;
            ++*wrong;
            continue;
        }
        if (length && json_array_size(runs) < MAX_RUNS)
            json_array_append_new(runs,
                                  json_pack("[I,I]", (json_int_t)(i - length), (json_int_t)length));
        length = 0;
    }
    return runs;
}

// Is it one of the right elements that are shown, every n-th?
static bool is_sample(const Buffer *buffer, size_t wrong, size_t i)
{
    size_t room = SHOWN_ELEMENTS - (wrong < SHOWN_WRONG ? wrong : SHOWN_WRONG);
    size_t step = buffer->count / room + (buffer->count % room != 0);
    return step <= 1 || i % step == 0;
}

static json_t *shown_elements(const Buffer *buffer, const Result *result, int b, size_t wrong,
                              const json_t *sources, const char *folder)
{
    const void *got = result->output[b];
    json_t *shown = json_array();
    size_t shown_wrong = 0;
    for (size_t i = 0; i < buffer->count && json_array_size(shown) < SHOWN_ELEMENTS; i++) {
        char value[32] = "nothing", want[32];
        bool right = compare_element(buffer, got, i);
        if (right ? !is_sample(buffer, wrong, i) : shown_wrong++ >= SHOWN_WRONG)
            continue;
        if (right || !compare_unwritten(buffer, got, i))
            compare_text(buffer, got, i, value, sizeof value);
        compare_text(buffer, buffer->want, i, want, sizeof want);
        json_t *element =
            json_pack("{s:I,s:s,s:s}", "index", (json_int_t)i, "got", value, "want", want);
        json_t *writer = who_wrote(result, b, i, sources, folder);
        if (writer)
            json_object_set_new(element, "writer", writer);
        json_array_append_new(shown, element);
    }
    return shown;
}

static json_t *buffer_json(const Case *c, const Result *result, int b, const json_t *sources,
                           const char *folder)
{
    size_t wrong;
    const Buffer *buffer = &c->buffer[b];
    json_t *runs = wrong_runs(buffer, result->output[b], &wrong);
    json_t *map = json_pack("{s:s,s:I,s:s,s:o,s:I,s:o}", "name", buffer->name, "count",
                            (json_int_t)buffer->count, "type", elem_name(buffer->type), "wrong",
                            runs, "wrong_count", (json_int_t)wrong, "shown",
                            shown_elements(buffer, result, b, wrong, sources, folder));
    if (buffer->columns)
        json_object_set_new(map, "width", json_integer((json_int_t)buffer->columns));
    return map;
}

json_t *result_json(const Case *c, const Result *result, bool right, const json_t *sources,
                    const char *folder)
{
    char name[96];
    json_t *buffers = json_array();
    for (int b = 0; b < c->buffers; b++) {
        const Buffer *buffer = &c->buffer[b];
        size_t bytes = buffer->count * elem_size(buffer->type);
        if (role_is_result(buffer->role) && bytes && result->output[b] &&
            result->output_bytes[b] == bytes)
            json_array_append_new(buffers, buffer_json(c, result, b, sources, folder));
    }
    if (json_array_size(buffers) == 0 || c->flags & CASE_QUESTION) {
        json_decref(buffers);
        return NULL;
    }
    case_full_name(name, sizeof name, c);
    return json_pack("{s:s,s:b,s:o}", "case", name, "right", right, "buffers", buffers);
}
