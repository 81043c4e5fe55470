// sim.h - the machine: from a parsed program to its execution. The machine knows
// neither the CUDA API (cudart/ is built on top) nor any observer (observers are in
// the list of hooks.h). Reading order: device, memory, program, launch, block, warp;
// then exec.h, which says how instruction handlers see the machine.
//
// A warp executes one step for its 32 lanes at a time. Lanes of a warp that are at the
// same step form a group; a warp has one group until it diverges.
// Everything is single-threaded and deterministic: the same program, options
// and seed give the same order of events on every machine.
#pragma once

#include "mem.h"
#include "ptx/ptx.h"

enum {
    WARP_SIZE = 32,
    MAX_BLOCK_THREADS = 1024,
    MAX_WARPS = MAX_BLOCK_THREADS / WARP_SIZE,
    MAX_BARRIERS = 16,  // named barriers of a block
    MAX_CLUSTER = 16,   // blocks of a cluster
    MAX_LISTENERS = 24, // observers, see hooks.h
    MAX_DEVICES = 8,    // as one host has
    MAX_JOBS = 256,     // processes that execute one launch
};
#define FULL_MASK 0xffffffffu

typedef struct {
    uint32_t x, y, z;
} Dim3;

typedef struct Device Device;
typedef struct Program Program;
typedef struct Code Code;
typedef struct Step Step;
typedef struct Launch Launch;
typedef struct Block Block;
typedef struct Warp Warp;
typedef struct Hooks Hooks;
typedef struct Frame Frame;
typedef struct DeviceWork DeviceWork;

// ---- device.c: the modelled GPU, every limit and size in one table ----

enum { OWN_CONTEXT_BYTES = 753729536 }; // what the CUDA context of one program takes

typedef struct {
    const char *name;
    int cc_major, cc_minor;
    int multiprocessors;
    int warps_per_sm, threads_per_sm, blocks_per_sm;
    int registers_per_sm, registers_per_block, registers_per_thread;
    size_t shared_per_sm, shared_per_block, shared_per_block_optin, shared_reserved;
    size_t global_bytes, l2_bytes, const_bytes;
    size_t context_bytes; // of global_bytes: what the CUDA context and other programs take
    int max_threads_per_block;
    int max_block[3];
    uint32_t max_grid[3];
    size_t max_params; // bytes of kernel parameters
    int clock_khz, memory_clock_khz, bus_bits, copy_engines;
    size_t stack_limit, printf_limit, heap_limit,
        pending_limit; // the defaults of cudaDeviceGetLimit
    int max_cluster, max_cluster_nonportable;
    uint64_t local_limit; // bytes of local memory that one thread may have
    int devices;          // of this kind in the host
    bool pcie;            // PCIe joins them, not NVLink
} Model;
extern Model model; // only its memory, devices and links may be chosen, before the first call
// Blocks of this kernel that one multiprocessor holds at a time, at least 0; and of what there is
// no more: "registers".
typedef struct {
    uint32_t blocks;
    const char *limit;
} Occupancy;
Occupancy launch_occupancy(const Code *c, uint32_t threads, uint32_t shared_bytes);
int launch_blocks_per_sm(const Code *c, uint32_t threads, uint32_t shared_bytes);

// An atomicCAS or atomicExch that has changed a word.
typedef struct {
    uint64_t addr, launch; // launch: its serial number
    const Code *code;
    const Step *step;
    Dim3 block;
    uint32_t thread; // of the block
} Exchange;
enum { EXCHANGED = 64 };

