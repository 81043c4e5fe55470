// show.cu - blurs a picture with your part 4, outside of the grader:
//
//   show IN.pgm RADIUS OUT.bmp
//
// `make show` compiles it together with patterns.cu and runs it. It is a whole CUDA
// program: device memory, a copy to the device, the kernel, a copy back. Nothing to fill in.
#include "lab.h"

typedef struct {
    int width, height;
    unsigned char *pixels; // row by row, from the top, one byte each
} Picture;

static void give_up(const char *path, const char *why)
{
    fprintf(stderr, "show: %s %s\n", path, why);
    exit(1);
}

// A PGM file: the letters P5, width, height, 255, then the bytes.
static Picture read_pgm(const char *path)
{
    Picture p = {};
    int largest = 0;
    FILE *f = fopen(path, "rb");
    if (!f)
        give_up(path, "cannot be opened");
    if (fscanf(f, "P5 %d %d %d", &p.width, &p.height, &largest) != 3 || largest != 255 ||
        p.width < 1 || p.height < 1 || p.width > 32768 || p.height > 32768 || fgetc(f) != '\n')
        give_up(path, "is not a PGM file with the header P5, width, height, 255");
    size_t size = (size_t)p.width * p.height;
    p.pixels = (unsigned char *)malloc(size);
    if (!p.pixels || fread(p.pixels, 1, size, f) != size)
        give_up(path, "is shorter than its header says");
    fclose(f);
    return p;
}

static void put(FILE *f, unsigned value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        putc(value >> 8 * i & 255, f);
}

// A BMP file: a header of 54 bytes, 256 colours of 4 bytes, then the rows from the bottom. Each
// row is filled up to a multiple of 4 bytes.
static void write_bmp(const char *path, const Picture *p)
{
    enum { HEAD = 54, COLOURS = 256 };
    int row = (p->width + 3) / 4 * 4, size = row * p->height, start = HEAD + 4 * COLOURS;
    FILE *f = fopen(path, "wb");
    if (!f)
        give_up(path, "cannot be written");
    fputs("BM", f);
    put(f, start + size, 4);
    put(f, 0, 4);
    put(f, start, 4);
    put(f, 40, 4);
    put(f, p->width, 4);
    put(f, p->height, 4);
    put(f, 1, 2);
    put(f, 8, 2); // bits per pixel
    put(f, 0, 4);
    put(f, size, 4);
    for (int i = 0; i < 4; i++)
        put(f, 0, 4);
    for (int i = 0; i < COLOURS; i++)
        put(f, i * 0x010101, 4);
    for (int y = p->height - 1; y >= 0; y--)
        for (int x = 0; x < row; x++)
            putc(x < p->width ? p->pixels[y * p->width + x] : 0, f);
    if (fclose(f))
        give_up(path, "cannot be written");
}

int main(int argc, char **argv)
{
    char *end = NULL;
    int radius = argc == 4 ? (int)strtol(argv[2], &end, 10) : -1;
    if (argc != 4 || end == argv[2] || *end || radius < 0 || radius > 50) {
        fprintf(stderr, "usage: show IN.pgm RADIUS OUT.bmp, RADIUS 0 to 50\n");
        return 2;
    }
    Picture picture = read_pgm(argv[1]);
    size_t bytes = (size_t)picture.width * picture.height;

    unsigned char *in, *out; // addresses on the device: the host cannot read through them
    CUDA_CHECK(cudaMalloc(&in, bytes));
    CUDA_CHECK(cudaMalloc(&out, bytes));
    CUDA_CHECK(cudaMemcpy(in, picture.pixels, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemset(out, 0, bytes)); // black, until the kernel writes

    gather_blur(out, in, picture.width, picture.height, radius);

    CUDA_CHECK(cudaDeviceSynchronize()); // an error inside a kernel shows up here
    CUDA_CHECK(cudaMemcpy(picture.pixels, out, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));

    write_bmp(argv[3], &picture);
    printf("%s: %d x %d pixels, radius %d -> %s\n", argv[1], picture.width, picture.height, radius,
           argv[3]);
    free(picture.pixels);
    return 0;
}
