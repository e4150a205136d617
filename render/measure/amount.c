/* SPDX-License-Identifier: MIT */
#include "render/measure/amount.h"

#include "render/measure/decimal.h"

enum {
	DIGITS = 1000,  /* numbers stay below: three digits */
	LAST_STEP = 9,  /* whole seconds */
	TENTHS = 10,    /* of a unit of memory */
	UNIT_BITS = 10, /* the next unit of memory is 2^10 times as large */
};

/* value / step, halves rounded up. */
static uint64_t divide(uint64_t value, uint64_t step)
{
	return value / step + (value % step >= step - value % step);
}

/* Steps are powers of 10 nanoseconds: the first that leaves three digits. */
static void add_time(struct buf *buf, uint64_t value)
{
	static const char *const names[] = {" ns", " \xC2\xB5s", " ms", " s"};
	uint64_t step = 1, count;
	unsigned i = 0;

	while (i < LAST_STEP && divide(value, step) >= DIGITS) {
		step *= 10;
		i++;
	}
	count = divide(value, step);
	if (i % 3 == 0)
		buf_add_grouped(buf, count);
	else
		buf_add_fixed(buf, (int64_t)count, 3 - i % 3);
	buf_add_text(buf, names[(i + 2) / 3]);
}

static void add_memory(struct buf *buf, uint64_t value)
{
	static const char *const names[] = {" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB"};
	const uint64_t most = (uint64_t)TENTHS << UNIT_BITS;
	uint64_t tenths = value;
	size_t unit = 0;

	if (value < (uint64_t)1 << UNIT_BITS) {
		buf_add_u64(buf, value);
		buf_add_text(buf, names[0]);
		return;
	}
	do {
		const unsigned shift = (unsigned)++unit * UNIT_BITS;
		const uint64_t whole = (uint64_t)1 << shift;

		tenths = (value >> shift) * TENTHS + divide((value & (whole - 1)) * TENTHS, whole);
	} while (tenths >= most && unit + 1 < ARRAY_LEN(names));
	buf_add_grouped(buf, tenths / TENTHS);
	buf_printf(buf, ".%u%s", (unsigned)(tenths % TENTHS), names[unit]);
}

bool amount_add(struct buf *buf, const struct unit *unit, uint64_t count, unsigned scale)
{
	uint64_t amount;

	if (!unit || !decimal_times((struct decimal){unit->size, 0}, count, scale, &amount))
		return false;
	if (unit->kind == UNIT_TIME)
		add_time(buf, amount);
	else
		add_memory(buf, amount);
	return true;
}