// The machine is one of the devices at a time: the one whose call, kernel or copy it executes. What
// is not of the selected device only, is the same for all.
struct Device {
    Hooks *hooks;
    unsigned number;            // of the selected device
    uint8_t peers[MAX_DEVICES]; // by device: the others whose memory it may access, one bit each
    size_t stack_limit, printf_limit, heap_limit;
    bool heap_used, printf_used; // by a kernel
    uint64_t seed;
    bool shuffle;              // the seed chooses turns of random length for blocks and warps
    bool reorder;              // the seed chooses the order in which blocks start
    bool continue_after_fault; // a checker wants all the findings of a launch
    bool exact_bounds;         // an allocation has only the bytes that were asked for
    bool forgive_faults;       // bad accesses do not become an error of the host
    bool cold_caches;          // kernels begin with empty caches
    uint64_t orders;           // runs of the same work in different orders, at most; 0: one
    bool fresh_by_seed;        // the seed chooses what new memory holds
    uint32_t blocks_alive;     // plain schedule: blocks that are alive from the start; 0: one
    size_t pending_limit;      // launches by kernels that have not ended, at one time
    unsigned jobs;          // processes that execute one launch, side by side; 0, 1: only this one
    uint64_t jobs_from;     // warp instructions that are to come, from which others help
    uint32_t compile_after; // executions of a row of steps, after which it is compiled; 0: never
    uint64_t budget;        // warp instructions that one launch may execute; 0: no limit
    uint64_t budget_left;   // that all launches may still execute, if has_budget_left
    bool has_budget_left;
    uint64_t charge; // work of observers that the budget of the running launch has to pay: in
                     // warp instructions that take about the same time
    volatile bool interrupted; // by the user: the grid that runs ends at once, and no other begins
    // After each turn of a block: `done` have ended. l NULL: none runs now. NULL: nobody looks.
    void (*progress)(const Launch *l, uint64_t done, uint64_t total);
    uint64_t time_ns;  // virtual time, for %clock and %globaltimer
    uint64_t launches; // serial number of the next launch
    uint64_t changes;  // writes so far that changed a byte; no change for long means deadlock
    Exchange exchanged[EXCHANGED]; // the last at each word; words that share an element: the last
};
extern Device device;

// From now on the machine is this device; returns which it was. Limits change with the device, and
// what kernels may access.
unsigned device_select(unsigned number);
// The selected device may access this memory: its own, the host's, a peer's.
bool device_reaches(const Alloc *a);

// ---- device_options.c -----------------------------------------------

// Reads an option of the machine. 0; -1 with one line on standard error; 1: not such an option.
int device_option(const char *name, const char *value);

// ---- program.c: modules linked and loaded ---------------------------

// Loads PTX texts that belong together (one, or all of an -rdc program): parses,
// links, places variables in device memory with their initial values.
// NULL and one line in error on failure; texts are not kept.
Program *program_load(const PtxText *texts, unsigned n, char error[PTX_ERROR_MAX]);
// The same, where another device has loaded these texts already: they share managed variables.
Program *program_load_again(const Program *other, const PtxText *texts, unsigned n,
                            char error[PTX_ERROR_MAX]);
// For one who loads the same program in many processes: where the first of them has read it without
// a mistake, the others need to read the functions that are called, and no others.
extern struct ProgramReading {
    bool on_demand; // what the others set
    bool good;      // after the first one: something has been read, and can be read so
    bool grading;   // no lines of PTX that the program hands over by a call
    // While grading: only machine code in this file may say what a kernel needs.
    const uint8_t *object;
    size_t object_bytes;
} program_reading;
void program_free(Program *p);
Code *program_entry(Program *p, const char *name); // mangled name; lowered on demand
void program_each_func(Program *p, void (*visit)(Func *f, void *user), void *user);
// What __constant__ variables take in the constant bank of a module.
uint64_t program_constant_bytes(const Program *p);
Symbol *program_variable(const Program *p, const char *name); // ->address, ->size; NULL if none
Symbol *program_variable_at(Program *p, uint64_t address);    // that starts there; NULL if none
// The function at a device address (a function pointer's value), lowered for
// the given kernel; NULL if there is none.
Code *program_function(Program *p, Code *entry, uint64_t address);
bool program_linked(const Program *p); // its parts were compiled separately (nvcc -rdc=true)
// Why a Code cannot be launched, or NULL. (An instruction that is not supported is no
// reason: it fails when it is executed.)
const char *code_error(const Code *c);

