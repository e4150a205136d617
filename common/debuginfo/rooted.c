/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/rooted.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/system/os.h"

enum {
	READ = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK,
	LINKS = 40,  /* limit of links to follow */
	DEPTH = 128, /* of folders */
	PATH_SIZE = 4096,
};

static void close_quietly(int fd)
{
	const int saved = errno;

	close(fd);
	errno = saved;
}

/* -1 if it is anything else: reading from a pipe or a device could wait for ever. */
static int regular(int fd)
{
	struct stat status;

	if (fd < 0 || (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)))
		return fd;
	close(fd);
	errno = EISDIR;
	return -1;
}

/*
 * True if the file is safe to open. Opening a device can have effects, such as starting a watchdog,
 * and the path comes from the recording, which is not trusted.
 */
static bool may_open(int folder, const char *path, int flags)
{
	struct stat status;

	if (fstatat(folder, path, &status, flags) != 0)
		return false;
	errno = EISDIR;
	return S_ISREG(status.st_mode);
}

/* ---- Folder by folder ---- */

struct walk {
	int folders[DEPTH]; /* the first is the root */
	size_t depth;
	char path[PATH_SIZE]; /* the rest of it */
	unsigned links;
};

static int failed(int error)
{
	errno = error;
	return -1;
}

/* Set what is left to a link's target and what follows the link. */
static bool rooted_follow(struct walk *walk, const char *target, size_t size, const char *rest)
{
	const size_t left = strlen(rest);

	if (++walk->links > LINKS || size + 1 + left + 1 > sizeof(walk->path)) {
		errno = ELOOP;
		return false;
	}
	memmove(walk->path + size + 1, rest, left + 1);
	memcpy(walk->path, target, size);
	walk->path[size] = '/';
	while (target[0] == '/' && walk->depth > 1)
		close(walk->folders[--walk->depth]);
	return true;
}

static bool enter(struct walk *walk, const char *name)
{
	int fd;

	if (walk->depth == DEPTH) {
		errno = ENAMETOOLONG;
		return false;
	}
	fd = os_open_folder(walk->folders[walk->depth - 1], name, O_NOFOLLOW);
	if (fd >= 0)
		walk->folders[walk->depth++] = fd;
	return fd >= 0;
}

/* One name of the path; -1 with errno 0 if there are more of them. */
static int step(struct walk *walk)
{
	char name[NAME_MAX + 1], target[PATH_SIZE];
	const char *at = walk->path + strspn(walk->path, "/");
	const size_t size = strcspn(at, "/");
	const char *rest = at + size + strspn(at + size, "/");
	const int folder = walk->folders[walk->depth - 1];
	ssize_t length;

	if (size > NAME_MAX)
		return failed(ENAMETOOLONG);
	memcpy(name, at, size);
	name[size] = '\0';
	if (strcmp(name, "..") == 0 && walk->depth > 1) {
		close(walk->folders[--walk->depth]);
	} else if (size > 0 && strcmp(name, "..") != 0 && strcmp(name, ".") != 0) {
		length = readlinkat(folder, name, target, sizeof(target));
		if (length > 0)
			return rooted_follow(walk, target, (size_t)length, rest) ? failed(0) : -1;
		if (errno != EINVAL) /* it is a link or not there */
			return -1;
		if (*rest == '\0')
			return may_open(folder, name, AT_SYMLINK_NOFOLLOW)
				       ? openat(folder, name, READ | O_NOFOLLOW)
				       : -1;
		if (!enter(walk, name))
			return -1;
	}
	memmove(walk->path, rest, strlen(rest) + 1);
	return failed(walk->path[0] ? 0 : EISDIR);
}

static int walk_from(int root, const char *path)
{
	struct walk walk = {.folders = {root}, .depth = 1};
	const size_t size = strlen(path);
	int fd = -1;

	if (size + 1 > sizeof(walk.path))
		return failed(ENAMETOOLONG);
	memcpy(walk.path, path, size + 1);
	do {
		fd = step(&walk);
	} while (fd < 0 && errno == 0);
	while (walk.depth > 1)
		close_quietly(walk.folders[--walk.depth]);
	return fd;
}

COLD int rooted_open_by_steps(const char *root, const char *path)
{
	const int folder = os_open_folder(AT_FDCWD, root, 0);
	int fd;

	if (folder < 0)
		return -1;
	fd = walk_from(folder, path);
	close_quietly(folder);
	return regular(fd);
}

/* ---- By the kernel ---- */

static int open_in_root(const char *root, const char *path)
{
	const int folder = os_open_folder(AT_FDCWD, root, 0);
	int fd;

	if (folder < 0)
		return -1;
	fd = regular(os_look_below(folder, path)); /* which opens nothing yet */
	if (fd >= 0) {
		close(fd);
		fd = os_open_below(folder, path, READ);
	}
	close_quietly(folder);
	return fd;
}

COLD int rooted_open(const char *root, const char *path)
{
	int fd;

	if (root && path[0] != '/')
		return failed(ENOENT);
	if (!root)
		return may_open(AT_FDCWD, path, 0) ? regular(open(path, READ)) : -1;
	fd = open_in_root(root, path);
	if (fd < 0 && (errno == ENOSYS || errno == EPERM || errno == EAGAIN))
		return rooted_open_by_steps(root, path);
	return regular(fd);
}
