/* SPDX-License-Identifier: MIT */
#include "common/io/decompress.h"

#include "common/base/buf.h"
#include "tests/unit/check.h"

#define TEXT "hello, hello, hello, hello flame graph\n"

/* TEXT by gzip -9n. */
static const unsigned char gzip_bytes[] = {
	0x1f, 0x8b, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xcb, 0x48, 0xcd, 0xc9,
	0xc9, 0xd7, 0x51, 0xc8, 0xc0, 0xa4, 0x14, 0xd2, 0x72, 0x12, 0x73, 0x53, 0x15, 0xd2,
	0x8b, 0x12, 0x0b, 0x32, 0xb8, 0x00, 0x61, 0xd2, 0xb8, 0xc9, 0x27, 0x00, 0x00, 0x00,
};

/* TEXT by zstd -19 --check. */
static const unsigned char zstd_bytes[] = {
	0x28, 0xb5, 0x2f, 0xfd, 0x04, 0x68, 0xd5, 0x00, 0x00, 0xa0, 0x68, 0x65, 0x6c,
	0x6c, 0x6f, 0x2c, 0x20, 0x20, 0x66, 0x6c, 0x61, 0x6d, 0x65, 0x20, 0x67, 0x72,
	0x61, 0x70, 0x68, 0x0a, 0x01, 0x00, 0x4a, 0x8a, 0x11, 0x48, 0x8d, 0x01, 0x4e,
};

/* TEXT by xz -9e --check=crc32. */
static const unsigned char xz_bytes[] = {
	0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00,
	0x21, 0x01, 0x1c, 0x00, 0x00, 0x00, 0x10, 0xcf, 0x58, 0xcc, 0xe0, 0x00, 0x26, 0x00,
	0x1b, 0x5d, 0x00, 0x34, 0x19, 0x49, 0xee, 0x8d, 0xef, 0x8c, 0x8a, 0x71, 0x3c, 0x6d,
	0x5e, 0xf5, 0xdc, 0xdf, 0x17, 0xd5, 0x23, 0xe1, 0x30, 0x97, 0x3f, 0x4e, 0x97, 0xdb,
	0x00, 0x00, 0x00, 0x00, 0x61, 0xd2, 0xb8, 0xc9, 0x00, 0x01, 0x33, 0x27, 0x70, 0x65,
	0xe7, 0x71, 0x90, 0x42, 0x99, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00, 0x01, 0x59, 0x5a,
};

/* The kinds that this build can read. */
static struct sample {
	enum compression kind;
	struct slice packed;
} samples[3];
static size_t sample_count;

CASE(find_samples)
{
	const struct sample all[] = {
		{COMPRESSION_GZIP, slice_of((const char *)gzip_bytes, sizeof(gzip_bytes))},
		{COMPRESSION_ZSTD, slice_of((const char *)zstd_bytes, sizeof(zstd_bytes))},
		{COMPRESSION_XZ, slice_of((const char *)xz_bytes, sizeof(xz_bytes))},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(all); i++) {
		struct decoder *decoder = decoder_new(all[i].kind);

		if (decoder)
			samples[sample_count++] = all[i];
		else
			printf("skipped: this build reads no %s\n", compression_name(all[i].kind));
		decoder_free(decoder);
	}
}

/* Decode with `step` bytes of input and `room` of output at a time; false if it is damaged. */
static bool decode(struct decoder *decoder, struct slice packed, size_t step, size_t room,
		   struct buf *out)
{
	size_t idle = 0;

	while (idle < 3) {
		size_t give = packed.len < step ? packed.len : step, left = room;
		struct slice in = slice_head(packed, give);

		if (!decoder_run(decoder, &in, buf_reserve(out, room), &left))
			return false;
		CHECK(in.len <= give && left <= room);
		idle = left == room && in.len == give ? idle + 1 : 0;
		out->len += room - left;
		packed = slice_tail(packed, give - in.len);
	}
	CHECK(packed.len == 0);
	return true;
}

CASE(magic_numbers_tell_the_kind)
{
	CHECK(compression_of(SLICE("\x1f\x8b\x08\x00")) == COMPRESSION_GZIP);
	CHECK(compression_of(SLICE("\x1f\x8b")) == COMPRESSION_GZIP);
	CHECK(compression_of(SLICE("\x28\xb5\x2f\xfd")) == COMPRESSION_ZSTD);
	CHECK(compression_of(SLICE("\xfd\x37\x7a\x58\x5a")) == COMPRESSION_XZ);
	CHECK(compression_of(SLICE("\x28\xb5\x2f")) == COMPRESSION_NONE);
	CHECK(compression_of(SLICE("\x1f")) == COMPRESSION_NONE);
	CHECK(compression_of(SLICE("a;b 5\n")) == COMPRESSION_NONE);
	CHECK(compression_of(SLICE("")) == COMPRESSION_NONE);
	CHECK(compression_of((struct slice){0}) == COMPRESSION_NONE);
}

