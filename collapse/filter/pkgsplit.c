/* SPDX-License-Identifier: MIT */
/*
 * pkgsplit-perf: the output of perf script without stacks, one frame per sample. The package of a
 * Java method becomes a stack, so that a graph shows where in the packages the time goes.
 *
 *     java 15862 [022] 31507.900000:   10101010 cpu-clock:  7fa3c41e Lorg/acme/Out;::emit (/tmp/perf-1.map)
 *     java;org;acme;Out;::emit 1
 */
#include "collapse/text.h"

enum { PKGSPLIT_IDLE = TEXT_NOTES, PKGSPLIT_NOTES };

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[PKGSPLIT_IDLE] = {.one = "sample of an idle processor",
			   .many = "samples of idle processors"},
};

/* The fields of an event line. */
struct event {
	struct slice comm, symbol;
};

static bool pkgsplit_is_time(struct slice word)
{
	struct slice seconds;

	return slice_drop(&word, SLICE(":")) && slice_cut(&word, '.', &seconds) &&
	       slice_is_number(seconds) && slice_is_number(word);
}

static bool is_pid(struct slice word)
{
	struct slice pid;

	return slice_is_number(word) ||
	       (slice_cut(&word, '/', &pid) && slice_is_number(pid) && slice_is_number(word));
}

/* "COMM PID [CPU]": the name may hold blanks. */
static bool parse_comm(struct slice text, struct slice *comm)
{
	struct slice word;

	if (!slice_last_word(&text, &word))
		return false;
	if (slice_starts(word, SLICE("[")) && !slice_last_word(&text, &word))
		return false;
	*comm = slice_trim(text);
	return is_pid(word) && comm->len > 0;
}

/* "ADDRESS SYMBOL+0x1 (MODULE)" */
static bool pkgsplit_parse_symbol(struct slice text, struct slice *symbol)
{
	size_t open;
	struct slice word;

	if (!slice_word(&text, &word) || !slice_is_hex(word))
		return false;
	text = slice_trim(text);
	if (slice_ends(text, SLICE(")")))
		for (open = text.len; open-- > 0;) {
			if (slice_starts(slice_tail(text, open), SLICE(" (/")) ||
			    slice_starts(slice_tail(text, open), SLICE(" (["))) {
				text = slice_trim(slice_head(text, open));
				break;
			}
		}
	*symbol = text;
	return text.len > 0;
}

static bool pkgsplit_parse(struct slice line, struct event *event)
{
	struct slice rest = line, word;

	while (slice_word(&rest, &word)) {
		if (!pkgsplit_is_time(word) ||
		    !parse_comm(slice_between(line.ptr, word.ptr), &event->comm))
			continue;
		if (slice_word(&rest, &word) && slice_is_number(word))
			slice_word(&rest, &word);
		return slice_ends(word, SLICE(":")) && pkgsplit_parse_symbol(rest, &event->symbol);
	}
	return false;
}

static bool pkgsplit_is_idle(struct slice symbol)
{
	size_t plus = slice_rfind(symbol, '+');

	if (plus != SLICE_NONE)
		symbol = slice_head(symbol, plus);
	return slice_equal(symbol, SLICE("cpu_idle")) ||
	       slice_equal(symbol, SLICE("native_safe_halt")) ||
	       slice_equal(symbol, SLICE("xen_hypercall_sched_op"));
}

static void push_comm(struct ingest_run *run, struct slice comm)
{
	struct buf *name = &text_of(run)->name;
	size_t i;

	buf_reset(name);
	for (i = 0; i < comm.len; i++)
		buf_add_char(name, char_is_blank(comm.ptr[i]) ? '_' : comm.ptr[i]);
	text_push(run, buf_slice(name));
}

/* "Lorg/acme/Out;::emit": packages, class and method are frames; digits, which differ from run to
 * run in the names of generated classes, are X. */
static bool push_java(struct ingest_run *run, struct slice symbol)
{
	struct buf *name = &text_of(run)->name;
	struct slice rest, part;
	size_t i;

	if (!slice_starts(symbol, SLICE("L")) || !slice_contains(symbol, SLICE(";::")))
		return false;
	buf_reset(name);
	for (i = 1; i < symbol.len; i++) {
		char c = symbol.ptr[i];

		buf_add_char(name, char_is_digit(c) ? 'X' : c == '/' ? ';' : c);
	}
	for (rest = buf_slice(name); slice_cut(&rest, ';', &part);)
		text_push(run, part);
	text_push(run, rest);
	return true;
}

static void pkgsplit_line(struct ingest_run *run, struct slice line)
{
	struct event event;

	if (slice_trim(line).len == 0 || line.ptr[0] == '#')
		return;
	if (!pkgsplit_parse(line, &event)) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (pkgsplit_is_idle(event.symbol)) {
		run->samples++;
		text_note(run, PKGSPLIT_IDLE, line);
		return;
	}
	push_comm(run, event.comm);
	if (!push_java(run, event.symbol))
		text_push(run, event.symbol);
	text_finish(run, TEXT_ROOT_FIRST, 1);
}

static const struct text_format format = {
	.line = pkgsplit_line,
	.lines_are_records = true,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_pkgsplit = {
	.name = "pkgsplit",
	.summary = "folded stacks of Java packages from perf script without stacks",
	.every_word_is_file = FAMILY_PERL,
	.text = &format,
};
