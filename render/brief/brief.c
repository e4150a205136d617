/* SPDX-License-Identifier: MIT */
/*
 * The rules of the brief: a condition, and a sentence made from the data. The table is in the order
 * of what tells most about a profile: what makes all others wrong, what is unlike the rest, then
 * what is merely large.
 */
#include "render/brief/brief.h"

#include "common/base/escape.h"
#include "common/cli/thin_stacks.h"
#include "common/profile/amount.h"
#include "common/profile/functions.h"
#include "common/profile/significance.h"
#include "render/brief/brief_facts.h"
#include "render/tree/caption.h"

/* ---- Rules: quality ---- */

/* What part of all samples is the number of the key, if it is from `least` on, and below `most`. */
static bool brief_part_of_samples(struct brief_sentence *sentence, const struct brief_facts *facts,
				  enum header_key key, double least, double most, uint64_t *number,
				  double *share)
{
	uint64_t samples;
	const struct header *header = facts->source->header;

	if (!slice_to_u64(header_value(header, key), number) || *number == 0 ||
	    !slice_to_u64(header_value(header, HEADER_SAMPLES), &samples))
		return false;
	*share = (double)*number / ((double)samples + (key == HEADER_LOST ? (double)*number : 0));
	*share = *share < 1 ? *share : 1;
	if (*share < least || *share >= most)
		return false;
	sentence->percent = 100 * *share;
	brief_show_header(sentence, facts);
	return true;
}

static bool brief_lost_between(struct brief_sentence *sentence, const struct brief_facts *facts,
			       double least, double most)
{
	uint64_t lost;
	double share;

	if (!brief_part_of_samples(sentence, facts, HEADER_LOST, least, most, &lost, &share))
		return false;
	buf_add_grouped(&sentence->text, lost);
	buf_add_text(&sentence->text, " samples were lost, ");
	brief_say_share(sentence, share);
	buf_add_text(&sentence->text, " of all: what was busiest is missing most; record fewer per "
				      "second, or with larger buffers");
	return true;
}

static bool rule_lost_many(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_lost_between(sentence, facts, 0.1, 2);
}

static bool rule_lost(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_lost_between(sentence, facts, 0.01, 0.1);
}

static bool brief_cut_between(struct brief_sentence *sentence, const struct brief_facts *facts,
			      double least, double most)
{
	uint64_t cut;
	double share;

	if (!brief_part_of_samples(sentence, facts, HEADER_CUT, least, most, &cut, &share))
		return false;
	brief_say_share(sentence, share);
	buf_add_text(&sentence->text, " of the stacks (");
	buf_add_grouped(&sentence->text, cut);
	buf_add_text(&sentence->text, ") are cut and lack their outermost callers: the collapser "
				      "says which limit to raise");
	return true;
}

static bool rule_cut_many(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_cut_between(sentence, facts, 0.4, 2);
}

static bool rule_cut(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_cut_between(sentence, facts, 0.05, 0.4);
}

/* "libc.so.6" of "[libc.so.6 <0x1234>]"; nothing of "[unknown]". */
static struct slice brief_module(struct slice name)
{
	struct slice module;

	if (!thin_stacks_is_nameless(name) || thin_stacks_is_nowhere(name))
		return (struct slice){NULL, 0};
	name = slice_of(name.ptr + 1, name.len - 2);
	module = name;
	if (slice_search(name, SLICE(" <")) != SLICE_NONE)
		module = slice_head(name, slice_search(name, SLICE(" <")));
	return module;
}