CASE(text_that_begins_like_zstd_is_text)
{
	static const char *const lines[] = {
		" 5\n",           ";main 5\n",
		"a 5\n",          ";main;a 5\n;main;b 5\n",
		" and no more\n", "aaaaaaaaaaaaaaaaa",
		" [x];main 5\n",  "\xc3\xb5;main;run;wait 17\n",
	};
	char head[64] = "\x28\xb5\x2f\xfd";
	size_t i;

	for (i = 0; i < ARRAY_LEN(lines); i++) {
		snprintf(head + 4, sizeof(head) - 4, "%s", lines[i]);
		CHECK(compression_of(slice_from(head)) == COMPRESSION_NONE);
	}
}

/* Whatever the options of the program were, and however little of it is there. */
CASE(every_frame_of_zstd_is_zstd)
{
	static const struct slice heads[] = {
		SLICE_INIT("\x28\xb5\x2f\xfd\x20\x04\x21\x00\x00"
			   "a 5\n"),
		SLICE_INIT("\x28\xb5\x2f\xfd\x04\x58\x21\x00\x00"
			   "a 5\n"),
		SLICE_INIT("\x28\xb5\x2f\xfd\x64\x0c\x41\x04\x00\x10"
			   "aaaa"),
		SLICE_INIT("\x28\xb5\x2f\xfd\x84\x58\x0c\x0c\x0c\x0c\x04\x00\x10"
			   "aaaa"),
		SLICE_INIT("\x28\xb5\x2f\xfd\xc7\x58"
			   "dict12345678\x05\x00\x10"
			   "aa"),
	};
	size_t i, len;

	for (i = 0; i < ARRAY_LEN(heads); i++) {
		for (len = 4; len <= heads[i].len; len++)
			CHECK(compression_of(slice_head(heads[i], len)) == COMPRESSION_ZSTD);
	}
	CHECK(compression_of(SLICE("\x28\xb5\x2f\xfd\x64\n\n\n\n\n \x21")) == COMPRESSION_ZSTD);
}

CASE(kinds_have_names)
{
	CHECK(strcmp(compression_name(COMPRESSION_GZIP), "gzip") == 0);
	CHECK(strcmp(compression_name(COMPRESSION_ZSTD), "zstd") == 0);
	CHECK(strcmp(compression_name(COMPRESSION_XZ), "xz") == 0);
}

CASE(plain_bytes_have_no_decoder)
{
	CHECK(decoder_new(COMPRESSION_NONE) == NULL);
	decoder_free(NULL);
}

CASE(the_text_comes_out_however_it_is_dealt)
{
	static const size_t steps[] = {1, 2, 3, 7, 100};
	size_t s, i, o;

	for (s = 0; s < sample_count; s++) {
		for (i = 0; i < ARRAY_LEN(steps); i++) {
			for (o = 0; o < ARRAY_LEN(steps); o++) {
				struct decoder *decoder = decoder_new(samples[s].kind);
				struct buf out = {0};

				CHECK(decode(decoder, samples[s].packed, steps[i], steps[o], &out));
				CHECK(slice_equal(buf_slice(&out), SLICE(TEXT)));
				CHECK(decoder_is_whole(decoder));
				buf_release(&out);
				decoder_free(decoder);
			}
		}
	}
}

/* TEXT by zlib, level 9. */
static const unsigned char zlib_bytes[] = {
	0x78, 0xda, 0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0xd7, 0x51, 0xc8, 0xc0, 0xa4, 0x14, 0xd2, 0x72,
	0x12, 0x73, 0x53, 0x15, 0xd2, 0x8b, 0x12, 0x0b, 0x32, 0xb8, 0x00, 0x12, 0xdb, 0x0d, 0x96,
};

