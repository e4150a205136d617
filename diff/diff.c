/* SPDX-License-Identifier: MIT */
#include "diff/diff.h"

#include "common/base/checked.h"
#include "common/base/diag.h"
#include "common/base/exact.h"
#include "common/base/memory.h"
#include "common/cli/wrong_input.h"
#include "common/folded/folded.h"
#include "common/folded/folded_grammar.h"

struct slice strip_hex(struct slice text, struct buf *buf)
{
	size_t at = slice_search(text, SLICE("0x"));

	if (at == SLICE_NONE)
		return text;
	buf_reset(buf);
	for (; at != SLICE_NONE; at = slice_search(text, SLICE("0x"))) {
		buf_add(buf, slice_head(text, at + 2));
		text = slice_tail(text, at + 2);
		if (text.len > 0 && char_is_hex(text.ptr[0]))
			buf_add_text(buf, "...");
		while (text.len > 0 && char_is_hex(text.ptr[0]))
			text = slice_tail(text, 1);
	}
	buf_add(buf, text);
	return buf_slice(buf);
}

/*
 * count * after / before rounded down to a whole number: at most `after`, as count is at most
 * before.
 */
static uint64_t normalize_multiply(const struct diff_ratio *ratio, uint64_t count)
{
	return ratio_floor(count, ratio->before, ratio->after) / ratio->unit;
}

/*
 * Like normalize_multiply() in floating point, to give the bytes of a program that computes so;
 * false beyond 2^64-1.
 */
static bool multiply_doubles(const struct diff_ratio *ratio, uint64_t count, uint64_t *whole)
{
	double product = (double)count * (double)ratio->after / (double)ratio->before;

	if (product >= 18446744073709551616.0) /* 2^64 */
		return false;
	*whole = (uint64_t)product;
	return true;
}

bool diff_ratio_find(struct diff_ratio *ratio, const struct profile *joined,
		     const struct diff_personality *personality)
{
	*ratio = (struct diff_ratio){0};
	if (joined->total[0] == 0 && joined->total[1] > 0 && personality->is_careful)
		diag_warn("the first profile has no counts: it is not normalized");
	if (joined->total[0] == joined->total[1] || joined->total[0] == 0)
		return false;
	*ratio = (struct diff_ratio){joined->total[0], joined->total[1],
				     u64_power_of_ten(joined->scale),
				     personality->scales_in_doubles};
	return true;
}

bool diff_ratio_apply(const struct diff_ratio *ratio, uint64_t *count)
{
	uint64_t whole = 0;
	bool good = true;

	if (ratio->before == 0)
		return true;
	if (ratio->in_doubles)
		good = multiply_doubles(ratio, *count, &whole);
	else
		whole = normalize_multiply(ratio, *count);
	*count = whole * ratio->unit;
	return good;
}

static struct profile multiply_all(const struct profile *joined, const struct diff_ratio *ratio)
{
	const struct stack **sorted = joined->is_sorted ? NULL
							: profile_sorted(joined, PROFILE_BY_FRAMES);
	const struct stack *const *stacks = sorted ? sorted
						   : (const struct stack *const *)joined->stacks;
	struct profile scaled = {.differential = true, .threads = joined->threads};
	size_t i;

	for (i = 0; i < joined->names.count; i++) /* in the old order: the ids stay what they are */
		profile_frame(&scaled, intern_name(&joined->names, (frame_id)i));
	profile_rescale(&scaled, joined->scale);
	for (i = 0; i < joined->count; i++) {
		struct weight weight = {.scale = joined->scale, .differential = true};

		weight.count[0] = stacks[i]->count[0];
		weight.overflow = !diff_ratio_apply(ratio, &weight.count[0]);
		weight.count[1] = stacks[i]->count[1];
		profile_add(&scaled, stacks[i]->frames, stacks[i]->depth, &weight);
	}
	free(sorted);
	return scaled;
}

/* The loss by rounding down is significant if the counts are small. */
void diff_ratio_say(const struct profile *profile, const struct diff_personality *personality)
{
	uint64_t sum = profile->total[0], wanted = profile->total[1];
	struct buf text = {0};

	if (sum == wanted || !personality->is_careful)
		return;
	buf_add_text(&text, "normalized counts are rounded down: they add up to ");
	buf_add_decimal(&text, sum, profile->scale);
	buf_add_text(&text, " instead of ");
	buf_add_decimal(&text, wanted, profile->scale);
	if (wanted - sum > wanted / 100)
		diag_warn("%.*s; weights of 1000 on both sides make that less",
			  SLICE_ARG(buf_slice(&text)));
	else
		diag_note("%.*s", SLICE_ARG(buf_slice(&text)));
	buf_release(&text);
}

