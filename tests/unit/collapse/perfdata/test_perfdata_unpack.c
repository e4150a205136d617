/* SPDX-License-Identifier: MIT */
/*
 * Recordings of perf record -z. The frames of zstd are made by hand, of blocks that are not
 * compressed (RFC 8878).
 */
#include "common/base/diag.h"
#include "common/io/decompress.h"
#include "tests/unit/collapse/perfdata/made_recording.h"

enum { WINDOW_2M = 0x58, WINDOW_1G = 0xA0, BLOCK_RAW = 0, BLOCK_REPEATED = 1 };

static void add_frame_head(struct buf *packed, int window)
{
	buf_add(packed, SLICE("\x28\xb5\x2f\xfd"));
	buf_add_char(packed, '\0');
	buf_add_char(packed, (char)window);
}

/* A block with `size` bytes of contents. */
static void add_block(struct buf *packed, unsigned kind, size_t size, struct slice bytes)
{
	const size_t head = size << 3 | kind << 1;

	buf_add_char(packed, (char)head);
	buf_add_char(packed, (char)(head >> 8));
	buf_add_char(packed, (char)(head >> 16));
	buf_add(packed, bytes);
}

static void add_packed(struct made *made, struct slice packed)
{
	size_t at = made_record(made, PERFDATA_COMPRESSED, 0);

	buf_add(&made->out, packed);
	made_record_end(made, at);
}

/* COMPRESSED2 says how long the bytes are, and is filled up. */
static void add_packed_padded(struct made *made, struct slice packed)
{
	size_t at = made_record(made, PERFDATA_COMPRESSED2, 0);

	made_u64(made, packed.len);
	made_text(made, packed, (packed.len + 7) / 8 * 8);
	made_record_end(made, at);
}

/* Ten samples as the contents of a frame. */
static struct buf ten_samples(void)
{
	struct made samples = {.is_big = false};
	struct buf packed = {0};
	unsigned i;

	for (i = 0; i < 10; i++)
		made_sample(&samples, i, 0x1000);
	add_frame_head(&packed, WINDOW_2M);
	add_block(&packed, BLOCK_RAW, samples.out.len, buf_slice(&samples.out));
	buf_release(&samples.out);
	return packed;
}

/* The bytes in records of `step`, with other records between them. */
static struct made recording_of(struct slice packed, size_t step, bool padded)
{
	struct made made = {.is_big = false};

	made_begin(&made, &made_usual, 1);
	made_comm(&made, 1);
	while (packed.len > 0) {
		size_t n = packed.len < step ? packed.len : step;

		if (padded)
			add_packed_padded(&made, slice_head(packed, n));
		else
			add_packed(&made, slice_head(packed, n));
		packed = slice_tail(packed, n);
		made_comm(&made, 2);
	}
	made_bare(&made, PERFDATA_FINISHED_ROUND);
	made_end(&made);
	return made;
}

static void records_may_span_compressed_ones(void)
{
	static const size_t steps[] = {1, 3, 16, 64, 100, 5000};
	struct buf packed = ten_samples();
	size_t i;

	for (i = 0; i < 2 * ARRAY_LEN(steps); i++) {
		struct made made = recording_of(buf_slice(&packed), steps[i / 2], i % 2 == 1);
		struct made_sums sums = made_sum_file(buf_slice(&made.out));

		CHECK(sums.samples == 10 && sums.frames == 20 && sums.rounds == 1);
		CHECK(!sums.counts.is_cut && !sums.counts.is_damaged);
		CHECK(sums.trailers == 1 + (packed.len + steps[i / 2] - 1) / steps[i / 2]);
		sums = made_sum_stream(buf_slice(&made.out), 33);
		CHECK(sums.samples == 10);
		buf_release(&made.out);
	}
	buf_release(&packed);
}

static void records_that_are_cut_are_decoded_as_far_as_they_go(void)
{
	struct buf packed = ten_samples();
	struct made made = recording_of(buf_slice(&packed), 5000, false);
	const size_t contents = 104 + 8 + 128 + 40 + 8 + 9;
	size_t whole;

	for (whole = 0; whole < 10; whole++) {
		size_t end = contents + 64 * whole + 50;
		struct made_sums sums = made_sum_file(slice_head(buf_slice(&made.out), end));

		CHECK(sums.counts.is_cut);
		CHECK(sums.samples <= whole && sums.trailers == 1);
	}
	buf_release(&made.out);
	buf_release(&packed);
}

static void many_records_come_in_pieces(void)
{
	struct made samples = {.is_big = false}, made = {.is_big = false};
	struct made_sums sums;
	unsigned i;

	made_begin(&made, &made_usual, 1);
	for (i = 0; i < 40; i++) {
		struct buf packed = {0};
		unsigned j;

		buf_reset(&samples.out);
		for (j = 0; j < 500; j++)
			made_sample(&samples, i, 0x1000);
		if (i == 0)
			add_frame_head(&packed, WINDOW_2M);
		add_block(&packed, BLOCK_RAW, samples.out.len, buf_slice(&samples.out));
		add_packed(&made, buf_slice(&packed));
		buf_release(&packed);
	}
	made_end(&made);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.samples == 20000 && sums.pieces == 5);
	buf_release(&samples.out);
	buf_release(&made.out);
}

