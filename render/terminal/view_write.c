/* SPDX-License-Identifier: MIT */
/* Write the current view to a file; flamegraph makes pictures. */
#include <signal.h>
#include <unistd.h>

#include "common/folded/folded.h"
#include "common/io/locate.h"
#include "common/system/child.h"
#include "render/terminal/seen.h"
#include "render/terminal/view.h"

enum { DRAWER_OPTIONS = 4 }; /* at most */

/* The flamegraph that draws, or 0: exit() has no argument of ours. */
static pid_t drawer;

/* Out of memory: what flamegraph has got of the stacks must not become a picture. */
static void kill_drawer(void)
{
	if (drawer > 0)
		kill(drawer, SIGKILL);
}

/* From now on the child does not outlive a failure of this program. */
static void guard(pid_t child)
{
	static bool is_guarded;

	if (!is_guarded)
		is_guarded = atexit(kill_drawer) == 0;
	drawer = child;
}

/*
 * Give the profile to flamegraph, which writes to a file, without messages; `options` are up to
 * DRAWER_OPTIONS, NULL after fewer. Its exit code, or -1 if it could not be started.
 */
static int run_drawer(const struct profile *profile, const char *const *options)
{
	struct buf path = {0};
	const char *arguments[DRAWER_OPTIONS + 2] = {NULL};
	struct output output = {.fd = -1};
	int ends[2], code = -1, i;
	bool is_whole;
	pid_t child;

	locate_program(&path, NULL, "flamegraph");
	arguments[0] = path.ptr;
	for (i = 0; i < DRAWER_OPTIONS && options[i]; i++)
		arguments[i + 1] = options[i];
	if (child_pipe(ends)) {
		const struct child_streams streams = {{ends[0], CHILD_NULL, CHILD_NULL}};
		const int problem = child_start(arguments, &streams, &child);

		close(ends[0]);
		output.fd = ends[1];
		if (problem == 0) {
			guard(child);
			folded_write(profile, 1, &output);
			is_whole = output_commit(&output);
			if (!is_whole)
				kill(child, SIGKILL); /* it must not take a part for the whole */
			close(ends[1]);
			code = child_wait(child);
			drawer = 0;
			if (!is_whole)
				code = -1;
		} else {
			close(ends[1]);
		}
	}
	buf_release(&path);
	return code;
}

static bool write_folded(const struct profile *profile, struct slice path)
{
	struct output output;

	if (!output_open(&output, path))
		return false;
	folded_write(profile, 1, &output);
	return output_commit(&output);
}

static bool view_write_draw(const struct profile *profile, struct slice path, bool html)
{
	struct buf file = {0};
	const char *options[DRAWER_OPTIONS] = {"-o", NULL, html ? "--html" : NULL};
	int code;

	buf_add(&file, path);
	buf_add_char(&file, '\0');
	options[1] = file.ptr;
	code = run_drawer(profile, options);
	buf_release(&file);
	return code == 0;
}

void view_write(struct view *view, struct slice path)
{
	struct profile profile = {0};
	bool good;

	if (path.len == 0)
		return;
	seen_profile(&profile, view->subject, &view->lens);
	if (slice_ends(path, SLICE(".folded")) || slice_ends(path, SLICE(".txt")))
		good = write_folded(&profile, path);
	else
		good = view_write_draw(&profile, path, slice_ends(path, SLICE(".html")));
	profile_release(&profile);
	view_say(view, good ? "Written: %.*s" : "%.*s could not be written", SLICE_ARG(path));
}
