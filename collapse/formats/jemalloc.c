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
 * A dump is read to its end, because the mapped files of its addresses come last; then it becomes
 * stacks or a profile for pprof.
 */
#include <math.h>

#include "collapse/symbols/mapped.h"
#include "collapse/text.h"

/* In this order in a line of a dump. */
enum {
	JEMALLOC_INUSE_OBJECTS,
	JEMALLOC_INUSE_SPACE,
	JEMALLOC_ALLOC_OBJECTS,
	JEMALLOC_ALLOC_SPACE,
	JEMALLOC_VALUES,
};

enum { JEMALLOC_UNIT = 1000 }; /* values are in thousandths, until they are added up */

enum jemalloc_note { JEMALLOC_CUT = TEXT_NOTES, JEMALLOC_UNCOUNTED };

struct jemalloc_options {
	int value;   /* in the order of --value */
	int symbols; /* enum mapped_symbols */
	bool mark_inlined;
	bool pprof;
};

struct jemalloc_stack {
	size_t first, depth; /* of its addresses, the leaf first */
	uint64_t values[JEMALLOC_VALUES];
	bool counted; /* they are there */
};

/* The frames of an address, the leaf first. */
struct jemalloc_place {
	size_t first, count;
};

struct jemalloc {
	struct text text;
	enum { JEMALLOC_NOTHING, JEMALLOC_STACKS, JEMALLOC_MAPPINGS } part; /* being read */
	uint64_t interval; /* bytes, on average, between two samples */
	uint64_t *addresses;
	size_t address_count, address_cap;
	struct jemalloc_stack *stacks;
	size_t stack_count, stack_cap;
	struct mapped mapped;
	struct intern known; /* addresses, by index of places */
	struct jemalloc_place *places;
	size_t place_cap;
	frame_id *frames;
	size_t frame_count, frame_cap;
	size_t dumps;
};

/* ---- A dump to stacks ---- */

/* "[libc.so.6+0x26304]", by the place in the file */
static void name_unknown(struct buf *name, const struct mapping *mapping, uint64_t address)
{
	struct slice module = mapping ? slice_without_folders(mapping->path) : SLICE("unknown");

	slice_skip(&module, SLICE("["));
	slice_drop(&module, SLICE("]"));
	if (mapping)
		address = address - mapping->start + mapping->offset;
	buf_reset(name);
	buf_printf(name, "[%.*s+0x%llx]", SLICE_ARG(module), (unsigned long long)address);
}

static void keep_frame(struct ingest_run *run, struct slice name)
{
	struct jemalloc *jemalloc = run->state;

	MEMORY_ROOM(jemalloc->frames, jemalloc->frame_count, jemalloc->frame_cap);
	jemalloc->frames[jemalloc->frame_count++] = text_frame(run, name);
}

static struct jemalloc_place find_place(struct ingest_run *run, uint64_t address)
{
	const struct jemalloc_options *options = run->options;
	struct jemalloc *jemalloc = run->state;
	struct buf *name = &jemalloc->text.name;
	const struct mapping *mapping = mapped_find(&jemalloc->mapped, address);
	struct jemalloc_place place = {.first = jemalloc->frame_count};
	const struct pprof_line *lines;
	size_t count = 0, i;

	if (mapping)
		count = mapped_lines(&jemalloc->mapped, mapping, address, &lines);
	for (i = 0; i < count; i++) {
		buf_set(name, lines[i].function);
		if (options->mark_inlined && i + 1 < count)
			buf_add(name, SLICE("_[i]"));
		keep_frame(run, buf_slice(name));
	}
	if (count == 0) {
		name_unknown(name, mapping, address);
		keep_frame(run, buf_slice(name));
	}
	place.count = jemalloc->frame_count - place.first;
	return place;
}

static void push_address(struct ingest_run *run, uint64_t address)
{
	struct jemalloc *jemalloc = run->state;
	size_t known = jemalloc->known.count, i;
	frame_id index = intern_add(&jemalloc->known,
				    slice_of((const char *)&address, sizeof(address)));
	const struct jemalloc_place *place;

	if (index == known) {
		MEMORY_ROOM(jemalloc->places, known, jemalloc->place_cap);
		jemalloc->places[index] = find_place(run, address);
	}
	place = &jemalloc->places[index];
	for (i = 0; i < place->count; i++)
		text_push_frame(run, jemalloc->frames[place->first + i]);
}

