/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/process_table.h"
#include "collapse/perfdata/process_table_state.h"

#include "tests/unit/check.h"
#include "tests/unit/collapse/perfdata/record_stand_in.h"

enum { TIDS = 8, ADDRESSES = 64, STEPS = 4000 };

/* A world, and the recording its records are made in, one at a time. */
struct stage {
	struct perfdata *made;
	struct perfdata_dsos dsos;
	struct perfdata_world *world;
};

static void stage_open(struct stage *stage)
{
	*stage = (struct stage){.made = made_new()};
	stage->world = perfdata_world_new(&stage->dsos);
}

static void stage_close(struct stage *stage)
{
	perfdata_world_free(stage->world);
	made_dsos_release(&stage->dsos);
	made_free(stage->made);
}

/* Add the records made since the last call, as of `time`; the result for the last one. */
static bool play(struct stage *stage, uint64_t time)
{
	const struct perfdata_piece piece = {.records = {stage->made->bytes, stage->made->size},
					     .order = stage->made->order};
	struct perfdata_record record;
	size_t at = 0;
	bool good = true;

	while (perfdata_next_record(false, &piece, &at, &record))
		good = perfdata_world_add(stage->world, stage->made, &record,
					  (struct perfdata_moment){time, record.order});
	stage->made->order += stage->made->size;
	stage->made->size = 0;
	return good;
}

/* The moment for queries at the end of a time. */
static struct perfdata_moment end_of(uint64_t time)
{
	return (struct perfdata_moment){time, UINT64_MAX};
}

static bool is_called(const struct stage *stage, uint32_t pid, uint32_t tid, uint64_t time,
		      const char *name)
{
	struct perfdata_thread thread = perfdata_world_thread(stage->world, pid, tid, end_of(time));

	return slice_equal(thread.comm, slice_from(name));
}

/* The name of the dso at an address; "" without a map. */
static const char *dso_at(const struct stage *stage, uint32_t pid, uint32_t tid, uint64_t time,
			  uint64_t address)
{
	struct perfdata_thread thread = perfdata_world_thread(stage->world, pid, tid, end_of(time));
	const struct perfdata_map *map = perfdata_map_find(thread.maps, address);

	return map ? map->dso->name : "";
}

static const char *kernel_at(const struct stage *stage, uint64_t time, uint64_t address)
{
	const struct perfdata_map *map = perfdata_map_find(
		perfdata_world_kernel(stage->world, end_of(time)), address);

	return map ? map->dso->name : "";
}

static bool is_text(const char *a, const char *b)
{
	return strcmp(a, b) == 0;
}

static void put_map(struct stage *stage, uint32_t pid, uint64_t start, uint64_t size,
		    const char *name)
{
	made_map(stage->made, 0, pid, (const uint64_t[]){start, size, 0}, name);
}

static void names_hold_from_their_moment_on(void)
{
	struct stage stage;

	stage_open(&stage);
	made_comm(stage.made, 0, 100, 100, "first", false);
	play(&stage, 10);
	perfdata_world_keep(stage.world);
	made_comm(stage.made, 0, 100, 100, "second", false);
	play(&stage, 20);
	CHECK(is_called(&stage, 100, 100, 9, ":100"));
	CHECK(is_called(&stage, 100, 100, 10, "first"));
	CHECK(is_called(&stage, 100, 100, 19, "first"));
	CHECK(is_called(&stage, 100, 100, 20, "second"));
	CHECK(is_called(&stage, 100, 101, 20, ":101")); /* although its process has a name */
	CHECK(is_called(&stage, 0, 0, 0, "swapper"));
	CHECK(is_called(&stage, UINT32_MAX, UINT32_MAX, 0, ":-1"));
	stage_close(&stage);
}

static void equal_times_are_told_apart_by_order(void)
{
	struct perfdata_thread thread;
	struct stage stage;
	uint64_t order;

	stage_open(&stage);
	made_comm(stage.made, 0, 100, 100, "first", false);
	play(&stage, 10);
	perfdata_world_keep(stage.world);
	order = made_comm(stage.made, 0, 100, 100, "second", false);
	play(&stage, 10);
	thread = perfdata_world_thread(stage.world, 100, 100,
				       (struct perfdata_moment){10, order - 1});
	CHECK(slice_equal(thread.comm, SLICE("first")));
	thread = perfdata_world_thread(stage.world, 100, 100,
				       (struct perfdata_moment){10, order + 1});
	CHECK(slice_equal(thread.comm, SLICE("second")));
	stage_close(&stage);
}

