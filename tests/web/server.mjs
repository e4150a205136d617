// SPDX-License-Identifier: MIT
// server.mjs - the files of one folder over HTTP, for this machine alone.
import { createReadStream } from "node:fs";
import http from "node:http";
import path from "node:path";

const TYPES = { ".svg": "image/svg+xml", ".html": "text/html; charset=utf-8" };
const requests = [];
let server = null;

// Paths requested since the last call.
export function takeRequests() {
	return requests.splice(0);
}

export function startServer(folder) {
	server = http.createServer((request, response) => {
		const name = new URL(request.url, "http://localhost").pathname;
		const file = path.join(folder, path.basename(name));
		const type = TYPES[path.extname(name)];

		requests.push(name);
		if (!type) {
			response.writeHead(name === "/favicon.ico" ? 204 : 404).end();
			return;
		}
		response.setHeader("Content-Type", type);
		createReadStream(file).on("error", () => response.writeHead(404).end())
			.pipe(response);
	});
	return new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
}

export function stopServer() {
	server.closeAllConnections();
	return new Promise((resolve) => server.close(resolve));
}

// The URL of a file on the server.
export function urlServed(file) {
	return `http://127.0.0.1:${server.address().port}/${path.basename(file)}`;
}
