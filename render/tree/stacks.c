/* SPDX-License-Identifier: MIT */
#include "render/tree/stacks.h"

#include "common/base/arena.h"
#include "common/base/buf.h"
#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/exact.h"
#include "common/folded/folded.h"
#include "common/profile/amount.h"

bool stacks_has_name(const struct stacks_names *names, struct slice name)
{
	size_t i;

	for (i = 0; i < names->count; i++) {
		if (slice_equal(name, names->at[i]))
			return true;
	}
	return false;
}

void frame_list_add(struct frame_list *list, frame_id name)
{
	MEMORY_NEED(list->at, list->depth + 1u, list->cap);
	list->at[list->depth++] = name;
}

/* Fills `edited` with what becomes of a stack; false if nothing does. `names` may grow. */
typedef bool edit_fn(const void *context, struct intern *names, const struct stack *stack,
		     struct frame_list *edited);

/* The context of an edit. */
struct stack_edit {
	edit_fn *edit;
	const void *context;
	struct profile *into;
	struct frame_list frames;
};

static struct stack *edit_stack(void *context, const struct stack *old)
{
	struct stack_edit *edit = context;

	edit->frames.depth = 0;
	if (!edit->edit(edit->context, &edit->into->names, old, &edit->frames))
		return NULL;
	return profile_find(edit->into, edit->frames.at, edit->frames.depth);
}

static void edit_stacks(struct profile *profile, edit_fn *edit, const void *context)
{
	struct profile edited = {0};
	struct stack_edit work = {edit, context, &edited, {0}};

	profile_begin_edited(&edited, profile);
	profile_edit(&edited, profile,
		     &(struct profile_editor){.context = &work, .stack = edit_stack});
	free(work.frames.at);
	edited.header = profile->header;
	profile->header = (struct header){0}; /* texts of it are in use */
	if (edited.total[1] != profile->total[1] || edited.total[0] != profile->total[0])
		header_forget_samples(&edited.header);
	profile_release(profile);
	*profile = edited;
}

static bool stacks_cut_above(const void *context, struct intern *names, const struct stack *stack,
			     struct frame_list *edited)
{
	uint32_t from = stack->depth;

	while (from > 0 && !stacks_has_name(context, intern_name(names, stack->frames[from - 1])))
		from--;
	if (from == 0)
		return false;
	for (from--; from < stack->depth; from++)
		frame_list_add(edited, stack->frames[from]);
	return true;
}

void stacks_cut(struct profile *profile, const struct stacks_names *bases)
{
	edit_stacks(profile, stacks_cut_above, bases);
}

bool stacks_have(const struct profile *profile, const struct stacks_names *names)
{
	frame_id id;

	for (id = 0; id < profile->names.count; id++) {
		if (stacks_has_name(names, intern_name(&profile->names, id)))
			return true;
	}
	return false;
}

static bool reverse(const void *context, struct intern *names, const struct stack *stack,
		    struct frame_list *edited)
{
	uint32_t level;

	(void)context;
	(void)names;
	for (level = stack->depth; level > 0; level--)
		frame_list_add(edited, stack->frames[level - 1]);
	return true;
}

void stacks_reverse(struct profile *profile)
{
	edit_stacks(profile, reverse, NULL);
}

static frame_id waker_name(struct intern *names, frame_id name, struct buf *text)
{
	buf_reset(text);
	buf_add(text, intern_name(names, name));
	buf_add(text, SLICE("_[w]"));
	return intern_add(names, buf_slice(text));
}

void chain_frames(struct intern *names, const frame_id *frames, uint32_t depth,
		  struct frame_list *chained)
{
	frame_id separator = intern_add(names, SLICE("--"));
	struct buf text = {0};
	bool woken = true, last = false; /* the frame before is a separator */
	uint32_t i;

	for (i = 0; i < depth; i++) {
		/* a separator has a frame of a part on both sides */
		last = frames[i] == separator && i > 0 && i + 1 < depth && !last;
		if (last || woken)
			frame_list_add(chained, frames[i]);
		else
			frame_list_add(chained, waker_name(names, frames[i], &text));
		woken = woken && !last;
	}
	if (woken)
		frame_list_add(chained, separator);
	buf_release(&text);
}