/* The trailer with the thread and the time follows the name. */
static void names_without_nul_end_before_the_trailer(void)
{
	struct stage stage;
	size_t at;

	stage_open(&stage);
	at = made_begin(stage.made, PERFDATA_COMM, 0);
	made_u32(stage.made, 1);
	made_u32(stage.made, 1);
	made_bytes(stage.made, "12345678", 8);
	made_end(stage.made, at, 1, 0);
	play(&stage, 1);
	CHECK(is_called(&stage, 1, 1, 1, "12345678"));
	stage_close(&stage);
}

static void names_without_letters_are_unknown(void)
{
	struct stage stage;

	stage_open(&stage);
	made_comm(stage.made, 0, 1, 1, "", false);
	made_comm(stage.made, 0, 2, 2, " \n\t", false);
	made_comm(stage.made, 0, 3, 3, "a\nb", false);
	play(&stage, 1);
	CHECK(is_called(&stage, 1, 1, 1, "[unknown]"));
	CHECK(is_called(&stage, 2, 2, 1, "[unknown]"));
	CHECK(is_called(&stage, 3, 3, 1, "a b"));
	stage_close(&stage);
}

static void children_inherit_names_and_maps(void)
{
	struct stage stage;

	stage_open(&stage);
	made_comm(stage.made, 0, 100, 100, "parent", false);
	put_map(&stage, 100, 0x1000, 0x1000, "program");
	made_fork(stage.made, 0, 200, 200, 100, 100); /* a process */
	made_fork(stage.made, 0, 100, 101, 100, 100); /* a thread */
	made_fork(stage.made, 0, 300, 300, 999, 999); /* of a stranger */
	put_map(&stage, 100, 0x3000, 0x1000, "later");
	play(&stage, 1);
	CHECK(is_called(&stage, 200, 200, 1, "parent"));
	CHECK(is_called(&stage, 100, 101, 1, "parent"));
	CHECK(is_called(&stage, 300, 300, 1, ":300"));
	CHECK(is_text(dso_at(&stage, 200, 200, 1, 0x1fff), "program"));
	CHECK(is_text(dso_at(&stage, 200, 200, 1, 0x2000), ""));
	CHECK(is_text(dso_at(&stage, 200, 200, 1, 0x3000), "")); /* a copy */
	CHECK(is_text(dso_at(&stage, 100, 101, 1, 0x3000), "later"));
	CHECK(is_text(dso_at(&stage, 100, 555, 1, 0x3000), "later")); /* never announced */
	CHECK(is_text(dso_at(&stage, 999, 101, 1, 0x3000), "later")); /* known by its tid */
	stage_close(&stage);
}

/* A new process has the number of one that is over. */
static void processes_end_by_exit_and_by_their_number(void)
{
	struct stage stage;

	stage_open(&stage);
	made_fork(stage.made, 0, 200, 200, 100, 100);
	made_fork(stage.made, 0, 200, 201, 200, 200); /* a thread */
	made_task(stage.made, PERFDATA_EXIT, 0, (const uint32_t[]){200, 1, 201, 1});
	made_task(stage.made, PERFDATA_EXIT, 0, (const uint32_t[]){300, 1, 300, 1});
	play(&stage, 1);
	CHECK(stage.dsos.ends == 2 && stage.dsos.ended[0] == 200 && stage.dsos.ended[1] == 300);
	stage_close(&stage);
}

