/* SPDX-License-Identifier: MIT */
/* Fields beside the event and the stack, as perf 5 to 7 print them. */
#include "collapse/perf/perf_fields.h"

enum {
	NUMBER_WIDTH = 16, /* of an address or a weight, with the blanks that align it */
	JOINED_LEAST = 6,  /* digits of an address without them: 401136, where programs lie */
	MISC_LONGEST = 4,
	DATE_LENGTH = 10, /* 2026-01-26 */
};

/* True for "dddd-dd-dd" and the like: digits where the pattern has d. */
static bool fields_match(struct slice word, struct slice pattern)
{
	size_t i;

	for (i = 0; i < pattern.len && i < word.len; i++) {
		if (pattern.ptr[i] == 'd' ? !char_is_digit(word.ptr[i])
					  : word.ptr[i] != pattern.ptr[i])
			return false;
	}
	return word.len >= pattern.len;
}

bool perf_fields_is_date(struct slice word)
{
	return word.len == DATE_LENGTH && fields_match(word, SLICE("dddd-dd-dd"));
}

bool perf_fields_is_clock(struct slice word)
{
	return fields_match(word, SLICE("dd:dd:dd.d"));
}

bool perf_fields_is_misc(struct slice word)
{
	size_t i;

	for (i = 0; i < word.len; i++) {
		if (slice_find(SLICE("KUHGgMESp"), word.ptr[i]) == SLICE_NONE)
			return false;
	}
	return word.len > 0 && word.len <= MISC_LONGEST;
}

/* The position of the `)` of the bracket at `open`; SLICE_NONE without. */
static size_t fields_close(struct slice text, size_t open)
{
	size_t depth = 0, i;

	for (i = open; i < text.len; i++) {
		if (text.ptr[i] == '(')
			depth++;
		else if (text.ptr[i] == ')' && --depth == 0)
			return i;
	}
	return SLICE_NONE;
}

/* "/usr/lib/libc.so.6)", "[kernel.kallsyms])": perf prints modules by their whole paths. */
static bool fields_start_module(struct slice text)
{
	return slice_starts(text, SLICE("/")) || slice_starts(text, SLICE("[")) ||
	       slice_starts(text, SLICE("inlined)"));
}

/*
 * Find " (MODULE)" that a blank follows, or nothing, or with `glued` anything: the position after
 * it; SLICE_NONE without.
 */
static size_t fields_module_end(struct slice text, bool glued)
{
	size_t open, close, from = 0;

	while ((open = slice_find(slice_tail(text, from), '(')) != SLICE_NONE) {
		open += from;
		from = open + 1;
		if ((open > 0 && !char_is_blank(text.ptr[open - 1])) ||
		    !fields_start_module(slice_tail(text, from)))
			continue;
		close = fields_close(text, open);
		if (glued || close == SLICE_NONE || close + 1 == text.len ||
		    char_is_blank(text.ptr[close + 1]))
			return close == SLICE_NONE ? SLICE_NONE : close + 1;
		from = close + 1;
	}
	return SLICE_NONE;
}

bool perf_fields_end_in_module(struct slice text)
{
	text = slice_trim_right(text);
	return slice_ends(text, SLICE(")")) && fields_module_end(text, false) == text.len;
}

/* "4K", "2M", "N/A": -F +data_page_size */
static bool fields_is_page_size(struct slice word)
{
	if (slice_equal(word, SLICE("N/A")))
		return true;
	return word.len > 1 && slice_find(SLICE("KMG"), word.ptr[word.len - 1]) != SLICE_NONE &&
	       slice_is_number(slice_head(word, word.len - 1));
}

/*
 * True if the text has "/P/-/-/5": flags and cycles of a branch, -F +brstack, +brstackoff and
 * +brstacksym: "0x401136/0x401150/P/-/-/5/CALL/-", "main+0x10(/x)/leaf+0x1(/x)/M/-/-/0/".
 */
static bool fields_have_branches(struct slice text)
{
	static const struct slice flags[] = {SLICE_INIT("PMN-"), SLICE_INIT("X-"),
					     SLICE_INIT("A-")};
	const size_t length = 2 * ARRAY_LEN(flags) + 2;
	size_t at, i;

	while ((at = slice_find(text, '/')) != SLICE_NONE && text.len - at >= length) {
		text = slice_tail(text, at);
		for (i = 0; i < ARRAY_LEN(flags); i++) {
			if (text.ptr[2 * i] != '/' ||
			    slice_find(flags[i], text.ptr[2 * i + 1]) == SLICE_NONE)
				break;
		}
		if (i == ARRAY_LEN(flags) && text.ptr[2 * i] == '/' &&
		    char_is_digit(text.ptr[2 * i + 1]))
			return true;
		text = slice_tail(text, 1);
	}
	return false;
}

