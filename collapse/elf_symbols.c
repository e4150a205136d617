/* SPDX-License-Identifier: MIT */
#include "collapse/elf_symbols.h"

#ifdef HAVE_LIBDW
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <gelf.h>
#include <unistd.h>

#include "common/arena.h"

struct elf_symbols {
	Dwfl *dwfl;
	Dwfl_Module *module;
};

bool elf_symbols_are_there(void)
{
	return true;
}

static char *no_path; /* where separate debugging information is: the usual folders */

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
	.debuginfo_path = &no_path,
};

struct elf_symbols *elf_symbols_open(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct elf_symbols *symbols;

	if (fd < 0)
		return NULL;
	symbols = memory_clear(1, sizeof(*symbols));
	symbols->dwfl = dwfl_begin(&callbacks);
	if (symbols->dwfl) {
		dwfl_report_begin(symbols->dwfl);
		symbols->module = dwfl_report_elf(symbols->dwfl, path, path, fd, 0, true);
		dwfl_report_end(symbols->dwfl, NULL, NULL);
	}
	if (symbols->module)
		return symbols;
	close(fd);
	elf_symbols_close(symbols);
	return NULL;
}

void elf_symbols_close(struct elf_symbols *symbols)
{
	if (!symbols)
		return;
	if (symbols->dwfl)
		dwfl_end(symbols->dwfl);
	free(symbols);
}

bool elf_symbols_address(const struct elf_symbols *symbols, uint64_t offset, uint64_t *address)
{
	GElf_Addr bias;
	Elf *elf = dwfl_module_getelf(symbols->module, &bias);
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
	const char *name = dwfl_module_addrinfo(symbols->module, address, &offset, &symbol, NULL,
						NULL, NULL);

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