struct Code {
    const Func *func;
    struct Facts *facts; // what ptxas makes of it (ptxas/ptxas.h)
    Program *program;
    Code *entry; // the kernel for which this was lowered (itself for a kernel),
                 // which decides where shared variables lie
    char *name;  // demangled
    Step *steps;
    uint32_t nsteps;
    uint8_t *consts;       // the constant pool, see exec.h
    uint32_t reg_bytes;    // register file of one frame, all 32 lanes
    uint32_t frame_bytes;  // local memory of one frame, per lane: parameters, scratch, locals
    uint32_t local_area;   // offset of the .local variables in it
    uint32_t local_end;    // the byte behind the last of them
    uint32_t shared_bytes; // static shared memory, with all it may call
    uint32_t stack_frame;  // least bytes that a call of it takes on the stack of a GPU
    uint64_t stack_bytes; // local memory that a lane needs with all calls; recursion adds the limit
    bool recursive;
    bool grows;                // of a kernel: it, or what it may call, takes memory with alloca
    int registers;             // of one thread, for occupancy: see ptxas.h
    struct Count *counts;      // by step: since the launch began
    struct RowState *rows;     // by the first step of a row of steps: see exec.h
    struct NativeCode *native; // what is compiled of it
    struct Site *sites;        // by step: the allocation that it accessed last
    char *error;
    struct CodeSet *set; // the kernel and everything it may call
    uint32_t serial;     // unique; the address of a Code may be used again, its serial is not
    uint64_t each;       // of a kernel: warp instructions of a block, in the last launch
    uint8_t together;    // of a kernel: see jobs.c
};

// Executions of one step during one launch.
typedef struct Count {
    uint64_t warps;    // warp instructions
    uint64_t threads;  // lanes that were active and whose guard held
    uint64_t diverged; // branches: executions in which lanes took different ways
} Count;

typedef struct Site {
    uint64_t lo,
        hi; // addresses lo <= a, a + n <= hi lie in one live allocation, and may be accessed
    uint64_t delta; // host pointer = address + delta
    uint64_t epoch; // mem_epoch when looked up
} Site;

// ---- codeset.c: a kernel with everything it may call ----------------

Code **program_codes(Code *entry, uint32_t *n);

// ---- launch.c: one grid from start to end ---------------------------

typedef enum {
    LAUNCH_ok = 0,
    LAUNCH_out_of_bounds, // cudaErrorIllegalAddress
    LAUNCH_misaligned,    // cudaErrorMisalignedAddress
    LAUNCH_address_space, // cudaErrorInvalidAddressSpace
    LAUNCH_illegal,       // cudaErrorIllegalInstruction
    LAUNCH_bad_pc,        // cudaErrorInvalidPc
    LAUNCH_assert,        // cudaErrorAssert
    LAUNCH_trap,          // cudaErrorLaunchFailure
    LAUNCH_timeout,       // cudaErrorLaunchTimeout: the instruction budget is spent
    LAUNCH_deadlock,      // cudaErrorLaunchTimeout: no thread can ever continue
    LAUNCH_unsupported,   // cudaErrorNotSupported: an instruction we do not have
    LAUNCH_no_memory,     // cudaErrorMemoryAllocation
    LAUNCH_waits          // cudaErrorNotReady: it has not ended: see launch_resume()
} LaunchStatus;

// What a thread of a kernel asks for: it begins when the grid has ended.
typedef enum { CHILD_kernel, CHILD_copy, CHILD_set, CHILD_record, CHILD_wait } ChildKind;
typedef enum {
    CHILD_STREAM, // after what is before it in its stream
    CHILD_ALONE,  // cudaStreamFireAndForget
    CHILD_TAIL    // cudaStreamTailLaunch: after everything else
} ChildOrder;

typedef struct {
    ChildKind kind;
    ChildOrder order;
    uint64_t stream[2];        // CHILD_STREAM: which one, in this tree of grids
    uint64_t event;            // CHILD_record, CHILD_wait
    void *user[MAX_LISTENERS]; // data of the observers, by Observer.slot
} Child;

// What the threads of a grid have launched; see device_runtime/.
typedef struct {
    DeviceWork *work, *work_last; // in the order of launches
    DeviceWork *tail, *tail_last; // cudaStreamTailLaunch
    uint64_t tails;               // tail launches so far
} Children;

// How long a warp takes: cycles, and how often it waits for global memory; of these waits, those
// that the L1 cache does not end, those that DRAM ends whatever the launch touches, and those
// that the host's memory or a peer's ends.
typedef struct {
    double cycles, waits, missed, first, host, peer;
} WarpTime;

// What the time of a launch depends on, of one block that has ended (cost_block).
typedef struct {
    WarpTime time;
    uint64_t work, busiest;
} BlockCost;

