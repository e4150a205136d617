/* SPDX-License-Identifier: MIT */
/* What no system but Linux does in a way of its own, by POSIX alone. */
#include "common/system/os.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern char **environ;

/* ---- Memory ---- */

void os_huge(void *memory, size_t size)
{
	(void)memory;
	(void)size;
}

void os_heap_expect(size_t size, size_t most, size_t huge)
{
	(void)size;
	(void)most;
	(void)huge;
}

void os_heap_trim(void)
{
}

/* There is no limit, and memory that was never touched costs nothing. */
void *os_reserve(size_t size)
{
	return malloc(size);
}

bool os_open(void *memory, size_t size)
{
	(void)memory;
	(void)size;
	return true;
}

void os_unreserve(void *memory, size_t size)
{
	(void)size;
	free(memory);
}

void os_forget(void *memory, size_t size)
{
	posix_madvise(memory, size, POSIX_MADV_DONTNEED);
}

/* ---- Processes ---- */

_Noreturn void os_exit(int code)
{
	_exit(code);
}

void os_end_with_parent(void)
{
}

void os_adopt(void)
{
}

void os_exec(const char *program, char *const *arguments, char *const *environment)
{
	environ = (char **)(uintptr_t)environment;
	execvp(program, arguments);
}

/* sigwait() waits only for what is pending. */
void os_take_signals(const sigset_t *raised)
{
	static const int numbers[] = {SIGPIPE, SIGXFSZ};
	sigset_t pending, one;
	int number;
	size_t i;

	for (i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		sigpending(&pending);
		if (sigismember(raised, numbers[i]) != 1 || sigismember(&pending, numbers[i]) != 1)
			continue;
		sigemptyset(&one);
		sigaddset(&one, numbers[i]);
		sigwait(&one, &number);
	}
}

int os_vdso_copy(void)
{
	return -1;
}

/* ---- Files ---- */

int os_open_folder(int at, const char *path, int flags)
{
	return openat(at, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
}

int os_open_below(int folder, const char *path, int flags)
{
	(void)folder;
	(void)path;
	(void)flags;
	errno = ENOSYS;
	return -1;
}

int os_look_below(int folder, const char *path)
{
	return os_open_below(folder, path, 0);
}

int os_open_nameless(int folder, mode_t mode)
{
	(void)folder;
	(void)mode;
	return -1;
}

bool os_link_nameless(int fd, int folder, const char *name)
{
	(void)fd;
	(void)folder;
	(void)name;
	errno = ENOSYS;
	return false;
}

bool os_is_procfs(int fd)
{
	(void)fd;
	return false;
}

uint64_t os_generation(int fd)
{
	(void)fd;
	return 0;
}

void os_widen_pipe(int fd, int size)
{
	(void)fd;
	(void)size;
}

/* ---- Random bytes ---- */

size_t os_random(void *bytes, size_t size)
{
	const size_t part = size < OS_ENTROPY ? size : OS_ENTROPY;

	return os_entropy(bytes, part) ? part : 0;
}
