// race.cu - a sum in shared memory without the barriers between its rounds: a finding to run to.
// Its function is inlined in an optimised build.

__device__ __forceinline__ void add_upper_half(int *part, int half)
{
    if (threadIdx.x < half)
        part[threadIdx.x] += part[threadIdx.x + half];
}

__global__ void sum(int *out, const int *in)
{
    __shared__ int part[128];
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2)
        add_upper_half(part, half);
    if (threadIdx.x == 0)
        *out = part[0];
}

int main()
{
    int *out, *in;
    cudaMalloc(&out, sizeof(int));
    cudaMalloc(&in, 128 * sizeof(int));
    cudaMemset(in, 1, 128 * sizeof(int));
    sum<<<1, 128>>>(out, in);
    cudaError_t e = cudaDeviceSynchronize();
    cudaFree(out);
    cudaFree(in);
    return e;
}

/* SESSION -G
(cudasim) info findings
No checker has found anything so far. (No checker is on: start with --tool all.)
(cudasim) run to finding 0
run to finding needs the number of a finding: 1, 2, ...; or FILE:LINE
(cudasim) run to finding 1
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]
Before finding 1: racecheck: Race reported between Write access at race.cu:7 and Read access at race.cu:7 (race.cu:7)
  thread (16,0,0) of block (0,0,0): sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:15
15	    for (int half = 64; half > 0; half /= 2)
  thread (0,0,0) of block (0,0,0): sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:7
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) info findings
1  racecheck: Race reported between Write access at race.cu:7 and Read access at race.cu:7 (race.cu:7)
(cudasim) backtrace
#0  sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:7
(cudasim) info locals
part = 0x100000000000
half = 16
(cudasim) print part[16]
$1 = 50529027
(cudasim) when part[16]
It changed last in step 276 of launch 0, race.cu:7: thread (16,0,0) of block (0,0,0) wrote 50529027 over 33686018.
Before that, it changed 2 times since the kernel began.
goto 276 goes there.
(cudasim) cuda thread 0
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]
sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:7
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) print half
$2 = 16
(cudasim) reverse-next
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) print part@1
Only values in memory can be extended with '@'.
(cudasim) stepi
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) run to finding 1
Before finding 1: racecheck: Race reported between Write access at race.cu:7 and Read access at race.cu:7 (race.cu:7)
  thread (16,0,0) of block (0,0,0): sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:15
15	    for (int half = 64; half > 0; half /= 2)
  thread (0,0,0) of block (0,0,0): sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:7
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) continue
Continuing.
[Program exited normally]
(cudasim) quit
END */

/* SESSION -O2 -lineinfo | --tool all
(cudasim) break sum
Breakpoint 1 at sum.
(cudasim) break add_upper_half if threadIdx.x == 3
Breakpoint 2 at add_upper_half.
(cudasim) run to finding 1
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

Breakpoint 1, sum<<<(1,1,1),(128,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400) at race.cu:13
13	    part[threadIdx.x] = in[threadIdx.x];
(cudasim) info args
param_0 = 0x200000200000
param_1 = 0x200000200400
(cudasim) print *param_1@4
$1 = {16843009, 16843009, 16843009, 16843009}
(cudasim) print part
$2 = {-1 <repeats 128 times>}
(cudasim) print part[threadIdx.x]
$3 = -1
(cudasim) info breakpoints
Num     Type            Disp Enb What
1       breakpoint      keep y   sum
	breakpoint already hit 1 time
2       breakpoint      keep y   add_upper_half
	stop only if threadIdx.x == 3
(cudasim) delete 1
(cudasim) continue
Continuing.
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (3,0,0), device 0, sm 0, warp 0, lane 3]

Breakpoint 2, add_upper_half () at race.cu:6
6	    if (threadIdx.x < half)
(cudasim) backtrace
#0  add_upper_half () at race.cu:6
#1  sum<<<(1,1,1),(128,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400) at race.cu:16
(cudasim) up
#1  sum<<<(1,1,1),(128,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400) at race.cu:16
16	        add_upper_half(part, half);
(cudasim) down
#0  add_upper_half () at race.cu:6
6	    if (threadIdx.x < half)
(cudasim) step
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) finish
Run till exit from #0  add_upper_half () at race.cu:7
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]
Before finding 1: racecheck: Race reported between Write access at race.cu:7 and Read access at race.cu:7 (race.cu:7)
  thread (16,0,0) of block (0,0,0): add_upper_half () at race.cu:6
6	    if (threadIdx.x < half)
  thread (0,0,0) of block (0,0,0): add_upper_half () at race.cu:7
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) info findings
1  racecheck: Race reported between Write access at race.cu:7 and Read access at race.cu:7 (race.cu:7)
(cudasim) run to finding 1
Before finding 1: racecheck: Race reported between Write access at race.cu:7 and Read access at race.cu:7 (race.cu:7)
  thread (16,0,0) of block (0,0,0): add_upper_half () at race.cu:6
6	    if (threadIdx.x < half)
  thread (0,0,0) of block (0,0,0): add_upper_half () at race.cu:7
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) delete
(cudasim) continue
Continuing.
[Program exited normally]
(cudasim) when part[33]
No kernel is stopped: the program is not being run.
(cudasim) continue
No kernel is stopped: the program is not being run.
(cudasim) quit
END */