static bool chain(const void *context, struct intern *names, const struct stack *stack,
		  struct frame_list *edited)
{
	(void)context;
	chain_frames(names, stack->frames, stack->depth, edited);
	return true;
}

void stacks_chain(struct profile *profile)
{
	edit_stacks(profile, chain, NULL);
}

/*
 * Lines as the chart of a recording's time: a band for each thread, in it the lines
 * at their times, and gaps where none exists.
 */

/* A line of folded text. */
struct lines_line {
	struct slice text; /* what it is sorted by: the stack, and the counts as they were typed */
	struct slice stack;
	struct weight weight;
	struct slice band; /* its thread, with lines_options.by_time: "tid=7" */
	uint64_t time;     /* nanoseconds, with by_time; LABEL_NO_TIME: not known */
};

struct lines {
	struct lines_line *at;
	size_t count, cap;
	bool has_times;     /* some line has one */
	struct arena arena; /* their text */
};

#define SECOND UINT64_C(1000000000) /* nanoseconds */

/* Order by thread, then by time; else keep the order. */
static int compare_times(const void *left, const void *right)
{
	const struct lines_line *a = left, *b = right;
	const int order = slice_compare(a->band, b->band);

	if (order != 0)
		return order;
	if (a->time != b->time)
		return a->time < b->time ? -1 : 1;
	return (a->text.ptr > b->text.ptr) - (a->text.ptr < b->text.ptr);
}

/* The line below the frame of its thread. */
static void add_band(struct lines *lines, struct lines_line *line)
{
	const struct slice counts = slice_tail(line->text, line->stack.len);
	struct buf buf = {0};

	if (line->band.len == 0)
		return;
	buf_add(&buf, line->band);
	buf_add_char(&buf, ';');
	buf_add(&buf, line->stack);
	line->stack.len = buf.len;
	buf_add(&buf, counts);
	line->text = arena_copy(&lines->arena, buf_slice(&buf));
	line->stack = slice_head(line->text, line->stack.len);
	buf_release(&buf);
}

/* ---- How long is a count? ---- */

/* A count of 10^-scale units takes `nanoseconds` / `counts`. */
struct pace {
	uint64_t nanoseconds, counts;
	unsigned scale;
};

static bool is_same_band(const struct lines_line *a, const struct lines_line *b)
{
	return slice_equal(a->band, b->band);
}

/*
 * Nanoseconds that all times, from the first of their band on, are multiples of; 0: there is only
 * one.
 */
static uint64_t find_bin(const struct lines *lines)
{
	uint64_t bin = 0, first = 0;
	size_t i;

	for (i = 0; i < lines->count; i++) {
		const struct lines_line *line = &lines->at[i];

		if (line->time == LABEL_NO_TIME)
			continue;
		if (i == 0 || !is_same_band(line, line - 1))
			first = line->time;
		bin = u64_gcd(bin, line->time - first);
	}
	return bin;
}

/* The largest count of a bin of a band; 0 if a sum does not fit. */
static uint64_t find_most(const struct lines *lines)
{
	uint64_t most = 0, sum = 0;
	size_t i;

	for (i = 0; i < lines->count; i++) {
		const struct lines_line *line = &lines->at[i];

		if (i == 0 || line->time != line[-1].time || !is_same_band(line, line - 1))
			sum = 0;
		if (line->time == LABEL_NO_TIME)
			continue;
		if (!u64_add(&sum, line->weight.count[1]))
			return 0;
		if (sum > most)
			most = sum;
	}
	return most;
}

/* Samples a second, of a header whose unit is samples. */
static bool find_frequency(const struct header *header, uint64_t *frequency)
{
	return slice_equal(header_value(header, HEADER_UNIT), SLICE("samples")) &&
	       slice_to_u64(header_value(header, HEADER_FREQUENCY), frequency) && *frequency > 0;
}

static bool find_pace(const struct lines *lines, const struct header *header, struct pace *pace)
{
	const struct unit *unit = unit_find(header_value(header, HEADER_UNIT));
	const uint64_t bin = find_bin(lines);

	if (bin == 0 || header->values[HEADER_UNIT].differs || (unit && unit->kind != UNIT_TIME))
		return false;
	pace->counts = u64_power_of_ten(pace->scale);
	pace->nanoseconds = bin;
	if (unit)
		pace->nanoseconds = unit->size;
	else if (!find_frequency(header, &pace->counts))
		pace->counts = find_most(lines);
	else if (!u64_scale(&pace->counts, pace->scale))
		return false;
	else
		pace->nanoseconds = SECOND;
	return pace->counts > 0;
}

