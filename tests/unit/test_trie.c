/* SPDX-License-Identifier: MIT */
/* A trie is a profile that is made in another way: what comes out is the same. */
#include "common/folded.h"
#include "common/folded_trie.h"
#include "common/trie_stacks.h"
#include "render/tree.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* The same stacks in both. */
struct twins {
	struct profile profile;
	struct trie trie;
};

static void add_to_profile(struct profile *profile, struct slice text, const struct weight *weight)
{
	frame_id frames[64];
	struct slice name;
	uint32_t depth = 0;

	while (slice_cut(&text, ';', &name))
		frames[depth++] = profile_frame(profile, name);
	frames[depth++] = profile_frame(profile, text);
	profile_add(profile, frames, depth, weight);
}

static void add_twins(struct twins *twins, struct slice text, const struct weight *weight)
{
	add_to_profile(&twins->profile, text, weight);
	trie_add(&twins->trie, text, weight);
	trie_forget(&twins->trie);
}

/* Names that begin alike, sort on either side of `;`, and are longer than what compares at once. */
static void add_random(struct trie *trie, struct profile *profile, uint64_t *state)
{
	static const struct slice names[] = {
		SLICE_INIT("a"),
		SLICE_INIT("a b"),
		SLICE_INIT("a::b"),
		SLICE_INIT("a<b>"),
		SLICE_INIT(""),
		SLICE_INIT("b\0"),
		SLICE_INIT("b\0\0"),
		SLICE_INIT("b"),
		SLICE_INIT("a name of more than eight bytes"),
		SLICE_INIT("a name of more than eight bytes, and more"),
		SLICE_INIT("\xff"),
	};
	struct buf text = {0};
	size_t depth = 1 + scratch_below(state, 7), i;
	uint64_t count = scratch_random(state) % 40;

	for (i = 0; i < depth; i++) {
		if (i > 0)
			buf_add_char(&text, ';');
		buf_add(&text, names[scratch_random(state) % ARRAY_LEN(names)]);
	}
	add_to_profile(profile, buf_slice(&text), &(struct weight){.count = {count, count}});
	trie_add(trie, buf_slice(&text), &(struct weight){.count = {count, count}});
	trie_forget(trie);
	buf_release(&text);
}

/* Several tries, as threads would fill them, made one. */
static void make_random(struct twins *twins, uint64_t seed, size_t count, uint64_t parts)
{
	struct trie more;
	size_t i;

	*twins = (struct twins){0};
	trie_init(&twins->trie, parts);
	for (i = 0; i < count; i++)
		add_random(&twins->trie, &twins->profile, &seed);
	trie_init(&more, parts);
	for (i = 0; i < count; i++)
		add_random(&more, &twins->profile, &seed);
	trie_merge(&twins->trie, &more);
	CHECK(twins->trie.total[0] == twins->profile.total[0]);
	CHECK(twins->trie.total[1] == twins->profile.total[1]);
}

static void release(struct twins *twins)
{
	profile_release(&twins->profile);
	trie_release(&twins->trie);
}

/* Into a file, and back. */
static void write_twin(struct twins *twins, unsigned threads, struct buf *text)
{
	const char *path = scratch_path("trie.folded");
	struct output output;

	CHECK(output_open(&output, slice_from(path)));
	if (threads > 0)
		folded_write_trie(&twins->trie, threads, &output);
	else
		folded_write(&twins->profile, 0, &output);
	CHECK(output_commit(&output));
	buf_reset(text);
	CHECK(scratch_read(path, text));
}

static void check_text(struct twins *twins)
{
	struct buf expected = {0}, text = {0};
	unsigned threads;

	write_twin(twins, 0, &expected);
	for (threads = 1; threads <= 3; threads++) {
		write_twin(twins, threads, &text);
		CHECK(slice_equal(buf_slice(&text), buf_slice(&expected)));
	}
	buf_release(&expected);
	buf_release(&text);
}

