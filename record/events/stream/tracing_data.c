/* SPDX-License-Identifier: MIT */
#include "record/events/stream/tracing_data.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

/* Append a file of tracefs, whose size is known when it has been read. False if it cannot be. */
static bool add_file(struct buf *data, const char *path)
{
	enum { STEP = 1 << 13 };
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? 1 : -1;

	while (n > 0 || (n < 0 && fd >= 0 && errno == EINTR)) {
		n = read(fd, buf_reserve(data, STEP), STEP);
		if (n > 0)
			data->len += (size_t)n;
	}
	if (fd >= 0)
		close(fd);
	return n == 0;
}

static void add_u32(struct buf *data, uint32_t value)
{
	buf_add(data, slice_of((const char *)&value, sizeof(value)));
}

/* The length of a file, 64 bits, then its text. False if there is none. */
static bool add_sized(struct buf *data, const char *path)
{
	const size_t begin = data->len;
	uint64_t size = 0;
	bool good;

	buf_add(data, slice_of((const char *)&size, sizeof(size)));
	good = add_file(data, path);
	size = data->len - begin - sizeof(size);
	memcpy(data->ptr + begin, &size, sizeof(size));
	return good && size > 0;
}

/* "header_page" NUL, then the file of that name; a missing file is empty. */
static void add_header(struct buf *data, const char *folder, const char *name)
{
	struct buf path = {0};

	buf_printf(&path, "%s/events/%s", folder, name);
	buf_add_char(&path, '\0');
	buf_add_text(data, name);
	buf_add_char(data, '\0');
	add_sized(data, path.ptr);
	buf_release(&path);
}

static bool add_format(struct buf *data, const struct sample_event *event)
{
	struct buf path = {0};
	bool good;

	buf_printf(&path, "%s/events/%.*s/%.*s/format", event->tracefs, SLICE_ARG(event->group),
		   SLICE_ARG(event->point));
	buf_add_char(&path, '\0');
	good = add_sized(data, path.ptr);
	buf_release(&path);
	return good;
}

/* True if the event is the first tracepoint of its group. */
static bool is_first_of_group(const struct sample_event *events, size_t index)
{
	size_t i;

	for (i = 0; i < index; i++) {
		if (events[i].tracefs && slice_equal(events[i].group, events[index].group))
			return false;
	}
	return true;
}

/* A group's name, how many tracepoints of it follow, and their formats. */
static bool add_group(struct buf *data, const struct sample_event *events, size_t count,
		      size_t first)
{
	size_t place, i;
	uint32_t number = 0;
	bool good = true;

	buf_add(data, events[first].group);
	buf_add_char(data, '\0');
	place = data->len;
	add_u32(data, 0);
	for (i = first; i < count && good; i++) {
		if (!events[i].tracefs || !slice_equal(events[i].group, events[first].group))
			continue;
		good = add_format(data, &events[i]);
		number++;
	}
	memcpy(data->ptr + place, &number, sizeof(number));
	return good;
}

static bool add_groups(struct buf *data, const struct sample_event *events, size_t count)
{
	const size_t place = data->len;
	uint32_t groups = 0;
	size_t i;

	add_u32(data, 0);
	for (i = 0; i < count; i++) {
		if (!events[i].tracefs || !is_first_of_group(events, i))
			continue;
		if (!add_group(data, events, count, i))
			return false;
		groups++;
	}
	memcpy(data->ptr + place, &groups, sizeof(groups));
	return groups > 0;
}

static const char *folder_of(const struct sample_event *events, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		if (events[i].tracefs)
			return events[i].tracefs;
	}
	return NULL;
}

/* 1 on machines whose most significant byte is first. */
static char byte_order(void)
{
	const uint16_t one = 1;
	char first;

	memcpy(&first, &one, 1);
	return first == 0;
}

static bool tracing_fill(struct buf *data, const struct sample_event *events, size_t count)
{
	const char *folder = folder_of(events, count);

	if (!folder)
		return false;
	buf_add(data, SLICE("\x17\x08\x44tracing0.6"));
	buf_add_char(data, '\0');
	buf_add_char(data, byte_order());
	buf_add_char(data, (char)sizeof(long));
	add_u32(data, (uint32_t)sysconf(_SC_PAGESIZE));
	add_header(data, folder, "header_page");
	add_header(data, folder, "header_event");
	add_u32(data, 0); /* events of ftrace itself */
	if (!add_groups(data, events, count))
		return false;
	add_u32(data, 0); /* symbols of the kernel: recordings have them elsewhere */
	add_u32(data, 0); /* formats of printk */
	add_u32(data, 0); /* names of processes, 64 bits */
	add_u32(data, 0);
	while (data->len % 8 != 0)
		buf_add_char(data, '\0');
	return true;
}

void tracing_data_write(struct record_stream *stream, const struct sample_event *events,
			size_t count)
{
	struct buf data = {0};

	if (tracing_fill(&data, events, count) && data.len <= UINT32_MAX) {
		record_stream_open(stream, STREAM_TRACING_DATA, 0);
		record_stream_add_u32(stream, (uint32_t)data.len);
		record_stream_add_u32(stream, 0);
		record_stream_close(stream);
		buf_add(&stream->own, buf_slice(&data)); /* after the record, not in it */
	}
	buf_release(&data);
}
