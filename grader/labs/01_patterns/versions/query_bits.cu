// EXPECT patterns.query.peak: 8 times too large
//
// The bus width is used as if it were in bytes.
#define device_peak_bandwidth sound_peak
#include "../solutions/01_patterns/patterns.cu"
#undef device_peak_bandwidth

extern "C" long long device_peak_bandwidth(void)
{
    DeviceFigures f;
    device_query(&f);
    return 2 * f.memory_clock_khz * 1000 * f.bus_bits;
}
