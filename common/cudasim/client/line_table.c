// line_table.c - from an address of the program's code to file and line, or to function and offset.
// The file of the program, or of a library of it, is read for that: its .debug_line sections (DWARF
// 4 and 5), else its symbols. Every offset in the file is checked before it is followed.
//
// Code of a header that was inlined belongs to the header's line. The line that the user wants is
// the one of the call, which .debug_info says (inlined.c); without that, the line of the code
// before it in the same function.
#define _GNU_SOURCE
#include "line_table.h"

#include "elf_file.h"
#include "inlined.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <sys/mman.h>

// ---- modules --------------------------------------------------------

typedef struct { // rows of addresses that grow
    uint64_t low, high;
    const uint8_t *unit, *at; // its unit, its first instruction
} CodeSequence;

typedef struct {
    uint64_t base;
    char name[64];  // without folders
    bool is_system; // or the grader's
    Bytes line, line_str, str, symbols, names;
    uint64_t given, given_bytes; // the section of functions that are GIVEN (common/lab.h)
    DebugInfo debug;
    CodeSequence *sequences; // of .debug_line
    unsigned nsequences, room;
    bool indexed;
} CodeModule;

enum { MOST_MODULES = 16 };
static CodeModule modules[MOST_MODULES];
static unsigned nmodules;

static void find_sections(CodeModule *m, Bytes file)
{
    Elf64_Shdr given;
    if (elf_find(file, "given", &given))
        m->given = given.sh_addr, m->given_bytes = given.sh_size;
    m->line = elf_section(file, ".debug_line");
    m->line_str = elf_section(file, ".debug_line_str");
    m->str = elf_section(file, ".debug_str");
    m->debug.info = elf_section(file, ".debug_info");
    m->debug.abbrev = elf_section(file, ".debug_abbrev");
    m->debug.ranges = elf_section(file, ".debug_rnglists");
    m->symbols = elf_section(file, ".symtab");
    m->names = elf_section(file, ".strtab");
}

// The module that has this code; NULL: none, or there are too many.
static CodeModule *module_of(uint64_t pc)
{
    Dl_info info;
    struct link_map *map = NULL;
    if (!dladdr1((void *)pc, &info, (void **)&map, RTLD_DL_LINKMAP) || !map)
        return NULL;
    for (unsigned i = 0; i < nmodules; i++)
        if (modules[i].base == map->l_addr)
            return &modules[i];
    if (nmodules == MOST_MODULES)
        return NULL;
    CodeModule *m = &modules[nmodules++];
    const char *path = *map->l_name ? map->l_name : "/proc/self/exe", *slash;
    const char *shown = info.dli_fname ? info.dli_fname : path;
    *m = (CodeModule){.base = map->l_addr};
    m->is_system = !strncmp(path, "/lib", 4) || !strncmp(path, "/usr/lib", 8);
    slash = strrchr(shown, '/');
    snprintf(m->name, sizeof m->name, "%s", slash ? slash + 1 : shown);
    Bytes file;
    if (!m->is_system && bytes_of_file(path, &file))
        find_sections(m, file);
    return m;
}

// ---- the header of a line program -----------------------------------

enum { MOST_FILES = 4096, MOST_FORMATS = 8 };

typedef struct {
    const char *name;
    uint64_t folder;
} FileEntry;

typedef struct {
    const CodeModule *m;
    unsigned version, offset_bytes, address_bytes;
    uint8_t least, opcode_base, range;
    int8_t line_base;
    uint8_t operands[256];
    FileEntry folders[MOST_FILES], files[MOST_FILES];
    unsigned nfolders, nfiles;
    Bytes program;
} LineHeader;

static const char *take_form(LineHeader *h, Bytes *b, uint64_t form, uint64_t *number)
{
    switch (form) {
    case 0x08: return take_text(b);
    case 0x0e: return text_at(h->m->str, take(b, h->offset_bytes));
    case 0x1f: return text_at(h->m->line_str, take(b, h->offset_bytes));
    case 0x0b: *number = take(b, 1); break;
    case 0x05: *number = take(b, 2); break;
    case 0x06: *number = take(b, 4); break;
    case 0x07: *number = take(b, 8); break;
    case 0x0f: *number = take_uleb(b); break;
    case 0x1e: skip(b, 16); break;
    case 0x09: skip(b, take_uleb(b)); break;
    default: b->at = b->end; // not known: nothing behind it can be read
    }
    return NULL;
}

