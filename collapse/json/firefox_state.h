/* SPDX-License-Identifier: MIT */
/*
 * firefox_state.h - a profile of the Firefox Profiler while its document is read: firefox.c reads,
 * firefox_fold.c counts, firefox_names.c finds the names of frames. Texts belong to firefox.arena.
 */
#ifndef FLAMBEAU_FIREFOX_STATE_H
#define FLAMBEAU_FIREFOX_STATE_H

#include "collapse/json/document.h"

/*
 * ---- firefox_columns.c: a table of numbers in a document ----
 *
 * Documents write a table by its columns, or as rows with a schema that gives each column its place
 * in a row; the schema may follow the rows.
 *
 *     {"length":2,"frame":[0,1],"prefix":[null,0]}
 *     {"schema":{"prefix":0,"frame":1},"data":[[null,0],[0,1]]}
 *
 * Only columns that the format names are kept: 8 bytes per value.
 */

enum {
	COLUMNS_NAMED = 8,      /* of one kind of table, at most */
	COLUMNS_POSITIONS = 16, /* of a row; those after them are ignored */
};

#define COLUMN_NULL INT64_MIN /* null, or a row without the column */

/* A column that a format reads. */
struct column_kind {
	struct slice name;
	unsigned digits; /* decimals that are kept; 0: the values are whole numbers */
};

/* Zeroed it is empty. */
struct column {
	int64_t *values; /* in units of 10^-scale */
	size_t count, cap;
	unsigned scale;
};

struct columns {
	const struct column_kind *kinds;
	unsigned kind_count;
	unsigned wanted;        /* bits: kinds whose values are kept */
	unsigned present;       /* bits: kinds that are there as a list, not as null */
	struct column *columns; /* in the order in which their first value came */
	size_t count, cap;
	/* column + 1, 0: none: by kind, and by position of rows without a schema */
	unsigned char at[COLUMNS_NAMED + COLUMNS_POSITIONS];
	unsigned char positions[COLUMNS_POSITIONS]; /* kind + 1, 0: none */
	bool has_schema;
	unsigned next; /* column + 1 of the next value; in a row, its position */
	bool in_rows;
	size_t rows; /* that were begun */
};

enum columns_verdict {
	COLUMNS_GOOD,
	COLUMNS_BAD,  /* not a number, or not a whole one: null instead */
	COLUMNS_HUGE, /* it does not fit: null instead */
};

/* `wanted` has a bit for each of `kinds` to keep; the others are only found `present`. */
void columns_init(struct columns *columns, const struct column_kind *kinds, unsigned count,
		  unsigned wanted);

/* A list begins: the values of the column of that name, or rows, if the name is "data". */
void columns_begin(struct columns *columns, struct slice name);

/* The next row begins; it ends when the next one begins. */
void columns_row(struct columns *columns);

/* A column's place in the rows. */
void columns_place(struct columns *columns, struct slice name, struct slice position);

/* The next value of the list or of the row. */
enum columns_verdict columns_add(struct columns *columns, enum json_event kind, struct slice text);

/* All has been read: finds the columns of rows that came before the schema. */
void columns_end(struct columns *columns);

static inline bool columns_have(const struct columns *columns, unsigned kind)
{
	return columns && (columns->present >> kind & 1);
}

static inline const struct column *columns_of(const struct columns *columns, unsigned kind)
{
	return columns && columns->at[kind] > 0 ? &columns->columns[columns->at[kind] - 1] : NULL;
}

/* The value, in units of 10^-scale of its column; COLUMN_NULL without one. */
static inline int64_t columns_get(const struct columns *columns, unsigned kind, size_t row)
{
	const struct column *column = columns_of(columns, kind);

	return column && row < column->count ? column->values[row] : COLUMN_NULL;
}

/* The number of values of a column that is kept. */
static inline size_t columns_rows(const struct columns *columns, unsigned kind)
{
	const struct column *column = columns_of(columns, kind);

	return column ? column->count : 0;
}

/* Likewise in units of 10^-digits, rounded half away from 0; COLUMN_NULL if it does not fit. */
int64_t columns_scaled(const struct columns *columns, unsigned kind, size_t row, unsigned digits);

void columns_release(struct columns *columns);

/* ---- The profile ---- */

enum { FIREFOX_SIDE = DOCUMENT_TOP + 1 }; /* the place of a file with names, in a list */

