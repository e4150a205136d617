/* SPDX-License-Identifier: MIT */
/*
 * The go format: what `go tool pprof -raw` and `go tool pprof -traces` print of a profile, any
 * number of them one after the other, and the dumps of go_dump.h. A -raw text is samples,
 * locations, mappings; a -traces text is stacks between dashed lines.
 */
#include "collapse/cache/line_cache.h"
#include "collapse/formats/go_dump.h"
#include "collapse/text.h"

#include "common/base/exact.h"

struct go_options {
	struct go_dump_options dump; /* and the type of values of -raw */
	bool prefers_samples;        /* as the script does, which reads no dumps */
};

enum go_note {
	GO_NO_LOCATION = GO_DUMP_NOTES,
};

/* Which lines come next. */
enum go_part { GO_OUTSIDE, GO_TYPES, GO_SAMPLES, GO_LOCATIONS, GO_MAPPINGS, GO_TRACES };

struct go_stack;
struct go_location;

struct go {
	struct text text;
	enum go_part part;

	/* -raw: a profile, until all of it has been read */
	struct line_cache stacks; /* list of locations -> struct go_stack */
	struct go_stack *first;
	struct line_cache locations; /* number -> struct go_location */
	struct go_location *location;
	struct line_cache mappings; /* number -> frame_id */
	size_t column;              /* of the values */
	bool has_type;              /* they are of the type asked for */

	/* -traces: the stack being read */
	bool in_trace;
	uint64_t value;

	struct go_dump dump;
};

/*
 * Stacks between dashed lines, leaf first. Values are rounded and have units; they are counted
 * in nanoseconds, bytes, or as they are.
 *
 *     -----------+-------------------------------------------------------
 *         worker:  my worker 2
 *           10ms   strconv.readFloat (inline)
 *                  strconv.atof64
 */

enum { VALUE_DIGITS = 3, VALUE_SCALE = 1000, NAME_COLUMN = 13 };

static const struct go_unit {
	struct slice name;
	uint64_t factor;
} units[] = {
	{SLICE_INIT(""), 1},
	{SLICE_INIT("ns"), 1},
	{SLICE_INIT("us"), 1000},
	{SLICE_INIT("\xC2\xB5s"), 1000},
	{SLICE_INIT("ms"), 1000000},
	{SLICE_INIT("s"), 1000000000},
	{SLICE_INIT("mins"), 60000000000},
	{SLICE_INIT("hrs"), 3600000000000},
	{SLICE_INIT("days"), 86400000000000},
	{SLICE_INIT("wks"), 604800000000000},
	{SLICE_INIT("yrs"), 31536000000000000},
	{SLICE_INIT("B"), 1},
	{SLICE_INIT("kB"), (uint64_t)1 << 10},
	{SLICE_INIT("MB"), (uint64_t)1 << 20},
	{SLICE_INIT("GB"), (uint64_t)1 << 30},
	{SLICE_INIT("TB"), (uint64_t)1 << 40},
	{SLICE_INIT("PB"), (uint64_t)1 << 50},
};

static const struct go_unit *go_traces_find_unit(struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_equal(units[i].name, name))
			return &units[i];
	}
	return NULL;
}

/* Thousandths of a unit as a whole number, rounded half up. */
static uint64_t scale(struct ingest_run *run, uint64_t thousandths, uint64_t factor,
		      struct slice line)
{
	struct u128 product = u128_multiply(thousandths, factor);
	uint64_t rest = u128_divide(&product, VALUE_SCALE);

	if (product.high > 0 || product.low == UINT64_MAX) {
		text_note(run, TEXT_HUGE, line);
		return 0;
	}
	return product.low + (rest >= VALUE_SCALE / 2);
}

