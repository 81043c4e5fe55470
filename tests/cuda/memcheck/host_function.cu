// A host function in a stream must not call CUDA.
// expect: memcheck error (api_error) "cudaMalloc was called by a host function"
// expect: memcheck error (api_error) "cudaStreamQuery was called by a host function"
static cudaStream_t s;
static int *d;

static void CUDART_CB allocate(void *)
{
    cudaMalloc(&d, 4);
}

static void CUDART_CB ask(cudaStream_t stream, cudaError_t, void *)
{
    cudaStreamQuery(stream);
}

int main()
{
    cudaStreamCreate(&s);
    cudaLaunchHostFunc(s, allocate, nullptr);
    cudaStreamAddCallback(s, ask, nullptr, 0);
    cudaStreamSynchronize(s);
    cudaFree(d); // null: nothing was allocated
    cudaStreamDestroy(s);
}