struct Launch {
    // What the caller sets:
    Code *code;
    Dim3 grid, block, cluster; // cluster: 0,0,0 or 1,1,1 for none
    uint32_t dynamic_shared;
    bool cooperative;
    bool may_wait;         // its caller handles LAUNCH_waits
    bool programmatic;     // it may begin before the grid in front of it has ended
    uint64_t workspace;    // cooperative: address where grid barriers count
    bool workspace_read;   // the program has asked for this address
    const uint8_t *params; // laid out as code->func->params say
    uint64_t param_bytes;
    const char *mark; // its label in the counters, given when it was issued; NULL: none
    // What the machine keeps:
    uint64_t serial;
    LaunchStatus status;
    uint64_t executed;     // warp instructions so far
    uint64_t work;         // the same, without polls (warp_spun)
    uint64_t busiest;      // of them: of the busiest block's busiest warps
    uint64_t limit;        // budget, UINT64_MAX for none; what it pays for observers is taken off
    uint64_t charged;      // that has been taken off
    uint32_t shared_bytes; // static + dynamic
    uint32_t warps;        // of one block
    uint32_t threads;      // of one block
    uint32_t resident;     // blocks that may be alive together
    uint64_t rng;
    bool stop;               // abandon all blocks
    uint64_t begin_ns;       // device.time_ns when it began
    bool clock_read;         // by a thread, since time was last passed (launch_pass_time)
    uint64_t passed_ns;      // by launch_pass_time, all in all
    uint64_t waited_ns;      // the same, since memory changed last
    uint64_t waited_changes; // device.changes then
    uint64_t counted;        // a hash of the counters of the loops in which its threads wait
    uint32_t count_steps;    // how often it was let go on because they had changed
    // griddepcontrol: the blocks that have let dependents begin, and how late in a block; how
    // early a warp has waited for the grid in front.
    uint64_t triggers, trigger_path, wait_path;
    bool has_waited;
    double us;              // virtual duration, set by cost.c before launch_end
    BlockCost *costs;       // where the next block's cost goes, in a process of jobs.c; else NULL
    bool divided;           // jobs.c has tried it
    WarpTime life;          // of the blocks' longest warps, added up (cost_block)
    WarpTime longest;       // of the block that takes longest
    Launch *parent;         // the grid that waits for this one; NULL: launched by the host
    const Child *child;     // how a kernel launched it; NULL: launched by the host
    uint64_t parent_serial; // of the grid whose kernel launched it
    uint32_t depth;         // ancestors that have not ended; 0: launched by the host
    uint32_t generation;    // all ancestors
    bool is_tail;           // a tail launch
    Children children;
    uint64_t descendants; // child grids, and theirs, that have run
    double tree_us;       // us with all descendants; set when launch_run returns
    double began;         // virtual time since the first grid of its tree began
    Block **blocks;       // those alive
    uint32_t nblocks;
    Code **used; // functions entered, for the counts
    uint32_t nused;
    Block *next;               // has the next turn (orders.c); NULL: the plain schedule decides
    bool host_looks;           // a strong access has read the host's memory
    struct GridRun *state;     // the state of its blocks, see launch.c
    void *user[MAX_LISTENERS]; // data of the observers, by Observer.slot
};

uint64_t launch_random(Launch *l); // the launch's own sequence, fixed by the seed

// Runs the grid and all that its kernels launch to the end; hooks see everything. Returns
// launch->status. Limits of the launch (block size, shared memory...) are the caller's to check.
LaunchStatus launch_run(Launch *l);
void launch_set_budget(uint64_t one, uint64_t all); // of one launch, of all from now on; 0: none
void launch_charge(Launch *l);                      // takes device.charge off the limit

// ---- orders.c: the same work in many orders (device.orders) ----------

// The host of the machine begins; after each run it asks whether there is another one.
void orders_begin(void);
bool orders_next(void);
unsigned orders_choice(unsigned n);           // of n ways; 0 is that of the plain schedule
uint32_t orders_first_block(const Launch *l); // has the first turn
uint32_t orders_alive(const Launch *l);       // blocks that are alive from the start

// ---- launch.c again ---------------------------------------------------