/* "512.01kB   ", taken off the front of a line; `negative` ones as what they are without sign. */
static bool go_traces_take_value(struct ingest_run *run, struct slice *line, uint64_t *value,
				 bool *negative)
{
	struct slice rest = *line, word, unit;
	const struct go_unit *found;
	uint64_t thousandths;
	size_t digits = 0;

	if (!slice_word(&rest, &word) || rest.len == 0)
		return false;
	*negative = slice_skip(&word, SLICE("-"));
	while (digits < word.len && (char_is_digit(word.ptr[digits]) || word.ptr[digits] == '.'))
		digits++;
	unit = slice_tail(word, digits);
	found = go_traces_find_unit(unit);
	if (digits == 0 || !found || !text_take_decimal(run, &word, VALUE_DIGITS, &thousandths) ||
	    word.len != unit.len)
		return false;
	*value = scale(run, thousandths, found->factor, *line);
	*line = rest;
	return true;
}

static void go_traces_push_name(struct ingest_run *run, struct slice name)
{
	name = slice_trim(name);
	if (!slice_drop(&name, SLICE(" (inline)")))
		slice_drop(&name, SLICE(" (partial-inline)"));
	text_push(run, name);
}

static void go_end_trace(struct ingest_run *run)
{
	struct go *go = run->state;

	if (go->in_trace)
		text_finish(run, TEXT_LEAF_FIRST, go->value);
	go->in_trace = false;
}

/* Labels, and facts about the next profile: "worker:  my worker 2", "File: app". */
static bool go_traces_is_remark(struct slice line)
{
	struct slice key;

	return slice_cut(&line, ':', &key) && line.len > 0 && line.ptr[0] == ' ';
}

static bool is_blank(char c)
{
	return c == ' ';
}

static void go_see_trace(struct ingest_run *run, struct slice line)
{
	struct go *go = run->state;
	struct slice rest = line;
	uint64_t value;
	bool negative;

	if (line.len > NAME_COLUMN && slice_all(slice_head(line, NAME_COLUMN), is_blank)) {
		if (go->in_trace)
			go_traces_push_name(run, line);
		else
			text_note(run, TEXT_BAD_LINE, line);
	} else if (go_traces_take_value(run, &rest, &value, &negative)) {
		go_end_trace(run);
		go->in_trace = true;
		go->value = negative ? 0 : value;
		if (negative)
			text_note(run, TEXT_SKIPPED, line);
		go_traces_push_name(run, rest);
	} else if (!go_traces_is_remark(line)) {
		text_note(run, TEXT_BAD_LINE, line);
	}
}

/*
 * Samples are lists of numbers, leaf first; the functions of the numbers follow.
 *
 *     Samples:
 *     samples/count cpu/nanoseconds
 *              2   20000000: 3 2
 *                    worker:[my worker 2]
 *     Locations
 *          2: 0x599530 M=1 main.loop /src/m.go:7 s=0
 *          3: 0x58a999 M=1 main.inlined /src/m.go:20 s=0
 *                 main.caller /src/m.go:9 s=0
 *     Mappings
 *     1: 0x400000/0x6a1000/0x0 /usr/bin/app  [FN]
 */

/* The values of one list of locations, added up. */
struct go_stack {
	struct go_stack *next;
	struct slice locations;
	uint64_t count;
};

struct go_line {
	struct go_line *next;
	frame_id frame;
};

/* A place in the program: the function there, and those it is inlined into. */
struct go_location {
	struct go_line *first, *last;
	struct slice mapping, address;
};

/* "[dflt]" marks the type that is shown by default. */
static bool take_mark(struct slice *type)
{
	return slice_drop(type, SLICE("[dflt]"));
}

static bool go_raw_is_type(struct slice type, struct slice wanted)
{
	struct slice name;

	take_mark(&type);
	return slice_equal(type, wanted) ||
	       (slice_cut(&type, '/', &name) && slice_equal(name, wanted));
}

/*
 * The column of the type asked for. By default it is what pprof shows: the marked type, else the
 * last one. With `prefers_samples` only profiles of heaps have a default, others begin with samples.
 */