/* The self counts of functions without names, and the module with most of them. */
static uint64_t brief_unnamed(const struct brief_facts *facts, struct slice *module)
{
	const struct brief_source *source = facts->source;
	struct intern modules = {0};
	uint64_t *counts = memory_clear(source->names->count + 1, sizeof(*counts)), sum = 0;
	frame_id best = HASH_NONE;
	size_t i;

	for (i = 0; i < source->names->count; i++) {
		const struct brief_function *function = &facts->functions[i];
		const struct slice of = brief_module(intern_name(source->names, (frame_id)i));

		if (!(facts->kinds[i] & FUNCTION_BIT(BRIEF_NAMELESS)) || function->self[1] == 0)
			continue;
		sum += function->self[1];
		if (of.len > 0)
			counts[intern_add(&modules, of)] += function->self[1];
	}
	for (i = 0; i < modules.count; i++) {
		if (best == HASH_NONE || counts[i] > counts[best])
			best = (frame_id)i;
	}
	*module = (struct slice){NULL, 0};
	for (i = 0; best != HASH_NONE && counts[best] > sum / 2 && i < source->names->count; i++) {
		const struct slice of = brief_module(intern_name(source->names, (frame_id)i));

		if (slice_equal(of, intern_name(&modules, best)))
			*module = of;
	}
	free(counts);
	intern_release(&modules);
	return sum;
}

static bool brief_unnamed_between(struct brief_sentence *sentence, const struct brief_facts *facts,
				  double least, double most)
{
	struct slice module;
	const uint64_t count = brief_unnamed(facts, &module);
	const double share = brief_ratio(facts, 1, count);

	if (share < least || share >= most)
		return false;
	brief_say_part(sentence, facts, count);
	brief_say_that(sentence, facts, "is in functions without a name");
	if (module.len > 0) {
		buf_add_text(&sentence->text, ", most of it in ");
		brief_say_name(sentence, module);
	}
	buf_printf(&sentence->text, ": %s", thin_stacks_remedy(module));
	brief_show_table(sentence, facts);
	return true;
}

static bool rule_unnamed_many(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_unnamed_between(sentence, facts, 0.4, 2);
}

static bool rule_unnamed(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_unnamed_between(sentence, facts, 0.1, 0.4);
}

/* Stacks of one function below the process, which is the root of what profilers of events write. */
static bool rule_shallow(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	const struct brief_source *source = facts->source;
	uint64_t shallow = 0;
	size_t i;

	if (header_value(source->header, HEADER_EVENT).len == 0 || facts->waits)
		return false;
	for (i = 0; i < source->count; i++) {
		const struct stack *stack = source->stacks[i];
		uint32_t level, named = 0;

		for (level = 1; level < stack->depth; level++)
			named += !thin_stacks_is_nowhere(
				intern_name(source->names, stack->frames[level]));
		shallow += named <= 1 ? stack->count[1] : 0;
	}
	if (brief_ratio(facts, 1, shallow) < 0.5)
		return false;
	brief_say_part(sentence, facts, shallow);
	brief_say_that(sentence, facts,
		       "has no callers: without frame pointers they are not found; build "
		       "with -fno-omit-frame-pointer, or record with --call-graph dwarf");
	brief_show_table(sentence, facts);
	return true;
}

static bool rule_few(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	enum { FEW = 30 };
	unsigned samples;

	if (facts->samples[1] >= FEW || facts->source->differential)
		return false;
	samples = (unsigned)(facts->samples[1] + 0.5);
	buf_printf(&sentence->text, "There %s %u sample%s only: shares are rough",
		   samples == 1 ? "is" : "are", samples, samples == 1 ? "" : "s");
	sentence->percent = 100;
	brief_show_header(sentence, facts);
	return true;
}

/* ---- Rules: what changed ---- */

struct brief_change {
	frame_id function;
	enum functions_measure measure;
	double shares[2];
};

static double brief_points(const struct brief_change *change)
{
	return change->shares[1] - change->shares[0];
}

static double brief_size(double number)
{
	return number < 0 ? -number : number;
}

static const uint64_t *brief_counts(const struct brief_facts *facts,
				    const struct brief_change *change)
{
	const struct brief_function *function = &facts->functions[change->function];

	return change->measure == FUNCTIONS_SELF ? function->self : function->total;
}

static struct brief_change brief_change_of(const struct brief_facts *facts, frame_id function,
					   enum functions_measure measure)
{
	struct brief_change change = {function, measure, {0, 0}};
	const uint64_t *counts = brief_counts(facts, &change);
	int side;

	for (side = 0; side < 2; side++)
		change.shares[side] = brief_ratio(facts, side, counts[side]);
	return change;
}

static double brief_growth(const struct brief_facts *facts, const struct brief_change *change)
{
	const uint64_t *counts = brief_counts(facts, change);

	return brief_size((double)counts[1] - (double)counts[0]);
}

