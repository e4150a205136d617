/* SPDX-License-Identifier: MIT */
/*
 * The dsos of a recording's maps, and the symbols printed for their addresses. The recording and
 * the readers of ELF files are stand-ins: they return what the test has set.
 */
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/utsname.h>
#include <time.h>

#include "collapse/perfdata/dso.h"
#include "collapse/perfdata/dso_origin.h"
#include "collapse/perfdata/process_table.h"
#include "collapse/perfdata/recording_named.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "common/debuginfo/rooted.h"
#include "common/debuginfo/symbol_file.h"
#include "tests/unit/check.h"
#include "tests/unit/check_text.h"
#include "tests/unit/scratch.h"

/* ---- Stand-ins ---- */

struct perfdata {
	struct perfdata_facts facts;
	int64_t time;
	struct perfdata_clock clock;
	struct perfdata_build_id ids[4];
	size_t id_count;
	const struct perfdata_named_file
		*named; /* of simpleperf; `functions` is the first address */
};

const struct perfdata_facts *perfdata_facts(const struct perfdata *recording)
{
	return &recording->facts;
}

const struct perfdata_named_file *perfdata_named_file(const struct perfdata *recording,
						      struct slice path)
{
	return slice_equal(recording->named->path, path) ? recording->named : NULL;
}

void perfdata_named_functions(const struct perfdata_named_file *file,
			      struct symbol_table *functions)
{
	const struct symbol_entry entry = {
		.start = file->functions, .end = file->functions + 16, .name = "named"};

	symbol_table_add(functions, &entry);
}

bool perfdata_is_arriving(const struct perfdata *recording)
{
	return recording->facts.is_stream;
}

int64_t perfdata_time(const struct perfdata *recording)
{
	return recording->time;
}

struct perfdata_clock perfdata_clock(const struct perfdata *recording)
{
	return recording->clock;
}

uint64_t perfdata_last_time(const struct perfdata *recording)
{
	(void)recording;
	return 0;
}

const struct perfdata_build_id *perfdata_build_ids(const struct perfdata *recording, size_t *count)
{
	*count = recording->id_count;
	return recording->ids;
}

const struct perfdata_event *perfdata_events(const struct perfdata *recording, size_t *count)
{
	(void)recording;
	*count = 0;
	return NULL;
}

int rooted_open(const char *root, const char *path)
{
	char whole[1024];

	snprintf(whole, sizeof(whole), "%s%s", root ? root : "", path);
	return open(whole, O_RDONLY | O_CLOEXEC);
}

/* "ROOT PATH BUILD-ID", and its state by the path. */
struct symbol_file {
	struct buf text;
	enum symbol_file_state state;
};

struct symbol_file *symbol_file_new(const char *root, struct slice path, struct slice build_id)
{
	struct symbol_file *file = memory_clear(1, sizeof(*file));

	buf_printf(&file->text, "%s %.*s %.*s", root ? root : "-", SLICE_ARG(path),
		   SLICE_ARG(build_id));
	file->state = slice_contains(path, SLICE("missing"))   ? SYMBOL_FILE_MISSING
		      : slice_contains(path, SLICE("foreign")) ? SYMBOL_FILE_FOREIGN
							       : SYMBOL_FILE_GOOD;
	return file;
}

void symbol_file_look_in(struct symbol_file *file, const struct symbol_places *places)
{
	(void)file;
	(void)places;
}

void symbol_file_code_at(struct symbol_file *file, uint64_t offset)
{
	(void)file;
	(void)offset;
}

void symbol_file_expect(struct symbol_file *file, const struct file_stamp *stamp)
{
	CHECK(stamp->inode != 0);
	(void)file;
}

void symbol_file_free(struct symbol_file *file)
{
	buf_release(&file->text);
	free(file);
}

bool symbol_file_address(struct symbol_file *file, uint64_t offset, uint64_t *address)
{
	*address = offset + 0x400000;
	return file->state == SYMBOL_FILE_GOOD;
}

bool symbol_file_find(struct symbol_file *file, uint64_t address, struct symbol *symbol)
{
	*symbol = (struct symbol){buf_slice(&file->text), address - 1, address + 1};
	return file->state == SYMBOL_FILE_GOOD && address != 0x400000;
}

enum symbol_file_state symbol_file_state(const struct symbol_file *file)
{
	return file->state;
}

bool symbol_file_has_only_exports(const struct symbol_file *file)
{
	return slice_contains(buf_slice(&file->text), SLICE("exports"));
}

struct symbol_search symbol_file_search(const struct symbol_file *file)
{
	(void)file;
	return (struct symbol_search){.path = NULL};
}

bool symbol_file_lacks_xz(const struct symbol_file *file)
{
	return slice_contains(buf_slice(&file->text), SLICE("packed"));
}

/* ---- Questions ---- */

static struct perfdata recording;
static struct perfdata_dso_options options;
static struct perfdata_dsos *dsos;

static void begin(void)
{
	recording = (struct perfdata){.clock = {.id = -1}};
	options = (struct perfdata_dso_options){.symfs = NULL};
	dsos = NULL;
}

static struct perfdata_dsos *table(void)
{
	if (!dsos)
		dsos = perfdata_dsos_new(&recording, &options);
	return dsos;
}

static void end(void)
{
	perfdata_dsos_free(dsos);
}

static struct perfdata_dso_key user_key(const char *name)
{
	return (struct perfdata_dso_key){
		.name = slice_from(name), .pid = 1201101, .address = 0x1000, .is_executable = true};
}

static struct perfdata_dso_key kernel_key(const char *name)
{
	return (struct perfdata_dso_key){.name = slice_from(name),
					 .pid = -1,
					 .address = 0xffffffff81000000,
					 .offset = 0xffffffff81000000,
					 .is_kernel = true,
					 .is_executable = true};
}

static struct perfdata_address at(uint64_t ip)
{
	return (struct perfdata_address){ip, PERFDATA_ANY_TIME};
}

