<?php
// SPDX-License-Identifier: MIT
function parse_json($count) { $total = 0; for ($i = 0; $i < $count; $i++) $total += $i * $i % 7; return $total; }
function draw_page() { return parse_json(200000); }
for ($i = 0; $i < 10; $i++) { draw_page(); parse_json(300000); }
