// suite.c - how lab 12 is judged: its parts, items and gates.
//
// The counted grid of 64 x 64 vertices has 16128 edges and 127 waves. So a search that looks at
// every edge in every wave looks at 2 million edges; one that has a queue, at each edge once or
// twice. The host asks 127 times, or in 16 rounds.
//
// In the counted star of part 6 the busiest lane has 1024 edges. For each it loads 20 bytes: its
// end and finder, twice, and what the atomic that claims has found. The wave after that has 28
// bytes for a lane; the rest are the queue, two words of `start`, and an atomic: 1024 * 20 + 28
// + 16.
#include "grader/labs/questions.h"
#include "grader/suite.h"

#include "common/contracts/12_graphs.h"
#include "room.h"

static const Item doubling_items[] = {
    ITEM_RIGHT("right", "the ranks of a list", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "12.4"),
    ITEM_GATES("steps", "each step doubles the distance", 3,
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 65536, .good = 232, .gate = 1024),
                        GATE_MOST(COUNT_LAUNCHES, .naive = 16384, .good = 15, .gate = 30)}),
    ITEM_ANSWER("rounds_1000", "steps of doubling for 1000 elements", 1, .ask = ask_doubling_rounds,
                .want = "10", .slide = "12.4"),
    ITEM_ANSWER("rounds_1025", "steps of doubling for 1025 elements", 1, .ask = ask_doubling_rounds,
                .want = "11", .slide = "12.4"),
    ITEMS_END,
};

static const Item splitters_items[] = {
    ITEM_RIGHT("right", "the ranks of a list", 8),
    ITEM_SAFE(SAFE_BARRIERS, 4, .slide = "12.7"),
    ITEM_GATES("work", "nearly as little work as a serial walk, and many threads", 4,
               .gate = {GATE_PER(READ_SECTORS, WORK, "sectors loaded per element", .naive = 29,
                                 .good = 2.08, .gate = 6),
                        GATE_MOST(BUSIEST_THREAD, .naive = 65536, .good = 1580, .gate = 16384)}),
    ITEMS_END,
};

static const Item edges_items[] = {
    ITEM_RIGHT("right", "the levels of a search", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "12.9"),
    ITEM_GATES("share", "one edge per thread", 2,
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 129024, .good = 2536, .gate = 8192)}),
    ITEM_ANSWER("looks_edges", "how often part 3 looks at an edge: 20 waves find vertices", 1,
                .ask = ask_looks, .want = "21", .slide = "12.9"),
    ITEMS_END,
};

static const Item vertices_items[] = {
    ITEM_RIGHT("right", "the levels of a search", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "12.10"),
    ITEM_GATES("edges", "only the edges of the wave are looked at", 2, .group = "grid",
               .gate = {GATE_MOST(READ_SECTORS, "sectors loaded", .naive = 523390, .good = 121600,
                                  .gate = 250000)}),
    ITEMS_END,
};

static const Item queue_items[] = {
    ITEM_RIGHT("right", "the levels of a search", 7),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "12.13"),
    ITEM_GATES("work", "nothing but the wave and its edges is looked at", 3, .group = "grid",
               .gate = {GATE_MOST(READ_SECTORS, "sectors loaded", .naive = 748032, .good = 311658,
                                  .gate = 450000)}),
    ITEM_GATES("scan", "places come from a scan, room from one atomic per block", 3,
               .group = "random",
               // right versions: up to 0.0247; an atomic per vertex: 0.04
               .gate = {GATE_PER(GLOBAL_ATOMICS, WORK, "atomics (warp instructions) per edge",
                                 .naive = 0.04, .good = 0.0225, .gate = 0.032)}),
    ITEM_ANSWER("looks_queue", "in how many waves part 5 looks at an edge", 1,
                .ask = ask_looks_queue, .want = "1", .slide = "12.11"),
    ITEMS_END,
};

