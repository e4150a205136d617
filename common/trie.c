/* SPDX-License-Identifier: MIT */
#include "common/trie.h"

#include "common/trie_nodes.h"

enum {
	MANY_LINES = 16, /* fewer are not worth growing before the end */
	AHEAD = 8,       /* frames */
};

void trie_init(struct trie *trie, uint64_t parts)
{
	*trie = (struct trie){.parts = parts};
	trie_nodes_init(trie);
}

void trie_release(struct trie *trie)
{
	trie_nodes_release(trie);
	arena_release(&trie->arena);
	free(trie->path);
	free(trie->pending);
	*trie = (struct trie){0};
}

void trie_forget(struct trie *trie)
{
	trie->last.len = 0;
	trie->depth = 0;
}

/*
 * The length of the name that `text` begins with: up to a `;`, or its end. `hash` is that of the
 * names before it, and becomes that of all.
 */
static size_t name_at(struct slice text, uint32_t *hash)
{
	const uint64_t prime = 0x9e3779b97f4a7c15u, ones = UINT64_MAX / 255, highs = ones << 7;
	uint64_t state = *hash, word = 0, ends;
	size_t at = 0, n;

	for (; text.len - at >= 8; at += 8) {
		word = slice_load(text.ptr + at);
		ends = word ^ (ones * ';');
		ends = (ends - ones) & ~ends & highs;
		if (ends != 0) {
			n = (size_t)__builtin_ctzll(ends) / 8;
			word &= ((uint64_t)1 << (8 * n)) - 1;
			goto found;
		}
		state = (state ^ word) * prime;
		state ^= state >> 29;
	}
	word = 0;
	for (n = 0; at + n < text.len && text.ptr[at + n] != ';'; n++)
		word |= (uint64_t)(unsigned char)text.ptr[at + n] << (8 * n);
found:
	state = (state ^ word ^ (uint64_t)n << 56) * prime;
	*hash = (uint32_t)(state >> 32);
	return at + n;
}

/* The text of the path to a node, and what follows it. */
static void note_overflow(struct trie *trie, uint32_t node, struct slice rest)
{
	size_t len = rest.len;
	uint32_t at;
	char *end;

	for (at = node; at > 0; at = trie->nodes[at].parent)
		len += trie->nodes[at].name.len + 1;
	trie->overflow = slice_of(arena_alloc(&trie->arena, len), len);
	end = (char *)trie->overflow.ptr + len - rest.len; /* written by its owner */
	if (rest.len > 0)
		memcpy(end, rest.ptr, rest.len);
	for (at = node; at > 0; at = trie->nodes[at].parent) {
		struct slice name = trie->nodes[at].name;

		*--end = ';';
		end -= name.len;
		if (name.len > 0)
			memcpy(end, name.ptr, name.len);
	}
	slice_drop(&trie->overflow, SLICE(";"));
}

/* Stacks end at the node. Its sum can only be too large when that of all is. */
static void add_end(struct trie *trie, uint32_t at, const uint64_t count[2])
{
	struct trie_node *node = &trie->nodes[at];
	int i;

	node->ends = true;
	for (i = 0; i < 2; i++) {
		if (UNLIKELY(count[i] > UINT64_MAX - node->count[i])) {
			note_overflow(trie, at, SLICE(""));
			node->count[i] = UINT64_MAX;
		} else {
			node->count[i] += count[i];
		}
	}
}

static void add_entry(struct trie_node *node, struct trie_entry *entry)
{
	entry->next = node->first;
	node->first = entry;
	if (!node->last)
		node->last = entry;
	node->lines++;
	node->count[0] += entry->count[0];
	node->count[1] += entry->count[1];
}

static struct trie_entry *take_entries(struct trie_node *node)
{
	struct trie_entry *first = node->first;

	node->first = node->last = NULL;
	node->lines = 0;
	return first;
}

/* A guess: trie_grow() decides. */
static bool is_heavy(const struct trie *trie, const struct trie_node *node)
{
	return node->lines >= MANY_LINES &&
	       (node->count[0] >= trie->limit || node->count[1] >= trie->limit);
}

static void make_pending(struct trie *trie, uint32_t node)
{
	trie->nodes[node].grown = true;
	trie->pending = memory_grow(trie->pending, &trie->pending_cap, trie->pending_count + 1,
				    sizeof(*trie->pending));
	trie->pending[trie->pending_count++] = node;
}

/* Along the nodes that have grown, and one further: there the entry is to stay. False: it ended. */
static bool descend(struct trie *trie, uint32_t *at, struct trie_entry *entry)
{
	uint32_t node = *at;

	do {
		uint32_t hash = trie->nodes[node].hash, parent = node;
		size_t len = name_at(slice_of(entry->text, entry->len), &hash);
		struct slice name = slice_of(entry->text, len);

		node = trie_find(trie, parent, name, hash);
		if (node == 0)
			node = trie_add_node(trie, parent, name, hash);
		entry->text += len + 1;
		entry->len -= len + 1;
		entry->frames--;
		if (entry->len == 0) {
			add_end(trie, node, entry->count);
			return false;
		}
	} while (trie->nodes[node].grown);
	*at = node;
	return true;
}

