/* SPDX-License-Identifier: MIT */
#include "common/debuginfo/cfi_entry.h"

/* Formats of encoded pointers. */
enum {
	FORMAT_ADDRESS = 0,
	FORMAT_ULEB = 1,
	FORMAT_U16 = 2,
	FORMAT_U32 = 3,
	FORMAT_U64 = 4,
	FORMAT_SLEB = 9,
	FORMAT_S16 = 10,
	FORMAT_S32 = 11,
	FORMAT_S64 = 12,
};

/* The base of an encoded pointer. */
enum {
	BASE_NONE = 0x00,
	BASE_SELF = 0x10,
	BASE_DATA = 0x30,
	POINTER_INDIRECT = 0x80,
};

struct cfi_reader cfi_reader_at(const struct cfi_section *section, uint64_t offset)
{
	const struct slice bytes = slice_of((const char *)section->bytes, section->size);

	return (struct cfi_reader){
		.section = section,
		.in = dwarf_reader_at(bytes, section->is_big_endian, offset),
	};
}

struct cfi_reader cfi_read_part(struct cfi_reader *reader, uint64_t size)
{
	struct cfi_reader part = *reader;

	dwarf_skip(&reader->in, size);
	part.in.failed = reader->in.failed;
	part.in.end = reader->in.at;
	if (part.in.failed)
		part.in.at = part.in.end;
	return part;
}

static uint64_t read_format(struct cfi_reader *reader, unsigned format)
{
	switch (format) {
	case FORMAT_ADDRESS: return dwarf_read(&reader->in, reader->section->word);
	case FORMAT_ULEB: return dwarf_read_uleb(&reader->in);
	case FORMAT_U16: return dwarf_read(&reader->in, 2);
	case FORMAT_U32: return dwarf_read(&reader->in, 4);
	case FORMAT_U64:
	case FORMAT_S64: return dwarf_read(&reader->in, 8);
	case FORMAT_SLEB: return (uint64_t)dwarf_read_sleb(&reader->in);
	case FORMAT_S16: return (uint64_t)(int16_t)dwarf_read(&reader->in, 2);
	case FORMAT_S32: return (uint64_t)(int32_t)dwarf_read(&reader->in, 4);
	default: reader->in.failed = true; return 0;
	}
}

uint64_t cfi_read_pointer(struct cfi_reader *reader, unsigned encoding, uint64_t data)
{
	const uint64_t self = reader->section->address + cfi_reader_offset(reader);
	uint64_t value = read_format(reader, encoding & CFI_POINTER_FORMAT);

	switch (encoding & (CFI_POINTER_BASE | POINTER_INDIRECT)) {
	case BASE_NONE: break;
	case BASE_SELF: value += self; break;
	case BASE_DATA: value += data; break;
	default: reader->in.failed = true;
	}
	return reader->section->word == 4 ? (uint32_t)value : value;
}

/* The number after an encoded pointer's format, relative to nothing: lengths of ranges. */
static uint64_t cfi_read_length(struct cfi_reader *reader, unsigned encoding)
{
	const uint64_t value = read_format(reader, encoding & CFI_POINTER_FORMAT);

	return reader->section->word == 4 ? (uint32_t)value : value;
}

enum { AUGMENTATION_LONGEST = 16 };

/* The beginning of an entry. */
struct head {
	struct cfi_reader body; /* after the id */
	uint64_t id;            /* of a function: where its CIE is */
	uint64_t id_offset;     /* in the section */
	unsigned wide;          /* bytes of the id */
	uint64_t end;           /* offset of what follows */
};

/* False: damaged, or the end. */
static bool cfi_entry_read_head(const struct cfi_section *section, uint64_t offset,
				struct head *head)
{
	struct cfi_reader reader = cfi_reader_at(section, offset);
	const uint64_t length = dwarf_read_length(&reader.in, &head->wide);

