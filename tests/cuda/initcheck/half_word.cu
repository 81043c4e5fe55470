// Words of 8 bytes of which only one half is written: that is no padding where something
// computes with the word.
// expect: initcheck error (uninitialised_global) a "of size 8"
// expect: initcheck error (uninitialised_global) l "of size 8"
// expect: initcheck error (uninitialised_global) p "of size 8"
// expect: initcheck error (uninitialised_global) v "of size 16"
// expect: initcheck error (uninitialised_shared) s "of size 8"
typedef unsigned long long Word;
struct alignas(8) Small { int a; char b; };

__global__ void add(Word *sum)
{
    atomicAdd(sum, threadIdx.x); // [a]
}
__global__ void load(const long long *from, long long *to, int n)
{
    long long sum = *from; // [l]
    for (int i = 0; i < n; i++)
        sum += to[i];
    to[0] = sum;
}
__global__ void follow(int **word, int *out)
{
    int *p = *word; // [p]
    if (p != out)
        out[0] = 1;
}
__global__ void vector(const double2 *from, double *to)
{
    double2 v = *from; // [v]
    to[0] = v.x + v.y;
}
__global__ void shared(Word *to)
{
    __shared__ Word s;
    if (threadIdx.x == 0)
        *(int *)&s = 1;
    __syncthreads();
    to[threadIdx.x] = s + threadIdx.x; // [s]
}
// Not found: members are taken from the word, or the word is copied.
__global__ void members(const Small *from, Small *to, int *sum)
{
    Word word = *(const Word *)from;
    to[0] = *from;
    sum[0] = (int)word + (char)(word >> 32);
}

template <class T> T *half(size_t bytes, size_t written)
{
    T *p;
    cudaMalloc(&p, bytes);
    cudaMemset(p, 0, written);
    return p;
}

int main()
{
    Word *to = half<Word>(1024, 1024), *sum = half<Word>(8, 4);
    add<<<1, 32>>>(sum);
    long long *from = half<long long>(8, 4);
    load<<<1, 1>>>(from, (long long *)to, 5);
    int **word = half<int *>(8, 4);
    follow<<<1, 1>>>(word, (int *)to);
    double2 *pair = half<double2>(16, 12);
    vector<<<1, 1>>>(pair, (double *)to);
    shared<<<1, 32>>>(to);
    Small *small = half<Small>(8, 5);
    members<<<1, 1>>>(small, (Small *)to, (int *)to + 8);
    cudaFree(to), cudaFree(sum), cudaFree(from), cudaFree(word), cudaFree(pair), cudaFree(small);
}