/* The tables of a thread, or those that all threads share. */
enum firefox_table {
	FIREFOX_STACKS,
	FIREFOX_FRAMES,
	FIREFOX_FUNCS,
	FIREFOX_RESOURCES,
	FIREFOX_SOURCES,
	FIREFOX_SAMPLES, /* of a thread alone, from here on */
	FIREFOX_JS_ALLOCATIONS,
	FIREFOX_NATIVE_ALLOCATIONS,
	FIREFOX_TABLES,
};

/* Columns, table by table. */
enum { STACK_FRAME, STACK_PREFIX, STACK_OFFSET };
enum { FRAME_FUNC, FRAME_INLINE_DEPTH, FRAME_LIB, FRAME_CATEGORY, FRAME_LOCATION };
enum { FUNC_NAME, FUNC_RESOURCE, FUNC_FILE, FUNC_SOURCE, FUNC_LINE, FUNC_IS_JS };
enum { RESOURCE_LIB };
enum { SOURCE_FILE };
enum { SAMPLE_STACK, SAMPLE_WEIGHT, SAMPLE_TIME, SAMPLE_DELTA, SAMPLE_CPU, SAMPLE_ADDRESS };

#define FIREFOX_NO_STACK UINT32_MAX

enum firefox_note {
	FIREFOX_NOTE_STACK = STREAM_NOTES, /* a sample's is not in the table */
	FIREFOX_NOTE_PARENT,               /* a stack's is not in the table in front of it */
	FIREFOX_NOTE_FRAME,                /* a frame or what it refers to is missing */
	FIREFOX_NOTE_LENGTH,               /* entries of a table that has shorter columns */
	FIREFOX_NOTE_NULL,                 /* a sample without a stack */
	FIREFOX_NOTE_OTHER_TYPE,           /* a thread whose counts cannot be added */
	FIREFOX_NOTE_NEGATIVE,
	FIREFOX_NOTE_NOTHING, /* no thread has what was asked for */
	FIREFOX_NOTE_OLD,
	FIREFOX_NOTE_NEWER,
	FIREFOX_NOTE_UNNAMED,    /* a frame that is an address */
	FIREFOX_NOTE_NO_RANGE,   /* a library of a gecko profile */
	FIREFOX_NOTE_NO_SAMPLES, /* a thread */
	FIREFOX_NOTE_SIDE,       /* the file with the names */
};

enum firefox_weight {
	WEIGHT_SAMPLES,
	WEIGHT_COUNT,
	WEIGHT_CPU,
	WEIGHT_JS_ALLOCATIONS,
	WEIGHT_NATIVE_ALLOCATIONS,
	WEIGHT_NATIVE_DEALLOCATIONS,
	WEIGHT_NATIVE_RETAINED,
};

extern const char *const firefox_weight_names[]; /* by enum firefox_weight; NULL at the end */

struct firefox_options {
	int weight; /* enum firefox_weight */
	bool diff, nanoseconds, inlines, locations, thread_names, process_names;
	const struct slice *files; /* of the command line */
	size_t file_count;
};

/* A library of a process: in processed profiles addresses are relative to it already. */
struct firefox_lib {
	uint64_t start, number; /* in the order of the document */
	uint64_t end, offset;
	struct slice name;
	bool has_start, has_end;
	struct slice id; /* breakpadId */
};

/*
 * Names of addresses from a file beside the profile: firefox_symbols.c. Zeroed it is empty.
 */

struct firefox_address {
	uint64_t address, index; /* among the symbols of the library */
};

struct firefox_symbol {
	uint64_t address, size;                /* UINT64_MAX: it reaches up to the next one */
	int64_t name;                          /* number of a string; -1: none */
	size_t first_function, function_count; /* inlined ones first */
};

/* Ranges of the lists of all libraries. */
struct firefox_symbol_lib {
	struct slice id;
	size_t first, count, first_known, known_count, first_start;
};

struct firefox_symbols {
	struct slice *strings;
	frame_id
		*frames; /* of the strings, each without a mark and with one; NULL: none was made */
	size_t string_count, string_cap;
	struct firefox_symbol_lib *libs;
	size_t lib_count, lib_cap;
	struct firefox_symbol *at;
	size_t count, cap;
	uint64_t *functions; /* numbers of strings */
	size_t function_count, function_cap;
	struct firefox_address *known, *starts; /* addresses of the profile; of symbols */
	size_t known_count, known_cap, start_count, start_cap;
	bool has_half; /* a pair's first number was read */
};

