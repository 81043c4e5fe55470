// traffic.c - how much one memory access of a warp moves: wavefronts and bank
// conflicts in shared memory, sectors in global memory.
//
// The rules are those of compute capability 9.0, as hardware counters show them:
//
//   shared, 4 bytes per lane: wavefronts = the largest number of distinct 32-bit words in
//     any of the 32 banks. Several lanes on one word count once.
//   8 and 16 bytes: the same for lanes 0-15 and 16-31, or for each quarter of
//     the warp, added up; a part without an active lane counts nothing. If in
//     a load every pair of active lanes (T, T^1), or every pair (T, T^2), has one
//     address, two parts at a time become one.
//   conflicts = the sum over the parts of (wavefronts - 1)
//   shared atomics: the largest number of active lanes on any bank, same word or not; where
//     ptxas makes a loop of a load and a swap, one lane of each bank swaps in each round
//   global: distinct sectors: aligned units of 32 bytes
//   local: distinct sectors; the same word of eight neighbouring lanes is one
//   constant: distinct words; all lanes on one word are one pass
//   global atomics: a warp's lanes go in successive passes, whose sectors are added up. A pass has
//     four slots, each for one line of 128 bytes; a hash of the line's address chooses the slot. A
//     slot takes the line of the first lane that waits for the slot. A lane goes with its line,
//     unless an earlier lane waits for the same place in the same slot, in the same line or in
//     another one. (Of 6835 launches of one warp on an H200, all but 6 have exactly these sectors;
//     the 6, of which 5 are compare-and-swaps, differ by one sector.)
//
// Regular patterns are recognised first: a warp instruction may take about ten nanoseconds.
#include "counters.h"

#include "observers/pages.h"

enum { BANKS = 32, SECTOR_SHIFT = 5, LINE_SHIFT = 7, LINE = 1 << LINE_SHIFT, SLOTS = 4 };

enum { PLACES = 256 };
#define GOLDEN 0x9e3779b97f4a7c15ull // spreads neighbours evenly

// The bits of a line's number that choose its slot.
#define SLOT_BIT_0 0x15ef7ab5u
#define SLOT_BIT_1 0x0ebad5dau

#define EACH(l, mask) \
    for (uint32_t m_ = (mask), l; m_ && (l = (uint32_t)__builtin_ctz(m_), 1); m_ &= m_ - 1)

// ---- shared memory --------------------------------------------------

// The most distinct words on one bank, of n words: in each wavefront, each bank gives the first
// word that is still wanted of it. turn[i], if it is wanted: the wavefront of word i.
static unsigned worst_bank(const uint32_t *word, unsigned n, uint8_t *turn)
{
    uint8_t left[8 * WARP_SIZE]; // the words that are still wanted
    unsigned wavefronts = 0;
    for (unsigned i = 0; i < n; i++)
        left[i] = (uint8_t)i;
    for (; n; wavefronts++) {
        uint32_t given[BANKS];
        unsigned kept = 0;
        for (unsigned i = n; i-- > 0;)
            given[word[left[i]] % BANKS] = word[left[i]];
        for (unsigned i = 0; i < n; i++) { // without branches: nobody could predict them
            uint8_t k = left[i];
            if (turn)
                turn[k] = (uint8_t)wavefronts;
            left[kept] = k;
            kept += given[word[k] % BANKS] != word[k];
        }
        n = kept;
    }
    return wavefronts;
}

// All lanes active, word l = word 0 + l * stride: the stride is enough.
static unsigned regular_words(const uint64_t *addr)
{
    uint64_t stride = addr[1] - addr[0], differs = 0, a0 = addr[0];
    for (int l = 0; l < WARP_SIZE; l++)
        differs |= addr[l] ^ (a0 + (uint64_t)l * stride);
    if (differs || stride % 4)
        return 0;
    uint32_t words = (uint32_t)(stride / 4);
    if (!words)
        return 1;
    unsigned shared_power = (unsigned)__builtin_ctz(words); // gcd with 32 banks
    return shared_power >= 5 ? BANKS : 1u << shared_power;
}

