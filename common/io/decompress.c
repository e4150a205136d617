/* SPDX-License-Identifier: MIT */
#include "common/io/decompress.h"

#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif

#include "common/base/memory.h"
#include "common/base/shared_object.h"

/* The limit of memory for decompression; a file names the memory it needs. */
#define MOST_MEMORY (UINT64_C(1) << 30)

struct decoder {
	const struct codec *codec;
	bool too_large; /* more would be needed */
	bool whole;     /* at the end of a member, frame or stream */
#ifdef HAVE_ZLIB
	struct {
		z_stream stream;
		int (*init)(z_stream *, int window, const char *version, int size);
		int (*inflate)(z_stream *, int flush);
		int (*reset)(z_stream *);
		int (*end)(z_stream *);
	} gzip;
#endif
#ifdef HAVE_ZSTD
	struct {
		ZSTD_DStream *stream;
		ZSTD_DStream *(*create)(void);
		size_t (*init)(ZSTD_DStream *);
		size_t (*set)(ZSTD_DCtx *, ZSTD_dParameter, int value);
		size_t (*decompress)(ZSTD_DStream *, ZSTD_outBuffer *, ZSTD_inBuffer *);
		size_t (*memory)(const ZSTD_DStream *);
		size_t (*release)(ZSTD_DStream *);
		unsigned (*is_error)(size_t result);
		ZSTD_ErrorCode (*error)(size_t result);
	} zstd;
#endif
#ifdef HAVE_LZMA
	struct {
		lzma_stream stream;
		lzma_ret (*init)(lzma_stream *, uint64_t memory, uint32_t flags);
		lzma_ret (*decode)(lzma_stream *, lzma_action);
		uint64_t (*memory)(const lzma_stream *);
		void (*end)(lzma_stream *);
	} xz;
#endif
};

/* One row per kind; the functions are NULL where this build lacks the library. */
struct codec {
	const char *name;
	struct slice magic;
	bool (*follows)(struct slice head); /* may what is after the magic number be there? */
	bool (*load)(struct decoder *decoder);
	bool (*init)(struct decoder *decoder);
	bool (*run)(struct decoder *decoder, struct slice *in, char *out, size_t *room);
	size_t (*memory)(const struct decoder *decoder);
	void (*end)(struct decoder *decoder);
};

#ifdef HAVE_ZLIB
static COLD void *gzip_get(void *context, uInt count, uInt size)
{
	(void)context;
	return memory_clear(count, size);
}

static COLD void gzip_give(void *context, void *memory)
{
	(void)context;
	free(memory);
}

static COLD bool gzip_load(struct decoder *decoder)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&decoder->gzip.init, inflateInit2_),
		SHARED_FUNCTION(&decoder->gzip.inflate, inflate),
		SHARED_FUNCTION(&decoder->gzip.reset, inflateReset),
		SHARED_FUNCTION(&decoder->gzip.end, inflateEnd),
	};

	return shared_object_load("libz.so.1", functions, ARRAY_LEN(functions));
}

static bool inflate_init(struct decoder *decoder, int window)
{
	z_stream *z = &decoder->gzip.stream;

	z->zalloc = gzip_get;
	z->zfree = gzip_give;
	return decoder->gzip.init(z, window, ZLIB_VERSION, (int)sizeof(*z)) == Z_OK;
}

static COLD bool gzip_init(struct decoder *decoder)
{
	return inflate_init(decoder, 15 + 16); /* + 16: gzip header and checksum */
}

static COLD bool zlib_init(struct decoder *decoder)
{
	return inflate_init(decoder, 15);
}

/*
 * libdeflate is called without its header, so that building needs no other library. Its zlib
 * streams are whole, with their checksum, and of this size.
 */
static bool inflate_whole(struct slice in, char *out, size_t size)
{
	void *(*create)(void);
	int (*run)(void *, const void *from, size_t, void *to, size_t, size_t *made);
	void (*release)(void *);
	const struct shared_function functions[] = {
		{"libdeflate_alloc_decompressor", &create, sizeof(create), NULL},
		{"libdeflate_zlib_decompress", &run, sizeof(run), NULL},
		{"libdeflate_free_decompressor", &release, sizeof(release), NULL},
	};
	void *decompressor;
	bool is_good;

	if (!shared_object_load("libdeflate.so.0", functions, ARRAY_LEN(functions)))
		return false;
	decompressor = create();
	if (!decompressor)
		return false;
	is_good = run(decompressor, in.ptr, in.len, out, size, NULL) == 0;
	release(decompressor);
	return is_good;
}