/*
 * The largest change. One function's growth takes the shares of all others, and with two functions
 * as many points: of changes as large the one whose counts changed most is meant.
 */
static struct brief_change brief_largest(const struct brief_facts *facts,
					 enum functions_measure measure)
{
	const size_t names = facts->source->names->count;
	struct brief_change best = {HASH_NONE, measure, {0, 0}};
	double most = 0;
	size_t i;

	for (i = 0; i < names; i++) {
		const struct brief_change change = brief_change_of(facts, (frame_id)i, measure);
		const double size = brief_size(brief_points(&change));

		most = size > most ? size : most;
	}
	for (i = 0; i < names && most > 0; i++) {
		const struct brief_change change = brief_change_of(facts, (frame_id)i, measure);

		if (brief_size(brief_points(&change)) >= 0.8 * most &&
		    (best.function == HASH_NONE ||
		     brief_growth(facts, &change) > brief_growth(facts, &best)))
			best = change;
	}
	return best;
}

/* The probability of such a change by chance, among as many as there are functions. */
static double brief_chance(const struct brief_facts *facts, const struct brief_change *change)
{
	struct significance_table table;
	size_t compared = 0, i;
	double probability;
	int side;

	for (side = 0; side < 2; side++) {
		const double samples = facts->samples[side] < SIGNIFICANCE_SAMPLES
					       ? facts->samples[side]
					       : SIGNIFICANCE_SAMPLES;

		table.samples[side] = (uint64_t)(samples + 0.5);
		table.hits[side] = (uint64_t)(change->shares[side] * (double)table.samples[side] +
					      0.5);
	}
	if (table.samples[0] == 0 || table.samples[1] == 0)
		return 1;
	for (i = 0; i < facts->source->names->count; i++)
		compared += facts->functions[i].self[0] > 0 || facts->functions[i].self[1] > 0;
	probability = significance_fisher(&table) * (double)compared;
	return probability < 1 ? probability : 1;
}

/* "695 ms -> 1.16 s, x1.67" */
static void brief_add_growth(struct buf *buf, const struct brief_source *source,
			     const uint64_t counts[2])
{
	brief_add_amount(buf, source, counts[0]);
	buf_add_text(buf, " -> ");
	brief_add_amount(buf, source, counts[1]);
	if (counts[0] == 0 || counts[1] == 0 || counts[1] / counts[0] > 1000)
		return;
	buf_add_text(buf, ", x");
	buf_add_fixed(buf, (int64_t)((double)counts[1] / (double)counts[0] * 100 + 0.5), 2);
}

static void brief_say_change(struct brief_sentence *sentence, const struct brief_facts *facts,
			     const struct brief_change *change)
{
	brief_say_share(sentence, change->shares[0]);
	buf_add_text(&sentence->text, " -> ");
	brief_say_share(sentence, change->shares[1]);
	buf_add_text(&sentence->text, " of all");
	if (facts->source->is_scaled)
		return;
	buf_add_text(&sentence->text, " (");
	brief_add_growth(&sentence->text, facts->source, brief_counts(facts, change));
	buf_add_char(&sentence->text, ')');
}

static bool rule_changed(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	const double least_points = 0.03, most_chance = 0.001;
	struct brief_change change = {HASH_NONE, FUNCTIONS_SELF, {0, 0}};
	int measure;

	for (measure = FUNCTIONS_MEASURES - 1; measure >= 0; measure--) {
		change = brief_largest(facts, (enum functions_measure)measure);
		if (change.function != HASH_NONE &&
		    brief_size(brief_points(&change)) >= least_points &&
		    brief_chance(facts, &change) <= most_chance)
			break;
	}
	if (measure < 0)
		return false;
	brief_say_function(sentence, facts, change.function);
	buf_add_text(&sentence->text, change.shares[0] <= 0       ? " is new: "
				      : change.shares[1] <= 0     ? " is gone: "
				      : brief_points(&change) > 0 ? " takes more: "
								  : " takes less: ");
	brief_say_change(sentence, facts, &change);
	buf_add_text(&sentence->text,
		     change.measure == FUNCTIONS_SELF ? " in itself" : " with all it calls");
	buf_add_text(&sentence->text, "; that is beyond chance");
	sentence->percent = 100 * brief_size(brief_points(&change));
	brief_show_function(sentence, facts, change.function);
	return true;
}

