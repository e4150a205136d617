/* SPDX-License-Identifier: MIT */
/*
 * Call stacks in memory that another thread unmaps while they are walked: sampler_memory CASE.
 *
 * ctest: sampler.@TOOL@ short sampler NEEDS sampler WITH LD_LIBRARY_PATH=@lib@ EACH unmapped,unmapped-no-readv RUN @TOOL@
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS */

#include <pthread.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "tests/system/sampler/sampler_test.h"

#if __has_include(<linux/seccomp.h>)
#include <linux/filter.h>
#include <linux/seccomp.h>
#endif

enum {
	STACK = 256 << 10, /* bytes; of the thread that is sampled, the frames lie above it */
	FRAMES = 16384,
	SKIPPED = 77, /* the exit code of a test that cannot run here */
};

/* The memory at a frame pointer. */
struct frame {
	struct frame *caller;
	uintptr_t pc;
};

#define FRAMES_SIZE (FRAMES * sizeof(struct frame))

static struct frame *frames;
static bool is_done; /* atomic */

#if defined(__x86_64__)
/* `rounds` of a loop with another frame pointer. */
static void spin(const struct frame *leaf, unsigned long rounds)
{
	__asm__ volatile("mov %%rbp, %%r12\n\tmov %1, %%rbp\n"
			 "1:\tdec %0\n\tjnz 1b\n\tmov %%r12, %%rbp"
			 : "+r"(rounds)
			 : "r"(leaf)
			 : "r12", "cc", "memory");
}
#define CAN_SPIN true
#elif defined(__aarch64__)
static void spin(const struct frame *leaf, unsigned long rounds)
{
	__asm__ volatile("mov x19, x29\n\tmov x29, %1\n"
			 "1:\tsubs %0, %0, #1\n\tb.ne 1b\n\tmov x29, x19"
			 : "+r"(rounds)
			 : "r"(leaf)
			 : "x19", "cc", "memory");
}
#define CAN_SPIN true
#else
static void spin(const struct frame *leaf, unsigned long rounds)
{
	(void)leaf;
	(void)rounds;
}
#define CAN_SPIN false
#endif

/* Map the frames, which are those of a file. */
static bool map_frames(int fd)
{
	return mmap(frames, FRAMES_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) ==
	       frames;
}

/* They are there most of the time, and for less time than a walk takes. */
static void *unmap_and_map(void *fd)
{
	bool ok = true;

	while (ok && !__atomic_load_n(&is_done, __ATOMIC_RELAXED)) {
		munmap(frames, FRAMES_SIZE);
		ok = map_frames(*(int *)fd);
		usleep(100);
	}
	CHECK(ok);
	return NULL;
}

static void *be_sampled(void *context)
{
	double end = thread_seconds() + *(const double *)context;

	while (thread_seconds() < end)
		spin(frames, 1000000);
	__atomic_store_n(&is_done, true, __ATOMIC_RELAXED);
	return NULL;
}

/* A stack for the thread that is sampled, and the frames above it. */
static char *map_stack(int fd)
{
	char *memory = mmap(NULL, STACK + FRAMES_SIZE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	size_t i;

	CHECK(memory != MAP_FAILED && ftruncate(fd, FRAMES_SIZE) == 0);
	frames = (struct frame *)(void *)(memory + STACK);
	CHECK(map_frames(fd));
	for (i = 0; i < FRAMES; i++)
		frames[i] = (struct frame){i + 1 < FRAMES ? &frames[i + 1] : NULL,
					   (uintptr_t)map_stack + 1};
	return memory;
}

/* Walks along frames that come and go: some end early, and the program goes on. */
static void unmapped(void)
{
	struct flamesample_options options;
	pthread_t sampled, unmapping;
	struct flamesample_stats stats;
	pthread_attr_t attributes;
	FILE *file = tmpfile();
	int fd = file ? fileno(file) : -1;
	char *memory = map_stack(fd);
	double seconds = 3;
	struct buf folded;

	flamesample_options_init(&options, sizeof(options));
	options.hz = 1000;
	options.depth = FRAMES + 16;
	options.buckets = 16;
	options.spill_size = 1 << 20;
	options.unwinder = FLAMESAMPLE_UNWIND_FRAMES;
	must_start(&options);
	pthread_attr_init(&attributes);
	pthread_attr_setstack(&attributes, memory, STACK);
	CHECK(pthread_create(&sampled, &attributes, be_sampled, &seconds) == 0);
	CHECK(pthread_create(&unmapping, NULL, unmap_and_map, &fd) == 0);
	pthread_join(sampled, NULL);
	pthread_join(unmapping, NULL);
	pthread_attr_destroy(&attributes);
	folded = stop_and_fold(&stats);
	CHECK(stats.samples > 30);
	CHECK(folded_with(buf_slice(&folded), "map_stack;map_stack;") > 10);
	buf_release(&folded);
	fclose(file);
}

/* From now on process_vm_readv() fails, as it does in some containers. */
static bool refuse_readv(void)
{
#if defined(SECCOMP_MODE_FILTER)
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_process_vm_readv, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = {.len = ARRAY_LEN(filter), .filter = filter};

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
	return false;
#endif
}

static const struct {
	const char *name;
	bool is_refused;
} cases[] = {
	{"unmapped", false},
	{"unmapped-no-readv", true},
};

int main(int argc, char **argv)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(cases) && argc > 1; i++) {
		if (strcmp(cases[i].name, argv[1]) != 0)
			continue;
		if (!CAN_SPIN || (cases[i].is_refused && !refuse_readv()))
			return SKIPPED;
		unmapped();
		return check_done();
	}
	fprintf(stderr, "usage: sampler_memory CASE\n");
	return 2;
}
