/* SPDX-License-Identifier: MIT */
#include "common/io/output/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/context.h"
#include "common/base/diag.h"

enum { FLUSH_AT = 1 << 16 }; /* bytes */

/* The file that diag_die() has to remove. */
static void remove_unfinished(void)
{
	const struct output *output;

	for (output = context()->unfinished; output; output = output->next)
		unlink(output->part.name);
}

static void remember(struct output *output)
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
static void complain(const struct output *output)
{
	const char *why = strerror(errno);

	diag_error("%s%s: %s", output->complaint ? output->complaint : "",
		   output->path.len > 0 ? output->path.ptr : "standard output", why);
}

static void release(struct output *output)
{
	forget(output);
	buf_release(&output->buf);
	buf_release(&output->path);
}

/* True if the file is the same one as standard output, as /dev/stdout is. */
static bool is_stdout(const struct stat *status)
{
	struct stat own;

	return fstat(STDOUT_FILENO, &own) == 0 && own.st_dev == status->st_dev &&
	       own.st_ino == status->st_ino;
}

/*
 * Open a new file in the folder of the named one. If the folder allows none, open the file itself,
 * if it may be written.
 */
static void open_regular(struct output *output)
{
	int reason;

	output->has_part = part_open_nameless(&output->part, output->path.ptr);
	output->fd = output->part.fd;
	if (output->has_part)
		remember(output);
	if (output->has_part || !output->part.replaces)
		return;
	reason = errno;
	if (reason == EACCES || reason == EPERM || reason == EROFS)
		output->fd = open(output->part.target, O_WRONLY | O_NOFOLLOW | O_CLOEXEC);
	output->in_place = output->fd >= 0;
	errno = reason;
}

static bool open_file(struct output *output, struct slice path)
{
	struct stat status;
	bool exists;

	if (path.len == 0 || slice_equal(path, SLICE("-")))
		return true;
	buf_add(&output->path, path);
	buf_add_char(&output->path, '\0');
	exists = stat(output->path.ptr, &status) == 0;
	if (exists && is_stdout(&status)) {
		buf_release(&output->path);
		return true;
	}
	if (exists && !S_ISREG(status.st_mode)) /* a device or a pipe cannot be replaced */
		output->fd = open(output->path.ptr, O_WRONLY | O_CLOEXEC);
	else
		open_regular(output);
	if (output->fd >= 0)
		return true;
	complain(output);
	release(output);
	return false;
}

bool output_is_terminal(struct slice path)
{
	struct buf name = {0};
	struct stat status;
	bool is_terminal;
	int fd = -1;

	if (path.len == 0 || slice_equal(path, SLICE("-")))
		return isatty(STDOUT_FILENO);
	buf_add(&name, path);
	buf_add_char(&name, '\0');
	if (stat(name.ptr, &status) == 0 && S_ISCHR(status.st_mode))
		fd = open(name.ptr, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
	is_terminal = fd >= 0 && isatty(fd);
	if (fd >= 0)
		close(fd);
	buf_release(&name);
	return is_terminal;
}

bool output_open(struct output *output, struct slice path)
{
	*output = (struct output){.fd = STDOUT_FILENO};
	return open_file(output, path);
}

bool output_open_durable(struct output *output, struct slice path, const char *complaint)
{
	*output = (struct output){.fd = STDOUT_FILENO, .complaint = complaint, .durable = true};
	return open_file(output, path);
}

static void write_all(struct output *output, struct slice text)
{
	while (text.len > 0 && !output->failed) {
		ssize_t n = write(output->fd, text.ptr, text.len);

		if (n >= 0) {
			text = slice_tail(text, (size_t)n);
		} else if (errno != EINTR) {
			complain(output);
			output->failed = true;
		}
	}
}

static void flush(struct output *output)
{
	write_all(output, buf_slice(&output->buf));
	buf_reset(&output->buf);
}

void output_flush_some(struct output *output)
{
	if (output->buf.len >= FLUSH_AT && !output->in_place)
		flush(output);
}

void output_flush(struct output *output)
{
	if (!output->in_place)
		flush(output);
}

void output_write(struct output *output, struct slice text)
{
	if (text.len < FLUSH_AT || output->in_place) {
		buf_add(&output->buf, text);
		output_flush_some(output);
	} else {
		flush(output);
		write_all(output, text);
	}
}

/*
 * A name is on the disk when its folder is. Not all file systems can do that, which is not a
 * failure.
 */
static void sync_folder(const struct output *output)
{
	struct slice path = slice_from(output->part.target);
	size_t slash = slice_rfind(path, '/');
	struct buf folder = {0};
	int fd;

	buf_add(&folder, slash == SLICE_NONE ? SLICE(".") : slice_head(path, slash + 1));
	buf_add_char(&folder, '\0');
	fd = open(folder.ptr, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	buf_release(&folder);
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
	complain(output);
	output->failed = true;
}

bool output_commit(struct output *output)
{
	bool durable = output->durable && (output->has_part || output->in_place), good;

	if (output->in_place)
		check_step(output, ftruncate(output->fd, 0) == 0);
	flush(output);
	if (durable && !output->failed)
		check_step(output, fsync(output->fd) == 0);
	if (output->has_part && !output->failed)
		check_step(output, part_link(&output->part));
	check_step(output, close(output->fd) == 0);
	if (output->has_part && !output->failed)
		check_step(output, part_rename(&output->part));
	if (durable && !output->failed)
		sync_folder(output);
	good = !output->failed;
	if (!good && output->has_part)
		unlink(output->part.name);
	release(output);
	return good;
}

void output_abandon(struct output *output)
{
	if (output->path.len > 0)
		close(output->fd);
	if (output->has_part)
		unlink(output->part.name);
	release(output);
}
