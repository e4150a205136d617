/* SPDX-License-Identifier: MIT */
#include "common/dwarf/dwarf_others.h"

#include "common/dwarf/entries/dwarf_package.h"
#include "common/symbols/rooted.h"

static char *copy_of(struct slice text)
{
	char *copy = memory_get(text.len + 1);

	memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	return copy;
}

void dwarf_others_init(struct dwarf_others *others, const struct symbol_search *search,
		       struct slice path)
{
	*others = (struct dwarf_others){
		.root = search->root ? copy_of(slice_from(search->root)) : NULL,
		.program = copy_of(slice_from(search->path)),
		.path = copy_of(path),
	};
}

void dwarf_others_release(struct dwarf_others *others)
{
	if (others->has_package)
		dwarf_data_close(&others->package);
	free(others->root);
	free(others->program);
	free(others->path);
	*others = (struct dwarf_others){.root = NULL};
}

/* Open a file below the root; a NUL is appended to `path`. */
static bool open_at(const struct dwarf_others *others, struct buf *path, struct elf_file *elf)
{
	buf_add_char(path, '\0');
	return elf_file_open_fd(elf, rooted_open(others->root, path->ptr));
}

/* The folder of a file, with its slash. */
static struct slice folder_of(const char *path)
{
	const struct slice all = slice_from(path);
	const size_t slash = slice_rfind(all, '/');

	return slice_head(all, slash == SLICE_NONE ? 0 : slash + 1);
}

/* A name in the file, from its folder on. */
static void add_beside(struct buf *path, const struct dwarf_others *others, struct slice name)
{
	if (name.ptr[0] != '/')
		buf_add(path, folder_of(others->path));
	buf_add(path, name);
}

/* ---- What the file shares with others ---- */

/* Open the shared file by its name, else by its build id. */
static bool open_alt(const struct dwarf_others *others, struct slice link, struct elf_file *elf)
{
	struct buf path = {0};
	struct slice name;
	bool is_found = slice_cut(&link, '\0', &name) && name.len > 0 && link.len > 1;
	int i;

	for (i = 0; is_found; i++) {
		buf_reset(&path);
		if (i == 0)
			add_beside(&path, others, name);
		is_found = i == 0 || (i == 1 && symbol_search_add_debug(&path, link));
		if (!is_found || !open_at(others, &path, elf))
			continue;
		if (symbol_search_fits(elf, link))
			break;
		elf_file_close(elf);
	}
	buf_release(&path);
	return is_found;
}

/* The section .debug_sup: DWARF 5, section 7.3.6. */
struct supplement {
	bool is_shared;        /* the file is itself the one that others share */
	struct slice name;     /* of the shared file */
	struct slice checksum; /* of the shared file, in both files */
};

static bool read_supplement(struct supplement *supplement, const struct dwarf_data *data)
{
	struct dwarf_reader reader = dwarf_data_reader(data, DWARF_SUP, 0);
	uint64_t size;

	dwarf_skip(&reader, 2); /* version */
	supplement->is_shared = dwarf_read(&reader, 1) != 0;
	supplement->name = dwarf_read_text(&reader);
	size = dwarf_read_uleb(&reader);
	supplement->checksum = slice_of((const char *)reader.at, (size_t)size);
	return dwarf_has(&reader, size) && size > 0;
}

static void open_supplement(const struct dwarf_others *others, const struct dwarf_data *data,
			    struct dwarf_units *to)
{
	struct supplement wanted, found;
	struct buf path = {0};
	struct elf_file elf;

	if (!read_supplement(&wanted, data) || wanted.is_shared || wanted.name.len == 0)
		return;
	add_beside(&path, others, wanted.name);
	if (open_at(others, &path, &elf)) {
		if (dwarf_units_open(to, &elf, DWARF_FUNCTIONS) &&
		    (!read_supplement(&found, &to->data) || !found.is_shared ||
		     !slice_equal(found.checksum, wanted.checksum)))
			dwarf_units_release(to);
		elf_file_close(&elf);
	}
	buf_release(&path);
}

struct dwarf_units *dwarf_others_alt(struct dwarf_units *units)
{
	struct elf_file elf;

	if (!units->alt) {
		units->alt = memory_clear(1, sizeof(*units->alt));
		if (units->others &&
		    open_alt(units->others, units->data.at[DWARF_ALT_LINK], &elf)) {
			dwarf_units_open(units->alt, &elf, DWARF_FUNCTIONS);
			elf_file_close(&elf);
		} else if (units->others) {
			open_supplement(units->others, &units->data, units->alt);
		}
	}
	return units->alt->count > 0 ? units->alt : NULL;
}

/* ---- What was split off ---- */