/* "NAME (MODULE)" of an address of the map with this key, which is 0x10000 long. */
static bool prints(const struct perfdata_dso_key *key, uint64_t ip, const char *wanted)
{
	struct perfdata_map map = {
		.start = key->address, .end = key->address + 0x10000, .offset = key->offset};
	struct perfdata_symbol symbol;
	struct buf text = {0};

	map.dso = perfdata_dso_get(table(), key);
	perfdata_dso_symbol(map.dso, &map, at(ip), &symbol);
	buf_printf(&text, "%.*s (%.*s)", SLICE_ARG(symbol.name), SLICE_ARG(symbol.module));
	CHECK(symbol.is_known == !slice_equal(symbol.name, SLICE("[unknown]")));
	return check_is(&text, wanted);
}

/* ---- Names in the recording ---- */

/* A function with this address in its file is at an offset of the map of a key, and alone there. */
static void check_named(const struct perfdata_named_file *file, const struct perfdata_dso_key *key,
			uint64_t offset)
{
	const uint64_t ip = key->address + offset;
	struct perfdata_dso_key other = *key;
	struct perfdata_map map = {.start = key->address, .end = key->address + 0x10000};
	struct perfdata_symbol symbol;

	begin();
	recording.named = file;
	recording.facts.is_simpleperf = file != NULL;
	map.offset = key->offset;
	map.dso = perfdata_dso_get(table(), key);
	perfdata_dso_symbol(map.dso, &map, at(ip), &symbol);
	CHECK(symbol.is_known && slice_equal(symbol.name, SLICE("named")));
	perfdata_dso_symbol(map.dso, &map, at(ip + 15), &symbol);
	CHECK(symbol.is_known && slice_equal(symbol.name, SLICE("named")));
	perfdata_dso_symbol(map.dso, &map, at(ip + 16), &symbol);
	CHECK(!symbol.is_known);
	perfdata_dso_symbol(map.dso, &map, at(ip - 1), &symbol);
	CHECK(!symbol.is_known);
	CHECK(perfdata_dso_place(map.dso, &map, ip) != perfdata_dso_place(map.dso, &map, ip - 1));
	other.pid = 1201102; /* code at one address of two processes is not the same */
	CHECK((perfdata_dso_get(table(), &other) == map.dso) ==
	      (file->kind != PERFDATA_NAMED_MAP && !slice_equal(key->name, SLICE("//anon"))));
	end();
}

CASE(functions_are_where_the_kind_of_their_file_has_them)
{
	enum { ON_DISK, JIT, KERNEL };
	/* clang-format off */
	static const struct {
		const char *path;
		uint32_t kind;
		uint64_t start, offset; /* of the file */
		size_t functions; /* in it */
		const char *map;
		uint64_t address, map_offset;
		int what;
		uint64_t found; /* from the start of the map */
	} rows[] = {
		{"/l.so", 2, 0x3000, 0x1000, 0x3210, "/l.so", 0x70000, 0x1000, ON_DISK, 0x210},
		{"/l.so", 2, 0x3000, 0x1000, 0x3210, "/l.so", 0x90000, 0, ON_DISK, 0x1210},
		{"/l.so", 2, 0x3000, UINT64_MAX, 0x3210, "/l.so", 0x70000, 0x5000, ON_DISK, 0x210},
		{"/b.vdex", 3, 0, UINT64_MAX, 0x5210, "/b.vdex", 0x70000, 0x5000, ON_DISK, 0x210},
		{"jit", 2, 0, 0, 0x70210, "jit", 0x70000, 0x5000, JIT, 0x210},
		{"jit", 2, 0, 0, 0x70210, "jit", 0x70200, 0x5000, ON_DISK, 0x10},
		{"perf-1201101.map", 4, 0, 0, 0x70210, "//anon", 0x70000, 0, ON_DISK, 0x210},
		{"perf-1201101.map", 4, 0, 0, 0x70210, "[anon:jit]", 0x70000, 0, ON_DISK, 0x210},
		{"/m.ko", 1, 0x40, 0x200, 0x50, "/m.ko", 0xffffffc000000000, 0, KERNEL, 0x210},
		{"/m.ko", 1, 0, UINT64_MAX, 0x210, "/m.ko", 0xffffffc000000000, 0, KERNEL, 0x210},
	};
	/* clang-format on */
	size_t i;

	for (i = 0; i < ARRAY_LEN(rows); i++) {
		const struct perfdata_named_file file = {.path = slice_from(rows[i].path),
							 .kind = rows[i].kind,
							 .address = rows[i].start,
							 .offset = rows[i].offset,
							 .functions = rows[i].functions};
		struct perfdata_dso_key key = user_key(rows[i].map);

		key.address = rows[i].address;
		key.offset = rows[i].map_offset;
		key.is_jit = rows[i].what == JIT;
		key.is_kernel = rows[i].what == KERNEL;
		check_named(&file, &key, rows[i].found);
	}
}

/* Without a build id a phone's file is not this machine's of the same path. */
CASE(a_phone_has_files_of_its_own)
{
	static const struct perfdata_named_file file = {
		.path = SLICE_INIT("/l.so"), .kind = 2, .functions = 0x210};
	struct perfdata_dso_key key = user_key("/l.so"), other = user_key("/bin/sh");

	begin();
	recording.named = &file;
	recording.facts.is_simpleperf = true;
	CHECK(prints(&key, 0x1210, "named (/l.so)"));
	CHECK(prints(&key, 0x1200, "[unknown] (/l.so)"));
	CHECK(prints(&other, 0x1210, "[unknown] (/bin/sh)"));
	key.build_id = other.build_id = SLICE("7");
	CHECK(prints(&key, 0x1210, "named (/l.so)"));
	CHECK(prints(&key, 0x1200, "- /l.so 7 (/l.so)"));
	CHECK(prints(&other, 0x1210, "- /bin/sh 7 (/bin/sh)"));
	CHECK(!perfdata_dsos_are_local(table()));
	end();
}

/* ---- Names ---- */