// A grid waits for the host or for another grid if all its blocks spin, nothing changes, and
// no other of its blocks can begin. With may_wait such a grid is put aside with LAUNCH_waits;
// so is a grid that has read the host's memory for long. It keeps its state and may be resumed
// any number of times, with other launches in between. Or it is given up: as a deadlock, or
// because the program ends.
LaunchStatus launch_resume(Launch *l);
LaunchStatus launch_give_up(Launch *l, bool deadlock);
// Threads may wait until memory changes or a clock (%clock64, %globaltimer) has reached a limit.
// When nothing else can happen, this lets `ns` pass for a grid that was put aside; 0: an eighth of
// what it has waited so far, so that any limit is reached soon, and not much later than it should
// be. False: no thread has read a clock since the last time, or it has waited for long enough.
bool launch_pass_time(Launch *l, uint64_t ns);

// ---- block.c --------------------------------------------------------

typedef struct {
    uint32_t arrived;
    uint32_t generation;      // completed phases
    uint32_t explicit_count;  // the count operand of this phase, 0 if none
    uint32_t popc;            // bar.red: threads whose predicate held
    uint32_t mask[MAX_WARPS]; // lanes that arrived in this phase
} Barrier;

// Blocks that are resident together: those of a cluster (cluster.c), or one block alone.
typedef struct Cluster {
    Block *blocks[MAX_CLUSTER]; // by rank
    uint32_t n;
    uint32_t pending; // live threads that have arrived in this phase
    uint32_t phase;   // completed phases
} Cluster;

struct Block {
    Launch *launch;
    Dim3 id;
    uint64_t index; // linear, x fastest
    uint8_t *shared;
    uint8_t *reserved;     // shared memory that is not the program's
    uint32_t nwarps, live; // live: warps not finished
    uint32_t live_threads;
    Warp **warps;
    Barrier barriers[MAX_BARRIERS];
    uint32_t barriers_used; // one bit per barrier; the others are in their initial state
    Cluster *cluster;       // the one in the block of rank 0
    Cluster own;
    uint32_t cluster_rank;
    uint64_t path;             // of all its warps at the last barrier where they met: PATH_*
    uint64_t work, busiest;    // instructions until then, without polls: of all warps; of the
                               // busiest one between two barriers
    WarpTime time;             // until then (cost_barrier)
    bool triggered;            // griddepcontrol.launch_dependents
    bool met;                  // all have met since: cost_barrier is to come
    bool waits;                // it gets no turn: all its threads wait, or have exited
    uint32_t next;             // warp to look at next
    bool spun;                 // a warp yielded in its last turn
    bool busy;                 // a warp computed for a whole turn: not a deadlock
    Frame **frames;            // kernel frames, by warp
    uint8_t *memory;           // registers, shared and local memory of the block
    struct Copies *copies;     // asynchronous copies (async.h); NULL until there is one
    void *user[MAX_LISTENERS]; // data of the observers, by Observer.slot; freed at block_end
};

// How a warp's or a block's turn ended.
typedef enum { TURN_done, TURN_blocked, TURN_yielded, TURN_preempted } WarpTurn;

// Prepares a block object for a launch; it is used for many blocks in turn.
Block *block_new(Launch *l);
uint64_t block_bytes(const Launch *l); // of its memory: registers, shared and local memory
void block_free(Block *b);
void block_begin(Block *b, uint64_t index);
// Runs the block until it is done, waits for other blocks, or its turn ends.
WarpTurn block_run(Block *b);
// Lanes of a warp arrive at a barrier, or leave it because they exit.
void block_arrive(Warp *w, const Step *s, uint32_t id, uint32_t count, uint32_t mask, bool waits);
void block_lanes_left(Block *b); // threads exited: barriers may be complete now
// Text that says what each group of the block waits for; at most `size` bytes.
void block_describe(const Block *b, char *text, size_t size);

// ---- cluster.c ------------------------------------------------------

void cluster_begin(Block *const *blocks, uint32_t n); // by rank; block_begin has been called
bool cluster_stuck(const Cluster *c); // none of its blocks can ever continue by itself
bool cluster_done(const Cluster *c);  // all threads have exited
// The lanes, which have not arrived in this phase, arrive now, and perhaps complete it.
void cluster_arrive(Warp *w, uint32_t mask);
// Of these lanes, which have arrived: those in the result may continue, the others must wait.
uint32_t cluster_pass(Warp *w, const Step *s, uint32_t mask);
void cluster_lanes_left(Warp *w, uint32_t mask); // they have exited
// The index of the block with this rank in this cluster.
uint64_t cluster_block(const Launch *l, uint64_t cluster, uint32_t rank);
static inline uint32_t launch_cluster_size(const Launch *l)
{
    return l->cluster.x ? l->cluster.x * l->cluster.y * l->cluster.z : 1;
}

