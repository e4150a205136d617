/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_file.h"

#include "common/base/parallel.h"
#include "common/base/search.h"
#include "common/debuginfo/elf_packed.h"

enum { PAGE = 4096 }; /* bytes, of the smallest machines */

/* A table and the names that were asked for. */
struct named {
	struct symbol_table table;
	const struct slice **names; /* one for each entry; NULL: not yet */
};

struct symbol_file {
	struct lock lock;
	char *root, *path;
	struct slice build_id;
	const struct symbol_places *places;
	uint64_t
		code_at; /* the offset of its code in the file; not a multiple of a page: unknown */
	struct file_stamp stamp; /* if it is expected */
	bool is_expected;
	enum symbol_file_state
		state; /* all below is const when it is no longer SYMBOL_FILE_UNREAD */
	bool lacks_xz, has_only_exports;
	struct elf_segment *segments;
	size_t segment_count;
	struct named symbols, plt;
	struct arena names; /* under the lock */
};

static char *symbol_file_copy_text(struct slice text)
{
	char *copy = memory_get(text.len + 1);

	if (text.len > 0)
		memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	return copy;
}

struct symbol_file *symbol_file_new(const char *root, struct slice path, struct slice build_id)
{
	struct symbol_file *file = memory_clear(1, sizeof(*file));

	lock_init(&file->lock);
	file->root = root ? symbol_file_copy_text(slice_from(root)) : NULL;
	file->path = symbol_file_copy_text(path);
	file->build_id = slice_of(symbol_file_copy_text(build_id), build_id.len);
	file->code_at = UINT64_MAX;
	return file;
}

void symbol_file_look_in(struct symbol_file *file, const struct symbol_places *places)
{
	file->places = places;
}

void symbol_file_code_at(struct symbol_file *file, uint64_t offset)
{
	file->code_at = offset;
}

void symbol_file_expect(struct symbol_file *file, const struct file_stamp *stamp)
{
	file->stamp = *stamp;
	file->is_expected = true;
}

static void symbol_file_release(struct named *named)
{
	symbol_table_release(&named->table);
	free(named->names);
}

void symbol_file_free(struct symbol_file *file)
{
	if (!file)
		return;
	symbol_file_release(&file->symbols);
	symbol_file_release(&file->plt);
	arena_release(&file->names);
	free(file->segments);
	free((void *)(uintptr_t)file->build_id.ptr);
	free(file->path);
	free(file->root);
	lock_release(&file->lock);
	free(file);
}

struct symbol_search symbol_file_search(const struct symbol_file *file)
{
	return (struct symbol_search){
		.root = file->root,
		.path = file->path,
		.build_id = file->build_id,
		.places = file->places,
		.stamp = file->is_expected ? &file->stamp : NULL,
	};
}

/* ---- Reading, once ---- */

/* Both tables of a file; nothing if the one that is not for the dynamic linker has no symbols. */
static bool symbol_file_read_tables(struct symbol_table *table, const struct elf_file *elf)
{
	if (!symbol_table_read(table, elf, ELF_SECTION_SYMTAB))
		return false;
	symbol_table_read(table, elf, ELF_SECTION_DYNSYM);
	return true;
}

static bool read_debug_files(struct symbol_table *table, struct symbol_search *search,
			     bool may_download)
{
	struct elf_file debug;
	bool found = false;

	search->may_download = may_download;
	while (!found && symbol_search_next(search, &debug)) {
		found = symbol_file_read_tables(table, &debug);
		elf_file_close(&debug);
	}
	return found;
}

static bool read_mini_debug(struct symbol_file *file, const struct elf_file *program)
{
	struct symbol_table *table = &file->symbols.table;
	struct buf bytes = {0};
	struct elf_file mini;
	const enum mini_debug result = mini_debug_read(&bytes, program);
	bool found = false;

	file->lacks_xz = result == MINI_DEBUG_NO_XZ;
	if (result == MINI_DEBUG_READ && elf_file_open_bytes(&mini, buf_slice(&bytes))) {
		found = symbol_table_read(table, &mini, ELF_SECTION_SYMTAB);
		elf_file_close(&mini);
	}
	if (found)
		symbol_table_read(table, program, ELF_SECTION_DYNSYM);
	buf_release(&bytes);
	return found;
}

static void symbol_file_finish(struct named *named)
{
	symbol_table_finish(&named->table);
	named->names = memory_clear(named->table.count + 1, sizeof(*named->names));
}

/*
 * Debug files keep the addresses of segments whose bytes they lack, but not their offsets in the
 * program: those are in the recorded map. Only sure if one segment has code.
 */
static void restore_code(struct symbol_file *file)
{
	struct elf_segment *code = NULL;
	size_t i, count = 0;

	for (i = 0; i < file->segment_count; i++) {
		struct elf_segment *segment = &file->segments[i];

		if (segment->type != ELF_SEGMENT_LOAD || !segment->is_executable)
			continue;
		code = segment;
		count++;
	}
	if (count != 1 || code->size > 0 || file->code_at % PAGE != 0)
		return;
	code->offset = file->code_at + code->address % PAGE;
	code->size = code->memory_size;
}

