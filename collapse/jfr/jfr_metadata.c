/* SPDX-License-Identifier: MIT */
/*
 * The metadata event: a table of strings, then a tree of elements whose names and attributes are
 * indices of the table.
 *
 *     root ( metadata ( class id=109 name=jdk.ExecutionSample (
 *             field name=startTime class=... ( annotation class=... value=TICKS ) ) ) )
 */
#include "collapse/jfr/jfr_metadata.h"

#include "collapse/jfr/jfr_cursor.h"

#include "common/base/diag.h"
#include "common/table/intern.h"

enum { ELEMENT_DEPTH = 64 };

/*
 * Structs in structs may have exponentially many fields. All layouts together may go through a
 * number of fields that grows with the metadata alone, and which type is beyond that must not
 * depend on the others that are laid out.
 */
enum { LAYOUT_FIELDS = 256, LAYOUT_FIELDS_MORE = 65536 };

/* The place of an element: its meaning depends on its parent. */
enum place { OTHER, ROOT, METADATA, CLASS, FIELD, ANNOTATION };

static const struct {
	enum place parent;
	struct slice name;
	enum place place;
} places[] = {
	{ROOT, SLICE_INIT("metadata"), METADATA},
	{METADATA, SLICE_INIT("class"), CLASS},
	{CLASS, SLICE_INIT("field"), FIELD},
	{FIELD, SLICE_INIT("annotation"), ANNOTATION},
};

static const struct slice primitives[] = {
	[JFR_BOOLEAN] = SLICE_INIT("boolean"),
	[JFR_BYTE] = SLICE_INIT("byte"),
	[JFR_CHAR] = SLICE_INIT("char"),
	[JFR_SHORT] = SLICE_INIT("short"),
	[JFR_INT] = SLICE_INIT("int"),
	[JFR_LONG] = SLICE_INIT("long"),
	[JFR_FLOAT] = SLICE_INIT("float"),
	[JFR_DOUBLE] = SLICE_INIT("double"),
	[JFR_STRING] = SLICE_INIT("java.lang.String"),
};

static const struct slice measures[] = {
	[JFR_TICKS] = SLICE_INIT("TICKS"),
	[JFR_NANOSECONDS] = SLICE_INIT("NANOSECONDS"),
	[JFR_MICROSECONDS] = SLICE_INIT("MICROSECONDS"),
	[JFR_MILLISECONDS] = SLICE_INIT("MILLISECONDS"),
	[JFR_SECONDS] = SLICE_INIT("SECONDS"),
	[JFR_BYTES] = SLICE_INIT("BYTES"),
};

/* An annotation has a meaning only if its class, known at the end, is one of two. */
struct annotation {
	uint64_t class;
	uint32_t field;
	uint8_t measure;
};

struct parser {
	struct jfr_metadata *into;
	struct jfr_cursor rest;
	struct jfr_type type; /* being read */
	uint64_t id;
	bool has_id, has_name;
	struct annotation annotation;
	struct annotation *annotations;
	size_t annotation_count, annotation_cap;
};

void jfr_metadata_release(struct jfr_metadata *metadata)
{
	buf_release(&metadata->bytes);
	buf_release(&metadata->text);
	free(metadata->ends);
	ids_release(&metadata->ids);
	free(metadata->types);
	free(metadata->fields);
	free(metadata->by_number);
	*metadata = (struct jfr_metadata){.budget = 0};
}

const struct jfr_field *jfr_type_field(const struct jfr_metadata *metadata, uint32_t type,
				       struct slice name)
{
	const struct jfr_type *of = &metadata->types[type];
	uint32_t i;

	for (i = 0; i < of->field_count; i++) {
		const struct jfr_field *field = &metadata->fields[of->first_field + i];

		if (slice_equal(jfr_metadata_text(metadata, field->name), name))
			return field;
	}
	return NULL;
}

bool jfr_field_refers_to(const struct jfr_metadata *metadata, const struct jfr_field *field,
			 struct slice type)
{
	return field->by_pool && !field->is_array && field->type != IDS_NONE &&
	       slice_equal(jfr_type_name(metadata, field->type), type);
}

/* ---- Strings ---- */

static bool read_strings(struct parser *parser)
{
	struct jfr_metadata *into = parser->into;
	enum jfr_encoding encoding;
	uint64_t count, id;

	if (!jfr_take_number(&parser->rest, &count) || count > jfr_left(&parser->rest))
		return false;
	into->ends = memory_resize(NULL, (size_t)count + 1, sizeof(*into->ends));
	buf_reserve(&into->text, 1);
	for (into->string_count = 0; into->string_count < count; into->string_count++) {
		if (!jfr_take_string(&parser->rest, &into->text, &encoding, &id) ||
		    encoding == JFR_IN_POOL)
			return false;
		into->ends[into->string_count] = (uint32_t)into->text.len;
	}
	return true;
}

