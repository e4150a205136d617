/* SPDX-License-Identifier: MIT */
#include "common/profile/amount.h"

#include "common/base/checked.h"
#include "common/base/exact.h"

static const struct unit units[] = {
	{SLICE_INIT("ns"), SLICE_INIT("nanoseconds"), UNIT_TIME, 1},
	{SLICE_INIT("us"), SLICE_INIT("microseconds"), UNIT_TIME, 1000},
	{SLICE_INIT("ms"), SLICE_INIT("milliseconds"), UNIT_TIME, 1000000},
	{SLICE_INIT("s"), SLICE_INIT("seconds"), UNIT_TIME, 1000000000},
	{SLICE_INIT("bytes"), SLICE_INIT("bytes"), UNIT_MEMORY, 1},
};

const struct unit *unit_find(struct slice name)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(units); i++) {
		if (slice_equal(name, units[i].name) || slice_equal(name, units[i].word))
			return &units[i];
	}
	return NULL;
}

struct slice unit_name(struct slice name)
{
	const struct unit *unit = unit_find(name);

	return unit ? unit->name : name;
}

enum {
	DIGITS = 1000, /* numbers stay below: three digits */
	LAST_STEP = 9, /* whole seconds */
	TENTHS = 10,   /* of a unit of memory */
	HUNDREDTHS = 100,
	UNIT_BITS = 10,  /* the next unit of memory is 2^10 times as large */
	LAST_MEMORY = 6, /* EiB */
	MOST_DECIMALS = 9,
	PERCENT_IN_TENTHS = 1000,
};

/* value / step, halves rounded up. */
static uint64_t amount_divide(uint64_t value, uint64_t step)
{
	return value / step + (value % step >= step - value % step);
}

/* Steps are powers of 10 nanoseconds: the first that leaves three digits of `like`. */
static void amount_add_time(struct buf *buf, uint64_t value, uint64_t like)
{
	static const char *const names[] = {" ns", " \xC2\xB5s", " ms", " s"};
	uint64_t step = 1, count;
	unsigned i = 0;

	while (i < LAST_STEP && amount_divide(like, step) >= DIGITS) {
		step *= 10;
		i++;
	}
	count = amount_divide(value, step);
	if (i % 3 == 0)
		buf_add_grouped(buf, count);
	else
		buf_add_fixed(buf, (int64_t)count, 3 - i % 3);
	buf_add_text(buf, names[(i + 2) / 3]);
}

/* The power of 2^10 in which `value` has a number below 2^10, and its tenths. */
static unsigned amount_memory_unit(uint64_t value, uint64_t *tenths)
{
	const uint64_t most = (uint64_t)TENTHS << UNIT_BITS;
	unsigned unit = 0;

	if (value < (uint64_t)1 << UNIT_BITS)
		return 0;
	do {
		const unsigned shift = ++unit * UNIT_BITS;
		const uint64_t whole = (uint64_t)1 << shift;

		*tenths = (value >> shift) * TENTHS +
			  amount_divide((value & (whole - 1)) * TENTHS, whole);
	} while (*tenths >= most && unit < LAST_MEMORY);
	return unit;
}

