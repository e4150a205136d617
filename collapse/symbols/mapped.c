/* SPDX-License-Identifier: MIT */
#include "collapse/symbols/mapped.h"

#include <sys/stat.h>

#include "common/base/diag.h"
#include "common/base/search.h"
#include "common/debuginfo/elf_symbols.h"

const char *const mapped_symbols_names[] = {"auto", "always", "never", NULL};

const char *const mapped_symbols_helps[] = {
	"files that are still the recorded ones, by their inodes; the default",
	"any file with the path: the recording is from another machine with the same files",
	"none: addresses only",
	NULL,
};

/* ---- The list ---- */

void mapped_reset(struct mapped *mapped)
{
	mapped->count = 0;
	mapped->sorted = false;
}

void mapped_release(struct mapped *mapped)
{
	size_t i;

	for (i = 0; i < mapped->file_count; i++)
		elf_symbols_close(mapped->files[i].symbols);
	inline_free(mapped->inlines);
	intern_release(&mapped->file_keys);
	intern_release(&mapped->texts);
	free(mapped->files);
	free(mapped->at);
	free(mapped->lines);
	*mapped = (struct mapped){0};
}

/* A copy, once of each text. */
static struct slice mapped_keep(struct mapped *mapped, struct slice text)
{
	return intern_name(&mapped->texts, intern_add(&mapped->texts, text));
}

static bool mapped_take_range(struct slice range, struct mapping *mapping)
{
	struct slice start;

	return slice_cut(&range, '-', &start) && slice_hex_to_u64(start, &mapping->start) &&
	       slice_hex_to_u64(range, &mapping->end) && mapping->start < mapping->end;
}

bool mapped_add(struct mapped *mapped, struct slice line)
{
	struct mapping mapping = {0};
	struct slice range, permissions, offset, device, inode;

	if (!slice_word(&line, &range) || !mapped_take_range(range, &mapping) ||
	    !slice_word(&line, &permissions) || !slice_word(&line, &offset) ||
	    !slice_hex_to_u64(offset, &mapping.offset) || !slice_word(&line, &device) ||
	    !slice_word(&line, &inode) || !slice_to_u64(inode, &mapping.inode))
		return false;
	mapping.path = slice_trim(line);
	if (mapping.path.len == 0)
		return true;
	mapping.path = mapped_keep(mapped, mapping.path);
	MEMORY_ROOM(mapped->at, mapped->count, mapped->cap);
	mapped->at[mapped->count++] = mapping;
	mapped->sorted = false;
	return true;
}

const struct mapping *mapped_find(struct mapped *mapped, uint64_t address)
{
	size_t behind;

	if (!mapped->sorted)
		SORT(mapped->at, mapped->count, u64_compare_pairs);
	mapped->sorted = true;
	behind = SEARCH_UP_TO(mapped->at, mapped->count, start, address);
	return behind > 0 && address < mapped->at[behind - 1].end ? &mapped->at[behind - 1] : NULL;
}

/* ---- Functions ---- */

/* True if the file can be read and is the one that was mapped. */
static bool is_at_hand(const struct mapped *mapped, const struct mapped_file *file,
		       const char *path)
{
	struct stat status;

	return stat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       (mapped->symbols == MAPPED_ALWAYS || (uint64_t)status.st_ino == file->inode);
}

static void mapped_open_file(struct mapped *mapped, struct mapped_file *file)
{
	struct buf path = {0};

	if (slice_find(file->path, '\0') != SLICE_NONE)
		return;
	buf_add(&path, file->path);
	if (is_at_hand(mapped, file, buf_cstring(&path)))
		file->symbols = elf_symbols_open(path.ptr, SLICE(""));
	buf_release(&path);
	if (!file->symbols)
		return;
	if (!mapped->inlines)
		mapped->inlines = inline_new(false);
	file->inlined = inline_open(mapped->inlines, file->path);
}

/*
 * The file of a mapping. A file without symbols is opened only once, too. Texts are interned: equal
 * ones have one pointer.
 */
static const struct mapped_file *mapped_file_of(struct mapped *mapped,
						const struct mapping *mapping)
{
	const uint64_t key[] = {(uintptr_t)mapping->path.ptr, mapping->inode};
	const frame_id place = intern_add(&mapped->file_keys,
					  slice_of((const char *)key, sizeof(key)));
	struct mapped_file *file;

	if (place < mapped->file_count)
		return &mapped->files[place];
	MEMORY_ROOM(mapped->files, mapped->file_count, mapped->file_cap);
	file = &mapped->files[mapped->file_count++];
	*file = (struct mapped_file){.path = mapping->path, .inode = mapping->inode};
	mapped_open_file(mapped, file);
	return file;
}

/* "file.c:12" */
static struct pprof_line mapped_make_line(struct mapped *mapped,
					  const struct inline_function *function)
{
	struct pprof_line line = {.function = mapped_keep(mapped, function->name)};
	size_t colon = slice_rfind(function->source, ':');
	uint64_t number;

	if (colon == SLICE_NONE || !slice_to_u64(slice_tail(function->source, colon + 1), &number))
		return line;
	line.file = mapped_keep(mapped, slice_head(function->source, colon));
	line.line = number <= INT64_MAX ? (int64_t)number : 0;
	return line;
}

static size_t mapped_add_line(struct mapped *mapped, size_t count, struct pprof_line line)
{
	MEMORY_ROOM(mapped->lines, count, mapped->line_cap);
	mapped->lines[count] = line;
	return count + 1;
}

size_t mapped_lines(struct mapped *mapped, const struct mapping *mapping, uint64_t address,
		    const struct pprof_line **lines)
{
	struct inline_query query = {.has_pc = true};
	const struct inline_functions *functions = NULL;
	const struct mapped_file *file;
	struct slice name;
	size_t count = 0, i;

	if (mapped->symbols == MAPPED_NEVER || mapping->path.ptr[0] != '/')
		return 0;
	file = mapped_file_of(mapped, mapping);
	if (!file->symbols ||
	    !elf_symbols_address(file->symbols, address - mapping->start + mapping->offset,
				 &query.pc))
		return 0;
	if (file->inlined)
		functions = inline_find(mapped->inlines, file->inlined, &query);
	for (i = 0; functions && i < functions->count; i++)
		count = mapped_add_line(mapped, count, mapped_make_line(mapped, &functions->at[i]));
	name = elf_symbols_find(file->symbols, query.pc);
	if (count == 0 && name.len > 0)
		count = mapped_add_line(mapped, 0,
					(struct pprof_line){.function = mapped_keep(mapped, name)});
	*lines = mapped->lines;
	return count;
}

void mapped_say(const struct mapped *mapped)
{
	size_t absent = 0, i;

	for (i = 0; i < mapped->file_count; i++)
		absent += !mapped->files[i].symbols;
	if (absent > 0)
		diag_note("%zu mapped files are missing, or differ from the recorded ones: their "
			  "functions have no names (see --symbols)",
			  absent);
}
