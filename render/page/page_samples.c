/* SPDX-License-Identifier: MIT */
/*
 * Samples with their labels, as columns. Stacks are numbered by how often they were sampled, so
 * that most numbers are one byte; samples are sorted by labels and time, so that both are small
 * differences.
 */
#include "common/base/escape.h"
#include "common/profile/function_kinds.h"
#include "render/page/page_state.h"
#include "render/palette/states.h"
#include "render/tree/caption.h"

/* The open frames, while stacks are read in order. */
struct page_walk {
	struct page_tree *tree;
	const frame_id *frames; /* of the last stack */
	uint32_t depth;
	size_t stacks; /* number of stacks read */
	size_t cap;    /* of the columns of counts */
	uint64_t *at;  /* by depth: place of the open frame in the columns */
	size_t at_cap; /* of it */
};

static void page_tree_add_name(struct page_tree *tree, frame_id name)
{
	if (tree->numbers[name] != UINT32_MAX) {
		page_add_varint(&tree->called, tree->numbers[name]);
		return;
	}
	tree->names[tree->name_count++] = name;
	tree->numbers[name] = (uint32_t)tree->name_count;
	page_add_varint(&tree->called, 0);
}

/* A frame without counts; returns its place. */
static size_t add_frame(struct page_walk *walk, bool differential)
{
	struct page_tree *tree = walk->tree;
	int column;

	if (tree->frames == walk->cap) {
		walk->cap = walk->cap > 0 ? 2 * walk->cap : 1024;
		for (column = !differential; column < 2; column++)
			tree->own[column] = memory_resize(tree->own[column], walk->cap,
							  sizeof(*tree->own[column]));
	}
	for (column = !differential; column < 2; column++)
		tree->own[column][tree->frames] = 0;
	return tree->frames++;
}

static uint32_t page_tree_shared_depth(const struct page_walk *walk, const struct stack *stack)
{
	uint32_t depth = 0;

	while (depth < walk->depth && depth < stack->depth &&
	       walk->frames[depth] == stack->frames[depth])
		depth++;
	return depth;
}

static void page_tree_add_stack(struct page_walk *walk, const struct stack *stack,
				bool differential)
{
	struct page_tree *tree = walk->tree;
	uint32_t depth = page_tree_shared_depth(walk, stack);
	uint32_t closed = walk->depth - depth;
	int column;

	if (stack->depth >= walk->at_cap) {
		walk->at_cap = 2 * (size_t)stack->depth + 64;
		walk->at = memory_resize(walk->at, walk->at_cap, sizeof(*walk->at));
		walk->at[0] = 0;
	}
	for (; depth < stack->depth; depth++) {
		page_add_varint(&tree->pops, closed);
		closed = 0;
		page_tree_add_name(tree, stack->frames[depth]);
		walk->at[depth + 1] = add_frame(walk, differential);
	}
	for (column = !differential; column < 2; column++)
		tree->own[column][walk->at[stack->depth]] += stack->count[column];
	tree->ends[walk->stacks++] = (uint32_t)walk->at[stack->depth];
	walk->frames = stack->frames;
	walk->depth = stack->depth;
}

void page_tree_build(struct page_tree *tree, const struct page *page)
{
	struct page_walk walk = {.tree = tree};
	const size_t names = page->names->count;
	size_t i;

	*tree = (struct page_tree){
		.numbers = memory_resize(NULL, names, sizeof(*tree->numbers)),
		.names = memory_resize(NULL, names, sizeof(*tree->names)),
		.ends = memory_resize(NULL, page->count, sizeof(*tree->ends)),
	};
	memset(tree->numbers, 0xff, names * sizeof(*tree->numbers));
	add_frame(&walk, page->differential); /* the root */
	for (i = 0; i < page->count; i++)
		page_tree_add_stack(&walk, page->stacks[i], page->differential);
	free(walk.at);
}

void page_tree_release(struct page_tree *tree)
{
	free(tree->numbers);
	free(tree->names);
	free(tree->ends);
	free(tree->own[0]);
	free(tree->own[1]);
	buf_release(&tree->pops);
	buf_release(&tree->called);
	*tree = (struct page_tree){0};
}

enum { LABELS_SHOWN = 64 }; /* names: more are left out */

struct page_sample {
	uint64_t time; /* in bins + 1; 0: none */
	uint64_t count[2];
	uint32_t set; /* its number among the sets that occur */
	uint32_t end; /* its stack's last frame */
};

/* The sets of labels that occur. */
struct page_sets {
	uint32_t *ids; /* by number */
	size_t count;
	struct intern names;                /* of labels */
	struct intern values[LABELS_SHOWN]; /* of each */
	uint32_t *table;                    /* by set and name: the value + 1, or 0 */
};

/* Stack -> place of its last frame: open addressing with linear probing. */
struct end_index {
	const struct stack **stacks;
	uint32_t *ends;
	size_t mask;
};

