/* SPDX-License-Identifier: MIT */
#include "collapse/perfdata/perfdata_scan.h"

#include "collapse/perfdata/process_table_state.h"
#include "tests/unit/check.h"
#include "tests/unit/collapse/perfdata/record_stand_in.h"

enum { SAMPLES = 20000, MEMBERS = 4 };

/* A sample as the scan delivers it. */
struct seen {
	uint64_t order;
	char comm[16];
	char map[16];              /* at address 0x1000 */
	uint64_t periods[MEMBERS]; /* by event */
	size_t members;
	bool is_group;
	uint64_t deferred; /* the first number of the chain, 0 without */
};

struct answers {
	struct seen *seen;
	size_t count;
	size_t waves, largest;            /* of bytes */
	uint64_t first_event, first_time; /* UINT64_MAX: none */
	struct perfdata_scan_counts counts;
	size_t nodes;
	uint64_t generation;
};

static void copy_text(char *to, struct slice text)
{
	size_t len = text.len < 31 ? text.len : 31;

	if (len > 0)
		memcpy(to, text.ptr, len);
	to[len] = '\0';
}

static void see_members(const struct perfdata *made, const struct perfdata_scan *scan,
			struct seen *seen)
{
	const struct perfdata_member *members;
	size_t i;

	seen->is_group = perfdata_scan_members(scan, seen->order, &members, &seen->members);
	for (i = 0; seen->is_group && i < seen->members; i++)
		seen->periods[members[i].event - made->events] += members[i].period;
}

static void see_sample(const struct perfdata *made, const struct perfdata_scan *scan,
		       const struct perfdata_world *world, struct answers *answers,
		       const struct perfdata_part *part, const struct perfdata_record *record)
{
	const struct perfdata_event *event;
	const struct perfdata_map *map;
	struct perfdata_sample sample;
	struct perfdata_thread thread;
	struct seen *seen = &answers->seen[answers->count];
	const char *chain;
	uint64_t count;

	if (perfdata_sample_decode(made, record, &event, &sample) != PERFDATA_GOOD)
		return;
	assert(answers->count < SAMPLES);
	answers->count++;
	thread = perfdata_world_thread(world, sample.pid, sample.tid,
				       perfdata_moment_of(part, sample.time, record->order));
	seen->order = record->order;
	copy_text(seen->comm, thread.comm);
	map = perfdata_map_find(thread.maps, 0x1000);
	copy_text(seen->map, map ? slice_from(map->dso->name) : SLICE(""));
	see_members(made, scan, seen);
	if (perfdata_scan_deferred(scan, record->order, &chain, &count) && count > 0)
		seen->deferred = perfdata_u64(false, chain);
}

/* Scan a recording, look at all of its samples, the last ones first. */
static struct answers look(struct perfdata *made)
{
	struct answers answers = {.seen = memory_clear(SAMPLES, sizeof(*answers.seen))};
	struct perfdata_dsos dsos = {0};
	struct perfdata_world *world = perfdata_world_new(&dsos);
	struct perfdata_scan *scan = perfdata_scan_new(made, world);
	const struct perfdata_event *first;
	struct perfdata_part *parts;
	struct perfdata_record record;
	size_t count, i, at, bytes;

	while (perfdata_scan_next(scan, &parts, &count)) {
		answers.waves++;
		for (i = count, bytes = 0; i-- > 0;) {
			for (at = 0; perfdata_next_record(false, &parts[i].piece, &at, &record);) {
				if (record.type == PERFDATA_SAMPLE)
					see_sample(made, scan, world, &answers, &parts[i], &record);
			}
			bytes += at;
			perfdata_piece_release(&parts[i].piece);
		}
		answers.largest = bytes > answers.largest ? bytes : answers.largest;
		free(parts);
	}
	CHECK(!perfdata_scan_next(scan, &parts, &count));
	first = perfdata_scan_first_event(scan, &answers.first_time);
	answers.first_event = first ? (uint64_t)(first - made->events) : UINT64_MAX;
	answers.counts = *perfdata_scan_counts(scan);
	answers.nodes = world->pool.used;
	answers.generation = perfdata_world_generation(world);
	perfdata_scan_free(scan);
	perfdata_world_free(world);
	made_dsos_release(&dsos);
	return answers;
}

