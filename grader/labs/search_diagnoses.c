// search_diagnoses.c - see search_diagnoses.h.
#include "search_diagnoses.h"

#include <stddef.h>

#include "common/contracts/08_dynamic_parallelism.h"

const NamedValue unreached_name[] = {{UNREACHED, "UNREACHED"}, {0, NULL}};

int32_t search_last_wave(const int32_t *got, size_t n)
{
    int32_t last = 0;
    for (size_t i = 0; i < n; i++)
        last = got[i] > last ? got[i] : last;
    return last;
}

bool search_ends_early(const int32_t *want, const int32_t *got, size_t n)
{
    int32_t last = search_last_wave(got, n);
    for (size_t i = 0; i < n; i++)
        if (got[i] != (want[i] > last ? UNREACHED : want[i]))
            return false;
    return true;
}

// Is each vertex that is reached, but the source, `more` levels too far away?
static bool is_off_by(const int32_t *want, const int32_t *got, size_t n, size_t source, int more)
{
    bool any = false;
    for (size_t i = 0; i < n; i++) {
        bool reached = want[i] >= 0 && i != source;
        if (got[i] != want[i] + (reached ? more : 0))
            return false;
        any |= reached;
    }
    return any;
}

// No vertex comes too early; `lost`: some may never be reached.
static bool comes_late(const int32_t *want, const int32_t *got, size_t n, size_t source, bool lost)
{
    for (size_t i = 0; i < n; i++) {
        bool reached = want[i] >= 0 && i != source;
        if (got[i] != want[i] && !(reached && (got[i] > want[i] || (lost && got[i] < 0))))
            return false;
    }
    return true;
}

void search_diagnose(const int32_t *want, const int32_t *got, size_t n, size_t source,
                     Diagnoses *all)
{
    bool cut = search_ends_early(want, got, n);
    if (cut && search_last_wave(got, n) == 0)
        diagnoses_add(all, "only the source is reached: no vertex gets a distance");
    if (cut)
        diagnoses_add(all,
                      "right up to some wave, and nothing after it: the search ends too early, "
                      "or finds its next queue empty (is a counter cleared at the wrong time, "
                      "or not read?)");
    if (is_off_by(want, got, n, source, 1))
        diagnoses_add(all, "all distances are one too large: wave d reaches vertices at distance "
                           "d + 1");
    if (is_off_by(want, got, n, source, -1))
        diagnoses_add(all, "all distances are one too small: wave d reaches vertices at distance "
                           "d + 1");
    if (comes_late(want, got, n, source, false))
        diagnoses_add(all, "some distances are too large, none is too small: these vertices were "
                           "reached by a later wave than necessary");
    if (comes_late(want, got, n, source, true))
        diagnoses_add(all, "some vertices are reached too late, or not at all, and none too early: "
                           "do all vertices of a wave look at their neighbours?");
}
