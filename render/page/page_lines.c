/* SPDX-License-Identifier: MIT */
#include "common/base/diag.h"
#include "common/base/escape.h"
#include "common/io/input.h"
#include "common/io/json.h"
#include "render/page/page_content.h"

enum lines_object { OF_FILE, OF_FUNCTION, OF_LINE, OF_INLINED, OF_CALLER };
enum lines_type { IS_TEXT, IS_NUMBER, IS_LIST };

enum { LEVELS = 4, NUMBER_MOST = 20 /* digits */ };

static const struct lines_member {
	enum lines_object of;
	const char *name;
	enum lines_type type;
	enum lines_object items; /* of a list */
	bool is_optional;
} lines_members[] = {
	{OF_FILE, "format", IS_TEXT, OF_FILE, false},
	{OF_FILE, "version", IS_NUMBER, OF_FILE, false},
	{OF_FILE, "unit", IS_TEXT, OF_FILE, false},
	{OF_FILE, "total", IS_NUMBER, OF_FILE, false},
	{OF_FILE, "functions", IS_LIST, OF_FUNCTION, false},
	{OF_FUNCTION, "function", IS_TEXT, OF_FILE, false},
	{OF_FUNCTION, "module", IS_TEXT, OF_FILE, false},
	{OF_FUNCTION, "start", IS_NUMBER, OF_FILE, false},
	{OF_FUNCTION, "self", IS_NUMBER, OF_FILE, false},
	{OF_FUNCTION, "total", IS_NUMBER, OF_FILE, false},
	{OF_FUNCTION, "lines", IS_LIST, OF_LINE, false},
	{OF_LINE, "line", IS_NUMBER, OF_FILE, false},
	{OF_LINE, "file", IS_TEXT, OF_FILE, false},
	{OF_LINE, "self", IS_NUMBER, OF_FILE, false},
	{OF_LINE, "total", IS_NUMBER, OF_FILE, false},
	{OF_LINE, "source", IS_TEXT, OF_FILE, true},
	{OF_LINE, "inlined", IS_LIST, OF_INLINED, true},
	{OF_LINE, "callers", IS_LIST, OF_CALLER, true},
	{OF_INLINED, "line", IS_NUMBER, OF_FILE, false},
	{OF_INLINED, "file", IS_TEXT, OF_FILE, false},
	{OF_INLINED, "function", IS_TEXT, OF_FILE, false},
	{OF_INLINED, "self", IS_NUMBER, OF_FILE, false},
	{OF_CALLER, "function", IS_TEXT, OF_FILE, false},
	{OF_CALLER, "total", IS_NUMBER, OF_FILE, false},
};

struct lines_reader {
	struct buf *out;
	struct lines_level {
		enum lines_object object;
		uint32_t seen;                     /* bits of members */
		const struct lines_member *member; /* whose value comes; NULL: none */
		bool in_list;                      /* its list has begun */
	} levels[LEVELS];
	unsigned depth;  /* of open objects */
	bool has_object; /* the one of the file */
	bool failed;
};

static void lines_see_key(struct lines_reader *reader, struct lines_level *level, struct slice key)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(lines_members); i++) {
		const struct lines_member *member = &lines_members[i];

		if (member->of != level->object || !slice_equal(key, slice_from(member->name)))
			continue;
		reader->failed |= (level->seen & 1U << i) != 0;
		buf_add_text(reader->out, level->seen == 0 ? "" : ",");
		buf_add_json(reader->out, key);
		buf_add_char(reader->out, ':');
		level->seen |= 1U << i;
		level->member = member;
		return;
	}
	reader->failed = true;
}

static void lines_begin_object(struct lines_reader *reader, struct lines_level *level)
{
	const bool is_first = !level && !reader->has_object;

	if ((!is_first && !(level && level->in_list)) || reader->depth == LEVELS) {
		reader->failed = true;
		return;
	}
	reader->has_object = true;
	if (level && reader->out->ptr[reader->out->len - 1] == '}')
		buf_add_text(reader->out, ",\n");
	buf_add_char(reader->out, '{');
	reader->levels[reader->depth++] = (struct lines_level){
		.object = level ? level->member->items : OF_FILE,
	};
}

