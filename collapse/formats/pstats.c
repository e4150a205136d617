/* SPDX-License-Identifier: MIT */
/*
 * The pstats format: what Python's cProfile and profile dump, one marshalled dictionary
 *
 *     (file, line, name): (primitive calls, calls, own seconds, inclusive seconds, callers)
 *
 * where callers is a dictionary of (file, line, name): (calls, primitive calls, own seconds, inclusive
 * seconds), or of the number of calls alone, as profile writes it. The sampling profiler of Python
 * 3.15 adds a key ('__sampled__',); then counts are samples: own ones, those on the stack, and by caller.
 *
 * Marshal is little-endian. Bit 7 of a type: the object has the next number, by which `r` refers to it.
 * Format: Python/marshal.c and Lib/pstats.py, of Python 2.6 to 3.15.
 */
#include "collapse/formats/call_graph.h"
#include "collapse/names/tidy.h"

enum {
	PSTATS_DEPTH = 16,    /* of objects inside of each other */
	PSTATS_REFERRED = 14, /* the depth of an object that is read again */
	PSTATS_ITEMS = 5,     /* of the longest tuple that means something */
	PSTATS_FLAG = 0x80,
};

enum pstats_note {
	PSTATS_REFUSED = CALL_GRAPH_NOTES,
};

enum pstats_value { PSTATS_TIME, PSTATS_CALLS };

static const char *const value_names[] = {"time", "calls", NULL};
static const char *const value_helps[] = {
	"own time of the function, in ns",
	"calls of the function; which stacks they came by is a guess",
	NULL,
};

struct pstats_options {
	int value; /* enum pstats_value */
	uint64_t least_share;
};

static const struct opt rows[] = {
	{OPT_HEADING, .help = "pstats"},
	{OPT_CHOICE, .name = "value", .value = "KIND", OPT_AT(struct pstats_options, value),
	 .choices = value_names, .choice_helps = value_helps,
	 .help = "What is counted; the default is time"},
	CALL_GRAPH_LEAST_ROW(struct pstats_options, least_share),
};

enum pstats_kind {
	PSTATS_NUMBER,
	PSTATS_TEXT,
	PSTATS_KEY,   /* of a function */
	PSTATS_MARK,  /* of the sampled form */
	PSTATS_ROW,   /* a tuple of numbers, which may end in callers */
	PSTATS_DICT,  /* callers */
	PSTATS_END,   /* of a dictionary */
	PSTATS_OTHER, /* None, a boolean */
};

/* What an object says; of a tuple its numbers are in `row`. */
struct pstats_object {
	enum pstats_kind kind;
	double number;
	struct slice text;
	uint32_t function;
	double row[PSTATS_ITEMS];
	size_t count;
};

/* An object that has a number; it is read again where it is referred to. */
struct pstats_shared {
	size_t at;
	uint32_t function; /* of a key, + 1; 0: not known */
};

struct pstats_table {
	struct pstats_shared *at;
	size_t count, cap;
};

/* The state of a run: the graph of all files, and the file being read. */
struct pstats {
	struct text text;
	struct call_graph graph;
	struct intern known; /* "file\nline\nname", numbered as in the graph */
	struct buf key;
	bool has_file, is_sampled; /* of the files before */
	struct slice bytes;
	size_t at;
	struct pstats_table shared, interned; /* of `r`, and of `R` in Python 2 */
	bool sees_mark;                       /* the file has the key of the sampled form */
	bool adds;                            /* to the graph: the second time through the file */
	uint32_t callee;                      /* whose callers are read */
	struct {
		uint32_t caller;
		double calls, cost; /* the inclusive one; -1: calls alone are known */
	} * callers;
	size_t caller_count, caller_cap;
};

static bool pstats_object(struct ingest_run *run, struct pstats_object *object, unsigned depth);

/* ---- Marshal ---- */

