/* SPDX-License-Identifier: MIT */
#include "common/base/arena.h"

#include <stdalign.h>

#include "common/base/diag.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* Fill `size` bytes with a pattern of `seed`, and see whether they still hold it. */
static void paint(char *memory, size_t size, size_t seed)
{
	size_t i;

	for (i = 0; i < size; i++)
		memory[i] = (char)(seed * 31 + i);
}

static bool is_painted(const char *memory, size_t size, size_t seed)
{
	size_t i;

	for (i = 0; i < size; i++) {
		if (memory[i] != (char)(seed * 31 + i))
			return false;
	}
	return true;
}

static void memory_is_aligned_for_any_type_whatever_the_sizes(void)
{
	struct arena arena = {0};
	size_t size;

	for (size = 0; size < 20000; size += size < 100 ? 1 : 97) {
		void *memory = arena_alloc(&arena, size);

		CHECK(memory != NULL);
		CHECK((uintptr_t)memory % alignof(max_align_t) == 0);
		memset(memory, 0xA5, size);
	}
	arena_release(&arena);
}

static void pieces_keep_their_place_and_do_not_overlap(void)
{
	enum { PIECES = 3000 };
	struct arena arena = {0};
	static char *pieces[PIECES];
	size_t i;

	for (i = 0; i < PIECES; i++) {
		pieces[i] = arena_alloc(&arena, i * 7 % 1000 + (i % 100 == 0 ? 70000 : 0));
		paint(pieces[i], i * 7 % 1000 + (i % 100 == 0 ? 70000 : 0), i);
	}
	for (i = 0; i < PIECES; i++)
		CHECK(is_painted(pieces[i], i * 7 % 1000 + (i % 100 == 0 ? 70000 : 0), i));
	arena_release(&arena);
}

static void a_large_piece_does_not_waste_the_block_in_use(void)
{
	struct arena arena = {0};
	char *first = arena_alloc(&arena, 16), *second;
	size_t size;

	arena_alloc(&arena, (size_t)1 << 20);
	size = arena.size;
	second = arena_alloc(&arena, 16);
	CHECK(arena.size == size);
	CHECK(second - first < 64 && second > first);
	arena_release(&arena);
}

static void size_is_what_is_held_and_more_than_what_was_given(void)
{
	struct arena arena = {0};
	size_t given = 0, i;

	for (i = 0; i < 500; i++) {
		arena_alloc(&arena, i * 100);
		given += i * 100;
		CHECK(arena.size >= given);
	}
	CHECK(arena.size < 2 * given);
	arena_release(&arena);
	CHECK(arena.size == 0 && arena.blocks == NULL);
}

static void a_copy_is_a_copy(void)
{
	struct arena arena = {0};
	char text[] = "a\0b\xff";
	struct slice copy = arena_copy(&arena, slice_of(text, sizeof(text)));

	text[0] = 'x';
	CHECK(slice_equal(copy, SLICE("a\0b\xff\0")));
	arena_release(&arena);
}

static void the_copy_of_nothing_has_an_address(void)
{
	struct arena arena = {0};
	struct slice copy = arena_copy(&arena, (struct slice){0});

	CHECK(copy.ptr != NULL && copy.len == 0);
	arena_release(&arena);
}

static void joining_keeps_what_both_hold(void)
{
	struct arena into = {0}, from = {0};
	char *old[200], *new[200];
	size_t i, size;

	for (i = 0; i < 200; i++) {
		paint(old[i] = arena_alloc(&into, 3000), 3000, i);
		paint(new[i] = arena_alloc(&from, 30000), 30000, i + 1000);
	}
	size = into.size + from.size;
	arena_join(&into, &from);
	CHECK(into.size == size);
	CHECK(from.size == 0 && from.blocks == NULL);
	arena_release(&from);
	for (i = 0; i < 200; i++) {
		CHECK(is_painted(old[i], 3000, i));
		CHECK(is_painted(new[i], 30000, i + 1000));
	}
	arena_release(&into);
}

