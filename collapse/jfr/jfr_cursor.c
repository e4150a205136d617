/* SPDX-License-Identifier: MIT */
#include "collapse/jfr/jfr_cursor.h"

bool jfr_take_last_number(struct jfr_cursor *cursor, uint64_t *number)
{
	unsigned shift;
	uint8_t byte;

	*number = 0;
	for (shift = 0; shift < 56; shift += 7) {
		if (!jfr_take_byte(cursor, &byte))
			return false;
		*number |= (uint64_t)(byte & 0x7f) << shift;
		if (byte < 0x80)
			return true;
	}
	if (!jfr_take_byte(cursor, &byte))
		return false;
	*number |= (uint64_t)byte << 56;
	return true;
}
