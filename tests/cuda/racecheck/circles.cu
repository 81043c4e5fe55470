// A renderer: each thread blends its circle into the pixels that the circle covers. The lanes of a
// warp come to a pixel one after the other, in an order that nothing fixes: the picture may be
// another one, although no other warp takes part.
// expect: racecheck error (race_block) get put
// expect: racecheck error (race_write) put put
enum { SIZE = 16, CIRCLES = 3 };

__device__ float blend(float old, float colour) { return 0.5f * old + 0.5f * colour; }

__global__ void render(float *picture, const int *left)
{
    for (int x = left[threadIdx.x]; x < left[threadIdx.x] + 8; x++)
        for (int y = 0; y < 4; y++) {
            float *pixel = picture + y * SIZE + x, old = *pixel; // [get]
            *pixel = blend(old, threadIdx.x + 1);                // [put]
        }
}

int main()
{
    float *picture;
    int *left, h[CIRCLES] = {0, 3, 6};
    cudaMalloc(&picture, SIZE * SIZE * sizeof(float));
    cudaMalloc(&left, sizeof h);
    cudaMemset(picture, 0, SIZE * SIZE * sizeof(float));
    cudaMemcpy(left, h, sizeof h, cudaMemcpyHostToDevice);
    render<<<1, CIRCLES>>>(picture, left);
    cudaDeviceSynchronize();
    cudaFree(picture);
    cudaFree(left);
}
