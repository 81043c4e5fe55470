// suite.c - how lab 19 is judged: its parts, items and gates.
//
// Most gates count calls of CUDA by the host: those that a graph needs once, and those for each
// launch. Where nodes may run side by side, the gate is the virtual time, and its bound is far from
// what the calls cost.
#include "grader/suite.h"
#include "grader/labs/questions.h"

#include "common/contracts/19_graphs_of_work.h"
#include "room.h"

#define CALLS HOST_CALLS, "calls of CUDA by the host"
#define LAUNCHED GRAPH_LAUNCHES, "launches of graphs by the host"
#define MADE GRAPHS_MADE, "graphs instantiated"
#define NODES_RUN GRAPH_KERNELS, "kernels that graphs have executed"
// As many as this, and no more; the simplest version has none, or too many.
#define EXACTLY(number, too_many, ...) \
    GATE_MOST(__VA_ARGS__, .naive = too_many, .good = number, .gate = number), \
        GATE_LEAST(__VA_ARGS__ ", at least", .naive = 0, .good = number, .gate = number)

// A graph that does nothing, beside launches that do the work, is no graph of the work.
#define IN_GRAPHS(of_solution) \
    GATE_PER(BESIDE_GRAPHS, INSTRUCTIONS, "part of the instructions beside graphs", .naive = 1, \
             .lesson = true, .good = of_solution, .gate = 0.3)

static const Item rounds_items[] = {
    ITEM_RIGHT("right", "every word after all rounds", 4),
    ITEM_SAFE(SAFE_LEAKS, 2, .slide = "19.4"),
    ITEM_GATES(
        "calls", "captured once; one call for a round", 4, .slide = "19.3",
        .gate = {GATE_MOST(CALLS, .naive = ROUND_STEPS * COUNTED_ROUNDS,
                           .good = COUNTED_ROUNDS + 20, .gate = 3 * COUNTED_ROUNDS),
                 GATE_MOST(MADE, .naive = COUNTED_ROUNDS, .good = 1, .gate = 1),
                 EXACTLY(ROUND_STEPS *COUNTED_ROUNDS, 2 * ROUND_STEPS * COUNTED_ROUNDS, NODES_RUN),
                 IN_GRAPHS(0)}),
    ITEM_ANSWER("executed", "how often kernels of a graph are executed", 1, .ask = ask_captured,
                .want = "60", .slide = "19.3"),
    ITEM_ANSWER("argument", "which argument the last launch has", 1, .ask = ask_argument,
                .want = "3", .slide = "19.4"),
    ITEM_ANSWER("path", "how long a graph with branches takes", 1, .ask = ask_path, .want = "30",
                .slide = "19.6"),
    ITEMS_END,
};

static const Item tasks_items[] = {
    ITEM_RIGHT("right", "every task, with those before it", 5),
    ITEM_SAFE(SAFE_ORDER, 3, .slide = "19.5"),
    ITEM_GATES("beside", "no needless edge: what may run side by side does", 4, .slide = "19.6",
               .gate = {GATE_PER(TOTAL_US, WORK, "microseconds per launch", .naive = 270,
                                 .good = 74.3, .gate = 130),
                        EXACTLY(COUNTED_LAYERS *COUNTED_WIDTH *COUNTED_TIMES,
                                2 * COUNTED_LAYERS * COUNTED_WIDTH * COUNTED_TIMES, NODES_RUN),
                        GATE_MOST(MADE, .naive = COUNTED_TIMES, .good = 1, .gate = 1),
                        IN_GRAPHS(0)}),
    ITEMS_END,
};

static const Item summary_items[] = {
    ITEM_RIGHT("right", "all three numbers", 4),
    ITEM_SAFE(SAFE_ORDER, 3, .slide = "19.7"),
    ITEM_GATES("fork", "three branches side by side, in every launch", 5, .slide = "19.7",
               .gate = {GATE_PER(TOTAL_US, WORK, "microseconds per launch", .naive = 45,
                                 .good = 19.4, .gate = 28),
                        EXACTLY(5 * COUNTED_TIMES, 2 * 5 * COUNTED_TIMES, NODES_RUN),
                        IN_GRAPHS(0)}),
    ITEMS_END,
};

