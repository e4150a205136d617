/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memfd_create */
#include "common/library/seam.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STREAMS = 3 };

static void close_fd(uintptr_t thing, size_t unused)
{
	(void)unused;
	close((int)thing);
}

static void close_folder(uintptr_t thing, size_t unused)
{
	(void)unused;
	closedir((DIR *)thing);
}

static struct call *seam_files_call_here(void)
{
	struct seat *seat = seat_get();

	return seat ? seat->call : NULL;
}

int seam_failed(int result)
{
	struct call *call = seam_files_call_here();

	if (result < 0 && call) {
		const int why = errno;

		pthread_mutex_lock(&call->lock);
		if (why > 0 && why < CALL_ERRORS)
			call->failed_with[why] = true;
		pthread_mutex_unlock(&call->lock);
		errno = why;
	}
	return result;
}

/* The call closes it when it ends. */
static int own(int fd)
{
	struct call *call = seam_files_call_here();

	if (fd < 0 || !call)
		return seam_failed(fd);
	if (heap_own(call->heap,
		     &(struct heap_resource){.thing = (uintptr_t)fd, .release = close_fd}))
		return fd;
	errno = ENOMEM;
	return seam_failed(-1);
}

/* A file may be made: with a name, or without one. */
static bool makes_a_file(int flags)
{
#ifdef O_TMPFILE
	if ((flags & O_TMPFILE) == O_TMPFILE)
		return true;
#endif
	return (flags & O_CREAT) != 0;
}

/* The mode that follows where a file may be made. */
#define MODE_OF(flags, mode)                                                                       \
	do {                                                                                       \
		if (makes_a_file(flags)) {                                                         \
			va_list args;                                                              \
			va_start(args, flags);                                                     \
			mode = (mode_t)va_arg(args, int);                                          \
			va_end(args);                                                              \
		}                                                                                  \
	} while (0)

int seam_open(const char *path, int flags, ...)
{
	const int operand = seam_operand(path);
	mode_t mode = 0;

	if (operand >= 0)
		return operand;
	MODE_OF(flags, mode);
	return own(open(path, flags | O_CLOEXEC, mode));
}

int seam_openat(int folder, const char *path, int flags, ...)
{
	mode_t mode = 0;

	MODE_OF(flags, mode);
	return own(openat(folder, path, flags | O_CLOEXEC, mode));
}

int seam_close(int fd)
{
	struct call *call = seam_files_call_here();

	if (fd < STREAMS || seam_source(fd))
		return 0; /* the caller's */
	if (call)
		heap_disown(call->heap, (uintptr_t)fd, close_fd);
	return close(fd);
}

int seam_dup(int fd)
{
	return own(fcntl(fd, F_DUPFD_CLOEXEC, STREAMS));
}

int seam_fcntl(int fd, int command, ...)
{
	va_list args;
	int argument;

	if (fd < STREAMS || seam_source(fd))
		return 0; /* how large a pipe is, is the caller's choice */
	va_start(args, command);
	argument = va_arg(args, int);
	va_end(args);
	if (command == F_DUPFD_CLOEXEC)
		return own(fcntl(fd, command, argument));
	return fcntl(fd, command, argument);
}

int seam_pipe(int ends[2])
{
	if (pipe(ends) != 0)
		return seam_failed(-1);
	if (own(ends[0]) >= 0 && own(ends[1]) >= 0)
		return 0;
	return -1;
}

int seam_mkstemp(char *path)
{
	return own(mkostemp(path, O_CLOEXEC));
}

int seam_memfd_create(const char *name, unsigned flags)
{
	return own(memfd_create(name, flags));
}

DIR *seam_opendir(const char *path)
{
	struct call *call = seam_files_call_here();
	DIR *folder = opendir(path);

	if (folder && call &&
	    !heap_own(call->heap, &(struct heap_resource){.thing = (uintptr_t)folder,
							  .release = close_folder})) {
		folder = NULL;
		errno = ENOMEM;
	}
	if (!folder)
		seam_failed(-1);
	return folder;
}

int seam_closedir(DIR *folder)
{
	struct call *call = seam_files_call_here();

	if (call)
		heap_disown(call->heap, (uintptr_t)folder, close_folder);
	return closedir(folder);
}

int seam_stat(const char *path, struct stat *status)
{
	const int operand = seam_operand(path);

	return operand >= 0 ? seam_fstat(operand, status) : seam_failed(stat(path, status));
}

int seam_access(const char *path, int mode)
{
	return seam_operand(path) >= 0 ? 0 : seam_failed(access(path, mode));
}
