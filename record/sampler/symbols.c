/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dladdr */

#include "record/sampler/symbols.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/base/search.h"
#include "common/memory/arena.h"

struct symbol {
	uint64_t address, size;
	const char *name; /* in the file's texts */
	unsigned rank;    /* of several at an address the lowest is best */
};

struct symbol_file {
	struct symbol_file *next;
	const struct module *module;
	struct symbol *symbols; /* by address */
	size_t count, cap;
	char *texts; /* of the string table, with a zero at its end */
	size_t text_size;
};

struct symbols {
	struct symbol_file *files;
};

/* A file that is open. */
struct elf {
	int fd;
	uint64_t size;
	ElfW(Shdr) * sections;
	size_t count;
};

struct symbols *symbols_new(void)
{
	return memory_clear(1, sizeof(struct symbols));
}

void symbols_free(struct symbols *symbols)
{
	while (symbols && symbols->files) {
		struct symbol_file *next = symbols->files->next;

		free(symbols->files->symbols);
		free(symbols->files->texts);
		free(symbols->files);
		symbols->files = next;
	}
	free(symbols);
}

static bool read_at(const struct elf *elf, void *to, size_t size, uint64_t at)
{
	return size <= elf->size && at <= elf->size - size &&
	       pread(elf->fd, to, size, (off_t)at) == (ssize_t)size;
}

/* A section's bytes and a zero behind them; NULL if they are not there. The caller's to free(). */
static void *read_section(const struct elf *elf, const ElfW(Shdr) * section)
{
	char *bytes;

	if (section->sh_type == SHT_NOBITS || section->sh_size > elf->size)
		return NULL;
	bytes = memory_get((size_t)section->sh_size + 1);
	if (!read_at(elf, bytes, (size_t)section->sh_size, section->sh_offset)) {
		free(bytes);
		return NULL;
	}
	bytes[section->sh_size] = '\0';
	return bytes;
}

static void elf_close(struct elf *elf)
{
	if (elf->fd >= 0)
		close(elf->fd);
	free(elf->sections);
	*elf = (struct elf){.fd = -1};
}

static bool read_sections(struct elf *elf)
{
	const unsigned char native = sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32;
	ElfW(Ehdr) header;

	if (!read_at(elf, &header, sizeof(header), 0) ||
	    memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != native ||
	    header.e_shentsize != sizeof(ElfW(Shdr)) || header.e_shnum == 0)
		return false;
	elf->count = header.e_shnum;
	elf->sections = memory_get(elf->count * sizeof(*elf->sections));
	return read_at(elf, elf->sections, elf->count * sizeof(*elf->sections), header.e_shoff);
}

static bool elf_open(struct elf *elf, const char *path)
{
	struct stat status;

	*elf = (struct elf){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)};
	if (elf->fd < 0)
		return false;
	if (fstat(elf->fd, &status) == 0 && S_ISREG(status.st_mode)) {
		elf->size = (uint64_t)status.st_size;
		if (read_sections(elf))
			return true;
	}
	elf_close(elf);
	return false;
}

/* Is it the file that was loaded, as far as one can tell? */
static bool has_build_id(const struct elf *elf, const struct module *module)
{
	size_t i;

	if (module->build_id_size == 0)
		return true;
	for (i = 0; i < elf->count; i++) {
		size_t size = (size_t)elf->sections[i].sh_size;
		bool same = false;
		char *notes;

		if (elf->sections[i].sh_type != SHT_NOTE || size < module->build_id_size ||
		    !(notes = read_section(elf, &elf->sections[i])))
			continue;
		same = slice_contains(
			slice_of(notes, size),
			slice_of((const char *)module->build_id, module->build_id_size));
		free(notes);
		if (same)
			return true;
	}
	return false;
}

static unsigned rank_of(const ElfW(Sym) * symbol, const char *name)
{
	const unsigned binding = symbol->st_info >> 4;
	unsigned rank = binding == STB_GLOBAL ? 0 : binding == STB_WEAK ? 1 : 2;

	while (rank < 100 && *name++ == '_')
		rank += 10; /* memcpy rather than __memcpy */
	return symbol->st_size > 0 ? rank : rank + 1000;
}

