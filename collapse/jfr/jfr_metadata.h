/* SPDX-License-Identifier: MIT */
/*
 * jfr_metadata.h - the content of a chunk's metadata event: the types of its events and values,
 * with their fields in the order of the bytes. Only the names of types are known beforehand.
 */
#ifndef FLAMBEAU_JFR_METADATA_H
#define FLAMBEAU_JFR_METADATA_H

#include "collapse/jfr/jfr_chunk.h"

#include "common/base/buf.h"
#include "common/table/hash.h"

/* The unit of a number, by the annotations jdk.jfr.Timespan and jdk.jfr.DataAmount. */
enum jfr_measure {
	JFR_PLAIN,
	JFR_TICKS,
	JFR_NANOSECONDS,
	JFR_MICROSECONDS,
	JFR_MILLISECONDS,
	JFR_SECONDS,
	JFR_BYTES,
};

/* Types that have no fields of their own. */
enum jfr_primitive {
	JFR_STRUCT, /* not one of them */
	JFR_BOOLEAN,
	JFR_BYTE,
	JFR_CHAR,
	JFR_SHORT,
	JFR_INT,
	JFR_LONG,
	JFR_FLOAT,
	JFR_DOUBLE,
	JFR_STRING,
};

struct jfr_field {
	uint64_t class;  /* id of its type */
	uint32_t name;   /* of the strings */
	uint32_t type;   /* index; IDS_NONE: there is no such type */
	uint8_t measure; /* enum jfr_measure */
	bool by_pool;    /* the value is the id of an entry in the type's pool */
	bool is_array;
};

struct jfr_type {
	uint32_t name; /* of the strings */
	uint32_t first_field, field_count;
	uint8_t primitive;  /* enum jfr_primitive */
	bool is_simple;     /* a struct of one field, meant as that field */
	bool is_superseded; /* a later one has the same name */
};

/* The whole, independent of the memory that it was read from. A zeroed struct is empty. */
struct jfr_metadata {
	struct buf bytes; /* the event from the table of strings on */
	struct buf text;  /* the strings, in UTF-8 */
	uint32_t *ends;   /* in `text`, of each string */
	size_t string_count;
	struct ids ids; /* id -> index of a type */
	struct jfr_type *types;
	size_t type_cap;
	struct jfr_field *fields;
	size_t field_count, field_cap;
	uint32_t *by_number; /* index of the type with a low id, IDS_NONE */
	uint64_t budget;     /* fields that may be gone through to lay one type out */
};

/* More bytes of metadata than that are damage; a JDK writes about 100 kB. */
#define JFR_METADATA_MOST ((size_t)4 << 20)

/* Ids below this are found by jfr_metadata.by_number. */
enum { JFR_LOW_IDS = 4096 };

/*
 * Read the metadata of an event of type JFR_METADATA_EVENT. *is_same: they are equal to the
 * metadata read before, which stay. False if they are damaged: *metadata is empty then.
 */
bool jfr_metadata_read(struct jfr_metadata *metadata, const struct jfr_event *event, bool *is_same);
void jfr_metadata_release(struct jfr_metadata *metadata);

static inline struct slice jfr_metadata_text(const struct jfr_metadata *metadata, uint32_t string)
{
	const uint32_t begin = string > 0 ? metadata->ends[string - 1] : 0;

	return slice_between(metadata->text.ptr + begin,
			     metadata->text.ptr + metadata->ends[string]);
}

static inline size_t jfr_type_count(const struct jfr_metadata *metadata)
{
	return metadata->ids.count;
}

/* Index of the type with this id; IDS_NONE without. */
static inline uint32_t jfr_type_of(const struct jfr_metadata *metadata, uint64_t id)
{
	return id < JFR_LOW_IDS ? metadata->by_number[id] : ids_find(&metadata->ids, id);
}

static inline struct slice jfr_type_name(const struct jfr_metadata *metadata, uint32_t type)
{
	return jfr_metadata_text(metadata, metadata->types[type].name);
}

/* NULL if the type has no such field. */
const struct jfr_field *jfr_type_field(const struct jfr_metadata *metadata, uint32_t type,
				       struct slice name);

/* True if the field is an id in the pool of this type. */
bool jfr_field_refers_to(const struct jfr_metadata *metadata, const struct jfr_field *field,
			 struct slice type);

#endif
