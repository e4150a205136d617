/* SPDX-License-Identifier: MIT */
#include "common/io/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

	diag_error("%s%s: %s%s", output->complaint ? output->complaint : "",
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

	return fstat(STDOUT_FILENO, &own) == 0 && own.st_dev == status->st_dev &&
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

	if (path.len == 0 || slice_equal(path, SLICE("-")))
		return true;
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

static void output_ignore(int signal)
{
	(void)signal;
}

/* exec() resets a handler, but not SIG_IGN, which another program may not expect. */
void output_bear_limit(void)
{
	struct sigaction action = {.sa_handler = output_ignore, .sa_flags = SA_RESTART}, before;

	sigemptyset(&action.sa_mask);
	if (sigaction(SIGXFSZ, NULL, &before) == 0 && before.sa_handler == SIG_DFL)
		sigaction(SIGXFSZ, &action, NULL);
}

bool output_is_terminal(struct slice path)
{
	struct destination to;
	struct buf name = {0};
	bool is_terminal;
	int fd = -1;

	if (path.len == 0 || slice_equal(path, SLICE("-")))
		return isatty(STDOUT_FILENO);
	buf_add(&name, path);
	buf_add_char(&name, '\0');
	if (destination_find(&to, name.ptr) && to.exists && S_ISCHR(to.status.st_mode))
		fd = destination_open(&to, O_NONBLOCK);
	is_terminal = fd >= 0 && isatty(fd);
	if (fd >= 0)
		close(fd);
	destination_release(&to);
	buf_release(&name);
	return is_terminal;
}

bool output_open(struct output *output, struct slice path)
{
	*output = (struct output){.fd = STDOUT_FILENO};
	return output_open_file(output, path, 0666);
}

bool output_open_durable(struct output *output, struct slice path, const char *complaint)
{
	*output = (struct output){.fd = STDOUT_FILENO, .complaint = complaint, .durable = true};
	return output_open_file(output, path, 0666);
}

bool output_open_private(struct output *output, struct slice path)
{
	*output = (struct output){.fd = STDOUT_FILENO};
	return output_open_file(output, path, 0600);
}

static void output_write_all(struct output *output, struct slice text)
{
	while (text.len > 0 && !output->failed) {
		ssize_t n = write(output->fd, text.ptr, text.len);

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

void output_flush_some(struct output *output)
{
	if (output->buf.len >= FLUSH_AT && !output->in_place)
		output_write_out(output);
}

void output_flush(struct output *output)
{
	if (!output->in_place)
		output_write_out(output);
}

void output_write(struct output *output, struct slice text)
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

bool output_appear(struct output *output)
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

bool output_commit(struct output *output)
{
	bool durable = output->durable && (output->has_part || output->in_place);

	if (output->in_place)
		check_step(output, ftruncate(output->fd, 0) == 0);
	output_write_out(output);
	if (durable && !output->failed)
		check_step(output, fsync(output->fd) == 0);
	if (output->has_part && !output->failed)
		check_step(output, part_link(&output->part));
	check_step(output, close(output->fd) == 0);
	if (output->has_part && !output->failed)
		replace(output);
	if (durable && !output->failed)
		sync_folder(output);
	output_release(output);
	return !output->failed;
}

void output_abandon(struct output *output)
{
	if (output->path.len > 0)
		close(output->fd);
	output_release(output);
}