// Do all pairs of active lanes (T, T^by) have one address?
static bool paired(const uint64_t *addr, uint32_t mask, unsigned by)
{
    if (mask == FULL_MASK) {
        uint64_t differs = 0;
        for (unsigned l = 0; l < WARP_SIZE; l++)
            differs |= addr[l] ^ addr[l ^ by];
        return !differs;
    }
    EACH(l, mask)
    if (mask >> (l ^ by) & 1 && addr[l] != addr[l ^ by])
        return false;
    return true;
}

static unsigned words_narrow(const uint64_t *addr, uint32_t mask)
{
    // Often no bank is accessed by two lanes, or all words are neighbours: no conflict.
    uint32_t banks = 0, lowest = UINT32_MAX, highest = 0, word[WARP_SIZE];
    for (int l = 0; l < WARP_SIZE; l++) {
        uint32_t at = (uint32_t)(addr[l] >> 2), active = -(mask >> l & 1);
        banks |= (active & 1) << (at & 31);
        lowest = (at | ~active) < lowest ? at | ~active : lowest;
        highest = (at & active) > highest ? at & active : highest;
    }
    if (highest - lowest < BANKS || __builtin_popcount(banks) == __builtin_popcount(mask))
        return 1;
    unsigned n = mask == FULL_MASK ? regular_words(addr) : 0;
    if (n)
        return n;
    EACH(l, mask)
    word[n++] = (uint32_t)(addr[l] >> 2);
    return worst_bank(word, n, NULL);
}

// Has each bank one word, for lanes of 8 or 16 bytes each? (Their addresses are aligned.)
static bool is_free(const uint64_t *addr, uint32_t mask, unsigned width)
{
    const unsigned shift = (unsigned)__builtin_ctz(width), places = BANKS * 4 >> shift;
    uint64_t there[BANKS / 2];
    uint32_t taken = 0;
    EACH(l, mask)
    {
        uint64_t unit = addr[l] >> shift;
        unsigned place = unit % places;
        if (taken >> place & 1 && there[place] != unit)
            return false;
        there[place] = unit;
        taken |= 1u << place;
    }
    return true;
}

// How many lanes go together in an access of more than 4 bytes per lane.
static unsigned lanes_of_part(const uint64_t *addr, uint32_t mask, unsigned width, bool merge)
{
    unsigned lanes = WARP_SIZE / (width / 4);
    return merge && (paired(addr, mask, 1) || paired(addr, mask, 2)) ? 2 * lanes : lanes;
}

static inline uint32_t part_mask(uint32_t mask, unsigned first, unsigned lanes)
{
    return lanes < WARP_SIZE ? mask & ((1u << lanes) - 1) << first : mask;
}

Wavefronts traffic_shared(const uint64_t *addr, uint32_t mask, unsigned width, bool merge)
{
    if (width <= 4) {
        unsigned n = words_narrow(addr, mask);
        return (Wavefronts){n, n - 1};
    }
    unsigned words = width / 4, lanes = lanes_of_part(addr, mask, width, merge);
    Wavefronts sum = {0, 0};
    for (unsigned first = 0; first < WARP_SIZE; first += lanes) {
        uint32_t part = part_mask(mask, first, lanes) >> first;
        if (!part)
            continue;
        if (is_free(addr + first, part, width)) {
            sum.wavefronts++;
            continue;
        }
        uint32_t word[2 * WARP_SIZE];
        unsigned n = 0;
        uint64_t last = UINT64_MAX; // neighbours often have the same
        EACH(l, part)
        {
            if (addr[first + l] == last)
                continue;
            last = addr[first + l];
            for (unsigned k = 0; k < words; k++)
                word[n++] = (uint32_t)(last >> 2) + k;
        }
        unsigned worst = worst_bank(word, n, NULL);
        sum.wavefronts += worst;
        sum.conflicts += worst - 1;
    }
    return sum;
}

