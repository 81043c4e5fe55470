// suite.c - how lab 12 is judged: its gates, its hints.
//
// The counted grid of 64 x 64 vertices has 16128 edges and 127 waves. So a search that looks at
// every edge in every wave looks at 2 million edges; one that has a queue, at each edge once or
// twice.
#include "grader/suite.h"

#include "common/contracts/12_graphs.h"
#include "cases.h"
#include "grader/labs/kit.h"

// clang-format off
#define ITEM_RIGHT(worth, words) \
    {.kind = ITEM_correct, .id = "right", .name = words, .points = worth}
#define GATE_THREAD(naive, good, bound) \
    {MOST_LOADED_BY_THREAD, NULL, "bytes loaded by the busiest thread", naive, good, bound, false}
#define GATE_SECTORS(naive, good, bound) \
    {READ_SECTORS, NULL, "sectors loaded", naive, good, bound, false}

static const Item doubling_items[] = {
    ITEM_RIGHT(6, "the ranks of a list"),
    ITEM_SAFE(3, "12.4"),
    ITEM_GATES("steps", "each step doubles the distance", 3, NULL, NULL,
               GATE_THREAD(65536, 16, 1024),
               {"grader__launches", NULL, "launches", 16384, 15, 30, false}),
    ITEM_WANT("rounds_1000", "steps of doubling for 1000 elements", "10", "12.4"),
    ITEM_WANT("rounds_1025", "steps of doubling for 1025 elements", "11", "12.4"),
    ITEMS_END};

static const Item splitters_items[] = {
    ITEM_RIGHT(8, "the ranks of a list"),
    ITEM_SAFE(4, "12.7"),
    ITEM_GATES("work", "nearly as little work as a serial walk, and many threads", 4, NULL, NULL,
               {READ_SECTORS, "grader__work", "sectors loaded per element", 29, 2.07, 6, false},
               GATE_THREAD(65536, 1864, 16384)),
    ITEMS_END};

static const Item edges_items[] = {
    ITEM_RIGHT(5, "the levels of a search"),
    ITEM_SAFE(3, "12.9"),
    ITEM_GATES("share", "one edge per thread", 2, NULL, NULL, GATE_THREAD(129024, 20, 1024)),
    ITEM_WANT("looks_edges", "how often part 3 looks at an edge: 20 waves find vertices", "21", "12.9"),
    ITEMS_END};

static const Item vertices_items[] = {
    ITEM_RIGHT(5, "the levels of a search"),
    ITEM_SAFE(3, "12.10"),
    ITEM_GATES("edges", "only the edges of the wave are looked at", 2, "grid", NULL,
               GATE_SECTORS(523390, 121600, 250000)),
    ITEMS_END};

static const Item queue_items[] = {
    ITEM_RIGHT(7, "the levels of a search"),
    ITEM_SAFE(3, "12.13"),
    ITEM_GATES("work", "nothing but the wave and its edges is looked at", 3, "grid", NULL,
               GATE_SECTORS(748032, 311658, 450000)),
    ITEM_GATES("scan", "places come from a scan, room from one atomic per block", 3, "random", NULL,
               {GLOBAL_ATOMICS, "grader__work", "atomics (warp instructions) per edge", 0.04, 0.0225, 0.032, false}),
    ITEM_WANT("looks_queue", "in how many waves part 5 looks at an edge", "1", "12.11"),
    ITEMS_END};

static const Item warps_items[] = {
    ITEM_RIGHT(5, "the levels of a search"),
    ITEM_SAFE(3, "12.15"),
    ITEM_GATES("fair", "the lanes of a warp share a vertex", 3, "star", NULL,
               GATE_THREAD(524276, 16396, 65536)),
    ITEMS_END};

static const Item switching_items[] = {
    ITEM_RIGHT(6, "the levels of a search"),
    ITEM_SAFE(3, "12.17"),
    ITEM_GATES("edges", "in wide waves, few edges are looked at", 5, "wide", NULL,
               GATE_SECTORS(590000, 178000, 300000)),
    ITEMS_END};

static const Item rounds_items[] = {
    ITEM_RIGHT(3, "the levels of a search"),
    ITEM_SAFE(2, "12.18"),
    ITEM_GATES("looks", "the host looks once in a round", 2, "grid", NULL,
               {"grader__d2h_us", NULL, "microseconds of copies to the host", 635, 80, 200, false}),
    ITEMS_END};

// ---- kinds of input that a part lacks (kit.h) --------------------------------------------------

#define NO_OLD {KIND_BIT(KIND_old_values), "results replace what was there"}
#define NOT_2_24 {KIND_BIT(KIND_size_2_24), "indices are ints, as for fewer"}
#define A_LIST {KINDS_shape, "a list has no sides"}, {KINDS_choice, "every element has a rank"}, \
               {KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_negative) | \
                KIND_BIT(KIND_values_lowest) | KIND_BIT(KIND_values_ends), \
                "the elements are numbers of elements, each once"}
#define A_GRAPH {KINDS_shape, "a graph has no sides"}, {KINDS_values, "edges have no values"}, \
                {KINDS_choice, "the graph decides which vertices are reached"}

static const Lacking list_lacks[] = {A_LIST, NO_OLD, NOT_2_24, {0, NULL}};
static const Lacking graph_lacks[] = {A_GRAPH, NO_OLD, NOT_2_24, {0, NULL}};