bool diff_normalize(struct profile *joined, const struct diff_personality *personality)
{
	struct diff_ratio ratio;
	struct profile scaled;

	if (joined->total_overflow) {
		diag_error("the sum of the counts is beyond 2^64-1");
		return false;
	}
	if (!diff_ratio_find(&ratio, joined, personality))
		return true;
	scaled = multiply_all(joined, &ratio);
	scaled.header = joined->header;
	joined->header = (struct header){0}; /* texts of it are in use */
	profile_release(joined);
	*joined = scaled;
	if (folded_overflowed(joined))
		return false;
	diff_ratio_say(joined, personality);
	return true;
}

/* True if the file has counts that can be used; else false after a message. */
static bool check_file(const struct ingest_run *run, const struct input *input,
		       const struct ingest_stats *stats)
{
	struct slice name = input_name(input, 0);

	if (run->samples > 0)
		return true;
	if (run->notes.kinds[FOLDED_BAD_LINE].count > 0) {
		diag_error_at(CODE_DATA, name, 0, "nothing recognised (%llu lines)",
			      (unsigned long long)stats->lines);
		return false;
	}
	diag_warn("%.*s: no stacks", SLICE_ARG(name));
	return true;
}

struct input_options diff_input(const struct diff_file *file, const struct diff_options *options)
{
	const struct personality *reading = options->personality->reading;

	return (struct input_options){
		.paths = &file->path,
		.count = 1,
		.compat = reading,
		.dash_is_stdin = reading->dash_is_stdin,
		.last_snapshot = reading->has_headers,
		.max_record = options->reading->max_record,
	};
}

bool diff_read_run(struct ingest_run *run, const struct diff_file *file,
		   const struct diff_options *options)
{
	const struct diff_personality *personality = options->personality;
	const struct ingest_format *format = run->format;
	struct input_options in = diff_input(file, options);
	const struct wrong_input_reader reader = {"folded", NULL, "%.folded"};
	struct ingest_stats stats;
	struct input *input;
	bool good;

	in.records = format->records;
	input = input_open(&in);
	if (!input)
		return false;
	good = ingest(input, format, (unsigned)options->reading->threads, run, &stats);
	if (options->stats)
		stats_add(options->stats, &stats);
	good = good && !wrong_input_explain_folded(personality->reading, input, run, &reader);
	if (good) {
		notes_print(&run->notes, format->kinds, format->kind_count, input);
		good = !personality->is_careful || check_file(run, input, &stats);
	}
	input_close(input);
	return good;
}

bool diff_read_file(struct profile *profile, const struct diff_file *file,
		    const struct diff_options *options)
{
	const struct folded_options how = {
		.joined = options->joins_frames,
		.labels = options->keeps_labels ? LABELS_KEPT : LABELS_TAKEN_OFF,
	};
	struct ingest_run run = {.format = options->personality->format, .options = &how};
	bool good = diff_read_run(&run, file, options);

	*profile = run.profile;
	run.profile = (struct profile){0};
	/* of one side only, and it does not tell which */
	header_forget_samples(&profile->header);
	ingest_release(&run);
	memory_trim(); /* of what the threads had */
	return good;
}

/* The state of adding one profile to another; ids and text are reused for every stack. */
struct adding {
	struct profile *joined;
	const struct profile *from;
	const struct diff_part *part;
	frame_id *ids; /* in the joined profile, or NO_ID, by id in `from` */
	frame_id *frames;
	size_t frames_cap;
	struct buf text, stripped;
};

#define NO_ID UINT32_MAX

/* True if the stack passes the filters. */
static bool is_wanted(struct adding *adding, const struct stack *stack)
{
	const struct diff_edits *edits = adding->part->edits;
	struct slice text;

	if (!edits->filter && !edits->exclude)
		return true;
	buf_reset(&adding->text);
	folded_add_stack(&adding->text, adding->from, stack);
	text = buf_slice(&adding->text);
	if (edits->strip_hex)
		text = strip_hex(text, &adding->stripped);
	return (!edits->filter || regex_matches(edits->filter, text)) &&
	       (!edits->exclude || !regex_matches(edits->exclude, text));
}

