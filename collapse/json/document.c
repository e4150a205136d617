/* SPDX-License-Identifier: MIT */
#include "collapse/json/document.h"

#include <assert.h>

/* Texts inside of each other: each is read once more for the one around it. */
enum { DOCUMENT_INSIDE = 2 };

struct document_level {
	unsigned char place;
	const struct document_rule *element; /* of an array; NULL in an object, or without a rule */
	bool is_array;
};

static const struct note_kind common_kinds[] = {STREAM_NOTE_ROWS};

struct slice document_key(const struct ingest_run *run)
{
	return buf_slice(&document_of(run)->key);
}

bool document_begins(struct slice head)
{
	slice_skip(&head, SLICE("\xEF\xBB\xBF"));
	while (head.len > 0 && (char_is_blank(head.ptr[0]) || head.ptr[0] == '\n'))
		head = slice_tail(head, 1);
	return head.len > 0 && (head.ptr[0] == '{' || head.ptr[0] == '[');
}

enum probe document_probe(const struct document_format *format, struct slice head)
{
	size_t i;

	if (!document_begins(head))
		return PROBE_NO;
	for (i = 0; i < ARRAY_LEN(format->signs) && format->signs[i][0].len > 0; i++) {
		if (slice_contains(head, format->signs[i][0]) &&
		    slice_contains(head, format->signs[i][1]))
			return PROBE_YES;
	}
	return PROBE_UNSURE;
}

static const struct document_rule *find_rule(const struct document *document, unsigned place,
					     bool is_array, struct slice key)
{
	const struct document_rule *end = document->format->rules + document->format->rule_count;
	const struct document_rule *rule = document->first[place];

	for (; rule && rule < end && rule->in == place; rule++) {
		if (is_array ? rule->key.len == 0 && !rule->any && rule->known.len == 0
			     : rule->any || (rule->key.len == key.len && key.len > 0 &&
					     memcmp(rule->key.ptr, key.ptr, key.len) == 0))
			return rule;
	}
	return NULL;
}

/* The keys of documents are few: where one is found again. */
static struct document_known *document_known_of(struct document *document, unsigned place,
						struct slice key)
{
	const size_t ends = key.len == 0 ? 0
					 : (unsigned char)key.ptr[0] * 7u +
						   (unsigned char)key.ptr[key.len - 1];

	return &document->keys[(place * 5 + key.len * 3 + ends) % DOCUMENT_KEYS];
}

static bool document_is_known(const struct document_known *known, unsigned place, struct slice key)
{
	return known->place == place && known->length == key.len &&
	       memcmp(known->key, key.ptr, key.len) == 0;
}

/* The rule for the next value. */
static const struct document_rule *rule_of_next(const struct document *document)
{
	const struct document_level *level = &document->levels[document->depth - 1];

	return level->is_array ? level->element : document->member;
}

static void document_push(struct document *document, unsigned char place, bool is_array)
{
	MEMORY_ROOM(document->levels, document->depth, document->cap);
	document->levels[document->depth++] = (struct document_level){
		place,
		is_array ? find_rule(document, place, true, SLICE("")) : NULL,
		is_array,
	};
	document->member = NULL;
}

static void open_level(struct document *document, bool is_array)
{
	const struct document_rule *rule = rule_of_next(document);
	unsigned char place = DOCUMENT_NOWHERE;

	if (rule)
		place = is_array ? rule->array : rule->object;
	if (document->skip_depth > 0 || place == DOCUMENT_NOWHERE) {
		document->skip_depth++;
		return;
	}
	document_push(document, place, is_array);
	if (document->format->enter)
		document->format->enter(document->stream.run, place);
}

static void close_level(struct document *document)
{
	if (document->skip_depth > 0) {
		document->skip_depth--;
		return;
	}
	stream_update_budget(document->stream.run);
	if (document->format->leave)
		document->format->leave(document->stream.run,
					document->levels[document->depth - 1].place);
	document->depth--;
	document->member = NULL;
}

static void see_key(struct document *document, struct slice key)
{
	const unsigned char place = document->levels[document->depth - 1].place;
	struct document_known *known;
	const struct document_rule *rule;

	if (document->skip_depth > 0)
		return;
	known = document_known_of(document, place, key);
	if (document_is_known(known, place, key)) {
		document->member = known->rule;
		return;
	}
	document->member = rule = find_rule(document, place, false, key);
	if ((!rule || rule->any) && document->known[place] &&
	    !unused_is_listed(document->known[place]->known, key)) {
		unused_add(&document->unused, "member", key);
	} else if ((!rule || !rule->any) && key.len <= sizeof(known->key)) {
		known->place = place;
		known->length = (unsigned char)key.len;
		known->rule = rule;
		memcpy(known->key, key.ptr, key.len);
	}
	if (rule && rule->any) {
		buf_set(&document->key, key);
	}
}

static void document_value(struct document *document, enum json_event kind, struct slice text)
{
	const struct document_rule *rule;

	if (document->skip_depth > 0)
		return;
	rule = rule_of_next(document);
	if (rule && rule->field != 0)
		document->format->value(document->stream.run, rule->field, kind, text);
}

static void end_document(struct document *document)
{
	stream_update_line(document->stream.run);
	if (document->in_document && document->format->end)
		document->format->end(document->stream.run);
	text_tell_unused(document->stream.run, &document->unused);
	document->in_document = false;
	document->depth = 0;
	document->skip_depth = 0;
	document_push(document, DOCUMENT_TOP, true);
}