static void the_text_is_that_of_a_profile(void)
{
	static const size_t counts[] = {1, 5, 40, 3000};
	static const uint64_t parts[] = {0, 3, 100};
	struct twins twins;
	size_t i, k;

	for (i = 0; i < ARRAY_LEN(counts); i++) {
		for (k = 0; k < ARRAY_LEN(parts); k++) {
			make_random(&twins, 1 + i * 10 + k, counts[i], parts[k]);
			check_text(&twins);
			trie_grow(&twins.trie, counts[i]);
			check_text(&twins);
			trie_grow(&twins.trie, 0);
			check_text(&twins);
			release(&twins);
		}
	}
}

/* Lines of different stacks, more than a trie takes the memory of. */
static void add_lines(struct buf *buf, size_t bytes)
{
	uint64_t state = 5, i;

	for (i = 0; buf->len < bytes; i++)
		buf_printf(buf, "main;part %u;a name;%llu;what no other stack has, so it stays\n",
			   (unsigned)(scratch_random(&state) % 50), (unsigned long long)i);
}

static void check_kept(size_t bytes)
{
	const struct weight one = {.count = {1, 1}};
	struct twins twins = {0};
	struct buf lines = {0};
	struct slice rest, line;

	add_lines(&lines, bytes);
	rest = buf_slice(&lines);
	trie_init(&twins.trie, 100);
	while (slice_line(&rest, &line)) {
		add_to_profile(&twins.profile, line, &one);
		trie_add(&twins.trie, line, &one);
	}
	trie_keep(&twins.trie, &lines);
	CHECK(!lines.ptr);
	buf_add_text(&lines, "main;leaf");
	add_to_profile(&twins.profile, buf_slice(&lines), &one);
	trie_add(&twins.trie, buf_slice(&lines), &one);
	trie_keep(&twins.trie, &lines);
	CHECK(lines.ptr); /* it was copied */
	buf_release(&lines);
	check_text(&twins);
	trie_grow(&twins.trie, 1000);
	check_text(&twins);
	release(&twins);
}

static void texts_that_are_kept_need_not_stay(void)
{
	check_kept(70000);
	check_kept(2 << 20);
}

/* A buffer that is nearly empty is not worth keeping. */
static void a_little_text_is_copied(void)
{
	const struct weight one = {.count = {1, 1}};
	struct buf lines = {0};
	struct trie trie;

	buf_reserve(&lines, 1 << 20);
	add_lines(&lines, 70000);
	trie_init(&trie, 100);
	trie_add(&trie, slice_head(buf_slice(&lines), lines.len - 1), &one);
	trie_keep(&trie, &lines);
	CHECK(lines.ptr);
	buf_release(&lines);
	trie_release(&trie);
}

static void the_stacks_are_those_of_a_profile(void)
{
	const struct stack **expected, **stacks;
	struct profile names = {0};
	struct buf left = {0}, right = {0};
	struct twins twins;
	size_t count, i;

	make_random(&twins, 7, 2000, 0);
	expected = profile_sorted(&twins.profile, PROFILE_BY_FRAMES);
	stacks = trie_stacks(&twins.trie, &names, &count);
	CHECK(count == twins.profile.count);
	for (i = 0; i < count; i++) {
		buf_reset(&left);
		buf_reset(&right);
		folded_add_stack(&left, &twins.profile, expected[i]);
		folded_add_stack(&right, &names, stacks[i]);
		CHECK(slice_equal(buf_slice(&left), buf_slice(&right)));
		CHECK(stacks[i]->count[0] == expected[i]->count[0]);
		CHECK(stacks[i]->count[1] == expected[i]->count[1]);
	}
	buf_release(&left);
	buf_release(&right);
	free(expected);
	free(stacks);
	profile_release(&names);
	release(&twins);
}

/* Whole and pruned: what is wide enough is the same, and closes in the same order. */
static void check_pruned(struct tree *whole, const struct intern *names, const struct tree *pruned,
			 const struct intern *pruned_names, uint64_t least)
{
	uint32_t *closed = memory_clear(whole->count, sizeof(*closed));
	uint64_t left_out = 0;
	size_t i, n = 0;

	for (i = 0; i < whole->count; i++) {
		const struct node *node = &whole->nodes[i], *same = &pruned->nodes[n];

		if (i > 0 && node->width < least) {
			left_out++;
			continue;
		}
		CHECK(n < pruned->count);
		CHECK(same->start == node->start && same->width == node->width);
		CHECK(same->depth == node->depth);
		CHECK(i == 0 || slice_equal(intern_name(pruned_names, same->name),
					    intern_name(names, node->name)));
		closed[node->closed] = 1 + same->closed;
		n++;
	}
	CHECK(n == pruned->count);
	CHECK(pruned->left_out == left_out);
	for (n = 0, i = 0; i < whole->count; i++) {
		if (closed[i] > 0)
			CHECK(closed[i] == ++n);
	}
	free(closed);
}