static uint64_t jemalloc_value_of(const struct jemalloc_options *options,
				  const struct jemalloc_stack *stack)
{
	/* in the order of --value */
	static const size_t values[JEMALLOC_VALUES] = {JEMALLOC_INUSE_SPACE, JEMALLOC_INUSE_OBJECTS,
						       JEMALLOC_ALLOC_SPACE,
						       JEMALLOC_ALLOC_OBJECTS};

	return options->pprof ? 1 : stack->values[values[options->value]];
}

static void fold_stacks(struct ingest_run *run)
{
	const struct jemalloc *jemalloc = run->state;
	size_t i, at;

	for (i = 0; i < jemalloc->stack_count; i++) {
		const struct jemalloc_stack *stack = &jemalloc->stacks[i];
		uint64_t value = jemalloc_value_of(run->options, stack);

		if (!stack->counted) {
			text_note(run, JEMALLOC_UNCOUNTED, SLICE(""));
			continue;
		}
		for (at = 0; at < stack->depth; at++)
			push_address(run, jemalloc->addresses[stack->first + at]);
		if (stack->depth == 0)
			text_push(run, SLICE(""));
		text_finish(run, TEXT_LEAF_FIRST, value);
		run->samples += value == 0; /* seen, but not of what is counted */
	}
}

/* A dump ends: count its stacks. They stay, for jemalloc_write(), until the next one begins. */
static void jemalloc_fold(struct ingest_run *run)
{
	const struct jemalloc_options *options = run->options;
	struct jemalloc *jemalloc = run->state;

	if (jemalloc->part == JEMALLOC_NOTHING)
		return;
	if (jemalloc->part == JEMALLOC_STACKS)
		text_note(run, JEMALLOC_CUT, SLICE(""));
	jemalloc->mapped.symbols = (enum mapped_symbols)options->symbols;
	header_add(&run->profile.header, HEADER_UNIT,
		   options->value % 2 == 0 ? SLICE("bytes") : SLICE("objects"));
	fold_stacks(run);
}

static void jemalloc_release(struct jemalloc *jemalloc)
{
	free(jemalloc->addresses);
	free(jemalloc->stacks);
	free(jemalloc->places);
	free(jemalloc->frames);
	intern_release(&jemalloc->known);
	mapped_release(&jemalloc->mapped);
}

/* ---- A dump to a profile for pprof ---- */

/* Names as in Go's heap profiles, which programs recognise; with the value of each. */
static const struct {
	struct pprof_type type;
	size_t value;
} columns[] = {
	{{SLICE_INIT("alloc_objects"), SLICE_INIT("count")}, JEMALLOC_ALLOC_OBJECTS},
	{{SLICE_INIT("alloc_space"), SLICE_INIT("bytes")}, JEMALLOC_ALLOC_SPACE},
	{{SLICE_INIT("inuse_objects"), SLICE_INIT("count")}, JEMALLOC_INUSE_OBJECTS},
	{{SLICE_INIT("inuse_space"), SLICE_INIT("bytes")}, JEMALLOC_INUSE_SPACE},
};

struct job {
	struct jemalloc *jemalloc;
	struct pprof_writer *writer;
	struct pprof_frame *frames; /* by index of jemalloc->known */
	struct pprof_frame *stack;
	size_t cap;
	struct arena arena;
	struct buf problem;
};

