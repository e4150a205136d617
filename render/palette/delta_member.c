/* SPDX-License-Identifier: MIT */
#include "render/palette/delta_member.h"

static void add_channels(struct buf *buf, struct color color)
{
	buf_printf(buf, "[%u,%u,%u]", (unsigned)color.red, (unsigned)color.green,
		   (unsigned)color.blue);
}

static void add_hue(struct buf *buf, const char *key, const struct delta_hue *hue)
{
	buf_printf(buf, ",\"%s\":[", key);
	add_channels(buf, hue->weakest);
	buf_add_char(buf, ',');
	add_channels(buf, hue->strongest);
	buf_add_char(buf, ']');
}

void delta_member_add(struct buf *buf, const struct paint_deltas *deltas)
{
	buf_printf(buf, ",\n\"delta\":{\"max\":\"%llu\",\"byframe\":%s,\"negate\":%s,\"same\":",
		   (unsigned long long)deltas->max, deltas->by_frame ? "true" : "false",
		   deltas->negate ? "true" : "false");
	add_channels(buf, deltas->scale->same);
	add_hue(buf, "more", &deltas->scale->more);
	add_hue(buf, "less", &deltas->scale->less);
	buf_add_char(buf, '}');
}
