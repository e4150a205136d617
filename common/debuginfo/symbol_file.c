/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/symbol_file.h"

#include "common/base/parallel.h"
#include "common/base/search.h"
#include "common/debuginfo/elf_packed.h"
#include "common/debuginfo/elf_symbols.h"
#include "common/debuginfo/symbol_table.h"

/*
 * Names of the slots of a program's procedure linkage table: "strlen@plt".
 */

/*
 * Which function an entry of the global offset table leads to, by a program's
 * dynamic relocations.
 */

struct plt_relocation {
	uint64_t entry;   /* address in the global offset table */
	const char *name; /* NULL: the function that `target` returns the address of */
	uint64_t target;
	bool is_of_plt; /* not of .plt.got */
};

struct plt_relocations {
	struct plt_relocation *at; /* by entry */
	size_t count, cap;
};

/* Types of relocations, by processor. */
static const struct kind {
	unsigned machine, slot, entry, indirect;
} kinds[] = {
	{ELF_X86_64, 7, 6, 37}, {ELF_I386, 7, 6, 42},  {ELF_AARCH64, 1026, 1025, 1032},
	{ELF_ARM, 22, 21, 160}, {ELF_RISCV, 5, 2, 58},
};

/* A section of relocations, and the symbols that they are for. */
struct source {
	const struct elf_file *elf;
	const struct kind *kind;
	const struct elf_section *section;
	bool is_of_plt;
	unsigned char *symbols, *texts;
	size_t symbol_count, text_size;
};

static const struct kind *kind_of(const struct elf_file *elf)
{
	size_t i;

	for (i = 0; i < ARRAY_LEN(kinds); i++) {
		if (kinds[i].machine == elf->machine)
			return &kinds[i];
	}
	return NULL;
}

static void read_symbols(struct source *source)
{
	const struct elf_file *elf = source->elf;
	const struct elf_section *symbols, *texts;

	if (source->section->link >= elf->section_count)
		return;
	symbols = &elf->sections[source->section->link];
	if ((symbols->type != ELF_SECTION_DYNSYM && symbols->type != ELF_SECTION_SYMTAB) ||
	    symbols->link >= elf->section_count)
		return;
	texts = &elf->sections[symbols->link];
	source->symbols = elf_file_read(elf, symbols);
	source->texts = elf_file_read(elf, texts);
	if (source->symbols && source->texts) {
		source->symbol_count = (size_t)symbols->size / elf_symbol_row_size(elf);
		source->text_size = (size_t)texts->size;
	}
}

/* Empty if none exists. */
static struct slice plt_name_of(const struct source *source, uint64_t symbol)
{
	const size_t size = elf_symbol_row_size(source->elf);
	const unsigned char *at;
	struct elf_symbol_row row;

	if (symbol == 0 || symbol >= source->symbol_count)
		return SLICE("");
	at = source->symbols + (size_t)symbol * size;
	row = elf_symbol_row_take(source->elf, &at);
	return row.name < source->text_size ? slice_from((const char *)source->texts + row.name)
					    : SLICE("");
}

/* Read the word at an address of the file; 0 if no section has it. */
static uint64_t word_at(const struct elf_file *elf, uint64_t address)
{
	unsigned char bytes[8];
	const unsigned char *at = bytes;
	size_t i;

	for (i = 0; i < elf->section_count; i++) {
		const struct elf_section *section = &elf->sections[i];

		if (section->address != 0 && section->type != ELF_SECTION_NOBITS &&
		    address >= section->address && address - section->address < section->size &&
		    elf_file_get(elf, bytes, elf->word,
				 section->offset + (address - section->address)))
			return elf_file_take(elf, &at, elf->word);
	}
	return 0;
}

static void plt_add_row(struct plt_relocations *relocations, const struct source *source,
			const unsigned char *at, struct arena *names)
{
	const struct elf_file *elf = source->elf;
	struct plt_relocation row = {.entry = elf_file_take(elf, &at, elf->word),
				     .is_of_plt = source->is_of_plt};
	const uint64_t info = elf_file_take(elf, &at, elf->word);
	const uint64_t type = elf->word == 8 ? info & UINT32_MAX : info & UINT8_MAX;
	struct slice name;

	if (type == source->kind->indirect) {
		row.target = source->section->type == ELF_SECTION_RELA
				     ? elf_file_take(elf, &at, elf->word)
				     : word_at(elf, row.entry);
	} else if (type == source->kind->slot || type == source->kind->entry) {
		name = plt_name_of(source, elf->word == 8 ? info >> 32 : info >> 8);
		if (name.len == 0)
			return;
		row.name = arena_copy(names, slice_of(name.ptr, name.len + 1)).ptr;
	} else {
		return;
	}
	MEMORY_ROOM(relocations->at, relocations->count, relocations->cap);
	relocations->at[relocations->count++] = row;
}

