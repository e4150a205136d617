// SPDX-License-Identifier: MIT
// The trees of render/refine (C) and of render/web/refine.js are the same trees: random profiles,
// all refinements. REFINED_TREE is the program that prints the former.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { dataBlock } from "./block.mjs";
import { web } from "./script.mjs";

const PROGRAM = process.env.REFINED_TREE;

let state = 7;
function next(n) {
	state = (Math.imul(state, 1103515245) + 12345) >>> 0;
	return (state >>> 8) % n;
}

// Sorted frame by frame, as a picture is drawn; small alphabets make recursion.
function randomLines(count) {
	const lines = new Map();

	for (let i = 0; i < count; i++) {
		const path = Array.from({ length: 1 + next(8) }, () => "abcdef"[next(6)]);
		lines.set(path.join(";"), (lines.get(path.join(";")) || 0) + 1 + next(9));
	}
	return Array.from(lines.keys()).sort().map((path) => `${path} ${lines.get(path)}`);
}

function treeOfC(lines, words) {
	const { status, stdout } = spawnSync(PROGRAM, ["0", "0", ...words],
		{ input: lines.join("\n") + "\n", encoding: "utf8" });

	assert.equal(status, 0);
	return stdout.trimEnd().split("\n").map((line) => {
		const [depth, start, width, run, , , ...name] = line.split(" ");
		return [Number(depth), Number(start), Number(width), Number(run), name.join(" ")];
	});
}

// One side of a tree of the script, in the order of the nodes.
function treeOfScript(graph, tree, callers) {
	const rows = [];

	for (let i = 0; i < tree.size; i++) {
		if (i > 0 && tree.split > 0 && i >= tree.split !== callers)
			continue;
		rows.push([Math.abs(tree.depth[i] - tree.depth[0]), Number(tree.start[i]),
			Number(tree.width[i]), tree.run ? tree.run[i] : 1,
			i === 0 && !tree.split ? "" : graph.names[tree.name[i]]]);
	}
	return rows;
}

function randomChange() {
	const some = () => "abcdef".split("").filter(() => next(5) === 0);
	const change = { hidden: some(), dropped: some().slice(0, 1),
		focus: next(2) ? "abcdef"[next(6)] : "", reversed: next(2) === 1,
		folded: next(2) === 1, order: ["", "width", "name"][next(3)] };

	if (change.hidden.includes(change.focus))
		change.focus = "";
	return change;
}

function wordsOf(change) {
	return [...change.hidden.map((name) => `hide=${name}`),
		...change.dropped.map((name) => `drop=${name}`),
		...(change.focus ? [`focus=${change.focus}`] : []),
		...(change.reversed && !change.focus ? ["reversed"] : []),
		...(change.folded ? ["folded"] : []),
		...(change.order === "width" ? ["width"] : [])];
}

function compare(lines, change) {
	const graph = web.readGraph(dataBlock(lines));
	const numbers = (names) => names.map((name) => graph.names.indexOf(name))
		.filter((number) => number > 0);
	const focus = change.focus ? graph.names.indexOf(change.focus) : -1;
	const tree = web.refinedTree(graph, { ...change, hidden: numbers(change.hidden),
		dropped: numbers(change.dropped), focus });
	const label = JSON.stringify(change);

	if (change.focus && focus < 0)
		return 0;
	for (const callers of change.focus ? [false, true] : [false]) {
		const side = callers !== (change.reversed && change.focus !== "");
		const found = treeOfC(lines, [...wordsOf(change), ...(side ? ["callers"] : [])]);
		if (!tree)
			assert.equal(found[0][2], 0, label);
		else
			assert.deepEqual(found, treeOfScript(graph, tree, callers), label);
	}
	return 1;
}

test("a refined tree in C is that of the script", { skip: !PROGRAM }, () => {
	let compared = 0;

	for (let i = 0; i < 150; i++)
		compared += compare(randomLines(1 + next(60)), randomChange());
	assert.ok(compared > 100);
});
