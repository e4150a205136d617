/* SPDX-License-Identifier: MIT */
/*
 * Neighbouring runs are merged in pairs, in rounds. Where there are fewer pairs than threads, a
 * pair is cut into pieces: at stacks of the left run, and at their positions in the right run.
 */
#include "common/profile/sorted_runs.h"

#include "common/base/parallel.h"

/* One thread's work in a round, and what came of it. */
struct piece {
	size_t begin, count; /* in `room` */
	const struct stack *overflow;
};

struct round {
	const struct sorted_runs *runs;
	const struct stack **room;
	struct piece *pieces;
	unsigned per_pair;
};

/* Two runs to merge: stacks[left] .. stacks[left_end - 1], and right likewise. */
struct range {
	size_t left, left_end, right, right_end;
};

/*
 * The number of leading frames that are equal and not the last of either: most frames of
 * neighbours.
 */
static uint32_t common_frames(const struct stack *a, const struct stack *b)
{
	uint32_t depth = a->depth < b->depth ? a->depth : b->depth, level = 0;

	while (level + 1 < depth && a->frames[level] == b->frames[level])
		level++;
	return level;
}

static int runs_compare(const struct ranks *ranks, const struct stack *a, const struct stack *b)
{
	uint32_t level;

	for (level = common_frames(a, b); level < a->depth && level < b->depth; level++) {
		uint64_t left = rank_at(ranks, a, level), right = rank_at(ranks, b, level);

		if (left != right)
			return left < right ? -1 : 1;
	}
	return (a->depth > b->depth) - (a->depth < b->depth);
}

static size_t runs_end_of(const struct sorted_runs *runs, unsigned run)
{
	return runs->ends[run < runs->count ? run : runs->count - 1];
}

static struct range runs_range_of(const struct sorted_runs *runs, unsigned pair)
{
	size_t begin = pair == 0 ? 0 : runs->ends[2 * pair - 1];
	size_t middle = runs_end_of(runs, 2 * pair);

	return (struct range){begin, middle, middle, runs_end_of(runs, 2 * pair + 1)};
}

/* The first stack on the right that is not below `stack`. */
static size_t find_right(const struct sorted_runs *runs, const struct range *range,
			 const struct stack *stack)
{
	size_t low = range->right, high = range->right_end;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (runs_compare(runs->ranks, runs->stacks[middle], stack) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Find the position in both runs where piece `number` of a pair begins. */
static void find_cut(const struct round *round, const struct range *whole, unsigned number,
		     size_t *left, size_t *right)
{
	*left = whole->left + (whole->left_end - whole->left) / round->per_pair * number;
	if (number == round->per_pair)
		*left = whole->left_end;
	*right = number == 0 ? whole->right
		 : *left == whole->left_end
			 ? whole->right_end
			 : find_right(round->runs, whole, round->runs->stacks[*left]);
}

/* The counts of both are the one's. */
static void runs_join(const struct stack *one, const struct stack *other, struct piece *piece)
{
	struct stack *sum = (struct stack *)one;

	if (!stack_add(sum, other->count) && !piece->overflow)
		piece->overflow = sum;
	if (other->differential && !sum->differential) /* others may be looking at its depth */
		sum->differential = true;
}

/* Neighbours in order lie anywhere in memory. */
static ALWAYS_INLINE void runs_fetch(const struct stack *const *stacks, size_t next, size_t end)
{
	const size_t ahead = 8;

	if (end - next > ahead)
		PREFETCH(stacks[next + ahead]);
}

static void merge_range(const struct round *round, struct range range, struct piece *piece)
{
	const struct stack **stacks = round->runs->stacks, **to = round->room + piece->begin;

	while (range.left < range.left_end && range.right < range.right_end) {
		int order = runs_compare(round->runs->ranks, stacks[range.left],
					 stacks[range.right]);

		runs_fetch(stacks, range.left, range.left_end);
		runs_fetch(stacks, range.right, range.right_end);
		if (order == 0)
			runs_join(stacks[range.left], stacks[range.right++], piece);
		*to++ = stacks[order <= 0 ? range.left++ : range.right++];
	}
	while (range.left < range.left_end)
		*to++ = stacks[range.left++];
	while (range.right < range.right_end)
		*to++ = stacks[range.right++];
	piece->count = (size_t)(to - round->room) - piece->begin;
}

static void merge_piece(void *context, unsigned number)
{
	const struct round *round = context;
	struct piece *piece = &round->pieces[number];
	const unsigned pair = number / round->per_pair, within = number % round->per_pair;
	const struct range whole = runs_range_of(round->runs, pair);
	struct range range;

	find_cut(round, &whole, within, &range.left, &range.right);
	find_cut(round, &whole, within + 1, &range.left_end, &range.right_end);
	piece->begin = range.left + range.right - whole.right;
	piece->overflow = NULL;
	merge_range(round, range, piece);
}

/* Close the gaps between the pieces; the pairs are the runs of the next round. */
static void end_round(struct sorted_runs *runs, struct round *round, unsigned pairs)
{
	const struct stack **merged = round->room;
	size_t at = 0;
	unsigned i;

	for (i = 0; i < pairs * round->per_pair; i++) {
		const struct piece *piece = &round->pieces[i];

		if (piece->begin > at && piece->count > 0)
			memmove(merged + at, merged + piece->begin, piece->count * sizeof(*merged));
		at += piece->count;
		runs->ends[i / round->per_pair] = at;
		if (piece->overflow &&
		    (!runs->overflow ||
		     runs_compare(runs->ranks, piece->overflow, runs->overflow) < 0))
			runs->overflow = piece->overflow;
	}
	runs->count = pairs;
	round->room = runs->stacks;
	runs->stacks = merged;
}

void sorted_runs_merge(struct sorted_runs *runs)
{
	struct round round = {.runs = runs};
	unsigned most = runs->threads + runs->count;

	if (runs->count < 2)
		return;
	round.room = memory_resize(NULL, runs->ends[runs->count - 1], sizeof(*round.room));
	round.pieces = memory_resize(NULL, most, sizeof(*round.pieces));
	while (runs->count > 1) {
		unsigned pairs = (runs->count + 1) / 2;

		round.per_pair = runs->threads > pairs ? runs->threads / pairs : 1;
		parallel_run(pairs * round.per_pair, merge_piece, &round);
		end_round(runs, &round, pairs);
	}
	free(round.room);
	free(round.pieces);
}
