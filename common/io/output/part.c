/* SPDX-License-Identifier: MIT */
#if defined(__linux__)
#define _GNU_SOURCE /* O_TMPFILE */
#endif
#define _XOPEN_SOURCE 700 /* S_ISVTX */

#include "common/io/output/part.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/xattr.h>
#endif

enum {
	MOST_LINKS = 40, /* in a chain, as in the kernel */
	MOST_NAMES = 100,
	MOST_ACL = 4096, /* bytes */
	PART_LINK = 32,  /* bytes of "/proc/self/fd/N" */
};

/* Length of "folder/" in "folder/file". */
static size_t folder_length(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + 1 : 0;
}

static bool fits(int length)
{
	if (length >= 0 && length < PART_PATH)
		return true;
	errno = ENAMETOOLONG;
	return false;
}

/*
 * The kernel's rule (fs.protected_symlinks): in a directory where everybody may create files, a
 * link is followed if it belongs to the user or to the owner of the directory.
 */
static bool is_planted(const char *path, const struct stat *link)
{
	const mode_t shared = S_ISVTX | S_IWOTH;
	char folder[PART_PATH];
	struct stat status;

	snprintf(folder, sizeof(folder), "%.*s.", (int)folder_length(path), path);
	return stat(folder, &status) == 0 && (status.st_mode & shared) == shared &&
	       link->st_uid != geteuid() && link->st_uid != status.st_uid;
}

/* Replace the link in `target` by what it points to. */
static bool follow_link(char *target)
{
	char text[PART_PATH], next[PART_PATH];
	ssize_t length = readlink(target, text, sizeof(text) - 1);
	size_t folder;

	if (length < 0)
		return false;
	text[length] = '\0';
	folder = text[0] == '/' ? 0 : folder_length(target);
	if (!fits(snprintf(next, sizeof(next), "%.*s%s", (int)folder, target, text)))
		return false;
	memcpy(target, next, sizeof(next));
	return true;
}

/* `old` becomes the status of the target, if it exists. */
static bool find_target(struct part_file *part, const char *path, struct stat *old)
{
	unsigned links;

	if (!fits(snprintf(part->target, sizeof(part->target), "%s", path)))
		return false;
	for (links = 0; links < MOST_LINKS; links++) {
		part->replaces = lstat(part->target, old) == 0;
		if (!part->replaces || !S_ISLNK(old->st_mode))
			return true;
		if (is_planted(part->target, old)) {
			errno = EACCES;
			return false;
		}
		if (!follow_link(part->target))
			return false;
	}
	errno = ELOOP;
	return false;
}

/* False if the file has an ACL that the new one does not get. */
static bool copy_acl(const struct part_file *part)
{
#if defined(__linux__)
	static const char acl[] = "system.posix_acl_access";
	char text[MOST_ACL];
	ssize_t size = lgetxattr(part->target, acl, text, sizeof(text));

	if (size >= 0)
		return fsetxattr(part->fd, acl, text, (size_t)size, 0) == 0;
	if (errno == ERANGE)
		return false;
	fremovexattr(part->fd, acl); /* from the default ACL of the directory */
#else
	(void)part;
#endif
	return true;
}

/* The new file is open to its owner alone before this. */
static void copy_access(const struct part_file *part, const struct stat *old)
{
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
static bool make_name(struct part_file *part, unsigned number)
{
	return fits(snprintf(part->name, sizeof(part->name),
			     number == 0 ? "%s.%ld.part" : "%s.%ld-%u.part", part->target,
			     (long)getpid(), number));
}

static bool begin(struct part_file *part, const char *path, struct stat *old)
{
	part->fd = -1;
	part->name[0] = '\0';
	part->replaces = false;
	return find_target(part, path, old);
}

static mode_t mode_of(const struct part_file *part)
{
	return part->replaces ? 0600 : 0666;
}

static bool open_named(struct part_file *part, const struct stat *old)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	unsigned number = 0;

	do {
		if (!make_name(part, number))
			break;
		part->fd = open(part->name, flags, mode_of(part));
	} while (part->fd < 0 && errno == EEXIST && ++number < MOST_NAMES);
	if (part->fd >= 0 && part->replaces)
		copy_access(part, old);
	return part->fd >= 0;
}

bool part_open(struct part_file *part, const char *path)
{
	struct stat old;

	return begin(part, path, &old) && open_named(part, &old);
}

#if defined(O_TMPFILE)
/* How the open file can be named: open(2), O_TMPFILE. */
static void own_link(const struct part_file *part, char link[PART_LINK])
{
	snprintf(link, PART_LINK, "/proc/self/fd/%d", part->fd);
}

bool part_open_nameless(struct part_file *part, const char *path)
{
	char folder[PART_PATH], link[PART_LINK];
	struct stat old;

	if (!begin(part, path, &old))
		return false;
	if (fits(snprintf(folder, sizeof(folder), "%.*s.", (int)folder_length(part->target),
			  part->target)))
		part->fd = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode_of(part));
	own_link(part, link);
	if (part->fd >= 0 && access(link, F_OK) != 0) { /* no /proc */
		close(part->fd);
		part->fd = -1;
	}
	if (part->fd < 0)
		return open_named(part, &old);
	if (part->replaces)
		copy_access(part, &old);
	return true;
}

bool part_link(struct part_file *part)
{
	char link[PART_LINK];
	unsigned number = 0;
	bool linked = part->name[0] != '\0';

	own_link(part, link);
	while (!linked && number < MOST_NAMES && make_name(part, number++)) {
		linked = linkat(AT_FDCWD, link, AT_FDCWD, part->name, AT_SYMLINK_FOLLOW) == 0;
		if (!linked && errno != EEXIST)
			break;
	}
	if (!linked)
		part->name[0] = '\0';
	return linked;
}
#else
bool part_open_nameless(struct part_file *part, const char *path)
{
	return part_open(part, path);
}

bool part_link(struct part_file *part)
{
	(void)part;
	return true;
}
#endif

bool part_rename(const struct part_file *part)
{
	return rename(part->name, part->target) == 0;
}