CASE(maps_without_symbols_print_their_names)
{
	static const struct {
		const char *name;
		bool is_executable;
		const char *printed;
	} rows[] = {
		{"//anon", true, "[unknown] (/tmp/perf-1201101.map)"},
		{"[heap]", true, "[unknown] (/tmp/perf-1201101.map)"},
		{"[stack]", true, "[unknown] (/tmp/perf-1201101.map)"},
		{"[stack:17]", true, "[unknown] (/tmp/perf-1201101.map)"},
		{"/dev/zero (deleted)", true, "[unknown] (/tmp/perf-1201101.map)"},
		{"/SYSV00000000 (deleted)", true, "[unknown] (/tmp/perf-1201101.map)"},
		{"/anon_hugepage (deleted)", true, "[unknown] (/tmp/perf-1201101.map)"},
		{"//anon", false, "[unknown] (//anon)"},
		{"[stack]", false, "[unknown] ([stack])"},
		{"[heap]", false, "[unknown] ([heap])"},
		{"/memfd:jit (deleted)", true, "[unknown] (/memfd:jit (deleted))"},
		{"[vsyscall]", true, "[unknown] ([vsyscall])"},
		{"[uprobes]", true, "[unknown] ([uprobes])"},
		{"anon_inode:[perf_event]", true, "[unknown] (anon_inode:[perf_event])"},
		{"/opt/gone.so (deleted)", true, "[unknown] (/opt/gone.so (deleted))"},
		{"/opt/missing.so", true, "[unknown] (/opt/missing.so)"},
		{"", true, "[unknown] ()"},
	};
	size_t i;

	begin();
	for (i = 0; i < ARRAY_LEN(rows); i++) {
		struct perfdata_dso_key key = user_key(rows[i].name);

		key.is_executable = rows[i].is_executable;
		CHECK(prints(&key, 0x1010, rows[i].printed));
	}
	end();
}

CASE(a_file_is_asked_for_the_address_of_its_offset)
{
	struct perfdata_dso_key key = user_key("/bin/x");
	struct perfdata_symbol symbol;
	struct perfdata_map map = {.start = 0x1000, .end = 0x2000, .offset = 0x3000};

	begin();
	options.symfs = "/sysroot";
	key.build_id = SLICE("id");
	map.dso = perfdata_dso_get(table(), &key);
	perfdata_dso_symbol(map.dso, &map, at(0x1010), &symbol);
	CHECK(symbol.is_known && symbol.address == 0x403010);
	CHECK(symbol.start == 0x40300f && symbol.end == 0x403011);
	CHECK(slice_equal(symbol.name, SLICE("/sysroot /bin/x id")));
	CHECK(slice_equal(symbol.module, SLICE("/bin/x")));
	map.offset = 0;
	perfdata_dso_symbol(map.dso, &map, at(0x1000), &symbol);
	CHECK(!symbol.is_known);
	end();
}

/* The text of the stand-in for the file that is read for a name. */
static const char *read_of(const char *name, const char *build_id, struct perfdata_symbol *symbol)
{
	struct perfdata_dso_key key = user_key(name);
	struct perfdata_map map = {.start = 0x1000, .end = 0x2000};

	key.build_id = slice_from(build_id);
	map.dso = perfdata_dso_get(table(), &key);
	perfdata_dso_symbol(map.dso, &map, at(0x1010), symbol);
	CHECK(symbol->is_known && slice_equal(symbol->module, key.name));
	return symbol->name.ptr;
}

CASE(a_file_is_read_once_under_all_its_names)
{
	static const char *const names[] = {"%s//program", "%s/./program", "%s/../%s/program",
					    "%s/link"};
	const char *path = scratch_write("program", SLICE("x"));
	const char *copy = scratch_write("copy", SLICE("x"));
	struct perfdata_symbol symbol;
	const char *first, *built;
	char name[1024];
	size_t i;

	begin();
	options.trusts_files = true;
	CHECK(symlink("program", scratch_path("link")) == 0);
	first = read_of(path, "", &symbol);
	built = read_of(path, "id", &symbol);
	CHECK(first != built && read_of(copy, "", &symbol) != first);
	for (i = 0; i < ARRAY_LEN(names); i++) {
		snprintf(name, sizeof(name), names[i], scratch_folder,
			 strrchr(scratch_folder, '/') + 1);
		CHECK(read_of(name, "", &symbol) == first);
		CHECK(read_of(name, "id", &symbol) == built);
	}
	/* no file: each name has one of its own, and copies of its build */
	CHECK(read_of("/nowhere/a", "", &symbol) != read_of("/nowhere/b", "", &symbol));
	end();
	CHECK(scratch_files(true) == 3);
}

CASE(one_for_each_name_build_and_process_where_it_matters)
{
	struct perfdata_dso_key file = user_key("/bin/x"), built = file, code = user_key("//anon"),
				heap = user_key("[heap]"), other = code, child = file;

	begin();
	options.symfs = "/sysroot";
	built.build_id = SLICE("id");
	other.pid = child.pid = 1201102;
	CHECK(perfdata_dso_get(table(), &file) == perfdata_dso_get(table(), &file));
	CHECK(perfdata_dso_get(table(), &file) == perfdata_dso_get(table(), &child));
	CHECK(perfdata_dso_get(table(), &file) != perfdata_dso_get(table(), &built));
	CHECK(perfdata_dso_get(table(), &code) == perfdata_dso_get(table(), &heap));
	CHECK(perfdata_dso_get(table(), &code) != perfdata_dso_get(table(), &other));
	end();
}

CASE(build_ids_come_from_the_record_or_the_headers)
{
	struct perfdata_dso_key key = user_key("/bin/x");

	begin();
	options.symfs = "/r";
	recording.ids[0] = (struct perfdata_build_id){
		.misc = 5, .id = SLICE("guest"), .name = SLICE("/bin/x")};
	recording.ids[1] = (struct perfdata_build_id){
		.misc = 2, .id = SLICE("head"), .name = SLICE("/bin/x")};
	recording.id_count = 2;
	CHECK(prints(&key, 0x1010, "/r /bin/x head (/bin/x)"));
	key.build_id = SLICE("own");
	CHECK(prints(&key, 0x1010, "/r /bin/x own (/bin/x)"));
	key = user_key("/bin/y");
	CHECK(prints(&key, 0x1010, "/r /bin/y  (/bin/y)"));
	recording.ids[2] = (struct perfdata_build_id){
		.misc = 2, .id = SLICE("late"), .name = SLICE("/bin/z")};
	recording.id_count = 3;
	key = user_key("/bin/z");
	CHECK(prints(&key, 0x1010, "/r /bin/z late (/bin/z)"));
	end();
}

