/* SPDX-License-Identifier: MIT */
#include "common/symbols/symbol_search.h"

#include <errno.h>

#include "common/symbols/rooted.h"

static struct slice own_id(const struct symbol_search *search)
{
	return slice_of((const char *)search->id, search->id_size);
}

static struct slice any_id(const struct symbol_search *search)
{
	return search->build_id.len > 0 ? search->build_id : own_id(search);
}

/* ---- Places ---- */

/* The folder of the program, with its slash. */
static void add_folder(struct buf *out, const struct symbol_search *search)
{
	const struct slice path = slice_from(search->path);
	const size_t slash = slice_rfind(path, '/');

	buf_add(out, slice_head(path, slash == SLICE_NONE ? 0 : slash + 1));
}

static bool add_link(struct buf *out, const struct symbol_search *search, const char *root,
		     const char *below)
{
	buf_add_text(out, root);
	add_folder(out, search);
	buf_add_text(out, below);
	buf_add_text(out, search->link.name);
	return search->link.name[0] != '\0';
}

/* xx/yyyy... */
static bool add_hex(struct buf *out, struct slice id, const char *behind_first)
{
	size_t i;

	for (i = 0; i < id.len; i++)
		buf_printf(out, "%02x%s", (unsigned char)id.ptr[i], i == 0 ? behind_first : "");
	return id.len > 1;
}

static bool add_id(struct buf *out, const struct symbol_search *search)
{
	return add_hex(out, any_id(search), "/");
}

/* Append a file of perf's cache in the caller's home; it belongs to this machine. */
static bool add_cache(struct buf *out, const struct symbol_search *search, const char *file)
{
	const char *home = getenv("HOME");

	if (search->root || !home)
		return false;
	buf_add_text(out, home);
	BUF_ADD(out, "/.debug/.build-id/");
	if (!add_id(out, search))
		return false;
	buf_add_text(out, file);
	return true;
}

static bool beside(struct buf *out, const struct symbol_search *search)
{
	return add_link(out, search, "", "");
}

static bool below(struct buf *out, const struct symbol_search *search)
{
	return add_link(out, search, "", ".debug/");
}

static bool below_debug(struct buf *out, const struct symbol_search *search)
{
	return add_link(out, search, "/usr/lib/debug", "");
}

static bool cached(struct buf *out, const struct symbol_search *search)
{
	return add_cache(out, search, "/elf");
}

static bool cached_vdso(struct buf *out, const struct symbol_search *search)
{
	return add_cache(out, search, "/vdso");
}

static bool cached_before(struct buf *out, const struct symbol_search *search) /* by older perfs */
{
	return add_cache(out, search, "");
}

/* Find the file through the links in .build-id; copies of the cache may have lost them. */
static bool cached_by_path(struct buf *out, const struct symbol_search *search)
{
	const char *home = getenv("HOME");

	if (search->root || !home)
		return false;
	buf_printf(out, "%s/.debug%s/", home, search->path);
	return add_hex(out, any_id(search), "") && (BUF_ADD(out, "/elf"), true);
}

static bool cached_debug(struct buf *out, const struct symbol_search *search)
{
	return add_cache(out, search, "/debug");
}

static bool fedora(struct buf *out, const struct symbol_search *search)
{
	buf_printf(out, "/usr/lib/debug%s.debug", search->path);
	return true;
}

static bool ubuntu(struct buf *out, const struct symbol_search *search)
{
	buf_printf(out, "/usr/lib/debug%s", search->path);
	return true;
}

static bool debian(struct buf *out, const struct symbol_search *search)
{
	bool has_id;

	BUF_ADD(out, "/usr/lib/debug/.build-id/");
	has_id = add_id(out, search);
	BUF_ADD(out, ".debug");
	return has_id;
}

/* Append the path; false if there cannot be one. */
typedef bool place_fn(struct buf *out, const struct symbol_search *search);

static place_fn *const copies[] = {cached, cached_vdso, cached_before, cached_by_path};

static place_fn *const places[] = {
	beside,        below,        below_debug, cached, cached_vdso,
	cached_before, cached_debug, fedora,      ubuntu, debian,
};

/* ---- Files ---- */

static bool open_at(const struct symbol_search *search, place_fn *place, struct elf_file *file)
{
	struct buf path = {0};
	bool is_open = false;

	if (place(&path, search)) {
		buf_add_char(&path, '\0');
		is_open = elf_file_open_fd(file, rooted_open(search->root, path.ptr));
	}
	buf_release(&path);
	return is_open;
}

static bool has_id(const struct elf_file *file, struct slice id)
{
	unsigned char bytes[ELF_BUILD_ID];
	const size_t size = elf_file_build_id(file, bytes);

	return size > 0 && slice_equal(slice_of((const char *)bytes, size), id);
}

static bool open_copy(struct symbol_search *search, struct elf_file *program)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(copies) && search->build_id.len > 0; i++) {
		if (!open_at(search, copies[i], program))
			continue;
		if (has_id(program, search->build_id))
			return true;
		elf_file_close(program);
	}
	return false;
}

static enum symbol_file_state open_program(struct symbol_search *search, struct elf_file *program)
{
	const int fd = rooted_open(search->root, search->path);

	if (fd < 0)
		return errno == EISDIR ? SYMBOL_FILE_DAMAGED : SYMBOL_FILE_MISSING;
	if (!elf_file_open_fd(program, fd))
		return SYMBOL_FILE_DAMAGED;
	if (search->build_id.len == 0 || has_id(program, search->build_id))
		return SYMBOL_FILE_GOOD;
	elf_file_close(program);
	return SYMBOL_FILE_FOREIGN;
}

enum symbol_file_state symbol_search_program(struct symbol_search *search, struct elf_file *program)
{
	enum symbol_file_state state = open_program(search, program);

	if (state != SYMBOL_FILE_GOOD && open_copy(search, program))
		state = SYMBOL_FILE_GOOD;
	if (state == SYMBOL_FILE_GOOD) {
		search->id_size = elf_file_build_id(program, search->id);
		debug_link_read(&search->link, program);
	}
	return state;
}

/* True if the file is of this build: by build id, or by checksum if the program has no build id. */
static bool belongs(const struct symbol_search *search, const struct elf_file *file)
{
	if (search->id_size > 0)
		return has_id(file, own_id(search));
	return search->link.name[0] != '\0' && debug_link_fits(&search->link, file);
}

bool symbol_search_next(struct symbol_search *search, struct elf_file *file)
{
	while (search->place < ARRAY_LEN(places)) {
		if (!open_at(search, places[search->place++], file))
			continue;
		if (belongs(search, file))
			return true;
		elf_file_close(file);
	}
	return false;
}
