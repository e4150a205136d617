/* SPDX-License-Identifier: MIT */
/*
 * The jemalloc format: heap profiles that jemalloc dumps, of which a part of the allocations was
 * sampled:
 *
 *     heap_v2/524288
 *       t*: 783: 449102 [783: 449102]
 *       t0: 783: 449102 [783: 449102]
 *     @ 0x7f45bf0a2630 0x5588749be150 0x7f45bee4524a
 *       t*: 58: 2784 [58: 2784]
 *       t0: 58: 2784 [58: 2784]
 *
 *     MAPPED_LIBRARIES:
 *     5588749be000-5588749bf000 r-xp 00001000 fe:00 11012383    /usr/bin/app
 *
 * Objects and bytes in use, and of all that were ever allocated; t* are all threads.
 */
#include "collapse/jemalloc/jemalloc.h"

#include <math.h>

#include "collapse/probe.h"

static const char *const value_names[] = {"inuse_space", "inuse_objects", "alloc_space",
					  "alloc_objects", NULL};
static const char *const value_helps[] = {
	"bytes that are allocated, the default",
	"objects that are allocated",
	"bytes that were ever allocated, if the program ran with prof_accum",
	"objects that were ever allocated",
	NULL,
};

#define AT(field) OPT_AT(struct jemalloc_options, field)

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Jemalloc"},
	{OPT_CHOICE, .name = "value", .value = "KIND", AT(value), .choices = value_names,
	 .choice_helps = value_helps, .help = "What is counted"},
	{OPT_CHOICE, .name = "symbols", .value = "WHEN", AT(symbols),
	 .choices = mapped_symbols_names, .choice_helps = mapped_symbols_helps,
	 .help = "Files whose symbols name functions"},
	{OPT_FLAG, .name = "inline", AT(mark_inlined),
	 .help = "Append _[i] to functions that are inlined into their callers"},
	{OPT_FLAG, .name = "pprof", AT(pprof),
	 .help = "Write a profile for pprof instead, with all four values, of one dump",
	 .detail =
		 "With addresses, mapped files and, where they are known, functions, files and lines."},
};

static struct jemalloc *jemalloc_of(const struct ingest_run *run)
{
	return run->state;
}

/* ---- Lines ---- */

/*
 * Scale up sampled values: allocations are sampled by their size, one in `interval` bytes on
 * average. Of n objects of s bytes each, 1 - e^(-s/interval) are seen. In thousandths.
 */
static bool unsample(uint64_t interval, uint64_t objects, uint64_t bytes, uint64_t values[2])
{
	const double limit = 9e18; /* below 2^63 */
	double seen = objects > 0 ? -expm1(-((double)bytes / (double)objects) / (double)interval)
				  : 1;
	double all[2];
	size_t i;

	if (!(seen > 0)) /* objects of no bytes */
		seen = 1;
	all[0] = (double)objects / seen * JEMALLOC_UNIT;
	all[1] = (double)bytes / seen * JEMALLOC_UNIT;
	for (i = 0; i < 2; i++) {
		if (!(all[i] < limit))
			return false;
		values[i] = (uint64_t)(all[i] + 0.5);
	}
	return true;
}

/* "58: 2784 [58: 2784]" */
static bool parse_counts(struct slice text, uint64_t counts[JEMALLOC_VALUES])
{
	static const char separators[JEMALLOC_VALUES] = {':', '[', ':', ']'};
	struct slice number;
	size_t i;

	for (i = 0; i < JEMALLOC_VALUES; i++) {
		if (!slice_cut(&text, separators[i], &number) ||
		    !slice_to_u64(slice_trim(number), &counts[i]))
			return false;
	}
	return slice_trim(text).len == 0;
}

/* "0x7f45bf0a2630 0x5588749be150", the leaf first: where callers go on, after their calls. */
static bool parse_stack(struct jemalloc *jemalloc, struct slice text)
{
	struct jemalloc_stack stack = {.first = jemalloc->address_count};
	struct slice word;

	while (slice_word(&text, &word)) {
		uint64_t address;

		if (!slice_skip(&word, SLICE("0x")) || !inline_hex(word, &address)) {
			jemalloc->address_count = stack.first;
			return false;
		}
		jemalloc->addresses = memory_grow(jemalloc->addresses, &jemalloc->address_cap,
						  jemalloc->address_count + 1, sizeof(address));
		jemalloc->addresses[jemalloc->address_count++] = address - (address > 0);
	}
	stack.depth = jemalloc->address_count - stack.first;
	jemalloc->stacks = memory_grow(jemalloc->stacks, &jemalloc->stack_cap,
				       jemalloc->stack_count + 1, sizeof(stack));
	jemalloc->stacks[jemalloc->stack_count++] = stack;
	return true;
}

