// wrong.c - sentences about wrong outputs of lab 10. Each is a cause that the numbers
// show: a wrong output is computed in the way of the mistake, and compared.
#include "room.h"

#include <math.h>
#include <string.h>

#include "common/contracts/10_memory.h"
#include "grader/labs/10_memory/reference.h"
#include "grader/labs/kit.h"

// ---- part 1: figures --------------------------------------------------------------------

// Is `got` about `times` the wanted figure? Only for factors that nothing else gives: the figures
// are known to 20% only.
static bool about(double got, double want, double times)
{
    return fabs(got - want * times) <= 0.2 * want * times;
}

static const char *diagnose_time(double got, double want, double passes)
{
    if (got == 0)
        return "there is no time: has `b` been filled in? (is a TODO still empty?)";
    if (about(got, want, passes))
        return "this is the time of all passes: divide by `passes`";
    if (about(got, want, 1e-3))
        return "these are milliseconds: cudaEventElapsedTime gives milliseconds, b->us are "
               "microseconds";
    if (got < 0)
        return "the time is negative: cudaEventElapsedTime(&ms, first, last) takes the event that "
               "was recorded first before the other one";
    if (got > want)
        return "the time is too long: is there anything between the two events but the passes, "
               "such "
               "as the warm-up, or a wait of the host?";
    if (got < 0.5 * want)
        return "the time is too short: is the last event recorded after the last launch, and are "
               "all passes between the two events?";
    return NULL;
}

static const char *diagnose_rate(double got, double want, double stride)
{
    if (about(got, want, 1e-3) || about(got, want, 1e3) || about(got, want, 1e6) ||
        about(got, want, 1e-6))
        return "wrong by a power of 1000: a GB/s is 10^9 bytes in a second, that is 1000 bytes in "
               "a microsecond";
    if (stride > 1 && about(got, want, 2 / (stride + 1)))
        return "these are the words that are needed: the memory moves whole sectors, with stride 8 "
               "one for each word that is read";
    if (stride > 1 && about(got, want, (stride + 1) / 2))
        return "these are the sectors that are moved: of those, the program needs one word in "
               "`stride`";
    if (about(got, want, 0.5))
        return "this is one half: a copy reads each word and writes each word";
    if (about(got, want, 0.25))
        return "this is a quarter: these are words, and a word has 4 bytes";
    return NULL;
}

static const char *diagnose_percent(double got, double want)
{
    if (about(got, want, 0.01))
        return "this is the fraction: 100 times that are per cent";
    if (about(got, want, 100.0 * 100.0 / want / want))
        return "this is the peak in per cent of what was moved: the other way round";
    if (about(got, want, 0.125))
        return "this is an eighth: the bus is so many bits wide, and a byte has 8";
    if (about(got, want, 2) || about(got, want, 0.5))
        return "wrong by a factor of 2: peak_bandwidth() already has both transfers of a cycle";
    return NULL;
}

// The figures of part 1, which follow the copy.
static void diagnose_figure(const Case *c, int b, const void *data, Diagnoses *all)
{
    double got = *(const double *)data, want = *(const double *)c->buffer[b].want;
    const char *name = c->buffer[b].name;
    if (!strcmp(name, "us"))
        diagnoses_add(all, diagnose_time(got, want, (double)c->arg[2]));
    else if (!strcmp(name, "percent"))
        diagnoses_add(all, diagnose_percent(got, want));
    else
        diagnoses_add(all, diagnose_rate(got, want, (double)c->arg[1]));
}

// ---- parts 2 and 3 --------------------------------------------------

// The words of whole batches are not copied; or only these are.
static void diagnose_flight(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *want = c->buffer[1].want;
    int64_t n = c->arg[0], batch = c->arg[1] * MEMORY_BLOCK * c->arg[2];
    int64_t whole = n / batch * batch, wrong_whole = 0, wrong_rest = 0;
    for (int64_t i = 0; i < n; i++)
        *(i < whole ? &wrong_whole : &wrong_rest) += got[i] != want[i];
    if (whole && whole < n && wrong_whole == whole && !wrong_rest)
        diagnoses_add(all, "the words of the whole batches are wrong, the rest is right: is TODO 2 "
                           "still empty?");
    if (wrong_rest && !wrong_whole) // also where there is no whole batch
        diagnoses_add(all, "all wrong words are behind the last whole batch: `first` has to be the "
                           "first word that no batch has copied");
}

