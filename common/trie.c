/* SPDX-License-Identifier: MIT */
#include "common/trie.h"

#include "common/trie_entries.h"
#include "common/trie_nodes.h"

enum {
	KEEP = 1 << 16,         /* bytes; what is smaller is not worth a buffer of its own */
	THREAD_LINES = 1 << 12, /* entries and nodes that are worth a thread */
};

void trie_init(struct trie *trie, uint64_t parts)
{
	*trie = (struct trie){.parts = parts};
	trie_nodes_init(trie);
}

void trie_release(struct trie *trie)
{
	size_t i;

	for (i = 0; i < trie->count; i++)
		trie_free_blocks(trie->nodes[i].blocks);
	for (i = 0; i < trie->text_count; i++)
		buf_release(&trie->texts[i]);
	trie_nodes_release(trie);
	arena_release(&trie->arena);
	free(trie->texts);
	free(trie->fresh);
	free(trie->path);
	*trie = (struct trie){0};
}

static void forget_path(struct trie *trie)
{
	trie->last.len = 0;
	trie->depth = 0;
	trie->fresh_count = 0;
	trie->fresh_bytes = 0;
}

void trie_forget(struct trie *trie)
{
	size_t i;

	for (i = 0; i < trie->fresh_count; i++) {
		struct trie_entry *entry = trie->fresh[i];

		entry->text = arena_copy(&trie->arena, slice_of(entry->text, entry->len)).ptr;
	}
	forget_path(trie);
}

void trie_keep(struct trie *trie, struct buf *buf)
{
	if (buf->len < KEEP || buf->len < buf->cap / 4 || trie->fresh_bytes < buf->len / 2) {
		trie_forget(trie);
		return;
	}
	trie->texts = memory_grow(trie->texts, &trie->text_cap, trie->text_count + 1,
				  sizeof(*trie->texts));
	trie->texts[trie->text_count++] = *buf;
	*buf = (struct buf){0};
	forget_path(trie);
}

/* From when on a sum may be too large there are no entries: all counts are at their stacks. */
static void pass_total(struct trie *trie)
{
	if (trie->total_overflow)
		return;
	trie->total_overflow = true;
	trie_grow(trie, 0);
}