static bool ends_in_number(const struct profile *profile, const struct stack *stack)
{
	struct folded_number number;
	struct slice leaf;

	if (stack->depth == 0)
		return false;
	leaf = intern_name(&profile->names, stack->frames[stack->depth - 1]);
	return folded_take_count(&leaf, &number);
}

/* count * 10^-scale times the weight, as one column; true if it was rounded. */
static bool weigh(const struct diff_part *part, uint64_t count, unsigned scale,
		  struct weight *weight)
{
	struct product product = factor_times(&part->weight, count, scale);

	for (; product.scale > 0 && product.count % 10 == 0; product.scale--)
		product.count /= 10;
	weight->overflow |= product.overflow;
	weight->count[part->side] = product.count;
	weight->scale = product.scale;
	return product.rounded;
}

static void add_stack(struct adding *adding, const struct stack *stack, struct diff_tally *tally)
{
	const struct profile *from = adding->from;
	struct weight weight = {.differential = true, .overflow = stack == from->overflow};
	uint32_t level;

	tally->stacks++;
	tally->numbered += ends_in_number(from, stack);
	if (!weight.overflow && !is_wanted(adding, stack))
		return;
	tally->kept++;
	tally->rounded += weigh(adding->part, stack->count[1], from->scale, &weight);
	adding->frames = memory_grow(adding->frames, &adding->frames_cap, stack->depth + 1u,
				     sizeof(*adding->frames));
	for (level = 0; level < stack->depth; level++) {
		frame_id frame = stack->frames[level];
		struct slice name;

		if (adding->ids[frame] == NO_ID) {
			name = intern_name(&adding->from->names, frame);
			if (adding->part->edits->strip_hex)
				name = strip_hex(name, &adding->stripped);
			adding->ids[frame] = profile_frame(adding->joined, name);
		}
		adding->frames[level] = adding->ids[frame];
	}
	profile_add(adding->joined, adding->frames, stack->depth, &weight);
}

/* As many as one of the files that are read had. */
static void allow_threads(struct profile *joined, const struct profile *from)
{
	if (from->threads > joined->threads)
		joined->threads = from->threads;
}

void diff_add(struct profile *joined, const struct profile *from, const struct diff_part *part,
	      struct diff_tally *tally)
{
	struct adding adding = {.joined = joined, .from = from, .part = part};
	/* patterns share their work, and the order of the profile depends on threads */
	const struct stack **sorted = part->edits->filter || part->edits->exclude
					      ? profile_sorted(from, PROFILE_BY_FRAMES)
					      : NULL;
	size_t i;

	*tally = (struct diff_tally){0};
	joined->differential = true;
	allow_threads(joined, from);
	header_merge(&joined->header, &from->header);
	adding.ids = memory_resize(NULL, from->names.count, sizeof(*adding.ids));
	for (i = 0; i < from->names.count; i++)
		adding.ids[i] = NO_ID;
	for (i = 0; i < from->count; i++)
		add_stack(&adding, sorted ? sorted[i] : from->stacks[i], tally);
	free(sorted);
	free(adding.ids);
	free(adding.frames);
	buf_release(&adding.text);
	buf_release(&adding.stripped);
}

/* True if counts and stacks stay as they are. */
static bool is_plain(const struct diff_part *part)
{
	const struct diff_edits *edits = part->edits;

	return factor_is_one(&part->weight) && !edits->strip_hex && !edits->filter &&
	       !edits->exclude;
}

/* The last stacks are sorted with the others, and equal ones added up, without looking them up. */
static void take_stacks(struct profile *joined, struct profile *from, bool is_last)
{
	struct profile *const both[] = {joined, from};

	if (!is_last || joined->labels || from->labels) {
		profile_merge(joined, from);
		return;
	}
	profile_join(both, ARRAY_LEN(both));
	profile_close(joined, PROFILE_BY_TEXT);
}

void diff_take(struct profile *joined, struct profile *from, const struct diff_part *part,
	       struct diff_tally *tally)
{
	const int other = part->side == DIFF_BEFORE ? DIFF_AFTER : DIFF_BEFORE;
	size_t i;

