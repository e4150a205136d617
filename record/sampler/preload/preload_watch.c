/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* pipe2 */

#include "record/sampler/preload/preload.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { HIGH_FD = 200 }; /* out of the way of programs that count on low numbers */

static void close_others(int first, int second)
{
	const int last = 65536;
	int fd;

#ifdef SYS_close_range
	int low = first < second ? first : second, high = first < second ? second : first;

	close(STDIN_FILENO);
	close(STDOUT_FILENO);
	if ((low <= 3 || syscall(SYS_close_range, 3U, (unsigned)low - 1, 0U) == 0) &&
	    (high <= low + 1 ||
	     syscall(SYS_close_range, (unsigned)low + 1, (unsigned)high - 1, 0U) == 0) &&
	    syscall(SYS_close_range, (unsigned)high + 1, ~0U, 0U) == 0)
		return;
#endif
	for (fd = 0; fd < last; fd++) {
		if (fd != STDERR_FILENO && fd != first && fd != second)
			close(fd);
	}
}

/* Shared by the two. The process has it mapped as long as it is the same program. */
struct preload_watch {
	bool is_stopped; /* atomic */
};

/* "7f0000000000-7f0000001000 rw-s ..." is a line of what a process has mapped. */
static bool has_mapped(pid_t process, const void *memory)
{
	char path[64], line[512], wanted[64];
	bool found = false;
	FILE *maps;

	snprintf(path, sizeof(path), "/proc/%ld/maps", (long)process);
	snprintf(wanted, sizeof(wanted), "%lx-", (unsigned long)(uintptr_t)memory);
	maps = fopen(path, "r");
	if (!maps)
		return true;
	while (!found && fgets(line, sizeof(line), maps))
		found = strncmp(line, wanted, strlen(wanted)) == 0;
	fclose(maps);
	return found;
}

/*
 * The pipe ends with the program; but programs close descriptors that are not theirs, so its end
 * proves little.
 */
static void wait_for_end(int fd, pid_t process, const struct preload_watch *watch)
{
	struct timespec pause = {.tv_nsec = 1000000};
	const long longest = 100000000;
	ssize_t n;
	char byte;

	do {
		n = read(fd, &byte, 1);
	} while (n > 0 || (n < 0 && errno == EINTR));
	while (getppid() == process && has_mapped(process, watch)) {
		nanosleep(&pause, NULL);
		if (pause.tv_nsec < longest)
			pause.tv_nsec *= 2;
	}
}

static struct preload_watch *preload_watch_map(void)
{
	void *memory = mmap(NULL, sizeof(struct preload_watch), PROT_READ | PROT_WRITE,
			    MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/*
 * Forks by the system call: fork() would run handlers of other libraries, and its end would raise a
 * signal. The single thread that a program has at its start, and after fork(), holds no lock of the
 * library.
 */
struct preload_watch *preload_watch_start(int keep, void (*end)(void *context), void *context)
{
	struct preload_watch *watch = preload_watch_map();
	pid_t process = getpid();
	sigset_t all, before;
	int ends[2];
	long child;

	if (!watch || pipe2(ends, O_CLOEXEC) != 0)
		return NULL;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	child = syscall(SYS_clone, 0L, 0L, 0L, 0L, 0L);
	if (child == 0) {
		setsid();
		close_others(ends[0], keep);
		wait_for_end(ends[0], process, watch);
		if (!__atomic_load_n(&watch->is_stopped, __ATOMIC_SEQ_CST))
			end(context);
		_exit(0);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	close(ends[0]);
	if (fcntl(ends[1], F_DUPFD_CLOEXEC, HIGH_FD) >= 0)
		close(ends[1]);
	if (child > 0)
		return watch;
	munmap(watch, sizeof(*watch));
	return NULL;
}

void preload_watch_stop(struct preload_watch *watch)
{
	if (watch)
		__atomic_store_n(&watch->is_stopped, true, __ATOMIC_SEQ_CST);
}
