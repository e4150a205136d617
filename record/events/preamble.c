/* SPDX-License-Identifier: MIT */
#include "record/events/record_stacks.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "common/base/system.h"
#include "common/debuginfo/elf_file.h"

static void add_u32(struct buf *data, uint32_t value)
{
	buf_add(data, slice_of((const char *)&value, sizeof(value)));
}

/* The length of a file, 64 bits, then its text. False if none exists. */
static bool add_sized(struct buf *data, const char *path)
{
	const size_t begin = data->len;
	uint64_t size = 0;
	bool good;

	buf_add(data, slice_of((const char *)&size, sizeof(size)));
	good = buf_add_file(data, path);
	size = data->len - begin - sizeof(size);
	memcpy(data->ptr + begin, &size, sizeof(size));
	return good && size > 0;
}

/* "header_page" NUL, then the file of that name; a missing file is empty. */
static void add_header(struct buf *data, const char *folder, const char *name)
{
	struct buf path = {0};

	buf_printf(&path, "%s/events/%s", folder, name);
	buf_add_text(data, name);
	buf_add_char(data, '\0');
	add_sized(data, buf_cstring(&path));
	buf_release(&path);
}

static bool add_format(struct buf *data, const struct sample_event *event)
{
	struct buf path = {0};
	bool good;

	buf_printf(&path, "%s/events/%.*s/%.*s/format", event->tracefs, SLICE_ARG(event->group),
		   SLICE_ARG(event->point));
	good = add_sized(data, buf_cstring(&path));
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

COLD void tracing_data_write(struct record_stream *stream, const struct sample_event *events,
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

/* The kernel and its modules, as a recording describes them: preamble_kernel(). */

enum {
	BUILD_ID = 20,       /* bytes at most of one in a record */
	BUILD_ID_FIELD = 24, /* with its size after it, and padding */
	MODE_KERNEL = PERF_RECORD_MISC_KERNEL,
	HAS_SIZE = 1 << 15, /* misc of a build-id record: the size of the id is given */
};

/* Addresses of the kernel's code. */
struct kernel {
	uint64_t text, stext, end; /* 0: not seen */
};

static bool kernel_maps_take_hex(struct slice *line, uint64_t *value)
{
	*value = 0;
	if (line->len == 0 || !char_is_hex(line->ptr[0]))
		return false;
	for (; line->len > 0 && char_is_hex(line->ptr[0]); *line = slice_tail(*line, 1))
		*value = *value << 4 | char_hex_value(line->ptr[0]);
	return true;
}

/* "ffffffff81000000 T _text" */
static void see_symbol(struct kernel *kernel, struct slice line)
{
	uint64_t address;
	struct slice name;

	if (!kernel_maps_take_hex(&line, &address) || !slice_last_word(&line, &name))
		return;
	if (slice_equal(name, SLICE("_text")))
		kernel->text = address;
	else if (slice_equal(name, SLICE("_stext")))
		kernel->stext = address;
	else if (slice_equal(name, SLICE("_etext")))
		kernel->end = address;
}

/*
 * Call `see` for each line of a file, until it returns false or a line is longer than the buffer.
 */
static void each_line(const char *path, bool (*see)(void *context, struct slice line),
		      void *context)
{
	char text[16384];
	size_t kept = 0;
	ssize_t n;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool goes_on = fd >= 0;

	while (goes_on && (n = read(fd, text + kept, sizeof(text) - kept)) > 0) {
		struct slice rest = slice_of(text, kept + (size_t)n), line;

		while (goes_on && slice_cut(&rest, '\n', &line))
			goes_on = see(context, line);
		memmove(text, rest.ptr, rest.len);
		kept = rest.len;
	}
	if (fd >= 0)
		close(fd);
}

static COLD bool see_symbol_line(void *context, struct slice line)
{
	struct kernel *kernel = context;

	see_symbol(kernel, line);
	return kernel->end == 0 || (kernel->text == 0 && kernel->stext == 0);
}

struct module_writer {
	struct record_stream *stream;
	size_t trailer;
};

static void kernel_maps_write_map(const struct module_writer *to, uint64_t start, uint64_t length,
				  struct slice name)
{
	struct record_stream *stream = to->stream;

	record_stream_open(stream, PERF_RECORD_MMAP, MODE_KERNEL);
	record_stream_add_u32(stream, UINT32_MAX); /* pid -1: the kernel */
	record_stream_add_u32(stream, 0);
	record_stream_add_u64(stream, start);
	record_stream_add_u64(stream, length);
	record_stream_add_u64(stream, slice_starts(name, SLICE("[kernel.kallsyms]")) ? start : 0);
	record_stream_add_name(stream, name);
	record_stream_add_zeros(stream, to->trailer);
	record_stream_close(stream);
}

/* "ext4 937984 1 - Live 0xffffffffc0a00000": name, size, users, names of these, state, address */
static COLD bool see_module_line(void *context, struct slice line)
{
	struct slice name, size, address;
	struct buf shown = {0};
	uint64_t bytes, start;

	if (!slice_word(&line, &name) || !slice_word(&line, &size) || !slice_to_u64(size, &bytes))
		return true;
	size.len = slice_search(line, SLICE(" 0x"));
	if (size.len == SLICE_NONE)
		return true;
	address = slice_tail(line, size.len + 3);
	if (!kernel_maps_take_hex(&address, &start) || start == 0)
		return true;
	buf_printf(&shown, "[%.*s]", SLICE_ARG(name));
	kernel_maps_write_map(context, start, bytes, buf_slice(&shown));
	buf_release(&shown);
	return true;
}

static void write_build_id(struct record_stream *stream)
{
	unsigned char bytes[ELF_BUILD_ID];
	const struct slice id = slice_of((const char *)bytes, elf_kernel_build_id(bytes));

	if (id.len == 0 || id.len > BUILD_ID)
		return;
	record_stream_open(stream, STREAM_BUILD_ID, MODE_KERNEL | HAS_SIZE);
	record_stream_add_u32(stream, UINT32_MAX);
	buf_add(&stream->own, id);
	record_stream_add_zeros(stream, BUILD_ID - id.len);
	buf_add_char(&stream->own, (char)id.len);
	record_stream_add_zeros(stream, BUILD_ID_FIELD - BUILD_ID - 1);
	record_stream_add_name(stream, SLICE("[kernel.kallsyms]"));
	record_stream_add_zeros(stream, 4); /* after a pid of 4 bytes */
	record_stream_close(stream);
}

COLD bool preamble_kernel(struct record_stream *stream, size_t trailer)
{
	struct module_writer to = {stream, trailer};
	struct kernel kernel = {0};
	uint64_t start;

	write_build_id(stream);
	each_line("/proc/kallsyms", see_symbol_line, &kernel);
	start = kernel.text > 0 ? kernel.text : kernel.stext;
	if (start == 0)
		return false;
	kernel_maps_write_map(&to, start,
			      kernel.end > start ? kernel.end - start : UINT64_MAX - start,
			      kernel.text > 0 ? SLICE("[kernel.kallsyms]_text")
					      : SLICE("[kernel.kallsyms]_stext"));
	each_line("/proc/modules", see_module_line, &to);
	return true;
}

/* Numbers of the features of perf.data (tools/perf/util/header.h). */
enum {
	FEATURE_HOSTNAME = 3,
	FEATURE_OSRELEASE = 4,
	FEATURE_ARCH = 6,
	FEATURE_NRCPUS = 7,
	FEATURE_CMDLINE = 11,
	FEATURE_COMPRESSED = 27,
	FEATURE_CLOCK_DATA = 29,
};

enum { UPDATE_NAME = 2 }; /* a kind of event update */

static bool fits(size_t ids)
{
	return ids <= (STREAM_RECORD - sizeof(struct perf_event_header) - SAMPLING_ATTR) / 8;
}

COLD bool preamble_event(struct record_stream *stream, const struct preamble_event *event)
{
	size_t i;

	if (!fits(event->id_count))
		return false;
	record_stream_open(stream, STREAM_HEADER_ATTR, 0);
	buf_add(&stream->own, slice_of((const char *)&event->attr, SAMPLING_ATTR));
	for (i = 0; i < event->id_count; i++)
		record_stream_add_u64(stream, event->ids[i]);
	record_stream_close(stream);

	record_stream_open(stream, STREAM_EVENT_UPDATE, 0);
	record_stream_add_u64(stream, UPDATE_NAME);
	record_stream_add_u64(stream, event->id_count > 0 ? event->ids[0] : 0);
	record_stream_add_name(stream, event->name);
	record_stream_close(stream);
	return true;
}

/* A text of a feature: its length, then the text, padded. */
static void add_string(struct record_stream *stream, struct slice text)
{
	record_stream_add_u32(stream, (uint32_t)(text.len / 8 * 8 + 8));
	record_stream_add_name(stream, text);
}

static void open_feature(struct record_stream *stream, uint64_t feature)
{
	record_stream_open(stream, STREAM_HEADER_FEATURE, 0);
	record_stream_add_u64(stream, feature);
}

static void write_string(struct record_stream *stream, uint64_t feature, const char *text)
{
	open_feature(stream, feature);
	add_string(stream, slice_from(text));
	record_stream_close(stream);
}

COLD void preamble_machine(struct record_stream *stream, char **argv, uint32_t compressed)
{
	struct utsname machine;
	uint32_t count = 0, i;
	uint64_t own, wall;

	if (uname(&machine) == 0) {
		write_string(stream, FEATURE_HOSTNAME, machine.nodename);
		write_string(stream, FEATURE_OSRELEASE, machine.release);
		write_string(stream, FEATURE_ARCH, machine.machine);
	}
	open_feature(stream, FEATURE_NRCPUS);
	record_stream_add_u32(stream, (uint32_t)sysconf(_SC_NPROCESSORS_CONF));
	record_stream_add_u32(stream, (uint32_t)sysconf(_SC_NPROCESSORS_ONLN));
	record_stream_close(stream);

	/* One moment in that of the records and the time of day: what is between makes it later. */
	own = clock_nanoseconds(CLOCK_MONOTONIC);
	wall = clock_nanoseconds(CLOCK_REALTIME);
	open_feature(stream, FEATURE_CLOCK_DATA);
	record_stream_add_u32(stream, 1); /* version */
	record_stream_add_u32(stream, CLOCK_MONOTONIC);
	record_stream_add_u64(stream, wall);
	record_stream_add_u64(stream, own);
	record_stream_close(stream);
	while (argv[count])
		count++;
	open_feature(stream, FEATURE_CMDLINE);
	record_stream_add_u32(stream, count);
	for (i = 0; i < count; i++)
		add_string(stream, slice_from(argv[i]));
	record_stream_close(stream);

	if (compressed > 0) {
		open_feature(stream, FEATURE_COMPRESSED);
		record_stream_add_u32(stream, 1); /* version */
		record_stream_add_u32(stream, 1); /* zstd */
		record_stream_add_u32(stream, 1); /* level */
		record_stream_add_u32(stream, 1); /* ratio: not known yet */
		record_stream_add_u32(stream, compressed);
		record_stream_close(stream);
	}
}
