/* SPDX-License-Identifier: MIT */
#include "common/folded/sorted.h"

#include "common/base/exact.h"
#include "common/base/memory.h"

#define SORTED_ENDED INT64_C(-1)

void sorted_text_init(struct sorted_text *text, size_t step)
{
	*text = (struct sorted_text){.step = step, .key_at = SIZE_MAX};
}

void sorted_text_release(struct sorted_text *text)
{
	buf_release(&text->buf);
}

/* Append more bytes to the buffer, which may move. False at the end, and after a failure. */
static bool sorted_text_fill(struct sorted_text *text)
{
	struct buf *buf = &text->buf;
	const bool has_key = text->key_at != SIZE_MAX;
	const size_t keep = has_key ? text->key_at : text->from;
	ssize_t n;

	if (keep > 0) {
		memmove(buf->ptr, buf->ptr + keep, buf->len - keep);
		buf->len -= keep;
		text->from -= keep;
		text->key_at -= has_key ? keep : 0;
	}
	if (buf->cap - buf->len <= text->step / 2)
		buf_reserve(buf, text->step);
	if (has_key)
		text->key.ptr = buf->ptr + text->key_at;
	n = text->read(text->context, buf->ptr + buf->len, buf->cap - buf->len);
	text->failed |= n < 0;
	buf->len += n > 0 ? (size_t)n : 0;
	return n > 0;
}

bool sorted_text_need(struct sorted_text *text, size_t size)
{
	while (text->buf.len - text->from < size) {
		if (!sorted_text_fill(text))
			return false;
	}
	return true;
}

/*
 * The end of the current line in the buffer, which is filled until it is there. NULL without one.
 */
static const char *find_line_end(struct sorted_text *text, size_t most)
{
	struct slice rest = sorted_text_rest(text);
	size_t end;

	while ((end = slice_find(slice_tail(rest, text->scanned), '\n')) == SLICE_NONE) {
		text->scanned = rest.len;
		if (text->is_skipping || rest.len >= most) { /* with its end it is longer */
			text->is_skipping = true;
			text->buf.len = text->from; /* the key stays in front of it */
			text->scanned = 0;
		}
		if (!sorted_text_fill(text))
			return NULL;
		rest = sorted_text_rest(text);
	}
	return rest.ptr + text->scanned + end;
}

/* What is left at the end is the last line, unless that was too long. */
static enum sorted_line last_line(struct sorted_text *text, struct slice *line)
{
	*line = sorted_text_rest(text);
	text->from = text->buf.len;
	text->scanned = 0;
	if (text->failed || (line->len == 0 && !text->is_skipping))
		return SORTED_END;
	return SORTED_CUT;
}

enum sorted_line sorted_text_line(struct sorted_text *text, size_t most, struct slice *line)
{
	const char *begin, *end = find_line_end(text, most);

	if (!end)
		return last_line(text, line);
	begin = text->buf.ptr + text->from;
	text->from = (size_t)(end - text->buf.ptr) + 1;
	text->scanned = 0;
	*line = slice_between(begin, end);
	if (!text->is_skipping && line->len < most)
		return SORTED_LINE;
	text->is_skipping = false;
	return SORTED_TOO_LONG;
}

bool sorted_text_take(struct sorted_text *text, struct slice key, bool is_inside)
{
	const struct slice before = text->key;
	const size_t shared = slice_common(before, key, 0);

	if (shared < before.len && (shared == key.len || (unsigned char)key.ptr[shared] <
								 (unsigned char)before.ptr[shared]))
		return false;
	text->key = key;
	text->shared = shared;
	text->key_at = is_inside ? (size_t)(key.ptr - text->buf.ptr) : SIZE_MAX;
	return true;
}

/* `*winner` plays against the loser at a node: the smaller key wins, the other one stays. */
static void play(const struct sorted_tree *tree, struct sorted_player *loser,
		 struct sorted_player *winner)
{
	const struct sorted_player challenger = *winner;
	struct slice one, other;
	size_t common;
	bool loses;

	if (challenger.shared > loser->shared)
		return;
	if (challenger.shared < loser->shared) {
		*winner = *loser;
		*loser = challenger;
		return;
	}
	if (challenger.shared == SORTED_ENDED)
		return;
	one = tree->texts[challenger.text]->key;
	other = tree->texts[loser->text]->key;
	common = slice_common(one, other, (size_t)challenger.shared);
	if (common == one.len && common == other.len)
		loses = loser->text < challenger.text;
	else if (common == one.len || common == other.len)
		loses = other.len < one.len;
	else
		loses = (unsigned char)other.ptr[common] < (unsigned char)one.ptr[common];
	if (loses) {
		*winner = *loser;
		*loser = challenger;
	}
	loser->shared = (int64_t)common;
}

static struct sorted_player player_of(const struct sorted_tree *tree, size_t text)
{
	return (struct sorted_player){
		tree->texts[text]->has_ended ? SORTED_ENDED : (int64_t)tree->texts[text]->shared,
		text,
	};
}

void sorted_tree_init(struct sorted_tree *tree, struct sorted_text *const *texts, size_t count)
{
	struct sorted_player *winners = memory_resize(NULL, 2 * count, sizeof(*winners));
	size_t i;

	*tree = (struct sorted_tree){.texts = texts, .count = count};
	tree->losers = memory_resize(NULL, count, sizeof(*tree->losers));
	for (i = 0; i < count; i++)
		winners[count + i] = player_of(tree, i);
	for (i = count - 1; i > 0; i--) {
		winners[i] = winners[2 * i];
		tree->losers[i] = winners[2 * i + 1];
		play(tree, &tree->losers[i], &winners[i]);
	}
	tree->winner = winners[1];
	free(winners);
}

void sorted_tree_release(struct sorted_tree *tree)
{
	free(tree->losers);
}

void sorted_tree_replay(struct sorted_tree *tree)
{
	struct sorted_player winner = player_of(tree, tree->winner.text);
	size_t node;

	for (node = (tree->count + winner.text) / 2; node > 0; node /= 2)
		play(tree, &tree->losers[node], &winner);
	tree->winner = winner;
}

void sorted_add_counts(struct buf *out, const struct weight *weight)
{
	unsigned column;

	for (column = weight->differential ? 0 : 1; column < 2; column++) {
		buf_add_char(out, ' ');
		buf_add_decimal(out, weight->count[column], weight->scale);
	}
	buf_add_char(out, '\n');
}
