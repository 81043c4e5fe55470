// mma_kinds.h - the instructions that mma_probe.cu runs, one line each.
//
//   MMA(id, text, operands, element of A, words of A, of B, of B, of C and D, of C and D)
//   MMA64  the same with registers of 64 bits
//   WGMMA(id, text, operands, element of A, of B, of C and D, words of C and D)
#define SYNC "mma.sync.aligned."
#define SPARSE "mma.sp::ordered_metadata.sync.aligned."
#define GROUP "wgmma.mma_async.sync.aligned."
// clang-format off
MMA(f16_k16_f32, SYNC "m16n8k16.row.col.f32.f16.f16.f32", RUN_4424, E_f16, 4, E_f16, 2, E_f32, 4)
MMA(f16_k16_f16, SYNC "m16n8k16.row.col.f16.f16.f16.f16", RUN_2422, E_f16, 4, E_f16, 2, E_f16, 2)
MMA(f16_k8_f32, SYNC "m16n8k8.row.col.f32.f16.f16.f32", RUN_4214, E_f16, 2, E_f16, 1, E_f32, 4)
MMA(f16_k8_f16, SYNC "m16n8k8.row.col.f16.f16.f16.f16", RUN_2212, E_f16, 2, E_f16, 1, E_f16, 2)
MMA(bf16_k16, SYNC "m16n8k16.row.col.f32.bf16.bf16.f32", RUN_4424, E_bf16, 4, E_bf16, 2, E_f32, 4)
MMA(bf16_k8, SYNC "m16n8k8.row.col.f32.bf16.bf16.f32", RUN_4214, E_bf16, 2, E_bf16, 1, E_f32, 4)
MMA(tf32_k8, SYNC "m16n8k8.row.col.f32.tf32.tf32.f32", RUN_4424, E_tf32, 4, E_tf32, 2, E_f32, 4)
MMA(tf32_k4, SYNC "m16n8k4.row.col.f32.tf32.tf32.f32", RUN_4214, E_tf32, 2, E_tf32, 1, E_f32, 4)
MMA(e4m3_k32, SYNC "m16n8k32.row.col.f32.e4m3.e4m3.f32", RUN_4424, E_e4m3, 4, E_e4m3, 2, E_f32, 4)
MMA(e5m2_k32, SYNC "m16n8k32.row.col.f32.e5m2.e5m2.f32", RUN_4424, E_e5m2, 4, E_e5m2, 2, E_f32, 4)
MMA(e4m3_e5m2_k32, SYNC "m16n8k32.row.col.f32.e4m3.e5m2.f32", RUN_4424, E_e4m3, 4, E_e5m2, 2, E_f32, 4)
MMA(e4m3_k32_f16, SYNC "m16n8k32.row.col.f16.e4m3.e4m3.f16", RUN_2422, E_e4m3, 4, E_e4m3, 2, E_f16, 2)
MMA(e4m3_k16, SYNC "m16n8k16.row.col.f32.e4m3.e4m3.f32", RUN_4214, E_e4m3, 2, E_e4m3, 1, E_f32, 4)
MMA(f16_m8_f32, SYNC "m8n8k4.row.col.f32.f16.f16.f32", RUN_8228, E_f16, 2, E_f16, 2, E_f32, 8)
MMA(f16_m8_f16, SYNC "m8n8k4.row.col.f16.f16.f16.f16", RUN_4224, E_f16, 2, E_f16, 2, E_f16, 4)
MMA(f16_m8_columns, SYNC "m8n8k4.col.row.f32.f16.f16.f32", RUN_8228, E_f16, 2, E_f16, 2, E_f32, 8)
MMA64(f64_m8, SYNC "m8n8k4.row.col.f64.f64.f64.f64", LRUN_2112, E_f64, 2, E_f64, 2, E_f64, 4)
MMA64(f64_k4, SYNC "m16n8k4.row.col.f64.f64.f64.f64", LRUN_4214, E_f64, 4, E_f64, 2, E_f64, 8)
MMA64(f64_k8, SYNC "m16n8k8.row.col.f64.f64.f64.f64", LRUN_4424, E_f64, 8, E_f64, 4, E_f64, 8)
MMA64(f64_k16, SYNC "m16n8k16.row.col.f64.f64.f64.f64", LRUN_4844, E_f64, 16, E_f64, 8, E_f64, 8)
MMA(s8_m8, SYNC "m8n8k16.row.col.s32.s8.s8.s32", RUN_2112, E_bits, 1, E_bits, 1, E_bits, 2)
MMA(s8_k16, SYNC "m16n8k16.row.col.s32.s8.s8.s32", RUN_4214, E_bits, 2, E_bits, 1, E_bits, 4)
MMA(s8_k32, SYNC "m16n8k32.row.col.s32.s8.s8.s32", RUN_4424, E_bits, 4, E_bits, 2, E_bits, 4)
MMA(u8_s8_k32, SYNC "m16n8k32.row.col.s32.u8.s8.s32", RUN_4424, E_bits, 4, E_bits, 2, E_bits, 4)
MMA(u8_k32_sat, SYNC "m16n8k32.row.col.satfinite.s32.u8.u8.s32", RUN_4424, E_bits, 4, E_bits, 2, E_bits, 4)
MMA(s4_m8, SYNC "m8n8k32.row.col.s32.s4.s4.s32", RUN_2112, E_bits, 1, E_bits, 1, E_bits, 2)
MMA(u4_s4_k32, SYNC "m16n8k32.row.col.s32.u4.s4.s32", RUN_4214, E_bits, 2, E_bits, 1, E_bits, 4)
MMA(s4_k64_sat, SYNC "m16n8k64.row.col.satfinite.s32.s4.s4.s32", RUN_4424, E_bits, 4, E_bits, 2, E_bits, 4)
MMA(b1_m8_xor, SYNC "m8n8k128.row.col.s32.b1.b1.s32.xor.popc", RUN_2112, E_bits, 1, E_bits, 1, E_bits, 2)
MMA(b1_k128_and, SYNC "m16n8k128.row.col.s32.b1.b1.s32.and.popc", RUN_4214, E_bits, 2, E_bits, 1, E_bits, 4)
MMA(b1_k256_xor, SYNC "m16n8k256.row.col.s32.b1.b1.s32.xor.popc", RUN_4424, E_bits, 4, E_bits, 2, E_bits, 4)
MMA(b1_k256_and, SYNC "m16n8k256.row.col.s32.b1.b1.s32.and.popc", RUN_4424, E_bits, 4, E_bits, 2, E_bits, 4)
MMA(sp_f16_k16, SPARSE "m16n8k16.row.col.f32.f16.f16.f32", SP_4224, E_f16, 2, E_f16, 2, E_f32, 4)
MMA(sp_f16_k32, SPARSE "m16n8k32.row.col.f32.f16.f16.f32", SP_4424, E_f16, 4, E_f16, 4, E_f32, 4)
MMA(sp_f16_k32_f16, SPARSE "m16n8k32.row.col.f16.f16.f16.f16", SP_2422, E_f16, 4, E_f16, 4, E_f16, 2)
MMA(sp_bf16_k32, SPARSE "m16n8k32.row.col.f32.bf16.bf16.f32", SP_4424, E_bf16, 4, E_bf16, 4, E_f32, 4)
MMA(sp_tf32_k8, SPARSE "m16n8k8.row.col.f32.tf32.tf32.f32", SP_4224, E_tf32, 2, E_tf32, 2, E_f32, 4)
MMA(sp_tf32_k16, SPARSE "m16n8k16.row.col.f32.tf32.tf32.f32", SP_4424, E_tf32, 4, E_tf32, 4, E_f32, 4)
MMA(sp_s8_k32, SPARSE "m16n8k32.row.col.s32.s8.s8.s32", SP_4224, E_bits, 2, E_bits, 2, E_bits, 4)
MMA(sp_s8_k64, SPARSE "m16n8k64.row.col.s32.s8.s8.s32", SP_4424, E_bits, 4, E_bits, 4, E_bits, 4)
MMA(sp_s4_k64, SPARSE "m16n8k64.row.col.s32.s4.s4.s32", SP_4224, E_bits, 2, E_bits, 2, E_bits, 4)
MMA(sp_s4_k128, SPARSE "m16n8k128.row.col.s32.s4.s4.s32", SP_4424, E_bits, 4, E_bits, 4, E_bits, 4)
MMA(sp_e4m3_k64, SPARSE "m16n8k64.row.col.f32.e4m3.e4m3.f32", SP_4424, E_e4m3, 4, E_e4m3, 4, E_f32, 4)
WGMMA(group_f16_f32, GROUP "m64n8k16.f32.f16.f16", WG_4(",1,1,0"), E_f16, E_f16, E_f32, 4)
WGMMA(group_f16_f16, GROUP "m64n8k16.f16.f16.f16", WG_2(",1,1,0"), E_f16, E_f16, E_f16, 2)
WGMMA(group_bf16, GROUP "m64n8k16.f32.bf16.bf16", WG_4(",1,1,0"), E_bf16, E_bf16, E_f32, 4)
WGMMA(group_tf32, GROUP "m64n8k8.f32.tf32.tf32", WG_4(",1,1"), E_tf32, E_tf32, E_f32, 4)
WGMMA(group_e4m3, GROUP "m64n8k32.f32.e4m3.e4m3", WG_4(",1,1"), E_e4m3, E_e4m3, E_f32, 4)
WGMMA(group_e5m2_e4m3, GROUP "m64n8k32.f32.e5m2.e4m3", WG_4(",1,1"), E_e5m2, E_e4m3, E_f32, 4)
WGMMA(group_e4m3_f16, GROUP "m64n8k32.f16.e4m3.e4m3", WG_2(",1,1"), E_e4m3, E_e4m3, E_f16, 2)
WGMMA(group_s8, GROUP "m64n8k32.s32.s8.s8", WG_4(""), E_bits, E_bits, E_bits, 4)
WGMMA(group_u8_s8_sat, GROUP "m64n8k32.s32.u8.s8.satfinite", WG_4(""), E_bits, E_bits, E_bits, 4)
// clang-format on
#undef MMA
#undef MMA64
#undef WGMMA
#undef SYNC
#undef SPARSE
#undef GROUP
