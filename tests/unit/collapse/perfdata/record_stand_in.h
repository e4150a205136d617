/* SPDX-License-Identifier: MIT */
/*
 * record_stand_in.h - a stand-in for recordings, for tests of what is made from records: it
 * implements what they use of recording.h, sample.h and dso.h, so one file of a program includes
 * it. All samples have one layout: u64 event, u64 time, u32 pid, tid, u64 size of READ, its bytes,
 * u64 addresses of the chain, the chain. Other records end with u32 pid, tid, u64 time where the
 * recording has trailers.
 */
#ifndef FLAMBEAU_RECORD_STAND_IN_H
#define FLAMBEAU_RECORD_STAND_IN_H

#include "collapse/perfdata/dso.h"
#include "collapse/perfdata/perfdata_sample.h"
#include "common/base/memory.h"

enum { MADE_PIECES = 4096, MADE_EVENTS = 4 };

struct perfdata {
	struct perfdata_event events[MADE_EVENTS];
	bool has_trailer, is_directory, is_stream;
	char *bytes; /* records of the piece being made */
	size_t size, cap;
	uint64_t order;
	struct perfdata_piece pieces[MADE_PIECES];
	char *memory[MADE_PIECES];
	size_t piece_count, next;
};

/* ---- making one ---- */

static inline void made_bytes(struct perfdata *made, const void *bytes, size_t size)
{
	made->bytes = memory_grow(made->bytes, &made->cap, made->size + size, 1);
	if (size > 0)
		memcpy(made->bytes + made->size, bytes, size);
	made->size += size;
}

static inline void made_u64(struct perfdata *made, uint64_t value)
{
	made_bytes(made, &value, sizeof(value));
}

static inline void made_u32(struct perfdata *made, uint32_t value)
{
	made_bytes(made, &value, sizeof(value));
}

static inline void made_u16(struct perfdata *made, unsigned value)
{
	const uint16_t number = (uint16_t)value;

	made_bytes(made, &number, sizeof(number));
}

/* Begin a record; returns where, for made_end(). */
static inline size_t made_begin(struct perfdata *made, uint32_t type, unsigned misc)
{
	size_t at = made->size;

	made_u32(made, type);
	made_u16(made, misc);
	made_u16(made, 0); /* the size, set by made_end() */
	return at;
}

/* End it, with a trailer where there are some; returns its order. */
static inline uint64_t made_end(struct perfdata *made, size_t at, uint32_t tid, uint64_t time)
{
	uint32_t type;
	uint16_t size;

	memcpy(&type, made->bytes + at, 4);
	while (made->size % 8 != 0)
		made_bytes(made, "", 1);
	if (type < PERFDATA_USER_TYPES && type != PERFDATA_SAMPLE && made->has_trailer) {
		made_u32(made, tid);
		made_u32(made, tid);
		made_u64(made, time);
	}
	size = (uint16_t)(made->size - at);
	memcpy(made->bytes + at + 6, &size, 2);
	return made->order + at;
}

static inline void made_text(struct perfdata *made, const char *text)
{
	made_bytes(made, text, strlen(text) + 1);
}

static inline uint64_t made_comm(struct perfdata *made, uint64_t time, uint32_t pid, uint32_t tid,
				 const char *name, bool is_exec)
{
	size_t at = made_begin(made, PERFDATA_COMM, is_exec ? 1u << 13 : 0);

	made_u32(made, pid);
	made_u32(made, tid);
	made_text(made, name);
	return made_end(made, at, tid, time);
}

/* Types FORK and EXIT. */
static inline uint64_t made_task(struct perfdata *made, uint32_t type, uint64_t time,
				 const uint32_t ids[4])
{
	size_t at = made_begin(made, type, 0);

	made_bytes(made, ids, 16);
	made_u64(made, time);
	return made_end(made, at, ids[2], time);
}

