// questions.c - see questions.h.
#include "questions.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grader/base/keystream.h"
#include "grader/labs/20_occupancy/reference.h"

enum { WARP = 32, SECTOR = 32, BANKS = 32, WORD = 4 };

int sectors_touched(int stride, int first, int bytes)
{
    static bool touched[1 << 12];
    int count = 0;
    memset(touched, 0, sizeof touched);
    for (int lane = 0; lane < WARP; lane++)
        for (int at = lane * stride + first; at < lane * stride + first + bytes; at++) {
            count += !touched[at / SECTOR];
            touched[at / SECTOR] = true;
        }
    return count;
}

int waves_needed(int stride)
{
    int words[BANKS] = {0}, most = 1;
    for (int lane = 0; stride && lane < WARP; lane++) { // different words, if stride is not 0
        int bank = lane * stride % BANKS;
        most = ++words[bank] > most ? words[bank] : most;
    }
    return most;
}

#define PICK(pick, ...) \
    ((const int[]){__VA_ARGS__})[(pick) % (sizeof((const int[]){__VA_ARGS__}) / sizeof(int))]

__attribute__((format(printf, 3, 4))) static void put(OwnQuestion *question, int right,
                                                      const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(question->text, sizeof question->text, format, args);
    va_end(args);
    snprintf(question->right, sizeof question->right, "%d", right);
}

void ask_sectors_stride(unsigned pick, OwnQuestion *question)
{
    int stride = PICK(pick, 2, 3, 4, 5, 6, 7, 9, 12);
    put(question, sectors_touched(stride * WORD, 0, WORD), "lane l loads the word %d * l", stride);
}

void ask_sectors_offset(unsigned pick, OwnQuestion *question)
{
    int first = PICK(pick, 1, 2, 3, 4, 5, 6, 7, 8, 16, 24, 12, 32);
    put(question, sectors_touched(WORD, first * WORD, WORD), "neighbouring words, from word %d on",
        first);
}

void ask_sectors_wide(unsigned pick, OwnQuestion *question)
{
    int bytes = PICK(pick, 2, 8, 12, 16, 20, 24);
    put(question, sectors_touched(bytes, 0, bytes), "neighbouring elements of %d bytes", bytes);
}

void ask_sectors_struct(unsigned pick, OwnQuestion *question)
{
    int bytes = PICK(pick, 8, 12, 16, 20, 24, 28);
    put(question, sectors_touched(bytes, 0, WORD), "the first member of structures of %d bytes",
        bytes);
}

void ask_waves_even(unsigned pick, OwnQuestion *question)
{
    int stride = PICK(pick, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 24, 40, 48);
    put(question, waves_needed(stride), "lane l reads the word %d * l", stride);
}

void ask_waves_odd(unsigned pick, OwnQuestion *question)
{
    int stride = PICK(pick, 3, 5, 7, 9, 12, 15, 20, 28, 31, 33, 35, 36, 44);
    put(question, waves_needed(stride), "lane l reads the word %d * l", stride);
}

void ask_threads_launched(unsigned pick, OwnQuestion *question)
{
    int n = 300 + (int)(pick % 7000);
    put(question, (n + 255) / 256 * 256, "for n = %d", n);
}

void ask_resident_blocks(unsigned pick, OwnQuestion *question)
{
    int threads = PICK(pick, 32, 64, 96, 128, 192, 256, 288, 320, 384, 512, 640, 768, 1024);
    int blocks = 2048 / threads;
    put(question, blocks < 32 ? blocks : 32, "blocks of %d threads", threads);
}

void ask_resident_warps(unsigned pick, OwnQuestion *question)
{
    int threads = PICK(pick, 32, 48, 96, 160, 224, 288, 352, 416, 480, 544, 672, 736, 1024);
    put(question, reference_resident(16, 0, threads, FORGOT_nothing, NULL),
        "warps, with blocks of %d threads", threads);
}

