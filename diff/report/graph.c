/* SPDX-License-Identifier: MIT */
/* No shell between: arguments travel as they are. */
#include "diff/report/graph.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "common/io/locate.h"
#include "common/system/child.h"

static const char program[] = "flamegraph";

/* Write to a program that may have ended already: that is not a reason to die. */
static bool feed(const struct profile *joined, int fd)
{
	struct sigaction ignore = {.sa_handler = SIG_IGN}, old;
	struct output output = {.fd = fd};
	bool good;

	sigemptyset(&ignore.sa_mask);
	sigaction(SIGPIPE, &ignore, &old);
	buf_add(&output.path, slice_of(program, sizeof(program)));
	folded_write(joined, 0, &output);
	good = output_commit(&output);
	sigaction(SIGPIPE, &old, NULL);
	return good;
}

static bool wait_for(pid_t child)
{
	int code = child_wait(child);

	if (code > 0)
		diag_error("%s failed with exit code %d", program, code);
	else if (code < 0)
		diag_error("%s failed", program);
	return code == 0;
}

static bool run(const struct profile *joined, const char *const *arguments)
{
	int ends[2], error;
	bool good = false;
	pid_t child;

	if (!child_pipe(ends)) {
		diag_error("cannot run %s: %s", program, strerror(errno));
		return false;
	}
	error = child_start(arguments,
			    &(struct child_streams){{ends[0], CHILD_SHARES, CHILD_SHARES}}, &child);
	close(ends[0]);
	if (error != 0) {
		close(ends[1]);
		diag_error("cannot run %s: %s", program, strerror(error));
		return false;
	}
	good = feed(joined, ends[1]);
	return wait_for(child) && good;
}

bool report_graph_draw(const struct profile *joined, struct slice path, const char *argv0)
{
	const char *arguments[6] = {NULL, NULL, "--title=Differential Flame Graph"};
	struct buf command = {0}, option = {0};
	bool good;

	locate_program(&command, argv0, program);
	buf_add_text(&option, "--output=");
	buf_add(&option, path);
	buf_add_char(&option, '\0');
	arguments[0] = command.ptr;
	arguments[1] = option.ptr;
	if (joined->total[0] != joined->total[1])
		arguments[3] = "--diff-normalize";
	good = run(joined, arguments);
	buf_release(&command);
	buf_release(&option);
	return good;
}