/* ---- Rules: one part unlike the others ---- */

static bool rule_spike(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	const struct brief_window window = brief_spike(facts);
	struct buf *text = &sentence->text;

	if (!window.found)
		return false;
	buf_add_text(text, "From ");
	brief_add_time(text, facts, window.from);
	buf_add_text(text, " s to ");
	brief_add_time(text, facts, window.to);
	buf_add_text(text, " s ");
	if (window.function != HASH_NONE) {
		brief_say_function(sentence, facts, window.function);
		buf_add_text(text, " is ");
		brief_say_share(sentence, window.share);
		buf_printf(text, " of %s, else ", brief_whole(facts));
		brief_say_share(sentence, window.rest);
	} else {
		buf_add_fixed(text,
			      (int64_t)(window.rate * 10 < 1e6 ? window.rate * 10 + 0.5 : 1e6), 1);
		buf_add_text(text, " times as much happens as in the rest of the time");
	}
	if (window.leaf != window.function)
		brief_say_mostly(sentence, facts, "in", window.leaf, window.leaf_count,
				 window.count);
	sentence->percent = 100 * (window.function != HASH_NONE ? window.share : 1);
	buf_add_text(&sentence->command, "collapse-filter --time ");
	brief_add_time(&sentence->command, facts, window.from);
	buf_add_char(&sentence->command, ',');
	brief_add_time(&sentence->command, facts, window.to);
	buf_add_char(&sentence->command, ' ');
	brief_add_file(&sentence->command, facts->source);
	buf_add_text(&sentence->command, " | flamegraph-view");
	buf_printf(&sentence->view, "{\"view\":\"time\",\"t\":\"%llu-%llu\"}",
		   (unsigned long long)(window.from / facts->step),
		   (unsigned long long)((window.to + facts->step - 1) / facts->step));
	return true;
}

/* The value of the label beside a pair, in the first set that has both. */
static struct slice brief_beside(const struct labels *labels, frame_id pair, struct slice name)
{
	frame_id pairs[LABELS_MAX];
	struct slice value;
	size_t set, i;

	for (set = 0; set < labels->sets.count; set++) {
		const size_t count = labels_of_set(labels, (uint32_t)set, pairs);

		for (i = 0; i < count && pairs[i] != pair; i++)
			;
		if (i < count && labels_find(labels, (uint32_t)set, name, &value))
			return value;
	}
	return (struct slice){NULL, 0};
}

/* "Thread background (32612)", "cpu 3" */
static void brief_say_pair(struct brief_sentence *sentence, const struct labels *labels,
			   frame_id pair)
{
	struct slice name, value, comm = {NULL, 0};

	labels_pair(labels, pair, &name, &value);
	if (slice_equal(name, SLICE("tid")))
		comm = brief_beside(labels, pair, SLICE("comm"));
	if (slice_equal(name, SLICE("tid")) || slice_equal(name, SLICE("thread"))) {
		buf_add_text(&sentence->text, "Thread ");
	} else {
		buf_add_text(&sentence->text, "Of the label ");
		brief_say_name(sentence, name);
		buf_add_char(&sentence->text, ' ');
	}
	if (comm.len > 0) {
		brief_say_name(sentence, comm);
		buf_add_text(&sentence->text, " (");
	}
	brief_say_name(sentence, value);
	if (comm.len > 0)
		buf_add_char(&sentence->text, ')');
}

/*
 * One value of a label has most of all. Of two values it must have nearly all; and what the others
 * count must be more than a program's start.
 */
static bool brief_is_dominant(const struct brief_facts *facts, const struct brief_label *label)
{
	const struct brief_value *top = label->top;
	const double share = (double)top[0].count / (double)label->sum;
	const double others = facts->samples[1] * (double)(label->sum - top[0].count) /
			      (double)facts->source->total[1];

	return label->values >= 2 && share >= (label->values > 2 ? 0.6 : 0.85) && others >= 5 &&
	       top[0].count / 3 >= top[1].count;
}

