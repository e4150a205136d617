/* SPDX-License-Identifier: MIT */
/* Inlined functions from the programs addr2line and nm, which PATH leads to. No shell between. */
#include "collapse/symbols/inline.h"

#include <errno.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "common/system/child.h"

enum { NOT_FOUND = 127 }; /* exit code of a child that could not run its program */

static void inline_programs_read_all(int fd, struct buf *out)
{
	const size_t room = (size_t)1 << 16;
	ssize_t n;

	do {
		n = read(fd, buf_reserve(out, room), room);
		if (n > 0)
			out->len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
}

/* 0, or the errno if it could not be run. */
static int try_to_run(const char *const *arguments, struct buf *out)
{
	int ends[2], error;
	pid_t child;

	buf_reset(out);
	if (!child_pipe(ends))
		return errno;
	error = child_start(arguments, &(struct child_streams){{CHILD_NULL, ends[1], CHILD_NULL}},
			    &child);
	close(ends[1]);
	if (error == 0)
		inline_programs_read_all(ends[0], out);
	close(ends[0]);
	if (error != 0)
		return error;
	return child_wait(child) == NOT_FOUND ? ENOENT : 0;
}

/* Run a program for its output; prints one message if a program cannot be run. */
static bool run(struct inline_programs *programs, const char *const *arguments, struct buf *out)
{
	int error = try_to_run(arguments, out);

	if (error != 0 && !programs->said)
		diag_warn("inlined functions are not shown: cannot run %s: %s", arguments[0],
			  strerror(error));
	programs->said |= error != 0;
	return error == 0;
}

/* An address, then two lines a function: its name, and "file.c:12 (discriminator 3)". */
static void inline_programs_parse(struct slice output, struct inline_functions *functions)
{
	struct slice name, source;

	slice_line(&output, &name);
	while (slice_line(&output, &name)) {
		size_t end;

		if (!slice_line(&output, &source))
			source = SLICE("");
		end = slice_search(source, SLICE(" (discriminator "));
		if (end != SLICE_NONE)
			source = slice_head(source, end);
		inline_add(functions, name, source);
	}
}

void inline_programs_functions(struct inline_programs *programs, const char *path,
			       struct slice address, struct inline_functions *functions)
{
	struct buf text = {0};

	inline_reset(functions);
	if (programs->missing)
		return;
	buf_add(&text, address);
	buf_add_char(&text, '\0');
	if (run(programs,
		(const char *[]){"addr2line", "-a", text.ptr, "-e", path, "-i", "-f", "-s", "-C",
				 NULL},
		&programs->output))
		inline_programs_parse(buf_slice(&programs->output), functions);
	else
		programs->missing = true;
	buf_release(&text);
}

/* "0000000000005000 T main" */
static void inline_programs_parse_symbol(struct slice line, struct inline_symbols *symbols)
{
	struct slice digits;
	uint64_t address;

	if (slice_cut(&line, ' ', &digits) && inline_hex(digits, &address) && line.len > 2 &&
	    line.ptr[1] == ' ')
		inline_symbols_add(symbols, slice_tail(line, 2), address, 0);
}

void inline_programs_symbols(struct inline_programs *programs, const char *path,
			     struct inline_symbols *symbols)
{
	struct slice text, line;

	run(programs, (const char *[]){"nm", path, NULL}, &symbols->text);
	text = buf_slice(&symbols->text);
	while (slice_line(&text, &line))
		inline_programs_parse_symbol(line, symbols);
}
