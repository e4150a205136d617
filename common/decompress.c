/* SPDX-License-Identifier: MIT */
#include "common/decompress.h"

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#endif

#include "common/arena.h"

struct decoder {
	enum compression kind;
	bool whole; /* at the end of a member or frame */
#ifdef HAVE_ZLIB
	z_stream gzip;
#endif
#ifdef HAVE_ZSTD
	ZSTD_DStream *zstd;
#endif
};

enum compression compression_of(struct slice head)
{
	if (slice_starts(head, SLICE("\x1f\x8b")))
		return COMPRESSION_GZIP;
	if (slice_starts(head, SLICE("\x28\xb5\x2f\xfd")))
		return COMPRESSION_ZSTD;
	return COMPRESSION_NONE;
}

const char *compression_name(enum compression kind)
{
	return kind == COMPRESSION_GZIP ? "gzip" : "zstd";
}

#ifdef HAVE_ZLIB
static bool gzip_init(struct decoder *decoder)
{
	return inflateInit2(&decoder->gzip, 15 + 16) == Z_OK; /* + 16: gzip header and checksum */
}

static bool gzip_run(struct decoder *decoder, struct slice *in, char *out, size_t *room)
{
	z_stream *z = &decoder->gzip;
	const size_t limit = (size_t)1 << 30; /* its counters are 32 bits wide */
	size_t give = in->len < limit ? in->len : limit, take = *room < limit ? *room : limit;
	int result;

	if (decoder->whole && in->len > 0) { /* another member follows */
		if (inflateReset(z) != Z_OK)
			return false;
		decoder->whole = false;
	}
	z->next_in = (z_const Bytef *)(uintptr_t)in->ptr;
	z->avail_in = (uInt)give;
	z->next_out = (Bytef *)out;
	z->avail_out = (uInt)take;
	result = inflate(z, Z_NO_FLUSH);
	*in = slice_tail(*in, give - z->avail_in);
	*room -= take - z->avail_out;
	decoder->whole = result == Z_STREAM_END;
	return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
}
#endif

#ifdef HAVE_ZSTD
static bool zstd_init(struct decoder *decoder)
{
	decoder->zstd = ZSTD_createDStream();
	return decoder->zstd && !ZSTD_isError(ZSTD_initDStream(decoder->zstd));
}

static bool zstd_run(struct decoder *decoder, struct slice *in, char *out, size_t *room)
{
	ZSTD_inBuffer from = {in->ptr, in->len, 0};
	ZSTD_outBuffer to = {out, *room, 0};
	size_t more = ZSTD_decompressStream(decoder->zstd, &to, &from);

	if (ZSTD_isError(more))
		return false;
	*in = slice_tail(*in, from.pos);
	*room -= to.pos;
	if (from.pos > 0 || to.pos > 0)
		decoder->whole = more == 0;
	return true;
}
#endif

struct decoder *decoder_new(enum compression kind)
{
	struct decoder *decoder = memory_get(sizeof(*decoder));
	bool good = false;

	*decoder = (struct decoder){.kind = kind};
#ifdef HAVE_ZLIB
	if (kind == COMPRESSION_GZIP)
		good = gzip_init(decoder);
#endif
#ifdef HAVE_ZSTD
	if (kind == COMPRESSION_ZSTD)
		good = zstd_init(decoder);
#endif
	if (good)
		return decoder;
	free(decoder);
	return NULL;
}

void decoder_free(struct decoder *decoder)
{
	if (!decoder)
		return;
#ifdef HAVE_ZLIB
	if (decoder->kind == COMPRESSION_GZIP)
		inflateEnd(&decoder->gzip);
#endif
#ifdef HAVE_ZSTD
	if (decoder->kind == COMPRESSION_ZSTD)
		ZSTD_freeDStream(decoder->zstd);
#endif
	free(decoder);
}

bool decoder_run(struct decoder *decoder, struct slice *in, char *out, size_t *room)
{
#ifdef HAVE_ZLIB
	if (decoder->kind == COMPRESSION_GZIP)
		return gzip_run(decoder, in, out, room);
#endif
#ifdef HAVE_ZSTD
	if (decoder->kind == COMPRESSION_ZSTD)
		return zstd_run(decoder, in, out, room);
#endif
	(void)decoder, (void)in, (void)out, (void)room;
	return false;
}

bool decoder_is_whole(const struct decoder *decoder)
{
	return decoder->whole;
}