static void brief_say_dominant(struct brief_sentence *sentence, const struct brief_facts *facts,
			       const struct brief_label *label, const char *verb)
{
	const struct brief_value *top = label->top;
	uint64_t self;
	const frame_id leaf = brief_leaf_of(facts, top[0].pair, &self);

	brief_say_pair(sentence, facts->source->labels, top[0].pair);
	buf_add_text(&sentence->text, verb);
	brief_say_part(sentence, facts, top[0].count);
	brief_say_mostly(sentence, facts, "in", leaf, self, top[0].count);
	buf_add_text(&sentence->text, "; the next one ");
	brief_say_share(sentence, brief_ratio(facts, 1, top[1].count));
	brief_show_pair(sentence, facts, top[0].pair);
}

static bool rule_busy(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	static const struct slice names[] = {SLICE_INIT("tid"), SLICE_INIT("thread")};
	size_t i;

	for (i = 0; i < ARRAY_LEN(names); i++) {
		const struct brief_label *label = brief_label(facts, names[i]);

		if (!brief_is_dominant(facts, label))
			continue;
		brief_say_dominant(sentence, facts, label,
				   brief_busy(facts, label->top[0].pair) >= 0.9
					   ? " is always busy: it takes "
					   : " does most of the work: it takes ");
		return true;
	}
	return false;
}

/* Labels that say nothing by having one value most often. */
static bool is_usual_label(struct slice name)
{
	static const struct slice usual[] = {SLICE_INIT("tid"),   SLICE_INIT("thread"),
					     SLICE_INIT("pid"),   SLICE_INIT("comm"),
					     SLICE_INIT("event"), SLICE_INIT("state")};

	return SLICE_ANY(name, usual, slice_equal);
}

/* A program of one thread stays on its processor: that of several is worth a sentence. */
static bool brief_has_threads(const struct brief_facts *facts)
{
	const struct brief_label *label = brief_label(facts, SLICE("tid"));

	return label->values >= 3 && label->top[0].count < label->sum / 2;
}

static bool rule_value(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	size_t i;

	for (i = 0; i < facts->label_names.count; i++) {
		const struct slice name = intern_name(&facts->label_names, (frame_id)i);
		const struct brief_label *label = &facts->labels[i];

		if (label->values < 3 || is_usual_label(name) ||
		    (slice_equal(name, SLICE("cpu")) && !brief_has_threads(facts)) ||
		    !brief_is_dominant(facts, label))
			continue;
		brief_say_dominant(sentence, facts, label, " has ");
		return true;
	}
	return false;
}

static bool rule_recursion(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	const unsigned others = FUNCTION_BIT(BRIEF_NAMELESS) | FUNCTION_BIT(FUNCTION_INTERPRETS);
	const struct brief_function *best = NULL;
	size_t i;

	for (i = 0; i < facts->source->names->count; i++) {
		const struct brief_function *function = &facts->functions[i];

		if (!(facts->kinds[i] & others) && function->recursive > 0 &&
		    (!best || function->recursive > best->recursive ||
		     (function->recursive == best->recursive &&
		      function->total[1] > best->total[1])))
			best = function;
	}
	if (!best || brief_ratio(facts, 1, best->recursive) < 0.3)
		return false;
	brief_say_function(sentence, facts, (frame_id)(best - facts->functions));
	buf_add_text(&sentence->text, " calls itself, up to ");
	buf_add_grouped(&sentence->text, best->most);
	buf_add_text(&sentence->text, " times in one stack: such stacks are ");
	brief_say_part(sentence, facts, best->recursive);
	brief_command_filter(sentence, facts->source,
			     "collapse-filter --collapse-recursion mutual --focus ", SLICE(""),
			     sentence->names[0]);
	buf_add_text(&sentence->view, "{\"view\":\"graph\",\"fold\":\"1\",\"focus\":");
	buf_add_json(&sentence->view, sentence->names[0]);
	buf_add_char(&sentence->view, '}');
	return true;
}

/* ---- Rules: what kind of work it is ---- */