/* The counts of all threads: of the latest stack, or before the first one of all stacks. */
static void see_counts(struct ingest_run *run, struct slice line, struct slice text)
{
	struct jemalloc *jemalloc = jemalloc_of(run);
	struct jemalloc_stack *stack;
	uint64_t counts[JEMALLOC_VALUES];

	if (!parse_counts(text, counts)) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (jemalloc->stack_count == 0)
		return;
	stack = &jemalloc->stacks[jemalloc->stack_count - 1];
	if (stack->counted)
		text_note(run, TEXT_BAD_LINE, line);
	else if (!unsample(jemalloc->interval, counts[0], counts[1], &stack->values[0]) ||
		 !unsample(jemalloc->interval, counts[2], counts[3], &stack->values[2]))
		text_note(run, TEXT_HUGE, line);
	else
		stack->counted = true;
}

static void begin_dump(struct ingest_run *run, struct slice line, struct slice interval)
{
	struct jemalloc *jemalloc = jemalloc_of(run);

	jemalloc_fold(run);
	jemalloc_reset(jemalloc);
	jemalloc->dumps++;
	jemalloc->part = JEMALLOC_STACKS;
	if (slice_to_u64(interval, &jemalloc->interval) && jemalloc->interval > 0)
		return;
	text_note(run, TEXT_BAD_LINE, line);
	jemalloc->part = JEMALLOC_NOTHING;
}

static bool jemalloc_is_thread(struct slice word)
{
	return slice_skip(&word, SLICE("t")) && slice_drop(&word, SLICE(":")) &&
	       (slice_is_number(word) || slice_equal(word, SLICE("*")));
}

static void see_stacks(struct ingest_run *run, struct slice line)
{
	struct slice rest = line, word;
	uint64_t counts[JEMALLOC_VALUES];

	if (slice_equal(slice_trim(line), SLICE("MAPPED_LIBRARIES:"))) {
		jemalloc_of(run)->part = JEMALLOC_MAPPINGS;
	} else if (!slice_word(&rest, &word)) {
		return;
	} else if (slice_equal(word, SLICE("@"))) {
		if (!parse_stack(jemalloc_of(run), rest))
			text_note(run, TEXT_BAD_LINE, line);
	} else if (slice_equal(word, SLICE("t*:"))) {
		see_counts(run, line, rest);
	} else if (!jemalloc_is_thread(word) || !parse_counts(rest, counts)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void jemalloc_line(struct ingest_run *run, struct slice line)
{
	struct jemalloc *jemalloc = jemalloc_of(run);
	struct slice interval = line;

	if (slice_skip(&interval, SLICE("heap_v2/")))
		begin_dump(run, line, slice_trim(interval));
	else if (jemalloc->part == JEMALLOC_STACKS)
		see_stacks(run, line);
	else if (slice_trim(line).len > 0 &&
		 (jemalloc->part == JEMALLOC_NOTHING || !mapped_add(&jemalloc->mapped, line)))
		text_note(run, TEXT_BAD_LINE, line);
}

static void jemalloc_end(struct ingest_run *run)
{
	jemalloc_fold(run);
	jemalloc_of(run)->part = JEMALLOC_NOTHING;
}

static void jemalloc_release_state(void *state)
{
	jemalloc_release(state);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[JEMALLOC_CUT] = {.message = "no MAPPED_LIBRARIES: the profile is cut off",
			  .one = "end of a profile",
			  .many = "ends of profiles",
			  .fails = NOTE_LEAVES_GAP},
	[JEMALLOC_UNCOUNTED] = {.message = "a stack without its counts",
				.one = "stack without its counts",
				.many = "stacks without their counts",
				.fails = NOTE_LEAVES_GAP},
};

static const struct text_format format = {
	.line = jemalloc_line,
	.end = jemalloc_end,
	.state_size = sizeof(struct jemalloc),
	.release = jemalloc_release_state,
	.kinds = kinds,
	.kind_count = ARRAY_LEN(kinds),
};

static bool jemalloc_prepare(struct collapse_setup *setup)
{
	static const struct program_product product = {"a profile for pprof", "out.pb.gz", ""};
	const struct jemalloc_options *options = setup->options;
	struct buf problem = {0};
	bool can;

	setup->product = options->pprof ? &product : NULL;
	setup->unit = options->pprof ? 1 : JEMALLOC_UNIT;
	can = !options->pprof || pprof_available(&problem);
	if (!can)
		diag_error("%.*s", SLICE_ARG(buf_slice(&problem)));
	buf_release(&problem);
	return can;
}

static void jemalloc_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	(void)setup;
	mapped_say(&jemalloc_of(run)->mapped);
}

static bool jemalloc_is_header(struct slice line)
{
	return slice_skip(&line, SLICE("heap_v2/")) && slice_is_number(slice_trim(line));
}

static enum probe jemalloc_probe(struct slice head, bool whole)
{
	return probe_first(head, whole, jemalloc_is_header);
}

const struct collapser collapse_jemalloc = {
	.name = "jemalloc",
	.summary = "folded stacks from heap profiles of jemalloc",
	.rows = rows,
	.row_count = ARRAY_LEN(rows),
	.options_size = sizeof(struct jemalloc_options),
	.text = &format,
	.probe = jemalloc_probe,
	.prepare = jemalloc_prepare,
	.report = jemalloc_report,
	.write = jemalloc_write,
};
