// Attributes of streams can be set, read and copied.
#include "api.h"

int main()
{
    cudaStream_t s, t;
    cudaStreamAttrValue v = {}, w = {};
    int priority;
    SHOW(cudaStreamCreate(&s));
    SHOW(cudaStreamCreate(&t));
    SHOW(cudaStreamGetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v));
    printf("%d\n", v.syncPolicy == cudaSyncPolicyAuto);
    v.syncPolicy = cudaSyncPolicyYield;
    SHOW(cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v));

    void *p;
    SHOW(cudaMalloc(&p, 4096));
    v = {};
    v.accessPolicyWindow.base_ptr = p;
    v.accessPolicyWindow.num_bytes = 4096;
    v.accessPolicyWindow.hitRatio = 0.5f;
    v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    v.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
    SHOW(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));
    v.accessPolicyWindow.hitRatio = 2;
    SHOW(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v));

    v = {};
    v.priority = -2;
    SHOW(cudaStreamSetAttribute(s, cudaStreamAttributePriority, &v));
    SHOW(cudaStreamGetPriority(s, &priority));
    printf("%d\n", priority);

    SHOW(cudaStreamCopyAttributes(t, s));
    SHOW(cudaStreamGetAttribute(t, cudaStreamAttributeAccessPolicyWindow, &w));
    printf("%d %zu %g\n", w.accessPolicyWindow.base_ptr == p, w.accessPolicyWindow.num_bytes,
           w.accessPolicyWindow.hitRatio);
    SHOW(cudaStreamGetAttribute(t, cudaStreamAttributeSynchronizationPolicy, &w));
    printf("%d\n", w.syncPolicy == cudaSyncPolicyYield);
    SHOW(cudaStreamSetAttribute(s, cudaLaunchAttributeClusterDimension, &v)); // a launch's
    SHOW(cudaStreamDestroy(s));
    SHOW(cudaStreamGetAttribute(s, cudaStreamAttributePriority, &v));
    return 0;
}

/* EXPECT
cudaStreamCreate(&s): ok
cudaStreamCreate(&t): ok
cudaStreamGetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v): ok
1
cudaStreamSetAttribute(s, cudaStreamAttributeSynchronizationPolicy, &v): ok
cudaMalloc(&p, 4096): ok
cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v): ok
cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &v): InvalidValue
cudaStreamSetAttribute(s, cudaStreamAttributePriority, &v): ok
cudaStreamGetPriority(s, &priority): ok
-2
cudaStreamCopyAttributes(t, s): ok
cudaStreamGetAttribute(t, cudaStreamAttributeAccessPolicyWindow, &w): ok
1 4096 0.5
cudaStreamGetAttribute(t, cudaStreamAttributeSynchronizationPolicy, &w): ok
1
cudaStreamSetAttribute(s, cudaLaunchAttributeClusterDimension, &v): InvalidValue
cudaStreamDestroy(s): ok
cudaStreamGetAttribute(s, cudaStreamAttributePriority, &v): InvalidResourceHandle
END */
