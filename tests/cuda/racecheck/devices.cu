// Two devices work on the same memory: what nothing orders is a finding, and so is an atomic whose
// scope is one device only. Events order across devices, and so do copies in a default stream.
// CUDASIM: --devices 2
// expect: streamcheck error (stream_race) own peer "device 1, stream"
// expect: streamcheck error (stream_race) narrow wide "the scope of an atomic operation is one device only"

__global__ void write(int *p, int value)
{
    p[threadIdx.x] = value; // [own]
}

__global__ void read(int *to, const int *p)
{
    to[threadIdx.x] = p[threadIdx.x]; // [peer]
}

__global__ void count_here(int *p)
{
    atomicAdd(p, 1); // [narrow]
}

__global__ void count_there(int *p)
{
    atomicAdd_system(p, 1); // [wide]
}

__global__ void count_all(int *p)
{
    atomicAdd_system(p, 1);
}

int main()
{
    int *of[2], *counter[3];
    cudaStream_t s[2];
    cudaEvent_t written;
    for (int d = 1; d >= 0; d--) {
        cudaSetDevice(d);
        cudaStreamCreateWithFlags(&s[d], cudaStreamNonBlocking);
        cudaMalloc(&of[d], 256);
        cudaMemsetAsync(of[d], 0, 256, s[d]);
        cudaDeviceEnablePeerAccess(!d, 0);
        cudaDeviceSynchronize();
    }
    for (int *&c : counter)
        cudaMalloc(&c, 4);
    for (int *c : counter)
        cudaMemset(c, 0, 4);
    cudaDeviceSynchronize();
    cudaEventCreateWithFlags(&written, cudaEventDisableTiming);

    write<<<1, 64, 0, s[0]>>>(of[0], 1); // ordered by an event
    cudaEventRecord(written, s[0]);
    cudaSetDevice(1);
    cudaStreamWaitEvent(s[1], written, 0);
    read<<<1, 64, 0, s[1]>>>(of[1], of[0]);
    cudaDeviceSynchronize();

    cudaSetDevice(0); // by a copy in the default stream
    write<<<1, 64>>>(of[0], 2);
    cudaMemcpyPeer(of[1], 1, of[0], 0, 256);
    cudaSetDevice(1);
    read<<<1, 64>>>(of[1] + 0, of[1]);
    cudaDeviceSynchronize();

    read<<<1, 64, 0, s[1]>>>(of[1], of[0]); // by nothing
    cudaSetDevice(0);
    write<<<1, 64, 0, s[0]>>>(of[0], 3);

    count_here<<<1, 32, 0, s[0]>>>(counter[0]);
    count_all<<<1, 32, 0, s[0]>>>(counter[1]);
    cudaSetDevice(1);
    count_there<<<1, 32, 0, s[1]>>>(counter[0]);
    count_all<<<1, 32, 0, s[1]>>>(counter[1]);
    for (int d = 0; d < 2; d++) {
        cudaSetDevice(d);
        cudaDeviceSynchronize();
        cudaFree(of[d]);
    }
    for (int *c : counter)
        cudaFree(c);
}
