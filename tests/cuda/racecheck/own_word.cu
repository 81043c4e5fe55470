// A thread writes a word that it has read itself, last of all. The other read is the one that
// races, and its line is the one to name.
// expect: racecheck error (race_shared) w r
__global__ void turn(int *out)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    int other = s[31 - t]; // [r]
    int own = s[t];
    s[t] = other + 2 * own; // [w]
    __syncthreads();
    out[t] = s[t];
}

int main()
{
    int *d;
    cudaMalloc(&d, 128);
    turn<<<1, 32>>>(d);
    cudaFree(d);
}
