/* SPDX-License-Identifier: MIT */
"use strict";

/*
 * elements.js - HTML elements. Texts are text nodes and nothing else: names come from anywhere.
 */

/* An element with attributes, and with texts and elements in it; null is left out. */
function make(tag, attributes, ...inside) {
	const element = newElement(XHTML, tag, attributes);

	element.append(...inside.filter((part) => part !== null && part !== undefined));
	return element;
}

/* A button that runs something, with its key as a hint. */
function makeAction(label, key, run, attributes = {}) {
	const title = key ? { title: `${attributes.title || label} (${key})` } : {};
	const button = make("button", { type: "button", ...attributes, ...title }, label);

	button.addEventListener("click", run);
	return button;
}

/* A name among other text: right-to-left text stays isolated inside it. */
function makeName(name) {
	return make("bdi", { class: "name" }, name);
}

/* A spot of a colour. */
function swatchOf(color) {
	const spot = make("i", { class: "swatch" });

	spot.style.background = color;
	return spot;
}

/* One of several buttons is pressed. */
function makeChoice(label, choices, choose) {
	const buttons = choices.map(({ value, title }) =>
		makeAction(title, "", () => choose(value), { "data-value": value }));

	return make("div", { class: "choice", role: "group", "aria-label": label }, ...buttons);
}

function pressChoice(choice, value) {
	for (const button of choice.querySelectorAll("button"))
		button.setAttribute("aria-pressed", button.dataset.value === value);
}

/* Replaces what is in an element only if that has changed: readers may be on it. */
function setOnce(element, key, makeInside) {
	if (element.dataset.key === key)
		return;
	element.dataset.key = key;
	element.replaceChildren(...makeInside());
}