static void document_see(void *context, enum json_event event, struct slice text)
{
	struct document *document = context;

	document->in_document = true;
	switch (event) {
	case JSON_OBJECT: open_level(document, false); break;
	case JSON_ARRAY: open_level(document, true); break;
	case JSON_OBJECT_END:
	case JSON_ARRAY_END: close_level(document); break;
	case JSON_KEY: see_key(document, text); break;
	case JSON_VALUE_END:
		if (document->inside == 0)
			end_document(document);
		break;
	default: document_value(document, event, text); break;
	}
}

bool document_read(struct ingest_run *run, struct slice text, unsigned place)
{
	struct document *document = document_of(run);
	const size_t depth = document->depth, skip_depth = document->skip_depth;
	struct piece_reader *json;
	bool whole;

	if (document->inside == DOCUMENT_INSIDE)
		return false;
	document->inside++;
	document->skip_depth = 0;
	document_push(document, (unsigned char)place, true);
	json = json_new(document_see, document);
	whole = json->feed(json, text) && json->end(json);
	json_free(json);
	document->skip_depth = 0;
	while (document->depth > depth + 1) /* of text that is cut off */
		close_level(document);
	document->depth = depth;
	document->skip_depth = skip_depth;
	document->member = NULL;
	document->inside--;
	return whole;
}

/* True if only lists are open that may be cut off. */
static bool may_end_here(const struct document *document)
{
	size_t i;

	for (i = 1; i < document->depth; i++) {
		if (document->levels[i].place != document->format->may_be_cut)
			return false;
	}
	return document->depth > 1 && document->skip_depth == 0;
}

static bool document_end_file(struct ingest_run *run, bool whole)
{
	struct document *document = document_of(run);

	whole = whole || may_end_here(document);
	end_document(document);
	return whole;
}

/* Back to the list that something is in that is no JSON: a line is lost. */
static bool document_resume(void *context, struct buf *opening)
{
	struct document *document = context;
	struct ingest_run *run = document->stream.run;
	size_t depth = document->depth, i;

	if (!opening) {
		stream_note(run, TEXT_BAD_LINE, SLICE(""));
		return true;
	}
	while (depth > 1 && document->levels[depth - 1].place != document->format->may_be_cut)
		depth--;
	if (depth <= 1 || document->inside > 0)
		return false;
	stream_note(run, TEXT_BAD_LINE, buf_slice(&document->stream.reader->problem));
	document->depth = depth;
	document->skip_depth = 0;
	document->member = NULL;
	for (i = 1; i < depth; i++)
		buf_add(opening, document->levels[i].is_array ? SLICE("[") : SLICE("{\"\":"));
	return true;
}

static void document_init(struct ingest_run *run)
{
	const struct document_format *format = run->format->grammar;
	struct document *document = run->state;
	size_t i;

	document->stream.reader = json_new(document_see, document);
	if (format->is_mended)
		json_mend(document->stream.reader, document_resume);
	document->stream.end = document_end_file;
	document->format = format;
	for (i = format->rule_count; i-- > 0;) {
		assert(format->rules[i].in < DOCUMENT_PLACES);
		document->first[format->rules[i].in] = &format->rules[i];
		if (format->rules[i].known.len > 0)
			document->known[format->rules[i].in] = &format->rules[i];
	}
	document_push(document, DOCUMENT_TOP, true);
}

static void document_release_run(struct ingest_run *run)
{
	struct document *document = run->state;

	if (document->format->release)
		document->format->release(document);
	json_free(document->stream.reader);
	stream_release(&document->stream);
	buf_release(&document->key);
	free(document->levels);
}

struct ingest_format document_ingest_format(const struct document_format *format)
{
	return (struct ingest_format){
		.records = {.next = input_anywhere},
		.in_order = true,
		.parse = stream_parse,
		.state_size = format->state_size,
		.init = document_init,
		.finish = stream_finish,
		.locate = stream_update_line,
		.release = document_release_run,
		.kinds = format->kinds ? format->kinds : common_kinds,
		.kind_count = format->kinds ? format->kind_count : ARRAY_LEN(common_kinds),
		.grammar = format,
	};
}

void location_reset(struct location *location)
{
	buf_reset(&location->name);
	buf_reset(&location->file);
	buf_reset(&location->line);
}

void location_name(struct location *location, struct slice name)
{
	buf_set(&location->name, name);
}

void location_file(struct location *location, struct slice file)
{
	buf_set(&location->file, file);
}

void location_line(struct location *location, struct slice line)
{
	buf_reset(&location->line);
	if (slice_is_number(line))
		buf_add(&location->line, line);
}

frame_id location_frame(struct ingest_run *run, struct location *location, bool everything)
{
	struct buf *name = &text_of(run)->name;
	struct slice file = buf_slice(&location->file);
	bool anonymous = location->name.len == 0;

	if (!anonymous && (!everything || file.len == 0))
		return text_frame(run, buf_slice(&location->name));
	buf_set(name, anonymous ? SLICE("(anonymous)") : buf_slice(&location->name));
	if (file.len > 0)
		text_add_place(name, everything ? file : slice_without_folders(file),
			       buf_slice(&location->line));
	return text_frame(run, buf_slice(name));
}

void location_release(struct location *location)
{
	buf_release(&location->name);
	buf_release(&location->file);
	buf_release(&location->line);
}
