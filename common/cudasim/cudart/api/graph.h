// graph.h - graphs: nodes and edges; what is captured; graphs that can be launched.
#pragma once

#include "cudart/clock/stream.h"
#include "both/door.h"
#include "launch.h"

typedef struct CUgraph_st WorkGraph;
typedef struct CUgraphNode_st WorkNode;
typedef struct CUgraphExec_st GraphExec;
typedef struct CUuserObject_st UserObject;

typedef struct {
    WorkNode *node;
    cudaGraphEdgeData data;
} WorkEdge;

typedef struct {
    WorkEdge *at;
    uint32_t n, room;
} WorkEdges;

// Memory that nodes allocate and free: its address is the same in every launch.
typedef struct {
    unsigned refs;
    Alloc *alloc; // not live between two launches
    struct cudaMemPoolProps props;
    bool settled; // the graph that allocates it has been instantiated
} GraphMemory;

typedef struct {
    const void *function; // the host stub or the cudaKernel_t; it is looked up at every use
    LaunchConfig config;
    uint8_t *params; // packed
    uint32_t bytes;
    struct cudaAccessPolicyWindow window;
    cudaLaunchMemSyncDomainMap domains;
    int priority, domain, carveout, cluster_policy, nvlink;
} KernelWork;

// CU_GRAPH_NODE_TYPE_BATCH_MEM_OP, which the runtime's header does not have.
#define NODE_values ((enum cudaGraphNodeType)12)

typedef struct {
    cudaGraphConditionalHandle handle;
    enum cudaGraphConditionalNodeType type;
    unsigned size;
    WorkGraph **body; // `size` graphs
} Conditional;

struct CUgraphNode_st {
    WorkGraph *graph;
    uint64_t serial, origin; // origin: the serial of the node of which this is a clone; 0: of none
    enum cudaGraphNodeType type;
    WorkEdges before, after;
    union {
        KernelWork kernel;
        struct cudaMemcpy3DParms copy;
        struct cudaMemsetParams set;
        struct cudaHostNodeParams host;
        WorkGraph *child;
        cudaEvent_t event;
        GraphMemory *memory; // of both kinds of nodes
        Conditional conditional;
        struct {
            ValueWord *word;
            size_t n;
        } values;
    };
    const char *file; // of the call that made it; NULL: not known
    int line;
    unsigned device;
    bool disabled;  // of a graph that can be launched
    uint32_t index; // in the graph's list
    uint32_t lane;  // graph_run.c
    uint32_t waits; // while nodes are put in order
    void **args;    // of a kernel: for cudaGraphKernelNodeGetParams()
};

typedef struct {
    cudaGraphConditionalHandle handle;
    unsigned first;
    bool assign, used; // `first` is assigned at each launch; a node uses the handle
} ConditionHandle;

struct CUuserObject_st { // lives as long as anybody counts
    uint64_t count;
    cudaHostFn_t destroy;
    void *pointer;
};

typedef struct {
    UserObject *object;
    unsigned count;
} HeldObject;

struct CUgraph_st {
    unsigned device;         // that was selected when it was made
    unsigned refs;           // of a plan: launches that go on, and the exec
    uint64_t serial, origin; // as of nodes
    WorkNode **node;         // in the order of their creation
    WorkNode **order;        // graph_sort()
    uint32_t n, room;
    WorkNode *owner; // the node that has this graph as its child or body
    bool is_plan;    // a graph that can be launched, or a part of one: it has no handles
    bool being_captured;
    unsigned execs; // launchable graphs made from it
    ConditionHandle *handle;
    HeldObject *object;
    uint32_t nhandles, handles_room, nobjects, objects_room;
    Stream **lane; // graph_run.c: lane 0 is the stream of the launch, and NULL here
    uint32_t nlanes;
};

// ---- graph.c: nodes and edges ---------------------------------------

WorkGraph *graph_new(void);
WorkGraph *graph_clone(const WorkGraph *g, bool as_plan);
void graph_free(WorkGraph *g);
// All nodes, and how many graphs lie within one another at most: children and bodies.
enum { MAX_DEPTH = 64, MAX_SIZE = 1 << 18 };
uint32_t graph_size(const WorkGraph *g, unsigned *depth);
// A node without a graph, at the place of the call that is being executed.
WorkNode *node_new(enum cudaGraphNodeType type);
void node_free(WorkNode *n); // with its edges, if it is in a graph
// Called for each node of the program that is destroyed; or NULL. Captures know nodes, too.
extern void (*graph_node_goes)(WorkNode *n);
void node_add(WorkGraph *g, WorkNode *n);
void edge_add(WorkNode *from, WorkNode *to, cudaGraphEdgeData data);
bool edge_remove(WorkNode *from, WorkNode *to, cudaGraphEdgeData data); // false: there is none
WorkEdge *edge_find(const WorkNode *from, const WorkNode *to);
// Finds an order in which each node comes after those that it depends on. NULL, or a node of a
// circle.
WorkNode *graph_sort(WorkGraph *g);
// Copies what the node does, not its edges. The same type.
void node_copy_work(WorkNode *to, const WorkNode *from, bool as_plan);
WorkGraph *graph_find(cudaGraph_t g); // by the handle; NULL: none
WorkNode *node_find(cudaGraphNode_t n);
// The node of a clone, or within its children and bodies; NULL: none.
WorkNode *node_of_origin(const WorkGraph *g, uint64_t origin);
// Has it a node that frees the memory, or allocates it?
bool graph_frees(const WorkGraph *g, const GraphMemory *m);
bool graph_allocates(const WorkGraph *g, const GraphMemory *m);
bool graph_has(const WorkGraph *g,
               bool (*is)(const WorkNode *n));   // such a node, also further within
