/* SPDX-License-Identifier: MIT */
#include "record/events/stream/recording_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"

static bool open_standard_output(struct recording_file *file)
{
	file->name = "standard output";
	file->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (file->fd >= 0 && dup2(STDERR_FILENO, STDOUT_FILENO) >= 0)
		return true;
	diag_error("no standard output: %s", strerror(errno));
	return false;
}

/* Pipes and devices are written as they are, and so is a file whose folder allows no new ones. */
static void open_old(struct recording_file *file, int flags)
{
	file->fd = open(file->name, O_WRONLY | O_CLOEXEC | flags);
}

static void open_new(struct recording_file *file)
{
	int error;

	file->is_new = part_open_nameless(&file->part, file->name);
	file->fd = file->part.fd;
	if (!file->is_new) {
		error = errno;
		open_old(file, O_TRUNC);
		errno = error;
	} else if (!file->part.replaces) { /* stacks may hold secrets */
		fchmod(file->fd, 0600);
	}
}

bool recording_file_open(struct recording_file *file, struct slice path)
{
	struct stat status;

	*file = (struct recording_file){.fd = -1, .name = path.ptr};
	if (path.len == 0 || slice_equal(path, SLICE("-")))
		return open_standard_output(file);
	if (stat(file->name, &status) == 0 && !S_ISREG(status.st_mode))
		open_old(file, 0);
	else
		open_new(file);
	if (file->fd < 0)
		diag_error("%s: %s", file->name, strerror(errno));
	return file->fd >= 0;
}

bool recording_file_appear(struct recording_file *file)
{
	if (!file->is_new)
		return true;
	if (!part_link(&file->part) || !part_rename(&file->part)) {
		diag_error("cannot write %s: %s", file->name, strerror(errno));
		return false;
	}
	file->is_new = false;
	return true;
}

void recording_file_close(struct recording_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	file->fd = -1;
	if (file->is_new && file->part.name[0] != '\0')
		unlink(file->part.name);
	file->is_new = false;
}
