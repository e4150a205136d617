/* SPDX-License-Identifier: MIT */
/*
 * Capstone's functions are called without its header, so that building needs no library: struct
 * cs_insn is read by the places of its members, which are those of its version 4 (libcapstone.so.4)
 * or 5 (libcapstone.so.5).
 */
#include "common/debuginfo/disassembler.h"

#include "common/base/memory.h"
#include "common/base/shared_object.h"

/* Numbers of its header. */
enum {
	ARCH_ARM64 = 1,
	ARCH_X86 = 3,
	MODE_32 = 1 << 2,
	MODE_64 = 1 << 3,
	OPTION_SYNTAX = 1,
	SYNTAX_ATT = 2, /* as objdump and perf annotate print */
};

struct library {
	int (*open)(int arch, int mode, size_t *handle);
	int (*close)(size_t *handle);
	int (*option)(size_t handle, int type, size_t value);
	void *(*allocate)(size_t handle);
	void (*release)(void *instruction, size_t count);
	bool (*next)(size_t handle, const uint8_t **code, size_t *size, uint64_t *address,
		     void *instruction);
};

/* Where members of struct cs_insn begin, and how long the texts are at most. */
struct layout {
	const char *library;
	size_t mnemonic, operands;
};

enum { MNEMONIC_SIZE = 32, OPERANDS_SIZE = 160 };

static const struct layout layouts[] = {
	{"libcapstone.so.5", 42, 74}, /* 24 bytes of code before the mnemonic */
	{"libcapstone.so.4", 34, 66}, /* 16 bytes */
};

struct disassembler {
	struct library library;
	const struct layout *layout;
	size_t handle;
	char *instruction;
};

static bool disassembler_load(struct disassembler *to)
{
	struct library *library = &to->library;
	const struct shared_function functions[] = {
		{"cs_open", &library->open, sizeof(library->open), NULL},
		{"cs_close", &library->close, sizeof(library->close), NULL},
		{"cs_option", &library->option, sizeof(library->option), NULL},
		{"cs_malloc", &library->allocate, sizeof(library->allocate), NULL},
		{"cs_free", &library->release, sizeof(library->release), NULL},
		{"cs_disasm_iter", &library->next, sizeof(library->next), NULL},
	};
	size_t i;

	for (i = 0; i < ARRAY_LEN(layouts); i++) {
		to->layout = &layouts[i];
		if (shared_object_load(layouts[i].library, functions, ARRAY_LEN(functions)))
			return true;
	}
	return false;
}

/* False: capstone does not know the machine. */
static bool disassembler_open(struct disassembler *to, struct slice machine)
{
	const bool is_x86 = slice_equal(machine, SLICE("x86_64")) ||
			    (machine.len == 4 && slice_ends(machine, SLICE("86")));
	const int mode = slice_equal(machine, SLICE("x86_64")) ? MODE_64 : MODE_32;

	if (!is_x86 && !slice_equal(machine, SLICE("aarch64")))
		return false;
	if (to->library.open(is_x86 ? ARCH_X86 : ARCH_ARM64, is_x86 ? mode : 0, &to->handle) != 0)
		return false;
	if (is_x86)
		to->library.option(to->handle, OPTION_SYNTAX, SYNTAX_ATT);
	to->instruction = to->library.allocate(to->handle);
	if (to->instruction)
		return true;
	to->library.close(&to->handle);
	return false;
}

struct disassembler *disassembler_new(struct slice machine)
{
	struct disassembler *made = memory_clear(1, sizeof(*made));

	if (disassembler_load(made) && disassembler_open(made, machine))
		return made;
	free(made);
	return NULL;
}

void disassembler_free(struct disassembler *disassembler)
{
	if (!disassembler)
		return;
	disassembler->library.release(disassembler->instruction, 1);
	disassembler->library.close(&disassembler->handle);
	free(disassembler);
}

/* A text of a member, which ends with a NUL. */
static struct slice disassembler_text(const struct disassembler *disassembler, size_t at,
				      size_t size)
{
	const char *text = disassembler->instruction + at;
	const char *end = memchr(text, '\0', size);

	return slice_of(text, end ? (size_t)(end - text) : size);
}

bool disassembler_next(struct disassembler *disassembler, struct slice *code, uint64_t *address,
		       struct buf *text)
{
	const struct layout *layout = disassembler->layout;
	const uint8_t *at = (const uint8_t *)code->ptr;
	size_t left = code->len;
	struct slice operands;

	if (!disassembler->library.next(disassembler->handle, &at, &left, address,
					disassembler->instruction)) {
		*code = slice_tail(*code, 1);
		++*address;
		return false;
	}
	*code = slice_tail(*code, code->len - left);
	buf_add(text, disassembler_text(disassembler, layout->mnemonic, MNEMONIC_SIZE));
	operands = disassembler_text(disassembler, layout->operands, OPERANDS_SIZE);
	if (operands.len > 0)
		buf_add_char(text, ' ');
	buf_add(text, operands);
	return true;
}
