// inlined.c - reads .debug_info (DWARF 5): of the functions only where they are, and of the calls
// that were inlined in them only where each one was written. Entries follow one another as in a
// tree that is written from the root: what contains the address comes before what it contains.
// Every offset is checked before it is followed.
#include "inlined.h"

#include <stdbool.h>

enum { // of DWARF's numbers, those that are asked for here
    TAG_compile_unit = 0x11,
    TAG_inlined_subroutine = 0x1d,
    TAG_subprogram = 0x2e,
    AT_sibling = 0x01,
    AT_low_pc = 0x11,
    AT_high_pc = 0x12,
    AT_ranges = 0x55,
    AT_call_file = 0x58,
    AT_call_line = 0x59,
    FORM_addr = 0x01,
    FORM_implicit_const = 0x21,
    UNIT_compile = 0x01
};

enum { MOST_CODES = 1024 };

// Which attributes the entries with a code have, and in which form.
typedef struct {
    uint64_t tag;
    Bytes attributes;
} EntryCode;

typedef struct {
    const DebugInfo *debug;
    uint64_t pc;
    uint64_t base; // of the unit's ranges
    unsigned offset_bytes, address_bytes;
    EntryCode code[MOST_CODES];
} UnitSearch;

typedef struct {
    uint64_t tag; // 0: the end of a list of children
    uint64_t low, high, ranges, sibling;
    bool has_ranges, high_is_size;
    InlinedCall call;
} DebugEntry;

static void take_codes(UnitSearch *s, Bytes b)
{
    memset(s->code, 0, sizeof s->code);
    for (uint64_t code; (code = take_uleb(&b)) != 0;) {
        EntryCode e = {.tag = take_uleb(&b)};
        take(&b, 1); // whether it has children
        e.attributes = b;
        for (uint64_t at = 1, form = 1; (at || form) && b.at < b.end;) {
            at = take_uleb(&b);
            form = take_uleb(&b);
            if (form == FORM_implicit_const)
                take_sleb(&b);
        }
        if (code < MOST_CODES)
            s->code[code] = e;
    }
}

// The value, if it is a number. `*fixed`: the value that the code has, and not the entry.
static uint64_t take_value(const UnitSearch *s, Bytes *b, uint64_t form, Bytes *fixed)
{
    switch (form) {
    case FORM_addr: return take(b, s->address_bytes);
    case 0x0b: // data1, ref1, flag, strx1, addrx1
    case 0x11:
    case 0x0c:
    case 0x25:
    case 0x29: return take(b, 1);
    case 0x05: // data2, ref2, strx2, addrx2
    case 0x12:
    case 0x26:
    case 0x2a: return take(b, 2);
    case 0x06: // data4, ref4, strx4, addrx4
    case 0x13:
    case 0x28:
    case 0x2c: return take(b, 4);
    case 0x07: // data8, ref8, ref_sig8
    case 0x14:
    case 0x20: return take(b, 8);
    case 0x0d: return (uint64_t)take_sleb(b);
    case 0x0f: // udata, ref_udata, strx, addrx, loclistx, rnglistx
    case 0x15:
    case 0x1a:
    case 0x1b:
    case 0x22:
    case 0x23: return take_uleb(b);
    case 0x0e: // strp, ref_addr, sec_offset, line_strp
    case 0x10:
    case 0x17:
    case 0x1f: return take(b, s->offset_bytes);
    case FORM_implicit_const: return (uint64_t)take_sleb(fixed);
    case 0x19: return 1; // flag_present
    case 0x08: take_text(b); return 0;
    case 0x1e: skip(b, 16); return 0;
    case 0x09: // block, exprloc
    case 0x18: skip(b, take_uleb(b)); return 0;
    case 0x0a: skip(b, take(b, 1)); return 0;
    case 0x03: skip(b, take(b, 2)); return 0;
    case 0x04: skip(b, take(b, 4)); return 0;
    default: b->at = b->end; return 0; // not known: nothing behind it can be read
    }
}

