/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/kallsyms.h"

#include <unistd.h>

#include "common/base/memory.h"
#include "common/base/search.h"
#include "common/debuginfo/symbol_table.h"
#include "common/debuginfo/symbol_text.h"
#include "common/io/guarded_map.h"

/*
 * The symbols of a kernel from its ELF file. Names are not demangled.
 */

struct vmlinux {
	struct symbol_table table; /* of code; owns the names */
	struct symbol_entry *all;  /* with those that name no address */
	size_t all_count;
};

/* Drop data, and take names as they are. */
static void keep_code(struct symbol_table *table)
{
	size_t i, kept = 0;

	for (i = 0; i < table->count; i++) {
		if (table->at[i].rank >= SYMBOL_OBJECT)
			continue;
		table->at[kept] = table->at[i];
		table->at[kept++].form = SYMBOL_MADE;
	}
	table->count = kept;
}

static bool is_of_build(const struct elf_file *elf, struct slice build_id)
{
	unsigned char id[ELF_BUILD_ID];

	return build_id.len == 0 ||
	       slice_equal(slice_of((const char *)id, elf_file_build_id(elf, id)), build_id);
}

static void vmlinux_release(struct vmlinux *vmlinux)
{
	symbol_table_release(&vmlinux->table);
	free(vmlinux->all);
}

/*
 * Read an open file; `fd` stays the caller's. `build_id`: the file must be of this build; empty:
 * any. False, with nothing to release: no ELF file, of another build, or without symbols of code.
 */
static bool vmlinux_read(struct vmlinux *vmlinux, int fd, struct slice build_id)
{
	struct symbol_table *table = &vmlinux->table;
	const int own = dup(fd);
	struct elf_file elf;

	*vmlinux = (struct vmlinux){0};
	if (own < 0 || !elf_file_open_fd(&elf, own))
		return false;
	if (is_of_build(&elf, build_id) && symbol_table_read(table, &elf, ELF_SECTION_SYMTAB))
		keep_code(table);
	elf_file_close(&elf);
	if (table->count == 0) {
		vmlinux_release(vmlinux);
		return false;
	}
	vmlinux->all_count = table->count;
	vmlinux->all = memory_get(table->count * sizeof(*vmlinux->all));
	memcpy(vmlinux->all, table->at, table->count * sizeof(*vmlinux->all));
	symbol_table_finish(table);
	return true;
}

/* The address of a symbol, also of one that names no address; false: none. Linear. */
static bool vmlinux_address(const struct vmlinux *vmlinux, struct slice name, uint64_t *address)
{
	size_t i;

	for (i = 0; i < vmlinux->all_count; i++) {
		if (!slice_equal(slice_from(vmlinux->all[i].name), name))
			continue;
		*address = vmlinux->all[i].start;
		return true;
	}
	return false;
}

/* The symbol at an address; false: none. Any thread. */
static bool vmlinux_find(const struct vmlinux *vmlinux, uint64_t address, struct slice *name,
			 uint64_t *start, uint64_t *end)
{
	const struct symbol_entry *entry = symbol_table_find(&vmlinux->table, address);

	if (!entry)
		return false;
	*name = slice_from(symbol_table_raw(entry));
	*start = entry->start;
	*end = entry->end;
	return true;
}

/*
 * The text stays, and names point into it, so a line costs 16 bytes more. Modules are loaded one
 * after the other, so their lines follow each other: a run of lines has its module's name once.
 */

struct line {
	uint64_t address;
	uint32_t name;   /* in the text, which grows from line to line */
	uint32_t module; /* number of a run, later of a module */
};

struct module {
	struct slice name; /* empty: the kernel itself */
	uint32_t run;
	size_t first, count; /* its lines */
};

struct kallsyms {
	struct slice text;      /* one piece of memory, or of the map */
	struct guarded_map map; /* empty: the text is memory */
	struct line *lines;     /* by module, address, place in the text */
	size_t count, cap;
	struct module *modules; /* by name */
	size_t module_count, module_cap;
	bool is_hidden;
	struct vmlinux *vmlinux; /* NULL, or instead of all above */
};

/* ---- Lines ---- */

/* Types of code and of data; perf does not look at others (r, V, A ...). */
static bool kallsyms_is_wanted(char type)
{
	const char lower = char_lower(type);

	return lower == 't' || lower == 'w' || lower == 'd' || lower == 'b';
}

