/* SPDX-License-Identifier: MIT */
/* How libflamesample finds objects and names, without signals. */
#include <unistd.h>

#include "common/base/arena.h"
#include "record/sampler/modules.h"
#include "record/sampler/sample_report.h"
#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static struct modules *modules;
static struct peek peek;
static struct spill spill; /* where process_vm_readv() does not work */

static unsigned guarded;

static void guard(void *context, bool begin)
{
	CHECK(context == &guarded);
	guarded += begin;
}

static uintptr_t address_of(void (*function)(void))
{
	uintptr_t address;

	memcpy(&address, &function, sizeof(address));
	return address;
}

static void here(void)
{
	guarded++;
}

CASE(the_program_and_its_libraries_are_found)
{
	const struct module *program, *libc;
	bool missing;

	peek.spill = &spill;
	peek_begin(&peek, (int32_t)getpid());
	modules = memory_clear(1, sizeof(*modules));
	modules_init(modules, "nothing.so\0libc.so.6\0");
	modules_refresh(modules, guard, &guarded);
	CHECK(guarded > 0 && modules->count > 1 && modules->epoch == 0);
	program = modules_find(modules, &peek, address_of(here), &missing);
	CHECK(program && !missing && !program->is_blocked && program->is_program);
	CHECK(program &&
	      slice_ends(slice_from(module_path(modules, program)), SLICE("unit-sampler")));
	libc = modules_find(modules, &peek, (uintptr_t)stdin, &missing);
	CHECK(libc != NULL && libc != program);
	CHECK(modules_find(modules, &peek, (uintptr_t)modules, &missing) == NULL);
	CHECK(modules_at(modules, address_of(here), 0) == program);
	CHECK(modules_at(modules, 1, 0) == NULL);
}

CASE(refreshing_changes_nothing_where_nothing_changed)
{
	uint32_t count = modules->count;

	modules_refresh(modules, guard, &guarded);
	CHECK(modules->count == count && modules->epoch == 0);
}

static bool is_elf(const char *path)
{
	char head[4] = "";
	FILE *file = fopen(path, "rb");
	const bool is = file && fread(head, 1, sizeof(head), file) == sizeof(head) &&
			memcmp(head, "\177ELF", sizeof(head)) == 0;

	if (file)
		fclose(file);
	return is;
}

CASE(functions_have_the_names_of_the_symbol_table)
{
	struct symbols *symbols = symbols_new();
	bool missing;
	const struct module *program = modules_find(modules, &peek, address_of(here), &missing);
	const char *path = module_path(modules, program);

	if (!is_elf(path)) { /* it starts the program by an emulator */
		printf("skipped: %s is a script\n", path);
		symbols_free(symbols);
		return;
	}
	CHECK(slice_equal(symbols_find(symbols, path, program, address_of(here)), SLICE("here")));
	CHECK(slice_equal(symbols_find(symbols, path, program, address_of(here) + 1),
			  SLICE("here")));
	CHECK(symbols_find(symbols, path, program, program->start).len == 0);
	symbols_free(symbols);

	symbols = symbols_new();
	symbols_find(symbols, "/nowhere", program, address_of(here));
	symbols_find(symbols, "/dev/null", program, address_of(here));
	symbols_free(symbols);
}

TEST(sampler_names)
{
	scratch_begin();
	CHECK(spill_open(&spill, scratch_folder, 1 << 20));
	check_cases();
	free(modules);
	spill_close(&spill);
	scratch_end();
	return check_done();
}