static COLD bool gzip_run(struct decoder *decoder, struct slice *in, char *out, size_t *room)
{
	z_stream *z = &decoder->gzip.stream;
	const size_t limit = (size_t)1 << 30; /* its counters are 32 bits wide */
	size_t give = in->len < limit ? in->len : limit, take = *room < limit ? *room : limit;
	int result;

	if (decoder->whole && in->len > 0) { /* another member follows */
		if (decoder->gzip.reset(z) != Z_OK)
			return false;
		decoder->whole = false;
	}
	z->next_in = (z_const Bytef *)(uintptr_t)in->ptr;
	z->avail_in = (uInt)give;
	z->next_out = (Bytef *)out;
	z->avail_out = (uInt)take;
	result = decoder->gzip.inflate(z, Z_NO_FLUSH);
	*in = slice_tail(*in, give - z->avail_in);
	*room -= take - z->avail_out;
	decoder->whole = result == Z_STREAM_END;
	return result == Z_OK || result == Z_STREAM_END || result == Z_BUF_ERROR;
}

/* zlib's manual, zconf.h: "(1 << windowBits) + 7 KB". */
static COLD size_t gzip_memory(const struct decoder *decoder)
{
	(void)decoder;
	return (32 + 7) << 10;
}

static void gzip_end(struct decoder *decoder)
{
	decoder->gzip.end(&decoder->gzip.stream);
}

#define INFLATE .load = gzip_load, .run = gzip_run, .memory = gzip_memory, .end = gzip_end
#define GZIP_CODEC .init = gzip_init, INFLATE
#define ZLIB_CODEC .init = zlib_init, INFLATE
#else
#define GZIP_CODEC .init = NULL
#define ZLIB_CODEC .init = NULL
#endif

#ifdef HAVE_ZSTD
static COLD bool zstd_load(struct decoder *decoder)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&decoder->zstd.create, ZSTD_createDStream),
		SHARED_FUNCTION(&decoder->zstd.init, ZSTD_initDStream),
		SHARED_FUNCTION(&decoder->zstd.set, ZSTD_DCtx_setParameter),
		SHARED_FUNCTION(&decoder->zstd.decompress, ZSTD_decompressStream),
		SHARED_FUNCTION(&decoder->zstd.memory, ZSTD_sizeof_DStream),
		SHARED_FUNCTION(&decoder->zstd.release, ZSTD_freeDStream),
		SHARED_FUNCTION(&decoder->zstd.is_error, ZSTD_isError),
		SHARED_FUNCTION(&decoder->zstd.error, ZSTD_getErrorCode),
	};

	return shared_object_load("libzstd.so.1", functions, ARRAY_LEN(functions));
}

static COLD bool zstd_init(struct decoder *decoder)
{
	ZSTD_DStream *stream = decoder->zstd.create();

	if (!stream)
		memory_die();
	decoder->zstd.stream = stream;
	return !decoder->zstd.is_error(decoder->zstd.init(stream)) &&
	       !decoder->zstd.is_error(decoder->zstd.set(stream, ZSTD_d_windowLogMax, 30));
}

static COLD bool zstd_run(struct decoder *decoder, struct slice *in, char *out, size_t *room)
{
	ZSTD_inBuffer from = {in->ptr, in->len, 0};
	ZSTD_outBuffer to = {out, *room, 0};
	size_t more = decoder->zstd.decompress(decoder->zstd.stream, &to, &from);
	ZSTD_ErrorCode error = decoder->zstd.error(more);

	*in = slice_tail(*in, from.pos);
	if (error == ZSTD_error_memory_allocation)
		memory_die();
	decoder->too_large = error == ZSTD_error_frameParameter_windowTooLarge;
	if (error != ZSTD_error_no_error)
		return false;
	*room -= to.pos;
	if (from.pos > 0 || to.pos > 0)
		decoder->whole = more == 0;
	return true;
}