/* The name at the start of what is left of a line. */
static struct slice kallsyms_name_of(struct slice rest)
{
	size_t len = 0;

	while (len < rest.len && (unsigned char)rest.ptr[len] > ' ')
		len++;
	return slice_head(rest, len);
}

/* "mod_work\t[demo_mod]" -> "demo_mod"; empty without brackets. */
static struct slice module_of(struct slice line)
{
	const char last = line.ptr[line.len - 1];
	struct slice rest;

	if (last != ']' && !char_is_blank(last))
		return SLICE(""); /* nearly all: where the name ends does not matter */
	rest = slice_trim(slice_tail(line, kallsyms_name_of(line).len));
	return slice_skip(&rest, SLICE("[")) && slice_drop(&rest, SLICE("]")) ? rest : SLICE("");
}

/* The run that a line with this module belongs to: the last one, or a new one. */
static uint32_t run_of(struct kallsyms *kallsyms, struct slice module)
{
	size_t *count = &kallsyms->module_count;

	if (*count > 0 && module.len == 0 && kallsyms->modules[*count - 1].name.len == 0)
		return (uint32_t)(*count - 1);
	if (*count == 0 || !slice_equal(kallsyms->modules[*count - 1].name, module)) {
		MEMORY_ROOM(kallsyms->modules, *count, kallsyms->module_cap);
		kallsyms->modules[*count] = (struct module){
			.name = module, .run = (uint32_t)*count, .first = kallsyms->count};
		++*count;
	}
	return (uint32_t)(*count - 1);
}

/* "ffffffffc0000100 t mod_work\t[demo_mod]" */
static void kallsyms_add_line(struct kallsyms *kallsyms, struct slice line)
{
	uint64_t address;
	uint32_t run;

	if (!symbol_text_hex(&line, &address) || line.len < 4 || line.ptr[0] != ' ' ||
	    line.ptr[2] != ' ' || !kallsyms_is_wanted(line.ptr[1]))
		return;
	line = slice_tail(line, 3);
	if ((unsigned char)line.ptr[0] <= ' ')
		return;
	if (kallsyms->count == kallsyms->cap)
		MEMORY_ROOM(kallsyms->lines, kallsyms->count, kallsyms->cap);
	run = run_of(kallsyms, module_of(line));
	kallsyms->lines[kallsyms->count++] = (struct line){
		.address = address,
		.name = (uint32_t)(line.ptr - kallsyms->text.ptr),
		.module = run,
	};
	kallsyms->is_hidden &= address == 0;
}

/* ---- Order ---- */

/* The order of names of modules, in which `-` and `_` are equal. */
static int kallsyms_compare_names(struct slice a, struct slice b)
{
	const size_t len = a.len < b.len ? a.len : b.len;
	size_t i;

	for (i = 0; i < len; i++) {
		const char left = a.ptr[i] == '-' ? '_' : a.ptr[i];
		const char right = b.ptr[i] == '-' ? '_' : b.ptr[i];

		if (left != right)
			return (unsigned char)left < (unsigned char)right ? -1 : 1;
	}
	return a.len < b.len ? -1 : a.len > b.len;
}

static int compare_runs(const void *a, const void *b)
{
	const struct module *left = a, *right = b;
	const int names = kallsyms_compare_names(left->name, right->name);

	return names ? names : left->run < right->run ? -1 : left->run > right->run;
}

static int compare_lines(const void *a, const void *b)
{
	const struct line *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	return left->name < right->name ? -1 : left->name > right->name;
}

/* How many lines each run has, from where they begin. */
static void count_runs(struct kallsyms *kallsyms)
{
	size_t i, end = kallsyms->count;

	for (i = kallsyms->module_count; i-- > 0; end = kallsyms->modules[i].first)
		kallsyms->modules[i].count = end - kallsyms->modules[i].first;
}

/*
 * Runs with one name become one module, and lines get numbers of modules instead of runs. False:
 * each run is a module of its own, so that its lines are together.
 */