static void jemalloc_start(struct job *job)
{
	const struct mapped *mapped = &job->jemalloc->mapped;
	struct pprof_type types[ARRAY_LEN(columns)];
	struct pprof_mapping *mappings = arena_alloc(&job->arena,
						     (mapped->count + 1) * sizeof(*mappings));
	struct pprof_head head = {
		.types = types,
		.type_count = ARRAY_LEN(types),
		.mappings = mappings,
		.period_type = {SLICE("space"), SLICE("bytes")},
		.period = job->jemalloc->interval <= INT64_MAX ? (int64_t)job->jemalloc->interval
							       : 0,
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(columns); i++)
		types[i] = columns[i].type;
	for (i = 0; i < mapped->count; i++)
		mappings[head.mapping_count++] = (struct pprof_mapping){
			.start = mapped->at[i].start,
			.end = mapped->at[i].end,
			.offset = mapped->at[i].offset,
			.path = mapped->at[i].path,
		};
	job->writer = pprof_writer_new(&head, &job->problem);
}

/* The places of the dump as frames, each with its functions. */
static void jemalloc_make_frames(struct job *job)
{
	struct jemalloc *jemalloc = job->jemalloc;
	size_t count = jemalloc->known.count, i;

	job->frames = arena_alloc(&job->arena, (count + 1) * sizeof(*job->frames));
	for (i = 0; i < count; i++) {
		struct pprof_frame *frame = &job->frames[i];
		const struct pprof_line *found;
		const struct mapping *mapping;
		struct pprof_line *lines;

		*frame = (struct pprof_frame){.line_count = 0};
		memcpy(&frame->address, intern_name(&jemalloc->known, (frame_id)i).ptr,
		       sizeof(frame->address));
		mapping = mapped_find(&jemalloc->mapped, frame->address);
		if (mapping)
			frame->line_count = mapped_lines(&jemalloc->mapped, mapping, frame->address,
							 &found);
		if (frame->line_count == 0)
			continue;
		lines = arena_alloc(&job->arena, frame->line_count * sizeof(*lines));
		memcpy(lines, found, frame->line_count * sizeof(*lines));
		frame->lines = lines;
	}
}

static bool jemalloc_add_stack(struct job *job, const struct jemalloc_stack *from)
{
	struct jemalloc *jemalloc = job->jemalloc;
	int64_t values[ARRAY_LEN(columns)];
	struct pprof_stack stack = {
		.count = from->depth, .values = values, .value_count = ARRAY_LEN(values)};
	size_t i;

	MEMORY_NEED(job->stack, from->depth, job->cap);
	for (i = 0; i < from->depth; i++) {
		const uint64_t *address = &jemalloc->addresses[from->first + i];

		job->stack[i] = job->frames[intern_add(
			&jemalloc->known, slice_of((const char *)address, sizeof(*address)))];
	}
	stack.frames = job->stack;
	for (i = 0; i < ARRAY_LEN(columns); i++)
		values[i] = (int64_t)((from->values[columns[i].value] + JEMALLOC_UNIT / 2) /
				      JEMALLOC_UNIT);
	return pprof_writer_add(job->writer, &stack, &job->problem);
}

static bool write_dump(struct job *job, struct output *output)
{
	const struct jemalloc *jemalloc = job->jemalloc;
	size_t i;

	if (jemalloc->dumps != 1) {
		buf_printf(&job->problem, "--pprof: %zu dumps, where one is wanted",
			   jemalloc->dumps);
		return false;
	}
	jemalloc_start(job);
	if (!job->writer)
		return false;
	jemalloc_make_frames(job);
	for (i = 0; i < jemalloc->stack_count; i++) {
		if (jemalloc->stacks[i].counted && !jemalloc_add_stack(job, &jemalloc->stacks[i]))
			return false;
	}
	return pprof_writer_finish(job->writer, true, &output->buf, &job->problem);
}

/* collapser.write: with --pprof, the last dump as a profile for pprof. */
static bool jemalloc_write(const struct collapse_setup *setup, const struct ingest_run *run,
			   struct output *output)
{
	const struct jemalloc_options *options = setup->options;
	struct job job = {.jemalloc = run->state};
	bool good;

	if (!options->pprof) {
		folded_write(&run->profile, setup->unit, output);
		return true;
	}
	good = write_dump(&job, output);
	if (!good)
		diag_error("%.*s", SLICE_ARG(buf_slice(&job.problem)));
	pprof_writer_free(job.writer);
	free(job.stack);
	arena_release(&job.arena);
	buf_release(&job.problem);
	return good;
}

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

