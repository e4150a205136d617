/* SPDX-License-Identifier: MIT */
/*
 * Recordings of strangers: containers, records, their order, threads and maps, functions that they
 * name. However many bytes a read gives, the same samples have the same addresses in the same maps.
 * The first byte says how many bytes a read gives the second time.
 *
 * fuzzer: recording collapse 2000 1
 */
#include "collapse/perfdata/dso.h"
#include "collapse/perfdata/perfdata_scan.h"
#include "collapse/perfdata/tracepoint.h"
#include "common/base/diag.h"
#include "common/base/memory.h"
#include "tests/fuzz/fuzz.h"

/* The rest of an input, and the limit of a read. */
struct source {
	struct slice left;
	size_t most;
};

/* Sums over a recording, independent of its parts. */
struct sums {
	uint64_t samples, damaged, addresses, mapped, records, named, waits, charged;
	bool is_open;
};

static ssize_t read_some(void *context, char *to, size_t size)
{
	struct source *source = context;

	if (size > source->most)
		size = source->most;
	if (size > source->left.len)
		size = source->left.len;
	if (size > 0)
		memcpy(to, source->left.ptr, size);
	source->left = slice_tail(source->left, size);
	return (ssize_t)size;
}

/* `names`: the recording may name the function. */
static void add_address(struct sums *sums, const struct perfdata_maps *maps, uint64_t ip,
			bool names)
{
	const struct perfdata_map *map = perfdata_map_find(maps, ip);
	struct perfdata_symbol symbol;

	sums->addresses += ip;
	if (!map)
		return;
	if (ip < map->start || ip >= map->end)
		abort();
	sums->mapped += ip - map->start + map->offset;
	if (!names)
		return;
	perfdata_dso_symbol(map->dso, map, (struct perfdata_address){ip, PERFDATA_ANY_TIME},
			    &symbol);
	sums->named += symbol.is_known + symbol.name.len;
}

static void add_fields(struct sums *sums, const struct perfdata *recording, struct slice format,
		       const struct perfdata_sample *sample)
{
	struct perfdata_field field;
	uint64_t value;

	while (perfdata_field_next(&format, &field)) {
		if (field.is_number &&
		    perfdata_field_value(&field, sample, perfdata_facts(recording)->is_swapped,
					 &value))
			sums->samples += value;
	}
}

static void add_sample(struct sums *sums, const struct perfdata *recording,
		       const struct perfdata_world *world, const struct perfdata_part *part,
		       const struct perfdata_record *record)
{
	const struct perfdata_event *event;
	struct perfdata_sample sample;
	struct perfdata_thread thread;
	struct perfdata_moment moment;
	const bool names = perfdata_facts(recording)->is_simpleperf;
	uint64_t i;

	if (perfdata_sample_decode(recording, record, &event, &sample) != PERFDATA_GOOD) {
		sums->damaged++;
		return;
	}
	moment = perfdata_moment_of(part, sample.time, record->order);
	thread = perfdata_world_thread(world, sample.pid, sample.tid, moment);
	sums->samples += 1 + sample.period + thread.comm.len + event->name.len;
	add_fields(sums, recording, event->format, &sample);
	add_address(sums, thread.maps, sample.ip, names);
	add_address(sums, perfdata_world_kernel(world, moment), sample.ip, names);
	for (i = 0; i < sample.chain_count; i++)
		add_address(
			sums, thread.maps,
			perfdata_u64(perfdata_facts(recording)->is_swapped, sample.chain + 8 * i),
			names);
}

static void add_part(struct sums *sums, const struct perfdata *recording,
		     const struct perfdata_world *world, const struct perfdata_scan *scan,
		     const struct perfdata_part *part)
{
	const bool swapped = perfdata_facts(recording)->is_swapped;
	struct perfdata_record record;
	size_t at = 0;

	while (perfdata_next_record(swapped, &part->piece, &at, &record)) {
		sums->records++;
		if (record.type == PERFDATA_SAMPLE)
			add_sample(sums, recording, world, part, &record);
		sums->waits += perfdata_scan_wait(scan, record.order);
	}
}

static void add_recording(struct sums *sums, struct perfdata *recording)
{
	const struct perfdata_dso_options options = {.symfs = "/var/empty"};
	const struct wall_options all_time = {.to = UINT64_MAX};
	struct perfdata_dsos *dsos = perfdata_dsos_new(recording, &options);
	struct perfdata_world *world = perfdata_world_new(dsos);
	struct perfdata_scan *scan = perfdata_scan_new(recording, world);
	struct perfdata_part *parts;
	size_t count, i;

	if (perfdata_facts(recording)->has_off_cpu)
		perfdata_scan_measure_waits(scan);
	perfdata_scan_measure_wall(scan, &all_time);
	while (perfdata_scan_next(scan, &parts, &count)) {
		for (i = 0; i < count; i++) {
			add_part(sums, recording, world, scan, &parts[i]);
			perfdata_piece_release(&parts[i].piece);
		}
		free(parts);
	}
	if (perfdata_scan_wall(scan)) {
		const struct wall_clock_sums *time = wall_clock_sums(perfdata_scan_wall(scan));

		for (i = 0; i < PERFDATA_STATES; i++)
			sums->charged += time->ns[i];
	}
	perfdata_scan_free(scan);
	perfdata_world_free(world);
	perfdata_dsos_free(dsos);
}

static struct sums read_all(struct slice input, size_t most)
{
	struct source source = {input, most};
	struct perfdata *recording = perfdata_open_stream("input", read_some, &source);
	struct sums sums = {.is_open = recording != NULL};

	while (recording) {
		add_recording(&sums, recording);
		if (!perfdata_has_next(recording))
			break;
		recording = perfdata_open_next(recording, "next");
	}
	perfdata_close(recording);
	return sums;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct slice input;
	struct sums whole, parts;

	diag_init("fuzz-recording");
	diag_set_level(DIAG_SILENT);
	if (size < 1)
		return 0;
	input = slice_of((const char *)data + 1, size - 1);
	whole = read_all(input, SIZE_MAX / 2);
	parts = read_all(input, 1 + (size_t)data[0] * 7);
	if (whole.is_open != parts.is_open || whole.samples != parts.samples ||
	    whole.damaged != parts.damaged || whole.addresses != parts.addresses ||
	    whole.mapped != parts.mapped || whole.records != parts.records ||
	    whole.named != parts.named || whole.waits != parts.waits ||
	    whole.charged != parts.charged)
		abort();
	return 0;
}
