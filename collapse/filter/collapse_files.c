/* SPDX-License-Identifier: MIT */
/*
 * collapse-files: the sizes of the files of a directory tree as folded stacks, directories as
 * frames. Links are not followed; a file with several names counts once.
 */
#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "collapse/filter/filter.h"
#include "common/base/diag.h"
#include "common/cli/program.h"
#include "common/folded/folded.h"

struct files_options {
	bool one_system; /* --xdev */
	bool blocks;
	bool no_header;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "Files"},
	{OPT_FLAG, .letter = 'x', .name = "xdev", OPT_AT(struct files_options, one_system),
	 .help = "Do not descend into other file systems"},
	{OPT_FLAG, .families = FAMILY_OWN, .name = "blocks", OPT_AT(struct files_options, blocks),
	 .help = "Count the disk space of files instead of their lengths",
	 .detail = "Holes take no space, and small files take a block."},
	{OPT_FLAG, .families = FAMILY_OWN, .name = "no-header",
	 OPT_AT(struct files_options, no_header),
	 .help = "Write no header, which says that the counts are bytes"},
};

/* A directory whose entries are still to be read: its path is kept, not its descriptor. */
struct pending {
	struct slice path; /* in the arena, NUL-terminated */
	frame_id *frames;  /* in the arena */
	uint32_t depth;
};

struct walk {
	const struct files_options *options;
	bool is_plain; /* names as the original writes them: letters, digits, `.` and `-` */
	struct profile profile;
	struct intern linked; /* device and inode of files with several names */
	struct arena arena;
	struct pending *stack;
	size_t count, cap;
	dev_t device;
	struct buf path, name;
	uint64_t unreadable;
};

static void files_complain(struct walk *walk, const char *path)
{
	if (errno == ENOMEM)
		memory_die();
	diag_error_at(CODE_IO, slice_from(path), 0, "%s", strerror(errno));
	walk->unreadable++;
}

static frame_id files_frame_of(struct walk *walk, struct slice name)
{
	size_t i;

	buf_reset(&walk->name);
	for (i = 0; i < name.len; i++) {
		char c = name.ptr[i];
		bool kept = walk->is_plain ? char_is_word(c) || c == '.' || c == '-'
					   : (unsigned char)c >= ' ' && c != 0x7F;

		buf_add_char(&walk->name, !kept ? '_' : c == ';' ? ':' : c);
	}
	return profile_frame(&walk->profile, buf_slice(&walk->name));
}

/* True if the file was counted under another name. */
static bool files_is_known(struct walk *walk, const struct stat *status)
{
	const uint64_t key[2] = {(uint64_t)status->st_dev, (uint64_t)status->st_ino};
	size_t before = walk->linked.count;

	if (S_ISDIR(status->st_mode) || status->st_nlink < 2)
		return false;
	intern_add(&walk->linked, slice_of((const char *)key, sizeof(key)));
	return walk->linked.count == before;
}

/* One file or directory, whose frames are known. */
static void files_count(struct walk *walk, struct slice path, const frame_id *frames,
			uint32_t depth, bool is_named)
{
	struct stat status;
	uint64_t size;

	if (lstat(path.ptr, &status) != 0) {
		if (is_named || errno != ENOENT) /* files vanish while one looks */
			files_complain(walk, path.ptr);
		return;
	}
	if (is_named)
		walk->device = status.st_dev;
	if (walk->options->one_system && status.st_dev != walk->device)
		return;
	size = walk->options->blocks ? (uint64_t)status.st_blocks * 512 : (uint64_t)status.st_size;
	if (size > 0 && !files_is_known(walk, &status))
		profile_add_count(&walk->profile, frames, depth, size);
	if (S_ISDIR(status.st_mode) && depth < LIMIT_DEPTH) {
		struct pending pending = {.depth = depth};
		char *copy = arena_alloc(&walk->arena, path.len + 1);

		memcpy(copy, path.ptr, path.len);
		copy[path.len] = '\0';
		pending.path = slice_of(copy, path.len);
		pending.frames = arena_alloc(&walk->arena, (depth + 1u) * sizeof(frame_id));
		memcpy(pending.frames, frames, depth * sizeof(frame_id));
		MEMORY_ROOM(walk->stack, walk->count, walk->cap);
		walk->stack[walk->count++] = pending;
	}
}

static int files_by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/*
 * The names in a directory, sorted: which of several names of a file counts is not left to chance.
 */
