// ops.h - the instruction set: one line per PTX instruction, and the only
// place where instructions are listed.
//
//   OP(id, text, args, unit)
//     id    makes OP_<id>, and pick_<id>() in the exec_*.c of its section
//     text  PTX spelling without the suffixes of mods.h; the parser takes the
//           longest row that matches whole dotted words
//     args  the operands in PTX order, one letter each:
//             d  destination of the first type      D  twice as wide (.wide)
//             e  destination of a 32-bit value      p  destination predicate
//             s  source of the first type           t  source of the last type
//             S  twice as wide (.wide)              w  source, 32 bits
//             q  source predicate                   m  address in brackets
//             l  label or function                  v  taken as it comes
//           lower case letters after '?' are optional
//     unit  the counter that one executed warp instruction adds to:
//           INT FP32 FP64 FP16 SFU CVT MOVE MEM SYNC WARP FLOW NONE
//
// Sections follow the PTX manual. A new instruction is one line here, one
// function in the exec_*.c of its section, and one file in tests/ptx/; a line
// without its function does not link.

// clang-format off

// Integer and floating-point arithmetic (exec_arith.c; half precision: exec_half.c)
OP(add,         "add",          "dss",    INT)
OP(addc,        "addc",         "dss",    INT)
OP(sub,         "sub",          "dss",    INT)
OP(subc,        "subc",         "dss",    INT)
OP(mul,         "mul",          "dss",    INT)
OP(mul_wide,    "mul.wide",     "Dss",    INT)
OP(mad,         "mad",          "dsss",   INT)
OP(mad_wide,    "mad.wide",     "DssS",   INT)
OP(madc,        "madc",         "dsss",   INT)
OP(mul24,       "mul24",        "dss",    INT)
OP(mad24,       "mad24",        "dsss",   INT)
OP(sad,         "sad",          "dsss",   INT)
OP(div,         "div",          "dss",    INT)
OP(rem,         "rem",          "dss",    INT)
OP(abs,         "abs",          "ds",     INT)
OP(neg,         "neg",          "ds",     INT)
OP(min,         "min",          "dss?s",  INT)
OP(max,         "max",          "dss?s",  INT)
OP(dp4a,        "dp4a",         "ewww",   INT)
OP(dp2a,        "dp2a",         "ewww",   INT)
OP(fma,         "fma",          "dsss",   FP32)
OP(rcp,         "rcp",          "ds",     SFU)
OP(sqrt,        "sqrt",         "ds",     SFU)
OP(rsqrt,       "rsqrt",        "ds",     SFU)
OP(sin,         "sin",          "ds",     SFU)
OP(cos,         "cos",          "ds",     SFU)
OP(lg2,         "lg2",          "ds",     SFU)
OP(ex2,         "ex2",          "ds",     SFU)
OP(tanh,        "tanh",         "ds",     SFU)
OP(testp,       "testp",        "ps",     FP32)
OP(copysign,    "copysign",     "dss",    FP32)

// Bits (exec_bits.c)
OP(and,         "and",          "dss",    INT)
OP(or,          "or",           "dss",    INT)
OP(xor,         "xor",          "dss",    INT)
OP(not,         "not",          "ds",     INT)
OP(cnot,        "cnot",         "ds",     INT)
OP(lop3,        "lop3",         "dsssw?q", INT)
OP(shf,         "shf",          "dssw",   INT)
OP(shl,         "shl",          "dsw",    INT)
OP(shr,         "shr",          "dsw",    INT)
OP(popc,        "popc",         "es",     INT)
OP(clz,         "clz",          "es",     INT)
OP(bfind,       "bfind",        "es",     INT)
OP(bfind_shiftamt, "bfind.shiftamt", "es", INT)
OP(fns,         "fns",          "dsww",   INT)
OP(brev,        "brev",         "ds",     INT)
OP(bfe,         "bfe",          "dsww",   INT)
OP(bfi,         "bfi",          "dssww",  INT)
OP(szext,       "szext",        "dsw",    INT)
OP(bmsk,        "bmsk",         "dww",    INT)
OP(prmt,        "prmt",         "dssw",   INT)

