/* SPDX-License-Identifier: MIT */
#include "record/events/stream/zstd_pack.h"

#if defined(HAVE_ZSTD) && defined(HAVE_DLOPEN)

#include <zstd.h>

#include "common/base/diag.h"
#include "common/memory/shared_object.h"
#include "common/text/buf.h"

struct zstd_pack {
	ZSTD_CStream *stream;
	struct buf out;

	ZSTD_CStream *(*create)(void);
	size_t (*release)(ZSTD_CStream *);
	size_t (*init)(ZSTD_CStream *, int);
	size_t (*compress)(ZSTD_CStream *, ZSTD_outBuffer *, ZSTD_inBuffer *);
	size_t (*flush)(ZSTD_CStream *, ZSTD_outBuffer *);
	unsigned (*is_error)(size_t);
};

enum { LEVEL = 1 }; /* the recorder shares the processors with what it records */

static bool zstd_load_library(struct zstd_pack *pack)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&pack->create, ZSTD_createCStream),
		SHARED_FUNCTION(&pack->release, ZSTD_freeCStream),
		SHARED_FUNCTION(&pack->init, ZSTD_initCStream),
		SHARED_FUNCTION(&pack->compress, ZSTD_compressStream),
		SHARED_FUNCTION(&pack->flush, ZSTD_flushStream),
		SHARED_FUNCTION(&pack->is_error, ZSTD_isError),
	};

	return shared_object_load("libzstd.so.1", functions, ARRAY_LEN(functions));
}

struct zstd_pack *zstd_pack_new(const char **why)
{
	struct zstd_pack *pack = calloc(1, sizeof(*pack));

	*why = "libzstd.so.1 is not installed";
	if (!pack || !zstd_load_library(pack)) {
		zstd_pack_free(pack);
		return NULL;
	}
	pack->stream = pack->create();
	if (pack->stream && !pack->is_error(pack->init(pack->stream, LEVEL)))
		return pack;
	*why = "zstd cannot begin";
	zstd_pack_free(pack);
	return NULL;
}

void zstd_pack_free(struct zstd_pack *pack)
{
	if (!pack)
		return;
	if (pack->stream)
		pack->release(pack->stream);
	buf_release(&pack->out);
	free(pack);
}

/* Let zstd append to the buffer; `in` is NULL to flush it. Returns zstd's result. */
static size_t step(struct zstd_pack *pack, ZSTD_inBuffer *in)
{
	enum { ROOM = 1 << 17 };
	ZSTD_outBuffer out = {buf_reserve(&pack->out, ROOM), ROOM, 0};
	size_t left = in ? pack->compress(pack->stream, &out, in) : pack->flush(pack->stream, &out);

	if (pack->is_error(left))
		diag_die("zstd cannot compress the recording");
	pack->out.len += out.pos;
	return left;
}

struct slice zstd_pack_add(struct zstd_pack *pack, struct slice text)
{
	ZSTD_inBuffer in = {text.ptr, text.len, 0};

	buf_reset(&pack->out);
	while (in.pos < in.size)
		step(pack, &in);
	while (step(pack, NULL) > 0)
		;
	return buf_slice(&pack->out);
}

#else

struct zstd_pack *zstd_pack_new(const char **why)
{
	*why = "this build has no zstd";
	return NULL;
}

void zstd_pack_free(struct zstd_pack *pack)
{
	(void)pack;
}

struct slice zstd_pack_add(struct zstd_pack *pack, struct slice text)
{
	(void)pack;
	return text;
}

#endif
