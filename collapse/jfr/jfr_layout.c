/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_layout.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "collapse/jfr/jfr_cursor.h"

enum { NESTING = 16 };

enum step_kind {
	SKIP_NUMBERS, /* `count` of them */
	SKIP_BYTES,   /* `count` of them */
	SKIP_STRING,
	SKIP_ARRAY, /* its elements have the next `count` steps */
	TAKE_PLACE, /* of the value that the next steps skip */
	TAKE_NUMBER,
	TAKE_INT, /* sign-extended from 32 bits */
	TAKE_SHORT,
	TAKE_CHAR,
	TAKE_BYTE,
	TAKE_BOOLEAN,
	TAKE_FLOAT,
	TAKE_DOUBLE,
};

/* The step that takes a primitive, and the one that skips it. */
static const struct {
	uint8_t take, skip;
	uint32_t count; /* of SKIP_NUMBERS or SKIP_BYTES */
} primitives[] = {
	[JFR_BOOLEAN] = {TAKE_BOOLEAN, SKIP_BYTES, 1}, [JFR_BYTE] = {TAKE_BYTE, SKIP_BYTES, 1},
	[JFR_CHAR] = {TAKE_CHAR, SKIP_NUMBERS, 1},     [JFR_SHORT] = {TAKE_SHORT, SKIP_NUMBERS, 1},
	[JFR_INT] = {TAKE_INT, SKIP_NUMBERS, 1},       [JFR_LONG] = {TAKE_NUMBER, SKIP_NUMBERS, 1},
	[JFR_FLOAT] = {TAKE_FLOAT, SKIP_BYTES, 4},     [JFR_DOUBLE] = {TAKE_DOUBLE, SKIP_BYTES, 8},
	[JFR_STRING] = {TAKE_PLACE, SKIP_STRING, 0},
};

struct maker {
	const struct jfr_metadata *metadata;
	uint64_t budget; /* fields that may still be gone through */
	const struct jfr_want *wants;
	size_t want_count;
	struct jfr_step *steps;
	size_t count, cap;
	size_t barrier; /* steps before this one take no more */
	struct jfr_layout *layout;
};

static void add_step(struct maker *maker, enum step_kind kind, unsigned slot, uint32_t count)
{
	struct jfr_step *last = maker->count > maker->barrier ? &maker->steps[maker->count - 1]
							      : NULL;

	if (last && last->kind == kind && (kind == SKIP_NUMBERS || kind == SKIP_BYTES)) {
		last->count += count;
		return;
	}
	MEMORY_ROOM(maker->steps, maker->count, maker->cap);
	maker->steps[maker->count++] = (struct jfr_step){
		.kind = (uint8_t)kind, .slot = (uint8_t)slot, .count = count};
}

static void set_slot(struct maker *maker, unsigned slot, enum step_kind kind)
{
	maker->layout->slots |= UINT32_C(1) << slot;
	if (kind == TAKE_FLOAT || kind == TAKE_DOUBLE)
		maker->layout->reals |= UINT32_C(1) << slot;
}

static bool add_field(struct maker *maker, const struct jfr_field *field,
		      const struct jfr_want *want, unsigned depth);

static const struct jfr_want *want_of(const struct maker *maker, const struct jfr_field *field)
{
	const struct slice name = jfr_metadata_text(maker->metadata, field->name);
	size_t i;

	for (i = 0; i < maker->want_count; i++) {
		if (name.len > 0 && slice_equal(maker->wants[i].field, name))
			return &maker->wants[i];
	}
	return NULL;
}

/*
 * A struct in place. Only fields of the outermost struct are wanted, or the value of a simple one
 * of these.
 */
