/* SPDX-License-Identifier: MIT */
#include "common/folded_trie.h"

#include <pthread.h>

#include "common/parallel.h"
#include "common/trie_order.h"
#include "common/trie_sort.h"

enum { SHARE = 512 }; /* parts that are claimed, and written, together */

struct writing {
	const struct trie *trie;
	struct trie_order order;
	struct output *output;

	pthread_mutex_t lock; /* guards all below */
	pthread_cond_t written;
	size_t claimed, turn; /* shares */
};

/* One a thread. */
struct writer {
	const struct trie *trie;
	struct trie_sorter sorter;
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
static void add_passing(struct writer *writer, const struct trie_node *node)
{
	struct trie_sorter *sorter = &writer->sorter;
	size_t i, next;

	trie_sort_texts(sorter, node);
	for (i = 0; i < sorter->count; i = next) {
		struct slice text = sorter->at[i].text;
		uint64_t count[2] = {0, 0};

		for (next = i; next < sorter->count && slice_equal(sorter->at[next].text, text);
		     next++) {
			count[0] += sorter->at[next].entry->count[0];
			count[1] += sorter->at[next].entry->count[1];
		}
		add_line(writer, text, count);
	}
}

/* Of a node whose other stacks have not gone on. */
static void add_ends(struct writer *writer, const struct trie_node *node)
{
	uint64_t count[2] = {node->count[0], node->count[1]};
	const struct trie_entry *entry;

	for (entry = node->first; entry; entry = entry->next) {
		count[0] -= entry->count[0];
		count[1] -= entry->count[1];
	}
	add_line(writer, node->name, count);
}

static void add_part(struct writer *writer, const struct trie_part *part)
{
	const struct trie_node *node = &writer->trie->nodes[part->node];

	set_path(writer, part->passes ? part->node : node->parent);
	if (part->passes)
		add_passing(writer, node);
	else
		add_ends(writer, node);
}

/* The parts of the share, at most up to `end`. False if none are left. */
static bool claim(struct writing *writing, size_t *share)
{
	bool some;

	pthread_mutex_lock(&writing->lock);
	*share = writing->claimed;
	some = *share * SHARE < writing->order.count;
	writing->claimed += some;
	pthread_mutex_unlock(&writing->lock);
	return some;
}

/* One after the other, in the order of the shares. */
static void write_share(struct writing *writing, size_t share, struct buf *buf)
{
	pthread_mutex_lock(&writing->lock);
	while (writing->turn != share)
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
	size_t share, i;

	(void)index;
	while (claim(writing, &share)) {
		for (i = share * SHARE; i < writing->order.count && i < (share + 1) * SHARE; i++)
			add_part(&writer, &writing->order.parts[i]);
		write_share(writing, share, &writer.buf);
	}
	free(writer.sorter.at);
	buf_release(&writer.buf);
	buf_release(&writer.path);
}

void folded_write_trie(const struct trie *trie, unsigned threads, struct output *output)
{
	struct writing writing = {
		.trie = trie,
		.output = output,
		.lock = PTHREAD_MUTEX_INITIALIZER,
		.written = PTHREAD_COND_INITIALIZER,
	};

	trie_order_build(&writing.order, trie, threads);
	parallel_run(threads > 0 ? threads : 1, work, &writing);
	trie_order_release(&writing.order);
	pthread_mutex_destroy(&writing.lock);
	pthread_cond_destroy(&writing.written);
}
