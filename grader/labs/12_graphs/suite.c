// suite.c - how lab 12 is judged: its gates, its hints.
//
// The counted grid of 64 x 64 vertices has 16128 edges and 127 waves. So a search that looks at
// every edge in every wave looks at 2 million edges; one that has a queue, at each edge once or
// twice.
#include "grader/suite.h"

#include "common/labs.h"
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
     .slide = "12.3", .items = doubling_items, .lacks = list_lacks},
    {.number = PART_splitters, .id = "splitters", .name = "list ranking with splitters",
     .slide = "12.5", .items = splitters_items, .lacks = list_lacks},
    {.number = PART_edges, .id = "edges", .name = "breadth-first search by edges", .slide = "12.8",
     .items = edges_items, .lacks = graph_lacks},
    {.number = PART_vertices, .id = "vertices", .name = "breadth-first search by vertices", .slide = "12.10",
     .items = vertices_items, .lacks = graph_lacks},
    {.number = PART_queue, .id = "queue", .name = "a queue built by a scan", .slide = "12.11",
     .items = queue_items, .lacks = graph_lacks},
    {.number = PART_warps, .id = "warps", .name = "a warp per vertex", .slide = "12.14",
     .items = warps_items, .lacks = graph_lacks, .uses = {PART_queue}},
    {.number = PART_switching, .id = "switching", .name = "switching direction", .slide = "12.16",
     .items = switching_items, .lacks = graph_lacks},
    {.number = PART_rounds, .id = "rounds", .name = "the host looks once in a while", .slide = "12.18",
     .items = rounds_items, .lacks = graph_lacks, .uses = {PART_vertices}},
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
    .diagnose = graphs_diagnose,
    .demo = graphs_demo,
    .columns = {{"launches", "grader__launches", NULL},
                {"sectors", LOAD_SECTORS, NULL},
                {"atomics", GLOBAL_ATOMICS, NULL},
                {"busiest", MOST_LOADED_BY_THREAD, NULL},
                {"copies us", "grader__d2h_us", NULL},
                {NULL, NULL, NULL}},
    .answers = "answers.txt",
};