unsigned traffic_shared_lanes(const uint64_t *addr, uint32_t mask, unsigned width, bool merge,
                              uint8_t wavefront[WARP_SIZE])
{
    unsigned words = width <= 4 ? 1 : width / 4, before = 0;
    unsigned lanes = words == 1 ? WARP_SIZE : lanes_of_part(addr, mask, width, merge);
    for (unsigned first = 0; first < WARP_SIZE; first += lanes) {
        uint32_t part = part_mask(mask, first, lanes), word[8 * WARP_SIZE];
        uint8_t turn[8 * WARP_SIZE];
        unsigned n = 0;
        EACH(l, part)
        for (unsigned k = 0; k < words; k++)
            word[n++] = (uint32_t)(addr[l] >> 2) + k;
        unsigned worst = worst_bank(word, n, turn);
        n = 0;
        EACH(l, part)
        {
            uint8_t last = 0;
            for (unsigned k = 0; k < words; k++, n++)
                last = turn[n] > last ? turn[n] : last;
            wavefront[l] = (uint8_t)(before + last);
        }
        before += worst;
    }
    return before;
}

// Wider than a word: halves of the warp, as for stores.
static unsigned lanes_of_atomic(unsigned width)
{
    return width <= 4 ? WARP_SIZE : width == 8 ? WARP_SIZE / 2 : WARP_SIZE / 4;
}

unsigned traffic_shared_atomic_lanes(const uint64_t *addr, uint32_t mask, unsigned width,
                                     uint8_t wavefront[WARP_SIZE])
{
    unsigned lanes = lanes_of_atomic(width), before = 0;
    for (unsigned first = 0; first < WARP_SIZE; first += lanes) {
        uint8_t count[BANKS] = {0};
        unsigned worst = 0;
        EACH(l, part_mask(mask, first, lanes))
        {
            uint8_t *n = &count[addr[l] >> 2 & 31];
            wavefront[l] = (uint8_t)(before + (*n)++);
            worst = *n > worst ? *n : worst;
        }
        before += worst;
    }
    return before;
}

Wavefronts traffic_shared_atomic(const uint64_t *addr, uint32_t mask, unsigned width)
{
    unsigned lanes = lanes_of_atomic(width);
    Wavefronts sum = {0, 0};
    for (unsigned first = 0; first < WARP_SIZE; first += lanes) {
        uint32_t part = part_mask(mask, first, lanes) >> first;
        if (!part)
            continue;
        uint8_t count[BANKS] = {0};
        unsigned worst = 0;
        EACH(l, part)
        {
            unsigned n = ++count[addr[first + l] >> 2 & 31];
            worst = n > worst ? n : worst;
        }
        sum.wavefronts += worst;
        sum.conflicts += worst - 1;
    }
    return sum;
}

// The lowest waiting lane of each bank swaps, in each part of the warp; but not in a
// word in which one of an earlier part has swapped.
uint32_t traffic_swap(const uint64_t *addr, uint32_t mask, unsigned width, unsigned *wavefronts)
{
    unsigned lanes = width <= 4 ? WARP_SIZE : WARP_SIZE / 2;
    uint32_t done = 0;
    *wavefronts = 0;
    for (unsigned first = 0; first < WARP_SIZE; first += lanes) {
        uint32_t part = lanes < WARP_SIZE ? mask & (0xffffu << first) : mask, banks = 0, now = 0;
        *wavefronts += part ? 2 : 0;
        EACH(l, part)
        {
            uint32_t bank = 1u << (addr[l] >> 2 & 31);
            bool taken = banks & bank;
            EACH(e, done)
            taken |= addr[e] == addr[l];
            if (!taken)
                now |= 1u << l;
            banks |= bank;
        }
        done |= now;
    }
    return done;
}

// ---- global memory --------------------------------------------------

// Distinct values among n, in any order. A table finds one of the values that share a place in the
// table, the last one; those that differ from this one have another turn.
static uint32_t distinct(const uint64_t *v, unsigned n)
{
    uint64_t left[WARP_SIZE], falls = 0;
    uint32_t steps = 1, found = 0;
    for (unsigned i = 1; i < n; i++) {
        falls |= v[i] < v[i - 1];
        steps += v[i] != v[i - 1];
    }
    if (!falls)
        return steps;
    for (; n; v = left) {
        uint8_t last[PLACES];
        unsigned kept = 0;
        for (unsigned i = 0; i < n; i++)
            last[v[i] * GOLDEN >> 56] = (uint8_t)i;
        for (unsigned i = 0; i < n; i++) { // without branches: nobody could predict them
            unsigned k = last[v[i] * GOLDEN >> 56];
            uint64_t own = v[i];
            found += k == i;
            left[kept] = own;
            kept += v[k] != own;
        }
        n = kept;
    }
    return found;
}

