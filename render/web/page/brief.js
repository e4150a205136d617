/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * brief.js - what to look at: the sentences that the file has about its profile, the first one
 * always in sight. Each is a link to the view that shows what it says.
 */

/* The texts of a sentence, of which every second one is a name. */
function briefParts(text) {
	return text.map((part, i) => i % 2 ? makeName(visibleName(part)) : part);
}

/* The state that a sentence is about; null where nothing more can be shown. */
function briefState(app, view) {
	if (!view)
		return null;
	const state = { ...FIRST, ...view };
	for (const key of ["fn", "focus"]) /* the page's names are such */
		state[key] = state[key] && visibleName(state[key]);
	return { ...state, view: hasView(app, state.view) ? state.view : "graph" };
}

function newSentence(app, { text, view }) {
	const state = briefState(app, view);

	if (!state)
		return make("li", {}, ...briefParts(text), ".");
	const link = make("a", { href: queryOfState("", state) || "?" }, ...briefParts(text));
	link.addEventListener("click", (event) => {
		if (event.ctrlKey || event.metaKey || event.shiftKey)
			return;
		event.preventDefault();
		change(app, state);
	});
	return make("li", {}, link, ".");
}

/* The sentences, or null if there are none. */
function newBrief(app) {
	const { brief } = app.profile;

	if (!brief)
		return null;
	const rows = brief.map((sentence) => newSentence(app, sentence));
	const list = make("ol", { id: "brief" }, ...rows);
	const label = `${rows.length - 1} more`;
	const more = makeAction(label, "", () => {
		const open = list.classList.toggle("open");
		more.setAttribute("aria-expanded", open);
		setText(more, open ? "Fewer" : label);
	}, { "aria-expanded": "false", "aria-controls": "brief" });

	return make("section", { class: "brief", "aria-label": "What to look at" },
		list, rows.length > 1 ? more : null);
}
