/* SPDX-License-Identifier: MIT */
#include "common/folded_trie.h"

#include <pthread.h>

#include "common/parallel.h"
#include "common/trie_entries.h"
#include "common/trie_order.h"

enum { SHARE = 256 }; /* lines that are claimed, and written, together, or more */

struct writing {
	const struct trie *trie;
	struct trie_order order;
	struct output *output;

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t written;
	size_t claimed;      /* parts */
	size_t shares, turn; /* claimed, and written */
};

/* Parts that are written together. */
struct share {
	size_t index, from, end;
};

/* One a thread. */
struct writer {
	const struct trie *trie;
	struct trie_sorter sorter;
	struct trie_groups entries;
	struct buf buf;
	struct buf path; /* of `node`: "a;b;" */
	uint32_t node;
};

static void add_line(struct writer *writer, struct slice stack, const uint64_t count[2])
{
	struct buf *buf = &writer->buf;

	buf_add(buf, buf_slice(&writer->path));
	buf_add(buf, stack);
	buf_add_char(buf, ' ');
	if (writer->trie->differential) {
		buf_add_decimal(buf, count[0], writer->trie->scale);
		buf_add_char(buf, ' ');
	}
	buf_add_decimal(buf, count[1], writer->trie->scale);
	buf_add_char(buf, '\n');
}

static void set_path(struct writer *writer, uint32_t node)
{
	const struct trie_node *nodes = writer->trie->nodes;
	size_t len = 0;
	uint32_t at;
	char *end;

	if (writer->node == node)
		return;
	writer->node = node;
	for (at = node; at > 0; at = nodes[at].parent)
		len += nodes[at].name.len + 1;
	buf_reset(&writer->path);
	end = buf_reserve(&writer->path, len) + len;
	writer->path.len = len;
	for (at = node; at > 0; at = nodes[at].parent) {
		*--end = ';';
		end -= nodes[at].name.len;
		memcpy(end, nodes[at].name.ptr, nodes[at].name.len);
	}
}

/* Equal stacks, which are neighbours, are one line. */
static void add_sorted(struct writer *writer, const struct trie_sorted *sorted, size_t lines)
{
	size_t i, next;

	for (i = 0; i < lines; i = next) {
		struct slice text = sorted[i].text;
		uint64_t count[2] = {0, 0};

		for (next = i; next < lines && slice_equal(sorted[next].text, text); next++) {
			count[0] += sorted[next].entry->count[0];
			count[1] += sorted[next].entry->count[1];
		}
		add_line(writer, text, count);
	}
}

static void add_part(struct writer *writer, const struct trie_part *part)
{
	const struct trie_node *node = &writer->trie->nodes[part->node];
	struct trie_groups *entries = &writer->entries;

	if (part->count == 0) {
		set_path(writer, node->parent);
		add_line(writer, node->name, node->count);
		return;
	}
	set_path(writer, part->node);
	if (part->sorted) {
		add_sorted(writer, part->sorted, part->count);
		return;
	}
	trie_groups_list(entries, node->blocks);
	trie_sort_texts(&writer->sorter, entries->at, entries->lines);
	add_sorted(writer, writer->sorter.at, writer->sorter.count);
}

/* False if none are left. */
static bool claim(struct writing *writing, struct share *share)
{
	const struct trie_order *order = &writing->order;
	uint32_t lines = 0;

	pthread_mutex_lock(&writing->lock);
	share->from = writing->claimed;
	while (writing->claimed < order->count && lines < SHARE)
		lines += order->parts[writing->claimed++].count + 1;
	share->end = writing->claimed;
	share->index = writing->shares++;
	pthread_mutex_unlock(&writing->lock);
	return share->from < share->end;
}

/* One after the other, in the order of the shares. */
static void write_share(struct writing *writing, const struct share *share, struct buf *buf)
{
	pthread_mutex_lock(&writing->lock);
	while (writing->turn != share->index)
		pthread_cond_wait(&writing->written, &writing->lock);
	pthread_mutex_unlock(&writing->lock);
	output_write(writing->output, buf_slice(buf));
	buf_reset(buf);
	pthread_mutex_lock(&writing->lock);
	writing->turn++;
	pthread_cond_broadcast(&writing->written);
	pthread_mutex_unlock(&writing->lock);
}

static void work(void *context, unsigned index)
{
	struct writing *writing = context;
	struct writer writer = {.trie = writing->trie};
	struct share share;
	size_t i;

	(void)index;
	while (claim(writing, &share)) {
		for (i = share.from; i < share.end; i++)
			add_part(&writer, &writing->order.parts[i]);
		write_share(writing, &share, &writer.buf);
	}
	trie_groups_release(&writer.entries);
	free(writer.sorter.at);
	buf_release(&writer.buf);
	buf_release(&writer.path);
}

void folded_write_trie(struct trie *trie, unsigned threads, struct output *output)
{
	struct writing writing = {
		.trie = trie,
		.output = output,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.written = PTHREAD_COND_INITIALIZER,
	};

	trie_split(trie);
	trie_order_build(&writing.order, trie, threads);
	parallel_run(trie_threads(trie, threads), work, &writing);
	trie_order_release(&writing.order);
	pthread_mutex_destroy(&writing.lock);
	pthread_cond_destroy(&writing.written);
}
