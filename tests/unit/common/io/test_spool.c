/* SPDX-License-Identifier: MIT */
#include "common/io/spool.h"

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static bool holds(const struct spool *spool, struct slice text, uint64_t at)
{
	char room[64];
	ssize_t n = spool_read(spool, room, sizeof(room), at);

	return n >= 0 && slice_equal(slice_of(room, (size_t)n), text);
}

CASE(bytes_come_back_from_a_file_without_a_name)
{
	const mode_t before = umask(0);
	struct stat status;
	struct spool spool;

	setenv("TMPDIR", scratch_path("."), 1);
	CHECK(spool_open(&spool));
	CHECK(scratch_files(false) == 0);
	CHECK(fstat(spool.fd, &status) == 0 && (status.st_mode & 0777) == 0600);
	umask(before);
	spool_add(&spool, SLICE("one"));
	spool_add(&spool, SLICE("two"));
	CHECK(spool.size == 6 && spool_flush(&spool));
	CHECK(holds(&spool, SLICE("etwo"), 2) && holds(&spool, SLICE(""), 6));
	spool_add(&spool, SLICE("three"));
	spool_cut(&spool, 3);
	spool_add(&spool, SLICE("four"));
	CHECK(spool_flush(&spool) && holds(&spool, SLICE("onefour"), 0));
	spool_close(&spool);
}

CASE(much_is_written_before_it_is_flushed)
{
	struct spool spool;
	uint64_t i;

	CHECK(spool_open(&spool));
	for (i = 0; i < 200000; i++)
		spool_add(&spool, SLICE("0123456789"));
	CHECK(spool.buf.len < 1000000 && spool_flush(&spool));
	CHECK(holds(&spool, SLICE("789"), 1999997));
	spool_close(&spool);
}

TEST_SCRATCH(spool)
