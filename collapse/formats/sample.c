/* SPDX-License-Identifier: MIT */
/*
 * The sample format: the call graph of macOS's sample. Counts include those of the rows below; each
 * level is two characters more indented.
 *
 *      Call graph:
 *          2800 Thread_1001   DispatchQueue_1: com.apple.main-thread  (serial)
 *          + 2800 start  (in libdyld.dylib) + 1  [0x7fff6a1d4c91]
 *          +   2790 -[NSApplication run]  (in AppKit) + 755  [0x7fff3]
 *      Total number in stack (recursive counted multiple, when >=5):
 *
 * And the stacks of spindump, whose rows of the kernel have a mark:
 *
 *      Process:          shop [4242]
 *        Thread 0x1a2b    1001 samples (1-1001)    priority 31 (base 31)
 *        1001  start + 2840 (dyld + 24840) [0x18b]
 *         *201   ??? (kernel.release.t8122 + 560000) [0xff]
 */
#include "collapse/names/tidy.h"
#include "collapse/text.h"

enum sample_note {
	SAMPLE_IDLE = TEXT_NOTES, /* a row whose own samples are not counted */
};

struct sample_options {
	bool no_modules, queues, keep_idle;
	bool reads_spindump; /* the originals do not */
};

struct sample {
	struct text text;
	struct inclusive tree;
	bool in_graph;
	bool in_thread;     /* of a spindump */
	size_t indentation; /* of its first row; SLICE_NONE: not known yet */
	struct buf process; /* its number */
	struct buf row;
	bool *idle; /* by depth: does the thread wait there? */
	size_t idle_cap;
};

/* The operand MODULES=0 of the script; any other value means yes. */
static bool take_modules(struct slice value, void *field, struct buf *problem)
{
	(void)problem;
	*(bool *)field = value.len == 0 || slice_equal(value, SLICE("0"));
	return true;
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Names"},
	{OPT_FLAG, FAMILY_OWN | FAMILY_RUST, .name = "no-modules",
	 OPT_AT(struct sample_options, no_modules),
	 .help = "Leave out the modules before functions: AppKit`"},
	{OPT_VARIABLE, .name = "MODULES", .parse = take_modules,
	 OPT_AT(struct sample_options, no_modules)},
	{OPT_FLAG, FAMILY_OWN, .name = "queues", OPT_AT(struct sample_options, queues),
	 .help = "Write the dispatch queue of a thread after its number"},
	{OPT_HEADING, .help = "Selection"},
	{OPT_FLAG, FAMILY_OWN, .name = "keep-idle", OPT_AT(struct sample_options, keep_idle),
	 .help = "Also count threads that wait in a system call"},
};

/* Functions in which idle threads wait. */
static const struct slice idle_functions[] = {
	SLICE_INIT("__psynch_cvwait"),
	SLICE_INIT("__psynch_mutexwait"),
	SLICE_INIT("__select"),
	SLICE_INIT("__semwait_signal"),
	SLICE_INIT("__semwait_signal_nocancel"),
	SLICE_INIT("__ulock_wait"),
	SLICE_INIT("__wait4"),
	SLICE_INIT("__workq_kernreturn"),
	SLICE_INIT("kevent"),
	SLICE_INIT("mach_msg2_trap"),
	SLICE_INIT("mach_msg_trap"),
	SLICE_INIT("poll"),
	SLICE_INIT("read"),
	SLICE_INIT("semaphore_wait_trap"),
};

static bool sample_is_idle(const struct ingest_run *run)
{
	const struct sample *sample = run->state;

	return sample->idle[sample->text.count - 1];
}

/* The parts of a row after its count. */
struct node {
	struct slice name;
	struct slice module; /* empty if it is not known */
};

/* "start  (in libdyld.dylib) + 1  [0x7fff6a1d4c91]" */
static struct node sample_split(struct slice text)
{
	struct node node = {text, {text.ptr, 0}};
	size_t in = slice_rsearch(text, SLICE("  (in ")), end;
	struct slice rest;

	if (in != SLICE_NONE) {
		rest = slice_tail(text, in + 6);
		end = slice_find(rest, ')');
		node.name = slice_head(text, in);
		node.module = end == SLICE_NONE ? rest : slice_head(rest, end);
		slice_drop(&node.module, SLICE(".dylib"));
	} else {
		end = slice_search(text, SLICE("  ["));
		if (end == SLICE_NONE)
			end = slice_search(text, SLICE("  load address"));
		if (end != SLICE_NONE)
			node.name = slice_head(text, end);
	}
	node.name = slice_trim(node.name);
	return node;
}

