/* SPDX-License-Identifier: MIT */
#include "common/io/json.h"

#include "common/base/diag.h"

#ifndef HAVE_YAJL

bool json_available(void)
{
	diag_error("built without yajl, the library that reads JSON");
	return false;
}

struct piece_reader *json_new(json_see_fn *see, void *context)
{
	(void)see;
	(void)context;
	return NULL;
}

void json_free(struct piece_reader *reader)
{
	(void)reader;
}

#else

#include <yajl/yajl_parse.h>

#include "common/base/memory.h"
#include "common/base/shared_object.h"

#define JSON_LIBRARY "libyajl.so.2"

/* The library's functions. */
struct json_yajl {
	yajl_handle (*alloc)(const yajl_callbacks *, yajl_alloc_funcs *, void *context);
	int (*config)(yajl_handle, yajl_option, ...);
	yajl_status (*parse)(yajl_handle, const unsigned char *, size_t);
	yajl_status (*complete_parse)(yajl_handle);
	size_t (*get_bytes_consumed)(yajl_handle);
	unsigned char *(*get_error)(yajl_handle, int verbose, const unsigned char *, size_t);
	void (*free_error)(yajl_handle, unsigned char *);
	void (*free)(yajl_handle);
};

struct json {
	struct piece_reader reader;
	struct json_yajl yajl;
	json_see_fn *see;
	void *context;
	yajl_handle parser; /* one for each value; NULL between values and after what is none */
	size_t depth;
};

static bool json_load(struct json_yajl *yajl)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&yajl->alloc, yajl_alloc),
		SHARED_FUNCTION(&yajl->config, yajl_config),
		SHARED_FUNCTION(&yajl->parse, yajl_parse),
		SHARED_FUNCTION(&yajl->complete_parse, yajl_complete_parse),
		SHARED_FUNCTION(&yajl->get_bytes_consumed, yajl_get_bytes_consumed),
		SHARED_FUNCTION(&yajl->get_error, yajl_get_error),
		SHARED_FUNCTION(&yajl->free_error, yajl_free_error),
		SHARED_FUNCTION(&yajl->free, yajl_free),
	};

	return shared_object_load(JSON_LIBRARY, functions, ARRAY_LEN(functions));
}

bool json_available(void)
{
	struct json_yajl yajl;

	if (json_load(&yajl))
		return true;
	diag_error("cannot load " JSON_LIBRARY ", the library that reads JSON");
	return false;
}

static size_t json_position(const struct piece_reader *reader)
{
	const struct json *json = (const struct json *)reader;

	return reader->base + (json->parser ? json->yajl.get_bytes_consumed(json->parser) : 0);
}

/* 0 stops the parser: the value is complete. */
static int show(struct json *json, enum json_event event, const void *text, size_t length)
{
	json->reader.seen = json_position(&json->reader);
	json->see(json->context, event, slice_of(text, length));
	if (json->depth > 0 || event == JSON_KEY)
		return 1;
	json->see(json->context, JSON_VALUE_END, SLICE(""));
	return 0;
}

static int see_null(void *context)
{
	return show(context, JSON_NULL, "", 0);
}

static int see_boolean(void *context, int value)
{
	return show(context, value ? JSON_TRUE : JSON_FALSE, "", 0);
}

static int json_see_number(void *context, const char *text, size_t length)
{
	return show(context, JSON_NUMBER, text, length);
}

static int json_see_string(void *context, const unsigned char *text, size_t length)
{
	return show(context, JSON_STRING, text, length);
}

static int see_key(void *context, const unsigned char *text, size_t length)
{
	return show(context, JSON_KEY, text, length);
}

static int see_object(void *context)
{
	((struct json *)context)->depth++;
	return show(context, JSON_OBJECT, "", 0);
}

static int see_object_end(void *context)
{
	((struct json *)context)->depth--;
	return show(context, JSON_OBJECT_END, "", 0);
}