/* SESSION -O2 -lineinfo
(cudasim) break sum
Breakpoint 1 at sum.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

Breakpoint 1, sum<<<(1,1,1),(128,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400) at race.cu:13
13	    part[threadIdx.x] = in[threadIdx.x];
(cudasim) run to finding 1
No checker is on. Start again: quit, then cudasim --debug --tool all ...
(cudasim) info findings
No checker has found anything so far. (No checker is on: start with --tool all.)
(cudasim) nonsense
Undefined command: "nonsense". Try "help".
(cudasim) break
Breakpoint 2 at race.cu:13.
(cudasim) break (
A breakpoint is at FILE:LINE, LINE or FUNCTION, not "(".
(cudasim) x
A syntax error in expression, near `'.
(cudasim) list 900
Line number 895 out of range; race.cu ends before.
(cudasim) frame 3
Initial frame selected; you can't go up.
(cudasim) print
print what? An expression is needed.
(cudasim) undisplay 4
Arguments must be display numbers.
(cudasim) condition 8 i
No breakpoint number 8.
(cudasim) until main
until goes to a line: until 42, until FILE:42.
(cudasim) d 9
No breakpoint number 9.
(cudasim) i b
Num     Type            Disp Enb What
1       breakpoint      keep y   sum
	breakpoint already hit 1 time
2       breakpoint      keep y   race.cu:13
(cudasim) dis 1
(cudasim) f
#0  sum<<<(1,1,1),(128,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400) at race.cu:13
13	    part[threadIdx.x] = in[threadIdx.x];
(cudasim) break nowhere.cpp:5
Breakpoint 3 at nowhere.cpp:5. (No code of this kernel is there; it may be another kernel's.)
(cudasim) goto 99999999
Step 99999999 has not come yet: now is step 2.
(cudasim) continue
Continuing.
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (32,0,0), device 0, sm 0, warp 1, lane 0]

Breakpoint 2, sum<<<(1,1,1),(128,1,1)>>> (param_0=0x200000200000, param_1=0x200000200400) at race.cu:13
13	    part[threadIdx.x] = in[threadIdx.x];
(cudasim) quit
END */

/* SESSION -G | --tool all
(cudasim) run to finding race.cu:7 (0,0,0) (32,0,0) (0,0,0) (0,0,0)
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

Temporary breakpoint 1, sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:7
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) print half
$1 = 8
(cudasim) print part[threadIdx.x + half]
$2 = 101058054
(cudasim) info findings
1  racecheck: Race reported between Write access at race.cu:7 and Read access at race.cu:7 (race.cu:7)
(cudasim) run to finding race.cu
run to finding needs the number of a finding: 1, 2, ...; or FILE:LINE
(cudasim) run to finding race.cu:7 (0,0,0)
Behind FILE:LINE may be a block, its thread, another block, and its thread.
(cudasim) run to finding race.cu:7
Before finding 1: racecheck: Race reported between Write access at race.cu:7 and Read access at race.cu:7 (race.cu:7)
  thread (16,0,0) of block (0,0,0): sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:15
15	    for (int half = 64; half > 0; half /= 2)
  thread (0,0,0) of block (0,0,0): sum<<<(1,1,1),(128,1,1)>>> (out=0x200000200000, in=0x200000200400) at race.cu:7
7	        part[threadIdx.x] += part[threadIdx.x + half];
(cudasim) quit
END */