static const Item batches_items[] = {
    ITEM_RIGHT("right", "every batch", 5),
    ITEM_SAFE(SAFE_LEAKS, 2, .slide = "19.4"),
    ITEM_GATES("update", "one graph, and a few calls for a batch", 5, .slide = "19.8",
               .gate = {GATE_MOST(MADE, .naive = COUNTED_BATCHES, .good = 1, .gate = 1),
                        EXACTLY((BATCH_STEPS + 2) * COUNTED_BATCHES,
                                2 * (BATCH_STEPS + 2) * COUNTED_BATCHES, NODES_RUN),
                        IN_GRAPHS(0),
                        GATE_PER(HOST_CALLS, WORK, "calls of CUDA by the host for each batch",
                                 .naive = BATCH_STEPS + 2, .good = 3.55, .gate = 6)}),
    ITEMS_END,
};

static const Item rank_items[] = {
    ITEM_RIGHT("right", "the right ranks and the number of steps", 6),
    ITEM_SAFE(SAFE_LEAKS, 3, .slide = "19.10"),
    ITEM_GATES("alone", "the host launches once, and is not asked", 6, .slide = "19.9",
               .gate = {EXACTLY(1, 20, LAUNCHED), IN_GRAPHS(0.0001093),
                        GATE_MOST(CALLS, .naive = 300, .good = 28, .gate = 80),
                        GATE_MOST(RECEIVED, "bytes that the host reads", .naive = 160, .good = 4,
                                  .gate = 16)}),
    ITEMS_END,
};

static const Item search_items[] = {
    ITEM_RIGHT("right", "distances", 6),
    ITEM_SAFE(SAFE_LEAKS, 3, .slide = "19.10"),
    ITEM_GATES("alone", "the host launches once, and is not asked", 3, .group = "grid",
               .slide = "19.11",
               .gate = {EXACTLY(1, 128, LAUNCHED), IN_GRAPHS(0.002466),
                        GATE_MOST(CALLS, .naive = 400, .good = 28, .gate = 100),
                        GATE_MOST(RECEIVED, "bytes that the host reads", .naive = 508, .good = 0,
                                  .gate = 8)}),
    ITEM_GATES("ways", "one way for each wave, up if the wave is wide", 2, .group = "wide",
               .slide = "19.11",
               .gate = {GATE_MOST(READ_SECTORS, "sectors loaded", .naive = 590000, .good = 153584,
                                  .gate = 300000)}),
    ITEMS_END,
};

// The experiment of the answers: rounds of the counted case come from a graph.
#define TURNS_LAUNCHED .gate = {GATE_LEAST(LAUNCHED, .naive = 0, .good = COUNTED_ROUNDS, .gate = 1)}

static const Item turns_items[] = {
    ITEM_RIGHT("right", "every round with its own distance", 4, .group = "words"),
    ITEM_SAFE(SAFE_LEAKS, 1, .slide = "19.13"),
    ITEM_GATES(
        "graph", "still captured once, and launched for each round", 2, .group = "words",
        .slide = "19.13",
        .gate = {GATE_MOST(MADE, .naive = COUNTED_ROUNDS, .good = 1, .gate = 1),
                 GATE_LEAST(LAUNCHED, .naive = 0, .good = COUNTED_ROUNDS, .gate = COUNTED_ROUNDS),
                 IN_GRAPHS(0)}),
    ITEM_SET("capture", "what a capture allows", 2, .group = "words", .slide = "19.12",
             .set = {{"runs_at_once", "no"},
                     {"malloc_relaxed", "yes"},
                     {"wait_inside", "no"},
                     {"memory_later", "yes"}},
             TURNS_LAUNCHED),
    ITEM_SET("launch", "what a graph does when it is launched", 1, .group = "words",
             .slide = "19.8",
             .set = {{"graph_destroyed", "yes"},
                     {"overlaps_itself", "no"},
                     {"update_edges", "no"},
                     {"condition_later", "yes"}},
             TURNS_LAUNCHED),
    ITEMS_END,
};

