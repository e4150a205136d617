/* SPDX-License-Identifier: MIT */
/*
 * The page with the lines in it. flamegraph draws it, the program beside this one: it gets the stacks,
 * with functions as frames, and the JSON in files without a name.
 */
#include "collapse/lines/perf_by_line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "common/base/child.h"
#include "common/base/context.h"
#include "common/base/diag.h"
#include "common/folded/folded.h"
#include "common/io/locate.h"

/* A stack whose frames are functions, inlined ones too. */
static void page_add_stack(struct profile *stacks, const struct lines_options *options,
			   const struct profile *profile, const struct stack *stack)
{
	frame_id *frames = NULL;
	size_t cap = 0;
	uint32_t depth = 0, i, k;

	for (i = 0; i < stack->depth; i++) {
		const struct slice name = intern_name(&profile->names, stack->frames[i]);
		const struct perf_site *site = perf_sites_of_frame(options->perf.sites, name);
		const uint32_t count = site ? site->count : 1;

		MEMORY_NEED(frames, depth + count, cap);
		for (k = count; k-- > 0;)
			frames[depth++] = profile_frame(stacks,
							site ? site->frames[k].function : name);
	}
	profile_add_count(stacks, frames, depth, stack->count[0]);
	free(frames);
}

static void page_add_folded(struct buf *out, const struct lines_options *options,
			    const struct profile *profile)
{
	struct profile stacks = {0};
	size_t i;

	header_write(&profile->header, out);
	for (i = 0; i < profile->count; i++)
		page_add_stack(&stacks, options, profile, profile->stacks[i]);
	folded_escape_roots(&stacks, false);
	for (i = 0; i < stacks.count; i++) {
		folded_add_stack(out, &stacks, stacks.stacks[i]);
		buf_add_char(out, ' ');
		buf_add_u64(out, stacks.stacks[i]->count[0]);
		buf_add_char(out, '\n');
	}
	profile_release(&stacks);
}

/* A file without a name that has the text, at its beginning; NULL after a message. */
static FILE *page_file(struct slice text)
{
	FILE *file = tmpfile();

	if (file && fwrite(text.ptr, 1, text.len, file) == text.len && fflush(file) == 0 &&
	    lseek(fileno(file), 0, SEEK_SET) == 0)
		return file;
	diag_error("a temporary file: %s", strerror(errno));
	if (file)
		fclose(file);
	return NULL;
}

/* False after a message: of the program that draws, or that there is none. */
static bool page_draw(struct buf *out, int folded, int json)
{
	struct buf program = {0}, data = {0};
	const char *arguments[] = {
		NULL, "--html", "--line-data", NULL, diag_shows(DIAG_WARNINGS) ? NULL : "-q", NULL};
	const bool is_quiet = context()->hosted; /* a library prints nothing */
	int ends[2], error;
	pid_t child;
	bool good = false;

	locate_program(&program, NULL, "flamegraph");
	buf_printf(&data, "/dev/fd/%d", json);
	arguments[0] = program.ptr;
	arguments[3] = buf_cstring(&data);
	if (child_pipe(ends)) {
		error = child_start(arguments,
				    &(struct child_streams){{folded, ends[1],
							     is_quiet ? CHILD_NULL : CHILD_SHARES}},
				    &child);
		close(ends[1]);
		if (error == 0)
			child_read(ends[0], out);
		close(ends[0]);
		good = error == 0 && child_wait(child) == 0;
		if (error != 0)
			diag_error("flamegraph: %s", child_problem(error));
		else if (!good && is_quiet)
			diag_error("flamegraph could not draw the page");
	} else {
		diag_error("pipe: %s", strerror(errno));
	}
	buf_release(&program);
	buf_release(&data);
	return good;
}

bool lines_write_page(struct buf *out, const struct lines_options *options,
		      const struct profile *profile, struct slice json)
{
	struct buf folded = {0};
	FILE *stacks, *lines;
	bool good = false;
	int fd;

	page_add_folded(&folded, options, profile);
	stacks = page_file(buf_slice(&folded));
	buf_release(&folded);
	lines = stacks ? page_file(json) : NULL;
	if (lines) {
		fd = fcntl(fileno(lines), F_DUPFD, STDERR_FILENO + 1); /* the child has it, too */
		if (fd < 0)
			diag_error("a temporary file: %s", strerror(errno));
		else
			good = page_draw(out, fileno(stacks), fd);
		if (fd >= 0)
			close(fd);
		fclose(lines);
	}
	if (stacks)
		fclose(stacks);
	return good;
}