static void stay(struct trie *trie, uint32_t node, struct trie_entry *entry)
{
	add_entry(&trie->nodes[node], entry);
	if (!trie->nodes[node].grown && is_heavy(trie, &trie->nodes[node]))
		make_pending(trie, node);
}

/* Let the entries of all nodes that have grown go on. */
static void settle(struct trie *trie)
{
	while (trie->pending_count > 0) {
		uint32_t parent = trie->pending[--trie->pending_count], node;
		struct trie_entry *entry = take_entries(&trie->nodes[parent]), *next;

		for (; entry; entry = next) {
			next = entry->next;
			if (next)
				__builtin_prefetch(next->text);
			trie->nodes[parent].count[0] -= entry->count[0];
			trie->nodes[parent].count[1] -= entry->count[1];
			node = parent;
			if (descend(trie, &node, entry))
				stay(trie, node, entry);
		}
	}
}

static void grow(struct trie *trie, uint32_t node)
{
	if (trie->nodes[node].lines == 0) {
		trie->nodes[node].grown = true;
	} else {
		make_pending(trie, node);
		settle(trie);
	}
}

void trie_grow(struct trie *trie, uint64_t least)
{
	uint32_t i;

	trie->limit = least;
	for (i = 0; i < trie->count; i++) { /* children come after their parents */
		const struct trie_node *node = &trie->nodes[i];

		if (!node->grown && (node->count[0] >= least || node->count[1] >= least))
			grow(trie, i);
	}
}

/* From when on a sum may be too large there are no entries: all counts are at their stacks. */
static void add_total(struct trie *trie, const uint64_t count[2])
{
	int i;

	for (i = 0; i < 2; i++) {
		if (UNLIKELY(count[i] > UINT64_MAX - trie->total[i]) && !trie->total_overflow) {
			trie->total_overflow = true;
			trie->parts = 0;
			trie_grow(trie, 0);
		}
		trie->total[i] += count[i];
	}
	if (trie->parts > 0 && trie->total[1] >= trie->limit_for) {
		trie->limit = trie->total[1] / trie->parts;
		trie->limit_for = trie->total[1] + trie->total[1] / 8;
	}
}

static bool scale_up(uint64_t count[2], unsigned digits)
{
	for (; digits > 0; digits--) {
		if (count[0] > UINT64_MAX / 10 || count[1] > UINT64_MAX / 10)
			return false;
		count[0] *= 10;
		count[1] *= 10;
	}
	return true;
}

void trie_rescale(struct trie *trie, unsigned scale)
{
	unsigned digits = scale - trie->scale;
	uint32_t i;

	if (scale <= trie->scale)
		return;
	trie->scale = scale;
	if (!trie->total_overflow && !scale_up(trie->total, digits)) {
		trie->total_overflow = true;
		trie->parts = 0;
		trie_grow(trie, 0);
	}
	for (i = 0; i < trie->count; i++) {
		struct trie_node *node = &trie->nodes[i];
		struct trie_entry *entry;

		if (!scale_up(node->count, digits))
			note_overflow(trie, i, SLICE(""));
		for (entry = node->first; entry; entry = entry->next)
			scale_up(entry->count, digits); /* fits if the total does */
	}
}

/* How many steps of the last stack's path this one shares. */
static size_t shared_steps(const struct trie *trie, struct slice stack)
{
	size_t common = trie_common_bytes(trie->last, stack), steps = 0;

	while (steps < trie->depth && trie->path[steps].end <= common &&
	       (trie->path[steps].end == stack.len || stack.ptr[trie->path[steps].end] == ';'))
		steps++;
	return steps;
}

static void add_step(struct trie *trie, struct trie_step step)
{
	trie->path = memory_grow(trie->path, &trie->path_cap, trie->depth + 1, sizeof(*trie->path));
	trie->path[trie->depth++] = step;
}

/*
 * The next frames of a stack behind `from`, as steps that still have to be verified. What that
 * needs comes into the cache for all of them at once: 1.2x. Returns their number, at least 1.
 */
static size_t look_ahead(const struct trie *trie, struct slice stack, struct trie_step from,
			 struct trie_step steps[AHEAD])
{
	size_t count, i, want = trie->reach < AHEAD ? trie->reach + 1 : AHEAD;
	size_t at = from.end;