// Comparison and selection (exec_cmp.c)
OP(set,         "set",          "dtt?q",  INT)
OP(setp,        "setp",         "pss?q",  INT)
OP(selp,        "selp",         "dssq",   INT)
OP(slct,        "slct",         "dsst",   INT)

// Conversion and moves (exec_cvt.c, exec_cvt_any.c, exec_mov.c)
OP(mov,         "mov",          "ds",     MOVE)
OP(cvt,         "cvt",          "dt?ts",  CVT)
OP(cvt_pack,    "cvt.pack",     "ett?w",  CVT)

// Memory (exec_mem.c, exec_atom.c)
OP(ld,          "ld",           "dm",     MEM)
OP(ldu,         "ldu",          "dm",     MEM)
OP(st,          "st",           "ms",     MEM)
OP(atom,        "atom",         "dms?s",  MEM)
OP(red,         "red",          "ms",     MEM)
OP(prefetch,    "prefetch",     "m",      NONE)
OP(prefetchu,   "prefetchu",    "m",      NONE)
OP(cvta,        "cvta",         "ds",     INT)
OP(cvta_to,     "cvta.to",      "ds",     INT)
OP(isspacep,    "isspacep",     "pv",     INT)

// Warp-wide operations (exec_warp.c)
OP(shfl_sync,   "shfl.sync",    "dswww",  WARP)
OP(shfl,        "shfl",         "dsww",   WARP)
OP(vote_sync,   "vote.sync",    "vqw",    WARP)
OP(vote,        "vote",         "vq",     WARP)
OP(match_any,   "match.any.sync", "esw",  WARP)
OP(match_all,   "match.all.sync", "esw",  WARP)
OP(redux_sync,  "redux.sync",   "dsw",    WARP)
OP(activemask,  "activemask",   "e",      WARP)

// Barriers and fences (exec_sync.c)
OP(bar_sync,    "bar.sync",     "w?w",    SYNC)
OP(bar_arrive,  "bar.arrive",   "ww",     SYNC)
OP(bar_red,     "bar.red",      "vww?q",   SYNC)
OP(barrier_sync,   "barrier.sync",   "w?w",  SYNC)
OP(barrier_arrive, "barrier.arrive", "ww",   SYNC)
OP(barrier_red,    "barrier.red",    "vww?q", SYNC)
OP(bar_cta_sync,   "bar.cta.sync",   "w?w",  SYNC)
OP(bar_cta_arrive, "bar.cta.arrive", "ww",   SYNC)
OP(bar_cta_red,    "bar.cta.red",    "vww?q", SYNC)
OP(barrier_cta_sync,   "barrier.cta.sync",   "w?w",  SYNC)
OP(barrier_cta_arrive, "barrier.cta.arrive", "ww",   SYNC)
OP(barrier_cta_red,    "barrier.cta.red",    "vww?q", SYNC)
OP(bar_warp_sync,  "bar.warp.sync",  "w",    SYNC)
OP(membar,      "membar",       "",       SYNC)
OP(fence,       "fence",        "",       SYNC)

// Control flow (flow is laid out by lower.c and run by warp.c)
OP(bra,         "bra",          "l",      FLOW)
OP(brx_idx,     "brx.idx",      "wl",     FLOW)
OP(call,        "call",         "v",      FLOW)
OP(ret,         "ret",          "",       FLOW)
OP(exit,        "exit",         "",       FLOW)
OP(trap,        "trap",         "",       FLOW)
OP(brkpt,       "brkpt",        "",       FLOW)

// Miscellaneous (exec_misc.c)
OP(nanosleep,   "nanosleep",    "w",      NONE)
OP(pmevent,     "pmevent",      "v",      NONE)

// clang-format on
#undef OP
