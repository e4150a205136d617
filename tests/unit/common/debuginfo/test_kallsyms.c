/* SPDX-License-Identifier: MIT */
/* Symbols of a kernel and its modules, from lists and from an ELF file, whole and damaged. */
#include "common/debuginfo/kallsyms.h"

#include "tests/unit/check.h"
#include "tests/unit/scratch.h"

static struct kallsyms *read_text(struct slice text)
{
	const int fd = open(scratch_write("kallsyms", text), O_RDONLY);
	struct kallsyms *kallsyms = kallsyms_read(fd);

	close(fd);
	return kallsyms;
}

/* True if this is the symbol at the address. NULL: there is none. */
static bool names(const struct kallsyms *kallsyms, const char *module, uint64_t address,
		  const char *wanted)
{
	uint64_t start, end;
	struct slice name;

	if (!kallsyms_find(kallsyms, slice_from(module), address, &name, &start, &end))
		return !wanted;
	return wanted && slice_equal(name, slice_from(wanted)) && start <= address && address < end;
}

static const char list[] = "0000000000000000 A fixed_percpu_data\n"
			   "ffffffff81000000 T _stext\n"
			   "ffffffff81000000 T _text\n"
			   "ffffffff81000100 t __do_sys_getppid\n"
			   "ffffffff81000100 T __ia32_sys_getppid\n"
			   "ffffffff81000100 W __x64_sys_getppid\n"
			   "ffffffff81000180 r constants\n"
			   "ffffffff81000200 D some_data\n"
			   "ffffffff81000300 b bss\n"
			   "ffffffff81000400 V weak_object\n"
			   "ffffffff81000500 T last\n"
			   "ffffffffc0000100 t mod_work\t[demo_mod]\n"
			   "ffffffffc0000000 t mod_init\t[demo_mod]\n"
			   "ffffffffc0010000 t other_fn\t[other-mod]\n"
			   "ffffffffc0000200 T mod_more\t[demo_mod]\n"
			   "ffffffffc0020000 t bpf_prog_1\t[bpf]";

CASE(the_last_of_several_lines_names_an_address)
{
	struct kallsyms *kallsyms = read_text(slice_from(list));

	CHECK(names(kallsyms, "", 0xffffffff81000010, "_text"));
	CHECK(names(kallsyms, "", 0xffffffff81000100, "__x64_sys_getppid"));
	kallsyms_free(kallsyms);
}

CASE(a_symbol_ends_where_the_next_one_begins)
{
	struct kallsyms *kallsyms = read_text(slice_from(list));
	uint64_t start, end;
	struct slice name;

	CHECK(kallsyms_find(kallsyms, SLICE(""), 0xffffffff81000010, &name, &start, &end));
	CHECK(start == 0xffffffff81000000 && end == 0xffffffff81000100);
	CHECK(names(kallsyms, "", 0xffffffff810000ff, "_text"));
	CHECK(names(kallsyms, "", 0xffffffff80ffffff, NULL));
	CHECK(names(kallsyms, "", 0xffffffff81001fff, "last"));
	CHECK(names(kallsyms, "", 0xffffffff81002000, NULL));
	kallsyms_free(kallsyms);
}

CASE(code_and_data_count_and_nothing_else)
{
	struct kallsyms *kallsyms = read_text(slice_from(list));

	CHECK(names(kallsyms, "", 0, NULL));
	CHECK(names(kallsyms, "", 0xffffffff81000190, "__x64_sys_getppid"));
	CHECK(names(kallsyms, "", 0xffffffff81000200, "some_data"));
	CHECK(names(kallsyms, "", 0xffffffff81000410, "bss"));
	kallsyms_free(kallsyms);
}

CASE(modules_are_apart_in_any_order)
{
	struct kallsyms *kallsyms = read_text(slice_from(list));

	CHECK(names(kallsyms, "demo_mod", 0xffffffffc0000010, "mod_init"));
	CHECK(names(kallsyms, "demo-mod", 0xffffffffc00001ff, "mod_work"));
	CHECK(names(kallsyms, "demo_mod", 0xffffffffc0000200, "mod_more"));
	CHECK(names(kallsyms, "demo_mod", 0xffffffffc0010010, NULL));
	CHECK(names(kallsyms, "other_mod", 0xffffffffc0010010, "other_fn"));
	CHECK(names(kallsyms, "bpf", 0xffffffffc0020000, "bpf_prog_1"));
	CHECK(names(kallsyms, "", 0xffffffffc0000010, NULL));
	CHECK(names(kallsyms, "none", 0xffffffffc0000010, NULL));
	kallsyms_free(kallsyms);
}

