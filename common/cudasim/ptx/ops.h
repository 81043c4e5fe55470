// ops.h - the instruction set: one line per PTX instruction, and the only
// place where instructions are listed.
//
//   OP(id, text, args, unit)
//     id    makes OP_<id>, and needs pick_<id>() in the file that its section names
//     text  PTX spelling without the suffixes of mods.h; the parser takes the
//           longest row that matches whole dotted words
//     args  the operands in PTX order, one letter each:
//             d  destination of the first type      D  twice as wide (.wide)
//             e  destination of a 32-bit value      p  destination predicate
//             s  source of the first type           t  source of the last type
//             S  twice as wide (.wide)              w  source, 32 bits
//             q  source predicate                   m  address in brackets
//             l  label or function                  v  taken as it comes
//             X  destination fragment (registers)   x  source fragment
//           lower case letters after '?' are optional
//     unit  the counter that one executed warp instruction adds to:
//           INT FP32 FP64 FP16 SFU CVT MOVE MEM SYNC WARP FLOW NONE TENSOR
//
// Sections follow the PTX manual, a section for each file in sim/exec/. A new instruction
// is one line here, one function in the file of its section, and one file in tests/ptx/; a
// line without its function does not link.

// clang-format off

// Arithmetic: exec_arith.c (floats: exec_float.h and exec_float.c; half precision: exec_half.c)
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

// Special functions: exec_sfu.c
OP(rcp,         "rcp",          "ds",     SFU)
OP(sqrt,        "sqrt",         "ds",     SFU)
OP(rsqrt,       "rsqrt",        "ds",     SFU)
OP(sin,         "sin",          "ds",     SFU)
OP(cos,         "cos",          "ds",     SFU)
OP(lg2,         "lg2",          "ds",     SFU)
OP(ex2,         "ex2",          "ds",     SFU)
OP(tanh,        "tanh",         "ds",     SFU)

// Other operations on floats: exec_float.c
OP(testp,       "testp",        "ps",     FP32)
OP(copysign,    "copysign",     "dss",    FP32)

// Video, on words: exec_video_word.c
OP(vadd,        "vadd",         "eww?w",  INT)
OP(vsub,        "vsub",         "eww?w",  INT)
OP(vabsdiff,    "vabsdiff",     "eww?w",  INT)
OP(vmin,        "vmin",         "eww?w",  INT)
OP(vmax,        "vmax",         "eww?w",  INT)
OP(vshl,        "vshl",         "eww?w",  INT)
OP(vshr,        "vshr",         "eww?w",  INT)
OP(vset,        "vset",         "eww?w",  INT)
OP(vmad,        "vmad",         "ewww",   INT)

// Video, on halves and bytes: exec_video.c
OP(vadd2,       "vadd2",        "ewww",   INT)
OP(vsub2,       "vsub2",        "ewww",   INT)
OP(vmin2,       "vmin2",        "ewww",   INT)
OP(vmax2,       "vmax2",        "ewww",   INT)
OP(vabsdiff2,   "vabsdiff2",    "ewww",   INT)
OP(vavrg2,      "vavrg2",       "ewww",   INT)
OP(vset2,       "vset2",        "ewww",   INT)
OP(vadd4,       "vadd4",        "ewww",   INT)
OP(vsub4,       "vsub4",        "ewww",   INT)
OP(vmin4,       "vmin4",        "ewww",   INT)
OP(vmax4,       "vmax4",        "ewww",   INT)
OP(vabsdiff4,   "vabsdiff4",    "ewww",   INT)
OP(vavrg4,      "vavrg4",       "ewww",   INT)
OP(vset4,       "vset4",        "ewww",   INT)

// Logic, shifts and bits: exec_bits.c
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

// Comparison and selection: exec_cmp.c
OP(set,         "set",          "dtt?q",  INT)
OP(setp,        "setp",         "pss?q",  INT)
OP(selp,        "selp",         "dssq",   INT)
OP(slct,        "slct",         "dsst",   INT)

// Moves: exec_mov.c
OP(mov,         "mov",          "ds",     MOVE)

// Conversion: exec_cvt.c (what has no fast loop of its own: exec_cvt_any.c)
OP(cvt,         "cvt",          "dt?ts",  CVT)

// Conversion with packing: exec_cvt_any.c
OP(cvt_pack,    "cvt.pack",     "ett?w",  CVT)

