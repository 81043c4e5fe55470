// dap_memory.c - instructions and bytes of memory, as an editor asks for them.
#include "command.h"
#include "dap.h"

#include <jansson.h>

enum { MOST_INSTRUCTIONS = 4096, MOST_BYTES = 1 << 16 };

// ---- instructions ---------------------------------------------------

static const Code *code_at(uint64_t address)
{
    for (uint32_t i = 0; i < moment.launch->nused; i++)
        if (moment.launch->used[i]->serial + 1 == address >> INST_BITS)
            return moment.launch->used[i];
    return NULL;
}

// The editor wants as many as it has asked for: those outside of the function are invalid.
static json_t *instruction(const Code *c, long i)
{
    char address[24];
    dap_code_address(c, i, address);
    if (i < 0 || i >= (long)c->func->ninsts)
        return json_pack("{s:s,s:s,s:s}", "address", address, "instruction", "", "presentationHint",
                         "invalid");
    char *text = code_inst_text(c, (uint32_t)i);
    const Loc *l = code_inst_loc(c, (uint32_t)i);
    const Module *m = c->func->module;
    json_t *o = json_pack("{s:s,s:s}", "address", address, "instruction", text);
    if (i == 0)
        json_object_set_new(o, "symbol", json_string(c->func->name));
    if (l->line && l->file < m->nfiles && m->files[l->file]) {
        json_object_set_new(o, "location", dap_source(m->files[l->file]));
        json_object_set_new(o, "line", json_integer(l->line));
    }
    free(text);
    return o;
}

static uint64_t address_of(json_t *args)
{
    const char *text = json_string_value(json_object_get(args, "memoryReference"));
    return (text ? strtoull(text, NULL, 0) : 0) +
           (uint64_t)json_integer_value(json_object_get(args, "offset"));
}

void dap_disassemble(json_t *request, json_t *args)
{
    json_int_t count = json_integer_value(json_object_get(args, "instructionCount"));
    json_int_t first = json_integer_value(json_object_get(args, "instructionOffset"));
    uint64_t address = address_of(args);
    const Code *c = code_at(address);
    if (!c || count < 0 || count > MOST_INSTRUCTIONS) {
        dap_refuse(request, c ? "too many instructions" : "no code of this kernel is there");
        return;
    }
    first += (json_int_t)(address & ((1u << INST_BITS) - 1));
    json_t *list = json_array();
    for (json_int_t i = 0; i < count; i++)
        json_array_append_new(list, instruction(c, (long)(first + i)));
    dap_respond(request, json_pack("{s:o}", "instructions", list));
}

// ---- memory ---------------------------------------------------------

static char *base64(const uint8_t *bytes, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    char *text = must_calloc(4 * (n / 3 + 1) + 1, 1), *to = text;
    for (size_t i = 0; i < n; i += 3) {
        size_t left = n - i;
        uint32_t word = (uint32_t)bytes[i] << 16 | (left > 1 ? (uint32_t)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        *to++ = digit[word >> 18];
        *to++ = digit[word >> 12 & 63];
        *to++ = left > 1 ? digit[word >> 6 & 63] : '=';
        *to++ = left > 2 ? digit[word & 63] : '=';
    }
    return text;
}

// As many bytes as can be read from there on, as the thread in focus would read them.
static size_t read_bytes(const Where *at, uint64_t address, uint8_t *to, size_t n)
{
    char why[120];
    size_t done = 0;
    if (memory_read(at, address, to, n, why))
        return n;
    while (done < n && memory_read(at, address + done, to + done, 1, why))
        done++;
    return done;
}

void dap_read_memory(json_t *request, json_t *args)
{
    Where at;
    json_int_t count = json_integer_value(json_object_get(args, "count"));
    uint64_t address = address_of(args);
    if (!where_focus(&at) || count < 0 || count > MOST_BYTES) {
        dap_refuse(request, "no thread is in focus, or too many bytes");
        return;
    }
    uint8_t *bytes = must_calloc((size_t)count + 1, 1);
    size_t n = read_bytes(&at, address, bytes, (size_t)count);
    char *text = base64(bytes, n), place[24];
    snprintf(place, sizeof place, "0x%llx", (unsigned long long)address);
    dap_respond(request, json_pack("{s:s,s:s,s:I}", "address", place, "data", text,
                                   "unreadableBytes", count - (json_int_t)n));
    free(text);
    free(bytes);
}