static COLD size_t zstd_memory(const struct decoder *decoder)
{
	return decoder->zstd.memory(decoder->zstd.stream);
}

static void zstd_end(struct decoder *decoder)
{
	decoder->zstd.release(decoder->zstd.stream);
}

#define ZSTD_CODEC                                                                                 \
	.load = zstd_load, .init = zstd_init, .run = zstd_run, .memory = zstd_memory,              \
	.end = zstd_end
#else
#define ZSTD_CODEC .init = NULL
#endif

#ifdef HAVE_LZMA
static COLD void *xz_get(void *context, size_t count, size_t size)
{
	(void)context;
	return memory_resize(NULL, count, size);
}

static COLD void xz_give(void *context, void *memory)
{
	(void)context;
	free(memory);
}

static COLD bool xz_load(struct decoder *decoder)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&decoder->xz.init, lzma_stream_decoder),
		SHARED_FUNCTION(&decoder->xz.decode, lzma_code),
		SHARED_FUNCTION(&decoder->xz.memory, lzma_memusage),
		SHARED_FUNCTION(&decoder->xz.end, lzma_end),
	};

	return shared_object_load("liblzma.so.5", functions, ARRAY_LEN(functions));
}

static COLD bool xz_init(struct decoder *decoder)
{
	static const lzma_allocator memory = {xz_get, xz_give, NULL};

	decoder->xz.stream = (lzma_stream)LZMA_STREAM_INIT;
	decoder->xz.stream.allocator = &memory;
	return decoder->xz.init(&decoder->xz.stream, MOST_MEMORY, 0) == LZMA_OK;
}

static COLD bool xz_run(struct decoder *decoder, struct slice *in, char *out, size_t *room)
{
	lzma_stream *xz = &decoder->xz.stream;
	lzma_ret result;

	if (decoder->whole) { /* padding with zero bytes, then another stream may follow */
		while (in->len > 0 && in->ptr[0] == '\0')
			*in = slice_tail(*in, 1);
		if (in->len == 0)
			return true;
		if (decoder->xz.init(xz, MOST_MEMORY, 0) != LZMA_OK)
			return false;
		decoder->whole = false;
	}
	xz->next_in = (const uint8_t *)in->ptr;
	xz->avail_in = in->len;
	xz->next_out = (uint8_t *)out;
	xz->avail_out = *room;
	result = decoder->xz.decode(xz, LZMA_RUN);
	*in = slice_tail(*in, in->len - xz->avail_in);
	*room = xz->avail_out;
	decoder->whole = result == LZMA_STREAM_END;
	decoder->too_large = result == LZMA_MEMLIMIT_ERROR;
	return result == LZMA_OK || result == LZMA_STREAM_END || result == LZMA_BUF_ERROR;
}

static COLD size_t xz_memory(const struct decoder *decoder)
{
	return (size_t)decoder->xz.memory(&decoder->xz.stream);
}

static void xz_end(struct decoder *decoder)
{
	decoder->xz.end(&decoder->xz.stream);
}

#define XZ_CODEC .load = xz_load, .init = xz_init, .run = xz_run, .memory = xz_memory, .end = xz_end
#else
#define XZ_CODEC .init = NULL
#endif

/* All of it, up to the end of a line or so many bytes that no header of a frame is longer. */
static bool is_text(struct slice head)
{
	size_t i;

	for (i = 0; i < head.len; i++) {
		if ((unsigned char)head.ptr[i] < ' ' && !char_is_blank(head.ptr[i]) &&
		    head.ptr[i] != '\n')
			return false;
	}
	return head.len >= COMPRESSION_HEAD || slice_find(head, '\n') != SLICE_NONE;
}

/*
 * RFC 8878, sections 3.1.1.1 and 3.1.1.2: the frame's header, then the block's three bytes. False
 * too if they are not all there.
 */
