// reports.c - a race becomes a finding: which threads, which lines, and whether a result can
// change.
#include "race.h"

enum { HAZARD_INSTRUCTIONS = 8 }; // a hazard takes about as long as that many instructions

// Does another lane of the same instruction write the same bytes?
static bool is_same_instruction(const RaceAccess *x, uint64_t e, uint64_t addr)
{
    const Access *a = x->a;
    unsigned l = entry_lane(e);
    return entry_segment(e) == entry_segment(x->mine) && entry_place(e) == x->place &&
           a->mask >> l & 1 && addr >= a->addr[l] && addr < a->addr[l] + a->width;
}

// NULL if another schedule may change a result; else why none does (same_values.c).
static const char *why_harmless(const RaceAccess *x, unsigned lane, uint64_t e, bool earlier_write,
                                unsigned at, unsigned n, unsigned lane_then, bool together)
{
    const Access *a = x->a;
    const uint64_t addr = a->addr[lane] + at, mine = x->mine + lane;
    const uint64_t then = entry(entry_segment(e), entry_place(e), lane_then);
    const uint8_t *there = a->bytes[lane] + at, *value = there;
    if (a->kind > ACCESS_store)
        return NULL;
    if (x->write)
        value = a->value ? a->value + a->value_stride * lane + at : NULL;
    if (earlier_write && x->write && value) {
        const uint8_t *other =
            together ? a->value + a->value_stride * lane_then + (addr - a->addr[lane_then]) : there;
        if (memcmp(other, value, n))
            return NULL;
        same_values_note(addr, value, n, then);
        same_values_note(addr, value, n, mine);
        return "; both write the same value";
    }
    bool own = value && same_values_wrote(addr, value, n, then) &&
               (x->write || same_values_wrote(addr, value, n, mine));
    return own ? "; the thread that reads has written the same value itself" : NULL;
}

// Where threads race, they nearly always do so many times, with the same two instructions.
static struct {
    uint64_t launch; // its serial number
    uint32_t place, then;
    unsigned kind;
    Finding *finding;
} last_pair;

// Is this hazard one more of the last finding, and says nothing new? While all were between lanes
// of one warp, the next one may be between two warps.
static bool is_known(const RaceAccess *x, uint64_t e, unsigned kind, Severity severity)
{
    Finding *f = last_pair.finding;
    if (last_pair.launch != x->a->warp->launch->serial || last_pair.place != x->place ||
        last_pair.then != entry_place(e) || last_pair.kind != kind)
        return false;
    if (!f || f->one_warp || severity > f->severity)
        return false;
    f->count++;
    return true;
}

// clang-format off
// Bytes at..at+n-1 of `lane` race with the earlier access `e`.
void hazard_report(const RaceAccess *x, unsigned lane, uint64_t e, bool earlier_write, unsigned at,
                   unsigned n)
{
    const Access *a = x->a;
    Owner o = {0};
    uint64_t addr = a->addr[lane] + at;
    unsigned lane_then = entry_lane(e);
    if (lane_then == lane && e & SEVERAL) // any other lane; the next one will do
        lane_then = lane ^ 1;
    bool waw = earlier_write && x->write;
    bool together = waw && a->value && is_same_instruction(x, e, addr);
    const char *note =
        x->update ? NULL : why_harmless(x, lane, e, earlier_write, at, n, lane_then, together);
    GridsRelation grids = grids_relation(entry_segment(e));
    Severity severity = note ? SEVERITY_info : SEVERITY_error;
    const Warp *w = a->warp;
    unsigned kind = waw + 2 * grids + 16 * earlier_write + 32 * x->update;
    device.charge += HAZARD_INSTRUCTIONS;
    if (is_known(x, e, kind, severity))
        return;
    segment_owner(entry_segment(e), &o);
    HazardEnd now = {place_line(x->place), w->block->id,
                     {w->tid[0][lane], w->tid[1][lane], w->tid[2][lane]}, NULL, NULL, 0};
    HazardEnd then = {place_line(entry_place(e)), block_index(o.grid_dim, o.block),
                      thread_index(o.block_dim, o.warp * WARP_SIZE + lane_then), NULL, NULL, 0};
    if (grids != GRIDS_same) {
        now.kernel = code_info(w->launch->code)->name;
        now.launch = w->launch->serial;
        then.kernel = o.kernel;
        then.call = o.call;
        then.launch = o.launch;
    }
    // The write comes first in the report; of two writes, the earlier one.
    HazardEnd first = earlier_write ? then : now, second = earlier_write ? now : then;
    bool swap = waw && first.line > second.line; // a pair of lines is one finding
    Finding *f = finding("racecheck", "race", swap ? second.line : first.line,
                         swap ? first.line : second.line, waw + 2 * grids);
    bool one_warp = grids == GRIDS_same && !o.copy && o.block == w->block->index && o.warp == x->warp,
         so_far = !f->count || f->one_warp;
    // A race between warps shows more than one between lanes of a warp.
    bool better = severity == f->severity && f->one_warp && !one_warp;
    if (!f->count || severity > f->severity || better) {
        Hazard hazard = waw ? HAZARD_waw : earlier_write ? HAZARD_raw : HAZARD_war;
        hazard_describe(f, a->space, hazard, swap ? second : first, swap ? first : second,
                        waw ? "Write" : "Read", addr,
                        x->update ? "; both threads had loaded the word before, so one update is lost"
                        : note    ? note
                                  : "");
        if (x->update)
            f->cause = a->space == SPACE_shared ? CAUSE_race_shared_update : CAUSE_race_update;
        uint32_t of_line = earlier_write != swap ? entry_place(e) : x->place;
        uint32_t of_other = earlier_write != swap ? x->place : entry_place(e);
        f->caller = place_caller(of_line) ? place_caller(of_line) : place_caller(of_other);
        f->severity = severity;
        f->word_width = a->elem;
        if (grids != GRIDS_same)
            hazard_describe_grids(f, grids, swap ? second : first, swap ? first : second);
    }
    f->one_warp = so_far && one_warp;
    f->count++;
    last_pair.launch = w->launch->serial;
    last_pair.place = x->place;
    last_pair.then = entry_place(e);
    last_pair.kind = kind;
    last_pair.finding = f;
}
// clang-format on