/* Without libdeflate nothing is decompressed at once, and a decoder does it. */
CASE(what_is_decompressed_at_once_is_whole_and_sound)
{
	const struct slice packed = slice_of((const char *)zlib_bytes, sizeof(zlib_bytes));
	char out[sizeof(TEXT)], bytes[sizeof(zlib_bytes)];
	const size_t size = sizeof(TEXT) - 1;
	enum compression kind;
	size_t i;

	if (decompress_at_once(COMPRESSION_ZLIB, packed, out, size))
		CHECK(slice_equal(slice_of(out, size), SLICE(TEXT)));
	for (i = 0; i < packed.len; i++) {
		CHECK(!decompress_at_once(COMPRESSION_ZLIB, slice_head(packed, i), out, size));
		memcpy(bytes, zlib_bytes, sizeof(bytes));
		bytes[i] ^= 0x10;
		CHECK(!decompress_at_once(COMPRESSION_ZLIB, slice_of(bytes, sizeof(bytes)), out,
					  size) ||
		      slice_equal(slice_of(out, size), SLICE(TEXT)));
	}
	CHECK(!decompress_at_once(COMPRESSION_ZLIB, packed, out, size - 1));
	CHECK(!decompress_at_once(COMPRESSION_ZLIB, packed, out, size + 1));
	for (kind = COMPRESSION_NONE; kind < COMPRESSION_ZLIB; kind++)
		CHECK(!decompress_at_once(kind, packed, out, size));
}

CASE(a_stream_cut_anywhere_is_not_whole)
{
	size_t s, cut;

	for (s = 0; s < sample_count; s++) {
		for (cut = 0; cut < samples[s].packed.len; cut++) {
			struct decoder *decoder = decoder_new(samples[s].kind);
			struct buf out = {0};

			CHECK(decode(decoder, slice_head(samples[s].packed, cut), 5, 100, &out));
			CHECK(!decoder_is_whole(decoder));
			CHECK(slice_starts(SLICE(TEXT), buf_slice(&out)));
			buf_release(&out);
			decoder_free(decoder);
		}
	}
}

CASE(streams_one_after_another_are_one_text)
{
	size_t s, step;

	for (s = 0; s < sample_count; s++) {
		for (step = 1; step < 200; step += 13) {
			struct decoder *decoder = decoder_new(samples[s].kind);
			struct buf twice = {0}, out = {0};

			buf_add(&twice, samples[s].packed);
			buf_add(&twice, samples[s].packed);
			CHECK(decode(decoder, buf_slice(&twice), step, 11, &out));
			CHECK(slice_equal(buf_slice(&out), SLICE(TEXT TEXT)));
			CHECK(decoder_is_whole(decoder));
			buf_release(&twice);
			buf_release(&out);
			decoder_free(decoder);
		}
	}
}

CASE(a_second_stream_that_is_cut_is_not_whole)
{
	size_t s;

	for (s = 0; s < sample_count; s++) {
		struct decoder *decoder = decoder_new(samples[s].kind);
		struct buf more = {0}, out = {0};

		buf_add(&more, samples[s].packed);
		buf_add(&more, slice_head(samples[s].packed, 12));
		CHECK(decode(decoder, buf_slice(&more), 9, 100, &out));
		CHECK(!decoder_is_whole(decoder));
		buf_release(&more);
		buf_release(&out);
		decoder_free(decoder);
	}
}

/* A damaged stream is refused or is not whole; it never passes as another text. */
CASE(damage_is_found)
{
	size_t s, at, headers = 10; /* gzip's time and system may be anything */

	for (s = 0; s < sample_count; s++) {
		for (at = headers; at < samples[s].packed.len; at++) {
			struct decoder *decoder = decoder_new(samples[s].kind);
			struct buf bytes = {0}, out = {0};
			bool good;

			buf_add(&bytes, samples[s].packed);
			bytes.ptr[at] ^= 0x55;
			good = decode(decoder, buf_slice(&bytes), 100, 100, &out) &&
			       decoder_is_whole(decoder);
			CHECK(!good);
			buf_release(&bytes);
			buf_release(&out);
			decoder_free(decoder);
			if (good)
				fprintf(stderr, "%s, byte %zu\n", compression_name(samples[s].kind),
					at);
		}
	}
}

CASE(something_else_behind_a_stream_is_damage)
{
	size_t s;

	for (s = 0; s < sample_count; s++) {
		struct decoder *decoder = decoder_new(samples[s].kind);
		struct buf bytes = {0}, out = {0};

		buf_add(&bytes, samples[s].packed);
		buf_add_text(&bytes, "something else, long enough for any header");
		CHECK(!decode(decoder, buf_slice(&bytes), 1000, 1000, &out));
		buf_release(&bytes);
		buf_release(&out);
		decoder_free(decoder);
	}
}

TEST_CASES(decompress)