static void amount_add_memory(struct buf *buf, uint64_t value, uint64_t like)
{
	static const char *const names[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
	uint64_t tenths = 0;
	const unsigned unit = amount_memory_unit(like, &tenths);
	const unsigned shift = unit * UNIT_BITS;
	const uint64_t whole = (uint64_t)1 << shift;

	if (unit == 0) {
		buf_add_u64(buf, value);
		buf_add_text(buf, names[0]);
		return;
	}
	tenths = (value >> shift) * TENTHS + amount_divide((value & (whole - 1)) * TENTHS, whole);
	buf_add_grouped(buf, tenths / TENTHS);
	buf_printf(buf, ".%u%s", (unsigned)(tenths % TENTHS), names[unit]);
}

/* Nanoseconds or bytes, halves rounded up; false beyond 2^64-1. */
static bool amount_of(const struct unit *unit, uint64_t count, unsigned scale, uint64_t *amount)
{
	const uint64_t one = u64_power_of_ten(scale);
	struct u128 product = u128_multiply(count, unit->size);
	const uint64_t rest = u128_divide(&product, one);

	*amount = product.low;
	return product.high == 0 && (rest == 0 || rest < one - rest || u64_add(amount, 1));
}

static void amount_add_like(struct buf *buf, const struct unit *unit, uint64_t amount,
			    uint64_t like)
{
	if (unit->kind == UNIT_TIME)
		amount_add_time(buf, amount, like);
	else
		amount_add_memory(buf, amount, like);
}

bool amount_add(struct buf *buf, const struct unit *unit, uint64_t count, unsigned scale)
{
	uint64_t amount;

	if (!unit || !amount_of(unit, count, scale, &amount))
		return false;
	amount_add_like(buf, unit, amount, amount);
	return true;
}

/* Take "1.5" off the front, as 15 and 1. */
static bool amount_number(struct slice *text, uint64_t *value, unsigned *scale)
{
	bool has_digits = false, has_point = false;

	*value = 0;
	*scale = 0;
	for (; text->len > 0; *text = slice_tail(*text, 1)) {
		const char c = text->ptr[0];

		if (c == '.' && !has_point) {
			has_point = true;
			continue;
		}
		if (!char_is_digit(c))
			break;
		if (!u64_multiply(value, 10) || !u64_add(value, (uint64_t)(c - '0')) ||
		    (*scale += has_point) > MOST_DECIMALS)
			return false;
		has_digits = true;
	}
	return has_digits;
}

/* Units as headers have them, and those that only people type. */
static const struct unit *amount_unit(struct slice name)
{
	static const struct unit typed[] = {
		{SLICE_INIT("\xC2\xB5s"), SLICE_INIT("us"), UNIT_TIME, 1000},
		{SLICE_INIT("B"), SLICE_INIT("bytes"), UNIT_MEMORY, 1},
		{SLICE_INIT("K"), SLICE_INIT("KiB"), UNIT_MEMORY, UINT64_C(1) << 10},
		{SLICE_INIT("M"), SLICE_INIT("MiB"), UNIT_MEMORY, UINT64_C(1) << 20},
		{SLICE_INIT("G"), SLICE_INIT("GiB"), UNIT_MEMORY, UINT64_C(1) << 30},
		{SLICE_INIT("T"), SLICE_INIT("TiB"), UNIT_MEMORY, UINT64_C(1) << 40},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(typed); i++) {
		if (slice_equal(name, typed[i].name) || slice_equal(name, typed[i].word))
			return &typed[i];
	}
	return unit_find(name);
}

bool amount_parse(struct slice text, enum unit_kind *kind, uint64_t *amount)
{
	const struct unit *unit;
	struct u128 product;
	unsigned scale = 0;
	uint64_t value;

	if (!amount_number(&text, &value, &scale))
		return false;
	unit = amount_unit(slice_trim(text));
	if (!unit)
		return false;
	product = u128_multiply(value, unit->size);
	u128_divide(&product, u64_power_of_ten(scale));
	*kind = unit->kind;
	*amount = product.low;
	return product.high == 0;
}

enum {
	FEW = 10,   /* percent below which tenths are shown */
	FEWER = 20, /* so many times less is shown in a unit of its own: it would have few digits */
};

/* In the unit of the larger one, unless that leaves too few digits. */
static bool amount_add_known(struct buf *buf, const struct amounts *amounts, int side)
{
	const struct unit *unit = unit_find(amounts->unit[side]);
	uint64_t amount, other;

	if (!unit || !amount_of(unit, amounts->count[side], amounts->scale, &amount))
		return false;
	if (unit != unit_find(amounts->unit[!side]) ||
	    !amount_of(unit, amounts->count[!side], amounts->scale, &other) || other < amount ||
	    (amount > 0 && other / amount >= FEWER))
		other = amount;
	amount_add_like(buf, unit, amount, other);
	return true;
}

static void amount_add_number(struct buf *buf, uint64_t count, unsigned scale)
{
	if (scale > 0)
		buf_add_decimal(buf, count, scale);
	else
		buf_add_grouped(buf, count);
}

void amounts_add(struct buf *buf, const struct amounts *amounts, int side,
		 void (*add_name)(struct buf *buf, struct slice name))
{
	if (amount_add_known(buf, amounts, side))
		return;
	amount_add_number(buf, amounts->count[side], amounts->scale);
	if (amounts->unit[side].len > 0) {
		buf_add_char(buf, ' ');
		add_name(buf, amounts->unit[side]);
	}
}

static uint64_t amounts_change(const struct amounts *amounts)
{
	const uint64_t before = amounts->count[0], after = amounts->count[1];

	return after > before ? after - before : before - after;
}

void amounts_add_difference(struct buf *buf, const struct amounts *amounts)
{
	const uint64_t change = amounts_change(amounts);

	if (change > 0)
		buf_add_char(buf, amounts->count[1] > amounts->count[0] ? '+' : '-');
	if (!amount_add(buf, unit_find(amounts->unit[1]), change, amounts->scale))
		amount_add_number(buf, change, amounts->scale);
}

bool amounts_add_ratio(struct buf *buf, const struct amounts *amounts)
{
	const uint64_t before = amounts->count[0], after = amounts->count[1];
	struct u128 hundredths = u128_multiply(after, HUNDREDTHS);
	uint64_t rest;

	if (before == 0 || after == 0)
		return false;
	rest = u128_divide(&hundredths, before);
	hundredths.low = hundredths.high > 0 || hundredths.low >= INT64_MAX
				 ? INT64_MAX
				 : hundredths.low + (rest >= before - rest);
	buf_add_char(buf, 'x');
	buf_add_fixed(buf, (int64_t)hundredths.low, 2);
	return true;
}

void amounts_add_percent(struct buf *buf, const struct amounts *amounts)
{
	const uint64_t before = amounts->count[0], after = amounts->count[1];
	const uint64_t change = amounts_change(amounts);
	struct u128 tenths = u128_multiply(change, PERCENT_IN_TENTHS);
	uint64_t rest;

	if (before == 0)
		return;
	rest = u128_divide(&tenths, before);
	if (tenths.high > 0)
		tenths.low = UINT64_MAX;
	else
		tenths.low += rest >= before - rest;
	if (change > 0)
		buf_add_char(buf, after > before ? '+' : '-');
	if (tenths.low < FEW * TENTHS &&
	    (tenths.low % TENTHS > 0 || (tenths.low == 0 && change > 0)))
		buf_add_fixed(buf, (int64_t)tenths.low, 1);
	else
		buf_add_grouped(buf, amount_divide(tenths.low, TENTHS));
	buf_add_text(buf, " %");
}