// Addresses are aligned to the width, so a lane touches one sector.
uint32_t traffic_sectors(const uint64_t *addr, uint32_t mask, unsigned width)
{
    (void)width;
    uint64_t sector[WARP_SIZE];
    unsigned n = 0;
    EACH(l, mask)
    sector[n++] = addr[l] >> SECTOR_SHIFT;
    return distinct(sector, n);
}

static bool is_pinned(const Alloc *a, uint64_t addr)
{
    return a->kind == MEM_pinned || a->kind == MEM_registered ||
           (a->kind == MEM_managed && pages_remote(addr));
}

static bool is_peers(const Alloc *a, uint64_t addr)
{
    return a->device != device.number && mem_is_card(addr);
}

static FarTraffic traffic_of(const uint64_t *addr, uint32_t mask,
                             bool (*is_far)(const Alloc *a, uint64_t addr))
{
    uint64_t sector[WARP_SIZE], line[WARP_SIZE];
    const Alloc *in = NULL;
    unsigned n = 0;
    EACH(l, mask)
    {
        if (!in || addr[l] - in->addr >= in->size)
            in = mem_find(addr[l]);
        if (in && is_far(in, addr[l]))
            sector[n++] = addr[l] >> SECTOR_SHIFT;
    }
    for (unsigned i = 0; i < n; i++)
        line[i] = sector[i] >> (LINE_SHIFT - SECTOR_SHIFT);
    return n ? (FarTraffic){distinct(sector, n), distinct(line, n)} : (FarTraffic){0, 0};
}

FarTraffic traffic_pinned(const uint64_t *addr, uint32_t mask)
{
    return traffic_of(addr, mask, is_pinned);
}

FarTraffic traffic_peer(const uint64_t *addr, uint32_t mask)
{
    return traffic_of(addr, mask, is_peers);
}

uint32_t traffic_words(const uint64_t *addr, uint32_t mask, unsigned width)
{
    uint64_t word[WARP_SIZE];
    unsigned n = 0;
    EACH(l, mask)
    word[n++] = addr[l] / width;
    return distinct(word, n);
}

uint32_t traffic_sectors_local(const uint64_t *addr, uint32_t mask, unsigned width)
{
    uint64_t piece[WARP_SIZE];
    uint32_t sum = 0;
    for (unsigned at = 0; at < width; at += 4) { // one word of each lane after the other
        unsigned n = 0;
        EACH(l, mask)
        piece[n++] = (addr[l] + at) >> 2 << 2 | l >> 3;
        sum += distinct(piece, n);
    }
    return sum;
}

// Two bits, each the parity of some bits of the address.
static unsigned atomics_slot(uint64_t addr)
{
    uint64_t line = addr >> LINE_SHIFT;
    return (unsigned)(__builtin_parityll(line & SLOT_BIT_0) | __builtin_parityll(line & SLOT_BIT_1)
                                                                  << 1);
}

uint32_t traffic_sectors_atomic(const uint64_t *addr, uint32_t mask, unsigned width)
{
    (void)width;
    uint16_t place[WARP_SIZE]; // slot and offset in the line
    uint32_t sum = 0;
    EACH(l, mask)
    place[l] = (uint16_t)(atomics_slot(addr[l]) << LINE_SHIFT | (addr[l] & (LINE - 1)));
    while (mask) { // a pass
        uint64_t line[SLOTS], sector[WARP_SIZE], taken[SLOTS * LINE / 64] = {0};
        uint32_t waiting = 0;
        unsigned n = 0, slots = 0;
        EACH(l, mask)
        {
            unsigned p = place[l], s = p >> LINE_SHIFT;
            if (!(slots >> s & 1))
                line[s] = addr[l] >> LINE_SHIFT;
            slots |= 1u << s;
            if (line[s] == addr[l] >> LINE_SHIFT && !(taken[p / 64] >> p % 64 & 1))
                sector[n++] = addr[l] >> SECTOR_SHIFT;
            else
                waiting |= 1u << l;
            taken[p / 64] |= 1ull << p % 64;
        }
        sum += distinct(sector, n);
        mask = waiting;
    }
    return sum;
}