static const struct seen *seen_of(const struct answers *answers, uint64_t order)
{
	static const struct seen none;
	size_t i;

	for (i = 0; i < answers->count; i++) {
		if (answers->seen[i].order == order)
			return &answers->seen[i];
	}
	return &none;
}

static bool is_comm(const struct answers *answers, uint64_t order, const char *name)
{
	return strcmp(seen_of(answers, order)->comm, name) == 0;
}

static uint64_t put_sample(struct perfdata *made, uint64_t time)
{
	return made_sample(made, &(struct made_sample){.time = time, .pid = 100, .tid = 100});
}

static void put_comm(struct perfdata *made, uint64_t time, const char *name)
{
	made_comm(made, time, 100, 100, name, false);
}

static void without_rounds_all_is_sorted_at_the_end(void)
{
	struct perfdata *made = made_new();
	struct answers answers;
	uint64_t late, early, middle;

	late = put_sample(made, 30);
	middle = put_sample(made, 15);
	put_comm(made, 20, "second");
	made_piece(made, false);
	early = put_sample(made, 5);
	put_comm(made, 10, "first");
	made_piece(made, false);
	answers = look(made);
	CHECK(answers.waves == 1 && answers.count == 3);
	CHECK(is_comm(&answers, late, "second"));
	CHECK(is_comm(&answers, middle, "first"));
	CHECK(is_comm(&answers, early, ":100"));
	CHECK(answers.first_time == 5 && answers.counts.out_of_order == 0);
	free(answers.seen);
	made_free(made);
}

/* Two rounds late: what was delivered stays as it is. */
static void late_records_count_from_then_on(void)
{
	struct perfdata *made = made_new();
	struct answers answers;
	uint64_t before, after, late;

	put_comm(made, 10, "name");
	before = put_sample(made, 20);
	made_piece(made, true);
	put_comm(made, 15, "in time"); /* the round before ended at 20 */
	made_piece(made, true);        /* delivers up to 20 */
	put_comm(made, 16, "too late");
	late = put_sample(made, 17);
	after = put_sample(made, 30);
	made_piece(made, true);
	answers = look(made);
	CHECK(is_comm(&answers, before, "in time"));
	CHECK(is_comm(&answers, late, "too late"));
	CHECK(is_comm(&answers, after, "too late"));
	CHECK(answers.counts.out_of_order == 2);
	free(answers.seen);
	made_free(made);
}

static void in_directories_rounds_do_not_count(void)
{
	struct perfdata *made = made_new();
	struct answers answers;
	uint64_t sample;

	made->is_directory = true;
	sample = put_sample(made, 20);
	made_piece(made, true);
	made_piece(made, true);
	put_comm(made, 15, "name");
	made_piece(made, true);
	answers = look(made);
	CHECK(is_comm(&answers, sample, "name"));
	CHECK(answers.counts.out_of_order == 0);
	free(answers.seen);
	made_free(made);
}

static void without_times_of_records_the_order_of_the_file_counts(void)
{
	struct perfdata *made = made_new();
	struct answers answers;
	uint64_t first, second, third, none;

	made->has_trailer = false;
	put_comm(made, 0, "first");
	first = put_sample(made, 10);
	none = put_sample(made, UINT64_MAX); /* which is not a time */
	put_comm(made, 0, "second");
	second = put_sample(made, 20);
	made_piece(made, true);
	made_piece(made, true);
	put_comm(made, 0, "third");
	third = put_sample(made, 5);
	made_piece(made, true);
	answers = look(made);
	CHECK(is_comm(&answers, first, "first"));
	CHECK(is_comm(&answers, none, "first"));
	CHECK(is_comm(&answers, second, "second"));
	CHECK(is_comm(&answers, third, "third"));
	CHECK(answers.first_time == 10 && answers.counts.out_of_order == 0);
	free(answers.seen);
	made_free(made);
}