static size_t list_entries(struct walk *walk, DIR *directory, char ***names)
{
	const struct dirent *entry;
	size_t count = 0, cap = 0;

	*names = NULL;
	while ((entry = readdir(directory)) != NULL) {
		struct slice name = slice_from(entry->d_name);
		char *copy;

		if (slice_equal(name, SLICE(".")) || slice_equal(name, SLICE("..")))
			continue;
		copy = arena_alloc(&walk->arena, name.len + 1);
		memcpy(copy, name.ptr, name.len + 1);
		MEMORY_ROOM(*names, count, cap);
		(*names)[count++] = copy;
	}
	SORT(*names, count, files_by_name);
	return count;
}

static void read_entries(struct walk *walk, DIR *directory, const struct pending *pending)
{
	char **names;
	size_t entries = list_entries(walk, directory, &names), i;

	for (i = 0; i < entries; i++) {
		struct slice name = slice_from(names[i]);

		buf_reset(&walk->path);
		buf_add(&walk->path, pending->path);
		if (!slice_ends(pending->path, SLICE("/")))
			buf_add_char(&walk->path, '/');
		buf_add(&walk->path, name);
		buf_add_char(&walk->path, '\0');
		pending->frames[pending->depth] = files_frame_of(walk, name);
		files_count(walk, slice_head(buf_slice(&walk->path), walk->path.len - 1),
			    pending->frames, pending->depth + 1, false);
	}
	free(names);
}

/* The parts of the named path are frames, except empty parts, as in "/usr//lib/". */
static void walk_tree(struct walk *walk, struct slice path)
{
	struct slice rest = path, part;
	frame_id *frames = NULL;
	size_t depth = 0, cap = 0;
	bool more = true;

	while (more) {
		more = slice_cut(&rest, '/', &part);
		if (!more)
			part = rest;
		if (part.len == 0)
			continue;
		MEMORY_ROOM(frames, depth, cap);
		frames[depth++] = files_frame_of(walk, part);
	}
	if (depth == 0) {
		MEMORY_NEED(frames, 1, cap);
		frames[depth++] = files_frame_of(walk, SLICE("/"));
	}
	files_count(walk, path, frames, (uint32_t)depth, true);
	free(frames);
	while (walk->count > 0) {
		const struct pending pending = walk->stack[--walk->count];
		DIR *directory = opendir(pending.path.ptr);

		if (!directory) {
			files_complain(walk, pending.path.ptr);
			continue;
		}
		read_entries(walk, directory, &pending);
		closedir(directory);
	}
}

static bool write_profile(struct walk *walk, struct slice path)
{
	struct output output;

	if (walk->profile.count == 0) {
		if (walk->unreadable == 0)
			diag_error("no file with a size");
		return false;
	}
	folded_escape_roots(&walk->profile, !walk->is_plain);
	if (!walk->is_plain && !walk->options->no_header)
		header_add(&walk->profile.header, HEADER_UNIT, SLICE("bytes"));
	if (folded_overflowed(&walk->profile) || !output_open(&output, path))
		return false;
	folded_write(&walk->profile, 0, &output);
	return output_commit(&output);
}

static int files_collapse_all(struct program_run *run)
{
	const struct opt_list *trees = &run->given.files;
	struct walk walk = {.options = run->options,
			    .is_plain = personality_in(run->compat, FAMILY_PERL)};
	size_t i;
	bool good;

	for (i = 0; i < trees->count; i++)
		walk_tree(&walk, trees->at[i]);
	good = write_profile(&walk, run->common.output) && walk.unreadable == 0;
	profile_release(&walk.profile);
	intern_release(&walk.linked);
	arena_release(&walk.arena);
	free(walk.stack);
	buf_release(&walk.path);
	buf_release(&walk.name);
	return good ? EXIT_DONE : EXIT_DATA;
}

static bool files_check(struct program_run *run)
{
	if (run->given.files.count == 0)
		diag_error("no directory is named; try '%s --help'", diag_tool());
	return run->given.files.count > 0;
}

int collapse_files_main(int argc, char **argv)
{
	struct program_run run = program_start(argc, argv,
					       personality_corrected(personality_of(argv[0])));
	struct files_options options = {0};
	const struct opt_table tables[] = {
		OPT_OWN(rows, ARRAY_LEN(rows), &options),
		OPT_MEMORY(&run.reading),
		OPT_COMMON(&run.common),
	};
	const struct program program = {
		.summary = "sizes of the files of a directory tree as folded stacks",
		.operands = "DIRECTORY...",
		.tables = tables,
		.table_count = ARRAY_LEN(tables),
		.check = files_check,
		.run = files_collapse_all,
	};

	run.options = &options;
	run.reading.threads = 1;
	return program_main(&program, &run);
}