static bool brief_say_kind(struct brief_sentence *sentence, const struct brief_facts *facts,
			   const struct brief_share *share, const char *verb)
{
	brief_say_part(sentence, facts, share->count);
	brief_say_that(sentence, facts, verb);
	brief_say_mostly(sentence, facts, "in", share->called, share->of_called, share->count);
	brief_say_mostly(sentence, facts, "called by", share->caller, share->of_caller,
			 share->count);
	brief_show_function(sentence, facts,
			    share->caller != HASH_NONE && share->of_caller >= share->count / 4
				    ? share->caller
				    : share->called);
	return true;
}

static bool brief_kind_above(struct brief_sentence *sentence, const struct brief_facts *facts,
			     enum function_kind kind, double least, const char *verb)
{
	const struct brief_share share = brief_share_of(facts, FUNCTION_BIT(kind),
							FUNCTION_BIT(FUNCTION_IDLE));

	return share.count > 0 && brief_ratio(facts, 1, share.count) >= least &&
	       brief_say_kind(sentence, facts, &share, verb);
}

static bool rule_idle(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	const struct brief_share share = brief_share_of(facts, FUNCTION_BIT(FUNCTION_IDLE), 0);

	if (share.count == 0 || brief_ratio(facts, 1, share.count) < 0.5)
		return false;
	brief_say_part(sentence, facts, share.count);
	brief_say_that(sentence, facts,
		       "is of idle processors: collapse-perf --no-idle leaves them out");
	brief_show_function(sentence, facts, share.called);
	return true;
}

static bool rule_lock(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	/* a thread that waits in the kernel waits for a lock, unless it waits for work */
	const unsigned kinds = FUNCTION_BIT(FUNCTION_LOCK) |
			       (facts->waits ? 0 : FUNCTION_BIT(FUNCTION_FUTEX));
	const struct brief_share share = brief_share_of(
		facts, kinds, FUNCTION_BIT(FUNCTION_CONDITION) | FUNCTION_BIT(FUNCTION_IDLE));

	return share.count > 0 &&
	       brief_ratio(facts, 1, share.count) >= (facts->waits ? 0.25 : 0.15) &&
	       brief_say_kind(sentence, facts, &share,
			      facts->waits ? "is for locks" : "is spent on locks");
}

static bool rule_collects(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_kind_above(sentence, facts, FUNCTION_COLLECTS, 0.15,
				"goes into collecting garbage");
}

static bool rule_throws(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_kind_above(sentence, facts, FUNCTION_THROWS, 0.1, "goes into exceptions");
}

static bool rule_faults(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return brief_kind_above(sentence, facts, FUNCTION_FAULTS, 0.25, "goes into page faults");
}

static bool rule_allocates(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	const struct unit *unit = unit_find(header_value(facts->source->header, HEADER_UNIT));

	/* of allocations all is allocated */
	return !(unit && unit->kind == UNIT_MEMORY) &&
	       brief_kind_above(sentence, facts, FUNCTION_ALLOCATES, 0.25,
				"goes into allocating and freeing memory");
}

static bool rule_waits(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	static const struct {
		enum function_kind kind;
		const char *verb;
	} reasons[] = {
		{FUNCTION_DISK, "is for input or output"},
		{FUNCTION_NETWORK, "is for the network"},
		{FUNCTION_SLEEPS, "is sleep"},
	};
	size_t i;

	for (i = 0; facts->waits && i < ARRAY_LEN(reasons); i++) {
		if (brief_kind_above(sentence, facts, reasons[i].kind, 0.4, reasons[i].verb))
			return true;
	}
	return false;
}

static bool rule_kernel(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	return !facts->waits &&
	       brief_kind_above(sentence, facts, FUNCTION_KERNEL, 0.4, "is spent in the kernel");
}

/* ---- Rules: what is large ---- */