// DWARF 5: a list whose entries have the form that the list itself describes.
static unsigned take_entries(LineHeader *h, Bytes *b, FileEntry *list)
{
    uint64_t type[MOST_FORMATS], form[MOST_FORMATS];
    unsigned formats = (unsigned)take(b, 1), n = 0;
    for (unsigned i = 0; i < formats; i++) {
        uint64_t t = take_uleb(b), f = take_uleb(b);
        if (i < MOST_FORMATS)
            type[i] = t, form[i] = f;
    }
    uint64_t count = take_uleb(b);
    if (formats > MOST_FORMATS)
        b->at = b->end;
    for (uint64_t k = 0; k < count && b->at < b->end; k++) {
        FileEntry e = {"", 0};
        for (unsigned i = 0; i < formats; i++) {
            uint64_t number = 0;
            const char *text = take_form(h, b, form[i], &number);
            if (type[i] == 1 && text)
                e.name = text;
            else if (type[i] == 2)
                e.folder = number;
        }
        if (n < MOST_FILES)
            list[n++] = e;
    }
    return n;
}

// DWARF 4: number 0 is not in the lists.
static void take_old_lists(LineHeader *h, Bytes *b)
{
    h->folders[h->nfolders++] = (FileEntry){"", 0};
    for (const char *text; b->at < b->end && *(text = take_text(b));)
        if (h->nfolders < MOST_FILES)
            h->folders[h->nfolders++] = (FileEntry){text, 0};
    h->files[h->nfiles++] = (FileEntry){"", 0};
    for (const char *text; b->at < b->end && *(text = take_text(b));) {
        FileEntry e = {text, take_uleb(b)};
        take_uleb(b);
        take_uleb(b);
        if (h->nfiles < MOST_FILES)
            h->files[h->nfiles++] = e;
    }
}

// The next unit of .debug_line; false: it cannot be read.
static bool take_header(LineHeader *h, Bytes *section)
{
    uint64_t length = take(section, 4);
    h->offset_bytes = 4;
    if (length == 0xffffffff) {
        h->offset_bytes = 8;
        length = take(section, 8);
    }
    Bytes b = part(*section, 0, length);
    skip(section, length);
    h->version = (unsigned)take(&b, 2);
    if (h->version < 2 || h->version > 5)
        return false;
    h->address_bytes = 8;
    if (h->version == 5) {
        h->address_bytes = (unsigned)take(&b, 1);
        take(&b, 1);
    }
    uint64_t rest = take(&b, h->offset_bytes);
    h->program = b;
    skip(&h->program, rest);
    h->least = (uint8_t)take(&b, 1);
    if (h->version >= 4)
        take(&b, 1);
    take(&b, 1);
    h->line_base = (int8_t)take(&b, 1);
    h->range = (uint8_t)take(&b, 1);
    h->opcode_base = (uint8_t)take(&b, 1);
    for (unsigned i = 1; i < h->opcode_base; i++)
        h->operands[i] = (uint8_t)take(&b, 1);
    h->nfolders = h->nfiles = 0;
    if (h->version == 5) {
        h->nfolders = take_entries(h, &b, h->folders);
        h->nfiles = take_entries(h, &b, h->files);
    } else {
        take_old_lists(h, &b);
    }
    return h->range && h->opcode_base && h->address_bytes <= 8;
}

// ---- its program ----------------------------------------------------

typedef struct {
    uint64_t addr, file;
    int64_t line;
} LineRow;

typedef struct {
    uint64_t pc, low;  // wanted: the row of pc, in the function that begins at low
    CodeModule *index; // or, not NULL: its sequences are noted
    LineRow last;      // of the sequence
    bool begun;        // the sequence has a row
    bool covered;      // there is a row for pc
    LineRow row;       // that row
    LineRow user;      // the last one in a file of the user's, from low on
} LineSearch;