/* ---- Widths ---- */

struct chart {
	struct pace pace;
	struct lines_line *at; /* the lines with gaps between */
	size_t count, cap;
	uint64_t now, rest; /* nanoseconds since the first line of the band; what division left */
	uint64_t total;     /* of all bands */
};

/* A gap, or a line with its width. False if the sum of all does not fit. */
static bool add_width(struct chart *chart, const struct lines_line *line, uint64_t width)
{
	struct lines_line *added;

	MEMORY_ROOM(chart->at, chart->count, chart->cap);
	added = &chart->at[chart->count++];
	*added = *line;
	added->weight = (struct weight){.count = {width, width}};
	chart->now += width;
	return u64_add(&chart->total, width) && chart->total <= INT64_MAX;
}

static bool add_gap(struct chart *chart, const struct lines_line *next, uint64_t width)
{
	struct lines_line gap = {.band = next->band, .text = next->band, .stack = next->band};

	return add_width(chart, &gap, width);
}

static bool line_times_add_line(struct chart *chart, const struct lines_line *line)
{
	struct u128 width = u128_multiply(line->weight.count[1], chart->pace.nanoseconds);

	u128_add_product(&width, chart->rest, 1);
	chart->rest = u128_divide(&width, chart->pace.counts);
	return width.high == 0 && width.low <= INT64_MAX && add_width(chart, line, width.low);
}

static bool make_chart(struct chart *chart, const struct lines *lines)
{
	uint64_t first = 0;
	bool good = true;
	size_t i;

	for (i = 0; good && i < lines->count; i++) {
		const struct lines_line *line = &lines->at[i];

		if (i == 0 || !is_same_band(line, line - 1)) {
			first = line->time;
			chart->now = chart->rest = 0;
		}
		if (line->time != LABEL_NO_TIME && line->time - first > chart->now)
			good = add_gap(chart, line, line->time - first - chart->now);
		good = good && line_times_add_line(chart, line);
	}
	return good;
}

/* Count all in units of 10^-scale; false if that is too large to distinguish lines. */
static bool rescale(struct lines *lines, unsigned *scale)
{
	size_t i;

	*scale = 0;
	for (i = 0; i < lines->count; i++) {
		if (lines->at[i].weight.differential || lines->at[i].weight.overflow)
			return false;
		if (lines->at[i].weight.scale > *scale)
			*scale = lines->at[i].weight.scale;
	}
	for (i = 0; i < lines->count; i++) {
		struct weight *weight = &lines->at[i].weight;
		uint64_t count = weight->count[1];

		if (!u64_scale(&count, *scale - weight->scale))
			return false;
		weight->count[0] = weight->count[1] = count;
		weight->scale = *scale;
	}
	return true;
}

/*
 * Sort by band and time; each line is below the frame of its band then. Widths become nanoseconds,
 * and lines of a band alone are added for the time between samples, if the header, or else the
 * busiest bin of all, tells how long a count is. False if it does not, or without a header: widths
 * are counts.
 */
static bool line_times_order(struct lines *lines, const struct header *header)
{
	struct chart chart = {.at = NULL};
	bool is_chart;
	size_t i;

	SORT(lines->at, lines->count, compare_times);
	is_chart = header && rescale(lines, &chart.pace.scale) &&
		   find_pace(lines, header, &chart.pace);
	if (is_chart && !make_chart(&chart, lines)) {
		diag_warn("times span more than 292 years in all: widths are counts");
		is_chart = false;
	}
	if (is_chart) {
		struct lines_line *old = lines->at;

		lines->at = chart.at;
		lines->count = chart.count;
		lines->cap = chart.cap;
		chart.at = old;
	}
	free(chart.at);
	for (i = 0; i < lines->count; i++) {
		if (lines->at[i].stack.ptr != lines->at[i].band.ptr || !is_chart)
			add_band(lines, &lines->at[i]);
	}
	return is_chart;
}