static void the_first_event_is_the_earliest_sample_of_this_machine(void)
{
	struct perfdata *made = made_new();
	struct answers answers;

	made_sample(made, &(struct made_sample){.event = 1, .time = 30});
	made_sample(made, &(struct made_sample){.event = 2, .time = 20});
	made_sample(made, &(struct made_sample){
				  .event = 3, .time = 10, .mode = PERFDATA_MODE_GUEST_USER});
	made_sample(made, &(struct made_sample){.event = 99, .time = 5});
	made_sample(made, &(struct made_sample){.event = 1, .time = 20});
	made_piece(made, false);
	answers = look(made);
	CHECK(answers.first_event == 2 && answers.first_time == 20);
	free(answers.seen);
	made_free(made);
}

static void an_empty_recording_has_no_parts(void)
{
	struct perfdata *made = made_new();
	struct answers answers = look(made);

	CHECK(answers.waves == 0 && answers.first_event == UINT64_MAX);
	free(answers.seen);
	made_free(made);
}

static void lost_records_are_counted(void)
{
	struct perfdata *made = made_new();
	struct answers answers;
	size_t at;

	at = made_begin(made, PERFDATA_LOST, 0);
	made_u64(made, 1);
	made_u64(made, 7);
	made_end(made, at, 0, 0);
	at = made_begin(made, PERFDATA_LOST_SAMPLES, 0);
	made_u64(made, 5);
	made_end(made, at, 0, 0);
	made_end(made, made_begin(made, PERFDATA_THROTTLE, 0), 0, 0);
	made_map(made, 1, 100, (const uint64_t[]){0x1000, 0, 0}, "empty");
	made_piece(made, false);
	answers = look(made);
	CHECK(answers.counts.lost == 12 && answers.counts.throttled == 1);
	CHECK(answers.counts.bad_maps == 1);
	free(answers.seen);
	made_free(made);
}

/* ---- groups ---- */

static struct perfdata *made_group(void)
{
	struct perfdata *made = made_new();
	size_t i;

	for (i = 0; i < 2; i++) {
		made->events[i].sample_type = 1 << 4;
		made->events[i].read_format = 1 << 3 | 1 << 2;
	}
	return made;
}

static uint64_t put_group(struct perfdata *made, uint64_t time, uint64_t first, uint64_t second)
{
	const uint64_t read[] = {2, first, 0, second, 1};

	return made_sample(
		made, &(struct made_sample){
			      .time = time, .pid = 100, .tid = 100, .read = read, .read_count = 5});
}

static bool is_group(const struct answers *answers, uint64_t order, uint64_t first, uint64_t second)
{
	const struct seen *seen = seen_of(answers, order);

	return seen->is_group && seen->periods[0] == first && seen->periods[1] == second &&
	       seen->members == (size_t)(first > 0) + (second > 0);
}

static void members_of_a_group_count_what_they_have_grown(void)
{
	struct perfdata *made = made_group();
	const uint64_t unknown[] = {2, 50, 77, 60, 1};
	struct answers answers;
	uint64_t third, first, second, stranger, plain;

	third = put_group(made, 30, 110, 25); /* out of order */
	first = put_group(made, 10, 100, 5);
	second = put_group(made, 20, 100, 20);
	stranger = made_sample(made,
			       &(struct made_sample){.time = 40, .read = unknown, .read_count = 5});
	plain = made_sample(made, &(struct made_sample){.event = 2, .time = 1});
	made_piece(made, false);
	answers = look(made);
	CHECK(is_group(&answers, first, 100, 5));
	CHECK(is_group(&answers, second, 0, 15));
	CHECK(is_group(&answers, third, 10, 5));
	CHECK(is_group(&answers, stranger, 0, 35));
	CHECK(seen_of(&answers, plain)->order == plain && !seen_of(&answers, plain)->is_group);
	free(answers.seen);
	made_free(made);
}

