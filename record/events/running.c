/* SPDX-License-Identifier: MIT */
#include "record/events/running.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "common/base/buf.h"
#include "common/base/memory.h"
#include "common/debuginfo/elf_file.h"
#include "common/table/hash.h"

struct build_id_node {
	struct build_id_file file;
	struct build_id id; /* of size 0: it has none */
	UT_hash_handle hh;
};

struct build_id_cache {
	struct build_id_node *files;
};

struct build_id_cache *build_id_cache_new(void)
{
	return memory_clear(1, sizeof(struct build_id_cache));
}

void build_id_cache_free(struct build_id_cache *cache)
{
	struct build_id_node *node, *next;

	HASH_ITER(hh, cache->files, node, next)
	{
		HASH_DEL(cache->files, node);
		free(node);
	}
	free(cache);
}

/* True if it is the mapped file, and a regular one. */
static bool is_file(int fd, struct build_id_file file)
{
	struct stat status;

	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
	       (uint64_t)status.st_ino == file.inode;
}

/*
 * Open the path as the process sees it: it may be in a container. O_NONBLOCK: it may be a FIFO by
 * now.
 */
static int open_path(pid_t process, struct slice path, struct build_id_file file)
{
	const int flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
	struct buf name = {0};
	size_t start;
	int fd;

	buf_printf(&name, "/proc/%ld/root", (long)process);
	start = name.len;
	buf_add(&name, path);
	buf_add_char(&name, '\0');
	fd = open(name.ptr, flags);
	if (fd < 0)
		fd = open(name.ptr + start, flags);
	buf_release(&name);
	if (fd >= 0 && !is_file(fd, file)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

static void build_ids_read_id(struct build_id *id, int fd)
{
	unsigned char bytes[ELF_BUILD_ID];
	struct elf_file elf;
	size_t size;

	if (fd < 0 || !elf_file_open_fd(&elf, fd))
		return;
	size = elf_file_build_id(&elf, bytes);
	if (size > 0 && size <= sizeof(id->bytes)) {
		memcpy(id->bytes, bytes, size);
		id->size = size;
	}
	elf_file_close(&elf);
}

const struct build_id *build_id_of(struct build_id_cache *cache, pid_t process, struct slice path,
				   struct build_id_file file)
{
	struct build_id_node *node;

	if (path.len == 0 || path.ptr[0] != '/')
		return NULL;
	HASH_FIND(hh, cache->files, &file, sizeof(file), node);
	if (!node) {
		node = memory_clear(1, sizeof(*node));
		node->file = file;
		build_ids_read_id(&node->id, open_path(process, path, file));
		HASH_ADD(hh, cache->files, file, sizeof(file), node);
	}
	return node->id.size > 0 ? &node->id : NULL;
}

void running_init(struct running *running, struct record_stream *stream, size_t trailer)
{
	*running = (struct running){
		.stream = stream, .trailer = trailer, .cache = build_id_cache_new()};
}

void running_release(struct running *running)
{
	build_id_cache_free(running->cache);
	buf_release(&running->path);
	buf_release(&running->text);
}

/* Read a file of /proc whole; false if it cannot be opened. */
static bool running_read_file(struct running *running)
{
	enum { STEP = 1 << 16 };
	int fd = open(running->path.ptr, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	buf_reset(&running->text);
	if (fd < 0)
		return false;
	do {
		n = read(fd, buf_reserve(&running->text, STEP), STEP);
		if (n > 0)
			running->text.len += (size_t)n;
	} while (n > 0 || (n < 0 && errno == EINTR));
	close(fd);
	return true;
}

static void set_path(struct running *running, pid_t process, pid_t thread, const char *file)
{
	buf_reset(&running->path);
	buf_printf(&running->path, "/proc/%ld", (long)process);
	if (thread > 0)
		buf_printf(&running->path, "/task/%ld", (long)thread);
	buf_printf(&running->path, "/%s", file);
	buf_add_char(&running->path, '\0');
}

/* COMM, and for threads FORK before it. */
static void write_thread(struct running *running, pid_t process, pid_t thread, struct slice name)
{
	struct record_stream *stream = running->stream;

	if (thread != process) {
		record_stream_open(stream, PERF_RECORD_FORK, 0);
		record_stream_add_u32(stream, (uint32_t)process);
		record_stream_add_u32(stream, (uint32_t)process);
		record_stream_add_u32(stream, (uint32_t)thread);
		record_stream_add_u32(stream, (uint32_t)process);
		record_stream_add_u64(stream, 0); /* time */
		record_stream_add_zeros(stream, running->trailer);
		record_stream_close(stream);
	}
	record_stream_open(stream, PERF_RECORD_COMM, 0);
	record_stream_add_u32(stream, (uint32_t)process);
	record_stream_add_u32(stream, (uint32_t)thread);
	record_stream_add_name(stream, name);
	record_stream_add_zeros(stream, running->trailer);
	record_stream_close(stream);
}

/* A line of /proc/PID/maps. */
struct map_line {
	uint64_t start, end, offset, inode;
	uint64_t major, minor;
	struct slice rights; /* "r-xp" */
	struct slice name;
};

static bool running_take_hex(struct slice *text, char until, uint64_t *value)
{
	struct slice digits;

	*value = 0;
	if (!slice_cut(text, until, &digits) || !slice_is_hex(digits) || digits.len > 16)
		return false;
	for (; digits.len > 0; digits = slice_tail(digits, 1))
		*value = *value << 4 | char_hex_value(digits.ptr[0]);
	return true;
}

/* "55d0c0a00000-55d0c0a20000 r-xp 00002000 08:01 1234   /usr/bin/cat" */
static bool parse_map(struct map_line *map, struct slice line)
{
	struct slice inode;

	if (!running_take_hex(&line, '-', &map->start) ||
	    !running_take_hex(&line, ' ', &map->end) || !slice_cut(&line, ' ', &map->rights) ||
	    !running_take_hex(&line, ' ', &map->offset) ||
	    !running_take_hex(&line, ':', &map->major) ||
	    !running_take_hex(&line, ' ', &map->minor) || !slice_word(&line, &inode) ||
	    !slice_to_u64(inode, &map->inode) || map->rights.len < 4)
		return false;
	map->name = slice_trim_left(line);
	if (map->name.len == 0)
		map->name = SLICE("//anon");
	return true;
}

static void running_write_map(struct running *running, pid_t process, const struct map_line *map)
{
	struct record_stream *stream = running->stream;
	const struct build_id *id = NULL;

	if (map->inode > 0)
		id = build_id_of(running->cache, process, map->name,
				 (struct build_id_file){map->major, map->minor, map->inode});
	record_stream_open(
		stream, PERF_RECORD_MMAP2,
		(uint16_t)(PERF_RECORD_MISC_USER | (id ? PERF_RECORD_MISC_MMAP_BUILD_ID : 0)));
	record_stream_add_u32(stream, (uint32_t)process);
	record_stream_add_u32(stream, (uint32_t)process);
	record_stream_add_u64(stream, map->start);
	record_stream_add_u64(stream, map->end - map->start);
	record_stream_add_u64(stream, map->offset);
	if (id) {
		record_stream_add_u32(stream, (uint32_t)id->size);
		buf_add(&stream->own, slice_of((const char *)id->bytes, sizeof(id->bytes)));
	} else {
		record_stream_add_u32(stream, (uint32_t)map->major);
		record_stream_add_u32(stream, (uint32_t)map->minor);
		record_stream_add_u64(stream, map->inode);
		record_stream_add_u64(stream, 0); /* generation */
	}
	record_stream_add_u32(stream,
			      (uint32_t)((map->rights.ptr[0] == 'r' ? PROT_READ : 0) |
					 (map->rights.ptr[1] == 'w' ? PROT_WRITE : 0) | PROT_EXEC));
	record_stream_add_u32(stream, map->rights.ptr[3] == 's' ? MAP_SHARED : MAP_PRIVATE);
	record_stream_add_name(stream, map->name);
	record_stream_add_zeros(stream, running->trailer);
	record_stream_close(stream);
}

void running_describe(struct running *running, pid_t process)
{
	struct slice rest, line;
	struct map_line map;
	struct running_list threads = {0};
	size_t i;

	running->processes++;
	running_list_all(&threads, process);
	for (i = 0; i < threads.count; i++) {
		struct slice name;

		set_path(running, process, threads.at[i], "comm");
		if (!running_read_file(running))
			continue;
		name = buf_slice(&running->text);
		slice_drop(&name, SLICE("\n"));
		write_thread(running, process, threads.at[i], name);
	}
	free(threads.at);
	set_path(running, process, 0, "maps");
	if (!running_read_file(running))
		return;
	for (rest = buf_slice(&running->text); slice_line(&rest, &line);) {
		if (parse_map(&map, line) && map.rights.ptr[2] == 'x')
			running_write_map(running, process, &map);
	}
}

void running_list_add(struct running_list *list, pid_t number)
{
	list->at = memory_grow(list->at, &list->cap, list->count + 1, sizeof(*list->at));
	list->at[list->count++] = number;
}

bool running_list_all(struct running_list *list, pid_t process)
{
	struct buf path = {0};
	const struct dirent *entry;
	uint64_t number;
	DIR *folder;

	buf_add_text(&path, "/proc");
	if (process > 0)
		buf_printf(&path, "/%ld/task", (long)process);
	buf_add_char(&path, '\0');
	folder = opendir(path.ptr);
	buf_release(&path);
	if (!folder)
		return false;
	while ((entry = readdir(folder)) != NULL) {
		if (slice_to_u64(slice_from(entry->d_name), &number) && number <= INT32_MAX)
			running_list_add(list, (pid_t)number);
	}
	closedir(folder);
	return true;
}

pid_t running_process_of(pid_t thread)
{
	struct running reader = {0};
	struct slice rest, line;
	uint64_t process = 0;

	set_path(&reader, thread, 0, "status");
	if (running_read_file(&reader)) {
		for (rest = buf_slice(&reader.text); slice_line(&rest, &line);) {
			if (slice_skip(&line, SLICE("Tgid:")) &&
			    slice_to_u64(slice_trim(line), &process))
				break;
		}
	}
	buf_release(&reader.path);
	buf_release(&reader.text);
	return process <= INT32_MAX ? (pid_t)process : 0;
}