	for (count = 0; count < want && at <= stack.len; count++) {
		at += name_at(slice_tail(stack, at), &from.hash);
		steps[count] = (struct trie_step){at++, from.hash, 0};
		__builtin_prefetch(&trie->slots[from.hash & trie->mask]);
	}
	for (i = 0; i < count; i++) {
		steps[i].node = trie->slots[steps[i].hash & trie->mask].node;
		if (steps[i].node == 0)
			return i + 1;
		__builtin_prefetch(&trie->nodes[steps[i].node]);
	}
	for (i = 0; i < count; i++)
		__builtin_prefetch(trie->nodes[steps[i].node].name.ptr);
	return count;
}

/* The trie keeps a copy of what it has not got yet. */
static void keep(struct trie *trie, uint32_t node, struct slice rest, const uint64_t count[2])
{
	struct trie_entry *entry = arena_alloc(&trie->arena, sizeof(*entry) + rest.len + 1);

	*entry = (struct trie_entry){
		.text = (char *)(entry + 1),
		.len = rest.len + 1,
		.count = {count[0], count[1]},
		.frames = (uint32_t)slice_count(rest, ';') + 1,
	};
	if (rest.len > 0)
		memcpy(entry->text, rest.ptr, rest.len);
	entry->text[rest.len] = ';';
	if (trie->nodes[node].grown && !descend(trie, &node, entry))
		return;
	stay(trie, node, entry);
	settle(trie);
}

/* Along the nodes there are, on from the last step of the path; the rest stays where that ends. */
static void walk(struct trie *trie, struct slice stack, const uint64_t count[2])
{
	struct trie_step from = {0}, steps[AHEAD];
	size_t ready = 0, i = 0;

	if (trie->depth > 0) {
		from = trie->path[trie->depth - 1];
		from.end++;
	}
	for (trie->reach = 0; from.end <= stack.len && trie->nodes[from.node].grown;
	     trie->reach++, i++) {
		struct slice name;
		struct trie_step step;

		if (i == ready) {
			ready = look_ahead(trie, stack, from, steps);
			i = 0;
		}
		step = steps[i];
		name = slice_between(stack.ptr + from.end, stack.ptr + step.end);
		step.node = trie_find(trie, from.node, name, step.hash);
		if (step.node == 0 && step.end == stack.len)
			step.node = trie_add_node(trie, from.node, name, step.hash);
		if (step.node == 0)
			break;
		add_step(trie, step);
		from = step;
		from.end++;
	}
	if (from.end > stack.len)
		add_end(trie, from.node, count);
	else
		keep(trie, from.node, slice_tail(stack, from.end), count);
}

void trie_add(struct trie *trie, struct slice stack, const struct weight *weight)
{
	uint64_t count[2] = {weight->count[0], weight->count[1]};

	trie_rescale(trie, weight->scale);
	if (weight->overflow || !scale_up(count, trie->scale - weight->scale))
		note_overflow(trie, 0, stack);
	trie->differential |= weight->differential;
	add_total(trie, count);
	trie->depth = shared_steps(trie, stack);
	trie->last = stack;
	walk(trie, stack, count);
}

static void join_entries(struct trie_node *into, const struct trie_node *from)
{
	if (from->lines == 0)
		return;
	if (into->first)
		from->last->next = into->first;
	else
		into->last = from->last;
	into->first = from->first;
	into->lines += from->lines;
}

static void join_nodes(struct trie *into, const struct trie *from)
{
	uint32_t *ids = memory_resize(NULL, from->count, sizeof(*ids)), i;

	ids[0] = 0;
	for (i = 0; i < from->count; i++) {
		const struct trie_node *node = &from->nodes[i];
		struct trie_node *known;
		bool ends;

		if (i > 0)
			ids[i] = trie_find(into, ids[node->parent], node->name, node->hash);
		if (i > 0 && ids[i] == 0)
			ids[i] = trie_add_node(into, ids[node->parent], node->name, node->hash);
		known = &into->nodes[ids[i]];
		ends = known->ends || node->ends;
		add_end(into, ids[i], node->count);
		known->ends = ends;
		known->grown |= node->grown;
		join_entries(known, node);
	}
	free(ids);
	for (i = 0; i < into->count; i++) {
		if (into->nodes[i].grown && into->nodes[i].lines > 0)
			grow(into, i);
	}
}

void trie_merge(struct trie *into, struct trie *from)
{
	int i;

	trie_rescale(into, from->scale);
	trie_rescale(from, into->scale);
	if (into->count == 1 && into->nodes[0].lines == 0) {
		struct trie empty = *into;

		*into = *from;
		*from = empty;
		trie_release(from);
		return;
	}
	for (i = 0; i < 2; i++) {
		into->total_overflow |= from->total_overflow ||
					from->total[i] > UINT64_MAX - into->total[i];
		into->total[i] += from->total[i];
	}
	if (into->total_overflow) { /* sums of entries do not fit either */
		trie_grow(into, 0);
		trie_grow(from, 0);
	}
	into->differential |= from->differential;
	if (from->overflow.ptr)
		into->overflow = from->overflow;
	join_nodes(into, from);
	arena_join(&into->arena, &from->arena);
	trie_release(from);
}
