/* SPDX-License-Identifier: MIT */
#include "common/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/diag.h"

enum { FLUSH_AT = 1 << 16 }; /* bytes */

static const char *output_name(const struct output *output)
{
	return output->path.len > 0 ? output->path.ptr : "standard output";
}

bool output_open(struct output *output, struct slice path)
{
	struct stat status;

	*output = (struct output){.fd = STDOUT_FILENO};
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
		output->fd = open(output->part.ptr, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	}
	if (output->fd >= 0)
		return true;
	diag_error("%s: %s", output_name(output), strerror(errno));
	buf_release(&output->path);
	buf_release(&output->part);
	return false;
}

static void write_all(struct output *output, struct slice text)
{
	while (text.len > 0 && !output->failed) {
		ssize_t n = write(output->fd, text.ptr, text.len);

		if (n >= 0) {
			text = slice_tail(text, (size_t)n);
		} else if (errno != EINTR) {
			diag_error("%s: %s", output_name(output), strerror(errno));
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

static void release(struct output *output)
{
	buf_release(&output->buf);
	buf_release(&output->path);
	buf_release(&output->part);
}

bool output_commit(struct output *output)
{
	bool good;

	flush(output);
	if (close(output->fd) != 0 && !output->failed) {
		diag_error("%s: %s", output_name(output), strerror(errno));
		output->failed = true;
	}
	if (!output->failed && output->part.len > 0 &&
	    rename(output->part.ptr, output->path.ptr) != 0) {
		diag_error("%s: %s", output_name(output), strerror(errno));
		output->failed = true;
	}
	good = !output->failed;
	if (!good && output->part.len > 0)
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