static bool join_runs(struct kallsyms *kallsyms)
{
	const size_t runs = kallsyms->module_count;
	uint32_t *number = memory_get(runs * sizeof(*number));
	size_t i, count = 0;

	SORT(kallsyms->modules, runs, compare_runs);
	for (i = 0; i < runs; i++) {
		const struct module run = kallsyms->modules[i];

		if (count == 0 ||
		    kallsyms_compare_names(kallsyms->modules[count - 1].name, run.name) != 0)
			kallsyms->modules[count++] = run;
		else
			kallsyms->modules[count - 1].count += run.count;
		number[run.run] = (uint32_t)(count - 1);
	}
	kallsyms->module_count = count;
	for (i = 0; count < runs && i < kallsyms->count; i++)
		kallsyms->lines[i].module = number[kallsyms->lines[i].module];
	free(number);
	return count < runs;
}

/* Bring the lines of a module together, by a counting sort that keeps their order. */
static void group_lines(struct kallsyms *kallsyms)
{
	struct line *lines = memory_get(kallsyms->count * sizeof(*lines));
	size_t i, first = 0;

	for (i = 0; i < kallsyms->module_count; i++) {
		kallsyms->modules[i].first = first;
		first += kallsyms->modules[i].count;
		kallsyms->modules[i].count = 0;
	}
	for (i = 0; i < kallsyms->count; i++) {
		struct module *module = &kallsyms->modules[kallsyms->lines[i].module];

		lines[module->first + module->count++] = kallsyms->lines[i];
	}
	free(kallsyms->lines);
	kallsyms->lines = lines;
}

static void sort_lines(struct kallsyms *kallsyms)
{
	size_t i, k;

	for (i = 0; i < kallsyms->module_count; i++) {
		const struct module *module = &kallsyms->modules[i];
		struct line *lines = kallsyms->lines + module->first;

		for (k = 1; k < module->count && compare_lines(&lines[k - 1], &lines[k]) < 0; k++)
			;
		if (k < module->count)
			SORT(lines, module->count, compare_lines);
	}
}

/* ---- Files ---- */

/* From `text`, which it owns from now on: of the map, or for free() if that is empty. */
static struct kallsyms *read_mapped_lines(struct slice text, struct guarded_map map)
{
	struct kallsyms *kallsyms = memory_clear(1, sizeof(*kallsyms));
	struct slice rest = text, line;

	kallsyms->is_hidden = true;
	kallsyms->text = text;
	kallsyms->map = map;
	while (slice_line(&rest, &line))
		kallsyms_add_line(kallsyms, line);
	if (kallsyms->count == 0) {
		kallsyms_free(kallsyms);
		return NULL;
	}
	count_runs(kallsyms);
	if (join_runs(kallsyms))
		group_lines(kallsyms);
	sort_lines(kallsyms);
	return kallsyms;
}

static struct kallsyms *kallsyms_read_lines(struct slice text)
{
	return read_mapped_lines(text, (struct guarded_map){.written = 0});
}

struct kallsyms *kallsyms_read(int fd)
{
	struct guarded_map map;
	struct slice text;

	/* a file of /proc seems to be empty, and a pipe cannot be mapped */
	if (guarded_map_fd(&map, fd) && map.bytes.len > 0) {
		if (map.bytes.len <= SYMBOL_TEXT_LARGEST)
			return read_mapped_lines(map.bytes, map);
		guarded_map_close(&map);
		return NULL;
	}
	return symbol_text_read(fd, &text) ? kallsyms_read_lines(text) : NULL;
}

struct kallsyms *kallsyms_read_kernel(int fd, struct slice *rest)
{
	struct kallsyms *kallsyms;
	struct slice text;

	if (!symbol_text_read_to(fd, '\t', &text, rest))
		return NULL;
	kallsyms = kallsyms_read_lines(text);
	if (!kallsyms)
		free((void *)rest->ptr);
	return kallsyms;
}

struct kallsyms *kallsyms_read_modules(int fd, struct slice rest)
{
	struct slice text;

	return symbol_text_read_on(fd, rest, &text) ? kallsyms_read_lines(text) : NULL;
}

struct kallsyms *kallsyms_read_text(struct slice text)
{
	char *copy;

	if (text.len == 0 || text.len > SYMBOL_TEXT_LARGEST)
		return NULL;
	copy = memory_get(text.len);
	memcpy(copy, text.ptr, text.len);
	return kallsyms_read_lines(slice_of(copy, text.len));
}

struct kallsyms *kallsyms_read_vmlinux(int fd, struct slice build_id)
{
	struct kallsyms *kallsyms;
	struct vmlinux vmlinux;

