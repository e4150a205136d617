/* SPDX-License-Identifier: MIT */
/*
 * The stap format: what SystemTap scripts print with print_stack() or print_ustack(), leaf
 * first, and below it the count of the stack on a line of its own.
 *
 *      0xffffffff814a1c0b : acpi_idle_do_entry+0x11/0x20 [kernel]
 *      0xffffffff81055b74 : cpu_idle+0x24/0x40 [kernel] (inexact)
 *      0x400549 [/usr/bin/app+0x549/0x1000]
 *             1771
 *
 * With the names of files: "f+0x1/0x20 at /src/f.c:3 [app]"; where a function returns: "Returning
 * from:  0x4011f0 : f+0x0/0x20 [app]".
 */
#include "collapse/text.h"

enum { STAP_HEADING = TEXT_NOTES, STAP_LOST };

struct stap {
	struct text text;
	size_t headings; /* frames at the leaf that may be lines between stacks */
};

static bool stap_take_address(struct slice *line)
{
	struct slice rest = *line;
	size_t digits = 0;

	if (!slice_skip(&rest, SLICE("0x")))
		return false;
	while (digits < rest.len && char_is_hex(rest.ptr[digits]))
		digits++;
	*line = slice_tail(rest, digits);
	return digits > 0;
}

/* What is behind the address of a frame; false, and all, if it has none: a name may begin like one. */
static bool stap_split_address(struct slice frame, struct slice *name)
{
	*name = frame;
	if (!stap_take_address(name) || (name->len > 0 && name->ptr[0] != ' ')) {
		*name = frame;
		return false;
	}
	*name = slice_trim_left(*name);
	if (slice_skip(name, SLICE(":")))
		*name = slice_trim_left(*name);
	return true;
}

/* Take "+0x11/0x20" off the end, with the place of the source after it. */
static void stap_drop_offset(struct slice *name)
{
	size_t from = 0, plus;

	while ((plus = slice_find(slice_tail(*name, from), '+')) != SLICE_NONE) {
		struct slice rest = slice_tail(*name, from + plus + 1);

		if (stap_take_address(&rest) &&
		    (!slice_skip(&rest, SLICE("/")) || stap_take_address(&rest)) &&
		    (rest.len == 0 || slice_starts(rest, SLICE(" at ")))) {
			*name = slice_head(*name, from + plus);
			return;
		}
		from += plus + 1;
	}
}

/* Take " [module]" off the end; what is in the brackets, or nothing. */
static struct slice stap_take_module(struct slice *line)
{
	size_t open = slice_rfind(*line, '[');
	struct slice module;

	if (open == SLICE_NONE || !slice_ends(*line, SLICE("]")) ||
	    (open > 0 && line->ptr[open - 1] != ' '))
		return SLICE("");
	module = slice_of(line->ptr + open + 1, line->len - open - 2);
	*line = slice_trim_right(slice_head(*line, open));
	return module;
}

/* "[app]" of "/usr/bin/app+0x549/0x1000", as a name. */
static struct slice name_of_module(struct ingest_run *run, struct slice module)
{
	struct buf *name = &text_of(run)->name;

	stap_drop_offset(&module);
	buf_reset(name);
	buf_printf(name, "[%.*s]", SLICE_ARG(module));
	return buf_slice(name);
}

/* What SystemTap says of a frame: that its address was guessed, and where a function returns. */
static struct slice stap_drop_marks(struct slice line)
{
	struct slice rest;

	if (slice_drop(&line, SLICE("(inexact)")))
		line = slice_trim_right(line);
	rest = line;
	if (slice_skip(&rest, SLICE("Returning ")) &&
	    (slice_skip(&rest, SLICE("from:")) || slice_skip(&rest, SLICE("to  :"))))
		line = slice_trim_left(rest);
	return line;
}