static bool pstats_take(struct pstats *pstats, size_t size, struct slice *bytes)
{
	if (size > pstats->bytes.len - pstats->at)
		return false;
	*bytes = slice_of(pstats->bytes.ptr + pstats->at, size);
	pstats->at += size;
	return true;
}

static bool pstats_take_fixed(struct pstats *pstats, size_t size, uint64_t *value)
{
	struct slice bytes;

	if (!pstats_take(pstats, size, &bytes))
		return false;
	*value = slice_load_bytes(bytes.ptr, size, false);
	return true;
}

static bool pstats_take_text(struct pstats *pstats, size_t size, struct slice *text)
{
	uint64_t length;

	return pstats_take_fixed(pstats, size, &length) &&
	       pstats_take(pstats, (size_t)length, text);
}

/* Digits of 15 bits; as many as the sign says. */
static bool pstats_take_long(struct pstats *pstats, double *number)
{
	uint64_t count, digit;
	double unit = 1;
	int32_t sign;

	if (!pstats_take_fixed(pstats, 4, &count))
		return false;
	sign = (int32_t)(uint32_t)count;
	count = (uint64_t)(sign < 0 ? -(int64_t)sign : sign);
	for (*number = 0; count > 0; count--, unit *= 32768) {
		if (!pstats_take_fixed(pstats, 2, &digit))
			return false;
		*number += (double)digit * unit;
	}
	*number = sign < 0 ? -*number : *number;
	return true;
}

static bool pstats_take_float(struct pstats *pstats, bool is_text, double *number)
{
	struct slice text;
	char digits[32];
	uint64_t bits;

	if (!is_text) {
		if (!pstats_take_fixed(pstats, 8, &bits))
			return false;
		memcpy(number, &bits, sizeof(bits));
		return true;
	}
	if (!pstats_take_text(pstats, 1, &text) || text.len >= sizeof(digits))
		return false;
	memcpy(digits, text.ptr, text.len);
	digits[text.len] = '\0';
	*number = strtod(digits, NULL);
	return true;
}

static void pstats_share(struct pstats_table *table, size_t at)
{
	MEMORY_ROOM(table->at, table->count, table->cap);
	table->at[table->count++] = (struct pstats_shared){.at = at};
}

/* The function of (file, line, name); its number is its place in the graph, where files are added. */
static uint32_t pstats_function(struct ingest_run *run, struct slice file, double line,
				struct slice name)
{
	struct pstats *pstats = run->state;
	struct buf *frame = &text_of(run)->name;
	char number[32];
	frame_id id;

	if (!pstats->adds)
		return 0;
	if (!text_affords_name(run, file.len + name.len))
		file = name = SLICE("");
	snprintf(number, sizeof(number), "%.0f", line);
	buf_reset(&pstats->key);
	buf_printf(&pstats->key, "%.*s\n%s\n%.*s", SLICE_ARG(file), number, SLICE_ARG(name));
	id = intern_add(&pstats->known, buf_slice(&pstats->key));
	if (id < pstats->graph.count)
		return id;
	buf_set(frame, name);
	if (file.len > 0 && !slice_equal(file, SLICE("~")))
		buf_printf(frame, " (%.*s:%s)", SLICE_ARG(tidy_python_file(file)), number);
	return call_graph_add_function(&pstats->graph, text_frame(run, buf_slice(frame)));
}