static const Part graphs_parts[] = {
    {.number = PART_doubling, .id = "doubling", .name = "list ranking by pointer doubling",
     .slide = "12.3", .items = doubling_items, .diagnose_all = graphs_diagnose, .lacks = list_lacks,
     .hint = {"An element that knows who is 4 elements away, and asks that one who is 4 elements away from "
              "there, knows who is 8 elements away.",
              "rank[i] is the distance to far[i]. In a step: new_rank[i] = rank[i] + rank[far[i]], new_far[i] = "
              "far[far[i]]. The last element has far = itself and rank 0, so nothing goes wrong at the end.",
              "for (int distance = 1; distance < n; distance *= 2) one launch, from one pair of arrays to the other, "
              "then exchange them. If the newest ranks are not in `rank` at the end, copy them there."}},
    {.number = PART_splitters, .id = "splitters", .name = "list ranking with splitters",
     .slide = "12.5", .items = splitters_items, .diagnose_all = graphs_diagnose, .lacks = list_lacks,
     .hint = {"A thread that walks along its own piece of the list looks at each element of the piece once. Doubling is "
              "then needed for the splitters only: n / 64 of them.",
              "walk_pieces: at = element_of(s ...); loop: store walker and place of `at`; look at next[at]; if it is `at` "
              "itself, far is `splitters`, the end; if it is a splitter, far is that one.",
              "At the end of the doubling distance[s] is the number of elements from splitter s to the end of the list: "
              "rank[i] = distance[walker[i]] - place[i]."}},
    {.number = PART_edges, .id = "edges", .name = "breadth-first search by edges", .slide = "12.8",
     .items = edges_items, .diagnose_all = graphs_diagnose, .lacks = graph_lacks,
     .hint = {"Wave d: every edge is looked at. Does it lead from a vertex of level d to one without a level?",
              "if (e < edges && look(&level[from[e]]) == depth && look(&level[to[e]]) == UNREACHED): put the level, and "
              "put 1 into *changed. Two threads may do so for one vertex: they put the same.",
              "The loop: clear_flag(changed); launch; go_on = ask_for(changed); until a wave has changed nothing. No "
              "launch without edges."}},
    {.number = PART_vertices, .id = "vertices", .name = "breadth-first search by vertices", .slide = "12.10",
     .items = vertices_items, .diagnose_all = graphs_diagnose, .lacks = graph_lacks,
     .hint = {"One thread per vertex; only those of the wave go through their neighbours.",
              "The neighbours of v are g.neighbour[e] for e from g.start[v] to g.start[v + 1] - 1.",
              "for each neighbour w: if (look(&level[w]) == UNREACHED) { put(&level[w], depth + 1); put(changed, 1); }"}},
    {.number = PART_queue, .id = "queue", .name = "a queue built by a scan", .slide = "12.11",
     .items = queue_items, .diagnose_all = graphs_diagnose, .lacks = graph_lacks,
     .hint = {"Three steps: claim and count; take places; put. All threads of a block go through all three, because "
              "take_places has barriers.",
              "claim: look(&s.finder[w]) == NOBODY && atomicCAS(&s.finder[w], NOBODY, v) == NOBODY. In the third step a "
              "thread knows its own vertices by look(&s.finder[w]) == v, and marks them DONE.",
              "take_places: after block_scan, __syncthreads(); thread 0: base = atomicAdd(s.count, total); "
              "__syncthreads(); return base + place."}},
    {.number = PART_warps, .id = "warps", .name = "a warp per vertex", .slide = "12.14",
     .items = warps_items, .diagnose_all = graphs_diagnose, .lacks = graph_lacks, .uses = {PART_queue},
     .hint = {"Lane l takes the edges begin + l, begin + l + 32 ... It is part 5 with two other loops.",
              "Claim with the number of the edge instead of the vertex: two lanes may have the same neighbour, and "
              "each must know which one it has claimed itself.",
              "for (int e = begin + lane; e < end; e += WARP_SIZE) found += claim(s, g.neighbour[e], e); and the same "
              "loop again, with look(&s.finder[w]) == e."}},
    {.number = PART_switching, .id = "switching", .name = "switching direction", .slide = "12.16",
     .items = switching_items, .diagnose_all = graphs_diagnose, .lacks = graph_lacks,
     .hint = {"When most vertices are in the wave, most edges lead to vertices that are reached already. But a vertex that "
              "is unreached finds a neighbour in the wave with its first looks.",
              "wave_up: if level[v] is UNREACHED, go through its neighbours until one has level `depth`; then put "
              "depth + 1. All lanes have to call count_reached.",
              "The loop: `wave` is the number of vertices that the last wave has reached, at first 1. Down if wave * SHARE "
              "< g.vertices, else up. End when a wave reaches none."}},
    {.number = PART_rounds, .id = "rounds", .name = "the host looks once in a while", .slide = "12.18",
     .items = rounds_items, .diagnose_all = graphs_diagnose, .lacks = graph_lacks, .uses = {PART_vertices},
     .hint = {"A copy to the host waits for the kernels before it, and the next kernel waits for the host. Eight waves "
              "without a question need one such wait instead of eight.",
              "After the last vertices have been reached, waves change nothing, and do no harm. So it is enough to ask after "
              "every eighth wave whether that wave has changed something.",
              "for each round: waves depth to depth + GRAPH_ROUND - 1; clear_flag before the last one; go_on = "
              "ask_for(changed); depth += GRAPH_ROUND."}},
    {.number = 0}};
// clang-format on

const Lab lab_12_graphs = {
    .name = "12_graphs",
    .source = "graphs.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Lists and graphs: where the next step is known only after the last one",
    .minutes = 240,
    .parts = graphs_parts,
    .draw = graphs_draw,
    .demo = graphs_demo,
    .columns = {{"launches", "grader__launches", NULL},
                {"sectors", LOAD_SECTORS, NULL},
                {"atomics", GLOBAL_ATOMICS, NULL},
                {"busiest", MOST_LOADED_BY_THREAD, NULL},
                {"copies us", "grader__d2h_us", NULL},
                {NULL, NULL, NULL}},
    .answers = "answers.txt",
};