static bool find_column(const struct go_options *options, struct slice types, size_t *column)
{
	const struct slice wanted = options->dump.sample_index;
	size_t at = 0, number = 0, marked = SLICE_NONE, in_use = SLICE_NONE;
	bool heap = false;
	struct slice type;

	for (; slice_word(&types, &type); at++) {
		if (wanted.len > 0 && go_raw_is_type(type, wanted)) {
			*column = at;
			return true;
		}
		heap |= slice_starts(type, SLICE("alloc_")) || slice_starts(type, SLICE("inuse_"));
		if (go_raw_is_type(type, SLICE("inuse_space")))
			in_use = at;
		if (take_mark(&type))
			marked = at;
	}
	if (wanted.len > 0) {
		uint64_t index;

		*column = number = slice_to_u64(wanted, &index) && index < at ? (size_t)index : at;
		return number < at;
	}
	if (!options->prefers_samples)
		*column = marked != SLICE_NONE ? marked : at - 1;
	else
		*column = !heap                  ? 0
			  : marked != SLICE_NONE ? marked
			  : in_use != SLICE_NONE ? in_use
						 : 0;
	return true;
}

/* "cpu/nanoseconds" in that column. */
static void go_raw_describe(struct header *header, struct slice types, size_t column)
{
	struct slice unit, name;
	size_t at;

	for (at = 0; slice_word(&types, &unit) && at < column; at++)
		;
	take_mark(&unit);
	if (slice_cut(&unit, '/', &name))
		header_add_type(header, name, unit);
}

static void go_see_sample(struct ingest_run *run, struct slice line);

static void go_see_types(struct ingest_run *run, struct slice line)
{
	const struct go_options *options = run->options;
	struct go *go = run->state;

	go->part = GO_SAMPLES;
	go->column = 0;
	go->has_type = true;
	if (slice_find(line, '/') == SLICE_NONE) { /* there is no list of them */
		go_see_sample(run, line);
		return;
	}
	go->has_type = find_column(options, line, &go->column);
	if (go->has_type)
		go_raw_describe(&run->profile.header, line, go->column);
	else
		text_note(run, GO_DUMP_NO_TYPE, line);
}

/* The value in a column of "2   20000000", negative ones as such. */
static bool go_raw_find_value(struct slice values, size_t column, struct slice *value)
{
	struct slice word, digits;
	size_t at = 0;

	value->len = 0;
	for (; slice_word(&values, &word); at++) {
		digits = word;
		slice_skip(&digits, SLICE("-"));
		if (!slice_is_number(digits))
			return false;
		if (at == column)
			*value = word;
	}
	return value->len > 0;
}

static bool is_list_char(char c)
{
	return char_is_digit(c) || c == ' ';
}

static void go_raw_add_stack(struct go *go, struct slice locations, uint64_t count)
{
	struct go_stack *stack = line_cache_find(&go->stacks, locations);

	if (!stack || stack->count > UINT64_MAX - count) {
		bool is_known = stack != NULL;
		struct slice key = is_known ? stack->locations
					    : arena_copy(&go->stacks.arena, locations);

		stack = arena_alloc(&go->stacks.arena, sizeof(*stack));
		*stack = (struct go_stack){.next = go->first, .locations = key};
		go->first = stack;
		if (!is_known)
			line_cache_add(&go->stacks, key, stack);
	}
	stack->count += count;
}

