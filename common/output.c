/* SPDX-License-Identifier: MIT */
#include "common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"

enum { FLUSH_AT = 1 << 16 }; /* bytes */

/* What diag_die() must not leave behind. */
static struct output *unfinished;

static void remove_unfinished(void)
{
	const struct output *output;

	for (output = unfinished; output; output = output->next)
		unlink(output->part.ptr);
}

static void remember(struct output *output)
{
	static bool registered;

	if (!registered)
		registered = at_quick_exit(remove_unfinished) == 0;
	output->next = unfinished;
	unfinished = output;
}

static void forget(const struct output *output)
{
	struct output **at = &unfinished;

	while (*at && *at != output)
		at = &(*at)->next;
	if (*at)
		*at = output->next;
}

/* Says what errno says about the file. */
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
	buf_release(&output->part);
}

static bool open_file(struct output *output, struct slice path)
{
	struct stat status;

	if (path.len == 0 || slice_equal(path, SLICE("-")))
		return true;
	buf_add(&output->path, path);
	buf_add_char(&output->path, '\0');
	if (stat(output->path.ptr, &status) == 0 && !S_ISREG(status.st_mode)) {
		/* a device or a pipe cannot be replaced: write into it */
		output->fd = open(output->path.ptr, O_WRONLY | O_CLOEXEC);
	} else {
		buf_add(&output->part, path);
		buf_printf(&output->part, ".%ld.part", (long)getpid());
		buf_add_char(&output->part, '\0');
		remember(output);
		output->fd = open(output->part.ptr, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	}
	if (output->fd >= 0)
		return true;
	complain(output);
	release(output);
	return false;
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
	if (output->buf.len >= FLUSH_AT)
		flush(output);
}

void output_write(struct output *output, struct slice text)
{
	if (text.len < FLUSH_AT) {
		buf_add(&output->buf, text);
		output_flush_some(output);
	} else {
		flush(output);
		write_all(output, text);
	}
}

/* A name is on the disk when its folder is. Not all file systems can do that, which is no failure. */
static void sync_folder(const struct output *output)
{
	struct slice path = slice_of(output->path.ptr, output->path.len - 1);
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

/* One step of finishing, none after one that failed. */
static void settle(struct output *output, bool good)
{
	if (good || output->failed)
		return;
	complain(output);
	output->failed = true;
}

bool output_commit(struct output *output)
{
	bool is_part = output->part.len > 0, good;

	flush(output);
	if (output->durable && is_part && !output->failed)
		settle(output, fsync(output->fd) == 0);
	settle(output, close(output->fd) == 0);
	if (is_part && !output->failed)
		settle(output, rename(output->part.ptr, output->path.ptr) == 0);
	if (output->durable && is_part && !output->failed)
		sync_folder(output);
	good = !output->failed;
	if (!good && is_part)
		unlink(output->part.ptr);
	release(output);
	return good;
}

void output_abandon(struct output *output)
{
	if (output->path.len > 0)
		close(output->fd);
	if (output->part.len > 0)
		unlink(output->part.ptr);
	release(output);
}
