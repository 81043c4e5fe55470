// values.cu - words that a stream writes or waits for: each comparison, a wait for the host, for another
// stream and for a kernel, batches, nodes of graphs, and what is wrong.
// NVCC: -Xlinker build/lib/libcuda.so.1,--allow-shlib-undefined
#include "check.h"

int main()
{
    CUcontext context;
    CUmodule module;
    CUfunction add;
    CUstream s, other;
    CUdeviceptr p;
    volatile unsigned *host;
    unsigned long long words[4] = {0};
    CHECK(cuInit(0));
    CHECK(cuCtxCreate(&context, nullptr, 0, 0));
    CHECK(cuModuleLoadData(&module, adds));
    CHECK(cuModuleGetFunction(&add, module, "add"));
    CHECK(cuStreamCreate(&s, CU_STREAM_NON_BLOCKING));
    CHECK(cuStreamCreate(&other, CU_STREAM_NON_BLOCKING));
    CHECK(cuMemAlloc(&p, 64));
    CHECK(cuMemsetD8(p, 0, 64));
    CHECK(cuMemHostAlloc((void **)&host, 64, 0));
    host[0] = 0;
    CUdeviceptr seen = (CUdeviceptr)host;

    CHECK(cuStreamWriteValue32(s, p, 0xfffffff5, 0));
    CHECK(cuStreamWriteValue64(s, p + 8, 0x100000002, 0));
    CHECK(cuStreamWaitValue32(s, p, 0x7fffffff, CU_STREAM_WAIT_VALUE_GEQ)); // around the end
    CHECK(cuStreamWaitValue32(s, p, 0xfffffff5, CU_STREAM_WAIT_VALUE_EQ));
    CHECK(cuStreamWaitValue32(s, p, 4, CU_STREAM_WAIT_VALUE_AND));
    CHECK(cuStreamWaitValue32(s, p, 2, CU_STREAM_WAIT_VALUE_NOR));
    CHECK(cuStreamWaitValue64(s, p + 8, 1, CU_STREAM_WAIT_VALUE_GEQ));
    CHECK(cuStreamSynchronize(s));
    CHECK(cuMemcpyDtoH(words, p, sizeof words));
    printf("%llx %llx\n", words[0], words[1]);

    // The host's word lets the stream go on.
    CHECK(cuStreamWaitValue32(s, seen, 7, CU_STREAM_WAIT_VALUE_EQ));
    CHECK(cuMemsetD32Async(p, 1, 1, s));
    CUresult before = cuStreamQuery(s);
    host[0] = 7;
    CHECK(cuStreamSynchronize(s));
    CHECK(cuMemcpyDtoH(words, p, 4));
    printf("%d, then %u\n", before, (unsigned)words[0]);

    // A kernel of one stream, and a wait of the other one.
    unsigned two = 2;
    CUdeviceptr flag = p + 16;
    void *args[] = {&flag, &two};
    CHECK(cuStreamWaitValue32(other, flag, 2, CU_STREAM_WAIT_VALUE_GEQ));
    CHECK(cuStreamWriteValue32(other, p, 9, 0));
    CHECK(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, s, args, nullptr));
    CHECK(cuStreamSynchronize(other));
    CHECK(cuMemcpyDtoH(words, p, 4));
    printf("%u\n", (unsigned)words[0]);

    // Streams that take turns, by batches.
    for (unsigned i = 1; i <= 3; i++) {
        CUstreamBatchMemOpParams ping[2] = {}, pong[2] = {};
        ping[0].writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, p + 24, {i}};
        ping[1].waitValue = {CU_STREAM_MEM_OP_WAIT_VALUE_32, p + 28, {i}, CU_STREAM_WAIT_VALUE_EQ};
        pong[0].waitValue = {CU_STREAM_MEM_OP_WAIT_VALUE_32, p + 24, {i}, CU_STREAM_WAIT_VALUE_EQ};
        pong[1].writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, p + 28, {i}};
        CHECK(cuStreamBatchMemOp(s, 2, ping, 0));
        CHECK(cuStreamBatchMemOp(other, 2, pong, 0));
    }
    CHECK(cuCtxSynchronize());
    CHECK(cuMemcpyDtoH(words, p + 24, 8));
    printf("%llx\n", words[0]);

    // Words as nodes of graphs: captured, made, and changed.
    CUgraph graph;
    CUgraphNode node, nodes[4];
    CUgraphNodeType type;
    CUgraphExec exec;
    size_t n = 4;
    CHECK(cuMemsetD8(p, 0, 64));
    CUstreamBatchMemOpParams batch[3] = {};
    batch[0].writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, p + 4, {20}};
    batch[1].operation = CU_STREAM_MEM_OP_BARRIER;
    batch[2].waitValue = {CU_STREAM_MEM_OP_WAIT_VALUE_32, p, {10}, CU_STREAM_WAIT_VALUE_EQ};
    CHECK(cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL));
    CHECK(cuStreamWriteValue32(s, p, 10, 0));
    CHECK(cuStreamBatchMemOp(s, 3, batch, 0));
    CHECK(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 0, s, args, nullptr));
    CHECK(cuStreamEndCapture(s, &graph));
    CHECK(cuGraphGetNodes(graph, nodes, &n));
    CHECK(cuGraphNodeGetType(nodes[1], &type));
    printf("%zu nodes, of type %d", n, type);
    batch[0].writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_64, p + 8, {.value64 = 0x5000000006}};
    CUDA_BATCH_MEM_OP_NODE_PARAMS params = {context, 1, batch, 0};
    CHECK(cuGraphAddBatchMemOpNode(&node, graph, &nodes[1], 1, &params));
    CHECK(cuGraphInstantiate(&exec, graph, 0));
    CHECK(cuGraphLaunch(exec, s));
    CHECK(cuStreamSynchronize(s));
    CHECK(cuMemcpyDtoH(words, p, 24));
    printf(": %llx %llx %llx", words[0], words[1], words[2]);
    batch[0].writeValue = {CU_STREAM_MEM_OP_WRITE_VALUE_32, p, {11}};
    CHECK(cuGraphExecBatchMemOpNodeSetParams(exec, node, &params));
    CHECK(cuGraphLaunch(exec, s));
    CHECK(cuStreamSynchronize(s));
    CHECK(cuMemcpyDtoH(words, p, 24));
    printf(", then %llx %llx %llx\n", words[0], words[1], words[2]);
    CUDA_BATCH_MEM_OP_NODE_PARAMS told[2];
    CHECK(cuGraphBatchMemOpNodeGetParams(node, &told[0]));
    CHECK(cuGraphBatchMemOpNodeGetParams(nodes[1], &told[1]));
    for (auto &t : told)
        for (unsigned i = 0; i < t.count; i++) {
            auto &o = t.paramArray[i]; // a write and a wait have their first members in one place
            printf("%d %llu %llx %u; ", o.operation, o.waitValue.address - p,
                   (unsigned long long)o.waitValue.value64, o.waitValue.flags);
        }
    printf("%d\n", told[0].ctx == context);
    CHECK(cuGraphBatchMemOpNodeGetParams(nodes[2], &told[0]));
    CHECK(cuGraphBatchMemOpNodeGetParams(node, nullptr));
    batch[0].writeValue.address = p + 1;
    CHECK(cuGraphBatchMemOpNodeSetParams(node, &params));
    CHECK(cuGraphBatchMemOpNodeSetParams(nodes[2], &params));

    CHECK(cuStreamWriteValue32(s, p + 2, 1, 0));
    CHECK(cuStreamWriteValue64(s, p + 4, 1, 0));
    CHECK(cuStreamWriteValue32(s, 0, 1, 0));
    CHECK(cuStreamWriteValue32(s, p, 1, 8));
    CHECK(cuStreamWaitValue32(s, p, 1, 8));
    CHECK(cuStreamBatchMemOp(s, 0, nullptr, 0));
    CUstreamBatchMemOpParams none = {};
    CHECK(cuStreamBatchMemOp(s, 1, &none, 0));
    CHECK(cuStreamBatchMemOp(s, 256, &none, 0));
    CHECK(cuCtxSynchronize());
    return 0;
}