	if (!section->is_debug)
		head->wide = 4;
	if (length == 0)
		return false;
	head->body = cfi_read_part(&reader, length);
	head->end = cfi_reader_offset(&reader);
	head->id_offset = cfi_reader_offset(&head->body);
	head->id = dwarf_read(&head->body.in, head->wide);
	return !head->body.in.failed;
}

static bool is_common(const struct cfi_section *section, const struct head *head)
{
	if (!section->is_debug)
		return head->id == 0;
	return head->id == (head->wide == 8 ? UINT64_MAX : UINT32_MAX);
}

static struct slice read_augmentation(struct cfi_reader *reader)
{
	const char *begin = (const char *)reader->in.at;
	size_t length = 0;

	while (dwarf_read(&reader->in, 1) != 0) {
		if (++length > AUGMENTATION_LONGEST)
			reader->in.failed = true;
	}
	return slice_of(begin, length);
}

/*
 * Read the data of the letters after "z"; letters after an unknown one are skipped, as its data
 * are.
 */
static void read_letters(struct cfi_reader *data, struct slice letters, struct cfi_common *common)
{
	unsigned encoding;
	size_t i;

	for (i = 0; i < letters.len; i++) {
		switch (letters.ptr[i]) {
		case 'R': common->pointers = (unsigned)dwarf_read(&data->in, 1); break;
		case 'S': common->is_signal = true; break;
		case 'L': dwarf_read(&data->in, 1); break;
		case 'P':
			encoding = (unsigned)dwarf_read(&data->in, 1);
			if (encoding != CFI_POINTER_OMITTED)
				cfi_read_length(data, encoding);
			break;
		case 'B': /* AArch64: return addresses are signed with the other key */
		case 'G': break;
		default: return;
		}
	}
}

static bool read_common(const struct cfi_section *section, uint64_t offset,
			struct cfi_common *common)
{
	struct cfi_reader *body, data;
	struct slice augmentation;
	struct head head;
	uint64_t version;

	if (!cfi_entry_read_head(section, offset, &head) || !is_common(section, &head))
		return false;
	*common = (struct cfi_common){.pointers = 0};
	body = &head.body;
	version = dwarf_read(&body->in, 1);
	augmentation = read_augmentation(body);
	if (slice_equal(augmentation, SLICE("eh"))) /* gcc 2 */
		dwarf_skip(&body->in, section->word);
	if (version >= 4)
		dwarf_skip(&body->in, 2); /* sizes of addresses and of selectors of segments */
	common->code_align = dwarf_read_uleb(&body->in);
	common->data_align = dwarf_read_sleb(&body->in);
	common->return_register = version == 1 ? dwarf_read(&body->in, 1)
					       : dwarf_read_uleb(&body->in);
	if (slice_skip(&augmentation, SLICE("z"))) {
		common->has_sizes = true;
		data = cfi_read_part(body, dwarf_read_uleb(&body->in));
		read_letters(&data, augmentation, common);
	} else if (augmentation.len > 0 && !slice_equal(augmentation, SLICE("eh"))) {
		return false;
	}
	common->program = *body;
	return !body->in.failed;
}

static uint64_t common_of(const struct cfi_section *section, const struct head *head)
{
	return section->is_debug ? head->id : head->id_offset - head->id;
}

enum cfi_found cfi_entry_next(const struct cfi_section *section, uint64_t *offset,
			      struct cfi_entry *entry)
{
	struct cfi_reader *body;
	struct head head;

	if (!cfi_entry_read_head(section, *offset, &head))
		return CFI_NOTHING;
	entry->section = section;
	entry->offset = *offset;
	*offset = head.end;
	if (is_common(section, &head) ||
	    !read_common(section, common_of(section, &head), &entry->common))
		return CFI_COMMON;
	body = &head.body;
	entry->start = cfi_read_pointer(body, entry->common.pointers, 0);
	entry->end = entry->start + cfi_read_length(body, entry->common.pointers);
	if (entry->common.has_sizes)
		dwarf_skip(&body->in, dwarf_read_uleb(&body->in));
	entry->program = *body;
	return body->in.failed || entry->end < entry->start ? CFI_COMMON : CFI_FUNCTION;
}