static void damaged_groups_have_no_members(void)
{
	struct perfdata *made = made_group();
	const uint64_t read[] = {3, 50, 0, 60, 1}, huge[] = {UINT64_MAX / 8, 50, 0};
	struct answers answers;
	uint64_t cut, long_one, none;

	cut = made_sample(made, &(struct made_sample){.time = 1, .read = read, .read_count = 5});
	long_one = made_sample(made,
			       &(struct made_sample){.time = 1, .read = huge, .read_count = 3});
	none = made_sample(made, &(struct made_sample){.time = 1});
	made_piece(made, false);
	answers = look(made);
	CHECK(is_group(&answers, cut, 0, 0));
	CHECK(is_group(&answers, long_one, 0, 0));
	CHECK(is_group(&answers, none, 0, 0));
	free(answers.seen);
	made_free(made);
}

/* ---- deferred chains ---- */

static uint64_t put_waiting(struct perfdata *made, uint64_t time, uint32_t tid, uint64_t cookie)
{
	const uint64_t chain[] = {(uint64_t)-128, 0x1234, (uint64_t)-640, cookie};

	return made_sample(
		made,
		&(struct made_sample){.time = time, .tid = tid, .chain = chain, .chain_count = 4});
}

static void put_deferred(struct perfdata *made, uint64_t time, uint32_t tid, uint64_t cookie,
			 uint64_t address)
{
	size_t at = made_begin(made, PERFDATA_CALLCHAIN_DEFERRED, PERFDATA_MODE_USER);

	made_u64(made, cookie);
	made_u64(made, 2);
	made_u64(made, address);
	made_u64(made, 7);
	made_end(made, at, tid, time);
}

static void deferred_chains_reach_all_that_wait(bool is_stream)
{
	struct perfdata *made = made_new();
	struct answers answers;
	uint64_t one, two, other, again, never;
	size_t i;

	made->is_stream = is_stream;
	made->events[0].flags = UINT64_C(1) << 38;
	put_deferred(made, 50, 1, 77, 0xb); /* for `again` */
	one = put_waiting(made, 10, 1, 77);
	two = put_waiting(made, 11, 1, 77);
	other = put_waiting(made, 10, 2, 77);
	never = put_waiting(made, 10, 1, 78);
	again = put_waiting(made, 40, 1, 77);
	made_piece(made, true);
	for (i = 0; i < 3; i++)
		made_piece(made, true);
	put_deferred(made, 41, 2, 77, 0xc); /* long after */
	put_deferred(made, 39, 1, 79, 0xd); /* no sample waits */
	made_piece(made, false);
	answers = look(made);
	CHECK(answers.waves == 1);
	CHECK(seen_of(&answers, one)->deferred == 0xb); /* nothing came before 50 */
	CHECK(seen_of(&answers, two)->deferred == 0xb);
	CHECK(seen_of(&answers, again)->deferred == 0xb);
	CHECK(seen_of(&answers, other)->deferred == 0xc);
	CHECK(seen_of(&answers, never)->order == never && seen_of(&answers, never)->deferred == 0);
	free(answers.seen);
	made_free(made);
}

static void a_cookie_may_come_again(void)
{
	struct perfdata *made = made_new();
	struct answers answers;
	uint64_t one, two, three;

	made->events[0].flags = UINT64_C(1) << 38;
	put_deferred(made, 20, 1, 77, 0xa);
	put_deferred(made, 40, 1, 77, 0xb);
	one = put_waiting(made, 10, 1, 77);
	two = put_waiting(made, 30, 1, 77);
	three = put_waiting(made, 50, 1, 77);
	made_piece(made, false);
	answers = look(made);
	CHECK(seen_of(&answers, one)->deferred == 0xa);
	CHECK(seen_of(&answers, two)->deferred == 0xb);
	CHECK(seen_of(&answers, three)->deferred == 0);
	free(answers.seen);
	made_free(made);
}

/* ---- streams ---- */

/* Pieces of 60 KiB, each a round. */
static struct perfdata *made_long(size_t pieces)
{
	static const uint64_t chain[7500];
	struct perfdata *made = made_new();
	char name[32];
	size_t i;

	made->is_stream = true;
	for (i = 0; i < pieces; i++) {
		snprintf(name, sizeof(name), "name%zu", i);
		made_sample(made, &(struct made_sample){.time = 10 * i + 10,
							.pid = 100,
							.tid = 100,
							.chain = chain,
							.chain_count = 7500});
		put_comm(made, 10 * i + 5, name);
		made_piece(made, true);
	}
	return made;
}

