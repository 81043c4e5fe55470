// variables.cu - every kind of variable that a debugger shows: in registers, in local, shared,
// constant and global memory, structures, arrays, enumerations, pointers; in nested blocks and in
// a function that is called.

enum Size { SMALL, LARGE };

struct Point {
    int x;
    float y[2];
};

__constant__ int factors[3] = {2, 3, 5};
__device__ double total = 0.5;

__device__ __noinline__ float scale(const Point *p, int by)
{
    float r = p->y[1] * by;
    return r + factors[by % 3];
}

__global__ void kernel(float *out, const int *in, unsigned n, bool twice)
{
    __shared__ int tile[32];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    Point p = {in[i], {1.5f, -2.0f}};
    Point *q = &p;
    Size size = i > 40 ? LARGE : SMALL;
    char letter = 'a' + threadIdx.x % 26;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        int i = 100 + k;
        p.x += i;
    }
    float value = scale(q, tile[threadIdx.x ^ 1]);
    if (i < n)
        out[i] = twice ? 2 * value : value + size + letter;
}

int main()
{
    float *out;
    int *in, host[64];
    for (int i = 0; i < 64; i++)
        host[i] = 10 + i;
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&in, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    kernel<<<2, 32>>>(out, in, 60, false);
    return cudaDeviceSynchronize();
}

/* SESSION -G
(cudasim) print 1 + 2 * 3
$1 = 7
(cudasim) p/x 255
$2 = 0xff
(cudasim) p nothing
No symbol "nothing" in current context: no kernel is stopped.
(cudasim) step
No kernel is stopped: the program is not being run.
(cudasim) info breakpoints
No breakpoints or watchpoints.
(cudasim) break 26
No default source file: write FILE:26.
(cudasim) break kernel if threadIdx.x == 7 && blockIdx.x == 1
Breakpoint 1 at kernel.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (7,0,0), device 0, sm 1, warp 0, lane 7]

Breakpoint 1, kernel<<<(2,1,1),(32,1,1)>>> (out=0x200000200000, in=0x200000200400, n=60, twice=false) at variables.cu:24
24	    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
(cudasim) info args
out = 0x200000200000
in = 0x200000200400
n = 60
twice = false
(cudasim) p threadIdx
$3 = {x = 7, y = 0, z = 0}
(cudasim) p blockDim.x * gridDim.x
$4 = 64
(cudasim) break 34
Breakpoint 2 at variables.cu:35.
(cudasim) condition 2 i == 39
(cudasim) info breakpoints
Num     Type            Disp Enb What
1       breakpoint      keep y   kernel
	stop only if threadIdx.x == 7 && blockIdx.x == 1
	breakpoint already hit 1 time
2       breakpoint      keep y   variables.cu:35
	stop only if i == 39
(cudasim) continue
Continuing.

Breakpoint 2, kernel<<<(2,1,1),(32,1,1)>>> (out=0x200000200000, in=0x200000200400, n=60, twice=false) at variables.cu:35
35	    float value = scale(q, tile[threadIdx.x ^ 1]);
(cudasim) backtrace
#0  kernel<<<(2,1,1),(32,1,1)>>> (out=0x200000200000, in=0x200000200400, n=60, twice=false) at variables.cu:35
(cudasim) info locals
p = {x = 250, y = {1.5, -2}}
q = 0x110000000018
i = 39
size = SMALL
letter = 104 'h'
value = 0
tile = {42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73}
(cudasim) print p
$5 = {x = 250, y = {1.5, -2}}
(cudasim) print p.y[1]
$6 = -2
(cudasim) print *q
$7 = {x = 250, y = {1.5, -2}}
(cudasim) print q->x
$8 = 250
(cudasim) print &p.y
$9 = (float[2] *) 0x11000000001c
(cudasim) print size
$10 = SMALL
(cudasim) print size == SMALL
$11 = 1
(cudasim) print letter
$12 = 104 'h'
(cudasim) print/d letter
$13 = 104
(cudasim) print/x p.x
$14 = 0xfa
(cudasim) print/t i
$15 = 100111
(cudasim) print/f p.y
$16 = {1.5, -2}
(cudasim) print tile
$17 = {42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73}
(cudasim) print tile[7]@3
$18 = {49, 50, 51}
(cudasim) print *in@5
$19 = {10, 11, 12, 13, 14}
(cudasim) print factors
$20 = {2, 3, 5}
(cudasim) print total
$21 = 0.5
(cudasim) print total * 2 > 0.9 && twice == false
$22 = 1
(cudasim) print (long)i << 33
$23 = 335007449088
(cudasim) print -7 / 2
$24 = -3
(cudasim) print 7 % 4 - ~0
$25 = 4
(cudasim) print (char)98
$26 = 98 'b'
(cudasim) print sizeof(Point)
$27 = 12
(cudasim) print *(float *)&p.y[1]
$28 = -2
(cudasim) print *(@shared int *)4
$29 = 43
(cudasim) print $r1
$30 = 39
(cudasim) x/4dw in
0x200000200400:	10	11	12	13
(cudasim) x/2fw &p.y
0x11000000001c:	1.5	-2
(cudasim) whatis p
type = Point
(cudasim) whatis in
type = int *
(cudasim) whatis &p
type = Point *
(cudasim) display i
1: i = 39
(cudasim) display tile[threadIdx.x ^ 1]
1: i = 39
2: tile[threadIdx.x ^ 1] = 48
(cudasim) step
scale (p=0x110000000018, by=48) at variables.cu:17
17	    float r = p->y[1] * by;
2: tile[threadIdx.x ^ 1] = 48
(cudasim) backtrace
#0  scale (p=0x110000000018, by=48) at variables.cu:17
#1  kernel<<<(2,1,1),(32,1,1)>>> (out=0x200000200000, in=0x200000200400, n=60, twice=false) at variables.cu:35
(cudasim) info args
p = 0x110000000018
by = 48
(cudasim) print *p
$31 = {x = 250, y = {1.5, -2}}
(cudasim) print factors[by % 3]
$32 = 2
(cudasim) up
#1  kernel<<<(2,1,1),(32,1,1)>>> (out=0x200000200000, in=0x200000200400, n=60, twice=false) at variables.cu:35
35	    float value = scale(q, tile[threadIdx.x ^ 1]);
(cudasim) print i
$33 = 39
(cudasim) print p
$34 = {x = 250, y = {1.5, -2}}
(cudasim) down
#0  scale (p=0x110000000018, by=48) at variables.cu:17
17	    float r = p->y[1] * by;
(cudasim) next
18	    return r + factors[by % 3];
2: tile[threadIdx.x ^ 1] = 48
(cudasim) finish
Run till exit from #0  scale (p=0x110000000018, by=48) at variables.cu:18
kernel<<<(2,1,1),(32,1,1)>>> (out=0x200000200000, in=0x200000200400, n=60, twice=false) at variables.cu:35
35	    float value = scale(q, tile[threadIdx.x ^ 1]);
1: i = 39
2: tile[threadIdx.x ^ 1] = 48
(cudasim) undisplay
(cudasim) set var value = 3
(The change lasts until this launch is run again: it is not the program's.)
(cudasim) print value
$35 = 3
(cudasim) print value / 0
$36 = inf
(cudasim) print 1 / 0
Division by zero
(cudasim) print p + 1
Argument to arithmetic operation not a number or boolean.
(cudasim) print *i
Attempt to take contents of a non-pointer value.
(cudasim) print p.z
There is no member named z.
(cudasim) print nothing
No symbol "nothing" in current context.
(cudasim) print i +
A syntax error in expression, near `'.
(cudasim) print in[-100000]
Cannot access memory at address 0x20000019e980
(cudasim) list 14,17
14	
15	__device__ __noinline__ float scale(const Point *p, int by)
16	{
17	    float r = p->y[1] * by;
(cudasim) list
18	    return r + factors[by % 3];
19	}
20	
21	__global__ void kernel(float *out, const int *in, unsigned n, bool twice)
22	{
23	    __shared__ int tile[32];
24	    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
25	    Point p = {in[i], {1.5f, -2.0f}};
26	    Point *q = &p;
27	    Size size = i > 40 ? LARGE : SMALL;
(cudasim) info registers $r1
%r1      0x27                 39
(cudasim) delete
(cudasim) continue
Continuing.
[Program exited normally]
(cudasim) quit
END */