/* EXPECT
fffffff5 100000002
600, then 1
9
300000003
3 nodes, of type 12: 140000000a 5000000006 2, then 140000000b 5000000006 4
5 8 5000000006 0; 2 4 14 0; 1 0 a 1; 1
cuGraphBatchMemOpNodeGetParams(nodes[2], &told[0]): CUDA_ERROR_INVALID_VALUE
cuGraphBatchMemOpNodeGetParams(node, nullptr): CUDA_ERROR_INVALID_VALUE
cuGraphBatchMemOpNodeSetParams(node, &params): CUDA_ERROR_INVALID_VALUE
cuGraphBatchMemOpNodeSetParams(nodes[2], &params): CUDA_ERROR_INVALID_VALUE
cuStreamWriteValue32(s, p + 2, 1, 0): CUDA_ERROR_INVALID_VALUE
cuStreamWriteValue64(s, p + 4, 1, 0): CUDA_ERROR_INVALID_VALUE
cuStreamWriteValue32(s, 0, 1, 0): CUDA_ERROR_INVALID_VALUE
cuStreamWriteValue32(s, p, 1, 8): CUDA_ERROR_INVALID_VALUE
cuStreamWaitValue32(s, p, 1, 8): CUDA_ERROR_INVALID_VALUE
cuStreamBatchMemOp(s, 1, &none, 0): CUDA_ERROR_INVALID_VALUE
cuStreamBatchMemOp(s, 256, &none, 0): CUDA_ERROR_INVALID_VALUE
END */
