/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/dwarf_others.h"

#include <sys/stat.h>
#include <unistd.h>

#include "common/debuginfo/dwarf_data.h"
#include "common/debuginfo/rooted.h"

/* Which file it is, whatever paths lead to it; of a package, where the part of a unit begins. */
struct split_key {
	uint64_t device, inode; /* device UINT64_MAX: `inode` is an address */
};

/* A file of split units, or a part of a package. It is read once, for all of its skeletons. */
struct dwarf_split_file {
	struct split_key key;
	UT_hash_handle hh;
	struct dwarf_units units; /* empty: it cannot be read */
	struct id_things ids;     /* of its units: uint32_t, their number */
};

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
		.is_outside = search->is_outside,
		.places = search->places,
	};
}

void dwarf_others_release(struct dwarf_others *others)
{
	struct dwarf_split_file *file, *next;

	HASH_ITER(hh, others->files, file, next)
	{
		HASH_DEL(others->files, file);
		dwarf_units_release(&file->units);
		id_things_release(&file->ids);
		free(file);
	}
	id_things_release(&others->skeletons);
	if (others->has_package)
		dwarf_data_close(&others->package);
	free(others->root);
	free(others->program);
	free(others->path);
	*others = (struct dwarf_others){.root = NULL};
}

static size_t count_folders(const struct dwarf_others *others)
{
	return others->places ? others->places->count : 0;
}

/*
 * Open a file by its name where others than the machine have it: place 2 * N is at its path below
 * folder N, the next one in that folder. -1: it is not there.
 */
static int find_in_folder(const struct dwarf_others *others, size_t place, struct slice name)
{
	const struct symbol_place facts = {.path = name};
	struct buf path = {0};
	int fd = -1;

	buf_add_text(&path, others->places->folders[place / 2]);
	if ((place % 2 == 1 || name.ptr[0] == '/') &&
	    symbol_place_add(&path, place % 2 == 0 ? "%p" : "/%n", &facts))
		fd = rooted_open(NULL, path.ptr);
	buf_release(&path);
	return fd;
}

static bool open_in_folder(const struct dwarf_others *others, size_t place, struct slice name,
			   struct elf_file *elf)
{
	return elf_file_open_fd(elf, find_in_folder(others, place, name));
}

/* The folder of a file, with its slash. */
static struct slice folder_of(const char *path)
{
	const struct slice all = slice_from(path);
	const size_t slash = slice_rfind(all, '/');

	return slice_head(all, slash == SLICE_NONE ? 0 : slash + 1);
}

/* ---- What the file shares with others ---- */

/*
 * Open the file that is named in another one: place 0 is beside that one, the others are those of
 * open_in_folder().
 */
static bool dwarf_others_open_named(const struct dwarf_others *others, size_t place,
				    struct slice name, struct elf_file *elf)
{
	struct buf path = {0};
	bool is_open;

	if (place > 0)
		return open_in_folder(others, place - 1, name, elf);
	if (name.ptr[0] != '/')
		buf_add(&path, folder_of(others->path));
	buf_add(&path, name);
	is_open = elf_file_open_fd(
		elf, rooted_open(others->is_outside && name.ptr[0] != '/' ? NULL : others->root,
				 buf_cstring(&path)));
	buf_release(&path);
	return is_open;
}