static void lines_end_object(struct lines_reader *reader, const struct lines_level *level)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(lines_members); i++) {
		if (lines_members[i].of == level->object && !lines_members[i].is_optional)
			reader->failed |= (level->seen & 1U << i) == 0;
	}
	buf_add_char(reader->out, '}');
	reader->depth--;
}

/* A text or a number. */
static void lines_see_value(struct lines_reader *reader, struct lines_level *level,
			    enum lines_type type, struct slice text)
{
	const char *name = level->member->name;

	if (level->in_list || level->member->type != type ||
	    (type == IS_NUMBER && (!slice_is_number(text) || text.len > NUMBER_MOST)) ||
	    (strcmp(name, "format") == 0 && !slice_equal(text, SLICE("flambeau-lines"))) ||
	    (strcmp(name, "version") == 0 && !slice_equal(text, SLICE("1"))))
		reader->failed = true;
	if (type == IS_NUMBER)
		buf_add(reader->out, text);
	else
		buf_add_json(reader->out, text);
	level->member = NULL;
}

static void lines_see_in(struct lines_reader *reader, struct lines_level *level,
			 enum json_event event, struct slice text)
{
	const bool is_list = level->member && level->member->type == IS_LIST;

	if (event == JSON_KEY && !level->member) {
		lines_see_key(reader, level, text);
	} else if (event == JSON_OBJECT_END && !level->member) {
		lines_end_object(reader, level);
	} else if (event == JSON_ARRAY && is_list && !level->in_list) {
		level->in_list = true;
		buf_add_char(reader->out, '[');
	} else if (event == JSON_ARRAY_END && is_list && level->in_list) {
		level->in_list = false;
		level->member = NULL;
		buf_add_char(reader->out, ']');
	} else if ((event == JSON_STRING || event == JSON_NUMBER) && level->member) {
		lines_see_value(reader, level, event == JSON_STRING ? IS_TEXT : IS_NUMBER, text);
	} else {
		reader->failed = true;
	}
}

static void lines_see(void *context, enum json_event event, struct slice text)
{
	struct lines_reader *reader = context;
	struct lines_level *level = reader->depth > 0 ? &reader->levels[reader->depth - 1] : NULL;

	if (reader->failed || event == JSON_VALUE_END)
		return;
	if (event == JSON_OBJECT)
		lines_begin_object(reader, level);
	else if (level)
		lines_see_in(reader, level, event, text);
	else
		reader->failed = true;
}

/* False after a message about what could not be read. */
static bool lines_feed(struct piece_reader *json, const struct lines_reader *reader,
		       struct slice path, const struct personality *compat)
{
	enum { STEP = 1 << 16 };
	struct personality strict = *compat;
	const struct input_options options = {.paths = &path, .count = 1, .compat = &strict};
	struct input *input;
	struct buf piece = {0};
	ssize_t n;
	bool good = true;

	strict.missing_is_warning = false;
	input = input_open(&options);
	if (!input)
		return false;
	while (good && !reader->failed &&
	       (n = input_read(input, buf_reserve(&piece, STEP), STEP)) != 0)
		good = n > 0 && json->feed(json, slice_of(piece.ptr, (size_t)n));
	good = good && json->end(json);
	if (input_is_good(input) && (!good || reader->failed || !reader->has_object)) {
		diag_error("%.*s: not what export-lines --format json writes", SLICE_ARG(path));
		good = false;
	}
	good = input_is_good(input) && good;
	input_close(input);
	buf_release(&piece);
	return good;
}

bool page_lines_read(struct buf *out, struct slice path, const struct personality *compat)
{
	struct lines_reader reader = {.out = out};
	struct piece_reader *json = json_available() ? json_new(lines_see, &reader) : NULL;
	bool good;

	if (!json)
		return false;
	good = lines_feed(json, &reader, path, compat);
	json_free(json);
	return good;
}