/* "2   20000000: 3 2"; below it may be labels, "worker:[my worker 2]". */
static void go_see_sample(struct ingest_run *run, struct slice line)
{
	struct go *go = run->state;
	struct slice locations = line, values, value;
	uint64_t count;

	if (!slice_cut(&locations, ':', &values) || !slice_all(locations, is_list_char) ||
	    !go_raw_find_value(values, go->column, &value)) {
		if (slice_search(line, SLICE(":[")) == SLICE_NONE && go->has_type)
			text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (value.ptr[0] == '-') {
		text_note(run, TEXT_SKIPPED, line);
		return;
	}
	run->samples++;
	if (text_take_count(run, &value, &count) && count > 0)
		go_raw_add_stack(go, slice_trim(locations), count);
}

/*
 * "main.loop /src/m.go:7 s=0": names may have blanks, and so may paths, which begin with a slash.
 */
static struct slice go_raw_name_of(struct slice line)
{
	size_t end = slice_rsearch(line, SLICE(" s="));

	if (end != SLICE_NONE)
		line = slice_head(line, end);
	end = slice_search(line, SLICE(" /"));
	if (end == SLICE_NONE)
		end = slice_rfind(line, ' ');
	return slice_trim(end == SLICE_NONE || end == 0 ? line : slice_head(line, end));
}

static void go_raw_add_line(struct ingest_run *run, struct slice text)
{
	struct go *go = run->state;
	struct go_line *line = arena_alloc(&go->locations.arena, sizeof(*line));

	*line = (struct go_line){.frame = text_frame(run, go_raw_name_of(text))};
	if (go->location->last)
		go->location->last->next = line;
	else
		go->location->first = line;
	go->location->last = line;
}

/* "3: 0x58a999 ", taken off the front. */
static bool go_raw_take_number(struct slice *line, struct slice *number, struct slice *address)
{
	struct slice rest = *line, digits;

	if (!slice_word(&rest, number) || !slice_drop(number, SLICE(":")) ||
	    !slice_is_number(*number) || !slice_word(&rest, address))
		return false;
	digits = *address;
	if (!slice_skip(&digits, SLICE("0x")) || !slice_is_hex(digits))
		return false;
	*line = slice_trim_left(rest);
	return true;
}

static void go_see_location(struct ingest_run *run, struct slice line)
{
	struct go *go = run->state;
	struct slice rest = slice_trim(line), number, address, mapping;

	if (go_raw_take_number(&rest, &number, &address)) {
		/* A second list of a location's functions replaces the first. */
		go->location = line_cache_find(&go->locations, number);
		if (!go->location) {
			go->location = arena_alloc(&go->locations.arena, sizeof(*go->location));
			line_cache_add(&go->locations, number, go->location);
		}
		*go->location = (struct go_location){0};
		go->location->address = arena_copy(&go->locations.arena, address);
		if (slice_skip(&rest, SLICE("M=")) && slice_word(&rest, &mapping))
			go->location->mapping = arena_copy(&go->locations.arena, mapping);
		rest = slice_trim_left(rest);
		if (slice_skip(&rest, SLICE("[F]"))) /* folded */
			rest = slice_trim_left(rest);
	} else if (!go->location || (rest.len > 0 && char_is_digit(rest.ptr[0]))) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (rest.len > 0)
		go_raw_add_line(run, rest);
}

/*
 * "1: 0x400000/0x6a1000/0x0 /usr/bin/app  [FN]": the file name becomes the frame of functions
 * without a name: [app].
 */
static void go_see_mapping(struct ingest_run *run, struct slice line)
{
	struct go *go = run->state;
	struct buf *name = &text_of(run)->name;
	struct slice rest = slice_trim(line), number, range, file;
	frame_id *frame;

	if (!slice_word(&rest, &number) || !slice_drop(&number, SLICE(":")) ||
	    !slice_word(&rest, &range) || !slice_starts(range, SLICE("0x")) ||
	    slice_find(range, '/') == SLICE_NONE) {
		text_note(run, TEXT_BAD_LINE, line);
		return;
	}
	if (!slice_word(&rest, &file) || line_cache_find(&go->mappings, number))
		return;
	buf_reset(name);
	buf_add_char(name, '[');
	buf_add(name, slice_without_folders(file));
	if (!slice_starts(file, SLICE("[")))
		buf_add_char(name, ']');
	frame = arena_alloc(&go->mappings.arena, sizeof(*frame));
	*frame = text_frame(run, slice_starts(file, SLICE("[")) ? file : buf_slice(name));
	line_cache_add(&go->mappings, number, frame);
}

static void push_location(struct ingest_run *run, struct slice number)
{
	struct go *go = run->state;
	const struct go_location *location = line_cache_find(&go->locations, number);
	const frame_id *mapping;
	const struct go_line *line;

	if (!location) {
		text_note(run, GO_NO_LOCATION, number);
		text_push(run, number);
		return;
	}
	for (line = location->first; line; line = line->next)
		text_push_frame(run, line->frame);
	if (location->first)
		return;
	mapping = line_cache_find(&go->mappings, location->mapping);
	if (mapping)
		text_push_frame(run, *mapping);
	else
		text_push(run, location->address);
}

/* Push the locations of a stack; false, after a note, if that is beyond the budget. */
static bool push_locations(struct ingest_run *run, struct slice rest)
{
	struct go *go = run->state;
	const size_t *count = &go->text.count, few = 16;
	struct slice number;
	size_t before;

	if (!text_affords(run, 1))
		return false;
	while (slice_word(&rest, &number)) {
		before = *count;
		push_location(run, number);
		if (*count - before > few && !text_affords(run, *count)) {
			run->budget.spent += *count; /* pushing them was work, too */
			text_cut(run, 0);
			return false;
		}
	}
	return true;
}

static void go_release_profile(struct go *go);

/* Now that all locations are known, the stacks. */
static void go_end_profile(struct ingest_run *run)
{
	struct go *go = run->state;
	const uint64_t samples = run->samples;
	const struct go_stack *stack;

	for (stack = go->first; stack; stack = stack->next) {
		if (!push_locations(run, stack->locations))
			continue;
		text_fill(run);
		text_finish(run, TEXT_LEAF_FIRST, stack->count);
	}
	run->samples = samples; /* they have been counted */
	go_release_profile(go);
}

static void go_release_profile(struct go *go)
{
	line_cache_release(&go->stacks);
	line_cache_release(&go->locations);
	line_cache_release(&go->mappings);
	go->first = NULL;
	go->location = NULL;
}

static const struct go_heading {
	struct slice text;
	enum go_part part;
} headings[] = {
	{SLICE_INIT("PeriodType:"), GO_OUTSIDE}, /* the first line of -raw; File: that of -traces */
	{SLICE_INIT("File: "), GO_OUTSIDE},      {SLICE_INIT("Type: "), GO_OUTSIDE},
	{SLICE_INIT("Samples:"), GO_TYPES},      {SLICE_INIT("Locations"), GO_LOCATIONS},
	{SLICE_INIT("Mappings"), GO_MAPPINGS},   {SLICE_INIT("-----------+"), GO_TRACES},
};

static const struct go_heading *find_heading(struct slice line)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(headings); i++) {
		if (slice_starts(line, headings[i].text))
			return &headings[i];
	}
	return NULL;
}

