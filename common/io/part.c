/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _GNU_SOURCE /* O_TMPFILE */
#endif

#include "common/io/part.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/xattr.h>
#endif

enum {
	MOST_NAMES = 100,
	MOST_ACL = 4096, /* bytes */
	PART_LINK = 32,  /* bytes of "/proc/self/fd/N" */
};

/* False if the file has an ACL that the new one does not get, or if that is not known. */
static bool copy_acl(const struct part_file *part)
{
#if defined(__linux__)
	static const char acl[] = "system.posix_acl_access";
	const int old = openat(part->target.folder, part->target.name,
			       O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	char text[MOST_ACL];
	ssize_t size;
	bool good;

	if (old < 0)
		return false;
	size = fgetxattr(old, acl, text, sizeof(text));
	good = size >= 0 ? fsetxattr(part->fd, acl, text, (size_t)size, 0) == 0 : errno != ERANGE;
	if (size < 0 && good)
		fremovexattr(part->fd, acl); /* from the default ACL of the directory */
	close(old);
	return good;
#else
	(void)part;
	return true;
#endif
}

/* The new file is open to its owner alone before this. */
static void copy_access(const struct part_file *part)
{
	const struct stat *old = &part->target.status;
	mode_t mode = old->st_mode & 0777, common = (mode >> 3) & mode & 07;
	struct stat status;

	if (fchown(part->fd, old->st_uid, old->st_gid) != 0 &&
	    fchown(part->fd, (uid_t)-1, old->st_gid) != 0 &&
	    (fstat(part->fd, &status) != 0 || status.st_gid != old->st_gid))
		mode = (mode & 0700) | common << 3 | common; /* for whatever group it has */
	if (!copy_acl(part))
		mode &= 0700;
	fchmod(part->fd, mode);
}

/* The temporary name of that number. */
static bool part_make_name(struct part_file *part, unsigned number)
{
	const size_t size = sizeof(part->name);
	const int length = snprintf(part->name, size,
				    number == 0 ? "%s.%ld.part" : "%s.%ld-%u.part",
				    part->target.name, (long)getpid(), number);

	if (length >= 0 && (size_t)length < size)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

static void part_open_named(struct part_file *part, mode_t mode)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	unsigned number = 0;

	do {
		if (!part_make_name(part, number))
			break;
		part->fd = openat(part->target.folder, part->name, flags, mode);
	} while (part->fd < 0 && errno == EEXIST && ++number < MOST_NAMES);
	if (part->fd < 0)
		part->name[0] = '\0';
}

#if defined(O_TMPFILE)
/* How the open file can be named: open(2), O_TMPFILE. */
static void own_link(const struct part_file *part, char link[PART_LINK])
{
	snprintf(link, PART_LINK, "/proc/self/fd/%d", part->fd);
}

static void open_nameless(struct part_file *part, mode_t mode)
{
	char link[PART_LINK];

	part->fd = openat(part->target.folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
	own_link(part, link);
	if (part->fd >= 0 && access(link, F_OK) != 0) { /* no /proc */
		close(part->fd);
		part->fd = -1;
	}
}

bool part_link(struct part_file *part)
{
	char link[PART_LINK];
	unsigned number = 0;
	bool linked = part->name[0] != '\0';

	own_link(part, link);
	while (!linked && number < MOST_NAMES && part_make_name(part, number++)) {
		linked = linkat(AT_FDCWD, link, part->target.folder, part->name,
				AT_SYMLINK_FOLLOW) == 0;
		if (!linked && errno != EEXIST)
			break;
	}
	if (!linked)
		part->name[0] = '\0';
	return linked;
}
#else
static void open_nameless(struct part_file *part, mode_t mode)
{
	(void)part;
	(void)mode;
}

bool part_link(struct part_file *part)
{
	(void)part;
	return true;
}
#endif

bool part_open(struct part_file *part, mode_t mode)
{
	const bool replaces = part->target.exists;

	part->fd = -1;
	part->name[0] = '\0';
	open_nameless(part, replaces ? 0600 : mode);
	if (part->fd < 0)
		part_open_named(part, replaces ? 0600 : mode);
	if (part->fd >= 0 && replaces)
		copy_access(part);
	return part->fd >= 0;
}

bool part_adopt(struct part_file *part, const char *path)
{
	const struct destination *to = &part->target;
	bool good;

	part->name[0] = '\0';
	part->fd = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
	if (part->fd < 0)
		return false;
	if (to->exists && S_ISREG(to->status.st_mode))
		copy_access(part);
	else
		fchmod(part->fd, 0600);
	good = renameat(AT_FDCWD, path, to->folder, to->name) == 0;
	close(part->fd);
	return good;
}

bool part_rename(struct part_file *part)
{
	const int folder = part->target.folder;

	if (renameat(folder, part->name, folder, part->target.name) != 0)
		return false;
	part->name[0] = '\0';
	return true;
}

bool part_rename_new(struct part_file *part)
{
	const int folder = part->target.folder;
	struct stat status;

	if (linkat(folder, part->name, folder, part->target.name, 0) == 0)
		return true;
	if (errno != EEXIST &&
	    fstatat(folder, part->target.name, &status, AT_SYMLINK_NOFOLLOW) != 0)
		return part_rename(part); /* no links here */
	errno = EEXIST;
	return false;
}

void part_release(struct part_file *part)
{
	const int error = errno;

	if (part->name[0] != '\0')
		unlinkat(part->target.folder, part->name, 0);
	part->name[0] = '\0';
	destination_release(&part->target);
	errno = error;
}