static inline uint64_t made_fork(struct perfdata *made, uint64_t time, uint32_t pid, uint32_t tid,
				 uint32_t ppid, uint32_t ptid)
{
	return made_task(made, PERFDATA_FORK, time, (const uint32_t[]){pid, ppid, tid, ptid});
}

static inline uint64_t made_map(struct perfdata *made, uint64_t time, uint32_t pid,
				const uint64_t range[3], const char *name)
{
	size_t at = made_begin(made, PERFDATA_MMAP,
			       pid == UINT32_MAX ? PERFDATA_MODE_KERNEL : PERFDATA_MODE_USER);

	made_u32(made, pid);
	made_u32(made, pid);
	made_bytes(made, range, 24); /* start, size, offset */
	made_text(made, name);
	return made_end(made, at, pid, time);
}

struct made_sample {
	uint64_t event, time;
	uint32_t pid, tid;
	unsigned mode;
	const uint64_t *read;
	size_t read_count;
	const uint64_t *chain;
	size_t chain_count;
};

static inline uint64_t made_sample(struct perfdata *made, const struct made_sample *sample)
{
	size_t at = made_begin(made, PERFDATA_SAMPLE, sample->mode);

	made_u64(made, sample->event);
	made_u64(made, sample->time);
	made_u32(made, sample->pid);
	made_u32(made, sample->tid);
	made_u64(made, sample->read_count * 8);
	made_bytes(made, sample->read, sample->read_count * 8);
	made_u64(made, sample->chain_count);
	made_bytes(made, sample->chain, sample->chain_count * 8);
	return made_end(made, at, 0, 0);
}

/* Turn the records made since the last piece into one. */
static inline void made_piece(struct perfdata *made, bool ends_round)
{
	struct perfdata_piece *piece = &made->pieces[made->piece_count];

	if (ends_round)
		made_end(made, made_begin(made, PERFDATA_FINISHED_ROUND, 0), 0, 0);
	if (made->size == 0)
		return;
	assert(made->piece_count < MADE_PIECES);
	*piece = (struct perfdata_piece){
		.records = {made->bytes, made->size},
		.order = made->order,
		.ends_round = ends_round,
		.memory = made->is_stream ? &made->memory[made->piece_count] : NULL};
	made->memory[made->piece_count++] = made->bytes;
	made->order += made->size;
	made->bytes = NULL;
	made->size = made->cap = 0;
}

static inline struct perfdata *made_new(void)
{
	struct perfdata *made = memory_clear(1, sizeof(*made));

	made->has_trailer = true;
	return made;
}

static inline void made_free(struct perfdata *made)
{
	size_t i;

	for (i = 0; i < made->piece_count; i++)
		free(made->memory[i]);
	free(made->bytes);
	free(made);
}

/* ---- what reads it ---- */

bool perfdata_next_piece(struct perfdata *recording, struct perfdata_piece *piece)
{
	if (recording->next == recording->piece_count)
		return false;
	*piece = recording->pieces[recording->next++];
	return true;
}

/* Frees the bytes of a stream's piece: AddressSanitizer finds later uses. */
void perfdata_piece_release(struct perfdata_piece *piece)
{
	char **memory = piece->memory;

	if (!memory)
		return;
	assert(*memory);
	free(*memory);
	*memory = NULL;
}

bool perfdata_is_swapped(const struct perfdata *recording)
{
	(void)recording;
	return false;
}

bool perfdata_has_times(const struct perfdata *recording)
{
	return recording->has_trailer;
}

bool perfdata_is_directory_recording(const struct perfdata *recording)
{
	return recording->is_directory;
}

const struct perfdata_event *perfdata_event_of(const struct perfdata *recording, uint64_t id)
{
	return id < MADE_EVENTS ? &recording->events[id] : NULL;
}

enum perfdata_decoded perfdata_sample_decode(const struct perfdata *recording,
					     const struct perfdata_record *record,
					     const struct perfdata_event **event,
					     struct perfdata_sample *sample)
{
	const char *at = record->body.ptr;

