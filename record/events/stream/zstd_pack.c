/* SPDX-License-Identifier: MIT */
#include "record/events/stream/zstd_pack.h"

#if defined(HAVE_ZSTD) && defined(HAVE_DLOPEN)

#include <dlfcn.h>
#include <zstd.h>

#include "common/base/diag.h"
#include "common/text/buf.h"

struct zstd_pack {
	void *library;
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

static bool load(struct zstd_pack *pack)
{
	const struct {
		const char *name;
		void *field;
	} functions[] = {
		{"ZSTD_createCStream", &pack->create}, {"ZSTD_freeCStream", &pack->release},
		{"ZSTD_initCStream", &pack->init},     {"ZSTD_compressStream", &pack->compress},
		{"ZSTD_flushStream", &pack->flush},    {"ZSTD_isError", &pack->is_error},
	};
	size_t i;

	pack->library = dlopen("libzstd.so.1", RTLD_NOW | RTLD_LOCAL);
	for (i = 0; pack->library && i < ARRAY_LEN(functions); i++) {
		void *function = dlsym(pack->library, functions[i].name);

		if (!function)
			return false;
		memcpy(functions[i].field, &function, sizeof(function));
	}
	return pack->library != NULL;
}

struct zstd_pack *zstd_pack_new(const char **why)
{
	struct zstd_pack *pack = calloc(1, sizeof(*pack));

	*why = "libzstd.so.1 is not installed";
	if (!pack || !load(pack)) {
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
	if (pack->library)
		dlclose(pack->library);
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