static void streams_are_given_out_in_waves(void)
{
	struct perfdata *made = made_long(600);
	struct answers answers = look(made);
	char name[32];
	size_t i;
	bool same = true;

	CHECK(answers.count == 600);
	CHECK(answers.waves >= 4 && answers.largest < (size_t)9 << 20);
	for (i = 0; i < answers.count; i++) {
		struct perfdata_piece *piece = &made->pieces[i];

		snprintf(name, sizeof(name), "name%zu", i);
		same = same && is_comm(&answers, piece->order, name);
	}
	CHECK(same);
	free(answers.seen);
	made_free(made);
}

static void parts_that_nobody_took_are_released(void)
{
	struct perfdata *made = made_long(300);
	struct perfdata_dsos dsos = {0};
	struct perfdata_world *world = perfdata_world_new(&dsos);
	struct perfdata_scan *scan = perfdata_scan_new(made, world);
	struct perfdata_part *parts;
	size_t count, i, left = 0;

	CHECK(perfdata_scan_next(scan, &parts, &count));
	for (i = 0; i < count; i++)
		perfdata_piece_release(&parts[i].piece);
	free(parts);
	perfdata_scan_free(scan);
	for (i = 0; i < made->next; i++)
		left += made->memory[i] != NULL;
	CHECK(made->next > count && left == 0);
	perfdata_world_free(world);
	made_free(made);
}

/* ---- storms ---- */

static void maps_among_which_no_sample_lies_are_one_version(void)
{
	struct perfdata *made = made_new();
	struct answers answers;
	uint64_t i, sample = 0;

	for (i = 1; i <= 5000; i++) {
		made_map(made, i, 100, (const uint64_t[]){0x1000 * i, 0x800, 0},
			 i == 1 ? "first" : "storm");
		if (i == 2500)
			sample = put_sample(made, i);
		if (i == 2600)
			made_map(made, i, 100, (const uint64_t[]){0x1000, 0x800, 0}, "second");
	}
	made_piece(made, false);
	answers = look(made);
	CHECK(strcmp(seen_of(&answers, sample)->map, "first") == 0);
	CHECK(answers.nodes > 5000 && answers.nodes < 5100); /* mostly shared */
	free(answers.seen);
	made_free(made);
}

/* ---- any recording, against a scan that looks for the smallest each time ---- */

enum { RECORDS = 64 };

struct planned {
	uint64_t time, order;
	enum { COMM, MAP, SAMPLE, GROUP } kind;
	char name[8];
	uint64_t value;
	bool is_done;
};

struct plan {
	struct planned records[RECORDS];
	size_t count;
	uint64_t delivered, previous, latest;
	char comm[32], map[32];
	uint64_t last; /* value of the group */
	struct seen seen[RECORDS];
	size_t seen_count;
	uint64_t late;
};

static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

static void plan_act(struct plan *plan, struct planned *record)
{
	struct seen *seen = NULL;

	record->is_done = true;
	if (record->kind == COMM) {
		memcpy(plan->comm, record->name, sizeof(record->name));
	} else if (record->kind == MAP) {
		memcpy(plan->map, record->name, sizeof(record->name));
	} else {
		seen = &plan->seen[plan->seen_count++];
		*seen = (struct seen){.order = record->order, .is_group = record->kind == GROUP};
		memcpy(seen->comm, plan->comm, sizeof(seen->comm));
		memcpy(seen->map, plan->map, sizeof(seen->map));
	}
	if (seen && record->kind == GROUP) {
		seen->periods[0] = record->value > plan->last ? record->value - plan->last : 0;
		seen->members = seen->periods[0] > 0;
		plan->last = record->value;
	}
}

static void plan_deliver(struct plan *plan, uint64_t time)
{
	for (;;) {
		struct planned *next = NULL;
		size_t i;

		for (i = 0; i < plan->count; i++) {
			struct planned *record = &plan->records[i];

			if (!record->is_done && record->time <= time &&
			    (!next || record->time < next->time))
				next = record;
		}
		if (!next)
			break;
		plan_act(plan, next);
	}
	plan->delivered = time;
}

