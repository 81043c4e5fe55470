// threads.cu - threads that are at different places: divergent, at a barrier, exited; breakpoints
// that many of them meet.

__device__ int count(int n)
{
    int steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

__global__ void lengths(int *out)
{
    __shared__ int all[64];
    int i = threadIdx.x;
    if (i >= 60)
        return;
    all[i] = count(i + 1);
    __syncthreads();
    if (i % 2)
        out[i] = all[i];
    else
        out[i] = -all[i + 1];
}

int main()
{
    int *out;
    cudaMalloc(&out, 128 * sizeof(int));
    lengths<<<2, 64>>>(out);
    return cudaDeviceSynchronize();
}

/* SESSION -G
(cudasim) break threads.cu:9 if threadIdx.x == 26 && steps == 3
Breakpoint 1 at threads.cu:9.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (26,0,0), device 0, sm 0, warp 0, lane 26]

Breakpoint 1, count (n=62) at threads.cu:9
9	        steps++;
(cudasim) info cuda lanes
  Ln  State               PC  ThreadIdx     Line
   0  divergent           29  (0,0,0)       threads.cu:11
   1  divergent           29  (1,0,0)       threads.cu:11
   2  active              25  (2,0,0)       threads.cu:9
   3  divergent           29  (3,0,0)       threads.cu:11
   4  active              25  (4,0,0)       threads.cu:9
   5  active              25  (5,0,0)       threads.cu:9
   6  active              25  (6,0,0)       threads.cu:9
   7  divergent           29  (7,0,0)       threads.cu:11
   8  active              25  (8,0,0)       threads.cu:9
   9  active              25  (9,0,0)       threads.cu:9
  10  active              25  (10,0,0)      threads.cu:9
  11  active              25  (11,0,0)      threads.cu:9
  12  active              25  (12,0,0)      threads.cu:9
  13  active              25  (13,0,0)      threads.cu:9
  14  active              25  (14,0,0)      threads.cu:9
  15  active              25  (15,0,0)      threads.cu:9
  16  active              25  (16,0,0)      threads.cu:9
  17  active              25  (17,0,0)      threads.cu:9
  18  active              25  (18,0,0)      threads.cu:9
  19  active              25  (19,0,0)      threads.cu:9
  20  active              25  (20,0,0)      threads.cu:9
  21  active              25  (21,0,0)      threads.cu:9
  22  active              25  (22,0,0)      threads.cu:9
  23  active              25  (23,0,0)      threads.cu:9
  24  active              25  (24,0,0)      threads.cu:9
  25  active              25  (25,0,0)      threads.cu:9
* 26  active              25  (26,0,0)      threads.cu:9
  27  active              25  (27,0,0)      threads.cu:9
  28  active              25  (28,0,0)      threads.cu:9
  29  active              25  (29,0,0)      threads.cu:9
  30  active              25  (30,0,0)      threads.cu:9
  31  active              25  (31,0,0)      threads.cu:9
(cudasim) info cuda warps
  Wp  Active Lanes  Divergent Lanes  First ThreadIdx  Line
*  0    0xffffff74       0x0000008b  (2,0,0)          threads.cu:9 active
   1    0xffffffff       0x00000000  (32,0,0)         threads.cu:14 ready
(cudasim) backtrace
#0  count (n=62) at threads.cu:9
#1  lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:20
(cudasim) print steps
$1 = 3
(cudasim) info locals
steps = 3
(cudasim) cuda lane 3
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (3,0,0), device 0, sm 0, warp 0, lane 3]
count (n=1) at threads.cu:11
11	    return steps;
(cudasim) print n
$2 = 1
(cudasim) until
lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:20
20	    all[i] = count(i + 1);
(cudasim) cuda lane 26
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (26,0,0), device 0, sm 0, warp 0, lane 26]
lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:20
20	    all[i] = count(i + 1);
(cudasim) tbreak threads.cu:22
Temporary breakpoint 2 at threads.cu:22.
(cudasim) next
21	    __syncthreads();
(cudasim) next
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (32,0,0), device 0, sm 0, warp 1, lane 0]

Temporary breakpoint 2, lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:22
22	    if (i % 2)
(cudasim) next
25	        out[i] = -all[i + 1];
(cudasim) delete 1
(cudasim) finish
"finish" not meaningful in the outermost frame.
(cudasim) next
26	}
(cudasim) cuda thread 40
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (40,0,0), device 0, sm 0, warp 1, lane 8]
lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:26
26	}
(cudasim) next
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]
The thread has exited.
22	    if (i % 2)
(cudasim) tbreak 22 if blockIdx.x == 1
Temporary breakpoint 3 at threads.cu:22.
(cudasim) continue
Continuing.
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (32,0,0), device 0, sm 1, warp 1, lane 0]

Temporary breakpoint 3, lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:22
22	    if (i % 2)
(cudasim) info cuda threads
  BlockIdx     ThreadIdx    To ThreadIdx Count     PC  Line  State
Kernel 0
  (1,0,0)      (0,0,0)      (31,0,0)        32     20  threads.cu:22  ready
* (1,0,0)      (32,0,0)     (59,0,0)        28     20  threads.cu:22  active
  (1,0,0)      (60,0,0)     (63,0,0)         4      -  exited
(cudasim) info cuda barriers
Barrier 0 of block (1,0,0): 0 of 60 threads have arrived; 1 phases are done
(cudasim) delete
(cudasim) break 23
Breakpoint 4 at threads.cu:23.
(cudasim) ignore 4 1
Will ignore next 1 crossings of breakpoint 4.
(cudasim) continue
Continuing.
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (1,0,0), device 0, sm 1, warp 0, lane 1]

Breakpoint 4, lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:23
23	        out[i] = all[i];
(cudasim) info breakpoints
Num     Type            Disp Enb What
4       breakpoint      keep y   threads.cu:23
	breakpoint already hit 2 times
(cudasim) cuda
kernel 0, grid 1, block (1,0,0), thread (1,0,0), device 0, sm 1, warp 0, lane 1
(cudasim) cuda lane 2
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (2,0,0), device 0, sm 1, warp 0, lane 2]
lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:25
25	        out[i] = -all[i + 1];
(cudasim) cuda warp 0 lane 9
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (9,0,0), device 0, sm 1, warp 0, lane 9]
lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:23
23	        out[i] = all[i];
(cudasim) cuda block (1,0,0) thread (61,0,0)
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (61,0,0), device 0, sm 1, warp 1, lane 29]
The thread has exited.
(cudasim) backtrace
The thread in focus has exited: see info cuda threads.
(cudasim) cuda thread 64
A block has 64 x 1 x 1 threads.
(cudasim) cuda block 2
The grid has 2 x 1 x 1 blocks.
(cudasim) cuda block 7
The grid has 2 x 1 x 1 blocks.
(cudasim) cuda kernel 0 block 1 thread (5,0,0)
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (5,0,0), device 0, sm 1, warp 0, lane 5]
lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:23
23	        out[i] = all[i];
(cudasim) cuda kernel 3
Only kernel 0 runs: see info cuda kernels.
(cudasim) cuda nothing 3
The focus has kernel, grid, block, thread, warp and lane, not "nothing".
(cudasim) cuda block(1,0,0) lane(2)
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (2,0,0), device 0, sm 1, warp 0, lane 2]
lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:25
25	        out[i] = -all[i + 1];
(cudasim) cuda sm 1
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (2,0,0), device 0, sm 1, warp 0, lane 2]
lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:25
25	        out[i] = -all[i + 1];
(cudasim) cuda sm 7
SM 7 has no block: see info cuda sms.
(cudasim) cuda lane x
The focus has kernel, grid, block, thread, warp and lane, not "x".
(cudasim) cuda lane 32
There is no warp 0, lane 32.
(cudasim) cuda device 1
The kernel runs on device 0.
(cudasim) next
26	}
(cudasim) next
[Program exited normally]
(cudasim) next
No kernel is stopped: the program is not being run.
(cudasim) disable 4
(cudasim) enable 4
(cudasim) delete 9
No breakpoint number 9.
(cudasim) info cuda
No kernel is stopped: the program is not being run.
(cudasim) info cuda blocks
No kernel is stopped: the program is not being run.
(cudasim) info cuda sms
No kernel is stopped: the program is not being run.
(cudasim) info cuda devices
No kernel is stopped: the program is not being run.
(cudasim) clear 23
Deleted breakpoint 4
(cudasim) clear 23
No breakpoint at 23.
(cudasim) set cuda break_on_launch application
(cudasim) continue
No kernel is stopped: the program is not being run.
(cudasim) quit
END */

/* SESSION -O2 -lineinfo
(cudasim) break threads.cu:21 if threadIdx.x == 32
Breakpoint 1 at threads.cu:21.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (32,0,0), device 0, sm 0, warp 1, lane 0]

Breakpoint 1, lengths<<<(2,1,1),(64,1,1)>>> (param_0=0x200000200000) at threads.cu:21
21	    __syncthreads();
(cudasim) info cuda barriers
Barrier 0 of block (0,0,0): 32 of 64 threads have arrived; 0 phases are done
  warp 1: lanes 0xffffffff have not (lane 0 is at threads.cu:21)
(cudasim) info cuda threads
  BlockIdx     ThreadIdx    To ThreadIdx Count     PC  Line  State
Kernel 0
  (0,0,0)      (0,0,0)      (31,0,0)        32     29  threads.cu:21  barrier
* (0,0,0)      (32,0,0)     (59,0,0)        28     29  threads.cu:21  active
  (0,0,0)      (60,0,0)     (63,0,0)         4     47  threads.cu:26  divergent
  (1,0,0)      (0,0,0)      (63,0,0)        64      0  threads.cu:14  ready
(cudasim) stepi
22	    if (i % 2)
(cudasim) info cuda barriers
Barrier 0 of block (0,0,0): 0 of 60 threads have arrived; 1 phases are done
(cudasim) info cuda threads
  BlockIdx     ThreadIdx    To ThreadIdx Count     PC  Line  State
Kernel 0
  (0,0,0)      (0,0,0)      (31,0,0)        32     30  threads.cu:22  ready
* (0,0,0)      (32,0,0)     (59,0,0)        28     30  threads.cu:22  active
  (0,0,0)      (60,0,0)     (63,0,0)         4      -  exited
  (1,0,0)      (0,0,0)      (63,0,0)        64      0  threads.cu:14  ready
(cudasim) reverse-stepi
21	    __syncthreads();
(cudasim) cuda thread 0
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]
lengths<<<(2,1,1),(64,1,1)>>> (param_0=0x200000200000) at threads.cu:21
21	    __syncthreads();
(cudasim) next
22	    if (i % 2)
(cudasim) set cuda break_on_launch application
(cudasim) delete
(cudasim) kill
[Program ended by signal 9]
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]
lengths<<<(2,1,1),(64,1,1)>>> (param_0=0x200000200000) at threads.cu:14
14	__global__ void lengths(int *out)
(cudasim) backtrace
#0  lengths<<<(2,1,1),(64,1,1)>>> (param_0=0x200000200000) at threads.cu:14
(cudasim) set cuda break_on_launch none
(cudasim) goto 5000
Step 5000 has not come yet: now is step 0.
(cudasim) continue
Continuing.
[Program exited normally]
(cudasim) quit
END */

/* SESSION -G
(cudasim) break threads.cu:20
Breakpoint 1 at threads.cu:20.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

Breakpoint 1, lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:20
20	    all[i] = count(i + 1);
(cudasim) next
21	    __syncthreads();
(cudasim) next
22	    if (i % 2)
(cudasim) next
25	        out[i] = -all[i + 1];
(cudasim) info breakpoints
Num     Type            Disp Enb What
1       breakpoint      keep y   threads.cu:20
	breakpoint already hit 1 time
(cudasim) continue
Continuing.
[Switching focus to CUDA kernel 0, grid 1, block (1,0,0), thread (0,0,0), device 0, sm 1, warp 0, lane 0]

Breakpoint 1, lengths<<<(2,1,1),(64,1,1)>>> (out=0x200000200000) at threads.cu:20
20	    all[i] = count(i + 1);
(cudasim) delete
(cudasim) continue
Continuing.
[Program exited normally]
(cudasim) quit
END */