/* "58: 2784 [58: 2784]", and a thread's name behind it, which may be any text */
static bool parse_counts(struct slice text, bool may_be_named, uint64_t counts[JEMALLOC_VALUES])
{
	static const char separators[JEMALLOC_VALUES] = {':', '[', ':', ']'};
	struct slice number;
	size_t i;

	for (i = 0; i < JEMALLOC_VALUES; i++) {
		if (!slice_cut(&text, separators[i], &number) ||
		    !slice_to_u64(slice_trim(number), &counts[i]))
			return false;
	}
	return may_be_named || slice_trim(text).len == 0;
}

/* "0x7f45bf0a2630 0x5588749be150", the leaf first: where callers go on, after their calls. */
static bool parse_stack(struct jemalloc *jemalloc, struct slice text)
{
	struct jemalloc_stack stack = {.first = jemalloc->address_count};
	struct slice word;

	while (slice_word(&text, &word)) {
		uint64_t address;

		if (!slice_skip(&word, SLICE("0x")) || !slice_hex_to_u64(word, &address)) {
			jemalloc->address_count = stack.first;
			return false;
		}
		MEMORY_ROOM(jemalloc->addresses, jemalloc->address_count, jemalloc->address_cap);
		jemalloc->addresses[jemalloc->address_count++] = address - (address > 0);
	}
	stack.depth = jemalloc->address_count - stack.first;
	MEMORY_ROOM(jemalloc->stacks, jemalloc->stack_count, jemalloc->stack_cap);
	jemalloc->stacks[jemalloc->stack_count++] = stack;
	return true;
}

/* The counts of all threads: of the latest stack, or before the first one of all stacks. */
static void see_counts(struct ingest_run *run, struct slice line, struct slice text)
{
	struct jemalloc *jemalloc = run->state;
	struct jemalloc_stack *stack;
	uint64_t counts[JEMALLOC_VALUES];

	if (!parse_counts(text, false, counts)) {
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
	struct jemalloc *jemalloc = run->state;

	jemalloc_fold(run);
	/* A dump begins: forget the one before. */
	jemalloc->address_count = jemalloc->stack_count = jemalloc->frame_count = 0;
	intern_release(&jemalloc->known);
	mapped_reset(&jemalloc->mapped);
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
	struct jemalloc *jemalloc = run->state;
	struct slice rest = line, word;
	uint64_t counts[JEMALLOC_VALUES];

	if (slice_equal(slice_trim(line), SLICE("MAPPED_LIBRARIES:"))) {
		jemalloc->part = JEMALLOC_MAPPINGS;
	} else if (!slice_word(&rest, &word)) {
		return;
	} else if (slice_equal(word, SLICE("@"))) {
		if (!parse_stack(jemalloc, rest))
			text_note(run, TEXT_BAD_LINE, line);
	} else if (slice_equal(word, SLICE("t*:"))) {
		see_counts(run, line, rest);
	} else if (!jemalloc_is_thread(word) || !parse_counts(rest, true, counts)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

static void jemalloc_line(struct ingest_run *run, struct slice line)
{
	struct jemalloc *jemalloc = run->state;
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
	struct jemalloc *jemalloc = run->state;

	jemalloc_fold(run);
	jemalloc->part = JEMALLOC_NOTHING;
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
	.kinds = TEXT_KINDS(kinds),
};

static bool jemalloc_prepare(struct collapse_setup *setup)
{
	static const struct program_product product = {"a profile for pprof", "out.pb.gz", ""};
	const struct jemalloc_options *options = setup->options;

	setup->product = options->pprof ? &product : NULL;
	setup->unit = options->pprof ? 1 : JEMALLOC_UNIT;
	return true;
}

static void jemalloc_report(const struct collapse_setup *setup, const struct ingest_run *run)
{
	struct jemalloc *jemalloc = run->state;

	(void)setup;
	mapped_say(&jemalloc->mapped);
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
	.rows = COLLAPSE_OPTIONS(rows, struct jemalloc_options),
	.text = &format,
	.probe = jemalloc_probe,
	.prepare = jemalloc_prepare,
	.report = jemalloc_report,
	.write = jemalloc_write,
};
