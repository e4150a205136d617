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
#include "common/base/system.h"
#include "common/debuginfo/elf_file.h"
#include "common/debuginfo/file_identity.h"
#include "common/table/hash.h"

struct build_id_node {
	struct build_id_file file;
	struct build_id id; /* of size 0: it has none */
	int64_t changed;    /* the file, when it was read; 0: it was not */
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

	if (!cache)
		return;
	HASH_ITER(hh, cache->files, node, next)
	{
		HASH_DEL(cache->files, node);
		free(node);
	}
	free(cache);
}

/* True if it is the mapped file, and a regular one; then `changed` is when its content was last. */
static bool is_file(int fd, const struct build_id_file *file, int64_t *changed)
{
	struct file_stamp stamp;
	struct stat status;

	if (fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) || !file_stamp_read(&stamp, fd) ||
	    stamp.inode != file->inode ||
	    (stamp.generation != 0 && file->generation != 0 &&
	     stamp.generation != file->generation))
		return false;
	/* mtime can be set, so ctime decides, but for deleted files: that changed it */
	*changed = status.st_nlink == 0 ? stamp.written : stamp.changed;
	return true;
}

/* Open the path; -1 if another file is there. O_NONBLOCK: it may be a FIFO by now. */
static int build_ids_open_at(const char *path, const struct build_id_file *file, int64_t *changed)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);

	if (fd >= 0 && !is_file(fd, file, changed)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/*
 * Open the file as the process sees it, which may be in a container; as we see it, if the process
 * has ended; or by its map, which only root may, if the file was deleted.
 */
static int open_mapped(const struct build_id_map *map, int64_t *changed)
{
	struct buf name = {0};
	size_t start;
	int fd;

	buf_printf(&name, "/proc/%ld/root", (long)map->process);
	start = name.len;
	buf_add(&name, map->path);
	buf_add_char(&name, '\0');
	fd = build_ids_open_at(name.ptr, &map->file, changed);
	if (fd < 0)
		fd = build_ids_open_at(name.ptr + start, &map->file, changed);
	if (fd < 0) {
		buf_reset(&name);
		buf_printf(&name, "/proc/%ld/map_files/%llx-%llx", (long)map->process,
			   (unsigned long long)map->start, (unsigned long long)map->end);
		fd = build_ids_open_at(buf_cstring(&name), &map->file, changed);
	}
	buf_release(&name);
	return fd;
}

/* Take the descriptor. */
static void build_ids_read_id(struct build_id *id, int fd)
{
	unsigned char bytes[ELF_BUILD_ID];
	struct elf_file elf;
	size_t size;

	*id = (struct build_id){0};
	if (!elf_file_open_fd(&elf, fd))
		return;
	size = elf_file_build_id(&elf, bytes);
	if (size > 0 && size <= sizeof(id->bytes)) {
		memcpy(id->bytes, bytes, size);
		id->size = size;
	}
	elf_file_close(&elf);
}

/* True if the file's last change is surely earlier than its map: its clock is that of ticks. */
static bool is_older(int64_t changed, int64_t time)
{
	const int64_t tick = 10000000; /* ns; the longest */

	return changed < time - tick;
}

const struct build_id *build_id_of(struct build_id_cache *cache, const struct build_id_map *map)
{
	struct build_id_node *node;
	int64_t changed;
	int fd;

	if (map->path.len == 0 || map->path.ptr[0] != '/')
		return NULL;
	HASH_FIND(hh, cache->files, &map->file, sizeof(map->file), node);
	if (!node) {
		node = memory_clear(1, sizeof(*node));
		node->file = map->file;
		HASH_ADD(hh, cache->files, file, sizeof(node->file), node);
	} else if (map->time == BUILD_ID_ANY_TIME) {
		return node->id.size > 0 ? &node->id : NULL;
	}
	fd = open_mapped(map, &changed);
	if (fd < 0)
		return NULL;
	if (node->changed != changed) {
		build_ids_read_id(&node->id, fd);
		node->changed = changed;
	} else {
		close(fd);
	}
	return node->id.size > 0 && is_older(changed, map->time) ? &node->id : NULL;
}

/* Offsets in a record MMAP2 (perf_event_open(2)). */
enum {
	MMAP2_PROCESS = 8,
	MMAP2_ADDRESS = 16,
	MMAP2_SIZE = 24,
	MMAP2_FILE =
		40, /* u32 major, minor; u64 inode, generation; or the id: u8 size, 4 bytes on */
	MMAP2_ID = MMAP2_FILE + 4,
	MMAP2_PROTECTION = 64,
	MMAP2_NAME = 72,
};

static uint64_t build_ids_word(const unsigned char *record, size_t at)
{
	uint64_t word;

	memcpy(&word, record + at, sizeof(word));
	return word;
}

void build_id_put(struct build_id_cache *cache, unsigned char *record, size_t trailer)
{
	struct perf_event_header header;
	const struct build_id *id;
	struct build_id_map map;
	uint32_t process, device[2];

	memcpy(&header, record, sizeof(header));
	if (header.size < MMAP2_NAME + trailer)
		return;
	memcpy(&process, record + MMAP2_PROCESS, sizeof(process));
	memcpy(device, record + MMAP2_FILE, sizeof(device));
	map = (struct build_id_map){
		.process = (pid_t)process,
		.path = slice_of((const char *)record + MMAP2_NAME,
				 header.size - MMAP2_NAME - trailer),
		.file = {device[0], device[1], build_ids_word(record, MMAP2_FILE + 8),
			 build_ids_word(record, MMAP2_FILE + 16)},
		.start = build_ids_word(record, MMAP2_ADDRESS),
		.end = build_ids_word(record, MMAP2_ADDRESS) + build_ids_word(record, MMAP2_SIZE),
		.time = (int64_t)build_ids_word(record, header.size - trailer + 8) +
			(int64_t)(clock_nanoseconds(CLOCK_REALTIME) -
				  clock_nanoseconds(CLOCK_MONOTONIC)),
	};
	map.path = slice_head(map.path, strnlen(map.path.ptr, map.path.len));
	id = map.file.inode > 0 ? build_id_of(cache, &map) : NULL;
	header.misc &= (uint16_t)~PERF_RECORD_MISC_MMAP_BUILD_ID;
	if (id) {
		header.misc |= PERF_RECORD_MISC_MMAP_BUILD_ID;
		memset(record + MMAP2_FILE, 0, MMAP2_PROTECTION - MMAP2_FILE);
		record[MMAP2_FILE] = (unsigned char)id->size;
		memcpy(record + MMAP2_ID, id->bytes, id->size);
	}
	memcpy(record, &header, sizeof(header));
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

/* Read a file of /proc, or what of it was there before its process ended. */
static bool running_read_file(struct running *running)
{
	buf_reset(&running->text);
	return buf_add_file(&running->text, running->path.ptr) || running->text.len > 0;
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

/* "8 (name (of) it) S 1 ...": is the thread neither running, runnable nor at its end? */
static bool running_is_blocked(struct slice line)
{
	const size_t end = slice_rfind(line, ')');
	const char state = end != SLICE_NONE && end + 2 < line.len ? line.ptr[end + 2] : 'R';

	return state != 'R' && state != 'Z' && state != 'X';
}

/* The time is one before the look, so what the kernel records of the thread meanwhile is later. */
static void write_state(struct running *running, pid_t process, pid_t thread)
{
	struct record_stream *stream = running->stream;
	const uint64_t now = clock_nanoseconds(CLOCK_MONOTONIC);

	set_path(running, process, thread, "stat");
	if (!running_read_file(running) || !running_is_blocked(buf_slice(&running->text)))
		return;
	record_stream_open(stream, PERF_RECORD_SWITCH, PERF_RECORD_MISC_SWITCH_OUT);
	record_stream_add_u32(stream, (uint32_t)process);
	record_stream_add_u32(stream, (uint32_t)thread);
	record_stream_add_u64(stream, now);
	record_stream_add_u64(stream, UINT32_MAX); /* no CPU */
	record_stream_add_zeros(stream, running->trailer - 24);
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
	const bool has_code = map->rights.ptr[2] == 'x';

	if (map->inode > 0)
		id = build_id_of(running->cache,
				 &(struct build_id_map){
					 .process = process,
					 .path = map->name,
					 .file = {map->major, map->minor, map->inode, 0},
					 .start = map->start,
					 .end = map->end,
					 .time = BUILD_ID_ANY_TIME,
				 });
	record_stream_open(stream, PERF_RECORD_MMAP2,
			   (uint16_t)(PERF_RECORD_MISC_USER |
				      (id ? PERF_RECORD_MISC_MMAP_BUILD_ID : 0) |
				      (has_code ? 0 : PERF_RECORD_MISC_MMAP_DATA)));
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
	record_stream_add_u32(stream, (uint32_t)((map->rights.ptr[0] == 'r' ? PROT_READ : 0) |
						 (map->rights.ptr[1] == 'w' ? PROT_WRITE : 0) |
						 (has_code ? PROT_EXEC : 0)));
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
		if (running->has_states)
			write_state(running, process, threads.at[i]);
	}
	free(threads.at);
	set_path(running, process, 0, "maps");
	if (!running_read_file(running))
		return;
	for (rest = buf_slice(&running->text); slice_line(&rest, &line);) {
		if (parse_map(&map, line) &&
		    (map.rights.ptr[2] == 'x' || (running->has_data && map.inode > 0)))
			running_write_map(running, process, &map);
	}
}

void running_list_add(struct running_list *list, pid_t number)
{
	MEMORY_ROOM(list->at, list->count, list->cap);
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
	folder = opendir(buf_cstring(&path));
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