void firefox_symbols_enter(struct firefox_symbols *symbols, bool is_lib);
void firefox_symbols_leave(struct firefox_symbols *symbols);
void firefox_symbols_add_function(struct firefox_symbols *symbols, uint64_t function);
void firefox_symbols_add_known(struct firefox_symbols *symbols, uint64_t number);

/* NULL: the address has no name there. */
const struct firefox_symbol *firefox_symbols_find(const struct firefox_symbols *symbols,
						  struct slice id, uint64_t address);
void firefox_symbols_release(struct firefox_symbols *symbols);

/* Read the file beside the one that is being read, if there is one. */
void firefox_read_symbols(struct ingest_run *run);

/* Tables, each of which may be missing. */
struct firefox_tables {
	struct columns *at[FIREFOX_TABLES];
	struct slice *strings;
	size_t string_count, string_cap;
	struct firefox_lib *libs;
	size_t lib_count, lib_cap;
	bool is_sorted; /* libs, by their start */
};

/*
 * The tables that count for a thread, each its own or else the shared one, and what is made of them
 * once: depths of stacks and names of frames.
 */
struct firefox_view {
	const struct columns *at[FIREFOX_TABLES];
	const struct slice *strings;
	size_t string_count;
	struct firefox_tables *libs; /* those that has them */
	bool is_gecko;               /* frames have locations, not functions */
	bool is_own;                 /* names are those of export-firefox */
	uint32_t *depths, *parents;  /* of stacks; FIREFOX_NO_STACK: a root */
	frame_id *leaves;            /* the frames of stacks; HASH_NONE: not asked for yet */
	size_t stack_count;
	frame_id *names; /* of frames; HASH_NONE: not asked for yet */
	const struct firefox_symbol *
		*symbols; /* of frames, from the file beside; NULL: no such file */
	size_t frame_count;
};

enum { FIREFOX_TIME_DIGITS = 6 }; /* of milliseconds: nanoseconds */

/* What the weights of a thread's samples count; all that is added up is of one type. */
enum firefox_type { TYPE_UNKNOWN, TYPE_SAMPLES, TYPE_TIME, TYPE_BYTES, TYPE_CYCLES };

/* One process or several, with what they share. */
struct firefox_profile {
	struct firefox_tables tables;
	struct slice *categories;
	size_t category_count, category_cap;
	int64_t start; /* nanoseconds since 1970; 0: not known */
	unsigned cpu_digits;
	bool counts_cycles, has_no_time;
	bool is_own; /* written by export-firefox */
};

struct firefox_thread {
	struct firefox_tables tables;
	struct slice name, process, pid, tid;
	enum firefox_type type;
	size_t profile;
};

struct firefox {
	struct document document;
	struct arena arena; /* all texts of the document */
	struct firefox_profile *profiles;
	size_t profile_count, profile_cap;
	size_t *open; /* profiles inside of each other */
	size_t open_count, open_cap;
	struct firefox_thread *threads;
	size_t thread_count, thread_cap;
	bool in_thread;
	struct columns *table;  /* being read; NULL: none */
	unsigned in_table;      /* 1: in it, 2: in its schema */
	enum firefox_type type; /* of what is counted, of all documents */
	struct firefox_symbols symbols;
	size_t files_read; /* for the first document of each file a file beside it was looked for */
	struct text_clock clock;
	uint64_t *sums; /* by stack; all 0 between threads */
	size_t sum_count;
	uint64_t counted; /* samples */
	unsigned seen;    /* bits of enum firefox_weight that some thread has, up to now */
};

/* The frame of an entry of the frame table. */
frame_id firefox_name(struct ingest_run *run, struct firefox_view *view, size_t frame);

/* The symbol of a frame that is an address, or NULL. */
const struct firefox_symbol *firefox_symbol_of(const struct firefox *firefox,
					       const struct firefox_view *view, size_t frame);

/* The document has been read: count its samples. firefox_fold.c. */
void firefox_fold(struct ingest_run *run);

/* The unit of the counts, in units of the sums: for struct collapser. */
uint64_t firefox_unit(const struct ingest_run *run);

/* The text of a string table; false if it has none of that number. */
static inline bool firefox_string(const struct firefox_view *view, int64_t number,
				  struct slice *text)
{
	if (number < 0 || (uint64_t)number >= view->string_count)
		return false;
	*text = view->strings[number];
	return true;
}

#endif