/* Copies of a build are looked for in many places, so not for any number of its names. */
CASE(a_build_has_so_many_names)
{
	char name[32], wanted[80];
	unsigned i;

	begin();
	options.symfs = "/r";
	for (i = 0; i < 65; i++) {
		struct perfdata_dso_key key;

		snprintf(name, sizeof(name), "/none/%u", i);
		snprintf(wanted, sizeof(wanted), i < 64 ? "/r %s own (%s)" : "[unknown] (%s)", name,
			 name);
		key = user_key(name);
		key.build_id = SLICE("own");
		CHECK(prints(&key, 0x1010, wanted));
	}
	end();
}

/* ---- Perf maps ---- */

CASE(a_perf_map_below_the_root_names_code)
{
	struct perfdata_dso_key key = user_key("//anon");
	char root[300], folder[310], path[340];
	FILE *file;

	snprintf(root, sizeof(root), "%s", scratch_path("root"));
	snprintf(folder, sizeof(folder), "%s/tmp", root);
	snprintf(path, sizeof(path), "%s/perf-1201101.map", folder);
	mkdir(root, 0777);
	mkdir(folder, 0777);
	file = fopen(path, "w");
	fputs("1000 20 void Foo::bar(int)\n", file);
	fclose(file);
	begin();
	options.symfs = root;
	CHECK(prints(&key, 0x1010, "void Foo::bar(int) (/tmp/perf-1201101.map)"));
	CHECK(prints(&key, 0x1030, "[unknown] (/tmp/perf-1201101.map)"));
	key.pid = 1201102;
	CHECK(prints(&key, 0x1010, "[unknown] (/tmp/perf-1201102.map)"));
	end();
	unlink(path);
	rmdir(folder);
	rmdir(root);
}

/* Write a dump with the function "made" at 0x1000, of 0x20 bytes. */
static void write_dump(const char *path)
{
	static const uint32_t head[] = {0x4a695444, 1, 40, 62, 0, 1, 0, 0, 0, 0};
	static const uint32_t load[] = {0, 61, 0, 0}, process[] = {1, 1};
	static const uint64_t code[] = {0x1000, 0x1000, 0x20, 1};
	FILE *file = fopen(path, "w");

	fwrite(head, sizeof(head), 1, file);
	fwrite(load, sizeof(load), 1, file);
	fwrite(process, sizeof(process), 1, file);
	fwrite(code, sizeof(code), 1, file);
	fputs("made", file);
	fputc('\0', file);
	fclose(file);
}

/* Two processes whose files have these names, which are links to one file, share what was read. */
static void check_shared(const char *const names[2], bool is_dump)
{
	struct perfdata_symbol symbols[2];
	size_t i;

	begin();
	options.symfs = scratch_folder;
	for (i = 0; i < 2; i++) {
		const char *name = strrchr(names[i], '/');
		struct perfdata_dso_key key = user_key("//anon"), dump = user_key(name);
		struct perfdata_map map = {.start = 0x1000, .end = 0x2000};

		key.pid = dump.pid = 7001 + (int32_t)i;
		if (is_dump)
			perfdata_dso_get(table(), &dump);
		map.dso = perfdata_dso_get(table(), &key);
		perfdata_dso_symbol(map.dso, &map, at(0x1010), &symbols[i]);
		CHECK(slice_equal(symbols[i].name, SLICE("made")));
	}
	CHECK(symbols[0].name.ptr == symbols[1].name.ptr);
	end();
	unlink(names[0]);
	unlink(names[1]);
}

CASE(names_of_code_are_read_once_from_one_file)
{
	char folder[300], maps[2][340], dumps[2][340];
	FILE *file;

	snprintf(folder, sizeof(folder), "%s", scratch_path("tmp"));
	mkdir(folder, 0777);
	snprintf(maps[0], sizeof(maps[0]), "%s/perf-7001.map", folder);
	snprintf(maps[1], sizeof(maps[1]), "%s/perf-7002.map", folder);
	file = fopen(maps[0], "w");
	fputs("1000 20 made\n", file);
	fclose(file);
	CHECK(link(maps[0], maps[1]) == 0);
	check_shared((const char *const[]){maps[0], maps[1]}, false);
	rmdir(folder);
	snprintf(dumps[0], sizeof(dumps[0]), "%s", scratch_path("jit-7001.dump"));
	snprintf(dumps[1], sizeof(dumps[1]), "%s", scratch_path("jit-7002.dump"));
	write_dump(dumps[0]);
	CHECK(link(dumps[0], dumps[1]) == 0);
	check_shared((const char *const[]){dumps[0], dumps[1]}, true);
}

/* Without a root: that of this process, in /tmp. `name` NULL: there is only a link to one. */
static void write_own_map(char *path, size_t size, bool as_link)
{
	const char *target = scratch_write("target", SLICE("1000 20 jitted\n"));
	FILE *file;

	snprintf(path, size, "/tmp/perf-%d.map", (int)getpid());
	unlink(path);
	if (as_link) {
		CHECK(symlink(target, path) == 0);
		return;
	}
	file = fopen(path, "w");
	CHECK(file);
	fputs("1000 20 jitted\n", file);
	fclose(file);
}

CASE(a_perf_map_is_no_link)
{
	struct perfdata_dso_key key = user_key("//anon");
	char path[64], wanted[96];

	key.pid = (int32_t)getpid();
	begin();
	write_own_map(path, sizeof(path), false);
	snprintf(wanted, sizeof(wanted), "jitted (%s)", path);
	CHECK(prints(&key, 0x1010, wanted));
	end();
	begin();
	write_own_map(path, sizeof(path), true);
	snprintf(wanted, sizeof(wanted), "[unknown] (%s)", path);
	CHECK(prints(&key, 0x1010, wanted));
	end();
	unlink(path);
}

CASE(a_perf_map_of_a_stranger_is_not_used)
{
	struct perfdata_dso_key key = user_key("//anon");
	char path[64], wanted[96];

	key.pid = (int32_t)getpid();
	begin();
	write_own_map(path, sizeof(path), false);
	if (chown(path, 12345, 12345) != 0) {
		printf("skipped: only root can give files away\n");
	} else {
		snprintf(wanted, sizeof(wanted), "[unknown] (%s)", path);
		CHECK(prints(&key, 0x1010, wanted));
	}
	end();
	unlink(path);
}