static void plan_round(struct plan *plan)
{
	plan_deliver(plan, plan->previous);
	plan->previous = plan->latest;
}

static void plan_record(struct plan *plan, struct perfdata *made, uint64_t *state)
{
	struct planned *record = &plan->records[plan->count++];
	uint64_t time = 1 + next_random(state) % 20 + plan->count / 2;

	*record = (struct planned){.time = time, .kind = next_random(state) % 4};
	snprintf(record->name, sizeof(record->name), "%c%u", 'a', (unsigned)plan->count);
	if (record->kind == COMM) {
		record->order = made_comm(made, time, 100, 100, record->name, false);
	} else if (record->kind == MAP) {
		record->order = made_map(made, time, 100, (const uint64_t[]){0x1000, 1, 0},
					 record->name);
	} else if (record->kind == SAMPLE) {
		record->order = made_sample(
			made,
			&(struct made_sample){.event = 2, .time = time, .pid = 100, .tid = 100});
	} else {
		record->value = next_random(state) % 1000;
		record->order = made_sample(
			made, &(struct made_sample){.time = time,
						    .pid = 100,
						    .tid = 100,
						    .read = (const uint64_t[]){1, record->value, 0},
						    .read_count = 3});
	}
	plan->latest = time > plan->latest ? time : plan->latest;
	if (time < plan->delivered)
		plan->late++;
	if (time <= plan->delivered)
		plan_act(plan, record);
}

static bool is_planned(const struct answers *answers, const struct plan *plan)
{
	size_t i;

	if (answers->count != plan->seen_count || answers->counts.out_of_order != plan->late)
		return false;
	for (i = 0; i < plan->seen_count; i++) {
		const struct seen *want = &plan->seen[i], *have = seen_of(answers, want->order);

		if (strcmp(have->comm, want->comm) != 0 || strcmp(have->map, want->map) != 0 ||
		    have->is_group != want->is_group || have->members != want->members ||
		    have->periods[0] != want->periods[0])
			return false;
	}
	return true;
}

static void a_scan_is_what_the_rounds_say(void)
{
	uint64_t state = 1;
	size_t round, i, wrong = 0;

	for (round = 0; round < 3000; round++) {
		struct perfdata *made = made_group();
		struct plan plan = {.comm = ":100"};
		struct answers answers;
		uint64_t rounds = next_random(&state) % 4; /* 0: none */

		made->is_stream = round % 2 == 1;
		while (plan.count < RECORDS) {
			for (i = (size_t)(next_random(&state) % 12); i > 0 && plan.count < RECORDS;
			     i--)
				plan_record(&plan, made, &state);
			if (rounds > 0 && next_random(&state) % rounds == 0) {
				plan_round(&plan);
				made_piece(made, true);
			} else if (next_random(&state) % 2 == 0) {
				made_piece(made, false);
			}
		}
		made_piece(made, false);
		plan_deliver(&plan, UINT64_MAX);
		answers = look(made);
		wrong += !is_planned(&answers, &plan);
		free(answers.seen);
		made_free(made);
	}
	CHECK(wrong == 0);
}

TEST(perfdata_scan)
{
	without_rounds_all_is_sorted_at_the_end();
	late_records_count_from_then_on();
	in_directories_rounds_do_not_count();
	without_times_of_records_the_order_of_the_file_counts();
	the_first_event_is_the_earliest_sample_of_this_machine();
	an_empty_recording_has_no_parts();
	lost_records_are_counted();
	members_of_a_group_count_what_they_have_grown();
	damaged_groups_have_no_members();
	deferred_chains_reach_all_that_wait(false);
	deferred_chains_reach_all_that_wait(true);
	a_cookie_may_come_again();
	streams_are_given_out_in_waves();
	parts_that_nobody_took_are_released();
	maps_among_which_no_sample_lies_are_one_version();
	a_scan_is_what_the_rounds_say();
	return check_done();
}
