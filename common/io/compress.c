/* SPDX-License-Identifier: MIT */
#include "common/io/compress.h"

#ifdef HAVE_ZLIB
#include <zlib.h>

#include "common/base/memory.h"
#include "common/base/shared_object.h"

/* zlib's functions. */
struct compress_zlib {
	int (*init)(z_stream *, int level, int method, int window, int memory, int strategy,
		    const char *version, int size);
	int (*deflate)(z_stream *, int flush);
	int (*end)(z_stream *);
};

static const size_t PIECE = (size_t)1 << 18; /* zlib's counters may have 32 bits */

static void *compress_alloc(void *context, uInt count, uInt size)
{
	(void)context;
	return memory_clear(count, size);
}

static void compress_free(void *context, void *memory)
{
	(void)context;
	free(memory);
}

/* Compress `in`, the last piece if `flush` is Z_FINISH. */
static bool add_piece(const struct compress_zlib *zlib, z_stream *z, struct slice in, int flush,
		      struct buf *out)
{
	int result;

	z->next_in = (z_const Bytef *)(uintptr_t)in.ptr;
	z->avail_in = (uInt)in.len;
	do {
		z->next_out = (Bytef *)buf_reserve(out, PIECE);
		z->avail_out = (uInt)PIECE;
		result = zlib->deflate(z, flush);
		out->len += PIECE - z->avail_out;
	} while (result == Z_OK && z->avail_out == 0);
	if (flush == Z_FINISH)
		return result == Z_STREAM_END;
	return result == Z_OK || result == Z_BUF_ERROR; /* the latter: nothing was left to do */
}

bool compress_gzip(struct slice text, struct buf *out)
{
	struct compress_zlib zlib;
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&zlib.init, deflateInit2_),
		SHARED_FUNCTION(&zlib.deflate, deflate),
		SHARED_FUNCTION(&zlib.end, deflateEnd),
	};
	z_stream z = {.zalloc = compress_alloc, .zfree = compress_free};
	bool good = true;
	int result;

	if (!shared_object_load("libz.so.1", functions, ARRAY_LEN(functions)))
		return false;
	/* 15 + 16: the largest window, a gzip header and checksum; 9: zlib's usual memory + 1 */
	result = zlib.init(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY,
			   ZLIB_VERSION, (int)sizeof(z));
	if (result != Z_OK)
		return false;
	for (; good && text.len > PIECE; text = slice_tail(text, PIECE))
		good = !limits_met() &&
		       add_piece(&zlib, &z, slice_head(text, PIECE), Z_NO_FLUSH, out);
	good = good && add_piece(&zlib, &z, text, Z_FINISH, out);
	zlib.end(&z);
	return good;
}
#else
bool compress_gzip(struct slice text, struct buf *out)
{
	(void)text;
	(void)out;
	return false;
}
#endif