	if (!vmlinux_read(&vmlinux, fd, build_id))
		return NULL;
	kallsyms = memory_clear(1, sizeof(*kallsyms));
	kallsyms->vmlinux = memory_get(sizeof(vmlinux));
	*kallsyms->vmlinux = vmlinux;
	return kallsyms;
}

void kallsyms_free(struct kallsyms *kallsyms)
{
	if (!kallsyms)
		return;
	if (kallsyms->vmlinux)
		vmlinux_release(kallsyms->vmlinux);
	free(kallsyms->vmlinux);
	free(kallsyms->lines);
	free(kallsyms->modules);
	if (kallsyms->map.bytes.len > 0)
		guarded_map_close(&kallsyms->map);
	else
		free((void *)kallsyms->text.ptr);
	free(kallsyms);
}

/* ---- Questions ---- */

bool kallsyms_is_hidden(const struct kallsyms *kallsyms)
{
	return kallsyms->is_hidden;
}

/* NULL: no line names it. */
static const struct module *find_module(const struct kallsyms *kallsyms, struct slice name)
{
	size_t low = 0, high = kallsyms->module_count;

	SEARCH(low, high, at, kallsyms_compare_names(kallsyms->modules[at].name, name) < 0);
	return low < kallsyms->module_count &&
			       kallsyms_compare_names(kallsyms->modules[low].name, name) == 0
		       ? &kallsyms->modules[low]
		       : NULL;
}

static struct slice line_name(const struct kallsyms *kallsyms, const struct line *line)
{
	return kallsyms_name_of(slice_tail(kallsyms->text, line->name));
}

/* True if the line has this name; line_name() would look for the end of every other one. */
static bool is_named(const struct kallsyms *kallsyms, const struct line *line, struct slice name)
{
	const struct slice text = slice_tail(kallsyms->text, line->name);

	return text.ptr[0] == name.ptr[0] && slice_starts(text, name) &&
	       kallsyms_name_of(text).len == name.len;
}

bool kallsyms_address(const struct kallsyms *kallsyms, struct slice name, uint64_t *address)
{
	const struct module *kernel;
	size_t i;

	if (kallsyms->vmlinux)
		return vmlinux_address(kallsyms->vmlinux, name, address);
	kernel = find_module(kallsyms, SLICE(""));
	for (i = 0; kernel && i < kernel->count; i++) {
		const struct line *line = &kallsyms->lines[kernel->first + i];

		if (is_named(kallsyms, line, name)) {
			*address = line->address;
			return true;
		}
	}
	return false;
}

bool kallsyms_is_whole(const struct kallsyms *kallsyms)
{
	return slice_contains(kallsyms->text, SLICE(" _etext\n"));
}

/* The type of a symbol is in front of its name. */
static bool is_code(const struct kallsyms *kallsyms, const struct line *line)
{
	const char type = char_lower(kallsyms->text.ptr[line->name - 2]);

	return type == 't' || type == 'w';
}

bool kallsyms_code_start(const struct kallsyms *kallsyms, struct slice module, uint64_t *start)
{
	const struct module *in = kallsyms->vmlinux ? NULL : find_module(kallsyms, module);
	size_t i;

	for (i = 0; in && i < in->count; i++) {
		const struct line *line = &kallsyms->lines[in->first + i];

		if (is_code(kallsyms, line)) {
			*start = line->address;
			return true;
		}
	}
	return false;
}

bool kallsyms_find(const struct kallsyms *kallsyms, struct slice module, uint64_t address,
		   struct slice *name, uint64_t *start, uint64_t *end)
{
	const struct module *in;
	const struct line *lines;
	size_t next;

	if (kallsyms->vmlinux)
		return module.len == 0 &&
		       vmlinux_find(kallsyms->vmlinux, address, name, start, end);
	in = find_module(kallsyms, module);
	if (!in)
		return false;
	lines = kallsyms->lines + in->first;
	next = SEARCH_UP_TO(lines, in->count, address, address);
	if (next == 0)
		return false;
	/* the last line of several with one address names it */
	*start = lines[next - 1].address;
	*end = next < in->count ? lines[next].address : symbol_table_last_end(*start);
	*name = line_name(kallsyms, &lines[next - 1]);
	return address < *end;
}