/* SESSION -O2 -lineinfo
(cudasim) break kernel if threadIdx.x == 7
Breakpoint 1 at kernel.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (7,0,0), device 0, sm 0, warp 0, lane 7]

Breakpoint 1, kernel<<<(2,1,1),(32,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400, param_2=60, param_3=false) at variables.cu:24
24	    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
(cudasim) info args
param_0 = 0x200000200000
param_1 = 0x200000200400
param_2 = 60
param_3 = false
(cudasim) info locals
No locals: the kernel was built without -G (see info args, info registers).
(cudasim) info registers $rd3
%rd3     0x200000200400       35184374187008
(cudasim) print *param_1@3
$1 = {10, 11, 12}
(cudasim) print/f total
$2 = 0.5
(cudasim) print factors
$3 = {2, 3, 5}
(cudasim) print tile
$4 = {-1 <repeats 32 times>}
(cudasim) print $r2
$5 = 60
(cudasim) print param_2 + 1
$6 = 61
(cudasim) print param_9
No symbol "param_9" in current context. (The kernel was built without -G: there are param_0, ..., registers $r1, ..., shared and global variables.)
(cudasim) print in
No symbol "in" in current context. (The kernel was built without -G: there are param_0, ..., registers $r1, ..., shared and global variables.)
(cudasim) break scale
Breakpoint 2 at scale.
(cudasim) continue
Continuing.

Breakpoint 2, scale () at variables.cu:17
17	    float r = p->y[1] * by;
(cudasim) backtrace
#0  scale () at variables.cu:17
#1  kernel<<<(2,1,1),(32,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400, param_2=60, param_3=false) at variables.cu:35
(cudasim) list
12	__constant__ int factors[3] = {2, 3, 5};
13	__device__ double total = 0.5;
14	
15	__device__ __noinline__ float scale(const Point *p, int by)
16	{
17	    float r = p->y[1] * by;
18	    return r + factors[by % 3];
19	}
20	
21	__global__ void kernel(float *out, const int *in, unsigned n, bool twice)
(cudasim) stepi
18	    return r + factors[by % 3];
(cudasim) nexti
18	    return r + factors[by % 3];
(cudasim) finish
Run till exit from #0  scale () at variables.cu:18
kernel<<<(2,1,1),(32,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400, param_2=60, param_3=false) at variables.cu:35
35	    float value = scale(q, tile[threadIdx.x ^ 1]);
(cudasim) delete
(cudasim) continue
Continuing.
[Program exited normally]
(cudasim) quit
END */