/* "Thread_1001   DispatchQueue_1: com.apple.main-thread  (serial)" */
static struct slice name_of_thread(const struct sample_options *options, struct slice name)
{
	size_t end = options->queues ? slice_rsearch(name, SLICE("  ("))
				     : slice_search(name, SLICE("  "));

	return end == SLICE_NONE ? name : slice_head(name, end);
}

/* Without " (.llvm.10847362915573028419)" at its end, which compilers put after some names. */
static struct slice drop_llvm(struct slice name)
{
	size_t at = slice_ends(name, SLICE(")")) ? slice_rsearch(name, SLICE(" (.llvm."))
						 : SLICE_NONE;

	return at == SLICE_NONE ? name : slice_head(name, at);
}

static struct slice name_of_node(struct ingest_run *run, const struct node *node)
{
	const struct sample_options *options = run->options;
	struct buf *name = &text_of(run)->name;
	struct slice function = drop_llvm(node->name);

	buf_reset(name);
	if (!options->no_modules && node->module.len > 0) {
		buf_add(name, node->module);
		buf_add_char(name, '`');
	}
	if (!tidy_rust(name, function, true))
		buf_add(name, function);
	return buf_slice(name);
}

static bool waits(const struct node *node)
{
	return (node->module.len == 0 || slice_equal(node->module, SLICE("libsystem_kernel"))) &&
	       SLICE_ANY(node->name, idle_functions, slice_equal);
}

static void add_node(struct ingest_run *run, size_t depth, struct slice text, uint64_t count)
{
	const struct sample_options *options = run->options;
	struct sample *sample = run->state;
	struct node node = sample_split(text);
	bool idle = !options->keep_idle && waits(&node);
	struct slice name;

	if (depth == 0 && node.module.len == 0)
		node.name = name_of_thread(options, node.name);
	name = name_of_node(run, &node);
	inclusive_row(run, &sample->tree, depth, name, count);
	MEMORY_NEED(sample->idle, sample->text.count, sample->idle_cap);
	sample->idle[sample->text.count - 1] = idle;
	if (idle)
		notes_count(&run->notes, SAMPLE_IDLE, 1);
}

/* "    + ! 60 CFRunLoopRunSpecific  (in CoreFoundation)"; leaves what begins with the count. */
static bool take_indentation(struct slice *line, size_t *depth)
{
	struct slice rest = *line, marks = SLICE(" +!:|");
	size_t length = 0;

	if (!slice_skip(&rest, SLICE("    ")))
		return false;
	while (length < rest.len && slice_find(marks, rest.ptr[length]) != SLICE_NONE)
		length++;
	*depth = length / 2;
	*line = slice_tail(rest, length);
	return length % 2 == 0 && line->len > 0 && char_is_digit(line->ptr[0]);
}

/* "main + 52 (shop + 16200) [0x100] (running)" as sample writes it. */
static struct slice sample_of_spindump(struct buf *out, struct slice row)
{
	size_t at = slice_rsearch(row, SLICE(" [0x"));
	struct slice module = SLICE("");

	if (at != SLICE_NONE)
		row = slice_head(row, at);
	at = slice_ends(row, SLICE(")")) ? slice_rsearch(row, SLICE(" (")) : SLICE_NONE;
	if (at != SLICE_NONE) {
		module = slice_head(slice_tail(row, at + 2), row.len - at - 3);
		row = slice_head(row, at);
		at = slice_rsearch(module, SLICE(" + "));
		module = at == SLICE_NONE ? module : slice_head(module, at);
	}
	at = slice_rsearch(row, SLICE(" + "));
	if (at != SLICE_NONE)
		row = slice_head(row, at);
	buf_set(out, row);
	if (module.len > 0)
		buf_printf(out, "  (in %.*s)", SLICE_ARG(module));
	return buf_slice(out);
}

/* A row of a thread, indented by two more than the one above it; a mark counts as a blank. */
static void sample_spindump_row(struct ingest_run *run, struct slice line)
{
	struct sample *sample = run->state;
	struct slice rest = slice_trim_left(line);
	uint64_t count;
	size_t indentation;

	slice_skip(&rest, SLICE("*"));
	indentation = line.len - rest.len;
	if (!text_take_count(run, &rest, &count) || rest.len == 0 || !char_is_blank(rest.ptr[0])) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (sample->indentation == SLICE_NONE)
		sample->indentation = indentation;
	if (indentation < sample->indentation)
		indentation = sample->indentation;
	add_node(run, (indentation - sample->indentation) / 2,
		 sample_of_spindump(&sample->row, slice_trim(rest)), count);
}

