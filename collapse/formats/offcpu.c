/* SPDX-License-Identifier: MIT */
/*
 * The offcpu format: the output of bcc and libbpf-tools: offcputime, wakeuptime and offwaketime
 * about waiting, profile about running. Stacks are leaf first, the time is below; or folded (-f). Output of such bpftrace
 * scripts is read too.
 *
 *          finish_task_switch              target:          ksoftirqd/1
 *          schedule                        ffffffff814b824d bpf_trace_run1
 *          -                vi (1234)                waker: my worker 2
 *              103                         36043
 */
#include "collapse/formats/bpf_map.h"
#include "collapse/text.h"

struct offcpu_options {
	struct bpf_map_options bpf; /* the first member: it reads its own */
	bool pid;
};

enum { OFFCPU_LOST = BPF_MAP_NOTES }; /* stacks that are not in the output */

struct offcpu {
	struct bpf_map bpf;
	char unit[4]; /* "us"; empty if it is not known */
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Stacks"},
	{OPT_TEXT, FAMILY_OWN, .name = "map", .value = "NAME",
	 OPT_AT(struct offcpu_options, bpf.map), .help = "Read only the map @NAME of bpftrace"},
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN, .name = "pid", OPT_AT(struct offcpu_options, pid),
	 .help = "Append the process id to the name of the process: vi-1234"},
	{OPT_FLAG, FAMILY_OWN, .name = "offsets", OPT_AT(struct offcpu_options, bpf.offsets),
	 .help = "Keep the offsets into functions"},
	{OPT_FLAG, FAMILY_OWN, .name = "no-offsets", OPT_AT(struct offcpu_options, bpf.no_offsets),
	 .hidden = true, .help = "Leave out the offsets into functions, the default"},
};

/* "Tracing off-CPU time (us) of all threads by user + kernel stack... Hit Ctrl-C to end." */
static bool take_unit(struct slice line, struct slice *unit)
{
	size_t at;

	if (!slice_starts(line, SLICE("Tracing ")))
		return false;
	at = slice_search(line, SLICE(" time ("));
	if (at == SLICE_NONE)
		return false;
	line = slice_tail(line, at + 7);
	return slice_cut(&line, ')', unit) && unit->len <= 3 && slice_ends(*unit, SLICE("s"));
}

/* "b'python3'", as bcc prints bytes under Python 3. */
static struct slice drop_bytes(struct slice name)
{
	struct slice bytes = name;

	if ((slice_skip(&bytes, SLICE("b'")) && slice_drop(&bytes, SLICE("'"))) ||
	    (slice_skip(&bytes, SLICE("b\"")) && slice_drop(&bytes, SLICE("\""))))
		return bytes;
	return name;
}

/* "vi (1234)", of stackcount -P "vi [1234]"; false without a number. */
static bool split_process(struct slice process, struct slice *comm, struct slice *pid)
{
	const bool square = slice_ends(process, SLICE("]"));
	const size_t open = slice_rsearch(process, square ? SLICE(" [") : SLICE(" ("));

	*pid = process;
	if (open == SLICE_NONE || !slice_drop(pid, square ? SLICE("]") : SLICE(")")))
		return false;
	*pid = slice_tail(*pid, open + 2);
	*comm = drop_bytes(slice_trim_right(slice_head(process, open)));
	return slice_is_number(*pid);
}

static void push_process(struct ingest_run *run, struct slice process)
{
	const struct offcpu_options *options = run->options;
	struct buf *name = &text_of(run)->name;
	struct slice pid, comm;

	if (!split_process(process, &comm, &pid)) {
		comm = drop_bytes(process);
		label_set(run, LABEL_COMM, comm);
		text_push(run, comm);
		return;
	}
	label_set(run, LABEL_COMM, comm);
	label_set(run, LABEL_PID, pid);
	if (!options->pid) {
		text_push(run, comm);
		return;
	}
	buf_reset(name);
	buf_printf(name, "%.*s-%.*s", SLICE_ARG(comm), SLICE_ARG(pid));
	text_push(run, buf_slice(name));
}