static void the_first_map_after_exec_drops_the_old_ones_and_exit_keeps_them(void)
{
	struct stage stage;

	stage_open(&stage);
	made_comm(stage.made, 0, 100, 100, "shell", false);
	put_map(&stage, 100, 0x1000, 0x1000, "shell");
	play(&stage, 1);
	perfdata_world_keep(stage.world);
	made_comm(stage.made, 0, 100, 100, "program", true);
	play(&stage, 2);
	perfdata_world_keep(stage.world);
	put_map(&stage, 100, 0x5000, 0x1000, "program");
	made_task(stage.made, PERFDATA_EXIT, 0, (const uint32_t[]){100, 1, 100, 1});
	play(&stage, 3);
	CHECK(is_text(dso_at(&stage, 100, 100, 1, 0x1000), "shell"));
	CHECK(is_text(dso_at(&stage, 100, 100, 2, 0x1000), "shell")); /* inside of execve */
	CHECK(is_called(&stage, 100, 100, 2, "program"));
	CHECK(is_text(dso_at(&stage, 100, 100, 3, 0x5000), "program"));
	CHECK(is_text(dso_at(&stage, 100, 100, 3, 0x1000), ""));
	CHECK(is_called(&stage, 100, 100, 9, "program"));
	stage_close(&stage);
}

static void a_child_of_execve_has_the_old_maps_until_its_own(void)
{
	struct stage stage;

	stage_open(&stage);
	made_comm(stage.made, 0, 100, 100, "shell", false);
	put_map(&stage, 100, 0x1000, 0x1000, "shell");
	made_comm(stage.made, 0, 100, 100, "program", true);
	made_fork(stage.made, 0, 200, 200, 100, 100);
	put_map(&stage, 100, 0x5000, 0x1000, "program");
	play(&stage, 1);
	perfdata_world_keep(stage.world);
	put_map(&stage, 200, 0x6000, 0x1000, "child");
	play(&stage, 2);
	perfdata_world_keep(stage.world);
	made_fork(stage.made, 0, 100, 100, 200, 200);
	put_map(&stage, 100, 0x7000, 0x1000, "later");
	play(&stage, 3);
	CHECK(is_text(dso_at(&stage, 100, 100, 1, 0x1000), ""));
	CHECK(is_text(dso_at(&stage, 100, 100, 1, 0x5000), "program"));
	CHECK(is_text(dso_at(&stage, 200, 200, 1, 0x1000), "shell"));
	CHECK(is_text(dso_at(&stage, 200, 200, 2, 0x1000), ""));
	CHECK(is_text(dso_at(&stage, 200, 200, 2, 0x6000), "child"));
	CHECK(is_text(dso_at(&stage, 100, 100, 3, 0x6000), "child")); /* a fork is no exec */
	CHECK(is_text(dso_at(&stage, 100, 100, 3, 0x7000), "later"));
	stage_close(&stage);
}

/* All processes outside of a pid namespace have pid 0, as idle tasks have. */
static void records_of_pid_0_change_nothing(void)
{
	struct stage stage;

	stage_open(&stage);
	made_fork(stage.made, 0, 0, 0, 0, 0);
	made_comm(stage.made, 0, 0, 0, "outside", true);
	put_map(&stage, 0, 0x1000, 0x1000, "outside");
	made_task(stage.made, PERFDATA_EXIT, 0, (const uint32_t[]){0, 0, 0, 0});
	made_fork(stage.made, 0, 100, 100, 0, 0);
	play(&stage, 1);
	CHECK(is_called(&stage, 0, 0, 1, "swapper"));
	CHECK(is_text(dso_at(&stage, 0, 0, 1, 0x1000), ""));
	CHECK(is_called(&stage, 100, 100, 1, ":100")); /* its parent is not the idle task */
	CHECK(is_text(dso_at(&stage, 100, 100, 1, 0x1000), ""));
	stage_close(&stage);
}

static void a_tid_that_comes_again_is_another_thread(void)
{
	struct stage stage;

	stage_open(&stage);
	made_comm(stage.made, 0, 100, 100, "old", false);
	put_map(&stage, 100, 0x1000, 0x1000, "old");
	made_comm(stage.made, 0, 200, 200, "new", false);
	put_map(&stage, 200, 0x2000, 0x1000, "new");
	play(&stage, 1);
	perfdata_world_keep(stage.world);
	made_fork(stage.made, 0, 100, 100, 200, 200);
	play(&stage, 2);
	perfdata_world_keep(stage.world);
	made_fork(stage.made, 0, 100, 100, 999, 999);
	play(&stage, 3);
	CHECK(is_text(dso_at(&stage, 100, 100, 1, 0x1000), "old"));
	CHECK(is_called(&stage, 100, 100, 2, "new"));
	CHECK(is_text(dso_at(&stage, 100, 100, 2, 0x1000), ""));
	CHECK(is_text(dso_at(&stage, 100, 100, 2, 0x2000), "new"));
	CHECK(is_called(&stage, 100, 100, 3, ":100"));
	CHECK(is_text(dso_at(&stage, 100, 100, 3, 0x2000), ""));
	stage_close(&stage);
}