static void go_end(struct ingest_run *run)
{
	const struct go_options *options = run->options;
	struct go *go = run->state;

	go_dump_end(run, &go->dump, &options->dump);
	go_end_trace(run);
	go_end_profile(run);
	go->part = GO_OUTSIDE;
}

/* True if the line is one of a dump, which may come after something else. */
static bool go_see_dump(struct ingest_run *run, struct slice line)
{
	const struct go_options *options = run->options;
	const char first = line.len > 0 ? line.ptr[0] : '\0';
	struct go *go = run->state;

	if (options->prefers_samples)
		return false;
	if (go->part != GO_OUTSIDE) {
		if ((first != 'g' && first != 'h' && first != '-') || !go_dump_begins(line) ||
		    find_heading(line))
			return false;
		go_end(run);
	}
	if (go->dump.kind != GO_DUMP_NONE && go->dump.kind != GO_DUMP_GOROUTINE &&
	    find_heading(line))
		return false;
	return go_dump_line(run, &go->dump, &options->dump, line);
}

static void go_see_line(struct ingest_run *run, struct slice line)
{
	struct go *go = run->state;
	const struct go_heading *heading;

	if (go_see_dump(run, line) || line.len == 0 || line.ptr[0] == '#')
		return;
	heading = char_is_blank(line.ptr[0]) ? NULL : find_heading(line);
	if (heading) {
		if (heading->part == GO_OUTSIDE || heading->part == GO_TYPES)
			go_end(run);
		else
			go_end_trace(run);
		go->part = heading->part;
		return;
	}
	switch (go->part) {
	case GO_OUTSIDE: break; /* about the profile */
	case GO_TYPES: go_see_types(run, line); break;
	case GO_SAMPLES: go_see_sample(run, line); break;
	case GO_LOCATIONS: go_see_location(run, line); break;
	case GO_MAPPINGS: go_see_mapping(run, line); break;
	case GO_TRACES: go_see_trace(run, line); break;
	}
}