/* `name`: what is behind the address. */
static void stap_push_frame(struct ingest_run *run, struct slice line, struct slice name)
{
	struct slice module;

	module = stap_take_module(&name);
	stap_drop_offset(&name);
	if (name.len == 0 && module.len > 0)
		name = name_of_module(run, module);
	else if (name.len == 0 && slice_starts(line, SLICE("0x")))
		slice_word(&line, &name);
	text_push(run, name);
}

/*
 * Lines at the margin without an address, above frames that have one: "swapper/0 (0)", what a script
 * prints of its own. Without such frames they are frames themselves.
 */
static void stap_drop_headings(struct ingest_run *run)
{
	struct stap *stap = run->state;

	notes_count(&run->notes, STAP_HEADING, stap->headings);
	stap->headings = 0;
	text_cut(run, 0);
}

static void stap_frame_line(struct ingest_run *run, struct slice line, struct slice frame)
{
	struct stap *stap = run->state;
	struct slice name;

	if (stap_split_address(frame, &name)) {
		if (stap->headings == stap->text.count)
			stap_drop_headings(run);
	} else if (!char_is_blank(line.ptr[0]) && stap->headings == stap->text.count) {
		stap->headings++;
	}
	stap_push_frame(run, frame, name);
}

/*
 * What SystemTap says of itself, noted: "WARNING: Number of errors: 0, skipped probes: 120",
 * "WARNING: There were 12 transport failures.".
 */
static bool stap_takes_warning(struct ingest_run *run, struct slice line)
{
	const struct slice whole = line;
	struct slice count;

	if (!slice_skip(&line, SLICE("WARNING: ")))
		return false;
	if (slice_skip(&line, SLICE("Number of errors: "))) {
		slice_cut(&line, ',', &count);
		if (slice_skip(&line, SLICE(" skipped probes: ")) &&
		    notes_count_lost(&run->notes, STAP_LOST, line))
			return true;
	} else if (slice_skip(&line, SLICE("There were ")) && slice_word(&line, &count) &&
		   slice_starts(line, SLICE(" transport failure")) &&
		   notes_count_lost(&run->notes, STAP_LOST, count)) {
		return true;
	}
	text_note(run, TEXT_BAD_LINE, whole);
	return true;
}

static void stap_line(struct ingest_run *run, struct slice line)
{
	struct stap *stap = run->state;
	struct slice trimmed = slice_trim(line), count = trimmed;
	uint64_t value;

	if (trimmed.len == 0 || stap_takes_warning(run, line))
		return;
	if (!slice_is_number(trimmed)) {
		stap_frame_line(run, line, stap_drop_marks(trimmed));
		return;
	}
	text_take_count(run, &count, &value);
	if (stap->text.count == 0)
		text_note(run, TEXT_BAD_LINE, line);
	stap->headings = 0;
	text_finish(run, TEXT_LEAF_FIRST, value);
}

static void stap_end(struct ingest_run *run)
{
	struct stap *stap = run->state;

	if (stap->text.count > 0)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	stap->headings = 0;
	text_cut(run, 0);
}

/* "address : name+0x11/0x20" */
static bool stap_is_frame(struct slice line)
{
	struct slice name = stap_drop_marks(slice_trim(line));
	size_t length;

	if (!stap_take_address(&name) || !slice_skip(&name, SLICE(" : ")))
		return false;
	stap_take_module(&name);
	length = name.len;
	stap_drop_offset(&name);
	return name.len < length;
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[STAP_HEADING] = {.one = "line above a stack that is none of its frames",
			  .many = "lines above stacks that are none of their frames",
			  .fails_strict = true},
	[STAP_LOST] = {.one = "event that SystemTap lost", .many = "events that SystemTap lost"},
};

static const struct text_format format = {
	.kinds = TEXT_KINDS(kinds),
	.line = stap_line,
	.end = stap_end,
	.state_size = sizeof(struct stap),
};

const struct collapser collapse_stap = {
	.name = "stap",
	.summary = "folded stacks from SystemTap's print_stack() and print_ustack()",
	.text = &format,
	.signs = {stap_is_frame},
};
