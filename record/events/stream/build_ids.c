/* SPDX-License-Identifier: MIT */
#include "record/events/stream/build_ids.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "common/memory/memory.h"
#include "common/symbols/elf/elf_file.h"
#include "common/table/hash.h"
#include "common/text/buf.h"

struct node {
	struct build_id_file file;
	struct build_id id; /* of size 0: it has none */
	UT_hash_handle hh;
};

struct build_id_cache {
	struct node *files;
};

struct build_id_cache *build_id_cache_new(void)
{
	return memory_clear(1, sizeof(struct build_id_cache));
}

void build_id_cache_free(struct build_id_cache *cache)
{
	struct node *node, *next;

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
	struct node *node;

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