static void an_arena_goes_on_after_it_was_joined(void)
{
	struct arena into = {0}, from = {0};
	char *a = arena_alloc(&from, 8), *b, *c;

	paint(a, 8, 1);
	arena_join(&into, &from);
	paint(b = arena_alloc(&into, 8), 8, 2);
	paint(c = arena_alloc(&from, 8), 8, 3);
	CHECK(is_painted(a, 8, 1) && is_painted(b, 8, 2) && is_painted(c, 8, 3));
	arena_join(&into, &from);
	CHECK(is_painted(c, 8, 3));
	arena_release(&into);
}

static void empty_arenas_join(void)
{
	struct arena into = {0}, from = {0};

	arena_join(&into, &from);
	CHECK(into.size == 0 && into.blocks == NULL);
	arena_alloc(&into, 10);
	arena_join(&into, &from);
	CHECK(into.size > 0);
	arena_release(&into);
	arena_release(&from);
}

static void a_released_arena_is_an_empty_one(void)
{
	struct arena arena = {0};
	char *memory;

	arena_release(&arena);
	arena_alloc(&arena, 100000);
	arena_release(&arena);
	paint(memory = arena_alloc(&arena, 100), 100, 5);
	CHECK(is_painted(memory, 100, 5));
	arena_release(&arena);
}

static void a_growing_array_keeps_its_elements(void)
{
	uint64_t *numbers = NULL;
	size_t cap = 0, count, growths = 0;

	for (count = 0; count < 100000; count++) {
		size_t before = cap;

		numbers = memory_grow(numbers, &cap, count + 1, sizeof(*numbers));
		CHECK(cap > count);
		growths += cap != before;
		numbers[count] = count * 3;
	}
	CHECK(growths < 20);
	for (count = 0; count < 100000; count++)
		CHECK(numbers[count] == count * 3);
	free(numbers);
}

static void room_that_is_there_is_not_made_again(void)
{
	size_t cap = 0;
	char *memory = memory_grow(NULL, &cap, 100, 1), *again;
	size_t before = cap;

	again = memory_grow(memory, &cap, before, 1);
	CHECK(again == memory && cap == before);
	free(again);
}

static void no_bytes_are_an_address_too(void)
{
	char *memory = memory_get(0), *list = memory_resize(NULL, 0, 8);

	CHECK(memory != NULL && list != NULL);
	free(memory);
	free(list);
}

static void ask_arena_for_everything(void)
{
	struct arena arena = {0};

	arena_alloc(&arena, SIZE_MAX);
}

static void ask_for_a_product_that_wraps(void)
{
	memory_resize(NULL, SIZE_MAX / 4 + 2, 4);
}

static void grow_beyond_the_largest_size(void)
{
	size_t cap = 0;

	memory_grow(NULL, &cap, SIZE_MAX / 2, 8);
}

static void sizes_that_wrap_end_the_program(void)
{
	CHECK(exit_code_of(ask_arena_for_everything) == EXIT_DATA);
	CHECK(exit_code_of(ask_for_a_product_that_wraps) == EXIT_DATA);
	CHECK(exit_code_of(grow_beyond_the_largest_size) == EXIT_DATA);
}

/* A sanitizer sees it if they cannot. */
static void some_bytes_behind_can_be_read(void)
{
	static const size_t sizes[] = {0, 1, 7, 5000, 70000};
	struct arena arena = {0};
	char copy[ARENA_READABLE];
	size_t i, n;

	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		for (n = 0; n < 2000; n++) {
			memcpy(copy, arena_alloc_bytes(&arena, sizes[i]) + sizes[i], sizeof(copy));
			if (arena.size > 20u << 20)
				break;
		}
	}
	CHECK(arena.size > 16u << 20); /* where it goes on in huge pages */
	arena_release(&arena);
}

TEST(arena)
{
	some_bytes_behind_can_be_read();
	memory_is_aligned_for_any_type_whatever_the_sizes();
	pieces_keep_their_place_and_do_not_overlap();
	a_large_piece_does_not_waste_the_block_in_use();
	size_is_what_is_held_and_more_than_what_was_given();
	a_copy_is_a_copy();
	the_copy_of_nothing_has_an_address();
	joining_keeps_what_both_hold();
	an_arena_goes_on_after_it_was_joined();
	empty_arenas_join();
	a_released_arena_is_an_empty_one();
	a_growing_array_keeps_its_elements();
	room_that_is_there_is_not_made_again();
	no_bytes_are_an_address_too();
	sizes_that_wrap_end_the_program();
	return check_done();
}
