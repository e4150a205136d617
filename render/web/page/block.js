/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * block.js - the data block of the page, unpacked: see render/page/page_state.h for its form.
 */

/* The bytes of an element's base64 text. Browsers before 2025 know no quicker way. */
function bytesOf(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const letters = atob(text);
	const bytes = new Uint8Array(letters.length);

	for (let i = 0; i < letters.length; i++)
		bytes[i] = letters.charCodeAt(i);
	return bytes;
}

async function inflated(bytes, encoding) {
	if (encoding === "none")
		return bytes;
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(encoding));

	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/* Reads varints at reader.at into `array`; those above 2^53 only into arrays of BigInts. */
function readVarints(reader, array) {
	const { bytes } = reader;
	let { at } = reader;

	if (array instanceof BigUint64Array)
		return readBigVarints(reader, array);
	for (let i = 0; i < array.length; i++) {
		let byte = bytes[at++];
		let value = byte & 127;
		for (let scale = 128; byte > 127; scale *= 128) {
			byte = bytes[at++];
			value += (byte & 127) * scale;
		}
		array[i] = value;
	}
	reader.at = at;
	return array;
}

function readBigVarints(reader, array) {
	const { bytes } = reader;

	for (let i = 0; i < array.length; i++) {
		let byte = 128;
		for (let shift = 0n; byte > 127; shift += 7n) {
			byte = bytes[reader.at++];
			array[i] |= BigInt(byte & 127) << shift;
		}
	}
	return array;
}

/* Callers, depths, names and ends of frames, of what the block has of them. */
function readStacks(reader, size) {
	const pops = readVarints(reader, new Uint32Array(size - 1));
	const names = readVarints(reader, new Uint32Array(size - 1));
	const stacks = { size, name: new Uint32Array(size), depth: new Uint32Array(size),
		parent: new Int32Array(size).fill(-1, 0, 1), next: new Uint32Array(size) };
	const open = [0]; /* by depth */
	let depth = 0;
	let seen = 0;

	for (let i = 1; i < size; i++) {
		const last = depth;
		depth += 1 - pops[i - 1];
		for (let d = depth; d <= last; d++)
			stacks.next[open[d]] = i;
		stacks.name[i] = names[i - 1] || ++seen;
		stacks.depth[i] = depth;
		stacks.parent[i] = open[depth - 1];
		open[depth] = i;
	}
	for (let d = 0; d <= depth; d++)
		stacks.next[open[d]] = size;
	return stacks;
}

/* "rgb(1,2,3)" by name; the first is the root's, which useScheme() gives it. */
function readFills(reader, count) {
	const fills = [""];

	for (let i = 1; i < count; i++, reader.at += 3)
		fills.push(`rgb(${reader.bytes.subarray(reader.at, reader.at + 3).join()})`);
	return fills;
}

/* A name without characters that turn the text after them round. */
function visibleName(name) {
	return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
}

/*
 * The profile: what the head says, and `stacks`, the frames, with `own`, their own counts by
 * column: that of the one profile or those before and after.
 */
function readProfile(bytes) {
	const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
	const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
	const reader = { bytes, at: 4 + length };
	const total = head.total.reduce((sum, count) => sum + BigInt(count), 0n);
	const Counts = total > BigInt(Number.MAX_SAFE_INTEGER) ? BigUint64Array : Float64Array;
	const fills = readFills(reader, head.names.length);
	const stacks = readStacks(reader, head.frames);

	stacks.own = Array.from({ length: head.differential ? 2 : 1 },
		() => readVarints(reader, new Counts(head.frames)));
	const samples = readSamples(reader, head, Counts);
	head.names = head.names.map(visibleName);
	return { ...head, sampled: head.samples || "", samples, fills, stacks };
}