/* Open the shared file by its name, else by its build id. */
static bool open_alt(const struct dwarf_others *others, struct slice link, struct elf_file *elf)
{
	struct symbol_search search = {
		.root = others->root, .path = "", .places = others->places, .may_download = true};
	struct slice name;
	size_t i;

	if (!slice_cut(&link, '\0', &name) || name.len == 0 || link.len < 2 ||
	    link.len > sizeof(search.id))
		return false;
	for (i = 0; i <= 2 * count_folders(others); i++) {
		if (!dwarf_others_open_named(others, i, name, elf))
			continue;
		if (symbol_search_fits(elf, link))
			return true;
		elf_file_close(elf);
	}
	memcpy(search.id, link.ptr, link.len);
	search.id_size = link.len;
	return symbol_search_next(&search, elf);
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
	struct elf_file elf;
	size_t i;

	if (!read_supplement(&wanted, data) || wanted.is_shared || wanted.name.len == 0)
		return;
	for (i = 0; i <= 2 * count_folders(others) && to->count == 0; i++) {
		if (!dwarf_others_open_named(others, i, wanted.name, &elf))
			continue;
		if (dwarf_units_open(to, &elf, DWARF_FUNCTIONS) &&
		    (!read_supplement(&found, &to->data) || !found.is_shared ||
		     !slice_equal(found.checksum, wanted.checksum)))
			dwarf_units_release(to);
		elf_file_close(&elf);
	}
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

bool dwarf_others_text(struct dwarf_units *units, const struct dwarf_unit *unit,
		       const struct dwarf_value *value, struct slice *text)
{
	const struct dwarf_units *alt;

	*text = SLICE("");
	if (value->form != DW_FORM_GNU_strp_alt && value->form != DW_FORM_strp_sup) {
		*text = dwarf_value_text(&units->data, unit, value);
		return true;
	}
	alt = dwarf_others_alt(units);
	if (alt)
		*text = dwarf_data_text(&alt->data, DWARF_STR, value->number);
	return alt;
}

/* ---- What was split off ---- */

/* The package of a program, or of the file with its debugging information. */
static bool open_package_of(struct dwarf_others *others, const char *program, bool is_outside)
{
	struct buf path = {0};
	struct elf_file elf;
	bool is_good = false;
	size_t i;

	buf_printf(&path, "%s.dwp", program);
	for (i = 0; i <= 2 * count_folders(others) && !is_good; i++) {
		if (i == 0 ? !elf_file_open_fd(&elf, rooted_open(is_outside ? NULL : others->root,
								 buf_cstring(&path)))
			   : !open_in_folder(others, i - 1, buf_slice(&path), &elf))
			continue;
		is_good = dwarf_data_open(&others->package, &elf, DWARF_SPLIT);
		elf_file_close(&elf);
	}
	buf_release(&path);
	return is_good;
}

static struct dwarf_split_file *find_file(const struct dwarf_others *others,
					  const struct split_key *key)
{
	struct dwarf_split_file *file;

	HASH_FIND(hh, others->files, key, sizeof(*key), file);
	return file;
}

static struct dwarf_split_file *dwarf_others_add_file(struct dwarf_others *others,
						      const struct split_key *key)
{
	struct dwarf_split_file *file = memory_clear(1, sizeof(*file));

	file->key = *key;
	HASH_ADD(hh, others->files, key, sizeof(file->key), file);
	return file;
}

/*
 * Complete a file of split units before other threads ask: it has sections in the file of the
 * skeletons, and clang repeats the skeleton's DW_AT_dwo_name in the unit that was split off.
 */
static void complete_split(struct dwarf_split_file *file, const struct dwarf_units *skeletons)
{
	size_t i;

	file->units.data.at[DWARF_ADDR] = skeletons->data.at[DWARF_ADDR];
	file->units.data.at[DWARF_RANGES] = skeletons->data.at[DWARF_RANGES];
	for (i = 0; i < file->units.count; i++)
		file->units.at[i].is_skeleton = false;
}

static struct dwarf_split_file *find_in_package(const struct dwarf_units *skeletons,
						uint64_t dwo_id)
{
	struct dwarf_others *others = skeletons->others;
	struct dwarf_split_file *file;
	struct dwarf_data part;
	struct split_key key;

	if (!others->is_sought)
		others->has_package = open_package_of(others, others->program, false) ||
				      (strcmp(others->program, others->path) != 0 &&
				       open_package_of(others, others->path, others->is_outside));
	others->is_sought = true;
	if (!others->has_package || !dwarf_package_find(&others->package, dwo_id, &part))
		return NULL;
	key = (struct split_key){UINT64_MAX, (uintptr_t)part.at[DWARF_INFO].ptr};
	file = find_file(others, &key);
	if (!file) {
		file = dwarf_others_add_file(others, &key);
		file->units.data = part;
		dwarf_units_index(&file->units);
		complete_split(file, skeletons);
	}
	return file;
}

/* Read a file of split units, unless it was; `fd` is closed. NULL: it is no file. */
static struct dwarf_split_file *dwarf_others_read_file(const struct dwarf_units *skeletons, int fd)
{
	struct dwarf_others *others = skeletons->others;
	struct dwarf_split_file *file = NULL;
	struct split_key key;
	struct stat status;
	struct elf_file elf;

	if (fd >= 0 && fstat(fd, &status) == 0) {
		key = (struct split_key){(uint64_t)status.st_dev, status.st_ino};
		file = find_file(others, &key);
	}
	if (fd < 0 || file) {
		if (fd >= 0)
			close(fd);
		return file;
	}
	file = dwarf_others_add_file(others, &key);
	if (elf_file_open_fd(&elf, fd)) {
		dwarf_units_open(&file->units, &elf, DWARF_SPLIT);
		elf_file_close(&elf);
		complete_split(file, skeletons);
	}
	return file;
}

/* Open a file of split units, by its path below the root or, from 1 on, in a folder. */
static struct dwarf_split_file *dwarf_others_open_file(const struct dwarf_units *skeletons,
						       size_t place, struct buf *path)
{
	const struct dwarf_others *others = skeletons->others;
	int fd;

	if (path->len == 0 || path->ptr[0] != '/')
		return NULL;
	if (place > 0) {
		fd = find_in_folder(others, place - 1, buf_slice(path));
	} else {
		buf_add_char(path, '\0');
		fd = rooted_open(others->root, path->ptr);
	}
	return dwarf_others_read_file(skeletons, fd);
}

/*
 * The first unit with this id, a skeleton or another one; NULL: none. `ids` is filled when
 * it is asked first.
 */
static struct dwarf_unit *find_id(const struct dwarf_units *units, struct id_things *ids,
				  bool is_skeleton, uint64_t dwo_id)
{
	const bool is_filled = ids->things != NULL;
	const uint32_t *number;
	uint32_t i;

	for (i = 0; !is_filled && i < units->count; i++) {
		const struct dwarf_unit *unit = &units->at[i];

		if (unit->is_good && unit->is_skeleton == is_skeleton &&
		    !id_things_find(ids, unit->dwo_id, sizeof(i)))
			memcpy(id_things_of(ids, unit->dwo_id, sizeof(i)), &i, sizeof(i));
	}
	number = id_things_find(ids, dwo_id, sizeof(*number));
	return number ? &units->at[*number] : NULL;
}

/* The unit of the same id, which is completed by what the skeleton has; NULL: none. */
static struct dwarf_unit *dwarf_others_join(struct dwarf_split_file *file,
					    const struct dwarf_unit *skeleton, uint64_t ranges_base)
{
	struct dwarf_unit *unit = file ? find_id(&file->units, &file->ids, false, skeleton->dwo_id)
				       : NULL;

	if (!unit)
		return NULL;
	unit->addr_base = skeleton->addr_base;
	unit->low_pc = skeleton->low_pc;
	unit->ranges_base = ranges_base;
	return unit;
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

/* Append the path of a half, where the compiler left it or beside the program. */
static void add_path(struct buf *path, const struct dwarf_others *others, const struct half *half,
		     bool is_beside)
{
	if (is_beside) {
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
	struct dwarf_split_file *file;
	struct buf path = {0};
	struct half half;
	size_t place;

	if (!others || find_id(units, &others->skeletons, true, skeleton->dwo_id) != skeleton ||
	    !read_half(&half, units, skeleton))
		return;
	file = find_in_package(units, skeleton->dwo_id);
	split->unit = dwarf_others_join(file, skeleton, half.ranges_base);
	for (place = 0; !split->unit && place < 2 + 2 * count_folders(others); place++) {
		buf_reset(&path);
		add_path(&path, others, &half, place == 1);
		file = dwarf_others_open_file(units, place > 1 ? place - 1 : 0, &path);
		split->unit = dwarf_others_join(file, skeleton, half.ranges_base);
	}
	split->units = split->unit ? &file->units : NULL;
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
