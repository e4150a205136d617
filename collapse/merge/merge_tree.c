/* SPDX-License-Identifier: MIT */
#include "collapse/merge/merge_tree.h"

#include "common/base/memory.h"

/* `*winner` plays against the loser at a node: the smaller key wins, the other one stays. */
static void play(const struct merge_tree *tree, struct merge_player *loser,
		 struct merge_player *winner)
{
	const struct merge_player challenger = *winner;
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
	if (challenger.shared == MERGE_ENDED)
		return;
	one = tree->sources[challenger.source]->text.key;
	other = tree->sources[loser->source]->text.key;
	common = merge_common_prefix(one, other, (size_t)challenger.shared);
	if (common == one.len && common == other.len)
		loses = loser->source < challenger.source;
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

static struct merge_player player(const struct merge_tree *tree, size_t source)
{
	return (struct merge_player){tree->sources[source]->has_ended
					     ? MERGE_ENDED
					     : (int64_t)tree->sources[source]->text.shared,
				     source};
}

void merge_tree_init(struct merge_tree *tree, struct merge_source *const *sources, size_t count)
{
	struct merge_player *winners = memory_resize(NULL, 2 * count, sizeof(*winners));
	size_t i;

	*tree = (struct merge_tree){.sources = sources, .count = count};
	tree->losers = memory_resize(NULL, count, sizeof(*tree->losers));
	for (i = 0; i < count; i++)
		winners[count + i] = player(tree, i);
	for (i = count - 1; i > 0; i--) {
		winners[i] = winners[2 * i];
		tree->losers[i] = winners[2 * i + 1];
		play(tree, &tree->losers[i], &winners[i]);
	}
	tree->winner = winners[1];
	free(winners);
}

void merge_tree_replay(struct merge_tree *tree)
{
	struct merge_player winner = player(tree, tree->winner.source);
	size_t node;

	for (node = (tree->count + winner.source) / 2; node > 0; node /= 2)
		play(tree, &tree->losers[node], &winner);
	tree->winner = winner;
}

void merge_tree_release(struct merge_tree *tree)
{
	free(tree->losers);
}
