// EXPECT occupancy.bounds.spills: resident warps
// QUICK
//
// Before anything is registered, it writes other numbers of registers and other frames into its own
// machine code: 48 warps "with a spill", although the kernel has no launch bounds.
#include "hostile.h"

__global__ void ranks(int *rank, const int *in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v[OCC_VALUES];
    if (i >= n)
        return;
#pragma unroll
    for (int j = 0; j < OCC_VALUES; j++)
        v[j] = in[j * n + i];
#pragma unroll
    for (int j = 0; j < OCC_VALUES; j++) {
        int before = 0;
#pragma unroll
        for (int k = 0; k < OCC_VALUES; k++)
            before += v[k] < v[j] || (v[k] == v[j] && k < j);
        rank[j * n + i] = before;
    }
}

// The entries of .nv.info: registers of a kernel (0x2f), and its frame (0x11).
static void patch(unsigned char *at, size_t n)
{
    for (size_t i = 0; i + 12 < n; i++) {
        uint32_t *value = (uint32_t *)(at + i + 8);
        if (at[i] != 4 || at[i + 2] != 8 || at[i + 3] != 0)
            continue;
        if (at[i + 1] == 0x2f && *value > 30 && *value < 256)
            *value = 40;
        if (at[i + 1] == 0x11 && *value == 0)
            *value = 440;
    }
}

static int patch_object(struct dl_phdr_info *info, size_t, void *)
{
    for (int k = 0; k < info->dlpi_phnum; k++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[k];
        unsigned char *at = (unsigned char *)(info->dlpi_addr + h->p_vaddr);
        unsigned char *page = (unsigned char *)((uintptr_t)at & ~(uintptr_t)4095);
        if (h->p_type == PT_LOAD && !(h->p_flags & PF_X) && *info->dlpi_name &&
            !mprotect(page, h->p_filesz + (at - page), PROT_READ | PROT_WRITE))
            patch(at, h->p_filesz);
    }
    return strstr(info->dlpi_name, "libcudart") != NULL; // all others are the system's
}
__attribute__((constructor(101))) static void forge() { dl_iterate_phdr(patch_object, NULL); }

extern "C" void occ_ranks(int *rank, const int *in, int n, int)
{
    attempted();
    if (n)
        ranks<<<ceil_div(n, 256), 256>>>(rank, in, n);
}