/* The functions with the largest self counts; nameless ones have a rule of their own. */
static void brief_hottest(const struct brief_facts *facts, frame_id hottest[3])
{
	const struct intern *names = facts->source->names;
	size_t i;
	int at;

	hottest[0] = hottest[1] = hottest[2] = HASH_NONE;
	for (i = 0; i < names->count; i++) {
		const struct brief_function *function = &facts->functions[i];

		if (function->self[1] == 0 || facts->kinds[i] & FUNCTION_BIT(BRIEF_NAMELESS))
			continue;
		for (at = 3; at > 0; at--) {
			const frame_id other = hottest[at - 1];

			if (other != HASH_NONE &&
			    facts->functions[other].self[1] >= function->self[1])
				break;
			if (at < 3)
				hottest[at] = other;
		}
		if (at < 3)
			hottest[at] = (frame_id)i;
	}
}

static double brief_self(const struct brief_facts *facts, frame_id function)
{
	return function == HASH_NONE ? 0
				     : brief_ratio(facts, 1, facts->functions[function].self[1]);
}

static bool rule_hot(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	frame_id hottest[3];
	double first, second;

	brief_hottest(facts, hottest);
	first = brief_self(facts, hottest[0]);
	second = brief_self(facts, hottest[1]);
	if (first < 0.4 && (first < 0.25 || first < 2 * second))
		return false;
	brief_say_function(sentence, facts, hottest[0]);
	buf_add_text(&sentence->text, " itself takes ");
	brief_say_part(sentence, facts, facts->functions[hottest[0]].self[1]);
	brief_show_function(sentence, facts, hottest[0]);
	return true;
}

static bool rule_two(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	frame_id hottest[3];
	double first, second, third;

	brief_hottest(facts, hottest);
	first = brief_self(facts, hottest[0]);
	second = brief_self(facts, hottest[1]);
	third = brief_self(facts, hottest[2]);
	if (first >= 0.4 || (first >= 0.25 && first >= 2 * second) || first + second < 0.5 ||
	    second < 1.5 * third)
		return false;
	brief_say_function(sentence, facts, hottest[0]);
	buf_add_text(&sentence->text, " and ");
	brief_say_function(sentence, facts, hottest[1]);
	buf_add_text(&sentence->text, " themselves take ");
	brief_say_part(sentence, facts,
		       facts->functions[hottest[0]].self[1] + facts->functions[hottest[1]].self[1]);
	brief_show_table(sentence, facts);
	return true;
}

/* The innermost function with half of all, if it is neither all nor a loop of an interpreter. */
static bool rule_within(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	const unsigned others = FUNCTION_BIT(BRIEF_NAMELESS) | FUNCTION_BIT(FUNCTION_INTERPRETS);
	const struct brief_function *best = NULL;
	double share;
	size_t i;

	for (i = 0; i < facts->source->names->count; i++) {
		const struct brief_function *function = &facts->functions[i];

		share = brief_ratio(facts, 1, function->total[1]);
		if (share >= 0.5 && !(facts->kinds[i] & others) &&
		    (!best || function->total[1] < best->total[1]))
			best = function;
	}
	if (!best || brief_ratio(facts, 1, best->total[1]) > 0.9 ||
	    brief_ratio(facts, 1, best->self[1]) >= 0.25)
		return false;
	brief_say_function(sentence, facts, (frame_id)(best - facts->functions));
	buf_add_text(&sentence->text, " with what it calls takes ");
	brief_say_part(sentence, facts, best->total[1]);
	brief_show_function(sentence, facts, (frame_id)(best - facts->functions));
	return true;
}

static bool rule_unchanged(struct brief_sentence *sentence, const struct brief_facts *facts)
{
	const struct brief_change change = brief_largest(facts, FUNCTIONS_SELF);
	const struct brief_source *source = facts->source;
	const double ratio = source->total[0] > 0
				     ? (double)source->total[1] / (double)source->total[0]
				     : 1;

	buf_add_text(&sentence->text, "No share of a function changed beyond chance");
	if (!source->is_scaled && (ratio > 1.25 || ratio < 0.8)) {
		buf_add_text(&sentence->text, ", but all together did: ");
		brief_add_growth(&sentence->text, source, source->total);
	} else if (change.function != HASH_NONE) {
		buf_add_text(&sentence->text, "; the largest difference is ");
		brief_say_function(sentence, facts, change.function);
		buf_add_text(&sentence->text, ", ");
		brief_say_change(sentence, facts, &change);
		sentence->percent = 100 * brief_size(brief_points(&change));
	}
	brief_command_top(sentence, source, "self");
	buf_add_text(&sentence->view, "{\"view\":\"table\"}");
	return true;
}