static void a_tree_has_the_heavy_frames_of_all_stacks(void)
{
	static const uint64_t leasts[] = {0, 1, 20, 100, 1000, 5000, 1000000};
	const struct tree_options options = {.root = 0};
	struct tree whole, pruned;
	struct twins twins;
	const struct stack **stacks;
	size_t i;

	for (i = 0; i < ARRAY_LEN(leasts); i++) {
		const struct tree_pruning pruning = {leasts[i], 1 + (unsigned)i % 3};
		struct intern names = {0};

		make_random(&twins, 99 + i, 800, i % 2 == 0 ? 50 : 0);
		stacks = profile_sorted(&twins.profile, PROFILE_BY_FRAMES);
		CHECK(tree_build(&whole, stacks, twins.profile.count, &options));
		tree_of_trie(&pruned, &twins.trie, &names, &options, &pruning);
		check_pruned(&whole, &twins.profile.names, &pruned, &names, leasts[i]);
		tree_release(&whole);
		tree_release(&pruned);
		intern_release(&names);
		free(stacks);
		release(&twins);
	}
}

static void counts_of_different_scales_are_exact(void)
{
	struct twins twins = {0};

	trie_init(&twins.trie, 0);
	add_twins(&twins, SLICE("a;b"), &(struct weight){.count = {3, 3}});
	add_twins(&twins, SLICE("a;b"), &(struct weight){.count = {25, 25}, .scale = 2});
	add_twins(&twins, SLICE("a"), &(struct weight){.count = {1, 2}, .differential = true});
	add_twins(&twins, SLICE("a;c"), &(struct weight){.count = {5, 5}, .scale = 1});
	CHECK(twins.trie.scale == 2 && twins.trie.differential);
	CHECK(twins.trie.total[0] == 475 && twins.trie.total[1] == 575);
	check_text(&twins);
	release(&twins);
}

static void a_stack_beyond_the_largest_count_is_named(void)
{
	const struct weight most = {.count = {UINT64_MAX, UINT64_MAX}}, one = {.count = {1, 1}};
	struct twins twins = {0};
	struct trie more;

	trie_init(&twins.trie, 0);
	add_twins(&twins, SLICE("a;b"), &most);
	add_twins(&twins, SLICE("a;c"), &one);
	CHECK(twins.trie.total_overflow && !twins.trie.overflow.ptr);
	check_text(&twins);
	trie_init(&more, 0);
	trie_add(&more, SLICE("a;b"), &one);
	trie_forget(&more);
	trie_merge(&twins.trie, &more);
	CHECK(slice_equal(twins.trie.overflow, SLICE("a;b")));
	release(&twins);
}

static void a_sum_beyond_the_largest_count_leaves_stacks_alone(void)
{
	const struct weight most = {.count = {UINT64_MAX, UINT64_MAX}}, one = {.count = {1, 1}};
	struct twins twins = {0};
	struct trie more;

	trie_init(&twins.trie, 0);
	add_twins(&twins, SLICE("a;b"), &most);
	add_to_profile(&twins.profile, SLICE("c"), &one);
	trie_init(&more, 0);
	trie_add(&more, SLICE("c"), &one);
	trie_merge(&twins.trie, &more);
	CHECK(twins.trie.total_overflow && !twins.trie.overflow.ptr);
	check_text(&twins);
	release(&twins);
}

int main(void)
{
	scratch_begin();
	the_text_is_that_of_a_profile();
	texts_that_are_kept_need_not_stay();
	a_little_text_is_copied();
	the_stacks_are_those_of_a_profile();
	a_tree_has_the_heavy_frames_of_all_stacks();
	counts_of_different_scales_are_exact();
	a_stack_beyond_the_largest_count_is_named();
	a_sum_beyond_the_largest_count_leaves_stacks_alone();
	scratch_end();
	return check_done();
}