/* A tuple: a key, or numbers. */
static bool pstats_tuple(struct ingest_run *run, uint64_t count, struct pstats_object *object,
			 unsigned depth)
{
	struct pstats_object item;
	struct slice texts[PSTATS_ITEMS];
	unsigned has_text = 0, has_row = 0;
	size_t i;

	if (count == 0 || count > PSTATS_ITEMS)
		return false;
	for (i = 0; i < count; i++) {
		if (!pstats_object(run, &item, depth + 1) || item.kind == PSTATS_END)
			return false;
		object->row[i] = item.kind == PSTATS_NUMBER ? item.number : 0;
		texts[i] = item.text;
		has_text |= (unsigned)(item.kind == PSTATS_TEXT) << i;
		has_row |= (unsigned)(item.kind == PSTATS_NUMBER || item.kind == PSTATS_DICT) << i;
	}
	object->count = (size_t)count;
	if (count == 1 && has_text == 1 && slice_equal(texts[0], SLICE("__sampled__"))) {
		object->kind = PSTATS_MARK;
	} else if (count == 3 && has_text == 5) {
		object->kind = PSTATS_KEY;
		object->function = pstats_function(run, texts[0], object->row[1], texts[2]);
	} else {
		object->kind = PSTATS_ROW;
		return has_row == (1u << count) - 1;
	}
	return true;
}

/* Callers: of each a key, and a row or a number. */
static bool pstats_callers(struct ingest_run *run, unsigned depth)
{
	struct pstats *pstats = run->state;
	struct pstats_object key, value;

	for (;;) {
		if (!pstats_object(run, &key, depth + 1))
			return false;
		if (key.kind == PSTATS_END)
			return true;
		if (key.kind != PSTATS_KEY || !pstats_object(run, &value, depth + 1) ||
		    !(value.kind == PSTATS_NUMBER ||
		      (value.kind == PSTATS_ROW && value.count == 4)))
			return false;
		MEMORY_ROOM(pstats->callers, pstats->caller_count, pstats->caller_cap);
		pstats->callers[pstats->caller_count].caller = key.function;
		pstats->callers[pstats->caller_count].calls = value.kind == PSTATS_NUMBER
								      ? value.number
								      : value.row[0];
		pstats->callers[pstats->caller_count++].cost = value.kind == PSTATS_NUMBER
								       ? -1
								       : value.row[3];
	}
}

/* An object that was read before: a number, a text or a key, which have no others inside but these. */
static bool pstats_refer(struct ingest_run *run, const struct pstats_table *table, uint64_t number,
			 struct pstats_object *object, unsigned depth)
{
	struct pstats *pstats = run->state;
	const size_t at = pstats->at, count = pstats->shared.count;
	bool good;

	if (number >= table->count)
		return false;
	object->kind = PSTATS_KEY;
	object->function = table->at[number].function - 1;
	if (table->at[number].function > 0)
		return true;
	pstats->at = table->at[number].at;
	good = pstats_object(run, object, depth < PSTATS_REFERRED ? PSTATS_REFERRED : depth + 1);
	pstats->at = at;
	pstats->shared.count = count;
	if (good && object->kind == PSTATS_KEY)
		table->at[number].function = object->function + 1;
	return good && object->kind != PSTATS_DICT;
}

/* The content of an object of that type. */
static bool pstats_content(struct ingest_run *run, unsigned char type, struct pstats_object *object,
			   unsigned depth)
{
	struct pstats *pstats = run->state;
	uint64_t number;

	object->kind = PSTATS_OTHER;
	switch (type) {
	case 'N':
	case 'T':
	case 'F': return true;
	case '0': object->kind = PSTATS_END; return true;
	case 'i':
		object->kind = PSTATS_NUMBER;
		if (!pstats_take_fixed(pstats, 4, &number))
			return false;
		object->number = (double)(int32_t)(uint32_t)number;
		return true;
	case 'l': object->kind = PSTATS_NUMBER; return pstats_take_long(pstats, &object->number);
	case 'g':
	case 'f':
		object->kind = PSTATS_NUMBER;
		return pstats_take_float(pstats, type == 'f', &object->number);
	case 's':
	case 't':
	case 'u':
	case 'a':
	case 'A': object->kind = PSTATS_TEXT; return pstats_take_text(pstats, 4, &object->text);
	case 'z':
	case 'Z': object->kind = PSTATS_TEXT; return pstats_take_text(pstats, 1, &object->text);
	case '(':
	case ')':
		return pstats_take_fixed(pstats, type == '(' ? 4 : 1, &number) &&
		       pstats_tuple(run, number, object, depth);
	case '{': object->kind = PSTATS_DICT; return pstats_callers(run, depth);
	case 'r':
	case 'R':
		return pstats_take_fixed(pstats, 4, &number) &&
		       pstats_refer(run, type == 'r' ? &pstats->shared : &pstats->interned, number,
				    object, depth);
	default: return false;
	}
}