static bool add_struct(struct maker *maker, uint32_t index, const struct jfr_want *want,
		       unsigned depth)
{
	const struct jfr_type *type = &maker->metadata->types[index];
	uint32_t i;

	if (depth > NESTING)
		return false;
	for (i = 0; i < type->field_count; i++) {
		const struct jfr_field *field = &maker->metadata->fields[type->first_field + i];
		const struct jfr_want *inner = depth == 0        ? want_of(maker, field)
					       : type->is_simple ? want
								 : NULL;

		if (!add_field(maker, field, inner, depth))
			return false;
	}
	return true;
}

static bool jfr_layout_add_value(struct maker *maker, const struct jfr_field *field,
				 const struct jfr_want *want, unsigned depth)
{
	const uint8_t primitive = maker->metadata->types[field->type].primitive;

	if (field->by_pool) {
		if (want && want->taking == JFR_TAKE_REFERENCE &&
		    jfr_field_refers_to(maker->metadata, field, want->of)) {
			set_slot(maker, want->slot, TAKE_NUMBER);
			add_step(maker, TAKE_NUMBER, want->slot, 1);
		} else {
			add_step(maker, SKIP_NUMBERS, 0, 1);
		}
		return true;
	}
	if (primitive == JFR_STRUCT)
		return add_struct(maker, field->type, want, depth + 1);
	if (want && want->taking == JFR_TAKE_NUMBER && primitive != JFR_STRING) {
		set_slot(maker, want->slot, primitives[primitive].take);
		add_step(maker, primitives[primitive].take, want->slot, 1);
		return true;
	}
	if (want && want->taking == JFR_PASS_NUMBER && primitive != JFR_STRING)
		set_slot(maker, want->slot, primitives[primitive].take);
	if (want && want->taking == JFR_TAKE_PLACE && primitive == JFR_STRING) {
		set_slot(maker, want->slot, TAKE_PLACE);
		add_step(maker, TAKE_PLACE, want->slot, 0);
	}
	add_step(maker, primitives[primitive].skip, 0, primitives[primitive].count);
	return true;
}

static bool add_array(struct maker *maker, const struct jfr_field *field,
		      const struct jfr_want *want, unsigned depth)
{
	size_t at;

	if (want && want->taking == JFR_TAKE_PLACE) {
		set_slot(maker, want->slot, TAKE_PLACE);
		add_step(maker, TAKE_PLACE, want->slot, 0);
	}
	at = maker->count;
	add_step(maker, SKIP_ARRAY, 0, 0);
	maker->barrier = maker->count;
	if (!jfr_layout_add_value(maker, field, NULL, depth))
		return false;
	maker->barrier = maker->count;
	maker->steps[at].count = (uint32_t)(maker->count - at - 1);
	return maker->steps[at].count > 0; /* elements without bytes: any number of them would do */
}

static bool add_field(struct maker *maker, const struct jfr_field *field,
		      const struct jfr_want *want, unsigned depth)
{
	if (field->type == IDS_NONE || maker->budget == 0)
		return false;
	maker->budget--;
	return field->is_array ? add_array(maker, field, want, depth)
			       : jfr_layout_add_value(maker, field, want, depth);
}

/* A value of a pool may be a primitive itself: a string. */
static bool jfr_layout_add_type(struct maker *maker, uint32_t type)
{
	const uint8_t primitive = maker->metadata->types[type].primitive;

	if (primitive == JFR_STRUCT)
		return add_struct(maker, type, NULL, 0);
	add_step(maker, primitives[primitive].skip, 0, primitives[primitive].count);
	return true;
}

/* How many numbers the steps go through, if nothing else, and if they are few. */
static uint32_t jfr_layout_numbers(const struct jfr_step *step, size_t count)
{
	const uint32_t few = 64;
	uint32_t numbers = 0;

	for (; count > 0; count--, step++) {
		if ((step->kind != TAKE_NUMBER && step->kind != SKIP_NUMBERS) || step->count > few)
			return 0;
		numbers += step->count;
		if (numbers > few)
			return 0;
	}
	return numbers;
}