static void many_threads_have_their_own_names(void)
{
	enum { THREADS = 1000 };
	struct stage stage;
	char name[16];
	uint32_t tid, wrong = 0;

	stage_open(&stage);
	for (tid = 1; tid <= THREADS; tid++) {
		snprintf(name, sizeof(name), "thread %u", tid);
		made_comm(stage.made, 0, 1, tid, name, false);
	}
	play(&stage, 1);
	for (tid = 1; tid <= THREADS; tid++) {
		snprintf(name, sizeof(name), "thread %u", tid);
		wrong += !is_called(&stage, 1, tid, 1, name);
	}
	CHECK(wrong == 0);
	stage_close(&stage);
}

static size_t begin_ksymbol(struct stage *stage, uint64_t address, uint32_t size, uint16_t flags)
{
	size_t at = made_begin(stage->made, PERFDATA_KSYMBOL, PERFDATA_MODE_KERNEL);
	const uint16_t rest[2] = {1, flags};

	made_u64(stage->made, address);
	made_u32(stage->made, size);
	made_bytes(stage->made, rest, 4);
	return at;
}

static void the_kernel_has_maps_of_its_own(void)
{
	struct stage stage;
	size_t at;

	stage_open(&stage);
	put_map(&stage, UINT32_MAX, UINT64_C(0xffffffff80000000), UINT64_C(0x80000000), "[kernel]");
	play(&stage, 1);
	CHECK(stage.dsos.key.is_kernel && !stage.dsos.key.is_ksymbol);
	perfdata_world_keep(stage.world);
	at = begin_ksymbol(&stage, UINT64_C(0xffffffffc0001000), 0x100, 0);
	made_text(stage.made, "bpf_prog_1");
	made_end(stage.made, at, 0, 0);
	play(&stage, 2);
	CHECK(stage.dsos.key.is_kernel && stage.dsos.key.is_ksymbol);
	perfdata_world_keep(stage.world);
	at = begin_ksymbol(&stage, UINT64_C(0xffffffffc0001000), 0x100, 1);
	made_text(stage.made, "bpf_prog_1");
	made_end(stage.made, at, 0, 0);
	play(&stage, 3);
	perfdata_world_keep(stage.world);
	at = begin_ksymbol(&stage, UINT64_C(0xffffffffc0000100), 0x100, 1); /* inside of a map */
	made_text(stage.made, "never registered");
	made_end(stage.made, at, 0, 0);
	play(&stage, 4);
	CHECK(is_text(kernel_at(&stage, 1, UINT64_C(0xffffffffc0001010)), "[kernel]"));
	CHECK(is_text(kernel_at(&stage, 2, UINT64_C(0xffffffffc0001010)), "bpf_prog_1"));
	CHECK(is_text(kernel_at(&stage, 2, UINT64_C(0xffffffffc0001100)), "[kernel]"));
	CHECK(is_text(kernel_at(&stage, 3, UINT64_C(0xffffffffc0001010)), ""));
	CHECK(is_text(kernel_at(&stage, 4, UINT64_C(0xffffffffc0000100)), "[kernel]"));
	CHECK(is_text(dso_at(&stage, UINT32_MAX, UINT32_MAX, 2, UINT64_C(0xffffffff80000000)), ""));
	stage_close(&stage);
}