static bool jfr_metadata_take_index(struct parser *parser, uint32_t *string)
{
	uint64_t number;

	if (!jfr_take_number(&parser->rest, &number) || number >= parser->into->string_count)
		return false;
	*string = (uint32_t)number;
	return true;
}

/* ---- Elements ---- */

/* The index of the text in a table; 0 if it is none of them. */
static uint8_t find_in(const struct slice *table, size_t count, struct slice text)
{
	size_t i;

	for (i = 1; i < count; i++) {
		if (slice_equal(table[i], text))
			return (uint8_t)i;
	}
	return 0;
}

static bool set_class(struct parser *parser, struct slice key, uint32_t string)
{
	const struct slice value = jfr_metadata_text(parser->into, string);

	if (slice_equal(key, SLICE("id")))
		return parser->has_id = slice_to_u64(value, &parser->id);
	if (slice_equal(key, SLICE("name"))) {
		parser->has_name = true;
		parser->type.name = string;
		parser->type.primitive = find_in(primitives, ARRAY_LEN(primitives), value);
	} else if (slice_equal(key, SLICE("simpleType"))) {
		parser->type.is_simple = slice_equal(value, SLICE("true"));
	}
	return true;
}

static bool set_field(struct parser *parser, struct slice key, uint32_t string)
{
	struct jfr_field *field = &parser->into->fields[parser->into->field_count - 1];
	const struct slice value = jfr_metadata_text(parser->into, string);

	if (slice_equal(key, SLICE("name")))
		field->name = string;
	else if (slice_equal(key, SLICE("class")))
		return slice_to_u64(value, &field->class);
	else if (slice_equal(key, SLICE("constantPool")))
		field->by_pool = slice_equal(value, SLICE("true"));
	else if (slice_equal(key, SLICE("dimension")))
		field->is_array = !slice_equal(value, SLICE("0"));
	return true;
}

static bool set_annotation(struct parser *parser, struct slice key, uint32_t string)
{
	const struct slice value = jfr_metadata_text(parser->into, string);

	if (slice_equal(key, SLICE("class")))
		return slice_to_u64(value, &parser->annotation.class);
	if (slice_equal(key, SLICE("value")))
		parser->annotation.measure = find_in(measures, ARRAY_LEN(measures), value);
	return true;
}

static void begin_element(struct parser *parser, enum place place)
{
	struct jfr_metadata *into = parser->into;

	if (place == CLASS) {
		parser->type = (struct jfr_type){.first_field = (uint32_t)into->field_count};
		parser->has_id = parser->has_name = false;
	} else if (place == FIELD) {
		MEMORY_ROOM(into->fields, into->field_count, into->field_cap);
		into->fields[into->field_count++] = (struct jfr_field){.type = IDS_NONE};
	} else if (place == ANNOTATION) {
		parser->annotation = (struct annotation){.field = (uint32_t)into->field_count - 1};
	}
}

static bool jfr_metadata_read_attributes(struct parser *parser, enum place place)
{
	uint64_t count;
	uint32_t key, value;
	bool good = true;

	if (!jfr_take_number(&parser->rest, &count))
		return false;
	for (; good && count > 0; count--) {
		struct slice name;

		if (!jfr_metadata_take_index(parser, &key) ||
		    !jfr_metadata_take_index(parser, &value))
			return false;
		name = jfr_metadata_text(parser->into, key);
		if (place == CLASS)
			good = set_class(parser, name, value);
		else if (place == FIELD)
			good = set_field(parser, name, value);
		else if (place == ANNOTATION)
			good = set_annotation(parser, name, value);
	}
	return good;
}

/* Add a type; of two types with one id the last counts. */
static void jfr_metadata_add_type(struct parser *parser)
{
	struct jfr_metadata *into = parser->into;
	const uint32_t index = ids_number(&into->ids, parser->id);

	MEMORY_NEED(into->types, into->ids.count, into->type_cap);
	parser->type.field_count = (uint32_t)into->field_count - parser->type.first_field;
	into->types[index] = parser->type;
}

