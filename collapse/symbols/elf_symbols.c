/* SPDX-License-Identifier: MIT */
#include "collapse/symbols/elf_symbols.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>
#include <gelf.h>

#include "collapse/symbols/elf_module.h"
#include "common/memory/arena.h"

struct elf_symbols {
	struct elf_module elf;
};

bool elf_symbols_are_there(void)
{
	return true;
}

struct elf_symbols *elf_symbols_open(const char *path)
{
	struct elf_symbols *symbols;
	struct elf_module elf;

	if (!elf_module_open(&elf, path))
		return NULL;
	symbols = memory_get(sizeof(*symbols));
	symbols->elf = elf;
	return symbols;
}

void elf_symbols_close(struct elf_symbols *symbols)
{
	if (!symbols)
		return;
	elf_module_close(&symbols->elf);
	free(symbols);
}

bool elf_symbols_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(symbols->elf.module, &bias);
	size_t count, i;

	if (!elf || elf_getphdrnum(elf, &count) != 0)
		return false;
	for (i = 0; i < count; i++) {
		GElf_Phdr header;

		if (!gelf_getphdr(elf, (int)i, &header) || header.p_type != PT_LOAD ||
		    offset < header.p_offset || offset - header.p_offset >= header.p_filesz)
			continue;
		*address = offset - header.p_offset + header.p_vaddr + bias;
		return true;
	}
	return false;
}

struct slice elf_symbols_find(const struct elf_symbols *symbols, uint64_t address)
{
	GElf_Off offset;
	GElf_Sym symbol;
	const char *name = dwfl_module_addrinfo(symbols->elf.module, address, &offset, &symbol,
						NULL, NULL, NULL);

	/* what begins before the address may have ended before it */
	if (!name || (symbol.st_size > 0 && offset >= symbol.st_size))
		return SLICE("");
	return slice_from(name);
}
#else
bool elf_symbols_are_there(void)
{
	return false;
}

struct elf_symbols *elf_symbols_open(const char *path)
{
	(void)path;
	return NULL;
}

void elf_symbols_close(struct elf_symbols *symbols)
{
	(void)symbols;
}

bool elf_symbols_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address)
{
	(void)symbols, (void)offset, (void)address;
	return false;
}

struct slice elf_symbols_find(const struct elf_symbols *symbols, uint64_t address)
{
	(void)symbols, (void)address;
	return SLICE("");
}
#endif
