/* SPDX-License-Identifier: MIT */
#include "common/cli/wrong_input.h"

#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/io/locate.h"

enum {
	ANSWER_SIZE = 256,
};

/* Start collapse-guess --identify, which reads from `in`. */
static bool start_guess(int in, bool is_partial, int *out, pid_t *child)
{
	struct buf path = {0};
	const char *arguments[] = {NULL, "--identify", "-q", is_partial ? "--partial" : NULL, NULL};
	int answer[2];
	bool good = false;

	locate_program(&path, NULL, "collapse-guess");
	arguments[0] = path.ptr;
	if (locate_exists(slice_from(path.ptr)) && child_pipe(answer)) {
		good = child_start(arguments, &(struct child_streams){{in, answer[1], CHILD_NULL}},
				   child) == 0;
		close(answer[1]);
		*out = answer[0];
		if (!good)
			close(answer[0]);
	}
	buf_release(&path);
	return good;
}

static bool wrong_input_write_all(int fd, struct slice text)
{
	while (text.len > 0) {
		ssize_t n = write(fd, text.ptr, text.len);

		if (n <= 0)
			return false;
		text = slice_tail(text, (size_t)n);
	}
	return true;
}

/*
 * Run collapse-guess on `head`, which fits into a pipe before it is read. False if it cannot be
 * started; the answer is empty if it recognises nothing.
 */
static bool ask_guess(struct slice head, char *buffer, struct slice *answer)
{
	size_t len = 0;
	ssize_t n = 0;
	int in[2], out = -1;
	pid_t child;
	bool asked;

	if (!child_pipe(in))
		return false;
	asked = wrong_input_write_all(in[1], head) &&
		start_guess(in[0], head.len == INPUT_HEAD, &out, &child);
	close(in[0]);
	close(in[1]);
	if (!asked)
		return false;
	while (len < ANSWER_SIZE && (n = read(out, buffer + len, ANSWER_SIZE - len)) > 0)
		len += (size_t)n;
	close(out);
	*answer = slice_of(buffer, child_wait(child) == 0 ? len : 0);
	return true;
}

/*
 * "gdb folded stacks from backtraces of gdb" -> "gdb", "backtraces of gdb"; false for anything
 * else.
 */
static bool split_answer(struct slice answer, struct slice *format, struct slice *what)
{
	size_t at;

	if (!slice_line(&answer, what) || !slice_cut(what, ' ', format))
		return false;
	at = slice_rsearch(*what, SLICE(" from "));
	*what = at == SLICE_NONE ? slice_trim(*what) : slice_tail(*what, at + 6);
	return true;
}

static void explain_format(struct slice format, struct slice what, struct slice name,
			   const struct wrong_input_reader *reader)
{
	struct buf command = {0}, program = {0};

	if (slice_equal(format, SLICE("folded"))) {
		wrong_input_add_command(&command, "flamegraph", name);
		diag_error("%.*s: these are folded stacks already; try: %.*s > out.svg",
			   SLICE_ARG(name), SLICE_ARG(buf_slice(&command)));
	} else {
		buf_printf(&program, "collapse-%.*s", SLICE_ARG(format));
		wrong_input_add_command(&command, program.ptr, name);
		wrong_input_add_reader(&command, name, reader);
		diag_error("%.*s: this is %.*s; try: %.*s", SLICE_ARG(name), SLICE_ARG(what),
			   SLICE_ARG(buf_slice(&command)));
	}
	buf_release(&program);
	buf_release(&command);
}

/* A stack may begin with a bracket, too: "[unknown];main 1". */
static bool is_json(struct slice text)
{
	text = slice_trim_left(text);
	if (!slice_skip(&text, SLICE("{")) && !slice_skip(&text, SLICE("[")))
		return false;
	text = slice_trim_left(text);
	return text.len > 0 && slice_find(SLICE("{[\"]}"), text.ptr[0]) != SLICE_NONE;
}

static bool explain_json(struct slice head, struct slice name)
{
	if (!is_json(head))
		return false;
	diag_error("%.*s: this is JSON in no known format; collapse-guess --list names the formats",
		   SLICE_ARG(name));
	return true;
}

/* Control characters that no text has: what looks like one of the formats of lines then is none. */
static bool is_binary(struct slice head)
{
	size_t i;

	for (i = 0; i < head.len; i++) {
		unsigned char c = (unsigned char)head.ptr[i];

		if (c < '\b' || (c > '\r' && c < 0x1b) || (c > 0x1b && c < ' '))
			return true;
	}
	return false;
}

static bool wrong_input_advise(struct slice head, struct slice name,
			       const struct wrong_input_reader *reader)
{
	const struct slice own = slice_from(reader->format);
	char buffer[ANSWER_SIZE];
	struct slice answer, format, what;

	head = slice_head(head, head.len < INPUT_HEAD ? head.len : INPUT_HEAD);
	if (wrong_input_explain_bytes(head, name, reader))
		return true;
	if (!ask_guess(head, buffer, &answer))
		return false;
	if (!split_answer(answer, &format, &what))
		return slice_equal(own, SLICE("folded")) && explain_json(head, name);
	if (slice_equal(format, own) || (is_binary(head) && !slice_equal(format, SLICE("pprof"))))
		return false;
	explain_format(format, what, name, reader);
	return true;
}

bool wrong_input_explain(struct input *input, size_t file, const struct wrong_input_reader *reader)
{
	struct buf head = {0};
	bool known = input_head(input, file, &head) &&
		     wrong_input_advise(buf_slice(&head), input_name(input, file), reader);

	buf_release(&head);
	return known;
}

bool wrong_input_explain_json(struct input *input)
{
	struct buf head = {0};
	bool known = input_head(input, 0, &head) &&
		     explain_json(buf_slice(&head), input_name(input, 0));

	buf_release(&head);
	return known;
}