/* The next object; false if it is none of pstats. */
static bool pstats_object(struct ingest_run *run, struct pstats_object *object, unsigned depth)
{
	struct pstats *pstats = run->state;
	const size_t at = pstats->at;
	uint64_t byte;
	unsigned char type;

	object->text = SLICE("");
	if (depth > PSTATS_DEPTH || !pstats_take_fixed(pstats, 1, &byte))
		return false;
	type = (unsigned char)(byte & ~(uint64_t)PSTATS_FLAG);
	if (byte & PSTATS_FLAG)
		pstats_share(&pstats->shared, at);
	else if (type == 't' && depth < PSTATS_REFERRED)
		pstats_share(&pstats->interned, at);
	return pstats_content(run, type, object, depth);
}

/* ---- The graph ---- */

/* Seconds in ns, samples or calls: whole numbers, a half is rounded to the even one. */
static bool pstats_cost(struct ingest_run *run, double value, bool is_time, uint64_t *cost)
{
	double whole;

	value = is_time ? value * 1e9 : value;
	if (!(value >= 0)) {
		text_note(run, TEXT_SKIPPED, SLICE(""));
		return false;
	}
	if (value >= 18446744073709551615.0) {
		text_note(run, TEXT_HUGE, SLICE(""));
		return false;
	}
	*cost = (uint64_t)value;
	whole = value - (double)*cost;
	*cost += whole > 0.5 || (whole == 0.5 && (*cost & 1) != 0);
	return true;
}

/* A function with its row; its callers are in the list. */
static void pstats_add(struct ingest_run *run, uint32_t function, const struct pstats_object *row)
{
	const struct pstats_options *options = run->options;
	struct pstats *pstats = run->state;
	const bool is_time = !pstats->sees_mark && options->value == PSTATS_TIME;
	double calls = 0, value;
	uint64_t cost;
	size_t i;

	if (pstats_cost(run, is_time ? row->row[2] : row->row[pstats->sees_mark ? 0 : 1], is_time,
			&cost))
		call_graph_add_self(&pstats->graph, function, cost);
	for (i = 0; i < pstats->caller_count; i++)
		calls += pstats->callers[i].caller == function ? 0 : pstats->callers[i].calls;
	for (i = 0; i < pstats->caller_count; i++) {
		value = pstats->callers[i].calls;
		if (is_time) /* without a time of its own a caller has its share by calls */
			value = pstats->callers[i].cost >= 0 ? pstats->callers[i].cost
				: calls > 0                  ? row->row[3] * value / calls
							     : 0;
		if (pstats->callers[i].caller != function &&
		    pstats_cost(run, value, is_time, &cost))
			call_graph_add_call(&pstats->graph, pstats->callers[i].caller, function,
					    cost);
	}
}

/* All of a file; false if it is not what it should be. */
static bool pstats_walk(struct ingest_run *run)
{
	struct pstats *pstats = run->state;
	struct pstats_object key, row;

	pstats->at = pstats->shared.count = pstats->interned.count = 0;
	if (pstats->bytes.len == 0 || (pstats->bytes.ptr[0] & 0x7f) != '{')
		return false;
	if (pstats->bytes.ptr[0] != '{')
		pstats_share(&pstats->shared, 0);
	pstats->at = 1;
	while (pstats_object(run, &key, 1)) {
		pstats->caller_count = 0;
		if (key.kind == PSTATS_END)
			return pstats->at == pstats->bytes.len;
		if (!pstats_object(run, &row, 1) ||
		    (key.kind != PSTATS_MARK &&
		     (key.kind != PSTATS_KEY || row.kind != PSTATS_ROW || row.count != 5)))
			return false;
		pstats->sees_mark |= key.kind == PSTATS_MARK;
		if (pstats->adds && key.kind == PSTATS_KEY)
			pstats_add(run, key.function, &row);
	}
	return false;
}

