/* SPDX-License-Identifier: MIT */
#include "common/io/protobuf.h"

#ifdef HAVE_PROTOBUF_C
#include "common/base/shared_object.h"

#define PROTOBUF_LIBRARY "libprotobuf-c.so.1"

bool protobuf_load(struct protobuf *protobuf, struct buf *problem)
{
	const struct shared_function functions[] = {
		SHARED_FUNCTION(&protobuf->size, protobuf_c_message_get_packed_size),
		SHARED_FUNCTION(&protobuf->pack, protobuf_c_message_pack),
		SHARED_FUNCTION(&protobuf->unpack, protobuf_c_message_unpack),
		SHARED_FUNCTION(&protobuf->release, protobuf_c_message_free_unpacked),
	};

	if (shared_object_load(PROTOBUF_LIBRARY, functions, ARRAY_LEN(functions)))
		return true;
	buf_add_text(problem,
		     "cannot load " PROTOBUF_LIBRARY ", the library that pprof's format needs");
	return false;
}

bool pprof_available(struct buf *problem)
{
	struct protobuf protobuf;

	return protobuf_load(&protobuf, problem);
}

/* The messages, without calls of the library. */
#define protobuf_c_message_get_packed_size(message) 0
#define protobuf_c_message_pack(message, out) 0
#define protobuf_c_message_pack_to_buffer(message, buffer) 0
#define protobuf_c_message_unpack(descriptor, allocator, length, bytes) NULL
#define protobuf_c_message_free_unpacked(message, allocator) (void)0
#include "common/io/pprof_messages.pb-c.c"
#else
bool pprof_available(struct buf *problem)
{
	buf_add_text(problem, "built without protobuf-c, the library that pprof's format needs");
	return false;
}
#endif