static void maps_without_sense_are_refused(void)
{
	struct stage stage;

	stage_open(&stage);
	put_map(&stage, 1, 0x1000, 0, "empty");
	CHECK(!play(&stage, 1));
	put_map(&stage, 1, 0x1000, UINT64_MAX, "wraps");
	CHECK(!play(&stage, 1));
	put_map(&stage, 1, UINT64_MAX - 0xfff, 0x1001, "wraps");
	CHECK(!play(&stage, 1));
	CHECK(is_text(dso_at(&stage, 1, 1, 1, 0x1000), ""));
	put_map(&stage, 1, UINT64_MAX - 0xfff, 0x1000, "last");
	CHECK(play(&stage, 1));
	CHECK(is_text(dso_at(&stage, 1, 1, 1, UINT64_MAX - 1), "last"));
	put_map(&stage, 2, 0, UINT64_MAX, "all");
	CHECK(play(&stage, 1));
	CHECK(is_text(dso_at(&stage, 2, 2, 1, 0), "all"));
	stage_close(&stage);
}

/* With `id`, the 24 bytes of a build ID or of device and inode. */
static size_t begin_mmap2_of(struct stage *stage, unsigned misc, uint32_t prot, const char *id)
{
	static const char zeros[4];
	size_t at = made_begin(stage->made, PERFDATA_MMAP2, misc);

	made_u32(stage->made, 7);
	made_u32(stage->made, 7);
	made_u64(stage->made, 0x1000);
	made_u64(stage->made, 0x1000);
	made_u64(stage->made, 0x3000);
	made_bytes(stage->made, id, 24);
	made_u32(stage->made, prot);
	made_bytes(stage->made, zeros, 4);
	return at;
}

static size_t begin_mmap2(struct stage *stage, unsigned misc, uint32_t prot)
{
	return begin_mmap2_of(stage, misc, prot, "\x14\0\0\0build identification");
}

static void the_dso_gets_all_that_the_record_says(void)
{
	const struct perfdata_dso_key *key;
	struct stage stage;
	size_t at;

	stage_open(&stage);
	key = &stage.dsos.key;
	at = begin_mmap2(&stage, PERFDATA_MODE_USER | 1u << 14, 5);
	made_text(stage.made, "/usr/bin/program");
	made_end(stage.made, at, 0, 0);
	play(&stage, 1);
	CHECK(slice_equal(key->name, SLICE("/usr/bin/program")));
	CHECK(slice_equal(key->build_id, SLICE("build identification")));
	CHECK(key->pid == 7 && key->address == 0x1000 && key->offset == 0x3000);
	CHECK(key->is_executable && !key->is_kernel && !key->is_ksymbol);
	at = begin_mmap2(&stage, PERFDATA_MODE_USER, 3);
	made_text(stage.made, "data");
	made_end(stage.made, at, 0, 0);
	play(&stage, 2);
	CHECK(key->build_id.len == 0 && !key->is_executable);
	at = begin_mmap2(&stage, PERFDATA_MODE_GUEST_KERNEL, 7);
	made_text(stage.made, "guest");
	made_end(stage.made, at, 0, 0);
	play(&stage, 3);
	CHECK(is_text(dso_at(&stage, 7, 7, 3, 0x1000), "data"));
	stage_close(&stage);
}

static void device_and_inode_are_no_build_id(void)
{
	static const struct {
		char bytes[25];
		size_t size; /* of the build ID; 0: there is none */
	} cases[] = {
		{"\x08\0\0\0eight of\0\0\0\0\0\0\0\0\0\0\0\0", 8},
		{"\x08\0\0\0\x03\0\0\0\x04\x05\0\0\0\0\0\0\x06\0\0\0\0\0\0\0", 0},
		{"\xfe\0\0\0\0\0\0\0\x4b\xc9\x03\0\0\0\0\0\0\0\0\0\0\0\0\0", 0},
		{"\x14\0\1\0build identification", 0},
		{"\x15\0\0\0build identification", 0},
	};
	struct stage stage;
	size_t at, i;

	for (i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		stage_open(&stage);
		at = begin_mmap2_of(&stage, PERFDATA_MODE_USER | 1u << 14, 5, cases[i].bytes);
		made_text(stage.made, "/usr/bin/program");
		made_end(stage.made, at, 0, 0);
		play(&stage, 1);
		CHECK(stage.dsos.key.build_id.len == cases[i].size);
		stage_close(&stage);
	}
}