/* "clock_nanosleep+0x94 (/usr/lib/libc.so.6+0x9ed14)", "(/usr/lib/libc.so.6+0x9ed14)" */
static struct slice without_file(struct slice name)
{
	const size_t at = slice_ends(name, SLICE(")")) ? slice_rsearch(name, SLICE("(/"))
						       : SLICE_NONE;

	return at == SLICE_NONE ? name : slice_trim_right(slice_head(name, at));
}

/*
 * "#0  0xffffffff821f3125 schedule+0x23", "ffffffff814b824d bpf_trace_run1", "b'schedule'"; nothing
 * where the tool says that it found no names.
 */
static struct slice name_of_frame(struct slice line)
{
	struct slice rest = line, word;

	if (slice_equal(line, SLICE("failed to get syms")))
		return SLICE("");
	if (slice_starts(rest, SLICE("#")) && slice_word(&rest, &word) &&
	    slice_is_number(slice_tail(word, 1)))
		line = slice_trim_left(rest);
	rest = line;
	if (slice_word(&rest, &word) && slice_trim(rest).len > 0 &&
	    ((slice_skip(&word, SLICE("0x")) && slice_is_hex(word)) ||
	     (word.len >= 8 && slice_is_hex(word))))
		line = without_file(slice_trim(rest));
	return drop_bytes(line);
}

/*
 * Read a line of a stack. The names of the blocked thread and of its waker are frames too, at their
 * place.
 */
static void offcpu_row(struct ingest_run *run, struct slice row)
{
	struct slice rest = row, word = {0}, comm, pid;
	uint64_t count;

	if (slice_is_number(row) && text_of(run)->count > 0) {
		text_take_count(run, &row, &count);
		text_finish(run, TEXT_LEAF_FIRST, count);
		label_clear(run);
		return;
	}
	if (text_push_known(run, row))
		return;
	slice_word(&rest, &word);
	rest = slice_trim(rest);
	if (slice_equal(word, SLICE("-")) && rest.len > 0)
		push_process(run, rest);
	else if (slice_ends(row, SLICE("]")) && split_process(row, &comm, &pid))
		push_process(run, row);
	else if (slice_equal(word, SLICE("--")))
		text_push(run, word); /* between the kernel's stack and the program's */
	else if (slice_equal(word, SLICE("target:")) || slice_equal(word, SLICE("waker:"))) {
		rest = drop_bytes(rest);
		if (slice_equal(word, SLICE("target:")))
			label_set(run, LABEL_COMM, rest);
		text_push(run, rest);
	} else {
		bpf_map_push(run, name_of_frame(row));
		text_keep(run, row);
	}
}

static void offcpu_folded(struct ingest_run *run, struct slice line)
{
	struct folded_line folded;
	struct slice name;

	if (!folded_one_column.split(line, &folded) || folded.stack.len == 0) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	name = folded.stack;
	name = slice_head(name,
			  slice_find(name, ';') == SLICE_NONE ? name.len : slice_find(name, ';'));
	name = drop_bytes(name);
	label_set(run, LABEL_COMM, name);
	text_push(run, name);
	if (slice_cut(&folded.stack, ';', &name)) {
		while (slice_cut(&folded.stack, ';', &name))
			bpf_map_push(run, drop_bytes(name));
		bpf_map_push(run, drop_bytes(folded.stack));
	}
	text_finish(run, TEXT_ROOT_FIRST, folded.weight.count[1]);
	label_clear(run);
}

/* "Sampling at 49 Hertz of all threads by user + kernel stack... Hit Ctrl-C to end.", of profile */
static bool is_sampling(struct slice line)
{
	return slice_starts(line, SLICE("Sampling at ")) && slice_contains(line, SLICE(" by ")) &&
	       slice_contains(line, SLICE(" stack"));
}

/*
 * Note stacks that the tool lost: "WARNING: 3 stack traces lost and could not be displayed.",
 * "WARNING: 3 stack traces could not be displayed.".
 */
