/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_search.h"

#include <errno.h>
#include <unistd.h>

#include "common/debuginfo/rooted.h"

static struct slice own_id(const struct symbol_search *search)
{
	return slice_of((const char *)search->id, search->id_size);
}

static struct slice any_id(const struct symbol_search *search)
{
	return search->build_id.len > 0 ? search->build_id : own_id(search);
}

/* ---- Places ---- */

/* This machine's places, which a root has too, but for homes (%h). */
static const char *const copies[] = {
	"%h/.debug/.build-id/%b/elf", "%h/.debug/.build-id/%b/vdso",
	"%h/.debug/.build-id/%b", /* by older perfs */
	"%h/.debug%p/%i/elf",     /* copies of the cache may have lost the links of .build-id */
};

static const char *const debug_files[] = {
	"%f%l",
	"%f.debug/%l",
	"/usr/lib/debug%f%l",
	"%h/.debug/.build-id/%b/elf",
	"%h/.debug/.build-id/%b/vdso",
	"%h/.debug/.build-id/%b",
	"%h/.debug/.build-id/%b/debug",
	"/usr/lib/debug%p.debug",           /* Fedora */
	"/usr/lib/debug%p",                 /* Ubuntu */
	"/usr/lib/debug/.build-id/%b.debug" /* Debian */
};

/* Below folders of struct symbol_places; a file of either kind may be asked for by the other one. */
static const char *const below[] = {
	"/.build-id/%b/elf",
	"/.build-id/%b/executable",
	"/.build-id/%b/vdso",
	"/.build-id/%b.debug",
	"/.build-id/%b/debuginfo",
	"/.build-id/%b/debug",
	"/.build-id/%b",
	"%p/%i/elf",
	"/[vdso]/%i/vdso",
	"/%i/executable",
	"/%i/debuginfo",
	"%f%l",
	"%f.debug/%l",
	"%p.debug",
	"%p",
};

static struct symbol_place facts_of(const struct symbol_search *search, struct slice build_id)
{
	return (struct symbol_place){
		.path = slice_from(search->path),
		.link = slice_from(search->link.name),
		.build_id = build_id,
	};
}

/* ---- Files ---- */

static void tell_opened(struct symbol_search *search, const char *path, bool is_outside)
{
	search->is_outside = is_outside;
	if (!search->opened)
		return;
	buf_reset(search->opened);
	buf_add_text(search->opened, path);
}

/* Open a file by the form of its path, below a folder ("" for the machine's or the root's own). */
static bool open_at(struct symbol_search *search, const char *folder, const char *form,
		    const struct symbol_place *facts, struct elf_file *file)
{
	struct buf path = {0};
	bool is_open = false;

	buf_add_text(&path, folder);
	if (symbol_place_add(&path, form, facts)) {
		is_open = elf_file_open_fd(file,
					   rooted_open(*folder ? NULL : search->root, path.ptr));
		if (is_open)
			tell_opened(search, path.ptr, *folder);
	}
	buf_release(&path);
	return is_open;
}

static bool open_own(struct symbol_search *search, const char *form,
		     const struct symbol_place *facts, struct elf_file *file)
{
	const bool is_of_home = form[0] == '%' && form[1] == 'h';

	return !(is_of_home && search->root) && open_at(search, "", form, facts, file);
}

bool symbol_search_fits(const struct elf_file *file, struct slice id)
{
	unsigned char bytes[ELF_BUILD_ID];
	const size_t size = elf_file_build_id(file, bytes);

	return size > 0 && slice_equal(slice_of((const char *)bytes, size), id);
}

/* Number `i` of the places besides the machine's own; false: it has no such file. */
static bool open_other(struct symbol_search *search, size_t i, const struct symbol_place *facts,
		       struct elf_file *file)
{
	const char *folder = search->places->folders[i / ARRAY_LEN(below)];

	return open_at(search, folder, below[i % ARRAY_LEN(below)], facts, file);
}

static size_t count_others(const struct symbol_search *search)
{
	return search->places ? search->places->count * ARRAY_LEN(below) : 0;
}

/* Ask a server; false: none may be asked, or none has the file. */
static bool download(struct symbol_search *search, enum symbol_wanted wanted, struct slice build_id,
		     struct elf_file *file)
{
	struct symbol_server *server = search->places ? search->places->server : NULL;

