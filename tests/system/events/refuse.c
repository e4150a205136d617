/* SPDX-License-Identifier: MIT */
/*
 * refuse CALL ERRNO COMMAND... - run a command for which a system call fails, by a filter (seccomp)
 * as containers have it. CALL is perf_event_open, or ring: the mapping of shared memory that is
 * read and written. Exits with 77 where there are no filters.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define ELSE_SKIP(value, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count)
#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)

#ifdef SYS_mmap2 /* what mmap() calls where there is it, on 32 bits */
enum { CALL_MMAP = SYS_mmap2 };
#else
enum { CALL_MMAP = SYS_mmap };
#endif

static int install(const struct sock_fprog *program)
{
	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, program) == 0;
}

static int refuse_open(unsigned error)
{
	struct sock_filter filter[] = {
		LOAD(nr),
		ELSE_SKIP(SYS_perf_event_open, 1),
		ANSWER(SECCOMP_RET_ERRNO | error),
		ANSWER(SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};

	return install(&program);
}

static int refuse_ring(unsigned error)
{
	struct sock_filter filter[] = {
		LOAD(nr),
		ELSE_SKIP(CALL_MMAP, 5),
		LOAD(args[2]),
		ELSE_SKIP(PROT_READ | PROT_WRITE, 3),
		LOAD(args[3]),
		ELSE_SKIP(MAP_SHARED, 1),
		ANSWER(SECCOMP_RET_ERRNO | error),
		ANSWER(SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog program = {sizeof(filter) / sizeof(filter[0]), filter};

	return install(&program);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		unsigned number;
	} errors[] = {{"EPERM", EPERM},   {"EACCES", EACCES}, {"ENOSYS", ENOSYS},
		      {"ENOENT", ENOENT}, {"EMFILE", EMFILE}, {"EBUSY", EBUSY}};
	unsigned error = 0;
	size_t i;

	if (argc < 4)
		return 2;
	for (i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (strcmp(argv[2], errors[i].name) == 0)
			error = errors[i].number;
	}
	if (error == 0)
		return 2;
	if (!(strcmp(argv[1], "ring") == 0 ? refuse_ring(error) : refuse_open(error)))
		return 77;
	execvp(argv[3], argv + 3);
	perror(argv[3]);
	return 127;
}