CASE(a_process_that_began_later_is_another_one)
{
	struct dso_process process;

	CHECK(dso_process_find((int32_t)getpid(), 0, &process));
	CHECK(process.files == 0 && process.user == geteuid() && process.pid > 0);
	CHECK(dso_process_boot() == 0 || !dso_process_find((int32_t)getpid(), 1, &process));
	CHECK(!dso_process_find(-1, 0, &process));
	CHECK(!dso_process_find(INT32_MAX, 0, &process));
}

/* ---- The kernel ---- */

static const char list[] = "ffffffff80e00000 T _text\n"
			   "ffffffff80e00100 T helper\n"
			   "ffffffff80e10000 T far\n"
			   "ffffffffc0000100 t mod_work\t[demo_mod]\n";

CASE(the_kernel_moves_and_its_modules_do_not)
{
	struct perfdata_dso_key kernel = kernel_key("[kernel.kallsyms]_text"),
				module = kernel_key("[demo_mod]"),
				path = kernel_key("/lib/modules/6.1/a.ko/demo-mod.ko.xz"),
				other = kernel_key("/lib/modules/6.1/other-mod.ko");

	begin();
	options.kallsyms = scratch_write("kallsyms", slice_from(list));
	CHECK(prints(&kernel, 0xffffffff81000010, "_text ([kernel.kallsyms])"));
	CHECK(prints(&kernel, 0xffffffff81000110, "helper ([kernel.kallsyms])"));
	CHECK(prints(&kernel, 0xffffffff80e00110, "[unknown] ([kernel.kallsyms])"));
	CHECK(prints(&module, 0xffffffffc0000110, "mod_work ([demo_mod])"));
	CHECK(prints(&module, 0xffffffffc0000010, "[unknown] ([demo_mod])"));
	CHECK(prints(&path, 0xffffffffc0000110, "mod_work ([demo_mod])"));
	CHECK(prints(&other, 0xffffffffc0000110, "[unknown] ([other_mod])"));
	CHECK(perfdata_dso_get(table(), &module) != perfdata_dso_get(table(), &other));
	end();
}

CASE(a_kernel_without_reference_does_not_move)
{
	struct perfdata_dso_key kernel = kernel_key("[kernel.kallsyms]_missing");

	begin();
	options.kallsyms = scratch_write("kallsyms", slice_from(list));
	CHECK(prints(&kernel, 0xffffffff80e00110, "helper ([kernel.kallsyms])"));
	end();
}

CASE(the_kernel_reaches_beyond_its_map)
{
	struct perfdata_dso_key kernel = kernel_key("[kernel.kallsyms]_text");
	struct perfdata_symbol symbol;

	begin();
	options.kallsyms = scratch_write("kallsyms", slice_from(list));
	CHECK(!perfdata_dsos_kernel_symbol(table(), 0xffffffff81010010, &symbol));
	perfdata_dso_get(table(), &kernel);
	CHECK(perfdata_dsos_kernel_symbol(table(), 0xffffffff81010010, &symbol));
	CHECK(slice_equal(symbol.name, SLICE("far")));
	CHECK(slice_equal(symbol.module, SLICE("[kernel.kallsyms]")));
	CHECK(!perfdata_dsos_kernel_symbol(table(), 0xffffffff81020010, &symbol));
	CHECK(!perfdata_dsos_kernel_symbol(table(), 0xffffffff80000000, &symbol));
	end();
}

CASE(a_program_of_bpf_is_its_name)
{
	struct perfdata_dso_key key = kernel_key("bpf_prog_1234_demo");

	begin();
	key.is_ksymbol = true;
	CHECK(prints(&key, key.address, "bpf_prog_1234_demo (bpf_prog_1234_demo)"));
	end();
}

/* ---- The vdso ---- */

/* False under an emulator that maps none. */
static bool process_has_vdso(void)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[1024];
	bool has = false;

	while (maps && fgets(line, sizeof(line), maps))
		has = has || strstr(line, "[vdso]") != NULL;
	if (maps)
		fclose(maps);
	return has;
}

CASE(our_own_vdso_is_that_of_the_same_kernel)
{
	struct perfdata_dso_key key = user_key("[vdso]"), narrow = user_key("[vdso32]");
	struct perfdata_map map = {.start = 0x1000, .end = 0x3000};
	struct perfdata_symbol symbol;
	struct utsname name;

	uname(&name);
	begin();
	CHECK(prints(&narrow, 0x1010, "[unknown] ([vdso])"));
	CHECK(prints(&key, 0x1010, "[unknown] ([vdso])"));
	end();
	begin();
	recording.facts.texts[PERFDATA_RELEASE] = slice_from(name.release);
	map.dso = perfdata_dso_get(table(), &key);
	perfdata_dso_symbol(map.dso, &map, at(0x1010), &symbol);
	/* A program of 32 bits has another one than the processes that were recorded. */
	CHECK(!BY_LINUX || sizeof(void *) < 8 || !process_has_vdso()
		      ? !symbol.is_known
		      : symbol.is_known && slice_starts(symbol.name, SLICE("- /proc/self/fd/")));
	CHECK(slice_equal(symbol.module, SLICE("[vdso]")));
	end();
	begin();
	options.symfs = "/sysroot";
	recording.facts.texts[PERFDATA_RELEASE] = slice_from(name.release);
	CHECK(prints(&key, 0x1010, "[unknown] ([vdso])"));
	end();
}

/* ---- What is said ---- */

static bool says(uint64_t samples, const char *wanted)
{
	const struct capture capture = capture_begin(2);
	struct buf text = {0};

	perfdata_dsos_say(table(), samples);
	capture_end(&capture, &text);
	return check_is(&text, wanted);
}

static void hit(const struct perfdata_dso_key *key, uint64_t weight)
{
	struct perfdata_map map = {.start = key->address, .end = key->address + 0x1000};
	struct perfdata_symbol symbol;

	map.dso = perfdata_dso_get(table(), key);
	perfdata_dso_symbol(map.dso, &map, at(key->address + 0x10), &symbol);
	perfdata_dso_hit(map.dso, weight, 0);
}