void ask_resident_registers(unsigned pick, OwnQuestion *question)
{
    int registers = PICK(pick, 33, 36, 41, 50, 57, 61, 70, 75, 85, 92, 100, 117, 130, 150);
    int threads = PICK(pick / 16, 128, 192, 256, 320, 384);
    put(question, reference_resident(registers, 0, threads, FORGOT_nothing, NULL),
        "warps, with %d registers and blocks of %d threads", registers, threads);
}

void ask_resident_shared(unsigned pick, OwnQuestion *question)
{
    int kb = PICK(pick, 9, 10, 12, 15, 17, 20, 24, 30, 36, 40, 45, 48);
    int threads = PICK(pick / 16, 64, 96, 128, 160, 192);
    put(question, reference_resident(16, kb << 10, threads, FORGOT_nothing, NULL),
        "warps, with %d KB of shared memory and blocks of %d threads", kb, threads);
}

// The tables are in lab 20's assignment: P to U.
static void put_limit(OwnQuestion *question, char table)
{
    static const char *const limits[] = {"sectors",   "atomics", "resident",
                                         "conflicts", "double",  "grid"};
    snprintf(question->text, sizeof question->text, "table %c", table);
    snprintf(question->right, sizeof question->right, "%s", limits[table - 'P']);
}

void ask_limit_1(unsigned pick, OwnQuestion *question) { put_limit(question, "PSU"[pick % 3]); }
void ask_limit_2(unsigned pick, OwnQuestion *question) { put_limit(question, "QTP"[pick % 3]); }
void ask_limit_3(unsigned pick, OwnQuestion *question) { put_limit(question, "RUS"[pick % 3]); }

void ask_doubling_rounds(unsigned pick, OwnQuestion *question)
{
    int n = 40 + (int)(pick % 5000), rounds = 0;
    while (1 << rounds < n)
        rounds++;
    put(question, rounds, "for %d elements", n);
}

void ask_looks(unsigned pick, OwnQuestion *question)
{
    int waves = 8 + (int)(pick % 90);
    put(question, waves + 1, "%d waves find vertices", waves);
}

// A line of eight places has four lanes, and two lines are 8 apart: rows of a and c, columns of b.
static void put_lane(OwnQuestion *question, int line, int along, int row, int col)
{
    put(question, line % 8 * 4 + along % 8 / 2, "row %d, column %d", row, col);
}

void ask_lane_a(unsigned pick, OwnQuestion *question)
{
    int row = (int)(pick % 16), col = (int)(pick / 16 % 16);
    put_lane(question, row, col, row, col);
}

void ask_lane_b(unsigned pick, OwnQuestion *question)
{
    int row = (int)(pick % 16), col = (int)(pick / 16 % 8);
    put_lane(question, col, row, row, col);
}

void ask_lane_c(unsigned pick, OwnQuestion *question)
{
    int row = (int)(pick % 16), col = (int)(pick / 16 % 8);
    put_lane(question, row, col, row, col);
}

void ask_flight_bytes(unsigned pick, OwnQuestion *question)
{
    enum { MULTIPROCESSORS = 132 };
    int bytes_ns = 15 + (int)(pick % 23), ns = 500 + (int)(pick / 23 % 40) * 10;
    put(question, bytes_ns * ns, "%d GB/s, %d ns, %d multiprocessors", bytes_ns * MULTIPROCESSORS,
        ns, MULTIPROCESSORS);
}

void ask_stage_uses(unsigned pick, OwnQuestion *question)
{
    int stages = 3 + (int)(pick % 5), row = 20 + (int)(pick / 5 % 80);
    put(question, row / stages, "%d stages, row %d", stages, row);
}

void ask_box_column(unsigned pick, OwnQuestion *question)
{
    int columns = PICK(pick, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64);
    put(question, waves_needed(columns), "a box of %d columns", columns);
}

void ask_looks_queue(unsigned pick, OwnQuestion *question)
{
    int waves = 8 + (int)(pick % 90), entries = 1000 + (int)(pick / 90 % 90000);
    put(question, entries, "%d entries in col, %d waves: entries looked at in all?", entries,
        waves);
}

