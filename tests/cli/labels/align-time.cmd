printf '%s\n' '# flambeau: start=2026-01-05T09:00:00Z samples=1' '@time=1.5;f 1' >a
printf '%s\n' '# flambeau: start=2026-01-05T11:00:03.25+02:00 samples=2' '@time=1000;f 2' >b
collapse-filter a b
collapse-filter --align-time b a
grep -v start a >c
collapse-filter --align-time b c
