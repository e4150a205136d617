/* SPDX-License-Identifier: MIT */
/*
 * ELF files of strangers: symbols, slots of the PLT and call frame information hold the address
 * that was asked for, and are the same the second time; whatever the bytes are, nothing else
 * happens. The file is the input.
 *
 * fuzzer: symbol-file common 2000 0
 */
#include <fcntl.h>

#include "common/base/diag.h"
#include "common/debuginfo/cfi_file.h"
#include "common/debuginfo/kallsyms.h"
#include "common/debuginfo/symbol_file.h"
#include "tests/fuzz/fuzz.h"

enum { QUESTIONS = 200, STEP = 64 };

struct subject {
	struct symbol_file *file, *again; /* which is asked in the reverse order */
	struct cfi_file *frames;
	struct symbol_search search;
};

static bool is_same(const struct symbol *a, const struct symbol *b)
{
	return a->start == b->start && a->end == b->end && slice_equal(a->name, b->name);
}

/* Returns the end of what is there. */
static uint64_t ask(const struct subject *subject, uint64_t address)
{
	struct symbol symbol, second;
	struct cfi_entry entry;
	bool found = symbol_file_find(subject->file, address, &symbol);

	if (found && (address < symbol.start || address >= symbol.end || symbol.name.len == 0))
		abort();
	if (symbol_file_find(subject->again, address, &second) != found ||
	    (found && !is_same(&symbol, &second)))
		abort();
	if (cfi_file_find(subject->frames, &subject->search, address, &entry) &&
	    (address < entry.start || address >= entry.end))
		abort();
	return found ? symbol.end : address + STEP;
}

/* One symbol after the other, from an offset of the file on. */
static void ask_from(const struct subject *subject, uint64_t offset)
{
	uint64_t address, next;
	unsigned i;

	if (!symbol_file_address(subject->file, offset, &address))
		return;
	for (i = 0; i < QUESTIONS; i++, address = next) {
		next = ask(subject, address);
		if (next <= address)
			break;
	}
}

static void ask_kernel(struct slice path)
{
	const int fd = open(path.ptr, O_RDONLY | O_CLOEXEC);
	struct kallsyms *symbols = kallsyms_read_vmlinux(fd, SLICE(""));
	uint64_t address = UINT64_C(0xffffffff81000000), start, end;
	struct slice name;

	if (symbols) {
		kallsyms_address(symbols, SLICE("_text"), &address);
		if (kallsyms_find(symbols, SLICE(""), address, &name, &start, &end) &&
		    (address < start || (end != 0 && address >= end)))
			abort();
	}
	kallsyms_free(symbols);
	close(fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct slice path = fuzz_path("elf");
	struct subject subject;
	size_t i;

	diag_init("fuzz-symbol-file");
	diag_set_level(DIAG_SILENT);
	fuzz_write(path, data, size);
	subject.file = symbol_file_new(NULL, path, SLICE(""));
	subject.again = symbol_file_new(NULL, path, SLICE(""));
	subject.frames = cfi_file_new();
	subject.search = symbol_file_search(subject.file);
	ask(&subject, 0);
	ask(&subject, UINT64_MAX);
	for (i = 0; i < 4; i++)
		ask_from(&subject, size / 4 * i);
	cfi_file_free(subject.frames);
	symbol_file_free(subject.again);
	symbol_file_free(subject.file);
	ask_kernel(path);
	unlink(path.ptr);
	return 0;
}
