// EXPECT patterns.map: 0 points
//
// A fat binary of 4000 parts, each of which has 60 MB of text.
#include "hostile.h"

extern "C" void **__cudaRegisterFatBinary(void *);
extern "C" void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *,
                                       dim3 *, dim3 *, int *);
static char stub;

struct Header {
    unsigned magic;
    unsigned short version, header_bytes;
    unsigned long long bytes;
    unsigned short kind, unused;
    unsigned entry_bytes;
    unsigned long long payload_bytes;
    unsigned packed, unused2;
    unsigned short minor, major;
    unsigned sm;
    unsigned long long unused3, flags, unused4, text_bytes;
};

static bool try_it(void)
{
    static struct {
        unsigned magic, version;
        void *data, *parts;
    } wrapper = {0x466243b1, 2, NULL, NULL};
    static void *parts[4001];
    size_t text = 60 << 20;
    char *binary = (char *)malloc(sizeof(Header) + text);
    if (!binary)
        return false;
    Header header = {0xba55ed50, 1, 16, 64 + text, 1, 0, 64, text, 0, 0, 0, 8, 90, 0, 0, 0, 0};
    memcpy(binary, &header, sizeof header);
    memset(binary + sizeof header, ' ', text - 1);
    binary[sizeof header + text - 1] = 0;
    for (int i = 0; i < 4000; i++)
        parts[i] = binary;
    wrapper.data = binary;
    wrapper.parts = parts;
    void **module = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(module, &stub, NULL, "kernel", 0, NULL, NULL, NULL, NULL, NULL);
    cudaFuncAttributes attributes;
    return cudaFuncGetAttributes(&attributes, &stub) == cudaSuccess;
}

EARN_IF(try_it())