static void diagnose_scale(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *data = c->buffer[0].data, *want = c->buffer[0].want;
    int64_t n = c->arg[0], offset = c->arg[2], count = (int64_t)c->buffer[0].count;
    int64_t before = -offset & 3, outside = 0, twice = 0, wrong_before = 0, wrong_behind = 0,
            unchanged = 0, wrong = 0;
    before = before < n ? before : n;
    int64_t behind = before + (n - before) / 4 * 4;
    for (int64_t i = 0; i < count; i++) {
        if (got[i] == want[i])
            continue;
        int64_t k = i - offset;
        wrong++;
        outside += k < 0 || k >= n;
        wrong_before += k >= 0 && k < before;
        unchanged += got[i] == data[i];
        wrong_behind += k >= behind && k < n;
        twice += k >= 0 && k < n && got[i] == (int32_t)((uint32_t)want[i] * (uint32_t)c->arg[1]);
    }
    if (outside && outside == wrong)
        diagnoses_add(all, "all words of x are right, but words outside of x have changed too");
    if (twice && twice == wrong)
        diagnoses_add(all,
                      "words were multiplied twice: does one thread take each word, and once?");
    if (wrong && wrong == wrong_before && wrong == unchanged)
        diagnoses_add(all, "the words before the first int4 have not changed");
    if (wrong && wrong == wrong_behind && wrong == unchanged)
        diagnoses_add(all, "the words behind the last int4 have not changed");
}

// ---- part 4 ---------------------------------------------------------

static void diagnose_particles(const Case *c, const float *got, Diagnoses *all)
{
    const float *data = c->buffer[0].data;
    size_t n = (size_t)c->arg[0], count = n * PARTICLE_FLOATS;
    bool same = true, moved_structures = true;
    for (size_t k = 0; k < count; k++)
        same = same && got[k] == data[k];
    if (!strcmp(c->variant, "split")) {
        if (same && n > 1)
            diagnoses_add(all, "the floats are copied in the order of the particles: float f of "
                               "particle i belongs to soa[f * n + i]");
        return;
    }
    for (size_t k = 0; k < count; k++)
        moved_structures =
            moved_structures &&
            got[k] == (k % 6 < 3 ? data[k] + kit_quarters(c->arg[1]) * data[k + 3] : data[k]);
    if (same)
        diagnoses_add(all, "nothing has moved");
    else if (moved_structures && n > 1)
        diagnoses_add(all, "the array was taken for an array of structures: x of particle i is "
                           "soa[i], and its velocity is soa[3 * n + i]");
}

// ---- part 5 ---------------------------------------------------------

static void diagnose_edges(const Case *c, const int32_t *got, Diagnoses *all)
{
    const int32_t *in = c->buffer[0].data;
    size_t width = (size_t)c->arg[0], height = (size_t)c->arg[1], stride = (size_t)c->arg[2];
    size_t left = (size_t)c->arg[3], top = (size_t)c->arg[4], count = width * height;
    bool copied = true, corner = true, reversed = true, left_out = true;
    bool row_0 = true, rest = true; // only row 0 is right, except by values that are alike
    for (size_t y = 0; y < height; y++)
        for (size_t x = 0; x < width; x++) {
            const int32_t *p = in + (top + y) * stride + left + x;
            const int32_t *q = in + y * stride + x;
            int32_t v = got[y * width + x];
            copied = copied && v == *p;
            corner = corner && v == *q - (y ? q[-(ptrdiff_t)stride] : 0);
            reversed = reversed && v == (y ? p[-(ptrdiff_t)stride] - *p : *p);
            left_out = left_out && (y ? v == *p - p[-(ptrdiff_t)stride] : true);
            row_0 = row_0 && (y || v == *p);
            rest = rest && (y == 0 || c->kinds & KINDS_values || v != *p - p[-(ptrdiff_t)stride]);
        }
    if (!count)
        return;
    if (corner && (left || top))
        diagnoses_add(all,
                      "this is the window at the picture's corner: the window begins at (left, "
                      "top)");
    if (copied && height > 1)
        diagnoses_add(all, "the window was copied, but nothing was subtracted");
    if (reversed && height > 1)
        diagnoses_add(all, "the differences have the wrong sign: a pixel minus the one above it");
    if (left_out)
        diagnoses_add(all, "only row 0 is wrong: it has no row above, so its pixels stay as they "
                           "are");
    if (row_0 && rest && !copied && !reversed && height > 1)
        diagnoses_add(all, "only row 0 is right: how far is it from row to row in the picture, and "
                           "in each piece of memory? A pitch counts bytes");
}

// ---- part 6 ---------------------------------------------------------