static void add_total(struct trie *trie, const uint64_t count[2])
{
	int i;

	for (i = 0; i < 2; i++) {
		if (UNLIKELY(count[i] > UINT64_MAX - trie->total[i]))
			pass_total(trie);
		trie->total[i] += count[i];
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

static void rescale_node(struct trie *trie, uint32_t at, unsigned digits)
{
	struct trie_node *node = &trie->nodes[at];
	struct trie_block *block;
	uint32_t i;

	if (!scale_up(node->count, digits))
		trie_note_overflow(trie, at, SLICE(""));
	scale_up(node->rest, digits); /* fits if the total does, and so do the entries */
	for (block = node->blocks; block; block = block->next) {
		for (i = 0; i < block->used; i++)
			scale_up(block->at[i].count, digits);
	}
}

void trie_rescale(struct trie *trie, unsigned scale)
{
	unsigned digits = scale - trie->scale;
	uint32_t i;

	if (scale <= trie->scale)
		return;
	trie->scale = scale;
	if (!trie->total_overflow && !scale_up(trie->total, digits))
		pass_total(trie);
	for (i = 0; i < trie->count; i++)
		rescale_node(trie, i, digits);
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

static void stay(struct trie *trie, uint32_t node, struct slice rest, struct trie_entry entry)
{
	entry.text = rest.ptr;
	entry.len = rest.len;
	if (trie->parts > 0) /* they will be counted: while they are in the cache */
		entry.frames = trie_entry_frames(&entry);
	trie->fresh = memory_grow(trie->fresh, &trie->fresh_cap, trie->fresh_count + 1,
				  sizeof(struct trie_entry *));
	trie->fresh[trie->fresh_count++] = trie_add_entry(trie, node, &entry);
	trie->fresh_bytes += rest.len;
}

/* Along the nodes there are, on from the last step of the path; the rest stays where that ends. */
static void walk(struct trie *trie, struct slice stack, const uint64_t count[2])
{
	struct trie_step at = {0};

	if (trie->depth > 0) {
		at = trie->path[trie->depth - 1];
		at.end++;
	}
	while (at.end <= stack.len) {
		struct slice rest = slice_tail(stack, at.end), name;
		uint32_t node;

		name = slice_head(rest, trie_name_at(rest, &at.hash));
		node = trie_find(trie, at.node, name, at.hash);
		if (node == 0 && trie->total_overflow)
			node = trie_add_node(trie, at.node, name, at.hash);
		if (node == 0) {
			stay(trie, at.node, rest,
			     (struct trie_entry){.count = {count[0], count[1]}, .hash = at.hash});
			return;
		}
		at.end += name.len;
		at.node = node;
		add_step(trie, at);
		at.end++;
	}
	trie_add_end(trie, at.node, count);
}

void trie_add(struct trie *trie, struct slice stack, const struct weight *weight)
{
	uint64_t count[2] = {weight->count[0], weight->count[1]};

	trie_rescale(trie, weight->scale);
	if (weight->overflow || !scale_up(count, trie->scale - weight->scale))
		trie_note_overflow(trie, 0, stack);
	trie->differential |= weight->differential;
	add_total(trie, count);
	trie->depth = shared_steps(trie, stack);
	trie->last = stack;
	walk(trie, stack, count);
}

static void join_texts(struct trie *into, struct trie *from)
{
	size_t i;

	into->texts = memory_grow(into->texts, &into->text_cap, into->text_count + from->text_count,
				  sizeof(*into->texts));
	for (i = 0; i < from->text_count; i++)
		into->texts[into->text_count++] = from->texts[i];
	from->text_count = 0;
	arena_join(&into->arena, &from->arena);
}

static void join_nodes(struct trie *into, struct trie *from)
{
	uint32_t *ids = memory_resize(NULL, from->count, sizeof(*ids)), i;

	ids[0] = 0;
	for (i = 0; i < from->count; i++) {
		struct trie_node *node = &from->nodes[i];

		if (i > 0)
			ids[i] = trie_find(into, ids[node->parent], node->name, node->hash);
		if (i > 0 && ids[i] == 0)
			ids[i] = trie_add_node(into, ids[node->parent], node->name, node->hash);
		if (node->ends)
			trie_add_end(into, ids[i], node->count);
		trie_join_entries(&into->nodes[ids[i]], node);
	}
	free(ids);
}

void trie_merge(struct trie *into, struct trie *from)
{
	bool overflow = into->total_overflow || from->total_overflow;
	int i;

	trie_forget(into);
	trie_forget(from);
	trie_rescale(into, from->scale);
	trie_rescale(from, into->scale);
	if (into->count == 1 && into->nodes[0].lines == 0) {
		struct trie empty = *into;

		*into = *from;
		*from = empty;
		trie_release(from);
		return;
	}
	for (i = 0; i < 2; i++)
		overflow |= from->total[i] > UINT64_MAX - into->total[i];
	if (overflow) { /* sums of entries do not fit either */
		pass_total(into);
		pass_total(from);
	}
	for (i = 0; i < 2; i++)
		into->total[i] += from->total[i];
	into->differential |= from->differential;
	if (from->overflow.ptr)
		into->overflow = from->overflow;
	join_texts(into, from);
	join_nodes(into, from);
	trie_release(from);
}

unsigned trie_threads(const struct trie *trie, unsigned most)
{
	uint64_t lines = trie->count;
	uint32_t i;

	for (i = 0; i < trie->count; i++)
		lines += trie->nodes[i].lines;
	if (lines / THREAD_LINES < most)
		most = (unsigned)(lines / THREAD_LINES);
	return most > 0 ? most : 1;
}