/* As many bytes at a time as a pipe has. */
static void write_all(int fd, struct slice text, size_t step)
{
	while (text.len > 0) {
		const size_t part = text.len < step ? text.len : step;

		CHECK(write(fd, text.ptr, part) == (ssize_t)part);
		text = slice_tail(text, part);
	}
}

CASE(the_kernel_is_read_before_its_modules)
{
	const struct slice text = slice_from(list);
	const size_t modules = slice_search(text, SLICE("ffffffffc0000100"));
	size_t given;

	for (given = modules; given <= text.len;
	     given++) { /* bytes that are read with the kernel */
		struct kallsyms *kernel, *own;
		struct slice rest;
		int ends[2];

		CHECK(pipe(ends) == 0);
		write_all(ends[1], slice_head(text, given), given);
		if (given < modules + 28) /* there is no tab yet: it is waited for */
			write_all(ends[1], slice_tail(text, given), text.len);
		kernel = kallsyms_read_kernel(ends[0], &rest);
		CHECK(kernel && names(kernel, "", 0xffffffff81000500, "last"));
		CHECK(kernel && names(kernel, "demo_mod", 0xffffffffc0000010, NULL));
		if (given >= modules + 28)
			write_all(ends[1], slice_tail(text, given), text.len);
		close(ends[1]);
		own = kallsyms_read_modules(ends[0], rest);
		CHECK(own && names(own, "demo_mod", 0xffffffffc0000010, "mod_init"));
		CHECK(own && names(own, "bpf", 0xffffffffc0020000, "bpf_prog_1"));
		CHECK(own && names(own, "", 0xffffffff81000500, NULL));
		close(ends[0]);
		kallsyms_free(kernel);
		kallsyms_free(own);
	}
}

CASE(a_kernel_may_have_no_modules)
{
	const int fd = open(scratch_write("kallsyms", SLICE("1000 T only")), O_RDONLY);
	struct slice rest;
	struct kallsyms *kernel = kallsyms_read_kernel(fd, &rest);

	CHECK(kernel && names(kernel, "", 0x1000, "only"));
	CHECK(!kallsyms_read_modules(fd, rest));
	close(fd);
	kallsyms_free(kernel);
	CHECK(!kallsyms_read_kernel(-1, &rest));
}

CASE(a_list_is_whole_if_it_has_the_end_of_the_code)
{
	struct kallsyms *cut = read_text(SLICE("1000 T f\n2000 T _etex"));
	struct kallsyms *whole = read_text(SLICE("1000 T f\n2000 R _etext\n"));

	CHECK(!kallsyms_is_whole(cut) && kallsyms_is_whole(whole));
	kallsyms_free(cut);
	kallsyms_free(whole);
}

CASE(the_code_of_a_module_begins_after_data)
{
	struct kallsyms *kallsyms = read_text(SLICE("1000 d first\t[mod]\n3000 t second\t[mod]\n"
						    "2000 W third\t[mod]\n0800 d x\t[data]\n"));
	uint64_t start;

	CHECK(kallsyms_code_start(kallsyms, SLICE("mod"), &start) && start == 0x2000);
	CHECK(!kallsyms_code_start(kallsyms, SLICE("data"), &start));
	CHECK(!kallsyms_code_start(kallsyms, SLICE("none"), &start));
	kallsyms_free(kallsyms);
}

CASE(addresses_are_read_digit_by_digit_or_eight_at_once)
{
	char line[] = "ffffffff8123abcd T f\n";
	unsigned at, byte;

	for (at = 0; at < 17; at++) {
		for (byte = 0; byte < 256; byte++) {
			const bool is_digit = byte < 128 && char_is_hex((char)byte);
			struct slice text = slice_from(line);
			struct kallsyms *kallsyms;
			uint64_t start, end, wanted = 0;
			struct slice name;
			unsigned i;

			memcpy(line, "ffffffff8123abcd", 16);
			line[16] = ' ';
			if (byte == ' ' || byte == '\n') /* it would be another line */
				continue;
			line[at] = (char)byte;
			text = slice_of(line, sizeof(line) - 1);
			for (i = 0; i < 16; i++)
				wanted = wanted << 4 | char_hex_value(line[i]);
			kallsyms = read_text(text);
			if (at == 16 || !is_digit) {
				CHECK(!kallsyms);
			} else {
				CHECK(kallsyms && kallsyms_find(kallsyms, SLICE(""), wanted, &name,
								&start, &end));
				CHECK(start == wanted);
			}
			kallsyms_free(kallsyms);
		}
	}
}

