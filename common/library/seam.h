/* SPDX-License-Identifier: MIT */
/*
 * seam.h - what the programs' objects call in libflambeau instead of libc and of two other
 * libraries: each seam_NAME() takes what NAME() takes. seam.syms has the names.
 */
#ifndef FLAMBEAU_SEAM_H
#define FLAMBEAU_SEAM_H

#include <dirent.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "common/library/call.h"

/* seam_memory.c */
void *seam_malloc(size_t size);
void *seam_calloc(size_t count, size_t size);
void *seam_realloc(void *old, size_t size);
void *seam_aligned_alloc(size_t align, size_t size);
void seam_free(void *memory);
void *seam_mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset);
int seam_mprotect(void *at, size_t size, int protection);
int seam_munmap(void *at, size_t size);

/* seam_files.c: descriptors are the call's, and closed when it ends */
int seam_open(const char *path, int flags, ...);
int seam_openat(int folder, const char *path, int flags, ...);
int seam_mkstemp(char *path);
int seam_close(int fd);
int seam_dup(int fd);
int seam_fcntl(int fd, int command, ...);
int seam_pipe(int ends[2]);
int seam_memfd_create(const char *name, unsigned flags);
DIR *seam_opendir(const char *path);
int seam_closedir(DIR *folder);
int seam_stat(const char *path, struct stat *status);
int seam_access(const char *path, int mode);

/* seam_streams.c: 0, 1 and 2 are the call's, and so are its operands that are sources */
ssize_t seam_read(int fd, void *to, size_t size);
ssize_t seam_pread(int fd, void *to, size_t size, off_t at);
ssize_t seam_write(int fd, const void *from, size_t size);
off_t seam_lseek(int fd, off_t offset, int whence);
int seam_fstat(int fd, struct stat *status);
int seam_isatty(int fd);
int seam_poll(struct pollfd *fds, nfds_t count, int timeout);
size_t seam_fwrite(const void *from, size_t size, size_t count, FILE *file);

/* The source of a descriptor, or of a path that is an operand; NULL if it is none. */
struct flambeau_source *seam_source(int fd);
int seam_operand(const char *path); /* its descriptor; -1 if it is none */

/* Remember errno for the error's code; returns `result`. */
int seam_failed(int result);

/* seam_threads.c */
int seam_thread_create(pthread_t *id, const pthread_attr_t *attributes, void *(*work)(void *),
		       void *argument);
int seam_thread_join(pthread_t id, void **result);
int seam_mutex_lock(pthread_mutex_t *mutex);
int seam_mutex_trylock(pthread_mutex_t *mutex);
int seam_mutex_unlock(pthread_mutex_t *mutex);
int seam_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int seam_posix_spawnp(pid_t *child, const char *file, const posix_spawn_file_actions_t *actions,
		      const posix_spawnattr_t *attributes, char *const argv[],
		      char *const environment[]);
pid_t seam_waitpid(pid_t child, int *status, int options);
struct sigaction;
int seam_sigaction(int signal, const struct sigaction *action, struct sigaction *before);
_Noreturn void seam_quick_exit(int code);

#endif