/* A word that starts what follows a symbol and its module. */
static bool fields_is_after_module(struct slice word)
{
	static const struct slice starts[] = {SLICE_INIT("insn:"), SLICE_INIT("ilen:"),
					      SLICE_INIT("ABI:"),  SLICE_INIT("IPC:"),
					      SLICE_INIT("0x"),    SLICE_INIT("=>")};
	size_t i;

	for (i = 0; i < ARRAY_LEN(starts); i++) {
		if (word.ptr[0] == starts[i].ptr[0] && slice_starts(word, starts[i]))
			return true;
	}
	return fields_have_branches(word);
}

/* Take page sizes and a physical address off the end. */
static struct slice fields_drop_numbers(struct slice text)
{
	struct slice rest = text, word;

	while (slice_last_word(&rest, &word) && fields_is_page_size(word))
		text = rest;
	rest = text = slice_trim_right(text);
	if (slice_last_word(&rest, &word) && slice_is_hex(word) &&
	    text.len - slice_trim_right(rest).len >= NUMBER_WIDTH)
		text = rest;
	return text;
}

struct slice perf_fields_cut(struct slice key)
{
	/* perf puts no blank between the module and the first symbol of +brstacksym */
	const bool branches = fields_have_branches(key);
	struct slice rest = key, word;
	size_t end = fields_module_end(key, branches);

	if (end != SLICE_NONE)
		return slice_head(key, end);
	if (branches && slice_word(&rest, &word) && fields_have_branches(word) &&
	    (end = slice_search(key, SLICE("+0x"))) != SLICE_NONE)
		return slice_head(key, end); /* "leaf+0x10main+0x10/leaf+0x1/P/-/-/5/" */
	for (rest = key; slice_word(&rest, &word);) {
		if (word.ptr > key.ptr + 1 && fields_is_after_module(word))
			return slice_between(key.ptr, word.ptr);
	}
	return fields_drop_numbers(key);
}

/* A number of the width, or of all of its 16 digits. */
static bool fields_is_number(struct slice word, size_t blanks)
{
	return blanks + word.len >= NUMBER_WIDTH && slice_is_hex(word);
}

bool perf_fields_are_numbers(struct slice text)
{
	struct slice word;
	const char *start = text.ptr;

	return slice_word(&text, &word) && fields_is_number(word, (size_t)(word.ptr - start));
}

/* True if a symbol or a module follows after one blank, and not another field. */
static bool fields_start_symbol(struct slice text)
{
	struct slice word = {0};
	char first;

	if (text.len < 2 || text.ptr[0] != ' ' || char_is_blank(text.ptr[1]))
		return false;
	first = text.ptr[1];
	if (first == '|' || first == '/')
		return false;
	if (!char_is_hex(first) && first != 'i' && first != 'I' && first != 'N' && first != '=')
		return true; /* most often: no word below starts so */
	slice_word(&text, &word);
	return !fields_is_page_size(word) && !fields_is_after_module(word) &&
	       !fields_is_number(word, 0);
}

/* The text of a tracepoint follows one blank; fields are aligned to the right. */
static bool fields_are_trace(struct slice text)
{
	struct slice word = {0};

	if (text.len < 2 || text.ptr[0] != ' ' || char_is_blank(text.ptr[1]))
		return false;
	slice_word(&text, &word);
	return !fields_is_number(word, 0);
}

/* Cut at the "=>" of a branch: what it leads to is no frame. */
static struct slice fields_before_target(struct slice text)
{
	size_t at = slice_search(text, SLICE(" => "));

	return at == SLICE_NONE || !perf_fields_are_numbers(slice_tail(text, at + 3))
		       ? text
		       : slice_head(text, at);
}

/*
 * True if no field can follow the symbol: only its module has brackets, and no two blanks, number of
 * 16 digits or "=>" is in it. False for some symbols of C++, too.
 */
static bool fields_stop_here(struct slice key)
{
	const char *at = key.ptr + 1, *end = key.ptr + key.len;

	if (end[-1] != ')')
		return false;
	while ((at = memchr(at, ' ', (size_t)(end - at)))) {
		at++;
		if (at[-2] == ')' || *at == '\t' || *at == ' ' || *at == '=' ||
		    (end - at > NUMBER_WIDTH && char_is_hex(at[0]) &&
		     char_is_hex(at[NUMBER_WIDTH - 1]) && at[NUMBER_WIDTH] == ' '))
			return false;
	}
	return memchr(key.ptr, '\t', key.len) == NULL;
}

