/* SPDX-License-Identifier: MIT */
#include "render/measure/members.h"

#include "common/base/escape.h"

void member_add(struct buf *buf, const char *key)
{
	buf_add_text(buf, ",\n\"");
	buf_add_text(buf, key);
	buf_add_text(buf, "\":");
}

void member_add_decimal(struct buf *buf, const char *key, uint64_t value, unsigned digits)
{
	member_add(buf, key);
	buf_add_decimal(buf, value, digits);
}

void member_add_text(struct buf *buf, const char *key, struct slice text)
{
	member_add(buf, key);
	buf_add_json(buf, text);
}

void member_add_bool(struct buf *buf, const char *key, bool value)
{
	member_add(buf, key);
	buf_add_text(buf, value ? "true" : "false");
}

void member_add_caption(struct buf *buf, const struct caption *caption)
{
	member_add_decimal(buf, "scale", caption->scale, 0);
	member_add_decimal(buf, "factor", caption->factor.value, caption->factor.digits);
	member_add_text(buf, "countname", caption->count_name);
	if (caption->unit)
		buf_printf(buf, ",\n\"unit\":{\"kind\":\"%s\",\"size\":%llu}",
			   caption->unit->kind == UNIT_TIME ? "time" : "memory",
			   (unsigned long long)caption->unit->size);
	if (caption->samples.len > 0)
		member_add_text(buf, "samples", caption->samples);
}