	if (!server || !elf_file_open_fd(file, symbol_server_open(server, wanted, build_id,
								  slice_from(search->path))))
		return false;
	tell_opened(search, search->path, false);
	return true;
}

/* The program if it has the build id, which is known; else it is closed. */
static bool keep_if_it_fits(const struct symbol_search *search, struct elf_file *program)
{
	if (symbol_search_fits(program, search->build_id))
		return true;
	elf_file_close(program);
	return false;
}

static bool open_copy(struct symbol_search *search, struct elf_file *program)
{
	const struct symbol_place facts = facts_of(search, search->build_id);
	const size_t others = count_others(search);
	size_t i;

	if (search->build_id.len == 0)
		return false;
	for (i = 0; i < ARRAY_LEN(copies); i++) {
		if (open_own(search, copies[i], &facts, program) &&
		    keep_if_it_fits(search, program))
			return true;
	}
	for (i = 0; i < others; i++) {
		if (open_other(search, i, &facts, program) && keep_if_it_fits(search, program))
			return true;
	}
	return download(search, SYMBOL_WANTED_PROGRAM, search->build_id, program) &&
	       keep_if_it_fits(search, program);
}

/* It may have been replaced since it was found to be the right one. */
static bool is_stamped(const struct file_stamp *wanted, int fd)
{
	struct file_stamp stamp;

	return file_stamp_read(&stamp, fd) && file_stamp_equal(&stamp, wanted);
}

static enum symbol_file_state open_program(struct symbol_search *search, struct elf_file *program)
{
	const int fd = rooted_open(search->root, search->path);

	if (fd < 0)
		return errno == EISDIR ? SYMBOL_FILE_DAMAGED : SYMBOL_FILE_MISSING;
	if (search->stamp && !is_stamped(search->stamp, fd)) {
		close(fd);
		return SYMBOL_FILE_FOREIGN;
	}
	if (!elf_file_open_fd(program, fd))
		return SYMBOL_FILE_DAMAGED;
	tell_opened(search, search->path, false);
	if (search->build_id.len == 0 || symbol_search_fits(program, search->build_id))
		return SYMBOL_FILE_GOOD;
	elf_file_close(program);
	return SYMBOL_FILE_FOREIGN;
}

/* True if the file is of this build: by build id, or by checksum if the program has no build id. */
static bool belongs(const struct symbol_search *search, const struct elf_file *file)
{
	if (search->id_size > 0)
		return symbol_search_fits(file, own_id(search));
	return search->link.name[0] != '\0' && debug_link_fits(&search->link, file);
}

/* The next file of a place that exists; false: there are no more places. */
static bool open_next(struct symbol_search *search, struct elf_file *file)
{
	const struct symbol_place facts = facts_of(search, any_id(search));
	const size_t own = ARRAY_LEN(debug_files), others = count_others(search);

	while (search->place < own + others) {
		const size_t place = search->place++;

		if (place < own ? open_own(search, debug_files[place], &facts, file)
				: open_other(search, place - own, &facts, file))
			return true;
	}
	if (!search->may_download || search->place > own + others)
		return false;
	search->place++;
	return download(search, SYMBOL_WANTED_DEBUG, facts.build_id, file);
}

bool symbol_search_next(struct symbol_search *search, struct elf_file *file)
{
	while (open_next(search, file)) {
		if (belongs(search, file))
			return true;
		elf_file_close(file);
	}
	return false;
}

/* A debug file whose program is nowhere. */
static bool open_debug_alone(struct symbol_search *search, struct elf_file *program)
{
	const bool may_download = search->may_download;
	bool found;

	if (search->build_id.len < 2 || search->build_id.len > sizeof(search->id))
		return false;
	memcpy(search->id, search->build_id.ptr, search->build_id.len);
	search->id_size = search->build_id.len;
	search->may_download = true;
	found = symbol_search_next(search, program);
	search->may_download = may_download;
	return found;
}

enum symbol_file_state symbol_search_program(struct symbol_search *search, struct elf_file *program)
{
	enum symbol_file_state state = open_program(search, program);

	if (state != SYMBOL_FILE_GOOD &&
	    (open_copy(search, program) || open_debug_alone(search, program)))
		state = SYMBOL_FILE_GOOD;
	if (state == SYMBOL_FILE_GOOD) {
		search->id_size = elf_file_build_id(program, search->id);
		debug_link_read(&search->link, program);
	}
	return state;
}