/* Find the last one: the data address may have a symbol, too. */
static bool fields_find_ip(struct slice text, struct slice *address, struct slice *key)
{
	const bool trace = fields_are_trace(text);
	struct slice rest, word;
	bool found = false;
	const char *end;

	if (trace && text.ptr[text.len - 1] != ')')
		return false;
	rest = text = fields_before_target(text);
	for (end = text.ptr; slice_word(&rest, &word); end = rest.ptr) {
		if (!fields_is_number(word, (size_t)(word.ptr - end)) || !fields_start_symbol(rest))
			continue;
		*address = word;
		*key = rest;
		found = true;
	}
	if (!found || (trace && fields_module_end(*key, false) != key->len))
		return false;
	*key = perf_fields_cut(*key);
	return true;
}

bool perf_fields_ip(struct slice text, struct slice *address, struct slice *key)
{
	struct slice rest, word;

	text = slice_trim_right(text);
	rest = text;
	if (text.len < NUMBER_WIDTH || !slice_word(&rest, &word))
		return false;
	if (fields_is_number(word, (size_t)(word.ptr - text.ptr)) && fields_start_symbol(rest) &&
	    fields_stop_here(rest)) { /* most often */
		*address = word;
		*key = rest;
		return true;
	}
	return fields_find_ip(text, address, key);
}

bool perf_fields_joined_ip(struct slice text, struct slice *address, struct slice *key)
{
	const size_t blank = slice_find(text, ' ');
	size_t i, digits = 0;

	*address = slice_head(text, blank == SLICE_NONE ? 0 : blank);
	for (i = 0; i < address->len; i++)
		digits += char_is_digit(address->ptr[i]);
	if (address->len < JOINED_LEAST || digits == 0 || !slice_is_hex(*address))
		return false;
	*key = slice_trim_right(slice_tail(text, address->len));
	if (!fields_start_symbol(*key) || slice_trim(*key).ptr[0] == '(')
		return false;
	*key = perf_fields_cut(*key);
	return perf_fields_end_in_module(*key);
}

/*
 * "\t0000000000401136\tinsn: 55", "\tmain:", "\t\tpush %rbp", "\t... not reaching sample ...": of
 * -F +brstackinsn and +disasm.
 */
static bool fields_are_listing(struct slice line)
{
	struct slice word = {0}, rest = line;

	if (line.ptr[0] != '\t' || !slice_word(&rest, &word))
		return false;
	if (line.ptr[1] == '\t')
		return !perf_fields_end_in_module(line);
	if (slice_is_hex(word) && rest.len > 0)
		return rest.ptr[0] == '\t' || (word.len == NUMBER_WIDTH && word.ptr[0] == '0');
	return slice_equal(word, SLICE("...")) || slice_equal(word, SLICE("mismatch")) ||
	       slice_ends(slice_trim_right(line), SLICE(":")) ||
	       (slice_ends(word, SLICE(":")) && rest.len > 0 && rest.ptr[0] == '\t');
}

bool perf_fields_known(struct slice line)
{
	struct slice word = {0}, rest = line;

	if (!slice_word(&rest, &word))
		return false;
	if (fields_have_branches(line))
		return true;
	if (line.ptr[0] == '|')
		return word.len > 1 && char_is_digit(word.ptr[1]); /* -F +srccode */
	if (!char_is_blank(line.ptr[0]))
		return false;
	if (fields_is_after_module(word) || fields_is_page_size(word) || fields_are_listing(line))
		return true;
	if (slice_equal(word, SLICE("BPF")))
		return slice_starts(rest, SLICE(" output:")) ||
		       slice_starts(rest, SLICE(" string:"));
	if (slice_drop(&word, SLICE(":")) && slice_is_hex(word))
		return true; /* bytes below "BPF output:" */
	/* a physical address, and sizes of pages */
	return line.ptr[0] == ' ' && perf_fields_are_numbers(line) &&
	       slice_is_blank(fields_drop_numbers(line));
}

/* ---- Symbols and modules, for all personalities ---- */

bool perf_strip_offset_any(struct slice *raw)
{
	size_t at = raw->len;

	while (at > 0 && char_is_hex(raw->ptr[at - 1]))
		at--;
	if (!slice_ends(slice_head(*raw, at), SLICE("+0x")))
		return false;
	*raw = slice_head(*raw, at - 3);
	return true;
}

static bool is_version_char(char c)
{
	return char_is_alpha(c) || char_is_digit(c) || c == '-' || c == '.' || c == '_';
}

bool perf_is_kernel_module(struct slice module)
{
	size_t at = slice_rsearch(module, SLICE("vmlinux"));

	return (module.len > 0 && module.ptr[0] == '[') || slice_ends(module, SLICE(".ko")) ||
	       (at != SLICE_NONE && slice_all(slice_tail(module, at + 7), is_version_char));
}