static void end_element(struct parser *parser, enum place place)
{
	if (place == CLASS && parser->has_id && parser->has_name) {
		jfr_metadata_add_type(parser);
	} else if (place == ANNOTATION && parser->annotation.measure != JFR_PLAIN) {
		MEMORY_ROOM(parser->annotations, parser->annotation_count, parser->annotation_cap);
		parser->annotations[parser->annotation_count++] = parser->annotation;
	}
}

static enum place place_of(enum place parent, struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(places); i++) {
		if (places[i].parent == parent && slice_equal(places[i].name, name))
			return places[i].place;
	}
	return OTHER;
}

/* Read an element and its children; parent OTHER at the root means the root itself. */
static bool read_element(struct parser *parser, enum place parent, unsigned depth)
{
	enum place place;
	uint64_t count;
	uint32_t name;

	if (depth > ELEMENT_DEPTH || !jfr_metadata_take_index(parser, &name))
		return false;
	place = depth == 0 ? ROOT : place_of(parent, jfr_metadata_text(parser->into, name));
	begin_element(parser, place);
	if (!jfr_metadata_read_attributes(parser, place) || !jfr_take_number(&parser->rest, &count))
		return false;
	for (; count > 0; count--) {
		if (!read_element(parser, place, depth + 1))
			return false;
	}
	end_element(parser, place);
	return true;
}

/* ---- The whole ---- */

static void resolve_annotations(const struct parser *parser)
{
	size_t i;

	for (i = 0; i < parser->annotation_count; i++) {
		const struct annotation *annotation = &parser->annotations[i];
		const uint32_t type = jfr_type_of(parser->into, annotation->class);
		const struct slice name = type == IDS_NONE ? SLICE("")
							   : jfr_type_name(parser->into, type);

		if (slice_equal(name, annotation->measure == JFR_BYTES ? SLICE("jdk.jfr.DataAmount")
								       : SLICE("jdk.jfr.Timespan")))
			parser->into->fields[annotation->field].measure = annotation->measure;
	}
}

static void make_numbers(struct jfr_metadata *into)
{
	size_t i;

	into->by_number = memory_resize(NULL, JFR_LOW_IDS, sizeof(*into->by_number));
	memset(into->by_number, 0xFF, JFR_LOW_IDS * sizeof(*into->by_number));
	for (i = 0; i < into->ids.count; i++) {
		if (into->ids.ids[i] < JFR_LOW_IDS)
			into->by_number[into->ids.ids[i]] = (uint32_t)i;
	}
}

/* Mark types hidden by a later one: of two types with one name the last counts. */
static void mark_superseded(struct jfr_metadata *into)
{
	const size_t count = jfr_type_count(into);
	uint32_t *last = memory_resize(NULL, count + 1, sizeof(*last)); /* type, by name */
	struct intern names = {0};
	size_t i;

	for (i = 0; i < count; i++) {
		const size_t known = names.count;
		const frame_id name = intern_add(&names, jfr_type_name(into, (uint32_t)i));

		if (name < known)
			into->types[last[name]].is_superseded = true;
		last[name] = (uint32_t)i;
	}
	intern_release(&names);
	free(last);
}

static bool jfr_metadata_parse(struct parser *parser)
{
	struct jfr_metadata *into = parser->into;
	size_t i;

	if (!read_strings(parser) || !read_element(parser, OTHER, 0))
		return false;
	make_numbers(into);
	for (i = 0; i < into->field_count; i++)
		into->fields[i].type = jfr_type_of(into, into->fields[i].class);
	resolve_annotations(parser);
	mark_superseded(into);
	return true;
}

bool jfr_metadata_read(struct jfr_metadata *metadata, const struct jfr_event *event, bool *is_same)
{
	struct parser parser = {.into = metadata, .rest = event->body};
	struct slice bytes;
	bool good;

	*is_same = false;
	good = jfr_skip_numbers(&parser.rest, 3) && /* start, duration, id */
	       jfr_left(&parser.rest) <= JFR_METADATA_MOST;
	bytes = slice_of((const char *)parser.rest.at, jfr_left(&parser.rest));
	if (good && metadata->types && slice_equal(buf_slice(&metadata->bytes), bytes)) {
		*is_same = true;
		return true;
	}
	jfr_metadata_release(metadata);
	if (good) {
		buf_add(&metadata->bytes, bytes);
		good = jfr_metadata_parse(&parser) && jfr_type_count(metadata) > 0;
	}
	if (good)
		metadata->budget = LAYOUT_FIELDS +
				   (LAYOUT_FIELDS_MORE + 16 * bytes.len) / jfr_type_count(metadata);
	free(parser.annotations);
	if (!good)
		jfr_metadata_release(metadata);
	return good;
}
