/* SPDX-License-Identifier: MIT */
#include "common/folded/folded.h"
#include "render/page/page_state.h"
#include "tests/unit/check.h"

static frame_id frames_of(struct profile *profile, const char *text, frame_id *frames)
{
	struct slice rest = slice_from(text), name;
	frame_id depth = 0;

	while (slice_cut(&rest, ';', &name))
		frames[depth++] = profile_frame(profile, name);
	frames[depth++] = profile_frame(profile, rest);
	return depth;
}

static void add(struct profile *profile, const char *text, uint64_t before, uint64_t after)
{
	const struct weight weight = {.count = {before, after}, .differential = true};
	frame_id frames[8];

	profile_add(profile, frames, frames_of(profile, text, frames), &weight);
}

static bool has_bytes(const struct buf *buf, const unsigned char *expected, size_t len)
{
	return slice_equal(buf_slice(buf), slice_of((const char *)expected, len));
}

CASE(columns_are_those_of_the_call_tree)
{
	static const unsigned char pops[] = {0, 0, 1, 0, 3, 1};
	static const unsigned char called[] = {0, 0, 0, 2, 2, 0};
	static const uint64_t before[] = {0, 5, 1, 0, 200, 7, 3}, after[] = {0, 6, 2, 0, 300, 0, 4};
	struct profile profile = {0};
	struct page page = {.differential = true};
	struct page_tree tree;
	const struct stack **stacks;

	add(&profile, "main", 5, 6);
	add(&profile, "main;a", 1, 2);
	add(&profile, "main;b;a", 200, 300);
	add(&profile, "a", 7, 0);
	add(&profile, "c", 3, 4);
	profile_close(&profile, PROFILE_BY_FRAMES);
	stacks = memory_resize(NULL, profile.count, sizeof(*stacks));
	memcpy(stacks, profile.stacks, profile.count * sizeof(*stacks));
	/* main, main;a, main;b;a, a, c: any order of siblings is one of a call tree */
	{
		const struct stack *first[2] = {stacks[0], stacks[1]};

		memmove(stacks, stacks + 2, 3 * sizeof(*stacks));
		memcpy(stacks + 3, first, sizeof(first));
	}
	page.names = &profile.names;
	page.stacks = stacks;
	page.count = profile.count;
	page_tree_build(&tree, &page);
	CHECK(tree.frames == 7 && tree.name_count == 4);
	CHECK(has_bytes(&tree.pops, pops, sizeof(pops)));
	CHECK(has_bytes(&tree.called, called, sizeof(called)));
	CHECK(memcmp(tree.own[0], before, sizeof(before)) == 0);
	CHECK(memcmp(tree.own[1], after, sizeof(after)) == 0);
	page_tree_release(&tree);
	free(stacks);
	profile_release(&profile);
}

CASE(varints_have_seven_bits_a_byte)
{
	static const unsigned char all[] = {0,    0x7f, 0x80, 0x01, 0xff, 0xff, 0xff,
					    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01};
	struct buf buf = {0};

	page_add_varint(&buf, 0);
	page_add_varint(&buf, 127);
	page_add_varint(&buf, 128);
	page_add_varint(&buf, UINT64_MAX);
	CHECK(has_bytes(&buf, all, sizeof(all)));
	buf_release(&buf);
}

TEST_CASES(page_tree)