	if (!is_plain(part)) {
		diff_add(joined, from, part, tally);
		profile_release(from);
		return;
	}
	*tally = (struct diff_tally){.stacks = from->count, .kept = from->count};
	for (i = 0; i < from->count; i++) {
		tally->numbered += ends_in_number(from, from->stacks[i]);
		from->stacks[i]->count[other] = 0;
		from->stacks[i]->differential = true;
	}
	for (i = 0; from->labels && i < from->labels->count; i++)
		from->labels->rows[i].count[other] = 0;
	from->total[other] = 0;
	from->differential = true;
	if (profile_is_empty(joined)) {
		header_merge(&joined->header, &from->header);
		profile_become(joined, from);
	} else {
		allow_threads(joined, from);
		take_stacks(joined, from, part->is_last);
	}
}

/* As the file is called in messages. */
static struct slice name_of(const struct diff_file *file, const struct diff_options *options)
{
	bool is_stdin = options->personality->reading->dash_is_stdin &&
			slice_equal(file->path, SLICE("-"));

	return is_stdin ? SLICE("standard input") : file->path;
}

void diff_say_stacks(const struct diff_file *file, const struct diff_options *options,
		     uint64_t kept, uint64_t stacks)
{
	diag_note("%.*s: %llu of %llu stacks", SLICE_ARG(name_of(file, options)),
		  (unsigned long long)kept, (unsigned long long)stacks);
}

static bool read_one(struct profile *joined, const struct diff_options *options,
		     enum diff_side side, const struct diff_file *file)
{
	const struct diff_personality *personality = options->personality;
	const struct diff_files *after = &options->sides[DIFF_AFTER];
	const struct diff_part part = {
		.side = side,
		.weight = file->weight,
		.edits = &options->edits,
		.is_last = after->count > 0 && file == &after->at[after->count - 1],
	};
	struct slice name = name_of(file, options);
	struct profile profile = {0};
	struct diff_tally tally;
	bool good = diff_read_file(&profile, file, options);

	if (good) {
		diff_take(joined, &profile, &part, &tally);
		diff_say_stacks(file, options, tally.kept, tally.stacks);
		if (tally.rounded > 0)
			diag_warn("%.*s: %llu weighted counts rounded to %d decimals",
				  SLICE_ARG(name), (unsigned long long)tally.rounded, LIMIT_SCALE);
		if (personality->is_careful && tally.stacks > 0 && tally.numbered == tally.stacks)
			diag_warn(
				"%.*s: every stack ends in a number: does the file have two columns "
				"already?",
				SLICE_ARG(name));
	}
	profile_release(&profile);
	if (joined->overflow) {
		struct buf stack = {0};

		folded_add_stack(&stack, joined, joined->overflow);
		diag_error_at(CODE_DATA, name, 0, "count beyond 2^64-1: '%.*s'",
			      SLICE_ARG(buf_slice(&stack)));
		buf_release(&stack);
	}
	return good && !joined->overflow;
}

enum roots_rule diff_roots_rule(const struct diff_edits *edits)
{
	if (edits->keep_root)
		return ROOTS_NONE;
	return edits->ignore_root ? ROOTS_ALL : ROOTS_PAIR;
}

void diff_find_roots(struct roots *roots, const struct profile *joined,
		     const struct diff_edits *edits)
{
	roots_find(roots, joined, diff_roots_rule(edits));
	if (roots->members[0].len > 0)
		diag_warn("the processes '%.*s' and '%.*s' are compared as one, since they call "
			  "the same functions; --keep-root keeps them apart",
			  SLICE_ARG(roots->members[0]), SLICE_ARG(roots->members[1]));
}

bool diff_read(struct profile *joined, const struct diff_options *options)
{
	struct roots roots = {0};
	size_t side, i;

	for (side = 0; side < DIFF_SIDES; side++) {
		const struct diff_files *files = &options->sides[side];

		for (i = 0; i < files->count; i++) {
			if (!read_one(joined, options, (enum diff_side)side, &files->at[i]))
				return false;
		}
	}
	header_check(&joined->header);
	if (options->personality->is_careful) {
		diff_find_roots(&roots, joined, &options->edits);
		roots_join(&roots, joined);
		roots_release(&roots);
	}
	return true;
}