// Files of the toolkit, and headers of this course.
static const char *const toolkit_marks[] = {"/targets/x86_64-linux/include/",
                                            "/toolkit/include/",
                                            "/nvidia/cu",
                                            "/cuda_runtime.h",
                                            "/crt/",
                                            ".cudafe1.",
                                            "tmpxft_",
                                            "/common/lab.h",
                                            "/common/labs.h",
                                            "/common/contracts/"};

static void path_of(const LineHeader *h, uint64_t file, char path[MAX_PLACE_TEXT])
{
    static const FileEntry unknown = {"", 0};
    const FileEntry *e = file < h->nfiles ? &h->files[file] : &unknown;
    const char *folder = e->folder && e->folder < h->nfolders ? h->folders[e->folder].name : "";
    bool alone = *e->name == '/' || !*folder;
    snprintf(path, MAX_PLACE_TEXT, "%s%s%s", alone ? "" : folder, alone ? "" : "/", e->name);
}

static bool is_users(const LineHeader *h, uint64_t file)
{
    char path[MAX_PLACE_TEXT];
    path_of(h, file, path);
    if (!*path || !strncmp(path, "/usr/", 5) || !strncmp(path, "/opt/", 5))
        return false;
    for (size_t i = 0; i < sizeof toolkit_marks / sizeof *toolkit_marks; i++)
        if (strstr(path, toolkit_marks[i]))
            return false;
    return true;
}

// Two rows that follow each other: the code between them belongs to the first one.
static void see_row(const LineHeader *h, LineSearch *s, LineRow row)
{
    if (s->begun && !s->index && s->last.addr <= s->pc && s->last.line) {
        bool users = s->last.addr >= s->low && is_users(h, s->last.file);
        if (users)
            s->user = s->last;
        s->covered = s->pc < row.addr;
        s->row = s->last;
    }
    s->last = row;
    s->begun = true;
}

static void note_sequence(CodeModule *m, CodeSequence sequence)
{
    if (m->nsequences == m->room) { // not from the heap, which may be what is damaged
        unsigned room = m->room ? 2 * m->room : 4096 / sizeof *m->sequences;
        size_t old = m->room * sizeof *m->sequences, size = room * sizeof *m->sequences;
        void *more =
            old ? mremap(m->sequences, old, size, MREMAP_MAYMOVE)
                : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (more == MAP_FAILED)
            return;
        m->sequences = more;
        m->room = room;
    }
    m->sequences[m->nsequences++] = sequence;
}

// One sequence from `b` on, or all of them for an index; `unit` is where the unit begins.
static void run_program(LineHeader *h, LineSearch *s, const uint8_t *unit, Bytes b)
{
    LineRow row = {0, 1, 1};
    const uint8_t *begin = b.at;
    uint64_t low = 0;
    while (b.at < b.end && !s->covered) {
        uint8_t op = (uint8_t)take(&b, 1);
        if (op >= h->opcode_base) {
            unsigned n = op - h->opcode_base;
            row.addr += n / h->range * h->least;
            row.line += h->line_base + (int)(n % h->range);
            see_row(h, s, row);
            continue;
        }
        switch (op) {
        case 0: {
            uint64_t n = take_uleb(&b);
            Bytes extended = part(b, 0, n);
            skip(&b, n);
            uint64_t what = take(&extended, 1);
            if (what == 2)
                low = row.addr = take(&extended, h->address_bytes);
            if (what != 1)
                break;
            if (!s->index) { // the end of a sequence
                see_row(h, s, row);
                return;
            }
            note_sequence(s->index, (CodeSequence){low, row.addr, unit, begin});
            begin = b.at;
            row = (LineRow){0, 1, 1};
            break;
        }
        case 1: see_row(h, s, row); break;
        case 2: row.addr += take_uleb(&b) * h->least; break;
        case 3: row.line += take_sleb(&b); break;
        case 4: row.file = take_uleb(&b); break;
        case 8: row.addr += (uint64_t)(255 - h->opcode_base) / h->range * h->least; break;
        case 9: row.addr += take(&b, 2); break;
        default:
            for (unsigned i = 0; i < h->operands[op]; i++)
                take_uleb(&b);
        }
    }
}