/* ---- The table ---- */

enum brief_where { ONE = 1, TWO = 2, BOTH = 3 }; /* columns of the profile */

static const struct {
	const char *name;
	enum brief_where where;
	bool is_finding;
	bool is_last; /* only where no finding came before it */
	bool (*say)(struct brief_sentence *sentence, const struct brief_facts *facts);
} rules[] = {
	{"lost", ONE, true, false, rule_lost_many},
	{"changed", TWO, true, false, rule_changed},
	{"unnamed", BOTH, true, false, rule_unnamed_many},
	{"idle", ONE, true, false, rule_idle},
	{"spike", ONE, true, false, rule_spike},
	{"lock", ONE, true, false, rule_lock},
	{"busy", ONE, true, false, rule_busy},
	{"recursion", ONE, true, false, rule_recursion},
	{"cut", ONE, true, false, rule_cut_many},
	{"garbage", ONE, true, false, rule_collects},
	{"exceptions", ONE, true, false, rule_throws},
	{"faults", ONE, true, false, rule_faults},
	{"memory", ONE, true, false, rule_allocates},
	{"waits", ONE, true, false, rule_waits},
	{"kernel", ONE, true, false, rule_kernel},
	{"hot", ONE, true, false, rule_hot},
	{"two", ONE, true, false, rule_two},
	{"value", ONE, true, false, rule_value},
	{"lost", ONE, true, false, rule_lost},
	{"unnamed", ONE, true, false, rule_unnamed},
	{"cut", ONE, true, false, rule_cut},
	{"callers", ONE, true, false, rule_shallow},
	{"few", ONE, true, false, rule_few},
	{"within", ONE, false, true, rule_within},
	{"unchanged", TWO, false, true, rule_unchanged},
};

static void brief_sum_up(struct brief_sentence *summary, const struct brief_source *source,
			 struct buf *headline)
{
	const struct slice unit = header_value(source->header, HEADER_UNIT);
	int column;

	for (column = !source->differential; column < 2; column++) {
		brief_add_amount(&summary->text, source, source->total[column]);
		if (column == 0)
			buf_add_text(&summary->text, " -> ");
	}
	if (unit.len == 0 || slice_equal(unit, SLICE("samples"))) {
		buf_add_text(&summary->text,
			     source->total[1] == 1 && source->scale == 0 ? " sample" : " samples");
	} else if (!unit_find(unit)) {
		buf_add_char(&summary->text, ' ');
		brief_say_name(summary, unit);
	}
	buf_printf(&summary->text, " in %zu stack%s", source->count, source->count == 1 ? "" : "s");
	headline_add(headline, source->header);
	if (headline->len > 0) {
		buf_add_text(&summary->text, ": ");
		brief_say_name(summary, buf_slice(headline));
	}
}

void brief_make(struct brief *brief, const struct brief_source *source)
{
	struct brief_facts facts;
	size_t i;

	*brief = (struct brief){.count = 0};
	brief_sum_up(&brief->summary, source, &brief->headline);
	brief_facts_init(&facts, source);
	for (i = 0; i < ARRAY_LEN(rules) && brief->count < BRIEF_MOST; i++) {
		struct brief_sentence *sentence = &brief->sentences[brief->count];

		if (!(rules[i].where & (source->differential ? TWO : ONE)) ||
		    (rules[i].is_last && brief->findings > 0) || !rules[i].say(sentence, &facts))
			continue;
		sentence->rule = rules[i].name;
		sentence->is_finding = rules[i].is_finding;
		brief->findings += rules[i].is_finding;
		brief->count++;
	}
	brief_facts_release(&facts);
}

void brief_release(struct brief *brief)
{
	size_t i;

	for (i = 0; i < brief->count; i++) {
		buf_release(&brief->sentences[i].text);
		buf_release(&brief->sentences[i].command);
		buf_release(&brief->sentences[i].view);
	}
	buf_release(&brief->summary.text);
	buf_release(&brief->headline);
	*brief = (struct brief){.count = 0};
}
