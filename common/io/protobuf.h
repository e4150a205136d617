/* SPDX-License-Identifier: MIT */
/*
 * protobuf.h - protobuf-c, loaded by need, and the messages of pprof's format that its compiler
 * makes of pprof_messages.proto. The functions of these messages that need the library are not
 * to be called: the library's, below, do the same.
 */
#ifndef FLAMBEAU_PROTOBUF_H
#define FLAMBEAU_PROTOBUF_H

#include "common/io/pprof.h"
#ifdef HAVE_PROTOBUF_C
#include "common/io/pprof_messages.pb-c.h"

struct protobuf {
	size_t (*size)(const ProtobufCMessage *);
	size_t (*pack)(const ProtobufCMessage *, uint8_t *out);
	ProtobufCMessage *(*unpack)(const ProtobufCMessageDescriptor *, ProtobufCAllocator *,
				    size_t length, const uint8_t *bytes);
	void (*release)(ProtobufCMessage *, ProtobufCAllocator *);
};

/* False, with a problem, if the library is missing. */
bool protobuf_load(struct protobuf *protobuf, struct buf *problem);
#endif

#endif
