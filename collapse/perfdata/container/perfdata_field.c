/* SPDX-License-Identifier: MIT */
/* A line of a format file: "field:int common_pid;\toffset:4;\tsize:4;\tsigned:1;" */
#include "collapse/perfdata/container/perfdata_field.h"

/* The text of a part "KEY:TEXT;", which is taken off; false if the next part is another one. */
static bool field_take_part(struct slice *line, struct slice key, struct slice *text)
{
	struct slice rest = slice_trim_left(*line);

	if (!slice_skip(&rest, key) || !slice_cut(&rest, ';', text))
		return false;
	*line = rest;
	return true;
}

static bool field_take_number(struct slice *line, struct slice key, uint64_t *number)
{
	struct slice text;

	return field_take_part(line, key, &text) && slice_to_u64(slice_trim(text), number);
}

static bool has_size_of_number(uint64_t size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

/* "unsigned long call_site", "char comm[16]", "__data_loc char[] name" */
static bool parse_declaration(struct slice text, struct perfdata_field *field)
{
	const size_t array = slice_find(text, '[');
	struct slice rest = text, word;

	if (!slice_last_word(&rest, &word))
		return false;
	if (slice_find(word, '[') != SLICE_NONE)
		word = slice_head(word, slice_find(word, '['));
	while (slice_skip(&word, SLICE("*")))
		;
	field->name = word;
	field->is_number = array == SLICE_NONE && !slice_contains(text, SLICE("__data_loc ")) &&
			   !slice_contains(text, SLICE("__rel_loc "));
	return word.len > 0;
}

static bool parse_line(struct slice line, struct perfdata_field *field)
{
	struct slice declaration;
	uint64_t is_signed = 0;

	*field = (struct perfdata_field){0};
	if (!field_take_part(&line, SLICE("field:"), &declaration) ||
	    !field_take_number(&line, SLICE("offset:"), &field->offset) ||
	    !field_take_number(&line, SLICE("size:"), &field->size) ||
	    !parse_declaration(declaration, field))
		return false;
	field_take_number(&line, SLICE("signed:"), &is_signed); /* not before Linux 2.6.33 */
	field->is_signed = is_signed != 0;
	field->is_number &= has_size_of_number(field->size);
	return true;
}

bool perfdata_field_next(struct slice *format, struct perfdata_field *field)
{
	struct slice line;

	while (slice_line(format, &line)) {
		if (parse_line(line, field))
			return true;
	}
	return false;
}

bool perfdata_field_find(struct slice format, struct slice name, struct perfdata_field *field)
{
	while (perfdata_field_next(&format, field)) {
		if (slice_equal(field->name, name))
			return true;
	}
	return false;
}

bool perfdata_field_value(const struct perfdata_field *field, const struct perfdata_sample *sample,
			  bool swapped, uint64_t *value)
{
	const char *at;

	if (!sample->raw || field->offset > sample->raw_size ||
	    field->size > sample->raw_size - field->offset)
		return false;
	at = sample->raw + field->offset;
	switch (field->size) {
	case 1: *value = (unsigned char)at[0]; break;
	case 2: *value = perfdata_u16(swapped, at); break;
	case 4: *value = perfdata_u32(swapped, at); break;
	default: *value = perfdata_u64(swapped, at); break;
	}
	if (field->is_signed && field->size < 8 && *value >> (8 * field->size - 1) & 1)
		*value |= UINT64_MAX << 8 * field->size;
	return true;
}