static void note_lost(struct ingest_run *run, struct slice line)
{
	struct slice word;

	if (slice_skip(&line, SLICE("WARNING: ")) && slice_word(&line, &word) &&
	    slice_starts(line, SLICE(" stack trace")))
		notes_count_lost(&run->notes, OFFCPU_LOST, word);
}

/* True for other output; no name of a function is such a line. */
static bool is_talk(struct slice line)
{
	if (line.len == 0 || line.ptr[0] < 'A' || line.ptr[0] > 'Z') /* most lines */
		return false;
	return slice_starts(line, SLICE("Tracing ")) || is_sampling(line) ||
	       slice_starts(line, SLICE("Attaching ")) || slice_starts(line, SLICE("WARNING: ")) ||
	       slice_starts(line, SLICE("Detaching...")) || slice_starts(line, SLICE("Exiting..."));
}

static void offcpu_line(struct ingest_run *run, struct slice line)
{
	struct offcpu *offcpu = run->state;
	struct slice unit, row;

	slice_skip(&line, TEXT_INTERRUPT);
	row = slice_trim(line);
	if (slice_skip(&row, TEXT_INTERRUPT))
		row = slice_trim_left(row);
	offcpu->bpf.options = run->options;
	if (offcpu->bpf.in_entry || bpf_map_starts(line)) {
		bpf_map_line(run, line);
	} else if (take_unit(row, &unit)) {
		memcpy(offcpu->unit, unit.ptr, unit.len);
		offcpu->unit[unit.len] = '\0';
		header_add(&run->profile.header, HEADER_UNIT, unit);
	} else if (is_talk(row)) {
		note_lost(run, row);
	} else if (row.len > 0 && char_is_blank(line.ptr[0])) {
		offcpu_row(run, row);
	} else if (row.len > 0) {
		offcpu_folded(run, line);
	}
}

static void offcpu_end(struct ingest_run *run)
{
	bool unfinished = !bpf_map_of(run)->in_entry && text_of(run)->count > 0;

	if (unfinished)
		text_note(run, TEXT_UNFINISHED, SLICE(""));
	bpf_map_end(run);
}

/* With -v: what is counted. */
static void offcpu_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	const struct offcpu *offcpu = run->state;

	bpf_map_report(setup, run);
	if (offcpu->unit[0] != '\0')
		diag_note("counts are %s: flamegraph --countname %s", offcpu->unit, offcpu->unit);
}

static bool offcpu_is_heading(struct slice line)
{
	struct slice unit;

	line = slice_trim(line);
	return take_unit(line, &unit) || is_sampling(line);
}

/* "    -                vi (1234)" */
static bool offcpu_is_process(struct slice line)
{
	return slice_starts(slice_trim_left(line), SLICE("-                ")) &&
	       slice_ends(line, SLICE(")")) && char_is_blank(line.ptr[0]);
}

static enum probe offcpu_probe(struct slice head, bool whole)
{
	bool heading = probe_any(head, whole, offcpu_is_heading) == PROBE_YES;

	return heading || probe_any(head, whole, offcpu_is_process) == PROBE_YES ? PROBE_YES
										 : PROBE_NO;
}

static const struct note_kind kinds[] = {
	BPF_MAP_NOTE_ROWS,
	[OFFCPU_LOST] = {.one = "stack that the tool lost", .many = "stacks that the tool lost"},
};

static const struct text_format format = {
	.line = offcpu_line,
	.end = offcpu_end,
	.state_size = sizeof(struct offcpu),
	.owns = {BPF_MAP_OWNS},
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_offcpu = {
	.name = "offcpu",
	.summary = "folded stacks from bcc's offcputime, wakeuptime and profile",
	.rows = COLLAPSE_OPTIONS(rows, struct offcpu_options),
	.labels = LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_TID) | LABEL_BIT(LABEL_COMM),
	.text = &format,
	.report = offcpu_report,
	.probe = offcpu_probe,
};
