/* SPDX-License-Identifier: MIT */
/* The commands that are suggested. */
#include "common/cli/wrong_input.h"

#include <sys/stat.h>
#include <unistd.h>

#include "common/base/diag.h"

static bool advice_is_plain(char c)
{
	return char_is_word(c) || c == '/' || c == '.' || c == '-' || c == '+';
}

void wrong_input_say_empty(const struct input *input)
{
	struct stat status;
	const bool is_pipe = wrong_input_is_piped(input_name(input, 0)) &&
			     fstat(STDIN_FILENO, &status) == 0 && S_ISFIFO(status.st_mode);

	diag_error("nothing recognised: the input is empty%s",
		   is_pipe ? "; the program before the pipe printed nothing" : "");
}

bool wrong_input_is_piped(struct slice name)
{
	return slice_equal(name, SLICE("standard input"));
}

void wrong_input_add(struct buf *buf, const char *text, struct slice name)
{
	const bool types = name.len > 0 && name.ptr[0] != '-' && slice_all(name, advice_is_plain);
	struct slice after = slice_from(text), before;

	while (slice_cut(&after, '%', &before)) {
		buf_add(buf, before);
		buf_add(buf, types ? name : SLICE("FILE"));
	}
	buf_add(buf, after);
}

void wrong_input_add_reader(struct buf *buf, struct slice name,
			    const struct wrong_input_reader *reader)
{
	if (reader->tool)
		buf_printf(buf, " | %s", reader->tool);
	if (!reader->output)
		return;
	buf_add_text(buf, " > ");
	wrong_input_add(buf, reader->output, wrong_input_is_piped(name) ? SLICE("out") : name);
}

void wrong_input_add_command(struct buf *buf, const char *program, struct slice name)
{
	const bool is_piped = wrong_input_is_piped(name);

	buf_printf(buf, "%s%s", is_piped ? "... | " : "", program);
	if (!is_piped)
		wrong_input_add(buf, " %", name);
}