/* The lines of one worker: there is only one, for the order's sake. */
struct lines_state {
	struct lines lines;
	struct buf rest; /* the last line of a file, if it may go on in the next */
};

/* The number of lines has a message of its own. */
static const struct note_kind brief_kinds[] = {
	[FOLDED_BAD_LINE] = {"no count at the end of the line", NULL, NULL, DIAG_WARNINGS, true,
			     false},
	[FOLDED_ROUNDED] = {"decimals of the count are dropped", NULL, NULL, DIAG_WARNINGS, false,
			    false},
	[FOLDED_INVALID] = {"not UTF-8", NULL, NULL, DIAG_WARNINGS, true, false},
};

static void init(struct ingest_run *run)
{
	run->state = memory_get(sizeof(struct lines_state));
	*(struct lines_state *)run->state = (struct lines_state){0};
}

static void lines_release(struct ingest_run *run)
{
	struct lines_state *state = run->state;

	if (!state)
		return;
	free(state->lines.at);
	arena_release(&state->lines.arena);
	buf_release(&state->rest);
	free(state);
	run->state = NULL;
}

/* Cut the frames below the base; false if the line has none. */
static bool cut_to_base(const struct lines_options *options, struct lines_line *line)
{
	struct slice from = options->rules->inner_bases_only ? line->text : line->stack;
	size_t end = from.len, at;

	for (;; end = at - 1) {
		for (at = end; at > 0 && from.ptr[at - 1] != ';'; at--)
			;
		if (at == 0 && options->rules->inner_bases_only)
			return false;
		if (stacks_has_name(&options->bases, slice_between(from.ptr + at, from.ptr + end)))
			break;
		if (at == 0)
			return false;
	}
	line->text = slice_between(from.ptr + at, line->text.ptr + line->text.len);
	line->stack = slice_between(from.ptr + at, line->stack.ptr + line->stack.len);
	return true;
}

static struct slice without_empty_leaves(struct slice stack)
{
	while (stack.len > 0 && stack.ptr[stack.len - 1] == ';')
		stack.len--;
	return stack;
}

/* The line is read again. False if it has no stack any more. */
static bool read_again(const struct folded_grammar *grammar, struct lines_line *line)
{
	struct folded_line parts;

	if (grammar->trim)
		line->text = grammar->trim(line->text);
	if (!grammar->split(line->text, &parts))
		return false;
	line->stack = parts.stack;
	line->weight = parts.weight;
	return true;
}

/* The leaf becomes the root, in the text too. False if that is not a line any more. */
static bool turn_round(struct lines_state *state, const struct line_rules *rules,
		       struct lines_line *line, struct slice counts)
{
	struct slice text = line->stack, word;
	struct buf buf = {0};
	size_t at;

	while ((at = slice_rfind(text, ';')) != SLICE_NONE) {
		buf_add(&buf, slice_tail(text, at + 1));
		buf_add_char(&buf, ';');
		text = slice_head(text, at);
	}
	buf_add(&buf, text);
	while (slice_word(&counts, &word)) {
		buf_add_char(&buf, ' ');
		buf_add(&buf, word);
	}
	line->text = arena_copy(&state->lines.arena, buf_slice(&buf));
	buf_release(&buf);
	line->stack = slice_head(line->text, line->stack.len);
	if (rules->reparses && !read_again(rules->grammar, line))
		return false;
	if (!rules->keeps_empty_leaves)
		line->stack = without_empty_leaves(line->stack); /* an empty root was one */
	return true;
}