	*sample = (struct perfdata_sample){.mode = record->misc & 7};
	if (record->body.len < 40)
		return PERFDATA_DAMAGED;
	*event = perfdata_event_of(recording, perfdata_u64(false, at));
	if (!*event)
		return PERFDATA_NO_EVENT;
	sample->time = perfdata_u64(false, at + 8);
	sample->has_time = true;
	sample->pid = perfdata_u32(false, at + 16);
	sample->tid = perfdata_u32(false, at + 20);
	sample->has_tid = true;
	sample->read_size = (size_t)perfdata_u64(false, at + 24);
	if (sample->read_size > record->body.len - 40)
		return PERFDATA_DAMAGED;
	sample->read = at + 32;
	at += 32 + sample->read_size;
	sample->chain_count = perfdata_u64(false, at);
	sample->chain = at + 8;
	sample->has_chain = true;
	return sample->chain_count > (record->body.len - 40 - sample->read_size) / 8
		       ? PERFDATA_DAMAGED
		       : PERFDATA_GOOD;
}

enum perfdata_decoded perfdata_sample_glance(const struct perfdata *recording,
					     const struct perfdata_record *record,
					     const struct perfdata_event **event,
					     struct perfdata_sample *sample)
{
	return perfdata_sample_decode(recording, record, event, sample);
}

void perfdata_trailer(const struct perfdata *recording, const struct perfdata_record *record,
		      struct perfdata_sample *trailer, struct slice *rest)
{
	const char *end = record->body.ptr + record->body.len;

	*trailer = (struct perfdata_sample){0};
	*rest = record->body;
	if (!recording->has_trailer || record->body.len < 16)
		return;
	trailer->tid = perfdata_u32(false, end - 12);
	trailer->time = perfdata_u64(false, end - 8);
	trailer->has_tid = trailer->has_time = true;
	rest->len -= 16;
}

/* A dso for each name; the last key that was asked for. */
struct perfdata_dso {
	struct perfdata_dso *next;
	char name[32];
};

struct perfdata_dsos {
	struct perfdata_dso *first;
	struct perfdata_dso_key key;
	uint64_t first_time, last_time; /* of records that were read */
	bool is_whole;
	int32_t ended[4]; /* processes, in turn */
	size_t ends;
};

struct perfdata_dso *perfdata_dso_get(struct perfdata_dsos *dsos,
				      const struct perfdata_dso_key *key)
{
	struct perfdata_dso *dso;
	size_t len = key->name.len < sizeof(dso->name) ? key->name.len : sizeof(dso->name) - 1;

	dsos->key = *key;
	for (dso = dsos->first; dso; dso = dso->next) {
		if (slice_equal(slice_from(dso->name), slice_head(key->name, len)))
			return dso;
	}
	dso = memory_clear(1, sizeof(*dso));
	if (len > 0)
		memcpy(dso->name, key->name.ptr, len);
	dso->next = dsos->first;
	dsos->first = dso;
	return dso;
}

void perfdata_dsos_read_ahead(struct perfdata_dsos *dsos)
{
	(void)dsos;
}

void perfdata_dsos_hear(struct perfdata_dsos *dsos, uint64_t first, uint64_t last, bool is_whole)
{
	dsos->first_time = first;
	dsos->last_time = last;
	dsos->is_whole = is_whole;
}

uint32_t perfdata_dsos_moment(struct perfdata_dsos *dsos, uint64_t time)
{
	(void)dsos;
	return (uint32_t)time;
}

void perfdata_dsos_end(struct perfdata_dsos *dsos, int32_t pid, uint32_t moment)
{
	(void)moment;
	dsos->ended[dsos->ends++ % 4] = pid;
}

static inline void made_dsos_release(struct perfdata_dsos *dsos)
{
	while (dsos->first) {
		struct perfdata_dso *next = dsos->first->next;

		free(dsos->first);
		dsos->first = next;
	}
}

#endif
