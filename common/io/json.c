/* SPDX-License-Identifier: MIT */
#include "common/io/json.h"

#include "common/base/diag.h"

#ifndef HAVE_YAJL

bool json_available(void)
{
	diag_error("built without yajl, the library that reads JSON");
	return false;
}

struct json *json_new(json_see_fn *see, void *context)
{
	(void)see;
	(void)context;
	return NULL;
}

void json_free(struct json *json)
{
	(void)json;
}

bool json_feed(struct json *json, struct slice piece)
{
	(void)json;
	(void)piece;
	return false;
}

bool json_end(struct json *json)
{
	(void)json;
	return false;
}

struct slice json_problem(const struct json *json)
{
	(void)json;
	return SLICE("");
}

size_t json_lines(struct json *json)
{
	(void)json;
	return 0;
}

size_t json_bytes(const struct json *json)
{
	(void)json;
	return 0;
}

size_t json_unfinished(const struct json *json)
{
	(void)json;
	return 0;
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
	struct json_yajl yajl;
	json_see_fn *see;
	void *context;
	yajl_handle parser; /* one for each value; NULL between values and after what is none */
	bool broken;
	size_t depth;

	struct slice text;  /* being read */
	size_t base;        /* position in it where the parser was started */
	size_t seen;        /* end of the last token in it, 0 if there was none */
	size_t counted;     /* lines are counted up to there */
	size_t lines;       /* line ends up to there */
	size_t unfinished;  /* bytes after the token seen last */
	struct buf problem; /* the error */
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

static size_t position(const struct json *json)
{
	return json->parser ? json->base + json->yajl.get_bytes_consumed(json->parser) : json->base;
}

size_t json_bytes(const struct json *json)
{
	const size_t at = position(json);

	return at < json->text.len ? at : json->text.len;
}

size_t json_lines(struct json *json)
{
	size_t at = json_bytes(json), found;

	while (json->counted < at) {
		found = slice_find(slice_of(json->text.ptr + json->counted, at - json->counted),
				   '\n');
		if (found == SLICE_NONE) {
			json->counted = at;
			break;
		}
		json->counted += found + 1;
		json->lines++;
	}
	return json->lines;
}

/* 0 stops the parser: the value is complete. */
static int show(struct json *json, enum json_event event, const void *text, size_t length)
{
	json->seen = position(json);
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

struct json *json_new(json_see_fn *see, void *context)
{
	struct json *json = memory_get(sizeof(*json));

	*json = (struct json){.see = see, .context = context};
	if (json_load(&json->yajl))
		return json;
	free(json);
	return NULL;
}

void json_free(struct json *json)
{
	if (!json)
		return;
	if (json->parser)
		json->yajl.free(json->parser);
	buf_release(&json->problem);
	free(json);
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
	json->base = position(json);
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

	buf_reset(&json->problem);
	slice_drop(&message, SLICE("\n"));
	slice_skip(&message, SLICE("lexical error: "));
	slice_skip(&message, SLICE("parse error: "));
	buf_add(&json->problem, slice_trim(message));
	json->yajl.free_error(json->parser, said);
	end_value(json);
	json->broken = true;
}

static void read_value(struct json *json)
{
	const unsigned char *text = (const unsigned char *)json->text.ptr + json->base;

	if (!json->parser)
		start_value(json);
	switch (json->yajl.parse(json->parser, text, json->text.len - json->base)) {
	case yajl_status_ok: json->base = json->text.len; break;
	case yajl_status_client_canceled: end_value(json); break;
	case yajl_status_error: break_off(json); break;
	}
}

static void json_read_text(struct json *json, struct slice text)
{
	json->text = text;
	json->base = json->seen = json->counted = json->lines = 0;
	while (!json->broken && json->base < text.len) {
		if (!json->parser)
			while (json->base < json->text.len &&
			       is_between_values(json->text.ptr[json->base]))
				json->base++;
		if (json->base < text.len)
			read_value(json);
	}
	json->unfinished = json->seen > 0 ? text.len - json->seen : json->unfinished + text.len;
}

bool json_feed(struct json *json, struct slice piece)
{
	buf_reset(&json->problem);
	json_read_text(json, json->broken ? SLICE("") : piece);
	return !json->broken;
}

bool json_end(struct json *json)
{
	bool good = !json->broken;

	buf_reset(&json->problem);
	json->text = SLICE("");
	json->base = json->counted = json->lines = 0;
	if (json->parser && json->yajl.complete_parse(json->parser) != yajl_status_client_canceled)
		good = false;
	if (json->parser)
		json->yajl.free(json->parser);
	json->parser = NULL;
	json->broken = false;
	json->unfinished = 0;
	return good;
}

size_t json_unfinished(const struct json *json)
{
	return json->unfinished;
}

struct slice json_problem(const struct json *json)
{
	return buf_slice(&json->problem);
}

#endif
