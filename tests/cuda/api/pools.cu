// Pools of device memory: which pool is current, and which device may access it.
#include "api.h"

int main()
{
    cudaMemPool_t first, own, now;
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = {cudaMemLocationTypeDevice, 0};
    cudaMemLocation here = props.location, there = {cudaMemLocationTypeDevice, 1};
    SHOW(cudaMemGetDefaultMemPool(&first, &here, cudaMemAllocationTypePinned));
    SHOW(cudaMemGetDefaultMemPool(&first, &there, cudaMemAllocationTypePinned));
    SHOW(cudaMemPoolCreate(&own, &props));
    SHOW(cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, own));
    SHOW(cudaMemGetMemPool(&now, &here, cudaMemAllocationTypePinned));
    printf("%d %d\n", now == own, now == first);
    SHOW(cudaDeviceGetMemPool(&now, 0));
    printf("%d\n", now == own);

    cudaMemAccessFlags flags = cudaMemAccessFlagsProtNone;
    cudaMemAccessDesc mine = {here, cudaMemAccessFlagsProtReadWrite},
                      less = {here, cudaMemAccessFlagsProtNone},
                      other = {there, cudaMemAccessFlagsProtReadWrite};
    SHOW(cudaMemPoolSetAccess(own, &mine, 1));
    SHOW(cudaMemPoolSetAccess(own, &less, 1));
    SHOW(cudaMemPoolSetAccess(own, &other, 1));
    SHOW(cudaMemPoolGetAccess(&flags, own, &here));
    printf("%d\n", flags == cudaMemAccessFlagsProtReadWrite);
    SHOW(cudaMemPoolGetAccess(&flags, own, &there));
    SHOW(cudaMemPoolDestroy(own));
    SHOW(cudaDeviceGetMemPool(&now, 0));
    printf("%d\n", now == first);

    cudaStreamCaptureStatus status = cudaStreamCaptureStatusActive;
    SHOW(cudaStreamGetCaptureInfo(0, &status));
    printf("%d\n", status == cudaStreamCaptureStatusNone);
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
    printf("%d\n", mode == cudaStreamCaptureModeGlobal);
    SHOW(cudaThreadExchangeStreamCaptureMode(&mode));
    printf("%d\n", mode == cudaStreamCaptureModeRelaxed);
    int value;
    SHOW(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
}

/* EXPECT H200
cudaMemGetDefaultMemPool(&first, &here, cudaMemAllocationTypePinned): ok
cudaMemGetDefaultMemPool(&first, &there, cudaMemAllocationTypePinned): InvalidValue
cudaMemPoolCreate(&own, &props): ok
cudaMemSetMemPool(&here, cudaMemAllocationTypePinned, own): ok
cudaMemGetMemPool(&now, &here, cudaMemAllocationTypePinned): ok
1 0
cudaDeviceGetMemPool(&now, 0): ok
1
cudaMemPoolSetAccess(own, &mine, 1): ok
cudaMemPoolSetAccess(own, &less, 1): InvalidDevice
cudaMemPoolSetAccess(own, &other, 1): InvalidDevice
cudaMemPoolGetAccess(&flags, own, &here): ok
1
cudaMemPoolGetAccess(&flags, own, &there): InvalidValue
cudaMemPoolDestroy(own): ok
cudaDeviceGetMemPool(&now, 0): ok
1
cudaStreamGetCaptureInfo(0, &status): ok
1
cudaThreadExchangeStreamCaptureMode(&mode): ok
1
cudaThreadExchangeStreamCaptureMode(&mode): ok
1
cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1): InvalidDevice
END */