void ask_leaves(unsigned pick, OwnQuestion *question)
{
    int levels = 5 + (int)(pick % 7), blocks = 1 << (7 + pick / 7 % 6);
    put(question, blocks, "%d child grids: %d below each block, one below the other",
        blocks * levels, levels);
}

void ask_running(unsigned pick, OwnQuestion *question)
{
    int running = 12 + (int)(pick % 60), us = 100 + (int)(pick / 60 % 400);
    enum { GRIDS = 8193 };
    put(question, running, "%d grids, %d us on average; the program takes %d us", GRIDS, us,
        (GRIDS * us + running / 2) / running);
}

void ask_chain(unsigned pick, OwnQuestion *question)
{
    int grids = 5 + (int)(pick % 7), us = 20 + (int)(pick / 7 % 40), loop = 300 + (int)(pick % 211);
    put(question, us, "%d child grids, %d us; the loop takes %d us", grids, loop + grids * us,
        loop);
}

void ask_copies(unsigned pick, OwnQuestion *question)
{
    int n = 20 + (int)(pick % 900);
    put(question, n, "the host sets d[0] to d[%d] in a loop: copies?", n - 1);
}

// The same four answers, and the right one, c, stands at a place of the student's own.
void ask_push_back(unsigned pick, OwnQuestion *question)
{
    char order[] = "abcd";
    for (int left = 4; left > 1; pick /= (unsigned)left--) {
        int other = (int)(pick % (unsigned)left);
        char moved = order[other];
        order[other] = order[left - 1];
        order[left - 1] = moved;
    }
    put(question, (int)(strchr(order, 'c') - order) + 1,
        "with the answers in the order %c %c %c %c: the 1st, 2nd, 3rd or 4th?", order[0], order[1],
        order[2], order[3]);
}

void ask_pushes(unsigned pick, OwnQuestion *question)
{
    int n = 40 + (int)(pick % 60000), allocations = 1;
    for (int room = 1; room < n; room *= 2)
        allocations++;
    put(question, allocations, "%d calls of push_back", n);
}

void ask_added(unsigned pick, OwnQuestion *question)
{
    int threads = 32 * (1 + (int)(pick % 8)), n = 100 * (1 + (int)(pick / 8 % 30));
    put(question, threads * n, "%d threads call it for %d elements: elements added?", threads, n);
}

void ask_captured(unsigned pick, OwnQuestion *question)
{
    int kernels = 3 + (int)(pick % 13), launches = 4 + (int)(pick / 13 % 17);
    put(question, kernels * launches, "%d kernels captured, %d launches: kernels executed?",
        kernels, launches);
}

void ask_argument(unsigned pick, OwnQuestion *question)
{
    int k = 2 + (int)(pick % 31), launches = 5 + (int)(pick / 31 % 9);
    put(question, k, "captured with k = %d; ++k before each of %d launches: the last one has k =?",
        k, launches);
}

void ask_path(unsigned pick, OwnQuestion *question)
{
    int branches = 2 + (int)(pick % 4), nodes = 2 + (int)(pick / 4 % 6),
        us = 5 + (int)(pick / 24 % 4);
    put(question, (nodes + 2) * us, "a node, %d branches of %d nodes, a node; %d us each: us?",
        branches, nodes, us);
}

// "Ann  Lee " and "ann lee" are the same student.
static void plain_name(const char *name, char *plain, size_t size)
{
    size_t n = 0;
    for (; *name && n + 2 < size; name++)
        if (!isspace((unsigned char)*name))
            plain[n++] = (char)tolower((unsigned char)*name);
        else if (n && plain[n - 1] != ' ')
            plain[n++] = ' ';
    while (n && plain[n - 1] == ' ')
        n--;
    plain[n] = 0;
}

bool question_of(const Lab *lab, const Item *item, const char *name, OwnQuestion *question)
{
    char plain[64], text[256];
    KeyStream stream;
    plain_name(name, plain, sizeof plain);
    if (!item->ask || !*plain || strcmp(plain, "?") == 0)
        return false;
    snprintf(text, sizeof text, "question %s %s %s", lab->name, item->id, plain);
    keystream_begin(&stream, text);
    item->ask(keystream_word(&stream), question);
    return true;
}