// Memory: exec_mem.c
OP(ld,          "ld",           "dm",     MEM)
OP(ldu,         "ldu",          "dm",     MEM)
OP(st,          "st",           "ms",     MEM)

// Atomics: exec_atom.c
OP(atom,        "atom",         "dms?s",  MEM)
OP(red,         "red",          "ms",     MEM)

// Addresses and state spaces: exec_misc.c
OP(cvta,        "cvta",         "ds",     INT)
OP(cvta_to,     "cvta.to",      "ds",     INT)
OP(isspacep,    "isspacep",     "pv",     INT)
OP(istypep,     "istypep",      "pv",     INT)

// The stack of a thread: exec_stack.c
OP(alloca,      "alloca",       "ds?v",   INT)
OP(stacksave,   "stacksave",    "d",      INT)
OP(stackrestore, "stackrestore", "s",     INT)

// Clusters: exec_cluster.c
OP(mapa,        "mapa",         "dsw",    INT)
OP(getctarank,  "getctarank",   "es",     INT)
OP(barrier_cluster_arrive, "barrier.cluster.arrive", "", SYNC)
OP(barrier_cluster_wait,   "barrier.cluster.wait",   "", SYNC)

// Warp-wide operations: exec_warp.c
OP(shfl_sync,   "shfl.sync",    "dswww",  WARP)
OP(shfl,        "shfl",         "dsww",   WARP)
OP(vote_sync,   "vote.sync",    "vqw",    WARP)
OP(vote,        "vote",         "vq",     WARP)
OP(match_any,   "match.any.sync", "esw",  WARP)
OP(match_all,   "match.all.sync", "esw",  WARP)
OP(redux_sync,  "redux.sync",   "dsw",    WARP)
OP(activemask,  "activemask",   "e",      WARP)
OP(elect_sync,           "elect.sync",           "ew",   WARP)

// Barriers and fences: exec_sync.c
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
OP(fence,       "fence",        "?mw",    SYNC)

// Barriers in memory: exec_mbarrier.c
OP(mbarrier_init,  "mbarrier.init",  "mw",    SYNC)
OP(mbarrier_inval, "mbarrier.inval", "m",     SYNC)
OP(mbarrier_expect_tx,   "mbarrier.expect_tx",   "mw", SYNC)
OP(mbarrier_complete_tx, "mbarrier.complete_tx", "mw", SYNC)
OP(mbarrier_arrive,      "mbarrier.arrive",      "dm?w", SYNC)
OP(mbarrier_arrive_expect_tx, "mbarrier.arrive.expect_tx", "dmw", SYNC)
OP(mbarrier_arrive_drop, "mbarrier.arrive_drop", "dm?w", SYNC)
OP(mbarrier_arrive_drop_expect_tx, "mbarrier.arrive_drop.expect_tx", "dmw", SYNC)
OP(mbarrier_test_wait,   "mbarrier.test_wait",   "pms",  SYNC)
OP(mbarrier_test_wait_parity, "mbarrier.test_wait.parity", "pmw", SYNC)
OP(mbarrier_try_wait,    "mbarrier.try_wait",    "pms?w", SYNC)
OP(mbarrier_try_wait_parity, "mbarrier.try_wait.parity", "pmw?w", SYNC)
OP(mbarrier_pending_count, "mbarrier.pending_count", "es", SYNC)

// Asynchronous copies: exec_async.c
OP(cp_async,             "cp.async",             "mmw?v", MEM)
OP(cp_async_commit_group, "cp.async.commit_group", "",   SYNC)
OP(cp_async_wait_group,  "cp.async.wait_group",  "w",    SYNC)
OP(cp_async_wait_all,    "cp.async.wait_all",    "",     SYNC)
OP(cp_async_mbarrier_arrive, "cp.async.mbarrier.arrive", "m", SYNC)
OP(cp_async_bulk_commit_group, "cp.async.bulk.commit_group", "", SYNC)
OP(cp_async_bulk_wait_group, "cp.async.bulk.wait_group", "w", SYNC)

// Asynchronous copies of rows: exec_bulk.c
OP(cp_async_bulk,        "cp.async.bulk",        "mmw?m?w", MEM)
OP(cp_reduce_async_bulk, "cp.reduce.async.bulk", "mmw?m", MEM)
OP(cp_async_bulk_prefetch, "cp.async.bulk.prefetch", "mw", NONE)

