/* SPDX-License-Identifier: MIT */
#define _XOPEN_SOURCE 700 /* S_ISVTX */

#include "common/io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/base/quiet.h"
#include "common/base/system.h"
#include "common/system/os.h"

enum { MOST_LINKS = 40 }; /* in a chain, as in the kernel */

static bool destination_fails(int error)
{
	errno = error;
	return false;
}

COLD void destination_release(struct destination *to)
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
	fd = os_open_folder(to->folder, folder, 0);
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

/* Look at the entry of the directory. The text of a link of procfs is no path: "pipe:[123]". */
static bool destination_look(struct destination *to)
{
	to->exists = fstatat(to->folder, to->name, &to->status, AT_SYMLINK_NOFOLLOW) == 0;
	if (!to->exists)
		return errno == ENOENT && (to->name[0] != '\0' || destination_fails(EISDIR));
	to->is_planted = is_planted(to, &to->status);
	if (to->is_planted)
		return destination_fails(EACCES);
	to->is_descriptor = S_ISLNK(to->status.st_mode) && os_is_procfs(to->folder);
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

COLD bool destination_find(struct destination *to, const char *path)
{
	return destination_begin(to, path, true);
}

COLD bool destination_find_entry(struct destination *to, const char *path)
{
	return destination_begin(to, path, false);
}

COLD int destination_open(const struct destination *to, int flags)
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

enum { MOST_NAMES = 100 };

/* The new file is open to its owner alone before this. */
static void copy_access(const struct part_file *part)
{
	const struct stat *old = &part->target.status;
	unsigned mode = old->st_mode & 0777, common = (mode >> 3) & mode & 07;
	struct stat status;

	if (fchown(part->fd, old->st_uid, old->st_gid) != 0 &&
	    fchown(part->fd, (uid_t)-1, old->st_gid) != 0 &&
	    (fstat(part->fd, &status) != 0 || status.st_gid != old->st_gid))
		mode = (mode & 0700) | common << 3 | common; /* for whatever group it has */
	if (!os_copy_acl(part->target.folder, part->target.name, part->fd))
		mode &= 0700;
	fchmod(part->fd, (mode_t)mode);
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

COLD bool part_link(struct part_file *part)
{
	unsigned number = 0;
	bool linked = part->name[0] != '\0';

	while (!linked && number < MOST_NAMES && part_make_name(part, number++)) {
		linked = os_link_nameless(part->fd, part->target.folder, part->name);
		if (!linked && errno != EEXIST)
			break;
	}
	if (!linked)
		part->name[0] = '\0';
	return linked;
}

COLD bool part_open(struct part_file *part, mode_t mode)
{
	const bool replaces = part->target.exists;

	part->name[0] = '\0';
	part->fd = os_open_nameless(part->target.folder, replaces ? 0600 : mode);
	if (part->fd < 0)
		part_open_named(part, replaces ? 0600 : mode);
	if (part->fd >= 0 && replaces)
		copy_access(part);
	return part->fd >= 0;
}

COLD bool part_adopt(struct part_file *part, const char *path)
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

COLD bool part_rename(struct part_file *part)
{
	const int folder = part->target.folder;

	if (renameat(folder, part->name, folder, part->target.name) != 0)
		return false;
	part->name[0] = '\0';
	return true;
}

COLD bool part_rename_new(struct part_file *part)
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

COLD void part_release(struct part_file *part)
{
	const int error = errno;

	if (part->name[0] != '\0')
		unlinkat(part->target.folder, part->name, 0);
	part->name[0] = '\0';
	destination_release(&part->target);
	errno = error;
}

enum { FLUSH_AT = 1 << 16 }; /* bytes */

/* The file that diag_die() has to remove. */
static COLD void remove_unfinished(void)
{
	const struct output *output;

	for (output = context()->unfinished; output; output = output->next)
		unlinkat(output->part.target.folder, output->part.name, 0);
}

static void output_remember(struct output *output)
{
	context()->clean = remove_unfinished;
	output->next = context()->unfinished;
	context()->unfinished = output;
}

static void forget(const struct output *output)
{
	struct output **at = &context()->unfinished;

	while (*at && *at != output)
		at = &(*at)->next;
	if (*at)
		*at = output->next;
}

/* Print the message of errno about the file. */
static void output_complain(const struct output *output)
{
	const char *why = strerror(errno);

	diag_error_io("%s%s: %s%s", output->complaint ? output->complaint : "",
		      output->path.len > 0 ? output->path.ptr : "standard output", why,
		      output->part.target.is_planted ? DESTINATION_PLANTED : "");
}

/* The target is not needed any more, nor a part that has not replaced it. */
static void output_release(struct output *output)
{
	forget(output);
	if (output->path.len > 0)
		part_release(&output->part);
	buf_release(&output->buf);
	buf_release(&output->path);
}

/* True if the file is the same one as standard output, as /dev/stdout is. */
static bool is_stdout(const struct stat *status)
{
	struct stat own;

	return fstat(context_output(), &own) == 0 && own.st_dev == status->st_dev &&
	       own.st_ino == status->st_ino;
}

/*
 * Open a new file in the folder of the named one. If the folder allows none, open the file itself,
 * if it may be written.
 */
static void open_regular(struct output *output, mode_t mode)
{
	const struct destination *to = &output->part.target;
	int reason;

	output->has_part = !to->is_descriptor && part_open(&output->part, mode);
	output->fd = output->has_part ? output->part.fd : -1;
	if (output->has_part)
		output_remember(output);
	if (output->has_part || !to->exists)
		return;
	reason = to->is_descriptor ? EACCES : errno;
	if (reason == EACCES || reason == EPERM || reason == EROFS)
		output->fd = destination_open(to, 0);
	output->in_place = output->fd >= 0;
	errno = reason;
}

static bool output_open_file(struct output *output, struct slice path, mode_t mode)
{
	const struct destination *to = &output->part.target;
	const struct context_sink *sink = context()->sink;

	if (path.len == 0 || slice_equal(path, SLICE("-"))) {
		if (!sink || !sink->path)
			return true;
		path = slice_from(sink->path);
	}
	buf_add(&output->path, path);
	buf_add_char(&output->path, '\0');
	if (!destination_find(&output->part.target, output->path.ptr)) {
		output->fd = -1;
	} else if (to->exists && is_stdout(&to->status)) {
		output_release(output);
		return true;
	} else if (to->exists && !S_ISREG(to->status.st_mode)) {
		output->fd = destination_open(to, 0); /* a device or a pipe cannot be replaced */
	} else {
		open_regular(output, mode);
	}
	if (output->fd >= 0)
		return true;
	output_complain(output);
	output_release(output);
	return false;
}

static COLD void output_ignore(int signal)
{
	(void)signal;
}

/* exec() resets a handler, but not SIG_IGN, which another program may not expect. */
COLD void output_bear_limit(void)
{
	struct sigaction action = {.sa_handler = output_ignore, .sa_flags = SA_RESTART}, before;

	if (context()->hosted)
		return;
	sigemptyset(&action.sa_mask);
	if (sigaction(SIGXFSZ, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
		sigaction(SIGXFSZ, &action, NULL);
}

COLD bool output_is_terminal(struct slice path)
{
	struct destination to;
	struct buf name = {0};
	bool is_terminal;
	int fd = -1;

	if (path.len == 0 || slice_equal(path, SLICE("-")))
		return terminal_shows(STDOUT_FILENO);
	buf_add(&name, path);
	if (destination_find(&to, buf_cstring(&name)) && to.exists && S_ISCHR(to.status.st_mode))
		fd = destination_open(&to, O_NONBLOCK);
	is_terminal = fd >= 0 && terminal_shows(fd);
	if (fd >= 0)
		close(fd);
	destination_release(&to);
	buf_release(&name);
	return is_terminal;
}

COLD bool output_open(struct output *output, struct slice path)
{
	*output = (struct output){.fd = STDOUT_FILENO};
	return output_open_file(output, path, 0666);
}

COLD bool output_open_durable(struct output *output, struct slice path, const char *complaint)
{
	*output = (struct output){.fd = STDOUT_FILENO, .complaint = complaint, .durable = true};
	return output_open_file(output, path, 0666);
}

COLD bool output_open_private(struct output *output, struct slice path)
{
	*output = (struct output){.fd = STDOUT_FILENO};
	return output_open_file(output, path, 0600);
}

/* What output_open() gave no file: standard output. */
static bool output_is_standard(const struct output *output)
{
	return output->fd == STDOUT_FILENO && output->path.len == 0;
}

static ssize_t output_put(const struct output *output, struct slice text)
{
	const struct context_sink *sink = context()->sink;

	if (!context()->hosted)
		return write(output->fd, text.ptr, text.len);
	if (!output_is_standard(output))
		return quiet_write(output->fd, text.ptr, text.len);
	if (sink && sink->fd >= 0)
		return quiet_write(sink->fd, text.ptr, text.len);
	return !sink || sink->write(sink->of, text.ptr, text.len) ? (ssize_t)text.len : -1;
}

static void output_write_all(struct output *output, struct slice text)
{
	output->failed |= limits_met();
	while (text.len > 0 && !output->failed) {
		ssize_t n = output_put(output, text);

		if (n >= 0) {
			text = slice_tail(text, (size_t)n);
		} else if (errno != EINTR) {
			output_complain(output);
			output->failed = true;
		}
	}
}

static void output_write_out(struct output *output)
{
	output_write_all(output, buf_slice(&output->buf));
	buf_reset(&output->buf);
}

COLD void output_flush_some(struct output *output)
{
	if (output->buf.len >= FLUSH_AT && !output->in_place)
		output_write_out(output);
}

COLD void output_flush(struct output *output)
{
	if (!output->in_place)
		output_write_out(output);
}

COLD void output_write(struct output *output, struct slice text)
{
	if (text.len < FLUSH_AT || output->in_place) {
		buf_add(&output->buf, text);
		output_flush_some(output);
	} else {
		output_write_out(output);
		output_write_all(output, text);
	}
}

/*
 * A name is on the disk when its folder is. Not all file systems can do that, which is not a
 * failure.
 */
static void sync_folder(const struct output *output)
{
	const int folder = output->part.target.folder;
	const int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (fd < 0)
		return;
	fsync(fd);
	close(fd);
}

/* Report the first step of finishing that failed. */
static void check_step(struct output *output, bool good)
{
	if (good || output->failed)
		return;
	output_complain(output);
	output->failed = true;
}

/* The file of `part` replaces the one that is named. */
static void replace(struct output *output)
{
	check_step(output, part_rename(&output->part));
	output->has_part = output->failed;
	if (!output->has_part)
		forget(output);
}

COLD bool output_appear(struct output *output)
{
	if (output->in_place)
		check_step(output, ftruncate(output->fd, 0) == 0);
	output->in_place = false;
	if (output->has_part) {
		check_step(output, part_link(&output->part));
		if (!output->failed)
			replace(output);
	}
	return !output->failed;
}

COLD bool output_commit(struct output *output)
{
	bool durable = output->durable && (output->has_part || output->in_place);

	if (output->in_place)
		check_step(output, ftruncate(output->fd, 0) == 0);
	output_write_out(output);
	if (durable && !output->failed)
		check_step(output, fsync(output->fd) == 0);
	if (output->has_part && !output->failed)
		check_step(output, part_link(&output->part));
	if (!context()->hosted || !output_is_standard(output))
		check_step(output, close(output->fd) == 0);
	if (output->has_part && !output->failed)
		replace(output);
	if (durable && !output->failed)
		sync_folder(output);
	output_release(output);
	return !output->failed;
}

COLD void output_abandon(struct output *output)
{
	if (output->path.len > 0)
		close(output->fd);
	output_release(output);
}