static void diagnose_kinds_of_memory(const Case *c, const void *data, Diagnoses *all)
{
    size_t n = (size_t)c->arg[0];
    if (!strcmp(c->variant, "lookup")) {
        const int32_t *got = data, *table = c->buffer[0].data;
        bool first = n > 1 && c->arg[1] >= c->arg[0];
        for (size_t i = 0; i < n && first; i++)
            first = got[i] == table[i];
        if (first)
            diagnoses_add(all, "these are the first words of the table: out[i] is "
                               "table[index[i]]");
    } else if (!strcmp(c->variant, "rounds")) {
        const uint32_t *got = data, *in = c->buffer[0].data;
        bool same = n > 0, from_1 = n > 0, fewer = n > 0 && c->arg[1] > 0;
        for (size_t i = 0; i < n; i++) {
            uint32_t x = in[i], y = in[i];
            for (unsigned round = 0; round < (unsigned)c->arg[1]; round++) {
                fewer = fewer && (round + 1 < (unsigned)c->arg[1] || got[i] == y);
                x = x * MEMORY_A + round + 1;
                y = y * MEMORY_A + round;
            }
            same = same && got[i] == in[i];
            from_1 = from_1 && got[i] == x;
        }
        if (same)
            diagnoses_add(all, "`data` has not changed: nothing was copied back into it");
        else if (fewer)
            diagnoses_add(all, "the last round is missing");
        if (from_1)
            diagnoses_add(all, "the rounds are counted from 1: the first one is round 0");
    }
}

// ---- parts 7 and 8 --------------------------------------------------

static void diagnose_tables(const Case *c, const uint32_t *got, Diagnoses *all)
{
    if (strcmp(c->variant, "polynomial") != 0)
        return;
    const uint32_t *x = c->buffer[0].data, *from = c->buffer[1].data;
    size_t n = (size_t)c->arg[0], count = (size_t)c->arg[1];
    uint32_t back[COEFFICIENTS];
    for (size_t k = 0; k < count; k++)
        back[k] = from[count - 1 - k];
    bool reversed = n > 0 && count > 1, shorter = n > 0, longer = n > 0;
    for (size_t i = 0; i < n; i++) {
        reversed = reversed && got[i] == reference_polynomial(x[i], back, count);
        shorter = shorter && got[i] == reference_polynomial(x[i], from + 1, count - 1);
        longer = longer && got[i] == x[i] * reference_polynomial(x[i], from, count);
    }
    if (reversed)
        diagnoses_add(all, "the coefficients are in the wrong order: begin with the last one, "
                           "c[count - 1]");
    if (shorter && count > 1)
        diagnoses_add(all, "c[0] is missing");
    if (longer)
        diagnoses_add(all, "every power is one too high: multiply first, then add");
}

static void diagnose_kinds_of_work(const Case *c, const uint32_t *got, Diagnoses *all)
{
    const uint32_t *in = c->buffer[0].data;
    int64_t n = c->arg[0];
    bool exchanged = n > 0, first_half = n > 0, walked = n > 0, shaken = n > 0;
    for (int64_t i = 0; i < n; i++) {
        uint32_t walk = reference_walk(in[i], MEMORY_STEPS),
                 shake = reference_shake(in[i], MEMORY_STEPS);
        exchanged = exchanged && got[i] == (i % 2 ? walk : shake);
        walked = walked && got[i] == walk;
        shaken = shaken && got[i] == shake;
        first_half = first_half && got[i] == (i / MEMORY_BLOCK % 2 ? shake : walk);
    }
    if (exchanged)
        diagnoses_add(all, "the two kinds of work are exchanged: even elements walk, odd ones "
                           "shake");
    if (walked)
        diagnoses_add(all, "all elements walk: odd ones have to shake");
    if (shaken)
        diagnoses_add(all, "all elements shake: even ones have to walk");
    if (first_half)
        diagnoses_add(all, "the elements are divided by halves of the block: what an element needs "
                           "depends on i % 2. So the threads have to take other elements");
}

void memory_diagnose(const Case *c, int b, const void *got, Diagnoses *all)
{
    if (b != case_first_output(c)) {
        if (c->part == 1)
            diagnose_figure(c, b, got, all);
        return;
    }
    switch (c->part) {
    case 2: diagnose_flight(c, got, all); break;
    case 3: diagnose_scale(c, got, all); break;
    case 4: diagnose_particles(c, got, all); break;
    case 5: diagnose_edges(c, got, all); break;
    case 6: diagnose_kinds_of_memory(c, got, all); break;
    case 7: diagnose_tables(c, got, all); break;
    case 8:
        if (!strcmp(c->variant, "kinds"))
            diagnose_kinds_of_work(c, got, all);
        break;
    }
}