static LineHeader header; // large; the caller has the lock

static void index_module(CodeModule *m)
{
    LineSearch s = {.index = m};
    header.m = m;
    m->indexed = true;
    for (Bytes section = m->line; section.at < section.end;) {
        const uint8_t *unit = section.at;
        if (take_header(&header, &section))
            run_program(&header, &s, unit, header.program);
    }
}

// The line that the user wants, if .debug_info knows the function: of the row itself and the calls
// around it, the innermost in a file of the user's; with `skip`, the next one.
static void see_calls(const CodeModule *m, LineSearch *s, bool skip)
{
    InlinedCall calls[MOST_INLINED];
    int n = inlined_calls(&m->debug, s->pc, calls);
    if (n < 0 && !skip)
        return;
    LineRow row = s->row;
    s->user = (LineRow){0};
    for (;; row = (LineRow){0, calls[n].file, (int64_t)calls[n].line}) {
        bool users = is_users(&header, row.file);
        if (users && !skip)
            s->user = row;
        skip &= !users;
        if (s->user.line || n-- <= 0)
            return;
    }
}

static bool find_line(CodeModule *m, uint64_t pc, uint64_t low, bool skip, CodePlace *place)
{
    LineSearch s = {.pc = pc, .low = low};
    if (!m->indexed)
        index_module(m);
    for (unsigned i = 0; i < m->nsequences && !s.covered; i++) {
        const CodeSequence *q = &m->sequences[i];
        Bytes unit = {q->unit, m->line.end};
        if (pc < q->low || pc >= q->high)
            continue;
        header.m = m;
        s.begun = false;
        s.user = (LineRow){0};
        if (take_header(&header, &unit))
            run_program(&header, &s, q->unit, (Bytes){q->at, header.program.end});
    }
    if (s.covered)
        see_calls(m, &s, skip);
    place->between = s.covered && !s.user.line; // the code of a header
    if (!s.user.line || !s.covered)
        return false;
    path_of(&header, s.user.file, place->text);
    place->line = (int)s.user.line;
    return true;
}

// ---- symbols --------------------------------------------------------

// Functions of CUDA's headers: cudaMalloc<int>, ...
static bool is_between(const char *name)
{
    const char *at = name + (strncmp(name, "_Z", 2) ? 0 : 2);
    at += at != name && *at == 'L';
    while (at != name && *at >= '0' && *at <= '9')
        at++;
    return !strncmp(at, "cuda", 4);
}

static bool find_symbol(const CodeModule *m, uint64_t pc, CodePlace *place)
{
    Bytes b = m->symbols;
    for (Elf64_Sym s; (size_t)(b.end - b.at) >= sizeof s; skip(&b, sizeof s)) {
        memcpy(&s, b.at, sizeof s);
        if (ELF64_ST_TYPE(s.st_info) != STT_FUNC || pc - s.st_value >= s.st_size)
            continue;
        const char *name = text_at(m->names, s.st_name);
        place->between |= is_between(name);
        snprintf(place->text, sizeof place->text, "%.180s+0x%llx", name,
                 (unsigned long long)(pc - s.st_value));
        return true;
    }
    return false;
}

void code_caller(uint64_t pc, CodePlace *place)
{
    CodeModule *m = module_of(pc);
    *place = (CodePlace){.line = 0};
    if (m && !m->is_system)
        find_line(m, pc - m->base, 0, true, place);
}

void code_is_between(uint64_t pc)
{
    CodeModule *m = module_of(pc);
    if (m)
        m->is_system = true;
}

void code_place(uint64_t pc, uint64_t function, CodePlace *place)
{
    CodeModule *m = module_of(pc);
    *place = (CodePlace){.between = !m || m->is_system || pc - m->base - m->given < m->given_bytes};
    if (place->between)
        return;
    if (find_line(m, pc - m->base, function - m->base, false, place))
        return;
    if (!find_symbol(m, pc - m->base, place))
        snprintf(place->text, sizeof place->text, "%s+0x%llx", m->name,
                 (unsigned long long)(pc - m->base));
}
