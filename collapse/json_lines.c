/* SPDX-License-Identifier: MIT */
#include "collapse/json_lines.h"

/* What is inside of an object or a list has a longer path. */
static void json_lines_open(struct json_lines *json, bool is_list)
{
	json->lengths = memory_grow(json->lengths, &json->cap, json->depth + 1,
				    sizeof(*json->lengths));
	if (is_list)
		buf_add(&json->path, SLICE("[]"));
	json->lengths[json->depth++] = json->path.len;
}

/* A member of the object that the path leads to. */
static void json_lines_check(struct json_lines *json, struct slice member)
{
	size_t i;

	for (i = 0; i < json->place_count; i++) {
		if (slice_equal(json->places[i].path, buf_slice(&json->path)) &&
		    !unused_is_listed(json->places[i].members, member))
			unused_add(&json->unused, "member", member);
	}
}

static void json_lines_see(void *context, enum json_event event, struct slice text)
{
	struct json_lines *json = context;
	const bool is_list = event == JSON_ARRAY || event == JSON_ARRAY_END;

	switch (event) {
	case JSON_KEY:
		json->path.len = json->lengths[json->depth - 1];
		json_lines_check(json, text);
		if (json->path.len > 0)
			buf_add_char(&json->path, '.');
		buf_add(&json->path, text);
		return;
	case JSON_OBJECT:
	case JSON_ARRAY:
		json_lines_open(json, is_list);
		json->see(json->run, event, buf_slice(&json->path), text);
		return;
	case JSON_OBJECT_END:
	case JSON_ARRAY_END:
		json->path.len = json->lengths[--json->depth];
		json->see(json->run, event, buf_slice(&json->path), text);
		if (is_list)
			json->path.len -= 2;
		return;
	case JSON_VALUE_END: return;
	default: json->see(json->run, event, buf_slice(&json->path), text);
	}
}

bool json_lines_begin(struct json_lines *json, json_lines_fn *see,
		      const struct json_lines_place *places, size_t place_count)
{
	json->depth = 0;
	json->see = see;
	json->places = places;
	json->place_count = place_count;
	buf_reset(&json->path);
	json->reader = json_available() ? json_new(json_lines_see, json) : NULL;
	return json->reader != NULL;
}

bool json_lines_feed(struct json_lines *json, struct ingest_run *run, struct slice line,
		     struct slice *problem)
{
	struct piece_reader *reader = json->reader;
	bool good;

	json->run = run;
	*problem = SLICE("");
	good = reader->feed(reader, line) && reader->feed(reader, SLICE("\n"));
	if (!good) {
		buf_set(&json->path, buf_slice(&reader->problem));
		*problem = buf_slice(&json->path);
	}
	if (good && (json->depth > 0 || line.len == 0))
		return true;
	text_tell_unused(run, &json->unused);
	json_lines_stop(json);
	return false;
}

void json_lines_stop(struct json_lines *json)
{
	json_free(json->reader);
	json->reader = NULL;
}

void json_lines_release(struct json_lines *json)
{
	json_lines_stop(json);
	buf_release(&json->path);
	free(json->lengths);
}