static enum symbol_file_state read_program(struct symbol_file *file, struct symbol_search *search,
					   struct elf_file *program)
{
	struct symbol_table *table = &file->symbols.table;
	const bool is_cut = program->is_cut;

	if (!read_debug_files(table, search, false) && !read_mini_debug(file, program) &&
	    !symbol_file_read_tables(table, program) && !read_debug_files(table, search, true)) {
		symbol_table_read(table, program, ELF_SECTION_DYNSYM);
		file->has_only_exports = true;
	}
	symbol_file_finish(&file->symbols);
	if (table->count > 0)
		symbol_plt_read(&file->plt.table, program, table);
	symbol_file_finish(&file->plt);
	file->segments = program->segments;
	file->segment_count = program->segment_count;
	program->segments = NULL;
	restore_code(file);
	elf_file_close(program);
	return table->count > 0 ? SYMBOL_FILE_GOOD
	       : is_cut         ? SYMBOL_FILE_DAMAGED
				: SYMBOL_FILE_STRIPPED;
}

static enum symbol_file_state symbol_file_read_file(struct symbol_file *file)
{
	struct symbol_search search = symbol_file_search(file);
	struct elf_file program;
	const enum symbol_file_state state = symbol_search_program(&search, &program);

	return state == SYMBOL_FILE_GOOD ? read_program(file, &search, &program) : state;
}

static void read_once(struct symbol_file *file)
{
	if (symbol_file_state(file) != SYMBOL_FILE_UNREAD)
		return;
	lock_take(&file->lock);
	if (symbol_file_state(file) == SYMBOL_FILE_UNREAD)
		__atomic_store_n(&file->state, symbol_file_read_file(file), __ATOMIC_RELEASE);
	lock_leave(&file->lock);
}

enum symbol_file_state symbol_file_state(const struct symbol_file *file)
{
	return __atomic_load_n(&file->state, __ATOMIC_ACQUIRE);
}

bool symbol_file_has_only_exports(const struct symbol_file *file)
{
	return symbol_file_state(file) == SYMBOL_FILE_GOOD && file->has_only_exports;
}

bool symbol_file_lacks_xz(const struct symbol_file *file)
{
	return symbol_file_state(file) != SYMBOL_FILE_UNREAD && file->lacks_xz;
}

/* ---- Addresses ---- */

/*
 * The system maps whole pages, so bytes around a segment in its first and last page are mapped with
 * it.
 */
static bool is_in_pages(const struct elf_segment *segment, uint64_t offset)
{
	const uint64_t begin = segment->offset / PAGE, page = offset / PAGE;

	return segment->size > 0 && segment->size <= UINT64_MAX - segment->offset &&
	       page >= begin && page <= (segment->offset + segment->size - 1) / PAGE;
}

bool symbol_file_address(struct symbol_file *file, uint64_t offset, uint64_t *address)
{
	const struct elf_segment *found = NULL;
	size_t i;

	read_once(file);
	for (i = 0; i < file->segment_count; i++) {
		const struct elf_segment *segment = &file->segments[i];

		if (segment->type != ELF_SEGMENT_LOAD)
			continue;
		if (offset >= segment->offset && offset - segment->offset < segment->size) {
			found = segment;
			break;
		}
		if (is_in_pages(segment, offset) && (!found || segment->is_executable))
			found = segment;
	}
	if (found)
		*address = offset - found->offset + found->address;
	return found != NULL;
}

/* ---- Symbols ---- */

static const struct slice *symbol_file_make_name(struct symbol_file *file,
						 const struct symbol_entry *entry)
{
	struct slice *name = arena_alloc(&file->names, sizeof(*name));
	struct buf text = {0};

	symbol_table_name(&text, entry);
	*name = arena_copy(&file->names, buf_slice(&text));
	buf_release(&text);
	return name;
}

static struct slice symbol_file_name_of(struct symbol_file *file, struct named *named,
					const struct symbol_entry *entry)
{
	const struct slice **at = &named->names[entry - named->table.at];
	const struct slice *name = __atomic_load_n(at, __ATOMIC_ACQUIRE);

	if (name)
		return *name;
	lock_take(&file->lock);
	name = __atomic_load_n(at, __ATOMIC_RELAXED);
	if (!name) {
		name = symbol_file_make_name(file, entry);
		__atomic_store_n(at, name, __ATOMIC_RELEASE);
	}
	lock_leave(&file->lock);
	return *name;
}

bool symbol_file_find(struct symbol_file *file, uint64_t address, struct symbol *symbol)
{
	const struct symbol_entry *entry;
	struct named *named = &file->plt;

	read_once(file);
	entry = symbol_table_find(&named->table, address);
	if (!entry) {
		named = &file->symbols;
		entry = symbol_table_find(&named->table, address);
	}
	if (!entry)
		return false;
	*symbol = (struct symbol){symbol_file_name_of(file, named, entry), entry->start,
				  entry->end};
	return true;
}