CASE(files_without_symbols_are_one_line)
{
	struct perfdata_dso_key good = user_key("/bin/x"), missing = user_key("/bin/missing"),
				foreign = user_key("/lib/foreign.so"),
				gone = user_key("/lib/gone.so (deleted)"),
				named = user_key("[vsyscall]");

	begin();
	options.symfs = "/sysroot";
	CHECK(says(0, ""));
	hit(&good, 50);
	hit(&named, 9);
	CHECK(says(59, ""));
	hit(&foreign, 30);
	hit(&missing, 10);
	perfdata_dso_get(table(), &gone);
	CHECK(says(99, "test-dso: no symbols for 2 of 3 files, 40 % of 99 samples (largest: "
		       "foreign.so: build id differs)\n"));
	hit(&gone, UINT64_MAX);
	CHECK(says(99, "test-dso: no symbols for 3 of 4 files, 100 % of 99 samples (largest: "
		       "gone.so: deleted); record while it exists\n"));
	end();
}

/* Dsos of one path, and what the recording knows of its build, count once and have one remedy. */
CASE(a_path_is_counted_once)
{
	struct perfdata_dso_key one = user_key("/lib/foreign.so"), other = one,
				missing = user_key("/bin/missing"), stripped = user_key("/bin/y");
	struct symbol_places places = {.server = NULL};

	begin();
	options.symfs = "/sysroot";
	options.places = &places;
	one.build_id = SLICE("one");
	other.build_id = SLICE("other");
	hit(&missing, 30);
	hit(&stripped, 30);
	hit(&one, 20);
	hit(&other, 20);
	CHECK(says(100, "test-dso: no symbols for 2 of 3 files, 70 % of 100 samples (largest: "
			"missing: no such file); --symfs may have it\n"));
	hit(&one, 40);
	CHECK(says(140, "test-dso: no symbols for 2 of 3 files, 78 % of 140 samples (largest: "
			"foreign.so: build id differs); --debug-dir or --debuginfod may have the "
			"recorded build\n"));
	end();
}

CASE(symbols_that_need_xz_are_said_once)
{
	struct perfdata_dso_key packed = user_key("/bin/packed"), more = user_key("/lib/packed.so");

	begin();
	options.symfs = "/sysroot";
	perfdata_dso_get(table(), &packed);
	CHECK(says(0, ""));
	hit(&packed, 1);
	hit(&more, 1);
	CHECK(says(2, "test-dso: some symbols are compressed with xz, whose library is "
		      "missing\n"));
	end();
}

/* ---- Files that are not the recorded ones ---- */

enum { SECOND = 1000000000 };

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return (int64_t)time.tv_sec * SECOND + time.tv_nsec;
}

/*
 * A recording of 100 seconds that ended `after` seconds after the program was written; hit a map of
 * the program after that many of them.
 */
static void record_of(int64_t after)
{
	begin();
	recording.clock.written = now() + after * SECOND;
	perfdata_dsos_hear(table(), SECOND, UINT64_C(101) * SECOND, true);
}

static const struct perfdata_dso *hit_at(struct perfdata_dso_key key, uint64_t seconds)
{
	struct perfdata_map map = {.start = key.address, .end = key.address + 0x1000};
	struct perfdata_symbol symbol;

	key.moment = map.moment = perfdata_dsos_moment(table(), (seconds + 1) * SECOND);
	map.dso = perfdata_dso_get(table(), &key);
	perfdata_dso_symbol(perfdata_dso_of(&map), &map, at(key.address + 0x10), &symbol);
	perfdata_dso_hit(perfdata_dso_seen_of(&map), 1, 0);
	return map.dso;
}

/* How many files lack symbols, which is the largest of them, and why. */
static bool lacks(uint64_t samples, const char *files, const char *percent, const char *why)
{
	char wanted[400];

	snprintf(
		wanted, sizeof(wanted),
		"test-dso: no symbols for %s files, %s %% of %u samples (largest: %s); --symfs takes "
		"the recorded files, --trust-files those of this machine\n",
		files, percent, (unsigned)samples, why);
	return says(samples, wanted);
}

CASE(a_file_that_was_written_later_is_not_used)
{
	const struct perfdata_dso_key key = user_key(scratch_write("program", SLICE("x")));

	record_of(-10);
	hit_at(key, 50);
	CHECK(lacks(1, "1 of 1", "100", "program: replaced since it was recorded"));
	end();
	record_of(200);
	hit_at(key, 50);
	CHECK(says(1, ""));
	end();
}

CASE(each_map_is_judged_by_itself)
{
	const struct perfdata_dso_key key = user_key(scratch_write("program", SLICE("x")));

	record_of(50);
	hit_at(key, 99);
	hit_at(key, 1);
	hit_at(key, 2);
	hit_at(key, 98);
	CHECK(lacks(4, "1 of 1", "50", "program: replaced since it was recorded"));
	end();
}

CASE(files_are_trusted_where_that_is_asked_for)
{
	const struct perfdata_dso_key key = user_key(scratch_write("program", SLICE("x")));

	begin();
	options.trusts_files = true;
	recording.clock.written = now() - SECOND * INT64_C(100);
	recording.facts.texts[PERFDATA_HOST] = SLICE("no such host");
	hit_at(key, 0);
	CHECK(says(1, ""));
	end();
}

CASE(files_of_another_machine_are_not_ours)
{
	const struct perfdata_dso_key key = user_key(scratch_write("program", SLICE("x"))),
				      code = user_key("//anon");

	record_of(200);
	recording.facts.texts[PERFDATA_HOST] = SLICE("no such host");
	hit_at(key, 50);
	CHECK(lacks(1, "1 of 1", "100", "program: recorded on another machine"));
	hit_at(code, 50);
	hit_at(code, 50);
	CHECK(lacks(3, "2 of 2", "100", "perf-1201101.map: recorded on another machine"));
	end();
}