static const Item warps_items[] = {
    ITEM_RIGHT("right", "the levels of a search", 5),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "12.15"),
    ITEM_GATES("fair", "the lanes of a warp share a vertex", 3, .group = "star",
               .gate = {GATE_MOST(BUSIEST_THREAD, .naive = 655384, .good = 20524, .gate = 65536)}),
    ITEMS_END,
};

static const Item switching_items[] = {
    ITEM_RIGHT("right", "the levels of a search", 6),
    ITEM_SAFE(SAFE_BARRIERS, 3, .slide = "12.17"),
    ITEM_GATES("edges", "in wide waves, few edges are looked at", 5, .group = "wide",
               .gate = {GATE_MOST(READ_SECTORS, "sectors loaded", .naive = 590000, .good = 145432,
                                  .gate = 300000)}),
    ITEMS_END,
};

static const Item rounds_items[] = {
    ITEM_RIGHT("right", "the levels of a search", 3),
    ITEM_SAFE(SAFE_BARRIERS, 2, .slide = "12.18"),
    ITEM_GATES("looks", "the host looks once in a round", 2, .group = "grid",
               .gate = {GATE_MOST(TO_HOST_US, "microseconds of copies to the host", .naive = 635,
                                  .good = 80, .gate = 200),
                        GATE_MOST(RECEIVED, "bytes of flags that the host reads", .naive = 508,
                                  .good = 64, .gate = 160)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

static const Lacking list_lacks[] = {
    AN_ARRAY,
    ALL_TAKEN,
    LACKS(KIND_BIT(KIND_values_equal) | KIND_BIT(KIND_values_negative) |
              KIND_BIT(KIND_values_lowest) | KIND_BIT(KIND_values_ends),
          "the elements are numbers of elements, each once"),
    NEW_RESULTS,
    SAME_TYPE,
    LACKS_END};
static const Lacking graph_lacks[] = {
    A_GRAPH,
    LACKS(KINDS_values, "edges have no values"),
    LACKS(KINDS_choice, "the graph decides which vertices are reached"),
    NEW_RESULTS,
    SAME_TYPE,
    LACKS_END};

static const Part graphs_parts[] = {
    PART(PART_doubling, "doubling", "list ranking by pointer doubling", "12.3",
         .items = doubling_items, .lacks = list_lacks),
    PART(PART_splitters, "splitters", "list ranking with splitters", "12.5",
         .items = splitters_items, .lacks = list_lacks),
    PART(PART_edges, "edges", "breadth-first search by edges", "12.8", .items = edges_items,
         .lacks = graph_lacks),
    PART(PART_vertices, "vertices", "breadth-first search by vertices", "12.10",
         .items = vertices_items, .lacks = graph_lacks),
    PART(PART_queue, "queue", "a queue built by a scan", "12.11", .items = queue_items,
         .lacks = graph_lacks),
    PART(PART_warps, "warps", "a warp per vertex", "12.14", .items = warps_items,
         .lacks = graph_lacks, .uses = {PART_queue}),
    PART(PART_switching, "switching", "switching direction", "12.16", .items = switching_items,
         .lacks = graph_lacks),
    PART(PART_rounds, "rounds", "the host looks once in a while", "12.18", .items = rounds_items,
         .lacks = graph_lacks, .uses = {PART_vertices}),
    PARTS_END,
};

const Lab lab_12_graphs = {
    .name = "12_graphs",
    .source = "graphs.cu",
    .nvcc_flags = FLAGS_OF_ATOMICS,
    .title = "Lists and graphs: where the next step is known only after the last one",
    .minutes = 240,
    .parts = graphs_parts,
    .draw = graphs_draw,
    .demo = graphs_demo,
    .diagnose = graphs_diagnose,
    .columns = {{"launches", LAUNCHES},
                {"sectors", LOAD_SECTORS},
                {"atomics", GLOBAL_ATOMICS},
                {"busiest", MOST_LOADED_BY_THREAD},
                {"copies us", TO_HOST_US}},
    .answers = "answers.txt",
};