static size_t slot_of(const struct end_index *index, const struct stack *stack)
{
	size_t slot = (size_t)(((uintptr_t)stack >> 3) * UINT64_C(0x9e3779b97f4a7c15) >> 20);

	for (slot &= index->mask; index->stacks[slot] && index->stacks[slot] != stack;)
		slot = (slot + 1) & index->mask;
	return slot;
}

static void index_ends(struct end_index *index, const struct page *page,
		       const struct page_tree *tree)
{
	size_t i;

	for (index->mask = 1; index->mask < 2 * page->count; index->mask *= 2)
		;
	index->stacks = memory_clear(index->mask, sizeof(struct stack *));
	index->ends = memory_resize(NULL, index->mask, sizeof(*index->ends));
	index->mask--;
	for (i = 0; i < page->count; i++) {
		const size_t slot = slot_of(index, page->stacks[i]);

		index->stacks[slot] = page->stacks[i];
		index->ends[slot] = tree->ends[i];
	}
}

static int page_samples_compare(const void *a, const void *b)
{
	const struct page_sample *one = a, *other = b;

	if (one->set != other->set)
		return one->set < other->set ? -1 : 1;
	if (one->time != other->time)
		return one->time < other->time ? -1 : 1;
	return one->end < other->end ? -1 : one->end > other->end;
}

/* Numbers of the sets that occur, in the order of first sight, by id. */
static uint32_t *number_sets(const struct labels *labels, struct page_sets *sets)
{
	const size_t count = (size_t)labels->sets.count + 1;
	uint32_t *numbers = memory_resize(NULL, count, sizeof(*numbers));
	size_t i;

	memset(numbers, 0xff, count * sizeof(*numbers));
	sets->ids = memory_resize(NULL, count, sizeof(*sets->ids));
	for (i = 0; i < labels->count; i++) {
		const uint32_t set = labels->rows[i].set;

		if (numbers[set] == UINT32_MAX) {
			numbers[set] = (uint32_t)sets->count;
			sets->ids[sets->count++] = set;
		}
	}
	return numbers;
}

static struct page_sample *sorted_samples(const struct page *page, const struct page_tree *tree,
					  struct page_sets *sets, uint64_t bin)
{
	const struct labels *labels = page->labels;
	struct page_sample *samples = memory_resize(NULL, labels->count, sizeof(*samples));
	uint32_t *numbers = number_sets(labels, sets);
	struct end_index index = {0};
	size_t i;

	index_ends(&index, page, tree);
	for (i = 0; i < labels->count; i++) {
		const struct label_row *row = &labels->rows[i];
		const size_t slot = slot_of(&index, stack_moved(row->stack));

		samples[i] = (struct page_sample){
			.time = row->time == LABEL_NO_TIME ? 0 : row->time / bin + 1,
			.count = {row->count[0], row->count[1]},
			.set = numbers[row->set],
			.end = index.ends[slot],
		};
	}
	free(index.stacks);
	free(index.ends);
	free(numbers);
	SORT(samples, labels->count, page_samples_compare);
	return samples;
}

/* Read the labels of each set. */
static void read_sets(struct page_sets *sets, const struct labels *labels)
{
	frame_id pairs[LABELS_MAX];
	size_t set, i;

	sets->table = memory_clear(sets->count, LABELS_SHOWN * sizeof(*sets->table));
	for (set = 0; set < sets->count; set++) {
		const size_t count = labels_of_set(labels, sets->ids[set], pairs);

		for (i = 0; i < count; i++) {
			struct slice name, value;
			frame_id at;

			labels_pair(labels, pairs[i], &name, &value);
			at = sets->names.count < LABELS_SHOWN ? intern_add(&sets->names, name)
							      : intern_find(&sets->names, name);
			if (at != HASH_NONE)
				sets->table[set * LABELS_SHOWN + at] =
					intern_add(&sets->values[at], value) + 1;
		}
	}
}

static void add_texts(struct buf *buf, const struct intern *texts)
{
	frame_id i;

	buf_add_char(buf, '[');
	for (i = 0; i < texts->count; i++) {
		if (i > 0)
			buf_add_char(buf, ',');
		buf_add_json(buf, intern_name(texts, i));
	}
	buf_add_char(buf, ']');
}

static void add_label_names(struct buf *buf, const struct page_sets *sets)
{
	frame_id i;

	json_member(buf, "labels");
	buf_add_char(buf, '[');
	for (i = 0; i < sets->names.count; i++) {
		buf_add(buf, i > 0 ? SLICE(",{\"name\":") : SLICE("{\"name\":"));
		buf_add_json(buf, intern_name(&sets->names, i));
		buf_add(buf, SLICE(",\"values\":"));
		add_texts(buf, &sets->values[i]);
		buf_add_char(buf, '}');
	}
	buf_add_char(buf, ']');
}

static void page_samples_add_state(struct buf *buf, struct slice name, struct color color)
{
	buf_add_char(buf, '[');
	buf_add_json(buf, name);
	buf_printf(buf, ",[%u,%u,%u]]", color.red, color.green, color.blue);
}

