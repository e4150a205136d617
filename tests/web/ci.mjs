// SPDX-License-Identifier: MIT
// ci.mjs - the templates of packaging/ci: GitHub's action against the schema of actions, and what
// GitLab's job has. A case of tests/cli/flamegraph-record runs the shell that both have. The
// workflows of the project itself run the same commands on both.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { load } from "js-yaml";

const folder = fileURLToPath(new URL("../../packaging/ci/", import.meta.url));
const validator = fileURLToPath(new URL("node_modules/.bin/action-validator", import.meta.url));
const read = (name) => load(readFileSync(folder + name, "utf8"));

assert.ok(createRequire(import.meta.url).resolve("@action-validator/core"));
execFileSync(validator, [folder + "github/action.yml"], { stdio: ["ignore", 1, 2] });
const wrong = spawnSync(validator, [folder + "gitlab.yml"]);
assert.notEqual(wrong.status, 0, "the validator takes anything");

const action = read("github/action.yml");
const [compare, keep] = action.runs.steps;
const used = JSON.stringify(action.runs).match(/inputs\.\w+/g).map((name) => name.slice(7));
assert.deepEqual(new Set(used), new Set(Object.keys(action.inputs)));
assert.match(keep.uses, /^actions\/upload-artifact@v\d+$/);
assert.equal(keep.if, "always()");
assert.ok(!compare.run.includes("${{"), "what is given to the action must not become code");

const [[name, job]] = Object.entries(read("gitlab.yml"));
assert.match(name, /^\./); /* hidden: it runs where a job extends it */
assert.deepEqual(job.script, [compare.run]);
assert.deepEqual(Object.keys(job.variables).sort(), Object.keys(compare.env).sort());
assert.deepEqual(job.artifacts.paths, [job.variables.FLAMBEAU_FOLDER + "/"]);
assert.equal(job.artifacts.when, "always");
for (const variable of Object.keys(job.variables))
	assert.ok(compare.run.includes("$" + variable), variable);
const root = fileURLToPath(new URL("../../", import.meta.url));
const workflow = (name) => {
	const path = root + ".github/workflows/" + name;

	execFileSync(validator, [path], { stdio: ["ignore", 1, 2] });
	return load(readFileSync(path, "utf8"));
};
const { jobs } = workflow("ci.yml");
const systems = workflow("systems.yml").jobs;
const { stages, ...own } = load(readFileSync(root + ".gitlab-ci.yml", "utf8"));
const words = (lines) => lines.join("\n").replaceAll(" && ", "\n");

assert.deepEqual(Object.keys(jobs), Object.keys(own));
for (const [job, { steps }] of Object.entries(jobs)) {
	assert.ok(stages.includes(own[job].stage));
	assert.equal(words(own[job].script), words(steps.filter((step) => step.run)
		.map((step) => step.run)));
}

/* What other systems build has the options of CMakeLists.txt, and the cases are there. */
const lists = readFileSync(root + "CMakeLists.txt", "utf8");
const said = JSON.stringify(systems);

for (const [, name] of said.matchAll(/-D([A-Z_]+)=/g))
	assert.ok(name.startsWith("CMAKE_") || lists.includes(`option(${name} `), name);
for (const [, cases] of said.matchAll(/run\.py build\/bin ([a-z -]+)/g))
	for (const name of cases.trim().split(" "))
		assert.ok(existsSync(root + `tests/cli/${name}.t`), name);
assert.deepEqual(Object.keys(systems), ["macos", "freebsd"]);
console.log("the templates are valid, and run the same");