void object_drop(UserObject *o, unsigned count); // calls its function after the last
void graphs_forget(void);                        // cudaDeviceReset
const char *node_type_name(enum cudaGraphNodeType type);

// ---- graph_memory.c: memory of nodes --------------------------------

GraphMemory *graph_memory_new(const struct cudaMemAllocNodeParams *p, cudaError_t *e);
GraphMemory *graph_memory_find(uint64_t addr); // that begins there; NULL: none
void graph_memory_drop(GraphMemory *m);
cudaError_t graph_memory_begins(GraphMemory *m);
bool graph_memory_lives(const GraphMemory *m);
// Bytes; NULL: there is no such attribute. And the bytes that are used now.
unsigned long long *graph_memory_count(enum cudaGraphMemAttributeType attr);

// ---- node_params.c: what nodes do, as programs say it ----------------

cudaError_t node_set_kernel(WorkNode *n, const struct cudaKernelNodeParams *p);
cudaError_t node_set_copy(WorkNode *n, const struct cudaMemcpy3DParms *p);
cudaError_t node_set_fill(WorkNode *n, const struct cudaMemsetParams *p);
cudaError_t node_set_host(WorkNode *n, const struct cudaHostNodeParams *p);
cudaError_t node_set_event(WorkNode *n, cudaEvent_t event);
cudaError_t node_set_child(WorkNode *n, cudaGraph_t child, bool move);
cudaError_t node_set_values(WorkNode *n, const ValueWord *list, size_t count);
// Any of these. `is_new`: the graph that the new node will be in; NULL: the node is not new.
cudaError_t node_set_any(WorkNode *n, struct cudaGraphNodeParams *p, WorkGraph *is_new);
enum { MAX_BODIES = 4096 }; // of a switch
cudaError_t kernel_set_attribute(KernelWork *k, cudaLaunchAttributeID id,
                                 const cudaLaunchAttributeValue *v);
cudaError_t kernel_get_attribute(const KernelWork *k, cudaLaunchAttributeID id,
                                 cudaLaunchAttributeValue *v);
// A copy of one dimension, to or from a variable if there is one.
cudaError_t node_set_copy_1d(WorkNode *n, const void *to_symbol, const void *from_symbol, void *dst,
                             const void *src, size_t bytes, size_t offset,
                             enum cudaMemcpyKind kind);

// ---- graph_run.c: a launch -------------------------------------------

struct CUgraphExec_st {
    unsigned refs, number;
    const char *label; // "graph 3"
    WorkGraph *plan;   // a clone, in order
    WorkGraph *source; // NULL: it has been destroyed
    unsigned long long flags;
    bool uploaded, running;
    int priority; // of the stream of the launch
    const GraphLaunch *launch;
    Stream *apart;             // for launches by kernels
    uint64_t *tails;           // handles: what its kernels have launched for its end
    struct LanePoint **beside; // and what its end waits for
    uint32_t ntails, tails_room, nbeside, beside_room;
    Job *last;            // the end of the last launch
    unsigned last_stream; // its index
};

void graph_lay_out(WorkGraph *g); // lanes, after graph_sort()
cudaError_t exec_launch(GraphExec *x, Stream *s);
GraphExec *exec_new(WorkGraph *plan, WorkGraph *source, unsigned long long flags);
void exec_drop(GraphExec *x);
void execs_lose(const WorkGraph *g); // the graph is destroyed
void execs_forget(void);             // cudaDeviceReset

// ---- api_graph_exec.c ------------------------------------------------

// Can the work of the node be replaced by that? Compares, and replaces.
enum cudaGraphExecUpdateResult exec_change(const WorkNode *there, const WorkNode *wanted);
enum cudaGraphExecUpdateResult exec_compare(const WorkGraph *there, const WorkGraph *wanted,
                                            const WorkNode **wrong);
void exec_take(WorkNode *there, const WorkNode *wanted);
// ---- api_graph_node.c ------------------------------------------------

// The parameters of a kernel node: *n offsets of 8 bytes, and the parameters behind them;
// malloc'ed, *bytes in all. NULL: there is no such node.
uint8_t *node_arguments(cudaGraphNode_t node, uint32_t *n, size_t *bytes);

// ---- stream_values.c -------------------------------------------------

bool values_are_right(const ValueWord *list, size_t n);
cudaError_t stream_values(Stream *s, const ValueWord *list, size_t n);

// ---- graph_dot.c -----------------------------------------------------

// The text of cudaGraphDebugDotPrint(), malloc'ed; NULL after an error.
cudaError_t graph_dot(cudaGraph_t graph, unsigned flags, char **text);
// The graph as JSON for the page of a run, malloc'ed; of a large graph the first nodes.
char *graph_json(const WorkGraph *g, const char *label);