// Asynchronous copies of boxes of tensors: exec_bulk_tensor.c (where their bytes are: box.h)
OP(cp_async_bulk_tensor, "cp.async.bulk.tensor", "mvv?vvv", MEM)
OP(cp_reduce_async_bulk_tensor, "cp.reduce.async.bulk.tensor", "mvv", MEM)
OP(cp_async_bulk_prefetch_tensor, "cp.async.bulk.prefetch.tensor", "mv?v", NONE)

// Maps of tensors: exec_tensor_map.c
OP(tensormap_replace,    "tensormap.replace",    "mv?v", MEM)
OP(tensormap_cp_fenceproxy, "tensormap.cp_fenceproxy", "mmw", MEM)

// Asynchronous stores and reductions: exec_reduce.c
OP(st_async,             "st.async",             "msm",  MEM)
OP(red_async,            "red.async",            "msm",  MEM)

// Products of matrices: exec_mma.c (their sums: tensor.h; fragments: fragment.h)
OP(mma,         "mma",          "Xxxx",   TENSOR)
OP(mma_sp,      "mma.sp",       "Xxxxxw", TENSOR)
OP(mma_sp_ordered, "mma.sp::ordered_metadata", "Xxxxxw", TENSOR)
OP(wmma_mma,    "wmma.mma",     "Xxxx",   TENSOR)

// Products of matrices by four warps: exec_wgmma.c
OP(wgmma_mma_async, "wgmma.mma_async", "Xxxx?xxxx", TENSOR)
OP(wgmma_mma_async_sp, "wgmma.mma_async.sp", "Xxxxxx?xxxx", TENSOR)
OP(wgmma_fence,        "wgmma.fence",        "",  SYNC)
OP(wgmma_commit_group, "wgmma.commit_group", "",  SYNC)
OP(wgmma_wait_group,   "wgmma.wait_group",   "w", SYNC)

// Fragments in memory: exec_matrix.c
OP(ldmatrix,    "ldmatrix",     "Xm",     MEM)
OP(stmatrix,    "stmatrix",     "mx",     MEM)
OP(movmatrix,   "movmatrix",    "ew",     WARP)
OP(wmma_load_a, "wmma.load.a",  "Xm?w",   MEM)
OP(wmma_load_b, "wmma.load.b",  "Xm?w",   MEM)
OP(wmma_load_c, "wmma.load.c",  "Xm?w",   MEM)
OP(wmma_store_d, "wmma.store.d", "mx?w",  MEM)

// Textures: exec_texture.c (which texels: texel.h)
OP(tex,         "tex",          "Xmx?xx", MEM)
OP(tld4,        "tld4",         "Xmx",    MEM)

// Surfaces: exec_surface.c
OP(suld_b,      "suld.b",       "Xmx",    MEM)
OP(sust_b,      "sust.b",       "mxx",    MEM)

// Questions about images: exec_image.c

// Control flow: exec_flow.c (which lanes go where: warp.c, calls.c)
OP(bra,         "bra",          "l",      FLOW)
OP(brx_idx,     "brx.idx",      "wl",     FLOW)
OP(call,        "call",         "v",      FLOW)
OP(ret,         "ret",          "",       FLOW)
OP(exit,        "exit",         "",       FLOW)
OP(trap,        "trap",         "",       FLOW)
OP(brkpt,       "brkpt",        "",       FLOW)

// Hints, sleep and marks: exec_misc.c
OP(prefetch,    "prefetch",     "m",      NONE)
OP(prefetchu,   "prefetchu",    "m",      NONE)
OP(griddepcontrol_wait,  "griddepcontrol.wait",  "",     SYNC)
OP(griddepcontrol_launch_dependents, "griddepcontrol.launch_dependents", "", SYNC)
OP(setmaxnreg,           "setmaxnreg",           "v",    NONE)
OP(discard,              "discard",              "mw",   NONE)
OP(applypriority,        "applypriority",        "mw",   NONE)
OP(createpolicy_fractional, "createpolicy.fractional", "d?v", NONE)
OP(createpolicy_range,   "createpolicy.range",   "dmww", NONE)
OP(createpolicy_cvt,     "createpolicy.cvt",     "dv",   NONE)
OP(nanosleep,   "nanosleep",    "w",      NONE)
OP(pmevent,     "pmevent",      "v",      NONE)

// clang-format on
#undef OP