bool jfr_layout_make(const struct jfr_metadata *metadata, uint32_t type,
		     const struct jfr_want *wants, size_t want_count, struct arena *arena,
		     struct jfr_layout *layout)
{
	struct maker maker = {
		.metadata = metadata,
		.budget = metadata->budget,
		.wants = wants,
		.want_count = want_count,
		.layout = layout,
	};
	const bool good = (*layout = (struct jfr_layout){NULL, 0, 0, 0, 0},
			   jfr_layout_add_type(&maker, type));

	if (good && maker.count > 0) {
		struct jfr_step *steps = arena_alloc(arena, maker.count * sizeof(*steps));

		memcpy(steps, maker.steps, maker.count * sizeof(*steps));
		layout->steps = steps;
		layout->count = (uint32_t)maker.count;
		layout->numbers = jfr_layout_numbers(steps, maker.count);
	}
	free(maker.steps);
	return good;
}

/* ---- Reading ---- */

static bool skip_values(const struct jfr_step *step, const struct jfr_step *end,
			struct jfr_cursor *cursor);

static bool skip_array(const struct jfr_step *element, uint32_t steps, struct jfr_cursor *cursor)
{
	uint64_t count;

	if (!jfr_take_number(cursor, &count) || count > jfr_left(cursor))
		return false;
	if (steps == 1 && (element->kind == SKIP_NUMBERS || element->kind == SKIP_BYTES)) {
		if (count > jfr_left(cursor) / element->count)
			return false;
		return element->kind == SKIP_BYTES
			       ? jfr_skip(cursor, count * element->count)
			       : jfr_skip_numbers(cursor, count * element->count);
	}
	for (; count > 0; count--) {
		if (!skip_values(element, element + steps, cursor))
			return false;
	}
	return true;
}

static bool skip_values(const struct jfr_step *step, const struct jfr_step *end,
			struct jfr_cursor *cursor)
{
	bool good = true;

	for (; good && step < end; step++) {
		switch ((enum step_kind)step->kind) {
		case SKIP_NUMBERS: good = jfr_skip_numbers(cursor, step->count); break;
		case SKIP_BYTES: good = jfr_skip(cursor, step->count); break;
		case SKIP_STRING: good = jfr_skip_string(cursor); break;
		case SKIP_ARRAY:
			good = skip_array(step + 1, step->count, cursor);
			step += step->count;
			break;
		default: assert(false); break; /* elements of arrays are only skipped */
		}
	}
	return good;
}

static bool take_real(struct jfr_cursor *cursor, unsigned size, union jfr_value *value)
{
	const unsigned char *at = cursor->at;
	uint64_t bits;

	if (!jfr_skip(cursor, size))
		return false;
	bits = slice_load_bytes(at, size, true);
	if (size == sizeof(float)) {
		const uint32_t few = (uint32_t)bits;
		float real;

		memcpy(&real, &few, sizeof(real));
		value->real = (double)real;
	} else {
		memcpy(&value->real, &bits, sizeof(value->real));
	}
	return true;
}

/* A number that is narrower than 64 bits, or not compressed. */
static bool take_narrow(enum step_kind kind, struct jfr_cursor *cursor, union jfr_value *value)
{
	uint64_t number;
	uint8_t byte;

	if (kind == TAKE_FLOAT || kind == TAKE_DOUBLE)
		return take_real(cursor, kind == TAKE_FLOAT ? 4 : 8, value);
	if (kind == TAKE_BYTE || kind == TAKE_BOOLEAN) {
		if (!jfr_take_byte(cursor, &byte))
			return false;
		value->number = kind == TAKE_BYTE ? (uint64_t)(int64_t)(int8_t)byte : byte;
		return true;
	}
	if (!jfr_take_number(cursor, &number))
		return false;
	value->number = kind == TAKE_INT     ? (uint64_t)(int64_t)(int32_t)(uint32_t)number
			: kind == TAKE_SHORT ? (uint64_t)(int64_t)(int16_t)(uint16_t)number
					     : (uint16_t)number;
	return true;
}