static const Item orders_items[] = {
    ITEM_RIGHT("right", "all orders, one after the other", 6),
    ITEM_SAFE(SAFE_LEAKS, 2, .slide = "19.15"),
    ITEM_GATES("desk", "kernels launch graphs; the host launches one", 4, .slide = "19.14",
               .gate = {EXACTLY(1, COUNTED_ORDERS, LAUNCHED), IN_GRAPHS(0),
                        GATE_LEAST(GRAPHS_BY_KERNELS, "launches of graphs by kernels", .naive = 0,
                                   .good = 2 * COUNTED_ORDERS, .gate = COUNTED_ORDERS),
                        GATE_MOST(CALLS, .naive = 2 * COUNTED_ORDERS, .good = 36, .gate = 80)}),
    ITEMS_END,
};

// ---- kinds of input that a part lacks (kit.h) -------------------------------------------

#define WHOLE_TASKS \
    LACKS(KIND_BIT(KIND_size_1) | KIND_BIT(KIND_size_warp) | KIND_BIT(KIND_size_ragged) | \
              KIND_BIT(KIND_idle), \
          "a task has TASK_WORDS words")
#define ONE_PLACE LACKS(KIND_BIT(KIND_overlap), "each word has a place of its own")

static const Lacking row_lacks[] = {AN_ARRAY, ALL_TAKEN, TOO_LONG, LACKS_END};
static const Lacking array_lacks[] = {AN_ARRAY, ALL_TAKEN, TOO_LONG, NEW_RESULTS, LACKS_END};
static const Lacking tasks_lacks[] = {AN_ARRAY, ALL_TAKEN, TOO_LONG, WHOLE_TASKS, LACKS_END};
static const Lacking graph_lacks[] = {
    A_GRAPH,
    ALL_TAKEN,
    NEW_RESULTS,
    TOO_LONG,
    LACKS(KINDS_values, "forms of graphs take the place of values"),
    LACKS_END};

static const Part graphs_of_work_parts[] = {
    PART(PART_rounds, "rounds", "capture", "19.3", .items = rounds_items, .lacks = row_lacks,
         .given_results = 1),
    PART(PART_tasks, "tasks", "nodes and edges by hand", "19.5", .items = tasks_items,
         .lacks = tasks_lacks, .given_results = 1),
    PART(PART_summary, "summary", "fork and join", "19.7", .items = summary_items,
         .lacks = array_lacks, .given_results = 1 << 1),
    PART(PART_batches, "batches", "update", "19.8", .items = batches_items, .lacks = array_lacks,
         .given_results = 1 << 1),
    PART(PART_rank, "rank", "a while node: PageRank", "19.9", .items = rank_items,
         .lacks = graph_lacks, .given_results = 1 << 4),
    PART(PART_search, "search", "an if node in a while node: a search", "19.11",
         .items = search_items, .lacks = graph_lacks, .uses = {PART_rank}, .given_results = 1 << 2),
    PART(PART_turns, "turns", "what a capture forbids", "19.12", .items = turns_items,
         .lacks = row_lacks),
    PART(PART_orders, "orders", "graphs that kernels launch", "19.14", .items = orders_items,
         .lacks = row_lacks, .given_results = 1),
    PARTS_END,
};

const Lab lab_19_graphs_of_work = {
    .name = "19_graphs_of_work",
    .source = "graphs_of_work.cu",
    .nvcc_flags = "-rdc=true " FLAGS_OF_ATOMICS,
    .title = "Work as a graph: captured, built, updated, and running without the host",
    .minutes = 210,
    .parts = graphs_of_work_parts,
    .draw = graphs_of_work_draw,
    .demo = graphs_of_work_demo,
    .diagnose = graphs_of_work_diagnose,
    .columns = {{"calls", HOST_CALLS},
                {"graphs", GRAPHS_MADE},
                {"launches", GRAPH_LAUNCHES},
                {"by kernels", GRAPHS_BY_KERNELS},
                {"nodes run", GRAPH_KERNELS},
                {"total us", TOTAL_US}},
    .opens = "streams",
    .answers = "answers.txt",
};
