// tables.c - the words of PTX as C arrays: ops.h, mods.h, types.h, and the
// special registers. No other code lists these words again.
#include "parse.h"

#include <assert.h>
#include <string.h>

const OpInfo op_info[OP_COUNT] = {
#define OP(id, text, args, unit) [OP_##id] = {text, args, UNIT_##unit},
#include "ops.h"
};

static const struct {
    const char *text;
    unsigned bytes;
    char class;
} type_info[TYPE_COUNT] = {
    [TYPE_none] = {"none", 0, 'B'},
#define TYPE(id, text, bytes, cls) [TYPE_##id] = {text, bytes, #cls[0]},
#include "types.h"
};

static const char *const mod_text[MOD_COUNT] = {
#define MOD(id, text) [MOD_##id] = text,
#include "mods.h"
};

const char *type_name(Type t) { return type_info[t].text; }

unsigned type_bytes(Type t) { return type_info[t].bytes; }

char type_class(Type t) { return type_info[t].class; }

const char *mod_name(Mod m) { return mod_text[m]; }

// Which unit executes the instruction: the table names it, except for arithmetic on
// integers and floating point, where the type decides.
Unit inst_unit(const Inst *in)
{
    if (in->op >= OP_COUNT)
        return UNIT_NONE;
    Unit unit = op_info[in->op].unit;
    if (unit != UNIT_INT && unit != UNIT_FP32)
        return unit;
    // The operands' type is the last one: set.eq.s32.f32 compares floats.
    Type type = in->ntypes ? in->type[in->ntypes - 1] : TYPE_none;
    switch (type) {
    case TYPE_f32: return UNIT_FP32;
    case TYPE_f64: return UNIT_FP64;
    case TYPE_f16:
    case TYPE_f16x2:
    case TYPE_bf16:
    case TYPE_bf16x2: return UNIT_FP16;
    default: return unit;
    }
}

bool inst_writes(const Inst *in)
{
    assert(in->op < OP_COUNT);
    char c = op_info[in->op].args[0];
    if (c == 'v')
        return in->op != OP_pmevent;
    return c == 'd' || c == 'D' || c == 'e' || c == 'p' || c == 'X';
}

#define SHAPE(M, N, K) \
    { \
        MOD_m##M##n##N##k##K, M, N, K \
    }

MatrixShape inst_shape(const Inst *in)
{
    static const MatrixShape shapes[] = {
        SHAPE(8, 8, 4),    SHAPE(8, 8, 16),   SHAPE(8, 8, 32),  SHAPE(8, 8, 128), SHAPE(16, 8, 4),
        SHAPE(16, 8, 8),   SHAPE(16, 8, 16),  SHAPE(16, 8, 32), SHAPE(16, 8, 64), SHAPE(16, 8, 128),
        SHAPE(16, 8, 256), SHAPE(16, 16, 16), SHAPE(32, 8, 16), SHAPE(8, 32, 16), SHAPE(16, 16, 8),
    };
    for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (inst_has(in, shapes[i].mod))
            return shapes[i];
    return (MatrixShape){.m = 0};
}

unsigned matrix_bits(Type t)
{
    switch (t) {
    case TYPE_b1: return 1;
    case TYPE_s4:
    case TYPE_u4: return 4;
    case TYPE_s8:
    case TYPE_u8:
    case TYPE_e4m3:
    case TYPE_e5m2: return 8;
    case TYPE_f16:
    case TYPE_bf16: return 16;
    case TYPE_tf32:
    case TYPE_f32:
    case TYPE_s32: return 32;
    case TYPE_f64: return 64;
    default: return 0;
    }
}