/*
 * The values of the label `state` and their colours, in the order of legends; the last one is what
 * has none. False if samples have no such label, or a value is no state of a thread.
 */
static bool add_states(struct buf *buf, const struct page_sets *sets)
{
	const frame_id label = intern_find(&sets->names, SLICE("state"));
	const struct intern *values = label != HASH_NONE ? &sets->values[label] : NULL;
	struct color color;
	size_t place, wanted;
	frame_id i;

	for (i = 0; values && i < values->count; i++) {
		if (!states_find(intern_name(values, i), &place, &color))
			return false;
	}
	if (!values)
		return false;
	json_member(buf, "states");
	buf_add_char(buf, '[');
	for (wanted = 0; wanted < THREAD_STATES; wanted++) {
		for (i = 0; i < values->count; i++) {
			states_find(intern_name(values, i), &place, &color);
			if (place != wanted)
				continue;
			page_samples_add_state(buf, intern_name(values, i), color);
			buf_add_char(buf, ',');
		}
	}
	page_samples_add_state(buf, states_without(&color), color);
	buf_add_char(buf, ']');
	return true;
}

/* A column for each label, and one of how many samples a set has. */
static void add_sets(struct buf *buf, const struct page_sets *sets,
		     const struct page_sample *samples, size_t count)
{
	size_t set, name, at = 0, from;

	for (name = 0; name < sets->names.count; name++) {
		for (set = 0; set < sets->count; set++)
			page_add_varint(buf, sets->table[set * LABELS_SHOWN + name]);
	}
	for (set = 0; set < sets->count; set++) {
		for (from = at; at < count && samples[at].set == set;)
			at++;
		page_add_varint(buf, at - from);
	}
}

struct page_rank {
	uint32_t end, samples;
};

static int compare_ranks(const void *a, const void *b)
{
	const struct page_rank *one = a, *other = b;

	if (one->samples != other->samples)
		return one->samples > other->samples ? -1 : 1;
	return one->end < other->end ? -1 : one->end > other->end;
}

/* The frames that samples end at, the most frequent first; `number` becomes their numbers. */
static size_t add_ends(struct buf *buf, const struct page_sample *samples, size_t count,
		       uint32_t *number, size_t frames)
{
	struct page_rank *ranks;
	size_t used = 0, i;

	memset(number, 0, frames * sizeof(*number));
	for (i = 0; i < count; i++)
		used += number[samples[i].end]++ == 0;
	ranks = memory_resize(NULL, used, sizeof(*ranks));
	used = 0;
	for (i = 0; i < frames; i++) {
		if (number[i] > 0)
			ranks[used++] = (struct page_rank){(uint32_t)i, number[i]};
	}
	SORT(ranks, used, compare_ranks);
	for (i = 0; i < used; i++) {
		number[ranks[i].end] = (uint32_t)i;
		page_add_varint(buf, ranks[i].end);
	}
	free(ranks);
	return used;
}

bool page_samples_add(struct buf *head, struct buf *columns, const struct page *page,
		      const struct page_tree *tree)
{
	const struct labels *labels = page->labels;
	struct page_sets sets = {0};
	struct page_sample *samples;
	uint32_t *number;
	uint64_t bin;
	size_t ends;
	size_t i;
	int column;
	bool has_states;

	if (!labels || labels->count == 0)
		return false;
	bin = labels_step(labels);
	samples = sorted_samples(page, tree, &sets, bin);
	read_sets(&sets, labels);
	number = memory_resize(NULL, tree->frames, sizeof(*number));
	add_sets(columns, &sets, samples, labels->count);
	ends = add_ends(columns, samples, labels->count, number, tree->frames);
	/* Times as differences within their set, numbers of stacks, counts. */
	for (i = 0; i < labels->count; i++) {
		const bool is_first = i == 0 || samples[i].set != samples[i - 1].set;

		page_add_varint(columns, samples[i].time - (is_first ? 0 : samples[i - 1].time));
	}
	for (i = 0; i < labels->count; i++)
		page_add_varint(columns, number[samples[i].end]);
	for (column = !page->differential; column < 2; column++) {
		for (i = 0; i < labels->count; i++)
			page_add_varint(columns, samples[i].count[column]);
	}
	add_label_names(head, &sets);
	has_states = add_states(head, &sets);
	buf_printf(head, ",\n\"rows\":%zu,\n\"sets\":%zu,\n\"ends\":%zu", labels->count, sets.count,
		   ends);
	buf_printf(head, ",\n\"bin\":\"%llu\",\n\"timedigits\":%u", (unsigned long long)bin,
		   labels->time_digits);
	free(number);
	free(samples);
	for (i = 0; i < sets.names.count; i++)
		intern_release(&sets.values[i]);
	intern_release(&sets.names);
	free(sets.ids);
	free(sets.table);
	return has_states;
}
