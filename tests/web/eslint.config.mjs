// SPDX-License-Identifier: MIT
// For eslint started in the project's root. The files of render/web are joined into one
// function: what one of them declares at its top level, the others may use.
import js from "@eslint/js";
import { PAGE_PARTS, PARTS, declared } from "./script.mjs";

function readonly(...names) {
	return Object.fromEntries(names.map((name) => [name, "readonly"]));
}

const browser = readonly("Blob", "DecompressionStream", "Event", "EventSource", "Image",
	"ImageData", "ResizeObserver", "Response", "TextDecoder", "TextEncoder", "URL",
	"addEventListener", "atob", "fetch",
	"clearTimeout", "devicePixelRatio", "dispatchEvent", "document", "getComputedStyle",
	"history", "innerHeight", "innerWidth", "location", "matchMedia", "navigator",
	"requestAnimationFrame",
	"setTimeout", "window");
const node = readonly("Buffer", "console", "performance", "process",
	"MouseEvent", "TextDecoder", "URL");
const length = ["error", { code: 100, tabWidth: 8 }];

const rules = {
	"eqeqeq": "error",
	"func-style": ["error", "declaration", { allowArrowFunctions: true }],
	"max-len": length,
	"max-lines-per-function": ["error", 60],
	"no-redeclare": ["error", { builtinGlobals: false }],
	"no-restricted-properties": ["error", { property: "innerHTML" }, { property: "outerHTML" }],
	"no-restricted-globals": ["error", "eval", "prompt", "alert"],
	"no-shadow": ["error", { builtinGlobals: false }],
	"no-unused-vars": ["error", { vars: "local" }],
	"no-var": "error",
	"prefer-const": "error",
	"strict": ["error", "global"],
};

export default [
	{ ignores: ["render/web/begin.js", "render/web/end.js"] }, /* halves of a function */
	js.configs.recommended,
	...[PARTS, PAGE_PARTS, ["page/boot.js"], ["page/source.js"],
		["page/states.js"]].map((parts) => ({
		/* Files of both are checked with the names of the picture. */
		files: parts.filter((name) => parts === PARTS || !PARTS.includes(name))
			.map((name) => "render/web/" + name),
		languageOptions: {
			ecmaVersion: 2022,
			sourceType: "script",
			globals: { ...readonly(...parts.flatMap(declared)), ...browser },
		},
		rules,
	})),
	{
		files: ["tests/web/**/*.mjs"],
		languageOptions: {
			ecmaVersion: 2022,
			globals: { ...browser, ...node },
		},
		rules: { "max-len": length, "prefer-const": "error" },
	},
];