static const char *const special_text[SREG_COUNT] = {
    [SREG_tid_x] = "%tid.x",
    [SREG_tid_y] = "%tid.y",
    [SREG_tid_z] = "%tid.z",
    [SREG_ntid_x] = "%ntid.x",
    [SREG_ntid_y] = "%ntid.y",
    [SREG_ntid_z] = "%ntid.z",
    [SREG_ctaid_x] = "%ctaid.x",
    [SREG_ctaid_y] = "%ctaid.y",
    [SREG_ctaid_z] = "%ctaid.z",
    [SREG_nctaid_x] = "%nctaid.x",
    [SREG_nctaid_y] = "%nctaid.y",
    [SREG_nctaid_z] = "%nctaid.z",
    [SREG_laneid] = "%laneid",
    [SREG_warpid] = "%warpid",
    [SREG_nwarpid] = "%nwarpid",
    [SREG_smid] = "%smid",
    [SREG_nsmid] = "%nsmid",
    [SREG_gridid] = "%gridid",
    [SREG_lanemask_eq] = "%lanemask_eq",
    [SREG_lanemask_le] = "%lanemask_le",
    [SREG_lanemask_lt] = "%lanemask_lt",
    [SREG_lanemask_ge] = "%lanemask_ge",
    [SREG_lanemask_gt] = "%lanemask_gt",
    [SREG_clock] = "%clock",
    [SREG_clock_hi] = "%clock_hi",
    [SREG_clock64] = "%clock64",
    [SREG_globaltimer] = "%globaltimer",
    [SREG_globaltimer_lo] = "%globaltimer_lo",
    [SREG_globaltimer_hi] = "%globaltimer_hi",
    [SREG_is_explicit_cluster] = "%is_explicit_cluster",
    [SREG_clusterid_x] = "%clusterid.x",
    [SREG_clusterid_y] = "%clusterid.y",
    [SREG_clusterid_z] = "%clusterid.z",
    [SREG_nclusterid_x] = "%nclusterid.x",
    [SREG_nclusterid_y] = "%nclusterid.y",
    [SREG_nclusterid_z] = "%nclusterid.z",
    [SREG_cluster_ctaid_x] = "%cluster_ctaid.x",
    [SREG_cluster_ctaid_y] = "%cluster_ctaid.y",
    [SREG_cluster_ctaid_z] = "%cluster_ctaid.z",
    [SREG_cluster_nctaid_x] = "%cluster_nctaid.x",
    [SREG_cluster_nctaid_y] = "%cluster_nctaid.y",
    [SREG_cluster_nctaid_z] = "%cluster_nctaid.z",
    [SREG_cluster_ctarank] = "%cluster_ctarank",
    [SREG_cluster_nctarank] = "%cluster_nctarank",
    [SREG_dynamic_smem_size] = "%dynamic_smem_size",
    [SREG_total_smem_size] = "%total_smem_size",
    [SREG_aggr_smem_size] = "%aggr_smem_size",
    [SREG_reserved_smem_offset_1] = "%reserved_smem_offset_1",
    [SREG_current_graph_exec] = "%current_graph_exec",
};

const char *special_name(SpecialReg r)
{
    static const char *const envreg[32] = {
        "%envreg0",  "%envreg1",  "%envreg2",  "%envreg3",  "%envreg4",  "%envreg5",  "%envreg6",
        "%envreg7",  "%envreg8",  "%envreg9",  "%envreg10", "%envreg11", "%envreg12", "%envreg13",
        "%envreg14", "%envreg15", "%envreg16", "%envreg17", "%envreg18", "%envreg19", "%envreg20",
        "%envreg21", "%envreg22", "%envreg23", "%envreg24", "%envreg25", "%envreg26", "%envreg27",
        "%envreg28", "%envreg29", "%envreg30", "%envreg31"};
    if (r >= SREG_envreg0 && r <= SREG_envreg31)
        return envreg[r - SREG_envreg0];
    return r < SREG_COUNT ? special_text[r] : "%unknown";
}

// The suffixes in the order of mods.h, types last: not as they were written,
// but with the same meaning.
void opcode_print(FILE *f, const Inst *in)
{
    fputs(op_info[in->op].text, f);
    for (int i = 0; i < MOD_COUNT; i++) {
        if (inst_has(in, i) && i != MOD_v2 && i != MOD_v4 && i != MOD_v8)
            fprintf(f, ".%s", mod_name(i));
    }
    if (in->vec > 1)
        fprintf(f, ".v%u", in->vec);
    for (int i = 0; i < in->ntypes; i++)
        fprintf(f, ".%s", type_name(in->type[i]));
}
