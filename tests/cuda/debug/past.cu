// past.cu - two launches that change the same words, for going back in time.

__device__ void add(int *sum, int what)
{
    *sum += what;
}

__global__ void sums(int *sum, int rounds)
{
    if (threadIdx.x >= 2)
        return;
    for (int r = 0; r < rounds; r++)
        add(&sum[threadIdx.x], r + 1);
    sum[2 + threadIdx.x] = sum[threadIdx.x];
}

int main()
{
    int *sum;
    cudaMalloc(&sum, 4 * sizeof(int));
    cudaMemset(sum, 0, 4 * sizeof(int));
    sums<<<1, 32>>>(sum, 2);
    sums<<<1, 32>>>(sum, 3);
    return cudaDeviceSynchronize();
}

/* SESSION -G
(cudasim) break sums
Breakpoint 1 at sums.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

Breakpoint 1, sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=2) at past.cu:10
10	    if (threadIdx.x >= 2)
(cudasim) info cuda kernels
  Kernel Parent Dev Grid GridDim          BlockDim         Invocation
*      0      -   0    1 (1,1,1)          (32,1,1)         sums(int*, int)
(cudasim) print *sum@4
$1 = {0, 0, 0, 0}
(cudasim) cuda thread 1
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (1,0,0), device 0, sm 0, warp 0, lane 1]
sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=2) at past.cu:10
10	    if (threadIdx.x >= 2)
(cudasim) watch sum[1]
Hardware watchpoint 2: sum[1]
(cudasim) continue
Continuing.
Hardware watchpoint 2: sum[1]

Old value = 0
New value = 1
add (sum=0x200000200004, what=1) at past.cu:6
6	}
(cudasim) backtrace
#0  add (sum=0x200000200004, what=1) at past.cu:6
#1  sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=2) at past.cu:13
(cudasim) continue
Continuing.
Hardware watchpoint 2: sum[1]

Old value = 1
New value = 3
add (sum=0x200000200004, what=2) at past.cu:6
6	}
(cudasim) reverse-continue
Hardware watchpoint 2: sum[1]

Old value = 3
New value = 1
add (sum=0x200000200004, what=2) at past.cu:5
5	    *sum += what;
(cudasim) print *sum
$2 = 1
(cudasim) reverse-continue
Hardware watchpoint 2: sum[1]

Old value = 1
New value = 0
add (sum=0x200000200004, what=1) at past.cu:5
5	    *sum += what;
(cudasim) reverse-continue

Breakpoint 1, sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=2) at past.cu:10
10	    if (threadIdx.x >= 2)
(cudasim) reverse-continue
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

No more reverse-execution history.
sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=2) at past.cu:8
8	__global__ void sums(int *sum, int rounds)
(cudasim) info frame
#0  sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=2) at past.cu:8
8	__global__ void sums(int *sum, int rounds)
 step 0 of launch 0; PTX instruction 0 of sums(int*, int)
(cudasim) delete 1
(cudasim) continue
Continuing.
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (1,0,0), device 0, sm 0, warp 0, lane 1]
Hardware watchpoint 2: sum[1]

Old value = 0
New value = 1
add (sum=0x200000200004, what=1) at past.cu:6
6	}
(cudasim) continue
Continuing.
Hardware watchpoint 2: sum[1]

Old value = 1
New value = 3
add (sum=0x200000200004, what=2) at past.cu:6
6	}
(cudasim) continue
Continuing.
[Switching focus to CUDA kernel 1, grid 2, block (0,0,0), thread (1,0,0), device 0, sm 0, warp 0, lane 1]
Hardware watchpoint 2: sum[1]

Old value = 3
New value = 4
add (sum=0x200000200004, what=1) at past.cu:6
6	}
(cudasim) continue
Continuing.
Hardware watchpoint 2: sum[1]

Old value = 4
New value = 6
add (sum=0x200000200004, what=2) at past.cu:6
6	}
(cudasim) info breakpoints
Num     Type            Disp Enb What
2       hw watchpoint   keep y   sum[1]
	breakpoint already hit 6 times
(cudasim) when *sum
It changed last in step 52 of launch 1, past.cu:5: thread (1,0,0) of block (0,0,0) wrote 6 over 4.
Before that, it changed 1 time since the kernel began.
goto 52 goes there.
(cudasim) delete
(cudasim) next
sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=3) at past.cu:12
12	    for (int r = 0; r < rounds; r++)
(cudasim) next
13	        add(&sum[threadIdx.x], r + 1);
(cudasim) next
12	    for (int r = 0; r < rounds; r++)
(cudasim) reverse-next
13	        add(&sum[threadIdx.x], r + 1);
(cudasim) reverse-next
12	    for (int r = 0; r < rounds; r++)
(cudasim) reverse-next
13	        add(&sum[threadIdx.x], r + 1);
(cudasim) when sum[3]
It changed last in step 72 of launch 0, past.cu:14: thread (1,0,0) of block (0,0,0) wrote 3 over 0.
(cudasim) when sum[2]
It changed last in step 72 of launch 0, past.cu:14: thread (0,0,0) of block (0,0,0) wrote 3 over 0.
(cudasim) goto 1
[Switching focus to CUDA kernel 1, grid 2, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]
sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=3) at past.cu:8
8	__global__ void sums(int *sum, int rounds)
(cudasim) goto x
goto needs a step of this launch, a number; now is step 1.
(cudasim) reverse-step
8	__global__ void sums(int *sum, int rounds)
(cudasim) stepi
8	__global__ void sums(int *sum, int rounds)
(cudasim) stepi
10	    if (threadIdx.x >= 2)
(cudasim) reverse-stepi
8	__global__ void sums(int *sum, int rounds)
(cudasim) info frame
#0  sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=3) at past.cu:8
8	__global__ void sums(int *sum, int rounds)
 step 1 of launch 1; PTX instruction 1 of sums(int*, int)
(cudasim) rwatch sum[0]
Hardware read watchpoint 3: sum[0]
(cudasim) awatch sum[0] if sum[0] > 8
Hardware access (read/write) watchpoint 4: sum[0]
(cudasim) continue
Continuing.
Hardware read watchpoint 3: sum[0]

Value = 3
add (sum=0x200000200000, what=1) at past.cu:5
5	    *sum += what;
(cudasim) continue
Continuing.
Hardware read watchpoint 3: sum[0]

Value = 4
add (sum=0x200000200000, what=2) at past.cu:5
5	    *sum += what;
(cudasim) delete 3
(cudasim) continue
Continuing.
Hardware access (read/write) watchpoint 4: sum[0]

Old value = 6
New value = 9
add (sum=0x200000200000, what=3) at past.cu:6
6	}
(cudasim) watch what
what is in a register; only memory can be watched.
(cudasim) watch what + 1
Cannot watch constant value `what + 1'.
(cudasim) watch
Argument required (expression to compute).
(cudasim) reverse-finish
sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=3) at past.cu:13
13	        add(&sum[threadIdx.x], r + 1);
(cudasim) delete
(cudasim) until
14	    sum[2 + threadIdx.x] = sum[threadIdx.x];
(cudasim) goto 40
sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=3) at past.cu:13
13	        add(&sum[threadIdx.x], r + 1);
(cudasim) tbreak add if what == 3
Temporary breakpoint 5 at add.
(cudasim) continue
Continuing.

Temporary breakpoint 5, add (sum=0x200000200000, what=3) at past.cu:5
5	    *sum += what;
(cudasim) reverse-finish
sums<<<(1,1,1),(32,1,1)>>> (sum=0x200000200000, rounds=3) at past.cu:13
13	        add(&sum[threadIdx.x], r + 1);
(cudasim) finish
"finish" not meaningful in the outermost frame.
(cudasim) kill
[Program ended by signal 9]
(cudasim) run
[Program exited normally]
(cudasim) quit
END */

/* SESSION -O2
(cudasim) break sums
Breakpoint 1 at sums.
(cudasim) run
[Switching focus to CUDA kernel 0, grid 1, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

Breakpoint 1, sums<<<(1,1,1),(32,1,1)>>> (param_0=0x200000200000, param_1=2)
(cudasim) list
No line number information: build with -G or -lineinfo.
(cudasim) info args
param_0 = 0x200000200000
param_1 = 2
(cudasim) stepi
step 1 of sums
(cudasim) reverse-stepi
step 0 of sums
(cudasim) next
Single stepping until exit from function sums,
which has no line number information.
[Switching focus to CUDA kernel 1, grid 2, block (0,0,0), thread (0,0,0), device 0, sm 0, warp 0, lane 0]

Breakpoint 1, sums<<<(1,1,1),(32,1,1)>>> (param_0=0x200000200000, param_1=3)
(cudasim) d
(cudasim) continue
Continuing.
[Program exited normally]
(cudasim) quit
END */
