// SPDX-License-Identifier: MIT
// script.mjs - the script of the picture as its files, and what of it knows no page.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export const folder = fileURLToPath(new URL("../../render/web/", import.meta.url));

// Joined between begin.js and end.js, in this order.
export const PARTS = ["text.js", "graph.js", "trie.js", "refine.js", "fills.js", "moves.js",
	"draw.js", "read.js", "places.js", "marks.js", "legend.js", "panels.js", "steps.js",
	"keys.js", "flamegraph.js"];

export function source(name) {
	return readFileSync(folder + name, "utf8");
}

// Parts of the page, after those that it shares with the picture.
export const PAGE_PARTS = [...PARTS.slice(0, PARTS.indexOf("read.js")), ...["block", "samples",
	"select", "leaves", "state", "rows", "colors", "elements", "tip", "list", "pixels",
	"picture", "minimap", "table", "heat", "time",
	"facets", "popup", "brief", "shell", "live", "actions",
	"page"].map((name) => `page/${name}.js`)];

// The names of all that a file has at its top level.
export function declared(name) {
	const names = source(name).matchAll(/^(?:(?:async )?function|const) (\w+)/gm);

	return Array.from(names, ([, declaredName]) => declaredName);
}

function loaded(files) {
	const names = files.flatMap(declared).join(",");

	return new Function(`${files.map(source).join("")}\nreturn {${names}};`)();
}

export const web = loaded(["text.js", "graph.js", "trie.js", "refine.js", "moves.js", "read.js",
	"places.js"]);
export const page = loaded([...PAGE_PARTS.slice(0, PAGE_PARTS.indexOf("page/elements.js")),
	"page/heat.js"].filter((name) => name !== "draw.js"));
