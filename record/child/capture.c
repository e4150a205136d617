/* SPDX-License-Identifier: MIT */
#include "record/child/capture.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

enum { MOST = 1 << 20, CHUNK = 1 << 14 }; /* bytes kept, read at once */

static void capture_read_all(int fd, struct buf *out)
{
	ssize_t n;

	do {
		n = read(fd, buf_reserve(out, CHUNK), CHUNK);
		if (n > 0 && out->len < MOST)
			out->len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
}

int capture(const struct child_place *place, const char *const *arguments, int stream,
	    struct buf *out, struct child_end *end)
{
	struct child_streams streams = {{CHILD_NULL, CHILD_NULL, CHILD_NULL}};
	int ends[2], error;
	pid_t child;

	if (!child_pipe(ends))
		return errno;
	streams.fds[stream] = ends[1];
	error = child_start_in(place, arguments, &streams, &child);
	close(ends[1]);
	if (error == 0) {
		capture_read_all(ends[0], out);
		child_join(child, end);
	}
	close(ends[0]);
	return error;
}

void capture_add_end(struct buf *out, struct child_end end)
{
	if (end.signal != 0)
		buf_printf(out, "killed by signal %d (%s)", end.signal, strsignal(end.signal));
	else
		buf_printf(out, "exit status %d", end.code);
}

struct slice capture_reason(struct slice said)
{
	struct slice line;

	while (slice_line(&said, &line)) {
		line = slice_trim(line);
		slice_skip(&line, SLICE("Error:"));
		line = slice_trim(line);
		if (line.len > 0 && !slice_starts(line, SLICE("[ perf record:")))
			return line;
	}
	return SLICE("");
}