static void plt_read_section(struct plt_relocations *relocations, struct source *source,
			     struct arena *names)
{
	const bool has_addends = source->section->type == ELF_SECTION_RELA;
	const size_t size = (has_addends ? 3 : 2) * source->elf->word;
	unsigned char *bytes = elf_file_read(source->elf, source->section);
	size_t i;

	if (bytes) {
		read_symbols(source);
		for (i = 0; i < (size_t)source->section->size / size; i++)
			plt_add_row(relocations, source, bytes + i * size, names);
	}
	free(source->symbols);
	free(source->texts);
	free(bytes);
}

/* Names of the sections of dynamic relocations: those of the PLT and the others. */
static bool is_dynamic(struct slice name, bool *is_of_plt)
{
	*is_of_plt = slice_equal(name, SLICE(".rela.plt")) || slice_equal(name, SLICE(".rel.plt"));
	return *is_of_plt || slice_equal(name, SLICE(".rela.dyn")) ||
	       slice_equal(name, SLICE(".rel.dyn"));
}

/* Names are copied into `names`. */
static void plt_relocations_read(struct plt_relocations *relocations,
				 const struct elf_file *program, struct arena *names)
{
	struct source source = {.elf = program, .kind = kind_of(program)};
	size_t i;

	for (i = 0; source.kind && i < program->section_count; i++) {
		struct source one = source;

		one.section = &program->sections[i];
		if ((one.section->type == ELF_SECTION_RELA ||
		     one.section->type == ELF_SECTION_REL) &&
		    is_dynamic(elf_file_section_name(program, one.section), &one.is_of_plt))
			plt_read_section(relocations, &one, names);
	}
	SORT(relocations->at, relocations->count, u64_compare);
}

static void plt_relocations_release(struct plt_relocations *relocations)
{
	free(relocations->at);
	*relocations = (struct plt_relocations){0};
}

/* NULL: none. */
static const struct plt_relocation *plt_relocations_find(const struct plt_relocations *relocations,
							 uint64_t entry)
{
	const struct plt_relocation *at = relocations->at;
	const size_t i = SEARCH_UP_TO(at, relocations->count, entry, entry);

	return i > 0 && at[i - 1].entry == entry ? &at[i - 1] : NULL;
}

enum { JUMP = 6 }; /* bytes of x86's jump by an entry of the global offset table */

struct plt {
	const struct elf_file *elf;
	const struct symbol_table *symbols;
	struct symbol_table *out;
	struct plt_relocations relocations;
	uint64_t base; /* i386: where its global offset table begins */
};

/* A section of slots. */
struct slots {
	uint64_t address;
	const unsigned char *bytes;
	uint64_t size;
	unsigned header, slot; /* bytes */
	bool is_ordered;       /* slot i belongs to the relocation i of the PLT */
};

static bool is_x86(const struct elf_file *elf)
{
	return elf->machine == ELF_X86_64 || elf->machine == ELF_I386;
}

/* ---- x86: the code of slots ---- */

/* The entry that a jump reads; false if the code is not a jump. */
static bool jump_entry(const struct plt *plt, const unsigned char *code, uint64_t address,
		       uint64_t *entry)
{
	const unsigned char *at = code + 2;
	const uint64_t value = elf_file_take(plt->elf, &at, 4);

	if (code[0] != 0xff || (code[1] != 0x25 && code[1] != 0xa3))
		return false;
	if (plt->elf->machine == ELF_X86_64)
		*entry = address + JUMP + (uint64_t)(int64_t)(int32_t)(uint32_t)value;
	else
		*entry = (uint32_t)(code[1] == 0xa3 ? plt->base + value : value);
	return true;
}

/* The jump may follow a mark for indirect branches (4 bytes), a prefix, both. */
static const struct plt_relocation *by_code(const struct plt *plt, const struct slots *slots,
					    uint64_t offset)
{
	unsigned at;
	uint64_t entry;

	for (at = 0; at <= 5 && at + JUMP <= slots->slot; at++) {
		if (jump_entry(plt, slots->bytes + offset + at, slots->address + offset + at,
			       &entry))
			return plt_relocations_find(&plt->relocations, entry);
	}
	return NULL;
}

static bool is_mark(const unsigned char *code)
{
	return code[0] == 0xf3 && code[1] == 0x0f && code[2] == 0x1e &&
	       (code[3] == 0xfa || code[3] == 0xfb);
}

/* True for the header, which pushes the dynamic linker's data. */
static bool is_header(const unsigned char *code)
{
	return code[0] == 0xff && (code[1] == 0x35 || code[1] == 0xb3);
}

static void set_x86_sizes(struct slots *slots)
{
	if (slots->is_ordered && is_header(slots->bytes))
		slots->header = slots->slot = 16;
	else
		slots->slot = is_mark(slots->bytes) ? 16 : 8;
}

/* ---- All processors ---- */

