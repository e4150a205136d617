/* SPDX-License-Identifier: MIT */
#include "render/palette/attrs.h"

#include "common/base/buf.h"
#include "common/base/diag.h"
#include "common/io/input.h"

/* The file being read. */
struct reader {
	struct attrs *attrs;
	struct intern *names;
	const char *path;
	size_t line;
	size_t warnings, unsafe;
	struct frame_attrs *frame; /* of the line */
};

static bool same_word(struct slice text, const char *word)
{
	size_t i;

	for (i = 0; i < text.len && word[i]; i++) {
		if (char_lower(text.ptr[i]) != word[i])
			return false;
	}
	return i == text.len && word[i] == '\0';
}

static bool is_one_of(struct slice text, const char *const *words)
{
	for (; *words; words++) {
		if (same_word(text, *words))
			return true;
	}
	return false;
}

/*
 * True if a link may go there. Browsers skip blanks and control characters before the scheme, and
 * tabs and line ends in it.
 */
static bool is_safe_link(struct slice href)
{
	static const char *const schemes[] = {"http", "https", "mailto", "ftp", "file", NULL};
	char scheme[8];
	size_t len = 0, i = 0;

	while (i < href.len && (unsigned char)href.ptr[i] <= ' ')
		i++;
	for (; i < href.len; i++) {
		char c = href.ptr[i];

		if (c == '/' || c == '?' || c == '#')
			return true;
		if (c == ':')
			return is_one_of(slice_of(scheme, len), schemes);
		if ((unsigned char)c < ' ')
			continue;
		if (len < sizeof(scheme))
			scheme[len++] = c;
	}
	return true;
}

/* Ids that the picture itself has, and its script looks for. */
static bool is_taken(struct slice id)
{
	static const char *const taken[] = {
		"title",  "subtitle",   "details", "unzoom", "search",     "matched",  "frames",
		"labels", "ignorecase", "data",    "legend", "background", "vanished", NULL};

	return is_one_of(id, taken);
}

static bool is_attribute_name(struct slice name)
{
	size_t i;

	for (i = 0; i < name.len; i++) {
		if (!char_is_word(name.ptr[i]) && name.ptr[i] != '-' && name.ptr[i] != '.' &&
		    name.ptr[i] != ':')
			return false;
	}
	return name.len > 0 && (char_is_alpha(name.ptr[0]) || name.ptr[0] == '_');
}

/* True for attributes whose values are never parsed as styles. */
static bool is_text(struct slice name)
{
	static const char *const texts[] = {"class", "id", "target", "title", "xlink:title", NULL};

	return is_one_of(name, texts) || slice_starts(name, SLICE("data-")) ||
	       slice_starts(name, SLICE("aria-"));
}

/*
 * Would a browser fetch something for this value? Styles may do so by these functions; a
 * backslash can hide one.
 */
static bool is_reference(struct slice value)
{
	static const char *const functions[] = {"url(", "src(", "image(", "image-set("};
	size_t i;

	for (; value.len > 0; value = slice_tail(value, 1)) {
		if (value.ptr[0] == '\\')
			return true;
		for (i = 0; i < ARRAY_LEN(functions); i++) {
			size_t length = strlen(functions[i]);

			if (value.len >= length &&
			    same_word(slice_head(value, length), functions[i]))
				return true;
		}
	}
	return false;
}

static bool is_safe(struct slice name, struct slice value)
{
	static const char *const banned[] = {"style",      "src",  "srcdoc", "xmlns",
					     "background", "ping", NULL};

	if (!is_attribute_name(name) || is_one_of(name, banned) ||
	    same_word(slice_head(name, name.len < 2 ? name.len : 2), "on"))
		return false;
	if (slice_find(name, ':') != SLICE_NONE)
		return slice_equal(name, SLICE("xlink:title"));
	if (same_word(name, "href"))
		return is_safe_link(value);
	if (!is_text(name) && is_reference(value))
		return false;
	return !same_word(name, "id") || !is_taken(value);
}

static void warn(struct reader *reader, const char *what, struct slice name)
{
	if (reader->warnings++ < LIMIT_EXAMPLES)
		diag_warn("%s:%zu: %s: '%.*s'", reader->path, reader->line, what, SLICE_ARG(name));
}

static void set(struct reader *reader, struct slice name, struct slice value, bool extra)
{
	struct frame_attrs *frame = reader->frame;
	size_t i;

	if (!is_safe(name, value)) {
		reader->unsafe++;
		return;
	}
	for (i = 0; i < frame->count; i++) {
		if (!slice_equal(frame->list[i].name, name))
			continue;
		warn(reader, "given twice, the last value counts", name);
		frame->list[i] = (struct attr){name, value, extra};
		return;
	}
	MEMORY_ROOM(frame->list, frame->count, frame->cap);
	frame->list[frame->count++] = (struct attr){name, value, extra};
}

/* Take a value, with or without quotes, off the front. */
static struct slice take_value(struct slice *text)
{
	struct slice value;
	char quote = text->len > 0 ? text->ptr[0] : ' ';

	if (quote == '"' || quote == '\'') {
		struct slice rest = slice_tail(*text, 1);

		if (slice_cut(&rest, quote, &value)) {
			*text = rest;
			return value;
		}
	}
	if (text->len == 0 || char_is_blank(quote) || !slice_word(text, &value))
		return slice_head(*text, 0);
	return value;
}

