/* SPDX-License-Identifier: MIT */
#include "record/child/owner.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/slice.h"

/* A number for a user or group of the environment; false if it is none, or root. */
static bool take_id(const char *name, uint64_t *id)
{
	const char *text = getenv(name);

	return text && slice_to_u64(slice_from(text), id) && *id > 0 && *id < UINT32_MAX;
}

static bool is_wanted(uint64_t *user, uint64_t *group)
{
	return getuid() == 0 && geteuid() == 0 && take_id("SUDO_UID", user) &&
	       take_id("SUDO_GID", group);
}

void owner_give(int fd)
{
	uint64_t user, group;

	if (is_wanted(&user, &group) && fchown(fd, (uid_t)user, (gid_t)group) != 0)
		return; /* not on every file system: it stays root's */
}

void owner_give_path(const char *path)
{
	uint64_t user, group;
	struct stat status;
	int fd;

	if (!is_wanted(&user, &group))
		return;
	fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return;
	if (fstat(fd, &status) == 0 && status.st_uid == 0 &&
	    (S_ISDIR(status.st_mode) || (S_ISREG(status.st_mode) && status.st_nlink == 1)))
		owner_give(fd);
	close(fd);
}