// ---- warp.c ---------------------------------------------------------

typedef enum {
    GROUP_ready,
    GROUP_barrier, // waits at a block barrier (wait_id)
    GROUP_cluster, // waits at the barrier of the cluster
    GROUP_warp,    // waits for other lanes of its warp (wait_mask)
    GROUP_yielded  // spins: lets the other groups run first
} GroupState;

// A call frame. Registers are one area for all lanes, [register][lane].
struct Frame {
    struct Frame *caller;
    Code *code;
    const Step *call; // in the caller, NULL in the kernel itself
    uint32_t ret_pc;
    uint32_t lanes; // lanes whose innermost or outer frame this is
    uint32_t depth;
    uint32_t local; // offset of the frame in each lane's local memory
    uint32_t stack; // what this call and its callers take on the stack of a GPU
    uint8_t *regs;
    uint32_t taken[WARP_SIZE]; // Warp.taken when the lane came here, if the kernel grows
};

typedef struct {
    uint32_t mask;
    uint32_t pc;
    Frame *frame;
    uint8_t state;
    uint8_t wait_id;       // GROUP_barrier
    bool released;         // may execute its warp-wide step with the lanes that are there
    uint32_t wait_mask;    // GROUP_warp
    const Step *wait_step; // what it waits at
} Group;

struct Warp {
    // Used by every handler; keep together.
    uint32_t mask;     // lanes that execute the current step
    uint32_t active;   // lanes of the current group
    uint8_t *base[2];  // registers of the frame, constants of the code
    uint32_t pc;       // next step
    uint32_t merge_pc; // when pc reaches it, warp_run() looks at the groups again; 0: at once
    const Step *code;
    Count *counts;
    uint64_t executed; // instructions since it began
    uint64_t stretch; // how long it has taken since the place where lanes met last: not yet in path
    uint32_t carry;   // by lane: the carry flag of add.cc, subc, madc ...
    bool grid_waited; // griddepcontrol.wait
    Frame *frame;
    Launch *launch;
    Block *block;
    uint8_t *shared;
    uint8_t *local; // lane-major: local + lane * local_stride
    uint64_t local_stride;
    // What its block's barriers look at; keep together.
    uint64_t path;                  // how long it has taken so far: PATH_*; and
    double torn_cycles, torn_waits; // while it was torn, since the last barrier
    uint64_t idle; // instructions of those executed: before its block's last barrier, or polls
    // Loads of global memory for which it has waited since its block's last barrier, measured by an
    // observer (cost.h): all of them, and what ended the wait.
    struct {
        uint32_t all, missed, first, host, peer;
    } loads;
    uint32_t fetched;  // lines that the L1 cache has fetched for it, measured by an observer
    uint32_t barriers; // of its block at which it has arrived: how often
    uint32_t came;     // sectors that have come into the L2 cache for this warp
    // Scheduling
    uint32_t index; // in the block
    uint32_t lanes; // that exist
    uint32_t live;  // that have not exited
    uint32_t ngroups, cur;
    Group groups[WARP_SIZE + 1];
    uint32_t spin; // strong reads that changed nothing, in a row
    struct {
        const Step *step;
        uint64_t sum;
    } seen[4]; // what strong reads have seen last
    struct {
        uint64_t where[4]; // by step: what it looked at, and where
        uint64_t executed; // at the last look
        uint64_t at;       // the word that its first lane looked at
        int32_t mem_quantum;
    } look;                    // see warp_spun()
    int64_t quantum;           // steps left in this turn
    int32_t mem_quantum;       // memory steps left in this turn (shuffled schedules)
    uint8_t turn;              // how the last turn ended: WarpTurn
    bool preempt;              // end the turn after this step
    bool torn;                 // some lanes were made to fall behind (shuffled schedules)
    uint32_t watched;          // by Observer.slot: who gets an event for each step
    uint32_t cluster_arrived;  // lanes that have arrived at the cluster barrier, in this phase
    uint32_t cluster_open;     // lanes that have arrived in the last one, and not waited yet
    uint32_t yields;           // turns that ended spinning since device.changes was this
    uint64_t yields_since;     // (shuffled schedules: do all warps wait?)
    const Step *fault_step;    // where its last bad access was
    uint32_t faults;           // bad accesses there, in a row
    uint32_t taken[WARP_SIZE]; // bytes at the end of each lane's local memory that alloca gave
    const uint8_t *awaits;     // the mbarrier whose phase its last look found incomplete, or NULL
    // Thread indices, by lane
    uint32_t tid[3][WARP_SIZE] __attribute__((aligned(64)));
};

