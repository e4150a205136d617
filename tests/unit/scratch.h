/* SPDX-License-Identifier: MIT */
/*
 * scratch.h - files that a unit test makes, what it prints, and random numbers that are the same in
 * every run. Files live in a folder of the process's own, removed by scratch_end().
 */
#ifndef FLAMBEAU_SCRATCH_H
#define FLAMBEAU_SCRATCH_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/base/buf.h"

static char scratch_folder[256];

static inline void scratch_begin(void)
{
	const char *base = getenv("TMPDIR");

	snprintf(scratch_folder, sizeof(scratch_folder), "%s/flambeau-XXXXXX",
		 base ? base : "/tmp");
	if (!mkdtemp(scratch_folder)) {
		perror(scratch_folder);
		exit(1);
	}
}

/* The path of a file in the folder; good until the 16th call after. */
static inline const char *scratch_path(const char *name)
{
	static char paths[16][512];
	static unsigned next;
	char *path = paths[next++ % 16];

	snprintf(path, sizeof(paths[0]), "%s/%s", scratch_folder, name);
	return path;
}

/* How many files there are in the folder, and their removal. */
static inline unsigned scratch_files(bool remove_them)
{
	DIR *folder = opendir(scratch_folder);
	const struct dirent *entry;
	unsigned count = 0;

	if (!folder)
		return 0;
	while ((entry = readdir(folder)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		count++;
		if (remove_them)
			unlink(scratch_path(entry->d_name));
	}
	closedir(folder);
	return count;
}

static inline void scratch_end(void)
{
	scratch_files(true);
	rmdir(scratch_folder);
}

static inline const char *scratch_write(const char *name, struct slice text)
{
	const char *path = scratch_path(name);
	FILE *file = fopen(path, "wb");

	if (!file || fwrite(text.ptr, 1, text.len, file) != text.len || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
	return path;
}

/* All of a file, appended; false if it cannot be read. */
static inline bool scratch_read(const char *path, struct buf *out)
{
	FILE *file = fopen(path, "rb");
	size_t n;

	if (!file)
		return false;
	while ((n = fread(buf_reserve(out, 4096), 1, 4096, file)) > 0)
		out->len += n;
	fclose(file);
	return true;
}

static inline bool scratch_holds(const char *path, struct slice text)
{
	struct buf found = {0};
	bool good = scratch_read(path, &found) && slice_equal(buf_slice(&found), text);

	buf_release(&found);
	return good;
}

/* Captures output to a file descriptor, from capture_begin() to capture_end(). */
struct capture {
	int fd, saved;
	char path[512];
};

static inline struct capture capture_begin(int fd)
{
	struct capture capture = {.fd = fd};
	int to;

	snprintf(capture.path, sizeof(capture.path), "%s", scratch_path(fd == 1 ? "out" : "err"));
	fflush(NULL);
	capture.saved = dup(fd);
	to = open(capture.path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	dup2(to, fd);
	close(to);
	return capture;
}

static inline void capture_end(const struct capture *capture, struct buf *out)
{
	fflush(NULL);
	dup2(capture->saved, capture->fd);
	close(capture->saved);
	scratch_read(capture->path, out);
	unlink(capture->path);
}

/* The exit code of a function that runs in a process of its own, silently; -1 if it was killed. */
static inline int exit_code_of(void (*run)(void))
{
	int status = 0;
	pid_t child;

	fflush(NULL);
	child = fork();
	if (child == 0) {
		int null = open("/dev/null", O_WRONLY);

		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
		run();
		_exit(0);
	}
	while (waitpid(child, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* xorshift64: the same numbers in every run. */
static inline uint64_t scratch_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static inline size_t scratch_below(uint64_t *state, size_t limit)
{
	return (size_t)(scratch_random(state) % limit);
}

/* TEST_CASES() that make files. */
#define TEST_SCRATCH(name)                                                                         \
	TEST(name)                                                                                 \
	{                                                                                          \
		scratch_begin();                                                                   \
		check_cases();                                                                     \
		scratch_end();                                                                     \
		return check_done();                                                               \
	}

#endif
