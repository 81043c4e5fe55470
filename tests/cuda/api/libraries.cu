// Modules that a program loads itself: a PTX text, a file, and kernels by their names.
// STDERR: a library cannot be loaded: it is machine code
#include <cstdlib>
#include <unistd.h>

#include "api.h"

static const char ptx[] = R"(
.version 9.0
.target sm_90
.address_size 64
.visible .global .align 4 .u32 added = 3;
.visible .global .attribute(.managed) .align 4 .u32 shown;
.visible .entry add(.param .u64 to, .param .u32 n)
{
    .reg .b64 %to;
    .reg .b32 %n, %a;
    ld.param.u64 %to, [to];
    ld.param.u32 %n, [n];
    ld.global.u32 %a, [added];
    add.u32 %n, %n, %a;
    st.global.u32 [%to], %n;
    st.global.u32 [shown], %n;
    ret;
}
.visible .entry nothing() { ret; }
)";

static void launch(cudaKernel_t kernel, int *to, int n)
{
    void *args[] = {&to, &n};
    int h = 0;
    SHOW(cudaLaunchKernel((const void *)kernel, 1, 1, args, 0, 0));
    SHOW(cudaMemcpy(&h, to, sizeof h, cudaMemcpyDefault));
    printf("%d\n", h);
}

int main()
{
    cudaLibrary_t library, other;
    cudaKernel_t kernel, both[3] = {};
    unsigned count;
    void *p, *shown;
    size_t bytes;
    int *to, three = 30;
    cudaMalloc(&to, 4);
    SHOW(cudaLibraryLoadData(&library, ptx, 0, 0, 0, 0, 0, 0));
    SHOW(cudaLibraryGetKernelCount(&count, library));
    SHOW(cudaLibraryEnumerateKernels(both, 3, library));
    SHOW(cudaLibraryGetKernel(&kernel, library, "add"));
    printf("%u kernels, %s first\n", count, both[0] == kernel && !both[2] ? "add" : "another");
    SHOW(cudaLibraryGetKernel(&kernel, library, "subtract"));
    launch(kernel, to, 4);
    SHOW(cudaLibraryGetGlobal(&p, &bytes, library, "added"));
    cudaMemcpy(p, &three, bytes, cudaMemcpyHostToDevice);
    launch(kernel, to, 4);
    SHOW(cudaLibraryGetManaged(&shown, NULL, library, "shown"));
    printf("%zu bytes; shown is %d\n", bytes, *(int *)shown);
    SHOW(cudaLibraryGetManaged(&p, &bytes, library, "added"));
    SHOW(cudaLibraryGetGlobal(NULL, NULL, library, "added"));

    // A second copy has variables of its own.
    char name[] = "/tmp/libraryXXXXXX";
    FILE *f = fdopen(mkstemp(name), "w");
    fputs(ptx, f);
    fclose(f);
    SHOW(cudaLibraryLoadFromFile(&other, name, 0, 0, 0, 0, 0, 0));
    unlink(name);
    SHOW(cudaLibraryGetKernel(&both[1], other, "add"));
    launch(both[1], to, 4);
    SHOW(cudaLibraryUnload(other));
    SHOW(cudaLibraryUnload(other));
    SHOW(cudaLibraryGetKernel(&kernel, other, "add"));
    void *args[] = {&to, &three};
    SHOW(cudaLaunchKernel((const void *)both[1], 1, 1, args, 0, 0));
    cudaGetLastError();
    launch(kernel, to, 5);

    SHOW(cudaLibraryLoadFromFile(&other, "/nowhere", 0, 0, 0, 0, 0, 0));
    SHOW(cudaLibraryLoadData(&other, "\177ELF and so on", 0, 0, 0, 0, 0, 0));
    SHOW(cudaLibraryLoadData(&other, ".version 9.0\nnonsense", 0, 0, 0, 0, 0, 0));
    SHOW(cudaLibraryLoadData(&other, "nonsense", 0, 0, 0, 0, 0, 0));
    SHOW(cudaLibraryLoadData(NULL, ptx, 0, 0, 0, 0, 0, 0));
    SHOW(cudaLibraryEnumerateKernels(NULL, 1, library));
    SHOW(cudaFree(to));
    return 0;
}

/* EXPECT
cudaLibraryLoadData(&library, ptx, 0, 0, 0, 0, 0, 0): ok
cudaLibraryGetKernelCount(&count, library): ok
cudaLibraryEnumerateKernels(both, 3, library): ok
cudaLibraryGetKernel(&kernel, library, "add"): ok
2 kernels, add first
cudaLibraryGetKernel(&kernel, library, "subtract"): SymbolNotFound
cudaLaunchKernel((const void *)kernel, 1, 1, args, 0, 0): ok
cudaMemcpy(&h, to, sizeof h, cudaMemcpyDefault): ok
7
cudaLibraryGetGlobal(&p, &bytes, library, "added"): ok
cudaLaunchKernel((const void *)kernel, 1, 1, args, 0, 0): ok
cudaMemcpy(&h, to, sizeof h, cudaMemcpyDefault): ok
34
cudaLibraryGetManaged(&shown, NULL, library, "shown"): ok
4 bytes; shown is 34
cudaLibraryGetManaged(&p, &bytes, library, "added"): SymbolNotFound
cudaLibraryGetGlobal(NULL, NULL, library, "added"): InvalidValue
cudaLibraryLoadFromFile(&other, name, 0, 0, 0, 0, 0, 0): ok
cudaLibraryGetKernel(&both[1], other, "add"): ok
cudaLaunchKernel((const void *)kernel, 1, 1, args, 0, 0): ok
cudaMemcpy(&h, to, sizeof h, cudaMemcpyDefault): ok
7
cudaLibraryUnload(other): ok
cudaLibraryUnload(other): InvalidResourceHandle
cudaLibraryGetKernel(&kernel, other, "add"): InvalidResourceHandle
cudaLaunchKernel((const void *)both[1], 1, 1, args, 0, 0): InvalidResourceHandle
cudaLaunchKernel((const void *)kernel, 1, 1, args, 0, 0): ok
cudaMemcpy(&h, to, sizeof h, cudaMemcpyDefault): ok
35
cudaLibraryLoadFromFile(&other, "/nowhere", 0, 0, 0, 0, 0, 0): FileNotFound
cudaLibraryLoadData(&other, "\177ELF and so on", 0, 0, 0, 0, 0, 0): NoKernelImageForDevice
cudaLibraryLoadData(&other, ".version 9.0\nnonsense", 0, 0, 0, 0, 0, 0): InvalidPtx
cudaLibraryLoadData(&other, "nonsense", 0, 0, 0, 0, 0, 0): InvalidKernelImage
cudaLibraryLoadData(NULL, ptx, 0, 0, 0, 0, 0, 0): InvalidValue
cudaLibraryEnumerateKernels(NULL, 1, library): InvalidValue
cudaFree(to): ok
END */
