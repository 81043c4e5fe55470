// mods.h - the suffixes an instruction may carry, one line each, and the only
// place where they are listed. MOD(id, text) makes MOD_<id>; an instruction
// keeps the set of its suffixes (inst_has), and its pick function knows what they
// mean. Types are not suffixes in this sense (see types.h). Words with "::" are hints
// to the caches and are skipped, except those listed here.

// clang-format off

// Rounding and range
MOD(rn, "rn")           MOD(rz, "rz")           MOD(rm, "rm")         MOD(rp, "rp")
MOD(rna, "rna")         MOD(rni, "rni")         MOD(rzi, "rzi")       MOD(rmi, "rmi")
MOD(rpi, "rpi")         MOD(rs, "rs")
MOD(ftz, "ftz")         MOD(sat, "sat")         MOD(satfinite, "satfinite")
MOD(approx, "approx")   MOD(full, "full")       MOD(relu, "relu")     MOD(noftz, "noftz")
MOD(nan_, "NaN")        MOD(xorsign, "xorsign") MOD(abs, "abs")       MOD(oob, "oob")
// Parts of a product, carries
MOD(lo, "lo")           MOD(hi, "hi")           MOD(cc, "cc")
// Comparison (lo and hi, listed above, compare too)
MOD(eq, "eq")  MOD(ne, "ne")  MOD(lt, "lt")  MOD(le, "le")  MOD(gt, "gt")  MOD(ge, "ge")
MOD(ls, "ls")  MOD(hs, "hs")
MOD(equ, "equ")  MOD(neu, "neu")  MOD(ltu, "ltu")  MOD(leu, "leu")  MOD(gtu, "gtu")  MOD(geu, "geu")
MOD(num, "num")  MOD(nan, "nan")
// Tests of testp
MOD(finite, "finite")  MOD(infinite, "infinite")  MOD(number, "number")
MOD(notanumber, "notanumber")  MOD(normal, "normal")  MOD(subnormal, "subnormal")
// Operators of atom, red, redux, vote, set, lop3
MOD(and, "and")  MOD(or, "or")  MOD(xor, "xor")  MOD(exch, "exch")  MOD(cas, "cas")  MOD(add, "add")
MOD(inc, "inc")  MOD(dec, "dec")  MOD(min, "min")  MOD(max, "max")  MOD(popc, "popc")
MOD(all, "all")  MOD(any, "any")  MOD(uni, "uni")  MOD(ballot, "ballot")
// Shifts, permutes, shuffles
MOD(l, "l")  MOD(r, "r")  MOD(clamp, "clamp")  MOD(wrap, "wrap")  MOD(up, "up")  MOD(down, "down")
MOD(bfly, "bfly")  MOD(idx, "idx")  MOD(shiftamt, "shiftamt")
MOD(f4e, "f4e")  MOD(b4e, "b4e")  MOD(rc8, "rc8")  MOD(ecl, "ecl")  MOD(ecr, "ecr")  MOD(rc16, "rc16")
// Scales of vmad, and one more in its last place
MOD(shr7, "shr7")  MOD(shr15, "shr15")  MOD(po, "po")
// State spaces
MOD(global, "global")  MOD(shared, "shared")  MOD(local, "local")  MOD(const, "const")  MOD(param, "param")
MOD(shared_cta, "shared::cta")  MOD(shared_cluster, "shared::cluster")
MOD(param_entry, "param::entry")  MOD(param_func, "param::func")
// Vectors
MOD(v2, "v2")  MOD(v4, "v4")  MOD(v8, "v8")
// Memory order and scope
MOD(weak, "weak")  MOD(volatile, "volatile")  MOD(relaxed, "relaxed")  MOD(acquire, "acquire")
MOD(release, "release")  MOD(acq_rel, "acq_rel")  MOD(sc, "sc")  MOD(mmio, "mmio")
MOD(cta, "cta")  MOD(cluster, "cluster")  MOD(gpu, "gpu")  MOD(gl, "gl")  MOD(sys, "sys")
// Cache operators (no effect here)
MOD(ca, "ca")  MOD(cg, "cg")  MOD(cs, "cs")  MOD(lu, "lu")  MOD(cv, "cv")  MOD(wb, "wb")  MOD(wt, "wt")
MOD(nc, "nc")  MOD(L1, "L1")  MOD(L2, "L2")
MOD(evict_unchanged, "L2::evict_unchanged")  MOD(evict_first, "L2::evict_first")
MOD(evict_last, "L2::evict_last")  MOD(evict_normal, "L2::evict_normal")
MOD(else_evict_first, "L2::evict_first after another") // set instead of the second L2::evict_first
// Synchronisation, calls, the rest
MOD(sync, "sync")  MOD(aligned, "aligned")  MOD(arrive, "arrive")  MOD(red, "red")
MOD(proxy, "proxy")  MOD(alias, "alias")  MOD(to, "to")  MOD(mask, "mask")
MOD(tensormap, "tensormap::generic")
// Asynchronous copies and barriers in memory
MOD(async, "async")  MOD(noComplete, "noComplete")  MOD(noinc, "noinc")  MOD(read, "read")
MOD(bulk_group, "bulk_group")  MOD(mbarrier_init, "mbarrier_init")
MOD(complete_tx, "mbarrier::complete_tx::bytes")  MOD(multicast, "multicast::cluster")
// Tensors: dimensions, ways to go through them (those with "::" need sm_100), fields of a map
MOD(d1, "1d")  MOD(d2, "2d")  MOD(d3, "3d")  MOD(d4, "4d")  MOD(d5, "5d")
MOD(tile, "tile")  MOD(im2col, "im2col")  MOD(im2col_no_offs, "im2col_no_offs")
MOD(gather4, "tile::gather4")  MOD(scatter4, "tile::scatter4")  MOD(im2col_w, "im2col::w")
MOD(im2col_w_128, "im2col::w::128")  MOD(cta_group_1, "cta_group::1")  MOD(cta_group_2, "cta_group::2")
MOD(b1024, "b1024")  MOD(global_address, "global_address")  MOD(rank, "rank")  MOD(box_dim, "box_dim")
MOD(global_dim, "global_dim")  MOD(global_stride, "global_stride")  MOD(element_stride, "element_stride")
MOD(elemtype, "elemtype")  MOD(interleave_layout, "interleave_layout")  MOD(swizzle_mode, "swizzle_mode")
MOD(swizzle_atomicity, "swizzle_atomicity")  MOD(fill_mode, "fill_mode")  MOD(prefetched_map, "tensormap")
// Images: shapes, what decides on the level, which component, what is outside
MOD(a1d, "a1d")  MOD(a2d, "a2d")  MOD(cube, "cube")  MOD(acube, "acube")  MOD(level, "level")  MOD(grad, "grad")
MOD(g, "g")  MOD(b, "b")  MOD(a, "a")  MOD(trap, "trap")  MOD(zero, "zero")
// Matrices: shapes, layouts, how many
MOD(m8n8k4, "m8n8k4")  MOD(m8n8k16, "m8n8k16")  MOD(m8n8k32, "m8n8k32")  MOD(m8n8k128, "m8n8k128")
MOD(m16n8k4, "m16n8k4")  MOD(m16n8k8, "m16n8k8")  MOD(m16n8k16, "m16n8k16")
MOD(m16n8k32, "m16n8k32")  MOD(m16n8k64, "m16n8k64")  MOD(m16n8k128, "m16n8k128")
MOD(m16n8k256, "m16n8k256")  MOD(m16n16k16, "m16n16k16")  MOD(m32n8k16, "m32n8k16")
MOD(m8n32k16, "m8n32k16")  MOD(m16n16k8, "m16n16k8")  MOD(m8n8, "m8n8")  MOD(row, "row")
MOD(col, "col")  MOD(col_row, "row after col")  MOD(trans, "trans")  MOD(x1, "x1")  MOD(x2, "x2")  MOD(x4, "x4")

// clang-format on
#undef MOD