/* What stands around the rows of a spindump; false: it is none of its lines. */
static bool sample_see_spindump(struct ingest_run *run, struct slice line)
{
	struct sample *sample = run->state;
	struct slice rest = slice_trim_left(line), word;
	size_t at;

	if (slice_skip(&rest, SLICE("Process:"))) {
		at = slice_rsearch(rest, SLICE(" ["));
		buf_reset(&sample->process);
		if (at != SLICE_NONE && slice_ends(rest, SLICE("]")))
			buf_add(&sample->process,
				slice_head(slice_tail(rest, at + 2), rest.len - at - 3));
	} else if (slice_skip(&rest, SLICE("Thread ")) && slice_starts(rest, SLICE("0x")) &&
		   slice_word(&rest, &word)) {
		inclusive_end(run, &sample->tree);
		label_set(run, LABEL_PID, buf_slice(&sample->process));
		label_set(run, LABEL_THREAD, word);
		sample->in_thread = true;
		sample->indentation = SLICE_NONE;
		return true;
	} else if (!sample->in_thread) {
		return false;
	}
	if (sample->in_thread && slice_trim(line).len > 0 && char_is_blank(line.ptr[0])) {
		if (!slice_starts(rest, SLICE("<"))) /* "<thread QoS default, IO tier 0>" */
			sample_spindump_row(run, line);
		return true;
	}
	if (sample->in_thread)
		inclusive_end(run, &sample->tree);
	sample->in_thread = false;
	return true;
}

static void sample_line(struct ingest_run *run, struct slice line)
{
	const struct sample_options *options = run->options;
	struct sample *sample = run->state;
	struct slice rest = line;
	uint64_t count;
	size_t depth;

	sample->tree.is_idle = sample_is_idle;
	if (options->reads_spindump && !sample->in_graph && sample_see_spindump(run, line))
		return;
	if (slice_starts(line, SLICE("Call graph")) || slice_starts(line, SLICE("Total number"))) {
		inclusive_end(run, &sample->tree);
		sample->in_graph = line.ptr[0] == 'C';
		return;
	}
	if (!sample->in_graph || slice_trim(line).len == 0)
		return;
	if (take_indentation(&rest, &depth) && text_take_count(run, &rest, &count) &&
	    rest.len > 0 && char_is_blank(rest.ptr[0]))
		add_node(run, depth, slice_trim(rest), count);
	else
		text_note(run, TEXT_BAD_LINE, line);
}

static void sample_end(struct ingest_run *run)
{
	struct sample *sample = run->state;

	inclusive_end(run, &sample->tree);
	sample->in_graph = sample->in_thread = false;
}

static bool sample_prepare(struct collapse_setup *setup)
{
	struct sample_options *options = setup->options;

	options->reads_spindump = personality_in(setup->compat, FAMILY_OWN);
	return true;
}

static bool is_graph(struct slice line)
{
	return slice_equal(line, SLICE("Call graph:"));
}

/* "    825 Thread_20416807" */
static bool sample_is_thread(struct slice line)
{
	struct slice count;

	return slice_skip(&line, SLICE("    ")) && slice_cut(&line, ' ', &count) &&
	       slice_is_number(count) && slice_starts(line, SLICE("Thread_"));
}

static bool sample_is_spindump(struct slice line)
{
	return slice_skip(&line, SLICE("Data Source:")) &&
	       slice_ends(slice_trim(line), SLICE("tackshots"));
}

static bool sample_is_spindump_thread(struct slice line)
{
	line = slice_trim_left(line);
	return slice_starts(line, SLICE("Thread 0x")) && slice_contains(line, SLICE(" samples ("));
}

static enum probe sample_probe(struct slice head, bool whole)
{
	return probe_both(head, whole, is_graph, sample_is_thread) == PROBE_YES
		       ? PROBE_YES
		       : probe_both(head, whole, sample_is_spindump, sample_is_spindump_thread);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[SAMPLE_IDLE] = {.one = "row of a waiting thread",
			 .many = "rows of waiting threads",
			 .level = DIAG_NOTES},
};

static const struct text_format format = {
	.line = sample_line,
	.end = sample_end,
	.state_size = sizeof(struct sample),
	.owns = {TEXT_OWNS(ARRAY, struct sample, tree.left), TEXT_OWNS(ARRAY, struct sample, idle),
		 TEXT_OWNS(BUF, struct sample, process), TEXT_OWNS(BUF, struct sample, row)},
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_sample = {
	.name = "sample",
	.summary = "folded stacks from macOS's sample and spindump",
	.counts = "samples",
	.labels = LABEL_BIT(LABEL_PID) | LABEL_BIT(LABEL_THREAD),
	.rows = COLLAPSE_OPTIONS(rows, struct sample_options),
	.text = &format,
	.prepare = sample_prepare,
	.probe = sample_probe,
};