CASE(a_symbol_of_the_kernel_tells_where_it_was_loaded)
{
	struct kallsyms *kallsyms = read_text(slice_from(list));
	uint64_t address = 1;

	CHECK(kallsyms_address(kallsyms, SLICE("_text"), &address));
	CHECK(address == 0xffffffff81000000);
	CHECK(kallsyms_address(kallsyms, SLICE("_stext"), &address));
	CHECK(!kallsyms_address(kallsyms, SLICE("mod_init"), &address));
	CHECK(!kallsyms_address(kallsyms, SLICE("_tex"), &address));
	CHECK(!kallsyms_is_hidden(kallsyms));
	kallsyms_free(kallsyms);
}

CASE(addresses_may_be_hidden)
{
	struct kallsyms *kallsyms = read_text(SLICE("0000000000000000 T _text\n"
						    "0000000000000000 t x\t[mod]\n"));

	CHECK(kallsyms_is_hidden(kallsyms));
	kallsyms_free(kallsyms);
}

CASE(lines_that_do_not_parse_are_skipped)
{
	struct kallsyms *kallsyms = read_text(
		SLICE("\nffff\nffff T\nffff T \nxyz T no\n00000000ffffffff0 T long\n"
		      "1000  T two\n1000 T\tno\n 1000 T no\n2000 T good \t[]\r\n"
		      "3000 Tx no\n4000 T in [open\n"));

	CHECK(kallsyms && names(kallsyms, "", 0x1000, NULL));
	CHECK(kallsyms && names(kallsyms, "", 0x2000, "good"));
	CHECK(kallsyms && names(kallsyms, "", 0x3000, "good"));
	CHECK(kallsyms && names(kallsyms, "", 0x4000, "in"));
	kallsyms_free(kallsyms);
	CHECK(!read_text(SLICE("")));
	CHECK(!read_text(SLICE("no symbols\n")));
	CHECK(!kallsyms_read(-1));
}

CASE(the_last_page_of_addresses_has_an_end)
{
	struct kallsyms *kallsyms = read_text(SLICE("fffffffffffffff0 T top\n"));

	CHECK(names(kallsyms, "", 0xfffffffffffffff8, "top"));
	kallsyms_free(kallsyms);
}

/* ---- vmlinux ---- */

static void put(struct buf *out, uint64_t value, unsigned size)
{
	unsigned i;

	for (i = 0; i < size; i++)
		buf_add_char(out, (char)(value >> 8 * i));
}

/*
 * Binding (0 local, 1 global, 2 weak), type (0 none, 2 function), section (1 text, 2 table of
 * symbols).
 */
static const struct {
	const char *name;
	uint64_t address, size;
	unsigned binding, type, section;
} rows[] = {
	{"", 0, 0, 0, 0, 0},
	{"_text", 0xffffffff81000000, 0, 1, 0, 1},
	{"startup", 0xffffffff81000000, 0x80, 1, 2, 1},
	{"weak_longer_name", 0xffffffff81000100, 0x80, 2, 2, 1},
	{"local", 0xffffffff81000100, 0x80, 0, 2, 1},
	{"__x64_sys_a", 0xffffffff81000200, 0x80, 1, 2, 1},
	{"_sys_a", 0xffffffff81000200, 0x80, 1, 2, 1},
	{"outer", 0xffffffff81000300, 0x100, 1, 2, 1},
	{"inner", 0xffffffff81000340, 0x20, 1, 2, 1},
	{"label", 0xffffffff81000380, 0, 1, 0, 1},
	{"absolute", 0xffffffff81000350, 0x20, 1, 2, 0xfff1},
	{"elsewhere", 0xffffffff81000350, 0x20, 1, 2, 0},
	{"sizeless", 0xffffffff81000500, 0, 1, 2, 1},
};

static void put_header(struct buf *out, uint64_t sections)
{
	buf_add(out, slice_of("\177ELF\2\1\1\0\0\0\0\0\0\0\0", 16));
	put(out, 2, 2);
	put(out, 62, 2);
	put(out, 1, 4);
	put(out, 0, 8);
	put(out, 0, 8);
	put(out, sections, 8);
	put(out, 0, 4);
	put(out, 64, 2);
	put(out, 56, 2);
	put(out, 0, 2);
	put(out, 64, 2);
	put(out, 5, 2);
	put(out, 4, 2);
}