/* Every record cut at every byte, and each byte of it wrong: nothing but what is there is read. */
static void damaged_records_do_no_harm(void)
{
	struct perfdata_record record;
	struct perfdata_piece piece;
	struct stage stage;
	size_t at = 0, len, i;
	uint64_t time = 0;

	stage_open(&stage);
	made_comm(stage.made, 0, 1, 1, "name", true);
	made_fork(stage.made, 0, 2, 2, 1, 1);
	put_map(&stage, 1, 0x1000, 0x1000, "map");
	i = begin_mmap2(&stage, 1u << 14, 5);
	made_text(stage.made, "map");
	made_end(stage.made, i, 0, 0);
	i = begin_ksymbol(&stage, 0x1000, 10, 0);
	made_text(stage.made, "symbol");
	made_end(stage.made, i, 0, 0);
	piece = (struct perfdata_piece){.records = {stage.made->bytes, stage.made->size}};
	while (perfdata_next_record(false, &piece, &at, &record)) {
		for (len = 0; len <= record.body.len; len++) {
			char *copy = memory_get(len + 1); /* its end is guarded */
			struct perfdata_record cut = record;

			if (len > 0)
				memcpy(copy, record.body.ptr, len);
			copy = memory_resize(copy, len > 0 ? len : 1, 1);
			cut.body = slice_of(copy, len);
			for (i = 0; i <= len; i++) {
				if (i < len)
					copy[i] = (char)(copy[i] ^ 0xff);
				perfdata_world_add(stage.world, stage.made, &cut,
						   (struct perfdata_moment){++time, 0});
				if (i < len)
					copy[i] = (char)(copy[i] ^ 0xff);
			}
			free(copy);
		}
	}
	CHECK(time > 1000);
	stage_close(&stage);
}

/* ---- any records, against a world that is copied for each moment ---- */

struct model {
	char names[TIDS][8];
	uint32_t process[TIDS];
	bool is_known[TIDS];          /* the thread */
	char places[TIDS][ADDRESSES]; /* a letter for each map, 0 without */
	bool was_replaced[TIDS];      /* the process, by exec */
	char kernel[ADDRESSES];
};

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

static uint32_t random_tid(uint64_t *state)
{
	return 1 + (uint32_t)(next_random(state) % (TIDS - 1));
}

static void step_map(struct stage *stage, struct model *model, uint64_t *state)
{
	uint32_t pid = next_random(state) % 8 == 0 ? UINT32_MAX : random_tid(state);
	char name[2] = {(char)('a' + next_random(state) % 26), '\0'};
	uint64_t start = next_random(state) % ADDRESSES;
	uint64_t size = 1 + next_random(state) % (ADDRESSES - start);
	char *places = pid == UINT32_MAX ? model->kernel : model->places[pid];

	if (pid != UINT32_MAX && model->was_replaced[pid])
		memset(places, 0, ADDRESSES);
	if (pid != UINT32_MAX)
		model->was_replaced[pid] = false;
	put_map(stage, pid, start, size, name);
	memset(places + start, name[0], (size_t)size);
}

static void step_comm(struct stage *stage, struct model *model, uint64_t *state)
{
	uint32_t pid = random_tid(state), tid = random_tid(state);
	bool is_exec = next_random(state) % 4 == 0;
	char name[2] = {(char)('a' + next_random(state) % 26), '\0'};

	made_comm(stage->made, 0, pid, tid, name, is_exec);
	memcpy(model->names[tid], name, 2);
	model->process[tid] = pid;
	model->is_known[tid] = true;
	model->was_replaced[pid] |= is_exec;
}

static void step_fork(struct stage *stage, struct model *model, uint64_t *state)
{
	uint32_t ids[4], i;
	char name[8] = "";

	for (i = 0; i < 4; i++)
		ids[i] = random_tid(state);
	made_fork(stage->made, 0, ids[0], ids[1], ids[2], ids[3]);
	if (model->names[ids[3]][0] >= 'a')
		memcpy(name, model->names[ids[3]], 2);
	memcpy(model->names[ids[1]], name, 8);
	model->process[ids[1]] = ids[0];
	model->is_known[ids[1]] = true;
	if (ids[0] == ids[2])
		return;
	memcpy(model->places[ids[0]], model->places[ids[2]], ADDRESSES);
	model->was_replaced[ids[0]] = model->was_replaced[ids[2]];
}

