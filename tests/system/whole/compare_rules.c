/* SPDX-License-Identifier: MIT */
/*
 * compare_rules PROGRAM OTHER START END - do two programs of equal code say the same about the caller, at
 * each address from START to END (hexadecimal) at which both say something? Prints how many
 * addresses there are in the first, in both, and where they differ; exit status 1 if they do.
 */
#include "common/debuginfo/cfi_file.h"
#include "common/debuginfo/unwind_row.h"

#include <stdio.h>
#include <stdlib.h>

enum { FP = 6, BACK = 16, WORK = 100000, SHOWN = 20 };

struct side {
	struct cfi_file *file;
	struct symbol_search program;
	struct cfi_entry entry;
	struct cfi_rules rules;
	bool is_found;
};

static void look_up(struct side *side, uint64_t address)
{
	uint32_t work = WORK;

	side->is_found = cfi_file_find(side->file, &side->program, address, &side->entry) &&
			 cfi_rules_find(&side->entry, address, &work, &side->rules);
}

static struct slice block_of(const struct side *side, int64_t offset)
{
	struct cfi_reader reader = cfi_reader_at(side->entry.section, (uint64_t)offset);
	const size_t size = (size_t)dwarf_read_uleb(&reader.in);

	return slice_of((const char *)reader.in.at, size);
}

static bool rules_are_equal(const struct side *a, const struct cfi_rule *x, const struct side *b,
			    const struct cfi_rule *y)
{
	const enum cfi_rule_kind i = x->kind == CFI_UNSPECIFIED ? CFI_SAME : x->kind;
	const enum cfi_rule_kind j = y->kind == CFI_UNSPECIFIED ? CFI_SAME : y->kind;

	if (i != j)
		return false;
	if (i == CFI_SAVED_AT || i == CFI_EXPRESSION)
		return slice_equal(block_of(a, x->value), block_of(b, y->value));
	return i == CFI_SAME || i == CFI_UNDEFINED || x->value == y->value;
}

/* Behind an outermost function nothing is asked. */
static bool are_equal(const struct side *a, const struct side *b)
{
	if (a->rules.at[BACK].kind == CFI_UNDEFINED && b->rules.at[BACK].kind == CFI_UNDEFINED)
		return true;
	return rules_are_equal(a, &a->rules.frame, b, &b->rules.frame) &&
	       (a->rules.frame.kind != CFI_VALUE ||
		a->rules.frame_register == b->rules.frame_register) &&
	       rules_are_equal(a, &a->rules.at[BACK], b, &b->rules.at[BACK]) &&
	       rules_are_equal(a, &a->rules.at[FP], b, &b->rules.at[FP]);
}

static void print_rule(const struct side *side, const struct cfi_rule *rule)
{
	struct slice block;
	size_t i;

	printf(" %d:", (int)rule->kind);
	if (rule->kind != CFI_SAVED_AT && rule->kind != CFI_EXPRESSION) {
		printf("%lld", (long long)rule->value);
		return;
	}
	block = block_of(side, rule->value);
	for (i = 0; i < block.len; i++)
		printf("%02x", (unsigned char)block.ptr[i]);
}

static void print(const char *name, const struct side *side)
{
	printf("  %s: frame %u", name, side->rules.frame_register);
	print_rule(side, &side->rules.frame);
	print_rule(side, &side->rules.at[BACK]);
	print_rule(side, &side->rules.at[FP]);
	putchar('\n');
}

int main(int argc, char **argv)
{
	struct side a = {.file = cfi_file_new()}, b = {.file = cfi_file_new()};
	unsigned long first = 0, both = 0, differ = 0;
	uint64_t address, end;

	if (argc != 5)
		return 2;
	a.program.path = argv[1];
	b.program.path = argv[2];
	end = strtoull(argv[4], NULL, 16);
	for (address = strtoull(argv[3], NULL, 16); address < end; address++) {
		look_up(&a, address);
		look_up(&b, address);
		first += a.is_found;
		both += a.is_found && b.is_found;
		if (!a.is_found || !b.is_found || are_equal(&a, &b))
			continue;
		if (differ++ < SHOWN) {
			printf("%llx:\n", (unsigned long long)address);
			print(".eh_frame", &a);
			print(".sframe", &b);
		}
	}
	printf("%lu addresses, %lu in both, %lu differ\n", first, both, differ);
	cfi_file_free(a.file);
	cfi_file_free(b.file);
	return differ > 0 || both == 0;
}