static void put_section(struct buf *out, const uint64_t (*of)[6])
{
	put(out, (*of)[0], 4);
	put(out, (*of)[1], 4);
	put(out, (*of)[1] == 1 ? 6 : 0, 8);
	put(out, (*of)[2], 8);
	put(out, (*of)[3], 8);
	put(out, (*of)[4], 8);
	put(out, (*of)[5], 4);
	put(out, 0, 4);
	put(out, 1, 8);
	put(out, (*of)[1] == 2 ? 24 : 0, 8);
}

static void make_vmlinux(struct buf *out)
{
	static const char names_of_sections[] = "\0.text\0.symtab\0.strtab\0.shstrtab";
	const uint64_t table = 64, texts = table + ARRAY_LEN(rows) * 24;
	uint64_t name = 0, text_size = 0;
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++)
		text_size += strlen(rows[i].name) + 1;
	put_header(out, texts + text_size + sizeof(names_of_sections));
	for (i = 0; i < ARRAY_LEN(rows); i++) {
		put(out, name, 4);
		put(out, rows[i].binding << 4 | rows[i].type, 1);
		put(out, 0, 1);
		put(out, rows[i].section, 2);
		put(out, rows[i].address, 8);
		put(out, rows[i].size, 8);
		name += strlen(rows[i].name) + 1;
	}
	for (i = 0; i < ARRAY_LEN(rows); i++)
		buf_add(out, slice_of(rows[i].name, strlen(rows[i].name) + 1));
	buf_add(out, slice_of(names_of_sections, sizeof(names_of_sections)));
	{
		/* name, type, address, offset, size, link */
		const uint64_t sections[][6] = {
			{0, 0, 0, 0, 0, 0},
			{1, 1, 0xffffffff81000000, 0, 0x600, 0},
			{7, 2, 0, table, ARRAY_LEN(rows) * 24, 3},
			{15, 3, 0, texts, text_size, 0},
			{23, 3, 0, texts + text_size, sizeof(names_of_sections), 0},
		};

		for (i = 0; i < ARRAY_LEN(sections); i++)
			put_section(out, &sections[i]);
	}
}

static struct kallsyms *read_vmlinux(struct slice file, struct slice build_id)
{
	const int fd = open(scratch_write("vmlinux", file), O_RDONLY);
	struct kallsyms *kallsyms = kallsyms_read_vmlinux(fd, build_id);

	close(fd);
	return kallsyms;
}

CASE(a_vmlinux_names_the_kernel_alone)
{
	struct buf file = {0};
	struct kallsyms *kallsyms;
	uint64_t address = 0;

	make_vmlinux(&file);
	kallsyms = read_vmlinux(buf_slice(&file), SLICE(""));
	CHECK(kallsyms);
	CHECK(names(kallsyms, "", 0xffffffff81000010, "startup"));
	CHECK(names(kallsyms, "", 0xffffffff810000f0, NULL));
	CHECK(names(kallsyms, "", 0xffffffff81000110, "local"));
	CHECK(names(kallsyms, "", 0xffffffff81000210, "_sys_a"));
	CHECK(names(kallsyms, "", 0xffffffff81000350, "inner"));
	CHECK(names(kallsyms, "", 0xffffffff81000360, "outer"));
	CHECK(names(kallsyms, "", 0xffffffff81000380, "outer"));
	CHECK(names(kallsyms, "", 0xffffffff81001fff, "sizeless"));
	CHECK(names(kallsyms, "", 0xffffffff81002000, NULL));
	CHECK(names(kallsyms, "mod", 0xffffffff81000010, NULL));
	CHECK(kallsyms_address(kallsyms, SLICE("_text"), &address) &&
	      address == 0xffffffff81000000);
	CHECK(kallsyms_address(kallsyms, SLICE("label"), &address) &&
	      address == 0xffffffff81000380);
	CHECK(!kallsyms_is_hidden(kallsyms));
	CHECK(!read_vmlinux(buf_slice(&file), SLICE("another build")));
	CHECK(!read_vmlinux(SLICE("nothing"), SLICE("")));
	CHECK(!kallsyms_read_vmlinux(-1, SLICE("")));
	kallsyms_free(kallsyms);
	buf_release(&file);
}

/* ---- Damage ---- */

TEST_SCRATCH(kallsyms)