// Runs a warp until it is done, waits, yields or its turn is over.
WarpTurn warp_run(Warp *w);
void warp_begin(Warp *w, uint32_t lanes, Frame *frame);
void warp_abandon(Warp *w); // its launch has ended: frees the frames of calls

// ---- cost.c: virtual time -------------------------------------------

// All warps of a block have met at a barrier: they go on together, with the longest one's path.
void cost_barrier(Block *b);
// A block has ended: adds its time to the launch.
void cost_block(Block *b);
void cost_add(Launch *l, const BlockCost *c);
// A launch has ended: microseconds from its start to the moment when this block was at `path`.
double cost_moment(const Launch *l, uint64_t block, uint64_t path);
// What part of the GPU a launch takes.
double cost_room(const Launch *l);
// Microseconds that the modelled GPU would need for a launch that has ended.
double cost_launch(const Launch *l);

// ---- fault.c: what goes wrong in a kernel ---------------------------

// clang-format off
typedef enum {
    FAULT_out_of_bounds, FAULT_use_after_free, FAULT_host_pointer, FAULT_null,
    FAULT_address_space, // a shared or local address where a global one is needed
    FAULT_misaligned, FAULT_read_only, FAULT_stack, FAULT_bad_call, FAULT_assert,
    FAULT_trap, FAULT_illegal, FAULT_unsupported, FAULT_timeout, FAULT_deadlock,
    FAULT_child_pointer, // pointer to shared or local memory passed to a child grid
    FAULT_device_heap, // free() of a pointer that malloc did not give
    FAULT_no_block, // access to the shared memory of a block that the cluster does not have
    FAULT_exited, // access to the shared memory of a block of the cluster that has exited
    FAULT_no_object, // a texture or surface that is none: zeros are read, the launch goes on
    FAULT_ended, // use of an mbarrier after mbarrier.inval: the launch goes on
    FAULT_no_peer, // memory of another device, and peer access is not enabled
    FAULT_barrier // more threads at a barrier than it expects, or a bad barrier number
} FaultKind;
// clang-format on

typedef struct {
    FaultKind kind;
    Warp *warp; // NULL where no warp is at fault
    const Step *step;
    uint32_t mask;        // the lanes at fault
    uint8_t space, width; // of an access: Space, bytes per lane
    bool write;
    const uint64_t *addr; // by lane, NULL if not an access
    const Block *peer;    // whose shared memory, if not the warp's own
    const char *text;     // assert's message, unsupported instruction, deadlock report...
} Fault;

// Reports to the hooks, sets the launch's status (the first fault decides) and
// stops the launch unless device.continue_after_fault and the fault is a bad access. A loop of bad
// accesses, which may be endless since they read nothing, is stopped, too.
void fault_raise(Launch *l, const Fault *f);
const char *fault_name(FaultKind k);
int launch_status_error(LaunchStatus s); // the cudaError_t with which the launch ends

// Where a step is in the source: the user's innermost frame.
typedef struct {
    const char *file; // as nvcc wrote it; NULL if unknown
    int line;
    uint32_t loc; // index in the module's locs (the user's frame)
} Place;
Place step_place(const Code *c, const Step *s);
// Where a group waits, and in which function. With -G, headers have functions that are not
// inlined (it is the call of one), and there are steps without a line (it is the line before).
const Step *group_waits_at(const Group *g, Frame **frame);

// ---- printf.c, heap.c, syscall.c: functions that every kernel may call ----

// vprintf, malloc, free, __assertfail, ...: NULL if the simulator has no such function.
typedef void (*Builtin)(Warp *w, const Step *s);
Builtin builtin_find(const char *name); // syscall.c
// What kernels have printed since this was called last, valid until kernels print again:
// returns the number of bytes; printf.c.
size_t printf_take(const char **text);
