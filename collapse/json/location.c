/* SPDX-License-Identifier: MIT */
#include "collapse/json/location.h"

void location_reset(struct location *location)
{
	buf_reset(&location->name);
	buf_reset(&location->file);
	buf_reset(&location->line);
}

void location_name(struct location *location, struct slice name)
{
	buf_reset(&location->name);
	buf_add(&location->name, name);
}

void location_file(struct location *location, struct slice file)
{
	buf_reset(&location->file);
	buf_add(&location->file, file);
}

void location_line(struct location *location, struct slice line)
{
	buf_reset(&location->line);
	if (slice_is_number(line))
		buf_add(&location->line, line);
}

static struct slice without_folders(struct slice file)
{
	size_t slash = slice_rfind(file, '/');

	return slash == SLICE_NONE ? file : slice_tail(file, slash + 1);
}

static void location_add_place(struct buf *out, const struct location *location, struct slice file)
{
	buf_add(out, SLICE(" ("));
	buf_add(out, file);
	if (location->line.len > 0) {
		buf_add_char(out, ':');
		buf_add(out, buf_slice(&location->line));
	}
	buf_add_char(out, ')');
}

frame_id location_frame(struct ingest_run *run, struct location *location, bool everything)
{
	struct buf *name = &text_of(run)->name;
	struct slice file = buf_slice(&location->file);
	bool anonymous = location->name.len == 0;

	if (!anonymous && (!everything || file.len == 0))
		return text_frame(run, buf_slice(&location->name));
	buf_reset(name);
	buf_add(name, anonymous ? SLICE("(anonymous)") : buf_slice(&location->name));
	if (file.len > 0)
		location_add_place(name, location, everything ? file : without_folders(file));
	return text_frame(run, buf_slice(name));
}

void location_release(struct location *location)
{
	buf_release(&location->name);
	buf_release(&location->file);
	buf_release(&location->line);
}