static void parse_line(struct ingest_run *run, struct slice text)
{
	const struct lines_options *options = run->options;
	struct lines_state *state = run->state;
	const char *end = text.ptr + text.len;
	struct folded_line parts;
	struct slice counts;
	struct lines_line line;

	if (!folded_split(run, options->rules->grammar, text, &parts))
		return;
	run->samples++;
	counts = slice_between(parts.stack.ptr + parts.stack.len, end);
	line = (struct lines_line){.text = slice_trim_right(slice_between(parts.stack.ptr, end)),
				   .stack = parts.stack,
				   .weight = parts.weight};
	if (options->rules->grammar->has_labels) {
		/*
		 * Take the labels off, but for what by_time needs of them: a frame at the root, and
		 * the time.
		 */
		struct slice name, value;
		unsigned count = 0, digits;

		line.time = LABEL_NO_TIME;
		while (count++ < LABELS_MAX && label_cut(&line.stack, &name, &value)) {
			if (slice_equal(name, SLICE("time")) &&
			    labels_parse_time(value, &line.time, &digits))
				for (; digits < LABEL_TIME_DIGITS; digits++)
					line.time *= 10;
			else if (slice_equal(name, SLICE("tid")) ||
				 (slice_equal(name, SLICE("thread")) && line.band.len == 0))
				line.band = slice_between(name.ptr, value.ptr + value.len);
		}
		line.text = slice_between(line.stack.ptr, line.text.ptr + line.text.len);
		state->lines.has_times |= options->by_time && line.time != LABEL_NO_TIME;
	}
	if (!options->rules->keeps_empty_leaves)
		line.stack = without_empty_leaves(line.stack);
	if (options->bases.count > 0 && !cut_to_base(options, &line))
		return;
	if (options->reverse && !turn_round(state, options->rules, &line, counts))
		return;
	MEMORY_ROOM(state->lines.at, state->lines.count, state->lines.cap);
	state->lines.at[state->lines.count++] = line;
}

/* Keep what has no LF for later; the text lives as long as the lines. */
static struct slice whole_lines(struct lines_state *state, struct slice records)
{
	size_t end = slice_rfind(records, '\n');

	if (end == SLICE_NONE) {
		buf_add(&state->rest, records);
		return slice_head(records, 0);
	}
	if (state->rest.len > 0) {
		buf_add(&state->rest, slice_head(records, end + 1));
		records = slice_tail(records, end + 1);
		end = state->rest.len;
		buf_add(&state->rest, records);
		records = arena_copy(&state->lines.arena, slice_head(buf_slice(&state->rest), end));
		memmove(state->rest.ptr, state->rest.ptr + end, state->rest.len - end);
		state->rest.len -= end;
		return records;
	}
	buf_add(&state->rest, slice_tail(records, end + 1));
	return arena_copy(&state->lines.arena, slice_head(records, end + 1));
}

static void lines_parse(struct ingest_run *run, struct slice records)
{
	const struct lines_options *options = run->options;
	struct lines_state *state = run->state;
	struct slice line;

	if (options->rules->joins_files)
		records = whole_lines(state, records);
	else
		records = arena_copy(&state->lines.arena, records);
	for (; slice_line(&records, &line); run->line++)
		parse_line(run, line);
}

void lines_finish(struct ingest_run *run, const struct input *input)
{
	const struct line_rules *rules = ((const struct lines_options *)run->options)->rules;
	struct lines_state *state = run->state;
	uint64_t ignored;

	if (state->rest.len > 0)
		parse_line(run, arena_copy(&state->lines.arena, buf_slice(&state->rest)));
	buf_reset(&state->rest);
	notes_print(&run->notes, rules->says_ignored ? brief_kinds : folded_format.kinds,
		    rules->says_ignored ? ARRAY_LEN(brief_kinds) : folded_format.kind_count, input);
	ignored = run->notes.kinds[FOLDED_BAD_LINE].count + run->notes.kinds[FOLDED_INVALID].count;
	if (rules->says_ignored && ignored > 0)
		diag_warn("Ignored %llu lines with invalid format", (unsigned long long)ignored);
}

const struct ingest_format lines_format = {
	.parse = lines_parse,
	.init = init,
	.release = lines_release,
};

static void order_by_time(struct ingest_run *run)
{
	const struct lines_options *options = run->options;
	struct lines_state *state = run->state;
	struct profile *profile = &run->profile;

	if (!line_times_order(&state->lines, options->keeps_counts ? NULL : &profile->header))
		return;
	header_forget(&profile->header, HEADER_UNIT);
	header_add(&profile->header, HEADER_UNIT, SLICE("ns"));
}

static int lines_compare_lines(const void *left, const void *right)
{
	const struct lines_line *a = left, *b = right;

	return slice_compare(a->text, b->text);
}