static int see_array(void *context)
{
	((struct json *)context)->depth++;
	return show(context, JSON_ARRAY, "", 0);
}

static int see_array_end(void *context)
{
	((struct json *)context)->depth--;
	return show(context, JSON_ARRAY_END, "", 0);
}

static const yajl_callbacks callbacks = {
	.yajl_null = see_null,
	.yajl_boolean = see_boolean,
	.yajl_number = json_see_number,
	.yajl_string = json_see_string,
	.yajl_map_key = see_key,
	.yajl_start_map = see_object,
	.yajl_end_map = see_object_end,
	.yajl_start_array = see_array,
	.yajl_end_array = see_array_end,
};

static void *json_alloc(void *context, size_t size)
{
	(void)context;
	return memory_get(size);
}

static void *resize(void *context, void *old, size_t size)
{
	(void)context;
	return memory_resize(old, 1, size);
}

static void json_release_block(void *context, void *memory)
{
	(void)context;
	free(memory);
}

static void start_value(struct json *json)
{
	/* the parser itself does not look whether there was any */
	yajl_alloc_funcs memory = {
		.malloc = json_alloc, .realloc = resize, .free = json_release_block};

	json->parser = json->yajl.alloc(&callbacks, &memory, json);
	json->yajl.config(json->parser, yajl_dont_validate_strings, 1);
	json->depth = 0;
}

static void end_value(struct json *json)
{
	json->reader.base = json_position(&json->reader);
	json->yajl.free(json->parser);
	json->parser = NULL;
}

static bool is_between_values(char c)
{
	return char_is_blank(c) || c == '\n' || c == '\x1E' || c == '\xEF' || c == '\xBB' ||
	       c == '\xBF';
}

/* The message without the text around it, which the parser shows on lines of its own. */
static void break_off(struct json *json)
{
	unsigned char *said = json->yajl.get_error(json->parser, 0, NULL, 0);
	struct slice message = slice_from((const char *)said);

	slice_drop(&message, SLICE("\n"));
	slice_skip(&message, SLICE("lexical error: "));
	slice_skip(&message, SLICE("parse error: "));
	buf_add(&json->reader.problem, slice_trim(message));
	json->yajl.free_error(json->parser, said);
	end_value(json);
	json->reader.broken = true;
}

static bool json_feed(struct piece_reader *reader, struct slice piece)
{
	struct json *json = (struct json *)reader;

	piece_reader_begin(reader, piece);
	while (!reader->broken && reader->base < reader->text.len) {
		const struct slice rest = slice_tail(reader->text, reader->base);

		if (!json->parser && is_between_values(rest.ptr[0])) {
			reader->base++;
			continue;
		}
		if (!json->parser)
			start_value(json);
		switch (json->yajl.parse(json->parser, (const unsigned char *)rest.ptr, rest.len)) {
		case yajl_status_ok: reader->base = reader->text.len; break;
		case yajl_status_client_canceled: end_value(json); break;
		case yajl_status_error: break_off(json); break;
		}
	}
	return piece_reader_finish(reader);
}

static bool json_end(struct piece_reader *reader)
{
	struct json *json = (struct json *)reader;
	bool good = piece_reader_end(reader);

	if (json->parser && json->yajl.complete_parse(json->parser) != yajl_status_client_canceled)
		good = false;
	if (json->parser)
		json->yajl.free(json->parser);
	json->parser = NULL;
	return good;
}

struct piece_reader *json_new(json_see_fn *see, void *context)
{
	struct json *json = memory_get(sizeof(*json));

	*json = (struct json){
		.reader = {.feed = json_feed, .end = json_end, .position = json_position},
		.see = see,
		.context = context,
	};
	if (json_load(&json->yajl))
		return &json->reader;
	free(json);
	return NULL;
}

void json_free(struct piece_reader *reader)
{
	struct json *json = (struct json *)reader;

	if (!json)
		return;
	if (json->parser)
		json->yajl.free(json->parser);
	buf_release(&reader->problem);
	free(json);
}

#endif
