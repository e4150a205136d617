/* SPDX-License-Identifier: MIT */
/* Which file and section call frame information is from. */
#include "common/debuginfo/cfi_file.h"

#include "common/io/decompress.h"
#include "tests/unit/check.h"
#include "tests/unit/common/debuginfo/cfi_maker.h"
#include "tests/unit/common/debuginfo/elf_maker.h"
#include "tests/unit/scratch.h"

/* Append "ZLIB", the size, and the bytes by zlib, in one block that is stored (RFC 1950, 1951). */
static void add_compressed(struct elf_maker *big, struct buf *out, struct slice bytes)
{
	uint64_t a = 1, b = 0;
	size_t i;

	for (i = 0; i < bytes.len; i++) {
		a = (a + (unsigned char)bytes.ptr[i]) % 65521;
		b = (b + a) % 65521;
	}
	buf_add(out, SLICE("ZLIB"));
	elf_put(big, out, bytes.len, 8);
	buf_add(out, SLICE("\x78\x01\x01"));
	buf_add_char(out, (char)bytes.len);
	buf_add_char(out, (char)(bytes.len >> 8));
	buf_add_char(out, (char)~bytes.len);
	buf_add_char(out, (char)(~bytes.len >> 8));
	buf_add(out, bytes);
	elf_put(big, out, b << 16 | a, 4);
}

/* A file with a section for the function at 0x1000 or 0x2000, and a build id. */
static void write_program(const char *path, const char *section, bool is_debug, uint64_t function)
{
	struct elf_maker maker = {.word = 8, .machine = ELF_X86_64};
	struct elf_maker big = {.is_big_endian = true};
	struct cfi_maker frames = {.is_debug = is_debug};
	unsigned number;
	struct slice bytes;
	int fd;

	elf_maker_build_id(&maker, SLICE("abcdefgh"));
	if (section) {
		number = elf_maker_add(&maker, section, 1, 0);
		cfi_put_usual(&frames);
		cfi_put_function(&frames, function, 0x100, SLICE(""));
		if (slice_starts(slice_from(section), SLICE(".z")))
			add_compressed(&big, elf_maker_content(&maker, number),
				       buf_slice(&frames.out));
		else
			buf_add(elf_maker_content(&maker, number), buf_slice(&frames.out));
	}
	bytes = elf_maker_finish(&maker);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	CHECK(fd >= 0 && write(fd, bytes.ptr, bytes.len) == (ssize_t)bytes.len);
	close(fd);
	elf_maker_release(&maker);
	buf_release(&frames.out);
}

static struct symbol_search search_for(const char *path)
{
	return (struct symbol_search){.root = scratch_folder, .path = path};
}

CASE(sections_of_the_program_are_read_once)
{
	const struct symbol_search search = search_for("/program");
	struct cfi_file *file = cfi_file_new();
	struct cfi_entry entry;

	write_program(scratch_path("program"), ".eh_frame", false, 0x1000);
	CHECK(cfi_file_find(file, &search, 0x1080, &entry) && entry.start == 0x1000);
	CHECK(!cfi_file_find(file, &search, 0x2080, &entry));
	unlink(scratch_path("program"));
	CHECK(cfi_file_find(file, &search, 0x1080, &entry));
	cfi_file_free(file);
	file = cfi_file_new();
	CHECK(!cfi_file_find(file, &search, 0x1080, &entry)); /* there is no file any more */
	cfi_file_free(file);
}

CASE(debug_frame_is_used_where_eh_frame_has_nothing)
{
	const struct symbol_search search = search_for("/program");
	struct cfi_file *file = cfi_file_new();
	struct cfi_entry entry;

	write_program(scratch_path("program"), ".debug_frame", true, 0x2000);
	CHECK(cfi_file_find(file, &search, 0x2080, &entry) && entry.section->is_debug);
	cfi_file_free(file);
}

CASE(a_compressed_debug_frame_is_decompressed)
{
	const struct symbol_search search = search_for("/program");
	struct decoder *decoder = decoder_new(COMPRESSION_ZLIB);
	struct cfi_file *file = cfi_file_new();
	struct cfi_entry entry;

	write_program(scratch_path("program"), ".zdebug_frame", true, 0x2000);
	if (decoder) /* else this build has no zlib */
		CHECK(cfi_file_find(file, &search, 0x2080, &entry) && entry.section->is_debug);
	decoder_free(decoder);
	cfi_file_free(file);
}

