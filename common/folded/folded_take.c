/* SPDX-License-Identifier: MIT */
#include "common/folded/folded_take.h"

#include "common/folded/folded.h"

bool folded_take_count(struct slice *line, struct folded_number *number)
{
	size_t at = line->len;

	*number = (struct folded_number){0};
	while (at > 0 && (char_is_digit(line->ptr[at - 1]) || line->ptr[at - 1] == '.'))
		at--;
	if (at == 0 || !char_is_blank(line->ptr[at - 1]) ||
	    !folded_count(slice_tail(*line, at), &number->value, &number->scale, &number->rounded))
		return false;
	*line = slice_head(*line, at - 1);
	return true;
}

bool folded_take_whole(struct slice *line, struct folded_number *number)
{
	size_t space = slice_rfind(*line, ' ');
	struct slice whole, decimals;

	*number = (struct folded_number){0};
	if (space == SLICE_NONE)
		return false;
	decimals = slice_tail(*line, space + 1);
	if (!slice_cut(&decimals, '.', &whole)) {
		whole = decimals;
		decimals.len = 0;
	}
	if (!slice_to_u64(whole, &number->value) || !slice_all(decimals, char_is_digit))
		return false;
	while (decimals.len > 0 && decimals.ptr[decimals.len - 1] == '0')
		decimals.len--;
	number->rounded = decimals.len > 0;
	*line = slice_trim_right(slice_head(*line, space));
	return true;
}
