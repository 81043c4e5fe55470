// inputs.cu - inputs of a race, comparisons of results, and the kernel that flushes the cache.
#include "race.h"

__host__ __device__ static unsigned hash(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return (unsigned)(x >> 32 ^ x);
}

const char *const kind_name[] = {"any",    "uniform",  "one_bin", "power", "and3",    "same",
                                 "sorted", "reversed", "shaken",  "dealt", "few_bits"};

static __global__ void fill(int *out, size_t n, Kind kind, unsigned range, unsigned seed)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned x = hash(i * 3 + ((unsigned long long)seed << 40));
        unsigned y = hash(i * 3 + 1 + ((unsigned long long)seed << 40));
        unsigned z = hash(i * 3 + 2 + ((unsigned long long)seed << 40));
        float u = x * 0x1p-32f;
        switch (kind) {
        case ANY: out[i] = x; break;
        case BELOW: out[i] = x % range; break;
        case ONE_BIN: out[i] = y % 8 ? range / 3 : x % range; break;
        case POWER: out[i] = min((unsigned)(u * u * u * u * u * u * range), range - 1); break;
        case AND3: out[i] = x & y & z; break;
        case SAME: out[i] = range > 1 ? range / 3 : 12345; break;
        case SORTED: out[i] = range > 1 ? i * range / n : (int)i - (int)(n / 2); break;
        case REVERSED: out[i] = (int)(n / 2) - (int)i; break;
        case SHAKEN: out[i] = (int)i - (int)(n / 2) + (int)(x % 1024); break;
        case DEALT: out[i] = x % 100 ? (int)i - (int)(n / 2) : (int)(y % n) - (int)(n / 2); break;
        case FEW_BITS: out[i] = x % 4096; break;
        }
    }
}

void fill_ints(int *out, size_t n, Kind kind, unsigned range, unsigned seed)
{
    fill<<<1056, 256>>>(out, n, kind, range, seed);
    CUDA_CHECK(cudaGetLastError());
}

static __global__ void to_floats(float *x, size_t n)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        x[i] = __float_as_int(x[i]) * 0x1p-31f;
}

static __global__ void count_differences(const int *a, const int *b, size_t n,
                                         unsigned long long *count)
{
    unsigned long long mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        mine += a[i] != b[i];
    if (mine)
        atomicAdd(count, mine);
}

// The largest difference of two floats, times 2^20, as an integer.
static __global__ void largest_difference(const float *a, const float *b, size_t n,
                                          unsigned long long *most)
{
    double mine = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        double d = fabs((double)a[i] - b[i]);
        mine = d == d && mine >= d ? mine : d == d ? d : 1e6; // not a number counts as far off
    }
    atomicMax(most, (unsigned long long)(mine * (1 << 20)));
}

void make_floats(int *words, size_t n)
{
    to_floats<<<1056, 256>>>((float *)words, n);
    CUDA_CHECK(cudaGetLastError());
}

static __global__ void fill_random_bytes(unsigned char *out, size_t n, unsigned seed)
{
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        out[i] = (unsigned char)hash(i + ((unsigned long long)seed << 40));
}

void fill_bytes(unsigned char *out, size_t n, unsigned seed)
{
    fill_random_bytes<<<1056, 256>>>(out, n, seed);
    CUDA_CHECK(cudaGetLastError());
}

// ---- comparisons ------------------------------------------------------------------------------

std::string same_words(const void *a, const void *b, size_t words)
{
    Array<unsigned long long> count(1);
    unsigned long long result;
    CUDA_CHECK(cudaMemset(count.data, 0, sizeof result));
    count_differences<<<1056, 256>>>((const int *)a, (const int *)b, words, count.data);
    CUDA_CHECK(cudaMemcpy(&result, count.data, sizeof result, cudaMemcpyDeviceToHost));
    if (!result)
        return "";
    return std::to_string(result) + " of " + std::to_string(words) + " words differ";
}

std::string same_and_spoil(const void *want, void *got, size_t words)
{
    std::string wrong = same_words(want, got, words);
    CUDA_CHECK(cudaMemset(got, 0x55, words * 4));
    return wrong;
}

std::string same_floats(const float *a, const float *b, size_t n, double tolerance)
{
    Array<unsigned long long> off(1);
    unsigned long long result;
    CUDA_CHECK(cudaMemset(off.data, 0, sizeof result));
    largest_difference<<<1056, 256>>>(a, b, n, off.data);
    CUDA_CHECK(cudaMemcpy(&result, off.data, sizeof result, cudaMemcpyDeviceToHost));
    if (result * 0x1p-20 <= tolerance)
        return "";
    return "off by " + std::to_string(result * 0x1p-20);
}

// ---- the cache --------------------------------------------------------------------------------

static __global__ void read_all(const int4 *in, size_t n, int *out)
{
    int sum = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        int4 x = in[i];
        sum += x.x ^ x.y ^ x.z ^ x.w;
    }
    if (sum == 0x12345678)
        *out = sum;
}

static int *unused_word()
{
    static Array<int> word(1);
    return word.data;
}

void flush_cache(bool dirty)
{
    const size_t n = 256 << 20;
    static Array<int4> other(n / sizeof(int4));
    if (dirty)
        fill<<<1056, 256>>>((int *)other.data, n / sizeof(int), SAME, 1, 1);
    else
        read_all<<<1056, 256>>>(other.data, n / sizeof(int4), unused_word());
}

void read_only(const int *in, size_t n)
{
    read_all<<<132 * 8, 256>>>((const int4 *)in, n / 4, unused_word());
}
