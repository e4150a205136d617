/* SPDX-License-Identifier: MIT */
#include "collapse/json_lines.h"

/* What is inside of an object or a list has a longer path. */
static void json_lines_open(struct json_lines *json, bool is_list)
{
	MEMORY_ROOM(json->lengths, json->depth, json->cap);
	if (is_list)
		buf_add(&json->path, SLICE("[]"));
	json->lengths[json->depth++] = json->path.len;
}

/* A member of the object that the path leads to. */
static void json_lines_check(struct json_lines *json, struct slice member)
{
	size_t i;

	for (i = 0; i < json->format->place_count; i++) {
		if (slice_equal(json->format->places[i].path, buf_slice(&json->path)) &&
		    !unused_is_listed(json->format->places[i].members, member))
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
		json->format->see(json->run, event, buf_slice(&json->path), text);
		return;
	case JSON_OBJECT_END:
	case JSON_ARRAY_END:
		json->path.len = json->lengths[--json->depth];
		json->format->see(json->run, event, buf_slice(&json->path), text);
		if (is_list)
			json->path.len -= 2;
		return;
	case JSON_VALUE_END: return;
	default: json->format->see(json->run, event, buf_slice(&json->path), text);
	}
}

/* The document is over. */
static void json_lines_end(struct json_lines *json)
{
	json_free(json->reader);
	json->reader = NULL;
	json->format->end(json->run);
}

bool json_lines_take(struct json_lines *json, const struct json_lines_format *format,
		     struct ingest_run *run, struct slice line)
{
	struct piece_reader *reader = json->reader;

	if (!reader) {
		if (!slice_starts(line, format->opens) || !json_available())
			return false;
		json->reader = reader = json_new(json_lines_see, json);
		json->format = format;
		json->depth = 0;
		buf_reset(&json->path);
		if (format->begin)
			format->begin(run);
	}
	json->run = run;
	if (!reader->feed(reader, line) || !reader->feed(reader, SLICE("\n")))
		text_note(run, format->broken, buf_slice(&reader->problem));
	else if (json->depth > 0 || line.len == 0)
		return true;
	text_tell_unused(run, &json->unused);
	json_lines_end(json);
	return true;
}

void json_lines_finish(struct json_lines *json, struct ingest_run *run)
{
	if (!json->reader)
		return;
	json->run = run;
	text_note(run, json->format->broken, SLICE("it does not end"));
	json_lines_end(json);
}

void json_lines_release(struct json_lines *json)
{
	json_free(json->reader);
	buf_release(&json->path);
	free(json->lengths);
}
