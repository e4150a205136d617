// SPDX-License-Identifier: MIT
// exact.mjs - what the page says of 200 selections is what collapse-filter and export-top say, and
// what it copies has the sums of its block. Without a browser. run.sh sees to FLAMBEAU_BIN.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { page } from "./script.mjs";

const BIN = 0.02; /* s */
let state = 20240607;

// A pseudo-random number below `limit`, the same in every run.
function random(limit) {
	state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
	return (state >>> 8) % limit;
}

function run(tool, args, input) {
	return execFileSync(path.join(process.env.FLAMBEAU_BIN, tool), ["-q", ...args],
		{ input, encoding: "latin1", maxBuffer: 1 << 28 });
}

function labelled(lines) {
	return Array.from({ length: lines }, () => {
		const time = random(10) > 0 ? `@time=${(random(500) * BIN).toFixed(2)};` : "";
		const cpu = random(10) > 0 ? `@cpu=${random(12)};` : "";
		const tid = `@tid=${1000 + random(6)};`;
		const names = Array.from({ length: 1 + random(9) }, () => `f${random(14)}`);
		return `${time}${cpu}${tid}${names.join(";")} ${1 + random(50)}\n`;
	}).join("");
}

async function profileOf(folded) {
	const html = run("flamegraph", ["--html"], folded);
	const [, encoding, text] = /id="data" data-encoding="(\w+)">([^<]*)</.exec(html);

	return page.readProfile(await page.inflated(page.bytesOf(text), encoding));
}

// "name" -> [self, total], of the page's functions.
function ofPage(profile, selection) {
	const own = page.selectedOwn(profile, selection) || profile.stacks.own;
	const { tree, names } = page.selectedGraph(profile, own, "after", false);
	const { self, total, calls } = page.functionsOf(tree, names.length);

	return Object.fromEntries(names.map((name, n) => [name, [self[0][n], total[0][n]]])
		.filter((_, n) => calls[n] > 0));
}

function ofTools(folded, args) {
	const filtered = run("collapse-filter", args, folded);
	const rows = run("export-top", ["-f", "csv", "-n", "0"], filtered);

	return Object.fromEntries(rows.trim().split("\n").slice(1).map((row) => {
		const [self, , total, , name] = row.split(",");
		return [name.replaceAll("\"", ""), [Number(self), Number(total)]];
	}));
}

// A selection, as the page has it and as options of collapse-filter.
function randomSelection() {
	const selection = { range: null, second: null, compare: false, keep: [], not: [] };
	const args = [];

	if (random(3) > 0) {
		const from = random(400);
		const to = from + 1 + random(100);
		selection.range = [from, to];
		args.push("--time", `${(from * BIN).toFixed(2)},${(to * BIN).toFixed(2)}`);
	}
	if (random(2) > 0) {
		const tids = [1000 + random(6), 1000 + random(6)];
		selection.keep.push(...tids.map((tid) => `tid=${tid}`));
		args.push("--where", `tid=^(${tids.join("|")})$`);
	}
	if (random(2) > 0) {
		const cpu = random(12);
		selection.not.push(`cpu=${cpu}`);
		args.push("--where-not", `cpu=^0*${cpu}$`);
	}
	return { selection, args };
}

const folded = labelled(4000);
const profile = await profileOf(folded);
for (let i = 0; i < 200; i++) {
	const { selection, args } = randomSelection();
	assert.deepEqual(ofPage(profile, selection), ofTools(folded, args), args.join(" "));
}
console.log("200 selections have the counts that collapse-filter and export-top give");
