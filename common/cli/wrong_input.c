/* SPDX-License-Identifier: MIT */
#include "common/cli/wrong_input.h"

#include <unistd.h>

#include "common/base/child.h"
#include "common/base/diag.h"
#include "common/io/locate.h"

enum {
	ANSWER_SIZE = 256,
};

/* A kind of file that no program of ours reads as it is. In `advice`, % is its name. */
struct known_file {
	struct slice mark;
	size_t at; /* offset of the mark; ANYWHERE: in the first kilobyte */
	const char *what;
	const char *advice;
};

#define ANYWHERE SIZE_MAX
#define MARK(bytes) SLICE_INIT(bytes)

#define UNPACK_FIRST "unpack it, and give its files"
#define FOLDED_NEEDED "give the profile or the folded stacks that it was made from"
#define CONVERT "try: iconv -f UTF-16 -t UTF-8 %"
#define PERF_SCRIPT "try: perf script -i % | collapse-perf | flamegraph > out.svg"

static const struct known_file known_files[] = {
	{MARK("PERFILE2"), 0, "a recording of perf (perf.data)", PERF_SCRIPT},
	{MARK("2ELIFREP"), 0, "a recording of perf (perf.data)", PERF_SCRIPT},
	{MARK("FLR\0"), 0, "a recording of Java Flight Recorder",
	 "try: jfr print --events jdk.ExecutionSample % | collapse-jfr | flamegraph > out.svg"},
	{MARK("# To display the perf.data header info"), ANYWHERE, "the report of perf report",
	 "try: perf script | collapse-perf | flamegraph > out.svg"},
	{MARK("# Overhead "), ANYWHERE, "the report of perf report",
	 "try: perf script | collapse-perf | flamegraph > out.svg"},
	{MARK("\x7f"
	      "ELF"),
	 0, "a program, a library or a core file (ELF)", "try: flamegraph-record -- %"},
	{MARK("PK\003\004"), 0, "a zip archive", UNPACK_FIRST},
	{MARK("ustar"), 257, "a tar archive", UNPACK_FIRST},
	{MARK("7z\xBC\xAF\x27\x1C"), 0, "a 7z archive", UNPACK_FIRST},
	{MARK("BZh"), 0, "compressed by bzip2", "try: bzip2 -dc % |"},
	{MARK("\x89PNG"), 0, "a PNG picture", FOLDED_NEEDED},
	{MARK("%PDF-"), 0, "a PDF document", FOLDED_NEEDED},
	{MARK("\xFF\xFE"), 0, "text in UTF-16", CONVERT},
	{MARK("\xFE\xFF"), 0, "text in UTF-16", CONVERT},
	{MARK("<svg"), ANYWHERE, "an SVG picture", FOLDED_NEEDED},
	{MARK("<!DOCTYPE html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
	{MARK("<!doctype html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
	{MARK("<html"), ANYWHERE, "an HTML page", FOLDED_NEEDED},
};

static bool has_mark(struct slice head, const struct known_file *file)
{
	if (file->at != ANYWHERE)
		return head.len >= file->at && slice_starts(slice_tail(head, file->at), file->mark);
	return slice_contains(slice_head(head, head.len < 1024 ? head.len : 1024), file->mark);
}

static bool is_plain(char c)
{
	return char_is_word(c) || c == '/' || c == '.' || c == '-' || c == '+';
}

/* A file's name as it can be typed, or the word FILE. */
static struct slice typed_name(struct slice name)
{
	bool types = name.len > 0 && name.ptr[0] != '-' && slice_all(name, is_plain);

	return types ? name : SLICE("FILE");
}

bool wrong_input_explain_bytes(struct slice head, struct slice name)
{
	const struct slice file = typed_name(name);
	size_t i;

	for (i = 0; i < ARRAY_LEN(known_files); i++) {
		const struct known_file *known = &known_files[i];
		struct slice after = slice_from(known->advice), before = after;
		bool has_name = slice_cut(&after, '%', &before);

		if (!has_mark(head, known))
			continue;
		diag_error("%.*s: this is %s; %.*s%.*s%.*s", SLICE_ARG(name), known->what,
			   SLICE_ARG(before), SLICE_ARG(has_name ? file : SLICE("")),
			   SLICE_ARG(has_name ? after : SLICE("")));
		return true;
	}
	return false;
}

/* Start collapse-guess --identify; `ends` are those of a pipe that holds what it reads. */
static bool start_guess(int in, int *out, pid_t *child)
{
	struct buf path = {0};
	const char *arguments[] = {NULL, "--identify", "-q", NULL};
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

static bool write_all(int fd, struct slice text)
{
	while (text.len > 0) {
		ssize_t n = write(fd, text.ptr, text.len);

		if (n <= 0)
			return false;
		text = slice_tail(text, (size_t)n);
	}
	return true;
}

/* What collapse-guess prints of the text, which fits into a pipe that nobody reads yet; nothing if it cannot be started, or knows nothing. */
static struct slice ask_guess(struct slice head, char *answer)
{
	size_t len = 0;
	ssize_t n = 0;
	int in[2], out;
	pid_t child;

	if (!child_pipe(in))
		return SLICE("");
	if (!write_all(in[1], head) || !start_guess(in[0], &out, &child)) {
		close(in[0]);
		close(in[1]);
		return SLICE("");
	}
	close(in[0]);
	close(in[1]);
	while (len < ANSWER_SIZE && (n = read(out, answer + len, ANSWER_SIZE - len)) > 0)
		len += (size_t)n;
	close(out);
	return child_wait(child) == 0 ? slice_of(answer, len) : SLICE("");
}

/* "perf folded stacks from the output of perf script" -> its parts; false for anything else. */
static bool split_answer(struct slice answer, struct slice *format, struct slice *what)
{
	size_t at;

	if (!slice_line(&answer, what) || !slice_cut(what, ' ', format))
		return false;
	at = slice_search(*what, SLICE(" from "));
	*what = at == SLICE_NONE ? slice_trim(*what) : slice_tail(*what, at + 6);
	return true;
}

/* What follows `collapse-perf FILE`. */
static const char *after_collapser(enum wrong_input_reader reader)
{
	return reader == READS_PROFILES ? "" : reader == READS_FOLDED ? " | " : " > FILE.folded";
}

static bool explain_format(struct slice head, struct slice name, const char *own,
			   enum wrong_input_reader reader)
{
	const struct slice file = typed_name(name);
	char buffer[ANSWER_SIZE];
	struct slice format, what;

	if (!split_answer(ask_guess(head, buffer), &format, &what) ||
	    slice_equal(format, slice_from(own)))
		return false;
	if (slice_equal(format, SLICE("folded"))) {
		diag_error("%.*s: these are folded stacks already; try: flamegraph %.*s > out.svg",
			   SLICE_ARG(name), SLICE_ARG(file));
	} else {
		diag_error("%.*s: this is %.*s; try: collapse-%.*s %.*s%s%s", SLICE_ARG(name),
			   SLICE_ARG(what), SLICE_ARG(format), SLICE_ARG(file),
			   after_collapser(reader), reader == READS_FOLDED ? diag_tool() : "");
	}
	return true;
}

bool wrong_input_explain(struct input *input, const char *own, enum wrong_input_reader reader)
{
	const struct slice name = input_name(input, 0);
	struct buf head = {0};
	bool known = input_head(input, &head) &&
		     (wrong_input_explain_bytes(buf_slice(&head), name) ||
		      explain_format(buf_slice(&head), name, own, reader));

	buf_release(&head);
	return known;
}

bool wrong_input_is_json(struct input *input)
{
	struct buf head = {0};
	struct slice text;
	bool is_json;

	input_head(input, &head);
	text = slice_trim_left(buf_slice(&head));
	is_json = slice_starts(text, SLICE("{")) || slice_starts(text, SLICE("["));
	buf_release(&head);
	return is_json;
}