/* Inodes of another device say nothing; those of its own do, whatever the times. */
CASE(another_inode_is_another_file)
{
	struct perfdata_dso_key key = user_key(scratch_write("program", SLICE("x")));
	struct stat status;

	stat(scratch_path("program"), &status);
	key.major = major(status.st_dev);
	key.minor = minor(status.st_dev);
	key.inode = status.st_ino;
	record_of(200);
	hit_at(key, 50);
	CHECK(says(1, ""));
	key.inode++;
	hit_at(key, 50);
	CHECK(!BY_LINUX || lacks(2, "1 of 1", "50", "program: replaced since it was recorded"));
	end();
	record_of(200);
	key.minor++;
	hit_at(key, 50);
	CHECK(says(1, ""));
	end();
}

/* A number of a process is used again; its perf map was written while it ran. */
CASE(a_perf_map_of_an_earlier_process_is_not_used)
{
	const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
	struct perfdata_dso_key key = user_key("//anon");
	struct buf wanted = {0};
	char path[64];

	key.pid = (int32_t)getpid();
	write_own_map(path, sizeof(path), false);
	record_of(50);
	hit_at(key, 50);
	CHECK(says(1, ""));
	end();
	CHECK(utimensat(AT_FDCWD, path, old, 0) == 0);
	record_of(50);
	hit_at(key, 50);
	buf_printf(&wanted,
		   "test-dso: no symbols for 1 of 1 files, 100 %% of 1 samples (largest: "
		   "perf-%d.map: its perf map is of another process)\n",
		   (int)getpid());
	buf_add_char(&wanted, '\0');
	CHECK(says(1, wanted.ptr));
	buf_release(&wanted);
	end();
	unlink(path);
}

/*
 * The map was written now: by the process that had the number 30 seconds after the recording began.
 */
CASE(a_perf_map_names_code_of_the_process_that_wrote_it)
{
	struct perfdata_dso_key key = user_key("//anon");
	const struct perfdata_dso *first, *second;
	struct perfdata_map map = {.start = key.address, .end = key.address + 0x1000};
	struct perfdata_symbol symbol;
	char path[64];

	key.pid = (int32_t)getpid();
	write_own_map(path, sizeof(path), false);
	record_of(50);
	first = perfdata_dso_get(table(), &key);
	perfdata_dsos_end(table(), key.pid, perfdata_dsos_moment(table(), UINT64_C(20) * SECOND));
	key.moment = perfdata_dsos_moment(table(), UINT64_C(31) * SECOND);
	map.dso = perfdata_dso_get(table(), &key);
	second = map.dso;
	CHECK(first != second);
	perfdata_dso_symbol(map.dso, &map, at(0x1010), &symbol);
	CHECK(symbol.is_known && slice_equal(symbol.name, SLICE("jitted")));
	map.dso = (struct perfdata_dso *)(uintptr_t)first;
	perfdata_dso_symbol(map.dso, &map, at(0x1010), &symbol);
	CHECK(!symbol.is_known);
	end();
	record_of(50); /* the first one wrote it, and left it */
	key.moment = 0;
	first = perfdata_dso_get(table(), &key);
	key.moment = perfdata_dsos_moment(table(), UINT64_C(60) * SECOND);
	perfdata_dsos_end(table(), key.pid, key.moment);
	map.dso = perfdata_dso_get(table(), &key);
	perfdata_dso_symbol(map.dso, &map, at(0x1010), &symbol);
	CHECK(!symbol.is_known);
	map.dso = (struct perfdata_dso *)(uintptr_t)first;
	perfdata_dso_symbol(map.dso, &map, at(0x1010), &symbol);
	CHECK(symbol.is_known);
	end();
	unlink(path);
}

/* The file was made after its map, however short the time between was. */
CASE(a_file_that_replaced_another_at_once_is_that_of_the_later_map)
{
	struct perfdata_dso_key key = user_key(scratch_write("program", SLICE("x")));

	record_of(1);
	hit_at(key, 98);
	CHECK(!BY_LINUX || lacks(1, "1 of 1", "100", "program: replaced since it was recorded"));
	end();
	record_of(1);
	hit_at(key, 100);
	CHECK(says(1, ""));
	end();
	record_of(1);
	key.moment = perfdata_dsos_moment(table(), UINT64_C(101) * SECOND);
	perfdata_dso_get(table(), &key);
	hit_at(key, 98);
	CHECK(lacks(1, "1 of 1", "100", "program: replaced since it was recorded"));
	end();
	record_of(1); /* inodes of a file system with several devices */
	key.major = 4095;
	key.inode = 2;
	perfdata_dso_get(table(), &key);
	hit_at(key, 100);
	CHECK(says(1, ""));
	key.inode = 1;
	hit_at(key, 98);
	CHECK(lacks(2, "1 of 1", "50", "program: replaced since it was recorded"));
	end();
}

CASE(a_file_that_was_touched_is_used_and_said)
{
	const char *path = scratch_write("program", SLICE("x"));
	const struct perfdata_dso_key key = user_key(path);
	const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};

	CHECK(utimensat(AT_FDCWD, path, old, 0) == 0);
	record_of(-10);
	hit_at(key, 50);
	CHECK(says(1, "test-dso: 1 of 1 files: name, links or rights changed since recorded, or cp "
		      "-p replaced the file; symbols are used all the same (largest: program)\n"));
	end();
}

/* The files of one path are many only in a recording that was made to take memory. */
CASE(a_path_has_so_many_files)
{
	struct perfdata_dso_key key = user_key(scratch_write("program", SLICE("x")));
	const struct perfdata_dso *last = NULL, *dso = NULL;
	uint64_t i;

	record_of(200);
	key.major = 8;
	for (i = 1; i < 5000; i++) {
		key.inode = i;
		last = dso;
		dso = perfdata_dso_get(table(), &key);
	}
	CHECK(dso == last);
	hit_at(key, 50);
	CHECK(says(1,
		   "test-dso: no symbols for 1 of 1 files, 100 % of 1 samples (largest: program: "
		   "too many files have had its path)\n"));
	key.inode = 1;
	CHECK(perfdata_dso_get(table(), &key) != dso);
	end();
}