static bool is_same_thread(const struct stage *stage, const struct model *model, uint32_t tid,
			   uint64_t time)
{
	uint32_t pid = model->is_known[tid] ? model->process[tid] : tid;
	char unnamed[8];
	uint64_t i;

	snprintf(unnamed, sizeof(unnamed), ":%u", (unsigned)tid);
	if (!is_called(stage, tid, tid, time, model->names[tid][0] ? model->names[tid] : unnamed))
		return false;
	for (i = 0; i < ADDRESSES; i++) {
		if (dso_at(stage, tid, tid, time, i)[0] != model->places[pid][i] ||
		    kernel_at(stage, time, i)[0] != model->kernel[i])
			return false;
	}
	return true;
}

static void a_world_is_what_its_copies_would_be(void)
{
	struct model *models = memory_clear(STEPS, sizeof(*models));
	bool *is_kept = memory_clear(STEPS, sizeof(*is_kept)), same = true;
	uint64_t state = 1, time;
	struct stage stage;
	uint32_t tid;

	stage_open(&stage);
	for (time = 1; time < STEPS; time++) {
		struct model *model = &models[time];

		*model = models[time - 1];
		switch (next_random(&state) % 4) {
		case 0: step_comm(&stage, model, &state); break;
		case 1: step_fork(&stage, model, &state); break;
		default: step_map(&stage, model, &state); break;
		}
		CHECK(play(&stage, time));
		is_kept[time] = next_random(&state) % 2 == 0;
		if (is_kept[time])
			perfdata_world_keep(stage.world);
		if (time == STEPS / 2) { /* what is older is not asked for */
			stage.world->forget_at = 0;
			perfdata_world_forget(stage.world, end_of(STEPS / 4));
			memset(is_kept, 0, STEPS / 4);
		}
	}
	CHECK(perfdata_world_generation(stage.world) == 1);
	for (time = 1; time < STEPS; time++) {
		tid = 1 + (uint32_t)(time % (TIDS - 1));
		if (is_kept[time])
			same = same && is_same_thread(&stage, &models[time], tid, time);
	}
	CHECK(same);
	stage_close(&stage);
	free(models);
	free(is_kept);
}

/* ---- what it costs ---- */

static void unused_state_takes_no_memory(void)
{
	struct stage stage;
	uint64_t i;

	stage_open(&stage);
	for (i = 1; i <= 10000; i++) {
		put_map(&stage, 1, i % 5000 * 100, 50, "storm");
		made_comm(stage.made, 0, 1, 1, i % 2 ? "odd" : "even", false);
		play(&stage, i);
	}
	CHECK(stage.world->pool.used == 5000);
	CHECK(stage.world->versions == 0);
	stage_close(&stage);
}

static void forgotten_state_takes_no_memory(void)
{
	struct stage stage;
	uint64_t i;

	stage_open(&stage);
	for (i = 0; i < 20000; i++) {
		put_map(&stage, 1, i % 500 * 100, 50, "storm");
		play(&stage, i);
		perfdata_world_keep(stage.world);
		if (stage.world->pool.used + stage.world->versions > 20000) {
			stage.world->forget_at = 0;
			perfdata_world_forget(stage.world, end_of(i));
			CHECK(stage.world->pool.used == 500 && stage.world->versions == 0);
		}
	}
	CHECK(perfdata_world_generation(stage.world) > 2);
	CHECK(is_text(dso_at(&stage, 1, 1, i, 49900), "storm"));
	stage_close(&stage);
}

/* Times in seconds from here on. */
static void end_task(struct stage *stage, uint32_t pid, uint32_t tid, uint64_t seconds)
{
	made_task(stage->made, PERFDATA_EXIT, 0, (const uint32_t[]){pid, 1, tid, 1});
	play(stage, seconds * UINT64_C(1000000000));
	perfdata_world_keep(stage->world);
}

static void begin_task(struct stage *stage, uint32_t pid, uint32_t tid, uint64_t seconds)
{
	made_comm(stage->made, 0, pid, tid, "job", false);
	play(stage, seconds * UINT64_C(1000000000));
	perfdata_world_keep(stage->world);
}

static void forget_at(struct stage *stage, uint64_t seconds)
{
	stage->world->forget_at = 0;
	perfdata_world_forget(stage->world, end_of(seconds * UINT64_C(1000000000)));
}

