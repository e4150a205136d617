# What a header says is as harmless as a name, wherever it goes.
printf '%s\n' '# flambeau: event="<img src=x>&\x1b]0;t\x07" unit="\x1b[2J|<b>"' 'a;b 2' >in
export-top in | cat -v
export-top --format markdown in | cat -v
export-top --format json in | head -n 1
flamegraph in | grep -o '<title>[^<]*\|id="subtitle"[^<]*\|"countname".*' | cat -v
flamegraph --text in | cat -v
difffolded in in 2>&1 | cat -v