static void add_symbols(struct symbol_file *file, const ElfW(Sym) * table, size_t count)
{
	size_t i;

	for (i = 0; i < count; i++) {
		const unsigned type = table[i].st_info & 15;
		const char *name = file->texts + table[i].st_name;

		if ((type != STT_FUNC && type != STT_GNU_IFUNC && type != STT_NOTYPE) ||
		    table[i].st_shndx == SHN_UNDEF || table[i].st_shndx >= SHN_LORESERVE ||
		    table[i].st_name >= file->text_size || *name == '\0' || *name == '$' ||
		    (type == STT_NOTYPE && table[i].st_size == 0))
			continue;
		file->symbols = memory_grow(file->symbols, &file->cap, file->count + 1,
					    sizeof(*file->symbols));
		file->symbols[file->count++] = (struct symbol){
			.address = table[i].st_value,
			.size = table[i].st_size,
			.name = name,
			.rank = rank_of(&table[i], name),
		};
	}
}

static int compare(const void *a, const void *b)
{
	const struct symbol *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	if (left->rank != right->rank)
		return left->rank < right->rank ? -1 : 1;
	return strcmp(left->name, right->name);
}

static bool read_table(struct symbol_file *file, const struct elf *elf, unsigned type)
{
	size_t i;

	for (i = 0; i < elf->count; i++) {
		const ElfW(Shdr) *section = &elf->sections[i];
		ElfW(Sym) * table;

		if (section->sh_type != type || section->sh_link >= elf->count ||
		    !(table = read_section(elf, section)))
			continue;
		file->text_size = (size_t)elf->sections[section->sh_link].sh_size;
		file->texts = read_section(elf, &elf->sections[section->sh_link]);
		if (file->texts)
			add_symbols(file, table, (size_t)section->sh_size / sizeof(*table));
		free(table);
		if (file->count == 0) {
			free(file->texts);
			file->texts = NULL;
			continue;
		}
		qsort(file->symbols, file->count, sizeof(*file->symbols), compare);
		return true;
	}
	return false;
}

/* Distributions keep what they strip from a file under its build id. */
static bool read_debug_file(struct symbol_file *file, const struct module *module)
{
	char path[128] = "/usr/lib/debug/.build-id/";
	size_t length = strlen(path), i;
	struct elf elf;
	bool found;

	if (module->build_id_size < 2)
		return false;
	for (i = 0; i < module->build_id_size; i++)
		length += (size_t)snprintf(path + length, sizeof(path) - length, "%02x%s",
					   module->build_id[i], i == 0 ? "/" : "");
	snprintf(path + length, sizeof(path) - length, ".debug");
	if (!elf_open(&elf, path))
		return false;
	found = read_table(file, &elf, SHT_SYMTAB);
	elf_close(&elf);
	return found;
}

static void read_file(struct symbol_file *file, const char *path, const struct module *module)
{
	struct elf elf;

	if (!elf_open(&elf, path))
		return;
	if (has_build_id(&elf, module) && !read_table(file, &elf, SHT_SYMTAB) &&
	    !read_debug_file(file, module))
		read_table(file, &elf, SHT_DYNSYM);
	elf_close(&elf);
}

static const struct symbol_file *file_of(struct symbols *symbols, const char *path,
					 const struct module *module)
{
	struct symbol_file *file;

	for (file = symbols->files; file; file = file->next) {
		if (file->module == module)
			return file;
	}
	file = memory_clear(1, sizeof(*file));
	file->module = module;
	file->next = symbols->files;
	symbols->files = file;
	read_file(file, path, module);
	return file;
}

/* The last one that begins at or before the address, the best of those that begin there. */
static const struct symbol *search(const struct symbol_file *file, uintptr_t address)
{
	size_t low = SEARCH_UP_TO(file->symbols, file->count, address, address);

	if (low == 0)
		return NULL;
	for (low--; low > 0 && file->symbols[low - 1].address == file->symbols[low].address;)
		low--;
	return &file->symbols[low];
}

/* What the loader knows, for what has no file: the kernel's object, and files that were deleted. */
static struct slice ask_loader(const struct module *module, uintptr_t address)
{
	Dl_info info;

	if (module->died != UINT32_MAX || dladdr((void *)address, &info) == 0 || !info.dli_sname ||
	    (uintptr_t)info.dli_fbase != module->start)
		return SLICE("");
	return slice_from(info.dli_sname);
}

/* "memcpy@@GLIBC_2.14" */
static struct slice without_version(struct slice name)
{
	size_t at = slice_find(name, '@');

	return at == SLICE_NONE || at == 0 ? name : slice_head(name, at);
}

struct slice symbols_find(struct symbols *symbols, const char *path, const struct module *module,
			  uintptr_t address)
{
	const struct symbol_file *file = file_of(symbols, path, module);
	const struct symbol *symbol;

	if (file->count == 0)
		return ask_loader(module, address);
	symbol = search(file, address - module->base);
	if (!symbol ||
	    (symbol->size > 0 && address - module->base - symbol->address >= symbol->size))
		return SLICE("");
	return without_version(slice_from(symbol->name));
}
