/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dladdr */

#include "record/sampler/report/symbols.h"

#include <dlfcn.h>

#include "common/base/memory.h"
#include "common/debuginfo/elf_symbols.h"

struct symbol_file {
	struct symbol_file *next;
	const struct module *module;
	struct elf_symbols *symbols; /* NULL: the file is missing, or another one */
};

struct symbols {
	struct symbol_file *files;
};

struct symbols *symbols_new(void)
{
	return memory_clear(1, sizeof(struct symbols));
}

void symbols_free(struct symbols *symbols)
{
	while (symbols && symbols->files) {
		struct symbol_file *next = symbols->files->next;

		elf_symbols_close(symbols->files->symbols);
		free(symbols->files);
		symbols->files = next;
	}
	free(symbols);
}

static const struct elf_symbols *symbols_of(struct symbols *symbols, const char *path,
					    const struct module *module)
{
	const struct slice build_id = slice_of((const char *)module->build_id,
					       module->build_id_size);
	struct symbol_file *file;

	for (file = symbols->files; file; file = file->next) {
		if (file->module == module)
			return file->symbols;
	}
	file = memory_clear(1, sizeof(*file));
	file->module = module;
	file->next = symbols->files;
	symbols->files = file;
	file->symbols = elf_symbols_open(path, build_id);
	return file->symbols;
}

/* Ask the loader, for modules without a file: the kernel's object, and deleted files. */
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
	const struct elf_symbols *file = symbols_of(symbols, path, module);

	if (!file || elf_symbols_is_empty(file))
		return ask_loader(module, address);
	return without_version(elf_symbols_find(file, address - module->base));
}