static bool is_zstd(struct slice head)
{
	static const unsigned dictionary[] = {0, 1, 2, 4}, content[] = {0, 2, 4, 8};
	const uint32_t most = 128 << 10, reserved = 3;
	unsigned char descriptor = head.len > 4 ? (unsigned char)head.ptr[4] : 0;
	bool is_single = descriptor & 0x20; /* then there is no size of a window */
	size_t at = (is_single ? 5u : 6u) + dictionary[descriptor & 3];
	uint32_t block;

	at += is_single && descriptor >> 6 == 0 ? 1 : content[descriptor >> 6];
	if (head.len < at + 3)
		return false;
	block = (uint32_t)(unsigned char)head.ptr[at] |
		(uint32_t)(unsigned char)head.ptr[at + 1] << 8 |
		(uint32_t)(unsigned char)head.ptr[at + 2] << 16;
	return !(descriptor & 0x08) && (block >> 1 & 3) != reserved && block >> 3 <= most;
}

/* True if a frame follows, maybe a damaged or truncated one: anything that is not text. */
static COLD bool zstd_follows(struct slice head)
{
	return is_zstd(head) || !is_text(head);
}

static const struct codec codecs[] = {
	[COMPRESSION_GZIP] = {"gzip", SLICE_INIT("\x1f\x8b"), NULL, GZIP_CODEC},
	[COMPRESSION_ZSTD] = {"zstd", SLICE_INIT("\x28\xb5\x2f\xfd"), zstd_follows, ZSTD_CODEC},
	[COMPRESSION_XZ] = {"xz", SLICE_INIT("\xfd\x37\x7a\x58"), NULL, XZ_CODEC},
	[COMPRESSION_ZLIB] = {"zlib", SLICE_INIT(""), NULL, ZLIB_CODEC},
};

COLD enum compression compression_of(struct slice head)
{
	enum compression kind;

	if (head.len > COMPRESSION_HEAD)
		head.len = COMPRESSION_HEAD;
	for (kind = COMPRESSION_NONE + 1; kind < COMPRESSION_ZLIB; kind++) {
		const struct codec *codec = &codecs[kind];

		if (slice_starts(head, codec->magic) && (!codec->follows || codec->follows(head)))
			return kind;
	}
	return COMPRESSION_NONE;
}

COLD const char *compression_name(enum compression kind)
{
	return codecs[kind].name;
}

COLD struct decoder *decoder_new(enum compression kind)
{
	const struct codec *codec = &codecs[kind];
	struct decoder *decoder;

	if (!codec->load)
		return NULL;
	decoder = memory_get(sizeof(*decoder));
	*decoder = (struct decoder){.codec = codec};
	if (codec->load(decoder) && codec->init(decoder))
		return decoder;
	free(decoder);
	return NULL;
}

COLD void decoder_free(struct decoder *decoder)
{
	if (!decoder)
		return;
	decoder->codec->end(decoder);
	free(decoder);
}

COLD void decoder_limit_window(struct decoder *decoder, unsigned log)
{
#ifdef HAVE_ZSTD
	decoder->zstd.set(decoder->zstd.stream, ZSTD_d_windowLogMax, (int)log);
#else
	(void)decoder;
	(void)log;
#endif
}

COLD bool decoder_run(struct decoder *decoder, struct slice *in, char *out, size_t *room)
{
	return decoder->codec->run(decoder, in, out, room);
}

COLD const char *decoder_problem(const struct decoder *decoder)
{
	return decoder->too_large ? "need more than 1 GiB of memory, at"
				  : "are damaged, noticed at";
}

COLD bool decoder_is_whole(const struct decoder *decoder)
{
	return decoder->whole;
}

COLD bool decoder_run_all(struct decoder *decoder, struct slice in, struct buf *out, uint64_t limit)
{
	enum { STEP = 64 << 10 };

	while (out->len <= limit) {
		const size_t before = in.len;
		size_t room = STEP;

		if (!decoder_run(decoder, &in, buf_reserve(out, STEP), &room))
			return false;
		out->len += STEP - room;
		if (room == STEP && in.len == before)
			return decoder_is_whole(decoder);
	}
	return false;
}

COLD bool decompress_at_once(enum compression kind, struct slice in, char *out, size_t size)
{
#ifdef HAVE_ZLIB
	return kind == COMPRESSION_ZLIB && inflate_whole(in, out, size);
#else
	(void)kind;
	(void)in;
	(void)out;
	(void)size;
	return false;
#endif
}

COLD size_t decoder_memory(const struct decoder *decoder)
{
	return decoder->codec->memory(decoder);
}