/* a=b c="d e" */
static void set_list(struct reader *reader, struct slice list, bool extra)
{
	while ((list = slice_trim_left(list)).len > 0) {
		struct slice name = list;
		size_t n = 0;

		while (n < list.len && list.ptr[n] != '=' && !char_is_blank(list.ptr[n]))
			n++;
		name = slice_head(list, n);
		list = slice_tail(list, n);
		if (slice_skip(&list, SLICE("=")))
			set(reader, name, take_value(&list), extra);
		else
			warn(reader, "no value, left out", name);
	}
}

static void set_title(struct reader *reader, struct slice title)
{
	bool none = title.len == 0 || slice_equal(title, SLICE("0"));

	reader->frame->has_title = !(none && reader->attrs->rules->empty_is_none);
	reader->frame->title = title;
}

static void set_key(struct reader *reader, struct slice key, struct slice value)
{
	if (reader->attrs->rules->trims && value.len >= 2 && slice_starts(value, SLICE("\"")) &&
	    slice_ends(value, SLICE("\"")))
		value = slice_of(value.ptr + 1, value.len - 2);
	if (slice_equal(key, SLICE("title")))
		set_title(reader, value);
	else if (slice_equal(key, SLICE("href")) && !is_safe_link(value))
		reader->unsafe++;
	else if (slice_equal(key, SLICE("href")))
		reader->frame->href = value;
	else if (slice_equal(key, SLICE("target")) || slice_equal(key, SLICE("id")) ||
		 slice_equal(key, SLICE("class")))
		set(reader, key, value, false);
	else if (slice_equal(key, SLICE("g_extra")) || slice_equal(key, SLICE("a_extra")))
		set_list(reader, value, key.ptr[0] == 'a');
	else
		warn(reader, "not a known key, left out", key);
}

static struct frame_attrs *frame_of(struct attrs *attrs, frame_id name)
{
	MEMORY_ROOM(attrs->frames, name, attrs->cap);
	for (; attrs->count <= name; attrs->count++)
		attrs->frames[attrs->count] = (struct frame_attrs){0};
	return &attrs->frames[name];
}

/* False if the file is of no use. */
static bool read_line(struct reader *reader, struct slice line)
{
	const struct attrs_rules *rules = reader->attrs->rules;
	struct slice name, field, key;
	bool more;

	if (rules->trims)
		line = slice_trim(line);
	if (!slice_cut(&line, '\t', &name)) {
		if (rules->tab_is_required)
			diag_error_at(CODE_DATA, slice_from(reader->path), reader->line,
				      "no tab after the name");
		return !rules->tab_is_required;
	}
	reader->frame = frame_of(reader->attrs, intern_add(reader->names, name));
	if (rules->last_line_wins) {
		free(reader->frame->list);
		*reader->frame = (struct frame_attrs){0};
	}
	do {
		more = slice_cut(&line, '\t', &field);
		if (!more)
			field = line;
		if (slice_cut(&field, '=', &key))
			set_key(reader, key, field);
		else if (field.len > 0)
			warn(reader, "no value, left out", field);
	} while (more);
	return true;
}

/* All lines are read: drop attributes that lack their link, add the default target. */
static void finish_frame(struct frame_attrs *frame, const struct attrs_rules *rules)
{
	bool has_target = false;
	size_t i, n = 0;

	for (i = 0; i < frame->count; i++) {
		if (frame->list[i].extra && rules->extras_need_link && frame->href.len == 0)
			continue;
		has_target |= slice_equal(frame->list[i].name, SLICE("target"));
		frame->list[n++] = frame->list[i];
	}
	frame->count = n;
	if (frame->href.len == 0 || has_target)
		return;
	MEMORY_ROOM(frame->list, n, frame->cap);
	frame->list[frame->count++] = (struct attr){SLICE("target"), SLICE("_top"), false};
}

static bool read_text(struct reader *reader, struct slice text)
{
	struct slice line;

	while (slice_line(&text, &line)) {
		reader->line++;
		if (!read_line(reader, line))
			return false;
	}
	if (reader->warnings > LIMIT_EXAMPLES)
		diag_warn("%s: %zu such keys and values", reader->path, reader->warnings);
	if (reader->unsafe > 0)
		diag_warn("%s: %zu %s left out that could be scripts or styles", reader->path,
			  reader->unsafe, reader->unsafe == 1 ? "attribute" : "attributes");
	return true;
}

COLD bool attrs_read(struct attrs *attrs, struct slice path, struct intern *names,
		     const struct personality *compat)
{
	struct personality strict = *compat;
	const struct input_options options = {.paths = &path, .count = 1, .compat = &strict};
	struct reader reader = {.attrs = attrs, .names = names, .path = path.ptr};
	struct input *input;
	struct chunk chunk;
	struct buf buf = {0};
	bool good = true;
	size_t i;

	strict.missing_is_warning = false;
	input = input_open(&options);
	if (!input)
		return false;
	while (good && input_claim(input, &buf, &chunk))
		good = read_text(&reader, arena_copy(&attrs->arena, chunk.text));
	good = input_is_good(input) && good;
	input_close(input);
	buf_release(&buf);
	for (i = 0; i < attrs->count; i++)
		finish_frame(&attrs->frames[i], attrs->rules);
	return good;
}

COLD const struct frame_attrs *attrs_of(const struct attrs *attrs, frame_id name)
{
	const struct frame_attrs *frame = name < attrs->count ? &attrs->frames[name] : NULL;

	return frame && (frame->has_title || frame->href.len > 0 || frame->count > 0) ? frame
										      : NULL;
}

COLD void attrs_release(struct attrs *attrs)
{
	size_t i;

	for (i = 0; i < attrs->count; i++)
		free(attrs->frames[i].list);
	free(attrs->frames);
	arena_release(&attrs->arena);
	*attrs = (struct attrs){0};
}