/* A stream that is being recorded: what the path has is seen when it is mapped. */
CASE(a_live_file_is_read_again_when_it_was_replaced)
{
	const struct perfdata_dso_key key = user_key(scratch_write("program", SLICE("x")));
	const struct perfdata_dso *dso;
	struct timespec clock;
	uint64_t mono;

	begin();
	recording.facts.is_stream = true;
	clock_gettime(CLOCK_MONOTONIC, &clock);
	mono = (uint64_t)clock.tv_sec * SECOND + (uint64_t)clock.tv_nsec;
	perfdata_dsos_hear(table(), mono, mono, false);
	dso = hit_at(key, mono / SECOND);
	CHECK(hit_at(key, mono / SECOND + 1) == dso);
	scratch_write("program", SLICE("longer"));
	CHECK(hit_at(key, mono / SECOND + 1) != dso);
	CHECK(says(3, ""));
	end();
}

CASE(a_killed_perf_does_not_name_its_kernel)
{
	struct perfdata_dso_key kernel = kernel_key("[kernel.kallsyms]_text");

	begin();
	options.symfs = "/nonexistent";
	hit(&kernel, 1);
	CHECK(says(2, "test-dso: kernel symbols not available: the recording does not say of which "
		      "kernel; use --kallsyms or --vmlinux\n"));
	end();
}

CASE(a_foreign_kernel_is_said_once)
{
	struct perfdata_dso_key kernel = kernel_key("[kernel.kallsyms]_text"),
				module = kernel_key("[demo_mod]");

	begin();
	options.symfs = "/nonexistent";
	kernel.build_id = SLICE("no such build");
	perfdata_dso_get(table(), &kernel);
	CHECK(says(1, ""));
	hit(&kernel, 1);
	hit(&module, 1);
	CHECK(says(2, "test-dso: kernel symbols not available: recorded on another kernel; use "
		      "--kallsyms, --vmlinux, --debug-dir or --debuginfod\n"));
	end();
}

/* The message about a list of the kernel's symbols that the user names. */
static bool says_of_list(const char *text, const char *wanted)
{
	struct perfdata_dso_key kernel = kernel_key("[kernel.kallsyms]_text");
	struct buf whole = {0};
	bool good;

	begin();
	options.kallsyms = scratch_write("list", slice_from(text));
	buf_printf(&whole, "test-dso: %s: %s\n", options.kallsyms, wanted);
	buf_add_char(&whole, 0);
	perfdata_dso_get(table(), &kernel);
	good = says(1, "");
	hit(&kernel, 1);
	good = says(1, whole.ptr) && good;
	buf_release(&whole);
	end();
	return good;
}

CASE(a_list_without_symbols_is_said)
{
	CHECK(says_of_list("0000000000000000 T _text\n", "all addresses are 0"));
	CHECK(says_of_list("nothing\n", "no symbols of a kernel"));
}

/* The reader thread may be in the middle, or have ended: no message may depend on it. */
CASE(symbols_that_no_sample_asked_for_are_not_said)
{
	struct perfdata_dso_key key = kernel_key("[kernel.kallsyms]_text");
	struct perfdata_dso *kernel;
	unsigned i;

	for (i = 0; i < 100; i++) {
		begin();
		options.symfs = "/nonexistent";
		options.reads_ahead = true;
		key.build_id = SLICE("no such build");
		kernel = perfdata_dso_get(table(), &key);
		perfdata_dsos_read_ahead(table());
		perfdata_dso_hit(kernel, 1, 0);
		if (i % 2 == 1)
			nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
		CHECK(says(1, ""));
		end();
	}
}

/* ---- Threads ---- */

static void *ask_often(void *context)
{
	struct perfdata_dso *const *all = context;
	struct perfdata_map map = {.start = 0x1000, .end = 0x2000};
	struct perfdata_symbol symbol;
	unsigned i;

	for (i = 0; i < 1000; i++) {
		map.dso = all[i % 3];
		perfdata_dso_symbol(map.dso, &map, at(0x1010), &symbol);
		perfdata_dso_hit(map.dso, 1, 0);
	}
	return NULL;
}

CASE(any_number_of_threads_may_ask)
{
	struct perfdata_dso_key file = user_key("/bin/x"), code = user_key("//anon"),
				kernel = kernel_key("[kernel.kallsyms]_text");
	struct perfdata_dso *all[3];
	pthread_t threads[4];
	size_t i;

	begin();
	options.symfs = "/sysroot";
	options.kallsyms = scratch_write("kallsyms", slice_from(list));
	all[0] = perfdata_dso_get(table(), &file);
	all[1] = perfdata_dso_get(table(), &code);
	all[2] = perfdata_dso_get(table(), &kernel);
	for (i = 0; i < ARRAY_LEN(threads); i++)
		pthread_create(&threads[i], NULL, ask_often, all);
	for (i = 0; i < ARRAY_LEN(threads); i++)
		pthread_join(threads[i], NULL);
	CHECK(says(4000, "test-dso: no symbols for 1 of 2 files, 33 % of 4000 samples (largest: "
			 "perf-1201101.map: no perf map); its compiler writes one if told to "
			 "(node --perf-basic-prof, python3 -X perf)\n"));
	end();
}

/* The symbol of a kernel address, after a thread may have begun to read what there is. */
static void check_ahead(bool is_stream, bool reads_ahead)
{
	struct perfdata_dso_key kernel = kernel_key("[kernel.kallsyms]_text");
	struct perfdata_map map = {.start = 0xffffffff81000000, .end = 0xffffffff82000000};
	struct perfdata_symbol symbol;

	begin();
	recording.facts.is_stream = is_stream;
	options.symfs = "/sysroot";
	options.reads_ahead = reads_ahead;
	options.kallsyms = scratch_write("kallsyms", slice_from(list));
	perfdata_dsos_read_ahead(table()); /* its map is not known yet */
	map.dso = perfdata_dso_get(table(), &kernel);
	perfdata_dsos_read_ahead(table());
	perfdata_dsos_read_ahead(table());
	perfdata_dso_symbol(map.dso, &map, at(0xffffffff81000000), &symbol);
	CHECK(symbol.is_known);
	end();
}

CASE(kernel_symbols_may_be_read_ahead)
{
	check_ahead(false, true);
	check_ahead(true, true);
	check_ahead(false, false);
}

TEST(dso)
{
	diag_init("test-dso");
	scratch_begin();
	setenv("HOME", "/nonexistent", 1);
	check_cases();
	scratch_end();
	return check_done();
}
