/* SPDX-License-Identifier: MIT */
/*
 * os.h - what each system does in a way of its own. common/library.cmake chooses the files: Linux has
 * os_linux.c; others have os_others.c, and os_darwin.c or, by POSIX alone, os_posix.c. The rest of the
 * project asks for POSIX. What only saves time or memory does nothing where the system cannot do it.
 */
#ifndef FLAMBEAU_OS_H
#define FLAMBEAU_OS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>

/* ---- Memory ---- */

/* Whole huge pages, which have that size: let them be huge. */
void os_huge(void *memory, size_t size);

/*
 * Let malloc() take blocks of up to `most` bytes from the heap, and `size` bytes of the heap be in huge
 * pages, whose size is `huge`.
 */
void os_heap_expect(size_t size, size_t most, size_t huge);

/* Give back what malloc() keeps. */
void os_heap_trim(void);

/* Addresses that count for no limit before os_open() of a part of them. NULL: no memory. */
void *os_reserve(size_t size);
bool os_open(void *memory, size_t size);
void os_unreserve(void *memory, size_t size);

/* Whole pages of a map of a file, which are read anew if they are needed again. */
void os_forget(void *memory, size_t size);

/* The most bytes that this process had in memory. */
uint64_t os_peak_memory(void);

/* Bytes of the stack of a thread for which no size is asked; no more than it has. */
size_t os_thread_stack(void);

/* ---- Processes ---- */

/* Processors that this process may use. 0: not known. */
unsigned os_cpus(void);

/* End as a failure, at once: other threads go on, and no destructors run. */
_Noreturn void os_exit(int code);

/* Let SIGTERM end this process when its parent ends, where the system can. */
void os_end_with_parent(void);

/* Let orphans among the descendants be children of this process. */
void os_adopt(void);

/* exec() of a program of PATH with an environment. Returns if it fails. */
void os_exec(const char *program, char *const *arguments, char *const *environment);

/* Take away blocked signals that are pending, of those that this thread has just raised. */
void os_take_signals(const sigset_t *raised);

/* The file of the running program, without an ending zero; the bytes of it, 0 or less: not known. */
ssize_t os_program(char *path, size_t size);

/* A descriptor of a copy of the code that the kernel maps into this process. -1: none. */
int os_vdso_copy(void);

/* ---- Files ---- */

/* Open a folder whose names are to be used, though it need not be readable, below `at`. */
int os_open_folder(int at, const char *path, int flags);

/*
 * open(), where neither links nor ".." lead out of the folder. look: it has no effect on the file, and
 * nothing can be read. ENOSYS: the system cannot.
 */
int os_open_below(int folder, const char *path, int flags);
int os_look_below(int folder, const char *path);

/* A new file without a name, for os_link_nameless(). -1: there is none. */
int os_open_nameless(int folder, mode_t mode);
bool os_link_nameless(int fd, int folder, const char *name);

/* Copy the list of who may do what, beyond the mode. False: it is not known, or cannot be copied. */
bool os_copy_acl(int folder, const char *name, int to);

/* True if links there may name what they do not lead to. */
bool os_is_procfs(int fd);

/*
 * True if another machine, or a program, may set the times of the open file's file system: they are
 * those of another clock. Or that is not known.
 */
bool os_is_remote(int fd);

/* Which of those that had its inode in turn the file is. 0: not known. */
uint64_t os_generation(int fd);

uint32_t os_major(dev_t device);
uint32_t os_minor(dev_t device);

/* Nanoseconds since 1970: st_mtim and st_ctim of POSIX. */
int64_t os_written(const struct stat *status);
int64_t os_changed(const struct stat *status);

static inline int64_t os_nanoseconds(struct timespec time)
{
	return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Let a pipe hold so many bytes. */
void os_widen_pipe(int fd, int size);

/* ---- Random bytes, the terminal ---- */

enum { OS_ENTROPY = 256 }; /* bytes, the most that os_entropy() gives */

/* Bytes that nobody can guess. False: the kernel refuses. */
bool os_entropy(void *bytes, size_t size);

/* Likewise the first bytes, all where that is one call. Returns how many; 0: the kernel refuses. */
size_t os_random(void *bytes, size_t size);

/* The columns of a terminal. 0: it is none. */
unsigned os_columns(int fd);

#endif