static DebugEntry take_entry(const UnitSearch *s, Bytes *b)
{
    uint64_t code = take_uleb(b);
    DebugEntry e = {.tag = code && code < MOST_CODES ? s->code[code].tag : 0};
    if (code && !e.tag)
        b->at = b->end; // not described
    if (!e.tag)
        return e;
    for (Bytes spec = s->code[code].attributes; spec.at < spec.end;) {
        uint64_t at = take_uleb(&spec), form = take_uleb(&spec);
        if (!at && !form)
            break;
        uint64_t value = take_value(s, b, form, &spec);
        switch (at) {
        case AT_sibling: e.sibling = value; break;
        case AT_low_pc: e.low = value; break;
        case AT_high_pc:
            e.high = value;
            e.high_is_size = form != FORM_addr;
            break;
        case AT_ranges:
            e.ranges = value;
            e.has_ranges = true;
            break;
        case AT_call_file: e.call.file = value; break;
        case AT_call_line: e.call.line = value; break;
        }
    }
    e.high += e.high_is_size ? e.low : 0;
    return e;
}

static bool in_ranges(const UnitSearch *s, uint64_t offset)
{
    Bytes b = s->debug->ranges;
    uint64_t base = s->base, from, to;
    for (skip(&b, offset); b.at < b.end;) {
        switch (take(&b, 1)) {
        case 4: // offset_pair
            from = base + take_uleb(&b);
            to = base + take_uleb(&b);
            break;
        case 5: // base_address
            base = take(&b, s->address_bytes);
            continue;
        case 6: // start_end
            from = take(&b, s->address_bytes);
            to = take(&b, s->address_bytes);
            break;
        case 7: // start_length
            from = take(&b, s->address_bytes);
            to = from + take_uleb(&b);
            break;
        default: return false; // the end of the list, or a table that is not read here
        }
        if (s->pc >= from && s->pc < to)
            return true;
    }
    return false;
}

static bool has_address(const UnitSearch *s, const DebugEntry *e)
{
    return e->has_ranges ? in_ranges(s, e->ranges) : s->pc >= e->low && s->pc < e->high;
}

// The header of the next unit; false: its entries are not read here.
static bool take_unit(UnitSearch *s, Bytes *section, Bytes *entries, const uint8_t **begin)
{
    *begin = section->at;
    uint64_t length = take(section, 4);
    s->offset_bytes = 4;
    if (length == 0xffffffff) {
        s->offset_bytes = 8;
        length = take(section, 8);
    }
    *entries = part(*section, 0, length);
    skip(section, length);
    if (take(entries, 2) != 5 || take(entries, 1) != UNIT_compile)
        return false;
    s->address_bytes = (unsigned)take(entries, 1);
    Bytes codes = s->debug->abbrev;
    skip(&codes, take(entries, s->offset_bytes));
    take_codes(s, codes);
    s->base = 0;
    return s->address_bytes && s->address_bytes <= 8;
}

static UnitSearch search; // large

int inlined_calls(const DebugInfo *debug, uint64_t pc, InlinedCall calls[MOST_INLINED])
{
    UnitSearch *s = &search;
    int n = -1;
    s->debug = debug;
    s->pc = pc;
    for (Bytes section = debug->info, b; section.at < section.end && n < 0;) {
        const uint8_t *begin;
        if (!take_unit(s, &section, &b, &begin))
            continue;
        while (b.at < b.end) {
            DebugEntry e = take_entry(s, &b);
            if (e.tag == TAG_compile_unit)
                s->base = e.low;
            if (e.tag != TAG_subprogram && e.tag != TAG_inlined_subroutine)
                continue;
            if (has_address(s, &e)) {
                n = n < 0 ? 0 : n;
                if (e.tag == TAG_inlined_subroutine && n < MOST_INLINED)
                    calls[n++] = e.call;
            } else if (e.sibling > (uint64_t)(b.at - begin)) {
                skip(&b, e.sibling - (uint64_t)(b.at - begin));
            }
        }
    }
    return n;
}
