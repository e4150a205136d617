/* SPDX-License-Identifier: MIT */
/* The kernel and its modules, as a recording describes them: preamble_kernel(). */
#include <fcntl.h>
#include <unistd.h>

#include "record/events/stream/preamble.h"

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

static bool see_symbol_line(void *context, struct slice line)
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
static bool see_module_line(void *context, struct slice line)
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

/* The note of the name GNU and type 3 in /sys/kernel/notes (System V ABI, "Note Section"). */
static bool kernel_maps_find_build_id(struct slice notes, struct slice *id)
{
	while (notes.len >= 12) {
		uint32_t sizes[3];
		size_t name, data;

		memcpy(sizes, notes.ptr, sizeof(sizes));
		name = ((size_t)sizes[0] + 3) / 4 * 4;
		data = ((size_t)sizes[1] + 3) / 4 * 4;
		if (name > notes.len - 12 || data > notes.len - 12 - name)
			return false;
		if (sizes[2] == 3 && slice_starts(slice_tail(notes, 12), SLICE("GNU"))) {
			*id = slice_of(notes.ptr + 12 + name, sizes[1]);
			return id->len > 0 && id->len <= BUILD_ID;
		}
		notes = slice_tail(notes, 12 + name + data);
	}
	return false;
}

static void write_build_id(struct record_stream *stream)
{
	char notes[4096];
	int fd = open("/sys/kernel/notes", O_RDONLY | O_CLOEXEC);
	ssize_t n = fd >= 0 ? read(fd, notes, sizeof(notes)) : -1;
	struct slice id;

	if (fd >= 0)
		close(fd);
	if (n <= 0 || !kernel_maps_find_build_id(slice_of(notes, (size_t)n), &id))
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

bool preamble_kernel(struct record_stream *stream, size_t trailer)
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
