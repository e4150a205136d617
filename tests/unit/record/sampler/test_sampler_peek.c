/* SPDX-License-Identifier: MIT */
/* Memory that may not be there is read without a signal. */
#define _GNU_SOURCE /* MAP_ANONYMOUS, syscall */

#include "record/sampler/modules.h"

#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

/* ThreadSanitizer's pwrite() reads what it writes, so it crashes on what is not there. */
#ifdef __SANITIZE_THREAD__
#define HAS_PWRITE false
#else
#define HAS_PWRITE true
#endif

static struct spill spill;
static struct peek peek = {.spill = &spill};
static bool is_done; /* atomic */

static void begin(void)
{
	peek_begin(&peek, (int32_t)syscall(SYS_gettid));
}

static char *map_pages(size_t count)
{
	char *memory = mmap(NULL, count * PEEK_PAGE, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	CHECK(memory != MAP_FAILED);
	return memory;
}

static bool can_read(const char *from, size_t size)
{
	char to[64];

	return peek_read(&peek, (uintptr_t)from, to, size);
}

static void memory_is_read_across_pages(void)
{
	char *memory = map_pages(3), to[PEEK_PAGE + 64] = "", text[16] = "";

	memset(memory + PEEK_PAGE - 32, 'a', PEEK_PAGE + 64);
	CHECK(peek_read(&peek, (uintptr_t)memory + PEEK_PAGE - 32, to, sizeof(to)));
	CHECK(memcmp(to, memory + PEEK_PAGE - 32, sizeof(to)) == 0);
	memcpy(memory + 2 * PEEK_PAGE - 3, "string", 7);
	begin();
	CHECK(peek_read_string(&peek, (uintptr_t)memory + 2 * PEEK_PAGE - 3, text, 7));
	CHECK(strcmp(text, "string") == 0);
	CHECK(!peek_read_string(&peek, (uintptr_t)memory + 2 * PEEK_PAGE - 3, text, 6));
	munmap(memory, (size_t)3 * PEEK_PAGE);
}

static void missing_memory_is_false(void)
{
	char *memory = map_pages(3), text[16];
	char *beyond = mmap(NULL, PEEK_PAGE, PROT_READ, MAP_SHARED, spill.fd, 0);

	munmap(memory + PEEK_PAGE, PEEK_PAGE);
	CHECK(mprotect(memory + 2 * PEEK_PAGE, PEEK_PAGE, PROT_NONE) == 0);
	memset(memory + PEEK_PAGE - 8, 'a', 8);
	CHECK(can_read(memory + PEEK_PAGE - 8, 8));
	CHECK(!can_read(memory + PEEK_PAGE - 8, 9));
	CHECK(!peek_read_string(&peek, (uintptr_t)memory + PEEK_PAGE - 8, text, sizeof(text)));
	CHECK(!can_read(memory + PEEK_PAGE, 1));
	CHECK(!can_read(memory + 2 * PEEK_PAGE, 1));
	CHECK(!can_read(NULL, 1));
	CHECK(!can_read((const char *)8, 8));
	CHECK(!can_read((const char *)UINTPTR_MAX - 4095, 8));
	CHECK(!can_read((const char *)UINTPTR_MAX - 3, 8));
	CHECK(beyond != MAP_FAILED && (peek.is_refused || !can_read(beyond, 1)));
	munmap(memory, PEEK_PAGE);
	munmap(memory + 2 * PEEK_PAGE, PEEK_PAGE);
	munmap(beyond, PEEK_PAGE);
}

static void a_page_is_copied_once_until_the_next_begin(void)
{
	char *memory = map_pages(1), byte = 0;

	CHECK(peek_read(&peek, (uintptr_t)memory, &byte, 1) && byte == 0);
	*memory = 1;
	CHECK(peek_read(&peek, (uintptr_t)memory, &byte, 1) && byte == 0);
	begin();
	CHECK(peek_read(&peek, (uintptr_t)memory, &byte, 1) && byte == 1);
	munmap(memory, PEEK_PAGE);
}

static void more_pages_than_copies_are_all_right(void)
{
	const size_t count = 3 * PEEK_PAGES;
	char *memory = map_pages(count), byte = 0;
	size_t i, round;

	begin(); /* pages of the test before may have been where these are */
	for (i = 0; i < count; i++)
		memory[i * PEEK_PAGE] = (char)i;
	for (round = 0; round < 2; round++) {
		for (i = 0; i < count; i++)
			CHECK(peek_read(&peek, (uintptr_t)memory + i * PEEK_PAGE, &byte, 1) &&
			      byte == (char)i);
	}
	munmap(memory, count * PEEK_PAGE);
}

static void *unmap_and_map(void *memory)
{
	while (!__atomic_load_n(&is_done, __ATOMIC_RELAXED)) {
		munmap(memory, PEEK_PAGE);
		CHECK(mmap(memory, PEEK_PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
			   -1, 0) == memory);
	}
	return NULL;
}

static void memory_may_go_away_at_the_same_time(void)
{
	char *memory = map_pages(1);
	pthread_t thread;
	size_t i;

	CHECK(pthread_create(&thread, NULL, unmap_and_map, memory) == 0);
	for (i = 0; i < 20000; i++) {
		begin();
		can_read(memory, 8);
	}
	__atomic_store_n(&is_done, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	__atomic_store_n(&is_done, false, __ATOMIC_RELAXED);
	munmap(memory, PEEK_PAGE);
}

static void run_all(void)
{
	begin();
	memory_is_read_across_pages();
	begin();
	missing_memory_is_false();
	begin();
	a_page_is_copied_once_until_the_next_begin();
	more_pages_than_copies_are_all_right();
	memory_may_go_away_at_the_same_time();
}

TEST(sampler_peek)
{
	scratch_begin();
	CHECK(spill_open(&spill, scratch_folder, 1 << 20));
	run_all();
	peek.is_refused = true;
	if (HAS_PWRITE)
		run_all();
	spill_close(&spill);
	begin();
	CHECK(!can_read((const char *)&spill, 1));
	scratch_end();
	return check_done();
}