/* The next relocation of the PLT by order; *at is the position of the search. */
static const struct plt_relocation *by_order(const struct plt *plt, size_t *at)
{
	while (*at < plt->relocations.count) {
		const struct plt_relocation *next = &plt->relocations.at[(*at)++];

		if (next->is_of_plt)
			return next;
	}
	return NULL;
}

static const char *plt_slots_keep(struct plt *plt, struct slice text)
{
	char *copy = arena_alloc_bytes(&plt->out->names, text.len + 1);

	memcpy(copy, text.ptr, text.len);
	copy[text.len] = '\0';
	return copy;
}

static void plt_slots_add(struct plt *plt, uint64_t address, unsigned size,
			  struct symbol_entry entry)
{
	entry.start = address;
	entry.end = size > UINT64_MAX - address ? UINT64_MAX : address + size;
	symbol_table_add(plt->out, &entry);
}

static void add_slot(struct plt *plt, uint64_t address, unsigned size,
		     const struct plt_relocation *relocation)
{
	struct symbol_entry entry = {.form = SYMBOL_PLT, .name = relocation->name};
	const struct symbol_entry *target = NULL;
	struct buf name = {0};

	if (!entry.name) {
		target = symbol_table_find(plt->symbols, relocation->target);
		entry.form = SYMBOL_MADE;
		if (target && target->start == relocation->target)
			symbol_table_name(&name, target);
		else
			buf_printf(&name, "offset_0x%llx", (unsigned long long)address);
		BUF_ADD(&name, "@plt");
		entry.name = plt_slots_keep(plt, buf_slice(&name));
	}
	plt_slots_add(plt, address, size, entry);
	buf_release(&name);
}

static void add_slots(struct plt *plt, const struct slots *slots)
{
	uint64_t offset = slots->header;
	size_t next = 0;

	if (slots->header > 0 && slots->size >= slots->header)
		plt_slots_add(plt, slots->address, slots->header,
			      (struct symbol_entry){.form = SYMBOL_MADE, .name = ".plt"});
	for (; offset <= slots->size && slots->size - offset >= slots->slot;
	     offset += slots->slot) {
		const struct plt_relocation *ordered = slots->is_ordered ? by_order(plt, &next)
									 : NULL;
		const struct plt_relocation *relocation = is_x86(plt->elf)
								  ? by_code(plt, slots, offset)
								  : NULL;

		if (!relocation && slots->header > 0)
			relocation = ordered;
		if (relocation)
			add_slot(plt, slots->address + offset, slots->slot, relocation);
	}
}

/* Headers and slots of .plt by the code's size; other sections of slots are only x86's. */
static bool set_sizes(const struct elf_file *elf, struct slots *slots)
{
	static const struct {
		unsigned machine, header, slot;
	} known[] = {{ELF_AARCH64, 32, 16}, {ELF_ARM, 20, 12}, {ELF_RISCV, 32, 16}};
	size_t i;

	if (is_x86(elf)) {
		set_x86_sizes(slots);
		return true;
	}
	for (i = 0; i < ARRAY_LEN(known) && slots->is_ordered; i++) {
		if (known[i].machine != elf->machine)
			continue;
		slots->header = known[i].header;
		slots->slot = known[i].slot;
		return true;
	}
	return false;
}

static void read_slots(struct plt *plt, struct slice name)
{
	const struct elf_section *section = elf_file_find(plt->elf, name);
	unsigned char *bytes = section ? elf_file_read(plt->elf, section) : NULL;
	struct slots slots = {.bytes = bytes, .is_ordered = slice_equal(name, SLICE(".plt"))};

	if (bytes && section->size >= 8) {
		slots.address = section->address;
		slots.size = section->size;
		if (set_sizes(plt->elf, &slots))
			add_slots(plt, &slots);
	}
	free(bytes);
}

/* The base of addresses in i386's position-independent code. */
static uint64_t find_base(const struct elf_file *elf)
{
	const struct elf_section *section = elf_file_find(elf, SLICE(".got.plt"));

	if (!section)
		section = elf_file_find(elf, SLICE(".got"));
	return section ? section->address : 0;
}

/*
 * Add them to `plt`, which is not finished afterwards. `symbols` names functions that are chosen
 * when the program starts. Nothing is added if there are no dynamic relocations.
 */
static void symbol_plt_read(struct symbol_table *plt, const struct elf_file *program,
			    const struct symbol_table *symbols)
{
	struct plt state = {.elf = program, .symbols = symbols, .out = plt};

	plt_relocations_read(&state.relocations, program, &plt->names);
	if (state.relocations.count > 0) {
		state.base = find_base(program);
		read_slots(&state, SLICE(".plt"));
		read_slots(&state, SLICE(".plt.sec"));
		read_slots(&state, SLICE(".plt.got"));
	}
	plt_relocations_release(&state.relocations);
}

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