static bool open_package_of(struct dwarf_others *others, const char *program)
{
	struct buf path = {0};
	struct elf_file elf;
	bool is_good = false;

	buf_add_text(&path, program);
	BUF_ADD(&path, ".dwp");
	if (open_at(others, &path, &elf)) {
		is_good = dwarf_data_open(&others->package, &elf, DWARF_SPLIT);
		elf_file_close(&elf);
	}
	buf_release(&path);
	return is_good;
}

static bool find_in_package(struct dwarf_others *others, uint64_t dwo_id, struct dwarf_units *to)
{
	if (!others->is_sought)
		others->has_package = open_package_of(others, others->program) ||
				      (strcmp(others->program, others->path) != 0 &&
				       open_package_of(others, others->path));
	others->is_sought = true;
	if (!others->has_package || !dwarf_package_find(&others->package, dwo_id, &to->data))
		return false;
	dwarf_units_index(to);
	return true;
}

/* Open a file of split units; a NUL is appended to `path`. */
static bool open_file(const struct dwarf_others *others, struct buf *path, struct dwarf_units *to)
{
	struct elf_file elf;
	bool is_good;

	if (path->len == 0 || path->ptr[0] != '/' || !open_at(others, path, &elf))
		return false;
	is_good = dwarf_units_open(to, &elf, DWARF_SPLIT);
	elf_file_close(&elf);
	return is_good;
}

/* The unit of the same id, which is completed by what the skeleton has; NULL: there is none. */
static struct dwarf_unit *join(struct dwarf_split *split, const struct dwarf_units *units,
			       const struct dwarf_unit *skeleton, uint64_t ranges_base)
{
	size_t i;

	split->units.data.at[DWARF_ADDR] = units->data.at[DWARF_ADDR];
	split->units.data.at[DWARF_RANGES] = units->data.at[DWARF_RANGES];
	for (i = 0; i < split->units.count; i++) {
		struct dwarf_unit *unit = &split->units.at[i];

		if (!unit->is_good || unit->dwo_id != skeleton->dwo_id)
			continue;
		unit->addr_base = skeleton->addr_base;
		unit->low_pc = skeleton->low_pc;
		unit->ranges_base = ranges_base;
		return unit;
	}
	return NULL;
}

/* A skeleton's attributes that locate its split unit. */
struct half {
	struct slice name, folder; /* of the file; the folder in which the compiler ran */
	uint64_t ranges_base;
};

static bool read_half(struct half *half, struct dwarf_units *units, struct dwarf_unit *skeleton)
{
	struct dwarf_values values;

	dwarf_units_prepare(units, skeleton);
	if (!dwarf_entry_at(&units->data, skeleton, skeleton->first, &values))
		return false;
	half->name = dwarf_value_text(&units->data, skeleton, &values.at[DWARF_DWO_NAME]);
	half->folder = dwarf_value_text(&units->data, skeleton, &values.at[DWARF_COMP_DIR]);
	half->ranges_base = values.at[DWARF_GNU_RANGES_BASE].form != 0
				    ? values.at[DWARF_GNU_RANGES_BASE].number
				    : 0;
	return half->name.len > 0;
}

/* Append the path of a half: place 0 is where the compiler left it, 1 beside the program. */
static void add_path(struct buf *path, const struct dwarf_others *others, const struct half *half,
		     int place)
{
	if (place == 1) {
		buf_add(path, folder_of(others->program));
	} else if (half->name.ptr[0] != '/' && half->folder.len > 0) {
		buf_add(path, half->folder);
		buf_add_char(path, '/');
	}
	buf_add(path, half->name);
}

static void find_split(struct dwarf_split *split, struct dwarf_units *units,
		       struct dwarf_unit *skeleton)
{
	struct dwarf_others *others = units->others;
	struct buf path = {0};
	struct half half;
	int place;

	if (!others || !read_half(&half, units, skeleton))
		return;
	if (find_in_package(others, skeleton->dwo_id, &split->units))
		split->unit = join(split, units, skeleton, half.ranges_base);
	for (place = 0; !split->unit && place < 2; place++) {
		dwarf_units_release(&split->units);
		buf_reset(&path);
		add_path(&path, others, &half, place);
		if (open_file(others, &path, &split->units))
			split->unit = join(split, units, skeleton, half.ranges_base);
	}
	buf_release(&path);
}

struct dwarf_split *dwarf_others_split(struct dwarf_units *units, struct dwarf_unit *skeleton,
				       bool may_read)
{
	struct dwarf_split *split = __atomic_load_n(&skeleton->split, __ATOMIC_ACQUIRE);

	if (split || !may_read)
		return split;
	split = memory_clear(1, sizeof(*split));
	find_split(split, units, skeleton);
	__atomic_store_n(&skeleton->split, split, __ATOMIC_RELEASE);
	return split;
}