static void ended_processes_take_no_memory(void)
{
	const uint32_t pids = 3000;
	struct stage stage;
	uint32_t i;

	stage_open(&stage);
	perfdata_world_forget_ended(stage.world);
	put_map(&stage, 1, 0x1000, 0x1000, "init");
	begin_task(&stage, 1, 1, 1);
	for (i = 2; i < pids; i++) {
		made_task(stage.made, PERFDATA_FORK, 0, (const uint32_t[]){i, 1, i, 1});
		put_map(&stage, i, 0x5000, 0x1000, "job");
		begin_task(&stage, i, i, i);
		end_task(&stage, i, i, i);
		perfdata_world_forget(stage.world, end_of(i * UINT64_C(1000000000)));
		if (i % 100 == 0)
			forget_at(&stage, i);
	}
	forget_at(&stage, i);
	CHECK(stage.world->threads.count < 10 && stage.world->processes.count < 10);
	CHECK(stage.world->pool.used < 20);
	CHECK(is_text(dso_at(&stage, 1, 1, i * UINT64_C(1000000000), 0x1000), "init"));
	CHECK(is_called(&stage, 1, 1, i * UINT64_C(1000000000), "job"));
	CHECK(is_called(&stage, 0, 0, i * UINT64_C(1000000000), "swapper"));
	CHECK(is_text(dso_at(&stage, 5, 5, i * UINT64_C(1000000000), 0x5000), ""));
	stage_close(&stage);
}

static void processes_stay_while_a_thread_lives_or_has_just_ended(void)
{
	const uint64_t second = UINT64_C(1000000000);
	struct stage stage;

	stage_open(&stage);
	perfdata_world_forget_ended(stage.world);
	put_map(&stage, 10, 0x1000, 0x1000, "server");
	begin_task(&stage, 10, 10, 10);
	begin_task(&stage, 10, 11, 10);
	put_map(&stage, 20, 0x2000, 0x1000, "again");
	begin_task(&stage, 20, 20, 10);
	begin_task(&stage, 30, 30, 10);
	end_task(&stage, 10, 10, 11);
	end_task(&stage, 20, 20, 11);
	forget_at(&stage, 12);
	CHECK(is_text(dso_at(&stage, 20, 20, 12 * second, 0x2000), "again"));
	begin_task(&stage, 20, 20, 12);
	forget_at(&stage, 60);
	CHECK(is_text(dso_at(&stage, 10, 11, 60 * second, 0x1000), "server"));
	CHECK(is_text(dso_at(&stage, 20, 20, 60 * second, 0x2000), "again"));
	CHECK(stage.world->threads.count == 4); /* 0, 11, 20, 30 */
	end_task(&stage, 10, 11, 61);
	begin_task(&stage, 20, 20, 88);
	begin_task(&stage, 20, 20, 89);
	forget_at(&stage, 88);
	CHECK(is_text(dso_at(&stage, 10, 11, 89 * second, 0x1000), ""));
	CHECK(is_text(dso_at(&stage, 20, 20, 88 * second, 0x2000), "again"));
	CHECK(is_text(dso_at(&stage, 20, 20, 89 * second, 0x2000), "again"));
	stage_close(&stage);
}

TEST(world)
{
	names_hold_from_their_moment_on();
	equal_times_are_told_apart_by_order();
	names_without_nul_end_before_the_trailer();
	names_without_letters_are_unknown();
	children_inherit_names_and_maps();
	processes_end_by_exit_and_by_their_number();
	the_first_map_after_exec_drops_the_old_ones_and_exit_keeps_them();
	a_child_of_execve_has_the_old_maps_until_its_own();
	records_of_pid_0_change_nothing();
	a_tid_that_comes_again_is_another_thread();
	many_threads_have_their_own_names();
	the_kernel_has_maps_of_its_own();
	maps_without_sense_are_refused();
	the_dso_gets_all_that_the_record_says();
	device_and_inode_are_no_build_id();
	damaged_records_do_no_harm();
	a_world_is_what_its_copies_would_be();
	unused_state_takes_no_memory();
	forgotten_state_takes_no_memory();
	ended_processes_take_no_memory();
	processes_stay_while_a_thread_lives_or_has_just_ended();
	return check_done();
}