CASE(debug_files_are_searched)
{
	const struct symbol_search search = search_for("/program");
	struct cfi_file *file = cfi_file_new();
	struct cfi_entry entry;
	char folder[512];
	const char *const folders[] = {"/usr", "/usr/lib", "/usr/lib/debug"};
	size_t i;

	write_program(scratch_path("program"), NULL, false, 0);
	for (i = 0; i < ARRAY_LEN(folders); i++) {
		snprintf(folder, sizeof(folder), "%s%s", scratch_folder, folders[i]);
		mkdir(folder, 0777);
	}
	write_program(scratch_path("usr/lib/debug/program.debug"), ".debug_frame", true, 0x2000);
	CHECK(cfi_file_find(file, &search, 0x2080, &entry));
	cfi_file_free(file);
	unlink(scratch_path("usr/lib/debug/program.debug"));
	while (i-- > 0) {
		snprintf(folder, sizeof(folder), "%s%s", scratch_folder, folders[i]);
		rmdir(folder);
	}
}

/* A program without sections: a loaded table at 0x100 that leads to .eh_frame at its own place. */
CASE(segments_do_where_there_are_no_sections)
{
	const struct symbol_search search = search_for("/program");
	struct elf_maker maker = {.word = 8, .machine = ELF_X86_64};
	struct cfi_file *file = cfi_file_new();
	struct cfi_maker frames = {.is_debug = false};
	struct cfi_entry entry;
	size_t header;
	int fd;

	elf_maker_load(&maker, 0, 0, 0, true);
	elf_maker_load(&maker, 0, 0, 8, false);
	maker.segments[1].type = ELF_SEGMENT_FRAMES;
	elf_maker_put_header(&maker, 0);
	elf_maker_put_segments(&maker);
	header = maker.out.len;
	cfi_put_usual(&frames);
	cfi_put_function(&frames, 0x1000 - header - 8, 0x100, SLICE("")); /* it is loaded there */
	buf_add(&maker.out, SLICE("\1\x1b\xff\xff\4\0\0\0"));
	buf_add(&maker.out, buf_slice(&frames.out));
	maker.segments[0].size = maker.out.len;
	maker.segments[1].offset = maker.segments[1].address = header;
	frames.out.len = maker.out.len;
	maker.out.len = 64;
	elf_maker_put_segments(&maker);
	maker.out.len = frames.out.len;
	fd = open(scratch_path("program"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
	CHECK(write(fd, maker.out.ptr, maker.out.len) == (ssize_t)maker.out.len);
	close(fd);
	CHECK(cfi_file_find(file, &search, 0x1080, &entry) && entry.start == 0x1000);
	cfi_file_free(file);
	elf_maker_release(&maker);
	buf_release(&frames.out);
}

/* A file whose first 40,000 bytes are loaded as code, at 0x1003000. */
CASE(code_before_an_address_is_read)
{
	enum { SIZE = 40000 };
	static const uint64_t start = 0x1003000;
	const struct symbol_search search = search_for("/program");
	struct elf_maker maker = {.word = 8, .machine = ELF_X86_64};
	struct cfi_file *file = cfi_file_new();
	const unsigned number = elf_maker_add(&maker, ".text", 1, 0);
	unsigned char bytes[7];
	struct slice whole;
	size_t i;
	int fd;

	for (i = 0; i < SIZE; i++)
		buf_add_char(elf_maker_content(&maker, number), (char)(i >> 8));
	elf_maker_load(&maker, 0, start, SIZE, true);
	whole = elf_maker_finish(&maker);
	fd = open(scratch_path("program"), O_WRONLY | O_CREAT | O_TRUNC, 0666);
	CHECK(fd >= 0 && write(fd, whole.ptr, whole.len) == (ssize_t)whole.len);
	close(fd);
	for (i = sizeof(bytes); i <= SIZE; i += i < 20000 ? 611 : 977) {
		memset(bytes, 0, sizeof(bytes));
		CHECK(cfi_file_code(file, &search, start + i, bytes, sizeof(bytes)));
		CHECK(memcmp(bytes, whole.ptr + i - sizeof(bytes), sizeof(bytes)) == 0);
	}
	CHECK(!cfi_file_code(file, &search, start + 6, bytes, sizeof(bytes)));
	CHECK(!cfi_file_code(file, &search, start + SIZE + 1, bytes, sizeof(bytes)));
	CHECK(!cfi_file_code(file, &search, 3, bytes, sizeof(bytes)));
	CHECK(cfi_file_code(file, &search, start + 0x4003, bytes, sizeof(bytes))); /* two blocks */
	elf_maker_release(&maker);
	cfi_file_free(file);
}

TEST_SCRATCH(cfi_file)
