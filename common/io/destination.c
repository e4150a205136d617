/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _GNU_SOURCE /* O_PATH */
#endif
#define _XOPEN_SOURCE 700 /* S_ISVTX */

#include "common/io/destination.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/magic.h>
#include <sys/vfs.h>
#endif

#ifndef O_PATH
#define O_PATH O_RDONLY
#endif

enum { MOST_LINKS = 40 }; /* in a chain, as in the kernel */

static bool destination_fails(int error)
{
	errno = error;
	return false;
}

void destination_release(struct destination *to)
{
	const int error = errno;

	if (to->folder >= 0)
		close(to->folder);
	to->folder = -1;
	errno = error;
}

/* Open the directory of `path`, relative to the one before. */
static bool destination_enter(struct destination *to, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;
	char folder[DESTINATION_PATH + 1];
	int fd;

	if (strlen(name) >= sizeof(to->name))
		return destination_fails(ENAMETOOLONG);
	memcpy(to->name, name, strlen(name) + 1);
	snprintf(folder, sizeof(folder), "%.*s.", (int)(name - path), path);
	fd = openat(to->folder, folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return false;
	destination_release(to);
	to->folder = fd;
	return true;
}

static bool is_planted(const struct destination *to, const struct stat *file)
{
	const mode_t others = S_ISLNK(file->st_mode) ? S_IWOTH : S_IWOTH | S_IWGRP;
	struct stat folder;

	return fstat(to->folder, &folder) != 0 ||
	       ((folder.st_mode & S_ISVTX) && (folder.st_mode & others) &&
		file->st_uid != geteuid() && file->st_uid != folder.st_uid);
}

/* The text of a link there need not name what the kernel follows it to: "pipe:[123]". */
static bool is_procfs(const struct destination *to)
{
#if defined(__linux__)
	struct statfs status;

	return fstatfs(to->folder, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
#else
	(void)to;
	return false;
#endif
}

/* Look at the entry of the directory. */
static bool destination_look(struct destination *to)
{
	to->exists = fstatat(to->folder, to->name, &to->status, AT_SYMLINK_NOFOLLOW) == 0;
	if (!to->exists)
		return errno == ENOENT && (to->name[0] != '\0' || destination_fails(EISDIR));
	to->is_planted = is_planted(to, &to->status);
	if (to->is_planted)
		return destination_fails(EACCES);
	to->is_descriptor = S_ISLNK(to->status.st_mode) && is_procfs(to);
	if (to->is_descriptor && fstatat(to->folder, to->name, &to->status, 0) != 0)
		return false;
	return !S_ISDIR(to->status.st_mode) || destination_fails(EISDIR);
}

static bool is_same(const struct stat *one, const struct stat *other)
{
	return one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* `path` becomes the text of the link, which is still the one that was looked at. */
static bool destination_read_link(const struct destination *to, char path[DESTINATION_PATH])
{
	ssize_t length = readlinkat(to->folder, to->name, path, DESTINATION_PATH);
	struct stat now;

	if (length < 0)
		return false;
	if (length == DESTINATION_PATH)
		return destination_fails(ENAMETOOLONG);
	path[length] = '\0';
	if (fstatat(to->folder, to->name, &now, AT_SYMLINK_NOFOLLOW) != 0)
		return false;
	return is_same(&now, &to->status) || destination_fails(EACCES);
}

/* Follow links, if asked to, until the entry is none. */
static bool destination_walk(struct destination *to, char path[DESTINATION_PATH], bool follows)
{
	unsigned links;

	for (links = 0; links <= MOST_LINKS; links++) {
		if (!destination_enter(to, path) || !destination_look(to))
			return false;
		if (!follows || !to->exists || !S_ISLNK(to->status.st_mode))
			return true;
		if (!destination_read_link(to, path))
			return false;
	}
	return destination_fails(ELOOP);
}

static bool destination_begin(struct destination *to, const char *path, bool follows)
{
	char rest[DESTINATION_PATH];
	bool good;

	*to = (struct destination){.folder = AT_FDCWD};
	good = strlen(path) < sizeof(rest) || destination_fails(ENAMETOOLONG);
	if (good) {
		memcpy(rest, path, strlen(path) + 1);
		good = destination_walk(to, rest, follows);
	}
	if (!good)
		destination_release(to);
	return good;
}

bool destination_find(struct destination *to, const char *path)
{
	return destination_begin(to, path, true);
}

bool destination_find_entry(struct destination *to, const char *path)
{
	return destination_begin(to, path, false);
}

int destination_open(const struct destination *to, int flags)
{
	const int own = to->is_descriptor ? 0 : O_NOFOLLOW;
	const int fd = openat(to->folder, to->name, O_WRONLY | O_NOCTTY | O_CLOEXEC | own | flags);
	struct stat status;

	if (fd >= 0 && (fstat(fd, &status) != 0 || !is_same(&status, &to->status))) {
		close(fd); /* another file has taken the name */
		errno = EACCES;
		return -1;
	}
	return fd;
}