static void go_release(void *state)
{
	struct go *go = state;

	go_release_profile(go);
	go_dump_release(&go->dump);
}

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Values"},
	{OPT_TEXT, FAMILY_OWN, .name = "sample-index", .value = "TYPE",
	 OPT_AT(struct go_options, dump.sample_index),
	 .help = "Which values are counted: samples, cpu, inuse_space, delay, or of -raw 0, 1, ...",
	 .detail = "By default what pprof itself shows: the type that the profile names as its "
		   "default, otherwise the last one, as cpu. A -traces text has only one type. Of "
		   "?debug=1: inuse_space, inuse_objects, alloc_space, alloc_objects of the heap, "
		   "delay and contentions of block and mutex."},
	{OPT_HEADING, .help = "Goroutines"},
	{OPT_TEXT, FAMILY_OWN, .name = "states", .value = "STATE,...",
	 OPT_AT(struct go_options, dump.states),
	 .help = "Count only goroutines in these states, as 'running,chan receive'"},
	{OPT_FLAG, FAMILY_OWN, .name = "created-by", OPT_AT(struct go_options, dump.created_by),
	 .help = "Make the function that made a goroutine the root of its stack"},
};

static bool go_prepare(struct collapse_setup *setup)
{
	struct go_options *options = setup->options;

	options->prefers_samples = personality_in(setup->compat, FAMILY_PERL);
	return true;
}

static bool is_samples(struct slice line)
{
	return slice_equal(line, SLICE("Samples:"));
}

static bool is_period(struct slice line)
{
	return slice_starts(line, SLICE("PeriodType: "));
}

static bool is_locations(struct slice line)
{
	return slice_equal(line, SLICE("Locations"));
}

static bool is_rule(struct slice line)
{
	return slice_starts(line, SLICE("-----------+-----"));
}

/* Locations may be after what is looked at, and PeriodType be missing. */
static enum probe go_probe(struct slice head, bool whole)
{
	if (probe_any(head, whole, go_dump_begins) == PROBE_YES ||
	    probe_any(head, whole, is_rule) == PROBE_YES ||
	    probe_both(head, whole, is_period, is_samples) == PROBE_YES)
		return PROBE_YES;
	return probe_both(head, whole, is_samples, is_locations);
}

static const struct note_kind kinds[] = {
	TEXT_NOTE_ROWS,
	[GO_DUMP_NO_TYPE] = {.message = "no values of the type asked for",
			     .one = "profile without values of that type",
			     .many = "profiles without values of that type",
			     .fails = NOTE_FAILS},
	[GO_DUMP_NOT_SELECTED] = {.one = "goroutine in another state",
				  .many = "goroutines in other states",
				  .level = DIAG_NOTES},
	[GO_NO_LOCATION] = {.message = "a sample at a location that is not listed",
			    .one = "location that is not listed",
			    .many = "locations that are not listed",
			    .fails_strict = true},
};

static const struct text_format format = {
	.line = go_see_line,
	.end = go_end,
	.state_size = sizeof(struct go),
	.release = go_release,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_go = {
	.name = "go",
	.summary = "folded stacks from go tool pprof -raw and -traces, dumps of Go programs",
	.labels = LABEL_BIT(LABEL_STATE) | LABEL_BIT(LABEL_OWN),
	.rows = COLLAPSE_OPTIONS(rows, struct go_options),
	.text = &format,
	.prepare = go_prepare,
	.probe = go_probe,
};