#if defined(__SSE2__)

enum { NEAR = 16, NEAR_READ = NEAR + 8 };

/*
 * jfr_layout_read_numbers() of values that end within the next NEAR bytes: where each number ends is
 * known at once, so none waits for the one before. NULL if they do not, or one has nine bytes; else
 * where they end. NEAR_READ bytes may be read.
 */
static const unsigned char *read_near_numbers(const struct jfr_layout *layout,
					      const unsigned char *at, union jfr_value *values)
{
	const struct jfr_step *step = layout->steps, *end = step + layout->count;
	const __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
	const unsigned more = (unsigned)_mm_movemask_epi8(bytes);
	unsigned ends = ~more & ((1u << NEAR) - 1), begin = 0, runs = more & more >> 1;

	runs &= runs >> 2;
	if (UNLIKELY((runs & runs >> 4) != 0))
		return NULL;
	for (; step < end; step++) {
		unsigned last = ends;
		uint32_t i;

		for (i = 1; i < step->count; i++)
			last &= last - 1;
		if (UNLIKELY(last == 0))
			return NULL;
		ends = last & (last - 1);
		last = (unsigned)__builtin_ctz(last) + 1;
		if (step->kind == TAKE_NUMBER)
			values[step->slot].number = jfr_join_groups(
				slice_load((const char *)at + begin) &
				UINT64_MAX >> (64 - 8 * (last - begin)));
		begin = last;
	}
	return at + begin;
}

#endif

/* The steps of numbers alone, all of which may be read: only the last one can pass the end. */
static bool jfr_layout_read_numbers(const struct jfr_layout *layout, struct jfr_cursor *cursor,
				    union jfr_value *values)
{
	const struct jfr_step *step = layout->steps, *end = step + layout->count;
	const unsigned char *at = cursor->at;
	uint32_t i;

#if defined(__SSE2__)
	if (layout->numbers <= NEAR / 2 && cursor->limit - at >= NEAR_READ) {
		const unsigned char *behind = read_near_numbers(layout, at, values);

		if (behind) {
			cursor->at = behind;
			return behind <= cursor->end;
		}
	}
#endif
	for (; step < end; step++) {
		if (step->kind == TAKE_NUMBER) {
			at = jfr_number_at(at, &values[step->slot].number);
			continue;
		}
		for (i = 0; i < step->count; i++)
			at = jfr_number_end(at);
	}
	cursor->at = at;
	return at <= cursor->end;
}

static NOINLINE bool read_any(const struct jfr_layout *layout, struct jfr_cursor *cursor,
			      union jfr_value *values)
{
	const struct jfr_step *step = layout->steps, *end = step ? step + layout->count : step;
	bool good = true;

	for (; good && step < end; step++) {
		const enum step_kind kind = (enum step_kind)step->kind;

		if (kind == TAKE_NUMBER)
			good = jfr_take_number(cursor, &values[step->slot].number);
		else if (kind == SKIP_NUMBERS)
			good = jfr_skip_numbers(cursor, step->count);
		else if (kind == TAKE_PLACE)
			values[step->slot].place = cursor->at;
		else if (kind > TAKE_NUMBER)
			good = take_narrow(kind, cursor, &values[step->slot]);
		else if (kind == SKIP_ARRAY)
			good = skip_array(step + 1, step->count, cursor);
		else
			good = skip_values(step, step + 1, cursor);
		if (kind == SKIP_ARRAY)
			step += step->count;
	}
	return good;
}

bool jfr_layout_read(const struct jfr_layout *layout, struct jfr_cursor *cursor,
		     union jfr_value *values)
{
	if (layout->numbers > 0 &&
	    cursor->limit - cursor->at >= (ptrdiff_t)layout->numbers * JFR_LONGEST_NUMBER)
		return jfr_layout_read_numbers(layout, cursor, values);
	return read_any(layout, cursor, values);
}
