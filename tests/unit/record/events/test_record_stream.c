/* SPDX-License-Identifier: MIT */
#include "record/events/record_stream.h"

#include <linux/perf_event.h>
#include <signal.h>
#include <unistd.h>

#include "common/base/diag.h"
#include "tests/unit/byte_order.h"
#include "tests/unit/check.h"

static ssize_t take(int fd, unsigned char *bytes, size_t size)
{
	return pread(fd, bytes, size, 0);
}

CASE(records_have_their_size_and_texts_are_padded)
{
	char path[] = "/tmp/test_record_stream.XXXXXX";
	int fd = mkstemp(path);
	struct perf_event_header header;
	struct record_stream stream;
	unsigned char bytes[256];
	struct iovec parts[2] = {{(void *)"abcd", 4}, {(void *)"efgh", 4}};

	record_stream_begin(&stream, fd, "test");
	record_stream_open(&stream, PERF_RECORD_COMM, 3);
	record_stream_add_u32(&stream, 1);
	record_stream_add_u32(&stream, 2);
	record_stream_add_name(&stream, SLICE("12345678"));
	record_stream_close(&stream);
	record_stream_pass(&stream, parts, 2);
	CHECK(record_stream_flush(&stream));
	CHECK(take(fd, bytes, sizeof(bytes)) == 16 + 32 + 8 && stream.written == 56);
	CHECK(memcmp(bytes,
		     machine_is_big_endian() ? "2ELIFREP\0\0\0\0\0\0\0\20"
					     : "PERFILE2\20\0\0\0\0\0\0\0",
		     16) == 0);
	memcpy(&header, bytes + 16, sizeof(header));
	CHECK(header.type == PERF_RECORD_COMM && header.misc == 3 && header.size == 32);
	CHECK(memcmp(bytes + 32, "12345678\0\0\0\0\0\0\0\0abcdefgh", 24) == 0);
	record_stream_release(&stream);
	close(fd);
	unlink(path);
}

CASE(records_that_are_too_long_are_cut)
{
	char path[] = "/tmp/test_record_stream.XXXXXX";
	int fd = mkstemp(path);
	struct record_stream stream;

	record_stream_begin(&stream, fd, "test");
	record_stream_open(&stream, PERF_RECORD_COMM, 0);
	record_stream_add_zeros(&stream, 100000);
	record_stream_close(&stream);
	CHECK(record_stream_flush(&stream) && stream.written == 16 + STREAM_RECORD);
	record_stream_release(&stream);
	close(fd);
	unlink(path);
}

CASE(a_reader_that_has_ended_is_noticed_once)
{
	struct record_stream stream;
	int ends[2];

	signal(SIGPIPE, SIG_IGN);
	CHECK(pipe(ends) == 0);
	close(ends[0]);
	diag_set_level(DIAG_SILENT);
	record_stream_begin(&stream, ends[1], "test");
	CHECK(!record_stream_flush(&stream) && stream.is_unread);
	CHECK(!record_stream_flush(&stream));
	record_stream_release(&stream);
	close(ends[1]);
}

CASE(compressed_parts_are_records_of_their_own)
{
	char path[] = "/tmp/test_record_stream.XXXXXX";
	int fd = mkstemp(path);
	static const char zeros[100000];
	struct iovec part = {(void *)zeros, sizeof(zeros)};
	struct perf_event_header header;
	struct record_stream stream;
	unsigned char bytes[256];
	const char *why;

	record_stream_begin(&stream, fd, "test");
	stream.pack = zstd_pack_new(&why);
	if (stream.pack) {
		record_stream_pass(&stream, &part, 1);
		CHECK(record_stream_flush(&stream) && stream.written < 256);
		CHECK(take(fd, bytes, sizeof(bytes)) == (ssize_t)stream.written);
		memcpy(&header, bytes + 16, sizeof(header));
		CHECK(header.type == STREAM_COMPRESSED && header.size == stream.written - 16);
		CHECK(memcmp(bytes + 24, "\x28\xb5\x2f\xfd", 4) == 0); /* the magic of zstd */
	} else {
		fprintf(stderr, "skipped: %s\n", why);
	}
	record_stream_release(&stream);
	close(fd);
	unlink(path);
}

TEST_CASES(record_stream)