/* In blocks of 64 KiB and records of 60 KB: the long one ends in other records than it begins in. */
static void long_records_may_be_compressed(void)
{
	static const size_t sizes[] = {70000, 300000, 1000000};
	size_t i;

	for (i = 0; i < ARRAY_LEN(sizes); i++) {
		struct made records = {.is_big = false}, made = {.is_big = false};
		struct buf packed = {0};
		struct slice rest;
		struct made_sums sums;
		size_t part;

		made_sample(&records, 1, 0x1000);
		made_long_record(&records, sizes[i]);
		made_sample(&records, 2, 0x1000);
		add_frame_head(&packed, WINDOW_2M);
		for (rest = buf_slice(&records.out); rest.len > 0; rest = slice_tail(rest, part)) {
			part = rest.len < 65536 ? rest.len : 65536;
			add_block(&packed, BLOCK_RAW, part, slice_head(rest, part));
		}
		made_begin(&made, &made_usual, 1);
		for (rest = buf_slice(&packed); rest.len > 0; rest = slice_tail(rest, part)) {
			part = rest.len < 60000 ? rest.len : 60000;
			add_packed(&made, slice_head(rest, part));
		}
		made_end(&made);
		sums = made_sum_file(buf_slice(&made.out));
		CHECK(sums.samples == 2 && sums.counts.simpleperf == 1);
		CHECK(!sums.counts.is_cut && !sums.counts.is_damaged);
		sums = made_sum_file(slice_head(buf_slice(&made.out), made.out.len / 2));
		CHECK(sums.samples == 1 && sums.counts.is_cut);
		buf_release(&records.out);
		buf_release(&packed);
		buf_release(&made.out);
	}
}

/* A recording of `good` and, in a record of its own, `bad`. */
static void check_damage(struct slice good, struct slice bad, uint64_t samples)
{
	struct made made = {.is_big = false};
	struct made_sums sums;

	made_begin(&made, &made_usual, 1);
	made_comm(&made, 1);
	add_packed(&made, good);
	add_packed(&made, bad);
	made_comm(&made, 2);
	add_packed(&made, good);
	made_end(&made);
	sums = made_sum_file(buf_slice(&made.out));
	CHECK(sums.opened && sums.counts.is_damaged && sums.samples == samples);
	CHECK(sums.trailers >= 2); /* what is not compressed is read on */
	buf_release(&made.out);
}

static void damaged_streams_give_what_came_before(void)
{
	struct buf good = ten_samples(), bad = {0};
	struct made inner = {.is_big = false};

	add_block(&bad, 3, 8, SLICE("reserved"));
	check_damage(buf_slice(&good), buf_slice(&bad), 10);
	buf_reset(&bad);
	add_packed(&inner, SLICE("not again"));
	add_block(&bad, BLOCK_RAW, inner.out.len, buf_slice(&inner.out));
	check_damage(buf_slice(&good), buf_slice(&bad), 10);
	buf_reset(&bad);
	add_frame_head(&bad, WINDOW_1G);
	add_block(&bad, BLOCK_RAW, 8, SLICE("12345678"));
	check_damage(buf_slice(&bad), buf_slice(&good), 0);
	buf_release(&good);
	buf_release(&bad);
	buf_release(&inner.out);
}

/* Records of 257 bytes of an unknown type, without an end. */
static void bombs_are_stopped(void)
{
	struct buf good = ten_samples(), bad = {0};
	unsigned i;

	for (i = 0; i < 10000; i++)
		add_block(&bad, BLOCK_REPEATED, 128 << 10, SLICE("\1"));
	check_damage(buf_slice(&good), buf_slice(&bad), 10);
	buf_release(&good);
	buf_release(&bad);
}

static void damaged_bytes_never_matter_to_memory(void)
{
	struct buf packed = ten_samples();
	struct made made = recording_of(buf_slice(&packed), 100, true);
	size_t at, i;

	for (at = 104; at < made.out.len; at++) {
		static const unsigned char values[] = {0, 1, 0x7F, 0xFF};
		char was = made.out.ptr[at];

		for (i = 0; i < ARRAY_LEN(values); i++) {
			made.out.ptr[at] = (char)values[i];
			CHECK(made_sum_stream(buf_slice(&made.out), 5000).samples <= 10);
		}
		made.out.ptr[at] = was;
	}
	buf_release(&made.out);
	buf_release(&packed);
}

static bool has_zstd(void)
{
	struct decoder *decoder = decoder_new(COMPRESSION_ZSTD);

	decoder_free(decoder);
	return decoder != NULL;
}

static void without_zstd_such_recordings_are_refused(void)
{
	struct buf packed = ten_samples();
	struct made made = recording_of(buf_slice(&packed), 100, true);
	struct made_sums sums = made_sum_file(buf_slice(&made.out));

	CHECK(!sums.opened || sums.counts.has_failed);
	buf_release(&made.out);
	buf_release(&packed);
}

TEST(perfdata_unpack)
{
	diag_set_level(DIAG_SILENT);
	scratch_begin();
	if (has_zstd()) {
		records_may_span_compressed_ones();
		records_that_are_cut_are_decoded_as_far_as_they_go();
		many_records_come_in_pieces();
		long_records_may_be_compressed();
		damaged_streams_give_what_came_before();
		bombs_are_stopped();
		damaged_bytes_never_matter_to_memory();
	} else {
		without_zstd_such_recordings_are_refused();
	}
	scratch_end();
	return check_done();
}
