// SPDX-License-Identifier: MIT
// For eslint started in the project's root. The files of render/web are joined into one
// function: what one of them declares at its top level, the others may use.
import { readFileSync } from "node:fs";
import js from "@eslint/js";

const joined = ["graph.js", "draw.js", "flamegraph.js"].map((name) => "render/web/" + name);

function declared(file) {
	const source = readFileSync(file, "utf8");
	const names = source.matchAll(/^(?:function|const) (\w+)/gm);

	return Array.from(names, ([, name]) => name);
}

function readonly(...names) {
	return Object.fromEntries(names.map((name) => [name, "readonly"]));
}

const browser = readonly("document", "getComputedStyle", "history", "location", "navigator",
	"Event", "ResizeObserver", "window");
const node = readonly("console", "process", "URL");
const length = ["error", { code: 100, tabWidth: 8 }];

export default [
	js.configs.recommended,
	{
		files: joined,
		languageOptions: {
			ecmaVersion: 2022,
			sourceType: "script",
			globals: {
				...readonly(...joined.flatMap(declared)),
				...browser,
				module: "writable",
			},
		},
		rules: {
			"eqeqeq": "error",
			"func-style": ["error", "declaration", { allowArrowFunctions: true }],
			"max-len": length,
			"max-lines-per-function": ["error", 60],
			"no-redeclare": ["error", { builtinGlobals: false }],
			"no-restricted-properties": ["error", { property: "innerHTML" },
				{ property: "outerHTML" }],
			"no-restricted-globals": ["error", "eval", "prompt", "alert"],
			"no-shadow": ["error", { builtinGlobals: false }],
			"no-unused-vars": ["error", { vars: "local" }],
			"no-var": "error",
			"prefer-const": "error",
			"strict": ["error", "global"],
		},
	},
	{
		files: ["tests/web/*.mjs"],
		languageOptions: {
			ecmaVersion: 2022,
			globals: { ...browser, ...node },
		},
		rules: { "max-len": length, "prefer-const": "error" },
	},
];