static bool are_sorted(const struct lines_state *state)
{
	size_t i;

	for (i = 1; i < state->lines.count; i++) {
		if (slice_compare(state->lines.at[i].text, state->lines.at[i - 1].stack) < 0) {
			diag_error("unsorted input lines detected: '%.*s' comes after '%.*s'",
				   SLICE_ARG(state->lines.at[i].text),
				   SLICE_ARG(state->lines.at[i - 1].text));
			return false;
		}
	}
	return true;
}

static void turn_order(struct lines_state *state)
{
	size_t i;

	for (i = 0; i < state->lines.count / 2; i++) {
		struct lines_line line = state->lines.at[i];

		state->lines.at[i] = state->lines.at[state->lines.count - 1 - i];
		state->lines.at[state->lines.count - 1 - i] = line;
	}
}

static bool put_in_order(struct lines_state *state, enum lines_order order)
{
	switch (order) {
	case LINES_SORTED: SORT(state->lines.at, state->lines.count, lines_compare_lines); break;
	case LINES_AS_GIVEN: break;
	case LINES_BACKWARDS: turn_order(state); break;
	case LINES_MUST_BE_SORTED: return are_sorted(state);
	}
	return true;
}

/* The state of making stacks of lines. */
struct builder {
	struct profile *profile;
	const struct lines_options *options;
	struct folded_frames frames;
	struct frame_list chained;
	size_t cut; /* stacks that are too deep */
};

static const struct stack *stack_of(struct builder *builder, const struct lines_line *line)
{
	struct profile *profile = builder->profile;
	const struct folded_frames *frames = &builder->frames;
	struct stack *stack;
	int i;

	builder->cut += !folded_frames_split(&builder->frames, &profile->names, line->stack);
	if (builder->options->chain) {
		builder->chained.depth = 0;
		chain_frames(&profile->names, frames->ids, frames->depth, &builder->chained);
		stack = profile_stack(profile, builder->chained.at, builder->chained.depth);
	} else {
		stack = profile_stack(profile, frames->ids, frames->depth);
	}
	stack->differential = line->weight.differential;
	if (line->weight.overflow)
		profile_overflows(profile, stack);
	for (i = 0; i < 2; i++) {
		uint64_t count = line->weight.count[i];

		if (line->weight.scale < profile->scale &&
		    !u64_scale(&count, profile->scale - line->weight.scale))
			profile_overflows(profile, stack);
		stack->count[i] = count;
		if (!u64_add(&profile->total[i], count))
			profile->total_overflow = true;
	}
	return stack;
}

const struct stack **lines_stacks(struct ingest_run *run, size_t *count)
{
	const struct lines_options *options = run->options;
	struct lines_state *state = run->state;
	struct profile *profile = &run->profile;
	struct builder builder = {.profile = profile, .options = options};
	const struct stack **stacks;
	size_t i;

	if (options->rules->invalid_is_fatal && run->notes.kinds[FOLDED_INVALID].count > 0) {
		diag_error("the input is not UTF-8");
		return NULL;
	}
	if (state->lines.has_times)
		order_by_time(run);
	else if (!put_in_order(state, options->order))
		return NULL;
	for (i = 0; i < state->lines.count; i++) {
		profile->differential |= state->lines.at[i].weight.differential;
		if (state->lines.at[i].weight.scale > profile->scale)
			profile->scale = state->lines.at[i].weight.scale;
	}
	folded_frames_init(&builder.frames, SLICE(""));
	stacks = memory_resize(NULL, state->lines.count, sizeof(*stacks));
	for (i = 0; i < state->lines.count; i++)
		stacks[i] = stack_of(&builder, &state->lines.at[i]);
	if (builder.cut > 0)
		diag_warn("%zu stacks are deeper than %d frames, cut at the leaf", builder.cut,
			  LIMIT_DEPTH);
	folded_frames_release(&builder.frames);
	free(builder.chained.at);
	*count = state->lines.count;
	return stacks;
}

const struct line_rules lines_own = {
	.grammar = &folded_own,
};

const struct line_rules lines_perl = {
	.grammar = &folded_perl,
	.reparses = true,
	.says_ignored = true,
};

const struct line_rules lines_rust = {
	.grammar = &folded_rust,
	.keeps_empty_leaves = true,
	.inner_bases_only = true,
	.invalid_is_fatal = true,
	.joins_files = true,
	.reparses = true,
	.says_ignored = true,
};