/* A file. */
static void pstats_parse(struct ingest_run *run, struct slice file)
{
	struct pstats *pstats = run->state;

	run->budget.read += file.len;
	pstats->bytes = file;
	pstats->sees_mark = pstats->adds = false;
	if (!pstats_walk(run)) {
		text_note(run, PSTATS_REFUSED,
			  SLICE("no file of pstats, or cut off; dump one with python3 -m cProfile "
				"-o FILE"));
	} else if (pstats->has_file && pstats->is_sampled != pstats->sees_mark) {
		text_note(run, PSTATS_REFUSED,
			  SLICE("samples cannot be added to times: collapse each separately"));
	} else {
		pstats->has_file = pstats->adds = true;
		pstats->is_sampled = pstats->sees_mark;
		pstats_walk(run);
	}
}

static void pstats_finish(struct ingest_run *run)
{
	const struct pstats_options *options = run->options;
	struct pstats *pstats = run->state;
	const bool is_time = !pstats->is_sampled && options->value == PSTATS_TIME;

	if (!pstats->has_file)
		return;
	call_graph_unfold(run, &pstats->graph, options->least_share);
	if (is_time)
		header_add(&run->profile.header, HEADER_EVENT, SLICE("wall"));
	header_add(&run->profile.header, HEADER_UNIT,
		   is_time              ? SLICE("ns")
		   : pstats->is_sampled ? SLICE("samples")
					: SLICE("calls"));
}

static void pstats_release(struct ingest_run *run)
{
	struct pstats *pstats = run->state;

	call_graph_clear(&pstats->graph);
	intern_release(&pstats->known);
	buf_release(&pstats->key);
	text_release(&pstats->text);
	free(pstats->shared.at);
	free(pstats->interned.at);
	free(pstats->callers);
}

/* ---- The format ---- */

static bool pstats_prepare(struct collapse_setup *setup)
{
	struct pstats_options *options = setup->options;

	if (!opt_given(setup->given, "least"))
		options->least_share = CALL_GRAPH_LEAST;
	return true;
}

/* A dictionary whose first key is a tuple of three, or of the word of the sampled form. */
static enum probe pstats_probe(struct slice head, bool whole)
{
	static const char marks[][5] = {"(\3\0\0\0", ")\3", "(\1\0\0\0", ")\1"};
	char begin[6] = {0};
	size_t i, size;

	(void)whole;
	if (head.len < sizeof(begin) || (head.ptr[0] & 0x7f) != '{')
		return PROBE_NO;
	memcpy(begin, head.ptr + 1, sizeof(begin) - 1);
	begin[0] &= 0x7f;
	for (i = 0; i < ARRAY_LEN(marks); i++) {
		size = marks[i][0] == '(' ? 5 : 2;
		if (memcmp(begin, marks[i], size) == 0)
			return PROBE_YES;
	}
	return PROBE_NO;
}

static const struct note_kind kinds[] = {
	CALL_GRAPH_NOTE_ROWS,
	[PSTATS_REFUSED] = {.message = "", .level = DIAG_ERRORS, .fails = NOTE_FAILS},
};

static const struct ingest_format format = {
	.parse = pstats_parse,
	.state_size = sizeof(struct pstats),
	.release = pstats_release,
	.finish = pstats_finish,
	.kinds = TEXT_KINDS(kinds),
};

const struct collapser collapse_pstats = {
	.name = "pstats",
	.summary = "folded stacks from Python's cProfile (pstats)",
	.rows = COLLAPSE_OPTIONS(rows, struct pstats_options),
	.reader = &format,
	.prepare = pstats_prepare,
	.probe = pstats_probe,
};
